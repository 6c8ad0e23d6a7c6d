#pragma once
// Expressions of a component's record set in type, as MathML: browsers show it without any network.
#include <string>

#include "catalogue/abbreviations.h"
#include "catalogue/notation.h"
#include "catalogue/vectors.h"
#include "component/record.h"

namespace stribeck {

/// How the formulas of one component are written.
struct Setting {
  explicit Setting(const ComponentRecord& own) : record(own), notation(own), abbreviations(own), vectors(own, abbreviations) {}
  const ComponentRecord& record;
  Notation notation;
  Abbreviations abbreviations;
  Vectors vectors;
};

/// `<math>...</math>`; empty for what would fill more than a page.
std::string mathml(const Setting& setting, ExprId expression);
/// The same to stand in a formula, negative if asked for.
std::string mathml_inside(const Setting& setting, ExprId expression, bool is_negative = false);
std::string mathml_number(double value);
/// left `sign` right; "= -" negates the right side.
std::string mathml_equation(const Setting& setting, ExprId left, ExprId right, const std::string& sign);
/// name = what it stands for
std::string mathml_definition(const Setting& setting, const Abbreviations::Entry& entry);
/// The same with components of vectors as the vectors; of what Vectors tells alone.
std::string mathml_of_vectors(const Setting& setting, ExprId expression);
std::string mathml_vector_equation(const Setting& setting, ExprId left, ExprId right);
std::string mathml_vector_definition(const Setting& setting, const Abbreviations::Entry& entry);

}  // namespace stribeck
