#pragma once
// --format json: results for scripts on standard output, errors and warnings as lines of JSON on standard error.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace stribeck::cli {

struct OutputFormat {
  std::string word = "text";
  bool is_json() const { return word == "json"; }
};

/// Adds --format text|json.
void add_format_option(CLI::App& command, OutputFormat& format);
/// Whether the command line asks for JSON: known before it is read, so that what is wrong with it is told in JSON, too.
bool asks_for_json(const std::vector<std::string>& arguments);

}  // namespace stribeck::cli
