#pragma once
// Errors, warnings and remarks for scripts.
#include <string>

#include "base/diagnostic.h"
#include "results/document.h"

namespace stribeck {

const document::Shape<Diagnostic>& shape_of(const Diagnostic*);
/// One line of JSON, with its newline.
std::string to_json_line(const Diagnostic& diagnostic);
std::string message_schema();

}  // namespace stribeck
