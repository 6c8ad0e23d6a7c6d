#include "results/spooled_writer.h"

#include <fstream>

#include "results/unreadable.h"

namespace stribeck {
namespace {

constexpr char kRow = 'r', kEvent = 'e';  // what a record begins with

std::string_view bytes_of(const double* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(double)};
}

}  // namespace

void SpooledWriter::row(double time_s, const double* values) {
  file_.write({&kRow, 1});
  file_.write(bytes_of(&time_s, 1));
  file_.write(bytes_of(values, columns_.size()));
  ++rows_;
}

void SpooledWriter::event(const EventRecord& event) {
  const auto length = static_cast<std::uint32_t>(event.label.size());
  file_.write({&kEvent, 1});
  file_.write(bytes_of(&event.time_s, 1));
  file_.write({reinterpret_cast<const char*>(&length), sizeof length});
  file_.write(event.label);
}

/// The result with all rows so far.
std::unique_ptr<ResultWriter> SpooledWriter::written() {
  file_.sync();
  std::ifstream spool(file_.lend(), std::ios::binary);
  const auto read = [&](void* to, std::size_t size) {
    if (!spool.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) refuse_missing_result(file_.path());
  };
  remove_abandoned(result_);
  std::unique_ptr<ResultWriter> writer = open_();
  writer->begin(columns_);
  std::vector<double> values(columns_.size());
  EventRecord event;
  for (char kind = 0; spool.get(kind);) {
    double time_s = 0;
    read(&time_s, sizeof time_s);
    if (kind == kRow) {
      read(values.data(), values.size() * sizeof(double));
      writer->row(time_s, values.data());
    } else {
      std::uint32_t length = 0;
      read(&length, sizeof length);
      event.time_s = time_s;
      event.label.resize(length);
      read(event.label.data(), length);
      writer->event(event);
    }
  }
  return writer;
}

std::string SpooledWriter::keep_partial() {
  std::string kept = written()->keep_partial();
  file_.keep_partial();
  return kept;
}

}  // namespace stribeck
