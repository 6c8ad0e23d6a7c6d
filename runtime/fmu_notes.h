#pragma once
// What is to be said where an FMU takes part in something that does not reach into it.
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "program/program.h"

namespace stribeck {

/// A note for each FMU that the program calls: its type, then the sentence; another one for those by model exchange, empty: none.
std::vector<Diagnostic> fmu_notes(const Program& program, const std::string& sentence, const std::string& remedy,
                                  const std::string& of_exchange = {});

}  // namespace stribeck
