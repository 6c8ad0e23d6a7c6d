// The row of HDF5 in the table of formats, apart from its writer and reader, which the Python package replaces by others.
#include "results/hdf5_file.h"
#include "results/result_format.h"
#include "results/spooled_writer.h"

namespace stribeck {

extern const ResultFormat kHdf5Format;
const ResultFormat kHdf5Format{
    .ending = ".h5",
    .open = [](const std::string& path, const ResultHead& head, Lasting lasting) -> std::unique_ptr<ResultWriter> {
      const auto open = [path, head]() -> std::unique_ptr<ResultWriter> { return std::make_unique<Hdf5Writer>(path, head); };
      if (lasting == Lasting::no) return open();
      return std::make_unique<SpooledWriter>(path, open, lasting);
    },
    .read = read_hdf5,
    .other_ending = ".hdf5",
};

}  // namespace stribeck
