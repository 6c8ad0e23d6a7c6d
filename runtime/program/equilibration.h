#pragma once
// Scales of the columns of a sparse matrix that do not depend on the units of its rows and columns.
#include <cstdint>
#include <span>
#include <vector>

namespace stribeck {

/// Powers of two to multiply the columns with, so that the logarithms of the entries, with rows scaled as well, have mean zero in every row
/// and every column: the least squares of Curtis, Reid (1972), On the automatic scaling of matrices for Gaussian elimination, J. Inst.
/// Maths Applics 10, 118-124, by rows and columns in turn. Rows and columns in other units get the reciprocal scales, to within rounding to
/// powers of two. The matrix is square, column by column: rows[starts[c]] up to rows[starts[c + 1]] are those of column c, and entries run
/// parallel to them, all finite.
std::vector<double> equilibrating_columns(std::span<const std::int32_t> starts, std::span<const std::int32_t> rows,
                                          std::span<const double> entries);

}  // namespace stribeck
