#include <unistd.h>

#include "base/text.h"
#include "results/hdf5_file.h"
#include "results/hdf5_handle.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

constexpr const char* kHdf5Remedy =
    "such a file is written by stribeck run --result FILE.h5: one-dimensional datasets of equal length at the root";

struct Names {
  std::vector<std::string> all;
  static herr_t add(hid_t, const char* name, const H5L_info_t*, void* names) {
    static_cast<Names*>(names)->all.emplace_back(name);
    return 0;
  }
};

}  // namespace

ResultTable read_hdf5(const std::string& path) {
  prepare_hdf5();
  if (::access(path.c_str(), R_OK) != 0) refuse_missing_result(path);
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.is_open()) refuse_result(path, 0, "it is no HDF5 file, or a damaged one", kHdf5Remedy);
  Names names;
  hsize_t at = 0;
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, &at, Names::add, &names);
  ResultTable table;
  table.file = path;
  for (const std::string& name : names.all) {
    const Hdf5Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!dataset.is_open()) continue;  // a group
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose);
    hsize_t count = 0;
    if (H5Sget_simple_extent_ndims(space) != 1 || H5Tget_class(type) != H5T_FLOAT) continue;
    H5Sget_simple_extent_dims(space, &count, nullptr);
    std::vector<double> values(count);
    if (count > 0 && H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      refuse_result(path, 0, "the dataset " + in_quotes(name) + " cannot be read", kHdf5Remedy);
    if (!table.columns.empty() && table.columns.front().size() != values.size())
      refuse_result(path, 0, "the dataset " + in_quotes(name) + " is longer or shorter than the others", kHdf5Remedy);
    table.names.push_back(column_of_hdf5(name));
    table.columns.push_back(std::move(values));
  }
  if (table.names.empty()) refuse_result(path, 0, "it holds no dataset of numbers", kHdf5Remedy);
  return table;
}

}  // namespace stribeck
