#pragma once
// The curves of a study: a store of Zarr v3 (zarr-specs.readthedocs.io), which xarray opens at any time, complete or not.
//
//     curves.zarr/zarr.json       the group
//     curves.zarr/time            the instants, s
//     curves.zarr/NAME            a curve of all samples: [sample, time]; c.12.0 has the samples of chunk 12, not a number where a sample
//                                 failed, was excluded or ended before
//     curves.zarr/load.inertia    when the study is complete, factors and scalars: [sample]
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/columns.h"
#include "study/folder.h"

namespace stribeck {

class CurveStore {
 public:
  CurveStore(const StudyFolder& folder, const StudyPlan& plan);

  bool is_wanted() const { return !plan_.curves.empty(); }
  /// So many numbers a sample: one curve after the other.
  std::size_t size_of_sample() const { return plan_.curves.size() * plan_.curve_times_s.size(); }
  /// What describes the store and its instants; several programs may do so at once. Throws Failure output.unwritable.
  void make() const;
  /// The curves of the samples of a chunk, one after the other; empty ones stand for none. Appears whole. Throws Failure output.unwritable.
  void write(std::int64_t chunk, const std::vector<std::vector<double>>& samples) const;
  /// The same as they were written, in order; nothing if they are not there, or not whole.
  std::optional<std::vector<std::vector<double>>> read(std::int64_t chunk) const;
  /// Factors, scalars and the status as coordinates of the samples. Throws Failure output.unwritable.
  void write_columns(const StudyColumns& columns) const;
  /// Removes what killed workers left.
  void tidy() const;

 private:
  std::string array_of(const std::string& name) const { return path_ + "/" + name; }
  void write_file_of(const std::string& array, const std::string& name, const std::string& content) const;

  const StudyPlan& plan_;
  std::string path_;
  std::int64_t samples_, chunk_, chunks_;
};

/// Once everything is done: factors and scalars beside the curves, and nothing that killed workers left. Throws Failure output.unwritable.
void finish_curves(const StudyFolder& folder, const StudyPlan& plan);

}  // namespace stribeck
