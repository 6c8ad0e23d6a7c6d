#pragma once
// Constants that people know by a formula: 2 pi, sqrt(2e), 1/sqrt(3).

namespace stribeck {

/// times/over pi^pi e^(halves_of_e/2) sqrt(root), as small whole numbers; times 0: the number is none of them.
struct ClosedForm {
  int times = 0, over = 1, pi = 0, halves_of_e = 0, root = 1;
};

/// The form of a positive irrational number, to rounding. Simple fractions are none.
ClosedForm closed_form(double value);

/// What stands above and below the line of its fraction, and under their roots: sqrt(2)/2 is 1/sqrt(2).
struct FractionOfForm {
  struct Part {
    int number = 1, pi = 0, e = 0;  ///< factors in front of the root
    int root = 1;                   ///< under it
    bool has_e_under_root = false;

    /// One factor, or none.
    bool is_single() const { return (number != 1) + (pi != 0) + (e != 0) + (root != 1 || has_e_under_root) <= 1; }
  };
  Part top, bottom;
};
FractionOfForm fraction_of(const ClosedForm& form);
/// What "2*sqrt(3)/pi" is, worked out as it stands: the number itself, or its neighbour.
double value_of(const FractionOfForm& fraction);

}  // namespace stribeck
