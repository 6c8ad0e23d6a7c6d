#pragma once
// Finds all solutions of a loop in a box. The box is divided until each part is proved to have no solution, or to have exactly one, which
// Newton's iteration then finds. Interval bounds of the residuals exclude parts. Parts are made smaller by going back through the
// operations from each residual to the unknowns, and along unknowns in which a residual is monotone. Krawczyk's operator proves that a part
// has one solution (Moore, Kearfott, Cloud 2009, Introduction to Interval Analysis, chapter 8).
#include <functional>
#include <span>
#include <vector>

#include "program/loop_bounds.h"

namespace stribeck {

class BoxSearch {
 public:
  /// `try_from` looks for a solution by iteration from a point.
  using TryFrom = std::function<void(std::span<const double> point)>;
  BoxSearch(LoopBounds& bounds, std::size_t unknowns, TryFrom try_from);
  /// Searches the box from -half_width to half_width in each unknown, until is_enough() or for at most `most_work` instructions by interval
  /// arithmetic. True if every part was decided on; else the search ends with iterations from the middles of the largest parts that are
  /// left.
  bool run(double half_width, std::int64_t most_work, const std::function<bool()>& is_enough);

 private:
  enum class Verdict { none, decided, open };
  Verdict examine(Box& box);
  bool contract(Box& box);
  Verdict by_krawczyk(Box& box);
  void split(const Box& box);
  void try_middle(const Box& box);

  LoopBounds& bounds_;
  std::size_t n_;
  TryFrom try_from_;
  std::vector<Box> open_;
  std::vector<Interval> residuals_;
  std::vector<std::vector<Interval>> slopes_;  // by column
};

}  // namespace stribeck
