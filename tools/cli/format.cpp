#include "format.h"

#include "arguments.h"

namespace stribeck::cli {

void add_format_option(CLI::App& command, OutputFormat& format) {
  offer_only(command.add_option("--format", format.word, "for a person or for a script, see: stribeck schema")->type_name("F"),
             {"text", "json"})
      ->default_str("text");
}

void add_digits_option(CLI::App& command, Digits& digits) {
  command.add_flag_callback(
      "--full-digits", [&digits] { digits = Digits::all; }, "the text's numbers with all their digits, in SI units without prefixes");
}

bool asks_for_json(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i)
    if (arguments[i] == "--format=json" || (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json"))
      return true;
  return false;
}

}  // namespace stribeck::cli
