#pragma once
// The comment above a component, taken apart for its page.
#include <string>
#include <vector>

namespace stribeck {

/// A run of lines of one kind.
struct Paragraph {
  bool is_formula = false;  ///< indented in the comment: set as it stands
  std::string text;         ///< prose on one line; formulas line by line
};

struct Prose {
  std::string summary;  ///< the first sentence
  std::vector<Paragraph> paragraphs;
};

/// What follows the first sentence, as paragraphs.
Prose prose_of(const std::string& comment);

/// What a part of a text is about.
struct Statement {
  std::string heading;  ///< "assumes", "limits", "accuracy", "source"; empty: what it is and does
  std::string text;
};
/// A paragraph taken apart: sentences that begin with "Assumes", and what follows "Limits:" (where the law is wrong, or what it does that
/// real friction does not), "Accuracy:", "How sure:" (both are about accuracy) and "Source:", up to the next of these.
std::vector<Statement> statements_of(const std::string& paragraph);

/// What is said of the limits in the comment above a component, without marks of code; empty if nothing is.
std::string limits_in(const std::string& comment);

}  // namespace stribeck
