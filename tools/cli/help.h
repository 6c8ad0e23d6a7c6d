#pragma once
// The help of the program and its commands, within the width of the terminal.
#include <CLI/CLI.hpp>
#include <string>

namespace stribeck::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t columns);
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;

 private:
  std::string entry(std::string name, const std::string& doc) const;

  std::size_t columns_;
};

}  // namespace stribeck::cli
