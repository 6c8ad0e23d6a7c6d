#pragma once
// Where in a large box a loop may have solutions: the box is divided until a part has none for certain, or one for certain, which Newton's
// iteration then finds. Parts are left out by bounds of the residuals, made smaller by what each operation leaves of its operands and along
// each unknown that a residual is monotone in, and decided on by Krawczyk's operator (Moore, Kearfott, Cloud 2009, Introduction to Interval
// Analysis, chapter 8).
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
  /// Whether all of the box was decided on by so much work, and before it is enough; else it has tried from the middles of the largest
  /// parts that are left.
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
