#pragma once
// Reads diagrams given as text, for the tests of this stage.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "diagram/read.h"
#include "fake_components.h"

namespace stribeck::fake {

inline Diagram read(const std::string& text, const ReadOptions& options = {}) {
  return read_diagram(registry(), "test.json", options, &text);
}

/// "code line:column pointer" of every error.
inline std::vector<std::string> errors_of(const std::vector<Diagnostic>& list) {
  std::vector<std::string> result;
  for (const Diagnostic& d : list) {
    result.push_back(std::string(describe(d.code).code) + " " + std::to_string(d.where.line) + ":" + std::to_string(d.where.column) +
                     (d.where.pointer.empty() ? "" : " " + d.where.pointer));
  }
  return result;
}

inline std::vector<Diagnostic> failures(const std::string& text, const ReadOptions& options = {}) {
  try {
    read(text, options);
  } catch (const Failure& failure) {
    return failure.diagnostics();
  }
  return {};
}

inline std::vector<std::string> errors(const std::string& text, const ReadOptions& options = {}) {
  return errors_of(failures(text, options));
}

/// The only failure.
inline Diagnostic failure(const std::string& text, const ReadOptions& options = {}) {
  const auto list = failures(text, options);
  INFO(text);
  REQUIRE(list.size() == 1);
  return list[0];
}

/// A diagram with these components (and further keys).
inline std::string diagram(const std::string& components, const std::string& more = "") {
  return "{\"format\": \"stribeck/1\",\n\"components\": {" + components + "}" + (more.empty() ? "" : ",\n" + more) + "}";
}

using Lines = std::vector<std::string>;

}  // namespace stribeck::fake
