#pragma once
// What an object of the library holds, and how errors leave it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "diagram/definitions.h"
#include "pipeline.h"
#include "session.h"
#include "stribeck/stribeck.hpp"

namespace stribeck {

inline Error error_of(const Failure& failure) {
  std::string text;
  for (const Diagnostic& diagnostic : failure.diagnostics()) text += to_text(diagnostic);
  return {text, failure.diagnostics().empty() ? std::string() : std::string(describe(failure.diagnostics().front().code).code)};
}

[[noreturn]] inline void refuse(ErrorCode code, std::string message, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  throw error_of(Failure(std::move(diagnostic)));
}

/// What an object holds; one that was moved from holds nothing.
template <typename State>
State& held(const std::unique_ptr<State>& state) {
  if (state == nullptr)
    refuse(ErrorCode::arguments_invalid, "this simulation holds no diagram: it has been moved to another object", "use the other one");
  return *state;
}

/// No type of the inside leaves it.
template <typename Call>
auto with_errors(Call call) {
  try {
    return call();
  } catch (const Failure& failure) {
    throw error_of(failure);
  }
}

inline RunOptions with_sources() {
  RunOptions options;
  options.sources = std::make_shared<Sources>();  // files are read once in the life of the object
  return options;
}

struct Simulation::State {
  Session session;
  RunOptions options;    ///< what is set
  bool changed = false;  ///< since the session took it

  State(const std::string& name, std::string text, const std::vector<std::string>& plugins)
      : session(name, std::move(text), plugins, with_sources()), options(session.options()) {}

  /// `linear_inputs`: of what follows; connectors among them are part of the network.
  void take_changes(const std::vector<std::string>& linear_inputs = {}) {
    if (options.linear_inputs != linear_inputs) options.linear_inputs = linear_inputs, changed = true;
    if (!changed) return;
    changed = false;
    try {
      session.take(options);
    } catch (const Failure&) {
      options = session.options();
      throw;
    }
  }
};

}  // namespace stribeck
