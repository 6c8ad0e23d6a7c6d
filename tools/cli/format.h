#pragma once
// How commands tell their results. --format json: for scripts on standard output, errors and warnings as lines of JSON on standard error.
// --full-digits: numbers in text that nothing was rounded off.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "results/layout.h"

namespace stribeck::cli {

struct OutputFormat {
  std::string word = "text";
  bool is_json() const { return word == "json"; }
};

/// Adds --format text|json.
void add_format_option(CLI::App& command, OutputFormat& format);
/// Adds --full-digits.
void add_digits_option(CLI::App& command, Digits& digits);
/// Whether the command line asks for JSON: known before it is read, so that what is wrong with it is told in JSON, too.
bool asks_for_json(const std::vector<std::string>& arguments);

}  // namespace stribeck::cli
