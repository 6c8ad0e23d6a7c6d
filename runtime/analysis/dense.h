#pragma once
// Matrices of models as those of Eigen, and back.
#include <Eigen/Dense>
#include <vector>

#include "analysis/linear_model.h"

namespace stribeck {

inline Eigen::Index size_of(const std::vector<double>& values) { return static_cast<Eigen::Index>(values.size()); }

inline Eigen::MatrixXd dense_of(const Matrix& m) {
  Eigen::MatrixXd d(static_cast<Eigen::Index>(m.rows), static_cast<Eigen::Index>(m.columns));
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.columns; ++c) d(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = m(r, c);
  return d;
}

inline Matrix matrix_of(const Eigen::MatrixXd& d) {
  Matrix m(static_cast<std::size_t>(d.rows()), static_cast<std::size_t>(d.cols()));
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.columns; ++c) m(r, c) = d(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  return m;
}

}  // namespace stribeck
