// Every format of results, one line each.
#include <algorithm>
#include <array>

#include "results/result_format.h"

namespace stribeck {

extern const ResultFormat kCsvFormat;        // csv_writer.cpp
extern const ResultFormat kJsonLinesFormat;  // json_lines.cpp
extern const ResultFormat kMatFormat;        // mat_writer.cpp
extern const ResultFormat kHdf5Format;       // format_hdf5.cpp

namespace {

constexpr std::array kFormats = {&kCsvFormat, &kJsonLinesFormat, &kMatFormat, &kHdf5Format};

}  // namespace

std::span<const ResultFormat* const> result_formats() { return kFormats; }

std::unique_ptr<ResultWriter> open_result(const std::string& path, const ResultHead& head, Lasting lasting) {
  for (const ResultFormat* format : kFormats)
    if (path.ends_with(format->ending)) return format->open(path, head, lasting);
  return nullptr;
}

std::string result_endings() {
  std::string endings;
  for (std::size_t k = 0; k < kFormats.size(); ++k) {
    if (k > 0) endings += k + 1 < kFormats.size() ? ", " : " or ";
    endings += kFormats[k]->ending;
  }
  return endings;
}

}  // namespace stribeck
