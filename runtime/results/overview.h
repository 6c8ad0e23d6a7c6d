#pragma once
// Of a run of any length, as many rows as pictures need: bounded memory.
#include <cstdint>
#include <vector>

#include "results/trajectory.h"

namespace stribeck {

/// All rows while they are few. Then, of every so many rows, the smallest and the largest value of each column in the order in which they
/// came, at the times of the first and the middle one: a picture against time shows the same.
class Overview : public RowSink {
 public:
  /// Keeps at most `most_numbers`, and once more half as many of whole rows if `wants_whole`.
  Overview(std::size_t most_numbers, bool wants_whole) : most_numbers_(most_numbers), wants_whole_(wants_whole) {}

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override;
  void carry(Archive& archive);

  /// After the run.
  const Trajectory& extremes();
  /// All rows, or every so many of them, for pictures of one variable against another.
  const Trajectory& whole() const { return group_ == 1 ? extremes_ : samples_; }
  /// Of which extremes() has two; 1: it has all.
  std::int64_t rows_per_pair() const { return group_; }
  /// Also those beyond the first hundred thousand, which are not kept.
  std::int64_t events() const { return events_; }

 private:
  void start_group(double time_s, const double* values);
  void end_group();
  void make_room();
  void take_sample(double time_s, const double* values);

  std::size_t most_numbers_;
  bool wants_whole_;
  Trajectory extremes_, samples_;
  std::size_t most_rows_ = 0;
  std::int64_t group_ = 1, stride_ = 1;  ///< rows that a pair stands for; of which one is a sample
  std::int64_t rows_ = 0, events_ = 0, in_group_ = 0;
  double first_s_ = 0, middle_s_ = 0;
  std::vector<double> low_, high_, scratch_;
  std::vector<bool> rises_;  ///< the largest came after the smallest
};

}  // namespace stribeck
