#pragma once
// One run for several readers.
#include <cstddef>
#include <vector>

#include "simulation/run.h"

namespace stribeck {

/// Hands rows and events on, to each reader as many of the first columns as it wants.
class RowFork : public RowSink {
 public:
  /// The reader must outlive the run.
  void add(RowSink& reader, std::size_t columns) { readers_.push_back({&reader, columns}); }

  void begin(const std::vector<OutputColumn>& columns) override {
    for (const Reader& reader : readers_) {
      const auto count = static_cast<std::ptrdiff_t>(reader.columns < columns.size() ? reader.columns : columns.size());
      reader.sink->begin({columns.begin(), columns.begin() + count});
    }
  }
  void row(double time_s, const double* values) override {
    for (const Reader& reader : readers_) reader.sink->row(time_s, values);
  }
  void event(const EventRecord& event) override {
    for (const Reader& reader : readers_) reader.sink->event(event);
  }

 private:
  struct Reader {
    RowSink* sink;
    std::size_t columns;
  };
  std::vector<Reader> readers_;
};

}  // namespace stribeck
