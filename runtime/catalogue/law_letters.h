#pragma once
// The letters that the law of a component, as its comment states it, uses for parameters.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace stribeck {

/// Whether a name in a law may have this character.
bool is_of_name(char c);

/// Whether the "a" or "A" at a place of a text is an article: "a curve", but not "a and b are", "a exp(..)".
bool is_article(const std::string& text, std::size_t at);

class LawLetters {
 public:
  /// `comment`: above the component; its laws are what is indented there.
  explicit LawLetters(const std::string& comment);

  /// Whether the law says it: "F_C", "v", "exp".
  bool has(const std::string& word) const { return words_.contains(word); }
  /// What the law calls a parameter: "F_C" for "coulomb_force"; empty where it does not have it, or has several letters for such a one.
  std::string of_parameter(const std::string& name) const;
  /// The same of a list's entries, and the index of the first of them: "a" and 0 where the law has a_0 to a_n.
  std::pair<std::string, int> of_list(const std::string& name) const;
  /// Whether " x " between two names is the product of vectors, as the law says it nowhere else.
  bool has_vector_product() const { return has_vector_product_; }
  /// The law without "h = transition_region", where that is a parameter with such a letter: what a letter stands for is told below it.
  static std::string without_definitions(const std::string& law, const std::function<bool(const std::string&)>& is_parameter);

 private:
  void read_definitions(const std::string& law);
  void read_sentences(const std::string& text);

  std::set<std::string> words_;
  bool has_vector_product_ = false;
  std::map<std::string, std::string> defined_;  ///< by what a letter stands for: of "h = transition_region" the letter
};

}  // namespace stribeck
