#include "drawing/symbol_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "base/text.h"
#include "diagram/diagram.h"
#include "drawing/markup.h"

namespace stribeck {
namespace {

constexpr std::size_t kLongest = 14;  // characters of what is filled in

std::string raised(int power) {
  constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(power)) text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

/// "2s² + s + 1", from the coefficient of the highest power down.
std::string polynomial(const std::vector<double>& coefficients, const std::string& variable) {
  std::string text;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const double value = coefficients[i];
    const int power = static_cast<int>(coefficients.size() - i) - 1;
    if (value == 0) continue;
    const double size = std::fabs(value);
    text += text.empty() ? (value < 0 ? "−" : "") : value < 0 ? " − " : " + ";
    if (power == 0 || size != 1) text += short_number(size);
    if (power > 0) text += variable;
    if (power > 1) text += raised(power);
  }
  return text;
}

/// What "NAME=TEXT" in a list between blanks has for a name; empty if it is not there.
std::string_view entry_of(std::string_view list, const std::string& name) {
  const std::string wanted = " " + name + "=";
  const std::size_t found = list.find(wanted);
  if (found == std::string_view::npos) return "";
  list.remove_prefix(found + wanted.size());
  return list.substr(0, list.find(' '));
}

std::string known_value(std::string_view name, std::string_view how, const ComponentRecord& record, const Instance* instance) {
  if (how == "word") {
    const int option = record.find_option(name);
    if (option < 0) return "";
    const OptionDeclaration& own = record.options[at(option)];
    return own.choices[at(own.chosen)];
  }
  if (instance == nullptr) return "";
  if (how == "s" || how == "z") {
    const int list = record.find_list(name);
    return list < 0 ? "" : polynomial(instance->lists[at(list)], std::string(how));
  }
  const int parameter = record.find_parameter(name);
  if (parameter < 0) return "";
  const double value = instance->parameters[at(parameter)];
  return how == "sign" ? (value < 0 ? "−" : "+") : (value < 0 ? "−" : "") + short_number(std::fabs(value));
}

std::size_t characters(std::string_view text) {
  return at(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Up to the next blank, which goes with it.
std::string_view next_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

}  // namespace

const SymbolFile* symbol_file_of(std::string_view type) {
  const std::string wanted = " " + std::string(type) + " ";
  const std::span<const SymbolFile> files = symbol_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const SymbolFile& file) { return file.types.find(wanted) != std::string_view::npos; });
  return found == files.end() ? nullptr : &*found;
}

std::string filled_in(std::string_view text, const SymbolFile& file, const ComponentRecord& record, const Instance* instance) {
  std::string result;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::string_view name = next_word(inside), how = next_word(inside);
    const std::string value = known_value(name, how, record, instance);
    result += text.substr(0, open);
    if (const std::string_view own = how == "word" ? entry_of(file.words, value) : ""; !own.empty())
      result += own;
    else
      result += value.empty() || characters(value) > kLongest ? std::string(inside) : escaped(value);
    text.remove_prefix(close + 1);
  }
  return result + std::string(text);
}

std::string label_of(const SymbolFile& file, const ConnectorDeclaration& connector, const ComponentRecord& record,
                     const Instance* instance) {
  const std::string labels = " " + filled_in(file.labels, file, record, instance) + " ";
  const std::string_view own = entry_of(labels, connector.name);
  return labels.find(" " + connector.name + "=") == std::string::npos ? connector.name : std::string(own);
}

}  // namespace stribeck
