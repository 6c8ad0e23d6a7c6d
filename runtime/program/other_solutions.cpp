// Whether a nonlinear loop has more solutions than the one that has been found.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "program/machine.h"

namespace stribeck {

namespace {

/// Two solutions that lie nearer are one: where it is a double one, it is known to no more than the root of rounding.
constexpr double kSameSolution = 1e-6;

bool is_same(std::span<const double> one, std::span<const double> other) {
  for (std::size_t k = 0; k < one.size(); ++k)
    if (!(std::fabs(one[k] - other[k]) <= kSameSolution * std::max({1.0, std::fabs(one[k]), std::fabs(other[k])}))) return false;
  return true;
}

std::vector<double> unknowns_of(const BlockCode& block, const Machine& machine) {
  std::vector<double> values;
  for (const Register r : block.unknowns) values.push_back(machine.value(r));
  return values;
}

}  // namespace

/// First the mirror image about where a search starts, as of a rod that may stand or hang; then a search from either side of there. Loops
/// that friction decides on have rules of their own.
std::vector<Machine::OtherSolution> Machine::other_solutions(const std::function<bool()>& is_as_wished) {
  std::vector<OtherSolution> others;
  Values kept;
  keep(kept);
  for (std::size_t b = 0; b < program_->blocks.size(); ++b) {
    const BlockCode& block = program_->blocks[b];
    if (block.linear || block.size > kLargestDenseLoop || !block.friction_forces.empty()) continue;
    const std::vector<double> found = unknowns_of(block, *this);
    std::vector<double> image;
    for (std::size_t k = 0; k < found.size(); ++k) image.push_back(2 * program_->initial[at(block.unknowns[k])] - found[k]);
    std::vector<std::vector<double>> starts{std::move(image)};
    for (const double far : {1.0, -1.0, 100.0, -100.0}) {
      starts.emplace_back();
      for (std::size_t k = 0; k < found.size(); ++k)
        starts.back().push_back(program_->initial[at(block.unknowns[k])] + far * std::cos(2.4 * static_cast<double>(k)));
    }
    for (const std::vector<double>& start : starts) {
      const bool is_other = is_other_solution(block, start, found) && is_as_wished();
      if (is_other) others.push_back({b, unknowns_of(block, *this)});
      put_back(kept);
      if (is_other) break;
    }
  }
  return others;
}

/// Leaves the unknowns there.
bool Machine::is_other_solution(const BlockCode& block, std::span<const double> from, std::span<const double> found) {
  if (!loops_.converges(block, from) || is_same(unknowns_of(block, *this), found)) return false;
  try {
    run(Section::dynamics);
    run(Section::crossings);
  } catch (const Failure&) {
    return false;
  }
  for (std::size_t c = 0; c < program_->conditions.size(); ++c)
    if (differs(c)) return false;
  return !is_same(unknowns_of(block, *this), found);
}

}  // namespace stribeck
