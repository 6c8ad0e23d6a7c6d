#pragma once
// The command line, read by CLI11; what is wrong with it is told as every other error is.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "pipeline.h"

namespace stribeck::cli {

/// Parses and returns the chosen subcommand; nullptr if only help or the version was asked for, which has then been printed.
/// Throws Failure arguments.invalid.
CLI::App* parse(CLI::App& program, std::vector<std::string> arguments);

[[noreturn]] void refuse(const std::string& message, const std::string& remedy);

/// Adds FILE. That it is there is checked by refuse_if_missing() and not by CLI11, so that a misspelt option is reported first.
void add_file(CLI::App& command, std::string& file, const std::string& doc);
void refuse_if_missing(const CLI::App& command, const std::string& file);

/// A number above zero, in SI; with a unit of the dimension of `unit`, or without. Throws Failure arguments.invalid.
double positive(const std::string& option, const std::string& text, const char* unit, const char* example);

/// --set NAME=VALUE of every command that reads a diagram, and what its values say. overrides_of() throws Failure arguments.invalid.
void add_set_option(CLI::App& command, std::vector<std::string>& sets);
std::vector<Override> overrides_of(const std::vector<std::string>& sets);

/// --in FILE: files whose definitions a command knows, too.
void add_in_option(CLI::App& command, std::vector<std::string>& files);

/// NAME=VALUE of --set and its like; `option` and `example` are for the message.
std::vector<Override> parse_overrides(const std::vector<std::string>& assignments, const std::string& option, const std::string& example);

/// The words that an option takes: its help names them and a shell completes them. Others are left to the command, which tells what was
/// meant.
CLI::Option* offer(CLI::Option* option, const std::vector<std::string>& words);
/// The same, and others are refused.
CLI::Option* offer_only(CLI::Option* option, const std::vector<std::string>& words);
/// Tells that `what` is none of these words, and which there are.
[[noreturn]] void refuse_word(const std::string& what, const std::string& word, const std::vector<std::string>& words);

/// --unfold LEVELS of what draws a schematic, and how many levels that are.
void add_unfold_option(CLI::App& command, std::string& levels);
std::int32_t open_levels(const std::string& levels);

/// load() that, where there is no such file, names the diagrams beside it whose names are near.
ModelPtr load_file(Registry& registry, const std::string& file, const RunOptions& options);

}  // namespace stribeck::cli
