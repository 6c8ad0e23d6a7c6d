#pragma once
// The error for frictions that are pressed on by their own reaction so much that no force fulfils their law.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// Frictions of which no forces fulfil the laws in the present modes.
class Jammed : public Failure {
 public:
  Jammed(Diagnostic diagnostic, std::vector<std::int32_t> frictions) : Failure(std::move(diagnostic)), frictions_(std::move(frictions)) {}
  const std::vector<std::int32_t>& frictions() const { return frictions_; }

 private:
  std::vector<std::int32_t> frictions_;
};

/// `what`: the sentence that follows the name of the first of the frictions.
Jammed jammed(const FlatSystem& flat, const std::vector<std::int32_t>& frictions, double t, const std::string& what);

/// A smooth law of friction of this instance that contradicts itself: each sign of what presses it on follows from the other one.
Failure jams_by_its_sign(const FlatSystem& flat, std::int32_t instance, double t);

/// For a block that has no solution: throws Failure if there is friction in it whose limits depend on the forces that they limit.
void fail_if_jammed(const SortedSystem& sorted, std::int32_t block, double t);
/// The same for smooth laws of friction: where one is pressed by a signal that its own force makes.
void fail_if_pressed_by_itself(const SortedSystem& sorted, std::int32_t block, double t);

}  // namespace stribeck
