#pragma once
// Graphs laid out by Graphviz.
#include <string>

namespace stribeck {

/// What dot makes of a graph in its language; `format` is one of its own: "plain", "svg". Throws Failure tool.missing or tool.failed.
std::string run_dot(const std::string& format, const std::string& graph);

}  // namespace stribeck
