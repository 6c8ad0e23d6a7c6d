#pragma once
// Expressions of a component's record set in type, as MathML: browsers show it without any network.
#include <string>

#include "component/record.h"

namespace stribeck {

/// `<math>...</math>`; empty for what would fill more than a page.
std::string mathml(const ComponentRecord& record, ExprId expression);
/// left `sign` right; "= -" negates the right side.
std::string mathml_equation(const ComponentRecord& record, ExprId left, ExprId right, const std::string& sign);

}  // namespace stribeck
