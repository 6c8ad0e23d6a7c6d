#pragma once
// Tells whether closed loops of bodies have gone from one branch of their positions to another.
#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// Compares the loops with how they were at the end of the last step. Where a linkage is nearly one that has a singular position, as a
/// four-bar linkage that is nearly a parallelogram, two branches of its positions come close to one another there. A step that is long
/// beside their distance may lead from one to the other with both ends closed, so that nothing else tells of it.
///
/// The test function of branch points along a curve: the slopes of the constraints, bordered by the directions that they leave free and by
/// the combinations of them that are redundant, have a determinant that vanishes only where the rank drops, as long as the directions have
/// not turned far. On one branch its sign stays, on the other one it is the opposite, and it changes on the way through a singular
/// position. Allgower, Georg (1990), Numerical Continuation Methods, section 8.1.
class LoopBranch {
 public:
  using Matrix = Eigen::MatrixXd;
  enum class Answer : std::uint8_t {
    same,        ///< the loops are on the branch that they were on
    other,       ///< they are on another one, or have turned too far to be compared: a shorter step tells
    unresolved,  ///< straight on, past a position beside which branches cannot be told apart by shorter steps
  };
  /// `rows`: slopes of the constraints by the velocities, independent of units of length; `rank`: theirs beside singular positions.
  Answer compare(const Matrix& rows, std::size_t rank) const;
  /// From now on `rows` are those to compare with. Returns whether the branch is another one, or not known to be the same.
  bool take(const Matrix& rows, std::size_t rank);
  /// After take() has returned true: the column of the velocity that is freest there beside the motion.
  std::size_t freest() const { return freest_; }
  bool empty() const { return sign_ == 0; }
  void carry(Archive& archive) { archive(sign_, clearness_, lengths_, free_, redundant_, freest_); }

 private:
  struct Shape {
    double clearness = 0;  ///< the least pivot, in proportion to the largest: zero in a singular position
    Matrix rows, free, redundant;
  };
  Shape shape(const Matrix& rows, std::size_t rank) const;
  enum class Side : std::uint8_t { same, across, turned };
  Side side(const Shape& here) const;
  static std::size_t freest_of(const Matrix& rows, std::size_t rank);

  double sign_ = 0;  ///< of the determinant; 0: there is nothing to compare with
  double clearness_ = 0;
  std::vector<double> lengths_;           ///< of the columns at first
  std::vector<double> free_, redundant_;  ///< orthonormal columns; behind the redundant ones the slopes themselves
  std::size_t freest_ = 0;
};

}  // namespace stribeck
