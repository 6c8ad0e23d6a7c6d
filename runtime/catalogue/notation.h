#pragma once
// How a component's names are set in formulas: letters of the field with what tells them apart as index.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catalogue/law_letters.h"
#include "component/record.h"

namespace stribeck {

/// MathML of each symbol of a record; no two of them look alike. A quantity has its usual letter (a force F, a velocity v or ω), the words
/// before it become the index: "max_velocity" is v with "max". A parameter that the law of the component's comment has a letter for has
/// that one. What has no usual letter stays an upright word.
class Notation {
 public:
  /// The record must outlive it.
  explicit Notation(const ComponentRecord& record);
  const std::string& of_symbol(std::int32_t symbol) const { return symbols_[static_cast<std::size_t>(symbol)]; }
  /// Of a parameter or variable by its name; empty if there is none of that name.
  std::string of_name(const std::string& name) const;
  /// A law as its comment states it, in the same letters, as HTML.
  std::string law_html(const std::string& text) const;
  /// Prose in HTML, with the letters of the law set as there.
  std::string prose_html(const std::string& html) const;
  /// What the letters of that law stand for: MathML, and a name or a few words.
  struct Meaning {
    std::string symbol, words;
  };
  std::vector<Meaning> meanings() const;

 private:
  void name_all(SymbolKind kind);
  std::string letter_in_law(const std::string& parameter) const;
  std::vector<std::string> ways_of(const std::string& name, const std::string& unit) const;
  std::string word_html(const std::string& word) const;
  std::string law_word_html(const std::string& law, std::size_t at, std::size_t& end) const;
  bool is_port(const std::string& name) const;
  bool is_letter_in_prose(const std::string& html, std::size_t at, std::size_t end, bool follows_letter) const;

  const ComponentRecord& record_;
  LawLetters law_;
  bool has_turns_;                                // w is an angular velocity or frequency
  std::set<std::string> used_, names_, letters_;  // the last: of the law, for parameters
  std::vector<std::string> symbols_;              // by symbol of the record
  std::map<std::string, std::string> by_name_;
};

/// Text in HTML of no component, with "F_s" and "sigma_1" as letters with an index.
std::string with_indexed_letters(const std::string& html);

/// "h1" as h with the index 1, "R.x" as x with the index R.
std::string typeset_name(const std::string& name);

}  // namespace stribeck
