#pragma once
// What the program asks of the operating system before it does anything else.
#include <atomic>

namespace stribeck::cli {

/// Closed pipes and files that may grow no further become errors of write() instead of a death by a signal; a standard stream that the
/// caller closed stays unusable, so that no result file can take its number.
void prepare_process();

/// From now on true once the user has pressed Ctrl-C or the process was asked to end; a second signal ends it at once. Asked for when a
/// diagram has been loaded: before, there is nothing to keep, and a signal ends the process.
const std::atomic<bool>& interrupts();

}  // namespace stribeck::cli
