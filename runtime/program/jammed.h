#pragma once
// The error for friction that jams: its normal force grows with the friction itself, so that no force fulfils its law (Painleve's paradox);
// or a side of it has no inertia, and nothing else there takes up the force that is left over.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "program/labels.h"

namespace stribeck {

struct Program;

/// Thrown with the numbers of frictions whose laws no forces fulfil in the present modes.
class Jammed : public Failure {
 public:
  Jammed(Diagnostic diagnostic, std::vector<std::int32_t> frictions) : Failure(std::move(diagnostic)), frictions_(std::move(frictions)) {}
  const std::vector<std::int32_t>& frictions() const { return frictions_; }

 private:
  std::vector<std::int32_t> frictions_;
};

/// `what`: the sentence that follows the name of the first of the frictions.
Jammed jammed(const Program& program, const std::vector<std::int32_t>& frictions, double t, const std::string& what);

/// A smooth law of friction of this component that contradicts itself: each sign of what presses it on follows from the other one.
Failure jams_by_its_sign(const Labels& labels, std::int32_t component, double t);

/// For a loop that has no solution: throws Failure where a smooth law of friction in it is pressed by a signal that its own force makes.
void fail_if_pressed_by_itself(const Labels& labels, std::int32_t block, double t);

}  // namespace stribeck
