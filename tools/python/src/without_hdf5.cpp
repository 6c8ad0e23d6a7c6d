// In place of results/hdf5_*.cpp: HDF5 would be most of the package's size, and people who use Python have libraries of their own for it.
#include <utility>

#include "results/hdf5_file.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                           .message = "the Python package does not read or write HDF5, as " + path + " is",
                           .where = {},
                           .because = {},
                           .remedy = "take .csv, .mat or .jsonl; or xarray: result.to_xarray().to_netcdf()",
                           .details = {}});
}

}  // namespace

struct Hdf5Writer::Open {};
Hdf5Writer::Hdf5Writer(std::string path, ResultHead head) : file_(std::move(path)), head_(std::move(head)) { refuse(file_.path()); }
Hdf5Writer::~Hdf5Writer() = default;
void Hdf5Writer::begin(const std::vector<OutputColumn>& /*columns*/) {}
void Hdf5Writer::row(double /*time_s*/, const double* /*values*/) {}
void Hdf5Writer::finish() {}
std::string Hdf5Writer::keep_partial() { return {}; }
ResultTable read_hdf5(const std::string& path) { refuse(path); }

}  // namespace stribeck
