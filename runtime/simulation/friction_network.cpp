#include "simulation/friction_network.h"

#include <Eigen/Dense>
#include <algorithm>

namespace stribeck {

bool FrictionModes::Network::Group::stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities,
                                         std::vector<double>& impulses) const {
  if (std::all_of(velocities.begin(), velocities.end(), [](double v) { return v == 0; })) return false;
  const auto n = static_cast<Eigen::Index>(some.size());
  Eigen::MatrixXd answers(n, n);
  for (std::size_t row = 0; row < some.size(); ++row)
    for (std::size_t column = 0; column < some.size(); ++column)
      answers(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = answer(some[row], some[column]);
  const Eigen::VectorXd needed = answers.completeOrthogonalDecomposition().solve(Eigen::Map<const Eigen::VectorXd>(velocities.data(), n));
  for (std::size_t k = 0; k < some.size(); ++k) impulses[members[some[k]]] = needed(static_cast<Eigen::Index>(k));
  return true;
}

}  // namespace stribeck
