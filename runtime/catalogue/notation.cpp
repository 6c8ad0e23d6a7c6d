#include "catalogue/notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include "base/index.h"
#include "catalogue/facts.h"
#include "drawing/markup.h"

namespace stribeck {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 19> kGreek{{{"phi", "φ"},
                                       {"w", "ω"},
                                       {"tau", "τ"},
                                       {"alpha", "α"},
                                       {"beta", "β"},
                                       {"mu", "μ"},
                                       {"omega", "ω"},
                                       {"theta", "θ"},
                                       {"lambda", "λ"},
                                       {"gamma", "γ"},
                                       {"delta", "δ"},
                                       {"eta", "η"},
                                       {"psi", "ψ"},
                                       {"kappa", "κ"},
                                       {"epsilon", "ε"},
                                       {"rho", "ρ"},
                                       {"sigma", "σ"},
                                       {"zeta", "ζ"},
                                       {"sigma0", "σ"}}};

/// The usual letter of a quantity; of rotation where another one is usual.
struct Quantity {
  std::string_view word, letter, of_rotation;
};
constexpr std::array<Quantity, 31> kQuantities{
    {{"velocity", "v", "ω"},  {"speed", "v", "ω"},       {"acceleration", "a", "α"}, {"force", "F", "F"},     {"torque", "T", "T"},
     {"moment", "M", "M"},    {"mass", "m", "m"},        {"inertia", "J", "J"},      {"stiffness", "k", "k"}, {"damping", "d", "d"},
     {"radius", "r", "r"},    {"diameter", "D", "D"},    {"length", "l", "l"},       {"distance", "s", "s"},  {"position", "x", "φ"},
     {"angle", "φ", "φ"},     {"time", "t", "t"},        {"period", "T", "T"},       {"frequency", "f", "f"}, {"ratio", "i", "i"},
     {"power", "P", "P"},     {"energy", "E", "E"},      {"height", "h", "h"},       {"area", "A", "A"},      {"pressure", "p", "p"},
     {"density", "ρ", "ρ"},   {"temperature", "ϑ", "ϑ"}, {"voltage", "U", "U"},      {"current", "I", "I"},   {"amplitude", "A", "A"},
     {"efficiency", "η", "η"}}};

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name)
    if (c == '_')
      words.emplace_back();
    else
      words.back() += c;
  std::erase(words, "");
  return words.empty() ? std::vector<std::string>{name} : words;
}

/// A single letter, italics, or a word, upright.
std::string identifier(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return std::string(letters > 1 ? "<mi mathvariant=\"normal\">" : "<mi>") + escaped(std::string(text)) + "</mi>";
}

/// "u", "phi" or "u1": the letter, and the digits behind it. An empty letter: it is a word.
std::pair<std::string, std::string> letter_of(const std::string& word) {
  std::size_t end = word.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(word[end - 1])) != 0) --end;
  const std::string stem = word.substr(0, end), digits = word.substr(end);
  for (const auto& [name, letter] : kGreek)
    if (stem == name) return {std::string(letter), digits};
  return {stem.size() == 1 ? stem : "", digits};
}

std::string indexed(const std::string& base, const std::vector<std::string>& index) {
  if (index.empty()) return base;
  std::string text;
  for (const std::string& word : index) {
    const auto [letter, digits] = letter_of(word);
    text += (text.empty() ? "" : ",") + (letter.empty() ? word : letter + digits);
  }
  return "<msub>" + base + identifier(text) + "</msub>";
}

/// First the shortest way to write it, then ones that say more.
std::vector<std::string> ways_to_write(const std::string& name, const std::string& unit) {
  std::vector<std::string> words = words_of(name), ways;
  const auto add_letter = [&](std::size_t at_word) {
    const auto [letter, digits] = letter_of(words[at_word]);
    if (letter.empty()) return false;
    std::vector<std::string> index = words;
    index.erase(index.begin() + static_cast<std::ptrdiff_t>(at_word));
    if (!digits.empty()) index.insert(index.begin(), digits);
    ways.push_back(indexed(identifier(letter), index));
    return true;
  };
  if (!add_letter(0)) add_letter(words.size() - 1);
  const bool of_friction = name == "friction_coefficient";
  if (of_friction) ways.push_back(identifier("μ"));
  const auto quantity = std::find_if(kQuantities.begin(), kQuantities.end(), [&](const Quantity& own) { return own.word == words.back(); });
  const std::vector<std::string> before(words.begin(), words.end() - 1);
  if (quantity != kQuantities.end()) {
    const bool turns =
        unit.find("rad") != std::string::npos || unit.find("rpm") != std::string::npos || unit.find("deg") != std::string::npos;
    ways.push_back(indexed(identifier(turns ? quantity->of_rotation : quantity->letter), before));
  }
  ways.push_back(indexed(identifier(words.back()), before));
  std::string whole;
  for (const std::string& word : words) whole += (whole.empty() ? "" : "-") + word;
  ways.push_back(identifier(whole));
  return ways;
}

}  // namespace

Notation::Notation(const ComponentRecord& record) : symbols_(record.symbols.size()) {
  std::set<std::string> used;
  const auto take = [&](const std::vector<std::string>& ways) {
    const auto found = std::find_if(ways.begin(), ways.end(), [&](const std::string& way) { return !used.contains(way); });
    const std::string& chosen = found == ways.end() ? ways.back() : *found;
    used.insert(chosen);
    return chosen;
  };
  const auto name_all = [&](SymbolKind kind) {
    for (std::size_t s = 0; s < record.symbols.size(); ++s) {
      const RecordSymbol& symbol = record.symbols[s];
      if (symbol.kind != kind || !symbols_[s].empty()) continue;
      const std::string name = shown_symbol(record, static_cast<std::int32_t>(s));
      std::string unit;
      if (kind == SymbolKind::variable) unit = record.variables[at(symbol.index)].unit;
      if (kind == SymbolKind::parameter) unit = record.parameters[at(symbol.index)].unit;
      const std::size_t dot = name.find('.');  // "R.w" has the port as its index
      if (dot != std::string::npos) {
        const auto [letter, digits] = letter_of(name.substr(dot + 1));
        symbols_[s] =
            take({indexed(identifier(letter.empty() ? name.substr(dot + 1) : letter), words_of(name.substr(0, dot))), identifier(name)});
        continue;
      }
      const auto known = by_name_.find(name);
      symbols_[s] = known != by_name_.end() ? known->second : take(ways_to_write(name, unit));
      by_name_.try_emplace(name, symbols_[s]);
    }
  };
  for (const SymbolKind kind : {SymbolKind::time, SymbolKind::across, SymbolKind::through, SymbolKind::variable, SymbolKind::signal,
                                SymbolKind::discrete, SymbolKind::parameter, SymbolKind::mode})
    name_all(kind);
}

std::string Notation::of_name(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? "" : found->second;
}

std::string typeset_name(const std::string& name) { return ways_to_write(name, "").front(); }

}  // namespace stribeck
