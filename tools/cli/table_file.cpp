#include "table_file.h"

#include "arguments.h"
#include "base/text.h"

namespace stribeck::cli {

void require_tables(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (!path.ends_with(".h5")) refuse("--result cannot be " + in_quotes(path), "end the name in .h5: it is written as HDF5");
}

void write_tables(const std::vector<std::string>& paths, const std::string& title, const NumberTable& table) {
  for (const std::string& path : paths) {
    ResultHead head{.title = title, .version = STRIBECK_VERSION, .constants = {}};
    head.first = table.first;
    const std::unique_ptr<ResultWriter> file = open_result(path, head);
    file->begin(table.columns);
    for (const std::vector<double>& row : table.rows) file->row(row.front(), row.data() + 1);
    file->finish();
  }
}

}  // namespace stribeck::cli
