#pragma once
// Small helpers for text that a person reads.
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

/// The text in double quotes, cut after 80 bytes; for names from the user's files in messages.
// Not "quoted": for strings, std::quoted would be preferred wherever a library's header declares it.
std::string in_quotes(std::string_view text);
/// As one word of a command line, quoted where a shell would see more in it.
std::string shell_word(const std::string& word);
/// Control characters (line feeds and tabs excepted) written as \xNN, so that a hostile name cannot drive the terminal.
std::string printable(std::string_view text);
/// Without white space at both ends.
std::string_view trimmed(std::string_view text);
/// The words one after another.
std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");
/// Shortest text that reads back as the same number.
std::string number_text(double value);
/// What a number is that no double holds, from its text: infinite if it is too large, no number if it is too small. from_chars does not say
/// which; and 0, which strtod gives, would be another number than the one that was written.
double beyond_doubles(std::string_view number);
/// Rounded to nine significant digits, for values that a person compares with others.
std::string nine_digits(double value);
/// The number rounded to six significant digits, for messages.
std::string short_number(double value);

}  // namespace stribeck
