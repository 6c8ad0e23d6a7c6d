#include "drawing/graphviz.h"

#include "drawing/child_process.h"

namespace stribeck {

std::string run_dot(const std::string& format, const std::string& graph) {
  static const Tool kDot{"dot", "graphviz", "lays out the drawing"};
  return run_tool(kDot, {"-T" + format}, graph);
}

}  // namespace stribeck
