#pragma once
// A format of results: how it is written and read back, told by the ending of a file's name. Each declares itself beside its writer, as a
// row of the table in result_formats.cpp.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "results/result_table.h"
#include "results/result_writer.h"

namespace stribeck {

struct ResultFormat {
  std::string_view ending;  ///< ".csv"
  /// Opens a file to write to. Throws Failure output.unwritable.
  std::unique_ptr<ResultWriter> (*open)(const std::string& path, const ResultHead& head, Lasting lasting);
  /// Throws Failure file.missing or result.unreadable.
  ResultTable (*read)(const std::string& path);
  std::string_view other_ending = {};  ///< under which other programs write it; empty: none
};

/// The order in which they are told to users.
std::span<const ResultFormat* const> result_formats();

}  // namespace stribeck
