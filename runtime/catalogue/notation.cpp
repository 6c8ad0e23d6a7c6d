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

constexpr std::array<Pair, 20> kGreek{{{"phi", "φ"},     {"dw", "ω̇"},    {"w", "ω"},     {"tau", "τ"},   {"alpha", "α"},
                                       {"beta", "β"},    {"mu", "μ"},    {"omega", "ω"}, {"theta", "θ"}, {"lambda", "λ"},
                                       {"gamma", "γ"},   {"delta", "δ"}, {"eta", "η"},   {"psi", "ψ"},   {"kappa", "κ"},
                                       {"epsilon", "ε"}, {"rho", "ρ"},   {"sigma", "σ"}, {"zeta", "ζ"},  {"sigma0", "σ"}}};

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
    if (c == '_' || c == '[')
      words.emplace_back();
    else if (c != ']')
      words.back() += c;
  std::erase(words, "");
  return words.empty() ? std::vector<std::string>{name} : words;
}

std::string upright(std::string_view text) { return "<mi mathvariant=\"normal\">" + escaped(text) + "</mi>"; }

/// A single letter, italics, or a word, upright.
std::string identifier(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  if (text.ends_with("\u0307")) --letters;  // a dot above
  return letters > 1 ? upright(text) : "<mi>" + escaped(text) + "</mi>";
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

/// "S", "phi" and "rolling" as indices: c_w is that of drag, whatever turns.
std::string index_of_word(const std::string& word) {
  const auto [letter, digits] = letter_of(word);
  return letter.empty() || word == "w" ? word : letter + digits;
}

std::string indexed(const std::string& base, const std::vector<std::string>& index) {
  if (index.empty()) return base;
  std::string text;
  for (const std::string& word : index) text += (text.empty() ? "" : ",") + index_of_word(word);
  return "<msub>" + base + upright(text) + "</msub>";  // names, not quantities
}

bool turns(const std::string& unit) {
  return unit.find("rad") != std::string::npos || unit.find("rpm") != std::string::npos || unit.find("deg") != std::string::npos;
}

bool is_quantity(const std::string& word) {
  return std::any_of(kQuantities.begin(), kQuantities.end(), [&](const Quantity& own) { return own.word == word; });
}

/// First the shortest way to write it, then ones that say more.
std::vector<std::string> ways_to_write(const std::string& name, const std::string& unit) {
  std::vector<std::string> words = words_of(name), ways;
  const auto add_letter = [&](std::size_t at_word) {
    const auto [letter, digits] = letter_of(words[at_word]);
    if (letter.empty()) return false;
    const bool is_one_of_twins = at_word > 0 && at_word + 1 == words.size() && (letter == "a" || letter == "b") && unit != "m/s^2";
    if (is_one_of_twins) return false;  // "teeth_a"
    const bool is_along = at_word > 0 && at_word + 1 == words.size() && (letter == "x" || letter == "y" || letter == "z");
    if (is_along && unit == "N") {  // "bearing_x" is a force, not a place
      ways.push_back(indexed(identifier("F"), words));
      return true;
    }
    const auto after = words.begin() + static_cast<std::ptrdiff_t>(at_word) + 1;
    std::vector<std::string> index(after, words.end());
    index.insert(index.end(), words.begin(), after - 1);  // "wanted_u_d" is u with the index "d,wanted"
    if (!digits.empty()) index.insert(index.begin(), digits);
    ways.push_back(indexed(identifier(letter), index));
    return true;
  };
  if (words.size() < 2 || !is_quantity(words.back()))  // "d_current" is a current
    for (std::size_t k = 0; k < words.size() && !add_letter(k);) ++k;
  const bool of_friction = name == "friction_coefficient";
  if (of_friction) ways.push_back(identifier("μ"));
  const auto is_number = [](const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  };
  std::size_t base = words.size() - 1;
  while (base > 0 && is_number(words[base])) --base;  // "levels[2]"
  constexpr std::size_t kShort = 2;                   // "inertia_xx": what stands behind the quantity is an index
  const bool is_twin = words[base] == "a" || words[base] == "b";
  if (base > 0 && words[base].size() <= kShort && (is_quantity(words[0]) || is_twin)) base = 0;
  const auto quantity = std::find_if(kQuantities.begin(), kQuantities.end(), [&](const Quantity& own) { return own.word == words[base]; });
  std::vector<std::string> before = words;
  before.erase(before.begin() + static_cast<std::ptrdiff_t>(base));
  if (quantity != kQuantities.end()) {
    ways.push_back(indexed(identifier(turns(unit) ? quantity->of_rotation : quantity->letter), before));
  }
  ways.push_back(indexed(identifier(words[base]), before));
  std::string whole;
  for (const std::string& word : words) whole += (whole.empty() ? "" : "-") + word;
  ways.push_back(identifier(whole));
  return ways;
}

}  // namespace

namespace {

bool has_turns(const ComponentRecord& record) {
  return std::any_of(record.parameters.begin(), record.parameters.end(), [](const ParameterDeclaration& own) { return turns(own.unit); }) ||
         std::any_of(record.variables.begin(), record.variables.end(), [](const VariableDeclaration& own) { return turns(own.unit); }) ||
         std::any_of(record.connectors.begin(), record.connectors.end(), [](const ConnectorDeclaration& own) {
           return own.kind == ConnectorKind::port ? domains()[at(own.domain)].position_unit == "rad" : turns(own.unit);
         });
}

/// "S.w" as the law has it, "w_S".
std::string in_law(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? name : name.substr(dot + 1) + "_" + name.substr(0, dot);
}

/// What laws say of a port beside its velocity and force, by its letter: where it is; of a frame also how it lies and moves.
std::vector<Pair> quantities_of(const ConnectorDeclaration& port) {
  if (port.kind != ConnectorKind::port) return {};
  const Domain& domain = domains()[at(port.domain)];
  if (domain.name == "spatial") return {{"r", "place"}, {"R", "orientation matrix"}, {"v", "velocity"}, {"w", "angular velocity"}};
  return {{domain.position, domain.position_unit == "rad" ? "angle" : "position"}};
}

/// "p_r", "sigma_0", as formulas in prose have them; what has more words is the name of something.
bool is_indexed_letter(const std::string& word) {
  constexpr std::size_t kMost = 3;  // characters of the index
  const std::vector<std::string> words = words_of(word);
  return words.size() == 2 && !letter_of(words[0]).first.empty() && words[1].size() <= kMost;
}

/// Of a single letter in prose: no article, "a way", no unit, "3 N", "m/s", "N·m", "in N", and no part of a word, "d-axis", "e.g.".
bool stands_for_a_quantity(const std::string& html, std::size_t at, std::size_t end, bool follows_letter) {
  const auto byte = [&](std::size_t place) { return place < html.size() ? static_cast<unsigned char>(html[place]) : 0; };
  const auto before = [&](std::string_view text) { return at >= text.size() && html.compare(at - text.size(), text.size(), text) == 0; };
  const int next = byte(end), last = at > 0 ? byte(at - 1) : 0;
  if (is_article(html, at)) return false;
  constexpr int kNoAscii = 0x80;  // of "·"
  if (next >= kNoAscii || last >= kNoAscii || last == '\'' || (last == '/' && !follows_letter)) return false;
  if (before("in ") || before("per ") || before("kg ") || (last == ' ' && at > 1 && std::isdigit(byte(at - 2)) != 0)) return false;
  const bool is_part = (next == '-' || next == '.') && std::islower(byte(end + 1)) != 0;
  return !is_part && !(last == '-' && at > 1 && std::isalpha(byte(at - 2)) != 0);
}

/// What stands at the shoulder of the name that ends at `end`: the star of "i_q* = S", the prime of "mu' |N|". Empty: nothing; the star of
/// "2*F" is a product.
std::string_view shoulder_at(std::string_view text, std::size_t end) {
  const std::size_t next = end + 1;
  if (end >= text.size() || (next < text.size() && is_of_name(text[next]))) return "";
  if (text[end] == '\'') return "′";
  return text[end] == '*' && (next == text.size() || text[next] != '(') ? "*" : "";
}

/// "cv:" in front of the law that a choice of an option has.
bool is_label(const std::string& law, std::size_t at, std::size_t end) {
  if (end >= law.size() || law[end] != ':') return false;
  while (at > 0 && law[at - 1] == ' ') --at;
  return at == 0 || law[at - 1] == '\n';
}

}  // namespace

Notation::Notation(const ComponentRecord& record)
    : record_(record), law_(record.doc), has_turns_(has_turns(record)), symbols_(record.symbols.size()) {
  for (std::size_t s = 0; s < record.symbols.size(); ++s) names_.insert(shown_symbol(record, static_cast<std::int32_t>(s)));
  for (std::size_t p = 0; p < record.parameters.size(); ++p)  // the law's letters come first: F_C may also be the force at a port C
    if (const std::string letter = letter_in_law(record.parameters[p].name); !letter.empty()) {
      const std::string typeset = ways_of(record.parameters[p].name, record.parameters[p].unit).front();
      if (used_.insert(typeset).second) by_name_.emplace(record.parameters[p].name, typeset), letters_.insert(letter);
    }
  for (const ListDeclaration& list : record.lists)
    if (const std::string letter = law_.of_list(list.name).first; !letter.empty()) by_name_.emplace(list.name, identifier(letter));
  for (const SymbolKind kind : {SymbolKind::time, SymbolKind::across, SymbolKind::through, SymbolKind::variable, SymbolKind::signal,
                                SymbolKind::discrete, SymbolKind::parameter, SymbolKind::mode})
    name_all(kind);
}

/// What the law calls a parameter, unless it calls a variable so.
std::string Notation::letter_in_law(const std::string& parameter) const {
  const std::string letter = law_.of_parameter(parameter);
  return names_.contains(letter) ? "" : letter;
}

/// "R.w" has the port as its index.
std::vector<std::string> Notation::ways_of(const std::string& name, const std::string& unit) const {
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos) {
    std::vector<std::string> words = words_of(name.substr(dot + 1) + "_" + name.substr(0, dot));
    if (const std::string letter = letter_of(words[0]).first; !letter.empty())
      return {ways_to_write(name.substr(dot + 1) + "_" + name.substr(0, dot), unit).front(),
              indexed(identifier(letter), {"port", name.substr(0, dot)})};
    return {indexed(identifier(words[0]), {words.begin() + 1, words.end()})};
  }
  std::vector<std::string> ways = ways_to_write(name, unit);
  if (const std::string letter = letter_in_law(name); !letter.empty()) ways.insert(ways.begin(), ways_to_write(letter, unit).front());
  if (!has_turns_)
    for (std::string& way : ways)
      if (const std::size_t omega = way.find("<mi>ω</mi>"); omega != std::string::npos) way.replace(omega, 11, "<mi>w</mi>");
  return ways;
}

void Notation::name_all(SymbolKind kind) {
  for (std::size_t s = 0; s < record_.symbols.size(); ++s) {
    const RecordSymbol& symbol = record_.symbols[s];
    if (symbol.kind != kind || !symbols_[s].empty()) continue;
    const std::string name = shown_symbol(record_, static_cast<std::int32_t>(s));
    std::string unit;
    if (kind == SymbolKind::variable) unit = record_.variables[at(symbol.index)].unit;
    if (kind == SymbolKind::parameter) unit = record_.parameters[at(symbol.index)].unit;
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) {
      std::vector<std::string> ways = ways_of(name, unit);
      if (kind == SymbolKind::parameter && record_.parameters[at(symbol.index)].list >= 0) {
        const ParameterDeclaration& own = record_.parameters[at(symbol.index)];
        const auto [letter, first] = law_.of_list(record_.lists[at(own.list)].name);
        if (!letter.empty()) ways.insert(ways.begin(), indexed(identifier(letter), {std::to_string(own.entry + first)}));
      }
      const auto found = std::find_if(ways.begin(), ways.end(), [&](const std::string& way) { return !used_.contains(way); });
      symbols_[s] = found == ways.end() ? ways.back() : *found;
      used_.insert(symbols_[s]);
    } else {
      symbols_[s] = known->second;
    }
    by_name_.try_emplace(name, symbols_[s]);
  }
}

std::vector<Notation::Meaning> Notation::meanings() const {
  std::vector<Meaning> meanings;
  std::set<std::string> told;
  const auto tell = [&](const std::string& name, const std::string& words) {
    if (told.insert(name).second) meanings.push_back({of_name(name), words});
  };
  for (const ListDeclaration& list : record_.lists)
    if (!law_.of_list(list.name).first.empty()) tell(list.name, list.name);
  for (std::size_t s = 0; s < record_.symbols.size(); ++s) {
    const RecordSymbol& symbol = record_.symbols[s];
    const std::string name = shown_symbol(record_, static_cast<std::int32_t>(s));
    if (symbol.kind == SymbolKind::parameter) {
      if (!letter_in_law(name).empty()) tell(name, name);
    } else if (law_.has(in_law(name)) && !letters_.contains(in_law(name))) {
      if (symbol.kind == SymbolKind::variable) tell(name, record_.variables[at(symbol.index)].doc);
      if (symbol.kind == SymbolKind::signal) tell(name, record_.connectors[at(symbol.index)].doc);
      if (symbol.kind == SymbolKind::across || symbol.kind == SymbolKind::through) {
        const std::string port = name.substr(0, name.find('.'));
        const bool rotates = domains()[at(record_.connectors[at(symbol.index)].domain)].position_unit == "rad";
        tell(name, symbol.kind == SymbolKind::through ? (rotates ? "torque on " : "force on ") + port
                                                      : (rotates ? "angular velocity of " : "velocity of ") + port);
      }
    }
  }
  for (const ConnectorDeclaration& port : record_.named_connectors())
    for (const auto& [quantity, words] : quantities_of(port))
      if (const std::string name = std::string(quantity) + "_" + port.name; law_.has(name) && told.insert(in_law(name)).second)
        meanings.push_back({typeset_name(name), std::string(words) + " of " + port.name});
  return meanings;
}

/// An index that the law has as a number, "m" of "m <= n", is italic as that is. "F_C" is F with the index C, "eta_1" as η with the index
/// 1; longer words stay what a diagram calls them.
std::string Notation::word_html(const std::string& word) const {
  if (word == "pi") return "π";
  if (word == "sqrt") return "√";
  const bool is_differential = word.size() > 1 && word[0] == 'd' && letter_of(word).first.empty() && word[1] != '_' &&
                               (word.size() == 2 || word[2] == '_') && !names_.contains(word);
  if (is_differential) return "d" + word_html(word.substr(1));
  const std::vector<std::string> words = words_of(word);
  auto [letter, digits] = letter_of(words[0]);
  if (letter.empty() || word.back() == '_' || words.size() > 3) return escaped(word);
  if (letter == "ω" && !has_turns_) letter = "w";
  std::string index = digits;
  for (std::size_t k = 1; k < words.size(); ++k) index += (index.empty() ? "" : ",") + index_of_word(words[k]);
  const bool counts = index.size() == 1 && std::string("ijkmn").find(index) != std::string::npos && law_.has(index);
  return "<i>" + letter + "</i>" + (index.empty() ? "" : counts ? "<sub><i>" + index + "</i></sub>" : "<sub>" + escaped(index) + "</sub>");
}

/// Of a word of prose: it is a letter that the law has, and no article, port or unit. "v/R" goes on with what it began with.
bool Notation::is_letter_in_prose(const std::string& html, std::size_t at, std::size_t end, bool follows_letter) const {
  const std::string word = html.substr(at, end - at);
  if (is_indexed_letter(word) || word == "pi") return true;
  if (!law_.has(word)) return false;
  if (word.find('_') != std::string::npos) return !names_.contains(word);
  if (letter_of(word).first.empty() || is_port(word)) return false;
  return word.size() > 1 || stands_for_a_quantity(html, at, end, follows_letter);
}

bool Notation::is_port(const std::string& name) const {
  return std::any_of(record_.connectors.begin(), record_.connectors.end(),
                     [&](const ConnectorDeclaration& own) { return own.kind == ConnectorKind::port && own.name == name; });
}

std::string Notation::prose_html(const std::string& html) const {
  std::string result;
  bool follows_letter = false;  // with a stroke between
  for (std::size_t at = 0; at < html.size();) {
    std::size_t end = at + 1;
    if (html[at] == '<') {
      const std::string_view close = html.compare(at, 6, "<code>") == 0 ? "</code>" : html.compare(at, 3, "<i>") == 0 ? "</i>" : ">";
      end = std::min(html.find(close, at), html.size() - close.size()) + close.size();
    } else if (is_of_name(html[at])) {
      while (end < html.size() && is_of_name(html[end])) ++end;
    }
    const std::string word = html.substr(at, end - at);
    const bool is_word = is_of_name(word[0]) && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    const std::string_view shoulder = is_word && law_.has(word) ? shoulder_at(html, end) : "";
    const bool is_rate = is_word && word.size() > 1 && word[0] == 'd' && law_.has(word.substr(1)) && html.compare(end, 3, "/dt") == 0;
    const bool is_letter = is_word && !is_rate && (shoulder == "*" || is_letter_in_prose(html, at, end, follows_letter));
    result += is_letter ? word_html(word) : is_rate ? "d" + word_html(word.substr(1)) : word;
    if (is_letter && !shoulder.empty()) result += shoulder == "*" ? "<sup>*</sup>" : std::string(shoulder), ++end;
    if (word != "/") follows_letter = is_letter;
    at = end;
  }
  return result;
}

/// A name of the law, with what stands at its shoulder: behind that is `end`.
std::string Notation::law_word_html(const std::string& law, std::size_t at, std::size_t& end) const {
  std::string word = law.substr(at, end - at);
  const auto follows = [&](std::string_view text) { return law.compare(end, text.size(), text) == 0; };
  if ((word.size() == 1 && is_article(law, at)) || is_label(law, at, end)) return word;
  if (is_port(word) && !letters_.contains(word)) return word;  // "from R to C"
  if (word == "x" && law_.has_vector_product()) return "×";
  if (word.size() > 1 && word[0] == 'd' && follows("/dt")) return "d" + word_html(word.substr(1));
  std::string html = word_html(word);
  const bool is_name = word.find('_') != std::string::npos || follows(" =");  // "torque = k i"; elsewhere it may be a word of prose
  if (html == word && is_name && by_name_.contains(word)) html = "<math>" + of_name(word) + "</math>";
  const bool is_at_impact = (follows("+") || follows("-")) && (end + 1 == law.size() || law[end + 1] == ' ' || law[end + 1] == '\n');
  if (is_at_impact) return html + (law[end++] == '+' ? "<sup>+</sup>" : "<sup>−</sup>");  // "v+ = -e v-"
  const std::string_view shoulder = shoulder_at(law, end);
  if (shoulder.empty()) return html;
  ++end;
  return html + (shoulder == "*" ? "<sup>*</sup>" : std::string(shoulder));
}

std::string Notation::law_html(const std::string& law) const {
  const std::string text = LawLetters::without_definitions(
      law, [&](const std::string& name) { return record_.find_parameter(name) >= 0 && !letter_in_law(name).empty(); });
  static constexpr std::array<Pair, 6> kSigns{{{"+-", "±"}, {"<=", "≤"}, {">=", "≥"}, {"->", "→"}, {"*", "·"}, {"-", "−"}}};
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::string html;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const auto sign =
        std::find_if(kSigns.begin(), kSigns.end(), [&](const Pair& own) { return text.compare(at, own.first.size(), own.first) == 0; });
    if (text[at] == '^' && end < text.size() && (is_digit(text[end]) || std::isalpha(static_cast<unsigned char>(text[end])) != 0)) {
      while (end < text.size() && is_of_name(text[end])) ++end;
      const std::string power = text.substr(at + 1, end - at - 1);
      html += "<sup>" + (power == "T" ? power : word_html(power)) + "</sup>";  // T: transposed
    } else if (is_digit(text[at])) {
      while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
      const bool has_power = end + 1 < text.size() && text[end] == 'e' && (text[end + 1] == '-' || is_digit(text[end + 1]));
      html += text.substr(at, end - at);
      const bool is_times_e = !has_power && end < text.size() && text[end] == 'e' && (end + 1 == text.size() || !is_of_name(text[end + 1]));
      if (is_times_e) html += text[end++];  // "sqrt(2e)": the number, upright
      if (has_power) {
        const std::size_t power = ++end;
        while (++end < text.size() && is_digit(text[end])) {
        }
        html += "·10<sup>" + std::string(text[power] == '-' ? "−" : "") +
                text.substr(power + (text[power] == '-' ? 1 : 0), end - power - (text[power] == '-' ? 1 : 0)) + "</sup>";
      }
    } else if (is_of_name(text[at])) {
      while (end < text.size() && is_of_name(text[end])) ++end;
      html += law_word_html(text, at, end);
    } else if (sign != kSigns.end()) {
      html += sign->second;
      end = at + sign->first.size();
    } else if (text[at] != '`') {
      html += escaped(text.substr(at, 1));
    }
    at = end;
  }
  return html;
}

std::string Notation::of_name(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? "" : found->second;
}

std::string with_indexed_letters(const std::string& html) {
  std::string result;
  for (std::size_t at = 0; at < html.size();) {
    std::size_t end = at + 1;
    if (html.compare(at, 6, "<code>") == 0) {
      end = std::min(html.find("</code>", at), html.size());
    } else if (is_of_name(html[at])) {
      while (end < html.size() && is_of_name(html[end])) ++end;
    }
    const std::string word = html.substr(at, end - at);
    if (is_of_name(word[0]) && is_indexed_letter(word))
      result += "<i>" + letter_of(words_of(word)[0]).first + "</i><sub>" + escaped(index_of_word(words_of(word)[1])) + "</sub>";
    else
      result += word;
    at = end;
  }
  return result;
}

std::string typeset_name(const std::string& name) {
  const std::size_t dot = name.find('.');
  return ways_to_write(dot == std::string::npos ? name : name.substr(dot + 1) + "_" + name.substr(0, dot), "").front();
}

}  // namespace stribeck
