#pragma once
// What the commands declare of themselves, as data: manual pages and completions are written from it, help and parser read the same.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace stribeck::cli {

/// What a shell offers for a value.
enum class Offered : std::uint8_t { nothing, words, file, diagram, folder, type };

struct DeclaredOption {
  std::vector<std::string> names;  ///< "-o", "--output"; of a positional argument what it is called, "FILE"
  std::string value;               ///< what its value is called; empty: it takes none
  std::vector<std::string> words;  ///< that it takes
  Offered offered = Offered::nothing;
  std::string doc, fallback;
  bool repeats = false, required = false;
};

struct DeclaredCommand {
  std::string name;  ///< as typed: "stribeck new component"
  std::string doc, footer;
  std::vector<DeclaredOption> options, arguments;  ///< arguments: by their place
  std::vector<DeclaredCommand> commands;

  std::string last_word() const { return name.substr(name.rfind(' ') + 1); }
};

/// Offered follows from what a value is called: FILE a diagram, PATH and RESULT any file, FOLDER, TYPE a component type.
DeclaredCommand declared(const CLI::App& command);

/// How a command is called: "stribeck run [OPTIONS] [FILE]".
std::string synopsis(const DeclaredCommand& command);

}  // namespace stribeck::cli
