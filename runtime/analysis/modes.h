#pragma once
// The modes of a system near a point of its motion: at which frequencies it swings, in which shapes, and where the energy of each is.
#include <complex>
#include <string>
#include <vector>

#include "analysis/linear_model.h"

namespace stribeck {

/// A node of the network in a mode, or a state with its share in it.
struct ModePlace {
  std::string name;               ///< of nodes the first port there, "load.I"
  std::string unit;               ///< of displacements; of velocities in modes that do not swing and whose pole is zero
  std::complex<double> amount{};  ///< the largest of the mode is 1
};
struct ModeShare {
  std::string name;
  double share = 0;  ///< of 1
};

struct NaturalMode {
  std::complex<double> pole;  ///< of a pair the one with the positive imaginary part
  std::vector<ModePlace> shape;
  std::vector<ModeShare> energy;         ///< of components, mean over a period: kinetic and elastic
  std::vector<ModeShare> participation;  ///< of states: how much of it is seen in the mode times how much it moves that; adds up to 1
};

struct Modes {
  double time_s = 0;
  std::size_t states = 0;  ///< that are free
  std::vector<HeldElement> held;
  std::vector<std::string> left;
  bool all = true;  ///< false: only those that were asked for, of a large system
  std::vector<NaturalMode> modes;
  Diagnostics notes;
};

struct ModesWanted {
  std::size_t count = 20;                               ///< of systems with more than kMostDenseStates states: so many, those nearest to
  double near_rad_s = 0;                                ///< this frequency
  static constexpr std::size_t kMostDenseStates = 300;  ///< all modes, in less than a second
};

/// Eigenvalues of a square matrix with the vectors to their right and left, of conjugate pairs the one with the positive imaginary part, by
/// their size.
struct EigenPair {
  std::complex<double> value;
  std::vector<std::complex<double>> right, left;  ///< left * right = 1; `left` is empty where an eigenvalue has too few vectors
};
void sort_by_size(std::vector<EigenPair>& pairs);
/// An eigenvalue with fewer vectors than its multiplicity has vectors that are orthogonal to one another: to so many digits.
inline constexpr double kDefective = 1e-7;
/// All of them.
std::vector<EigenPair> eigen_pairs(const Matrix& a);
/// So many near a frequency on the imaginary axis, of a large sparse matrix: Arnoldi's method on the inverse of the shifted matrix (Saad
/// (2011), Numerical Methods for Large Eigenvalue Problems, sections 6.2 and 8.1).
std::vector<EigenPair> eigen_pairs(const SparseMatrix& a, std::size_t count, double near_rad_s);

}  // namespace stribeck
