#include "results/overview.h"

#include <algorithm>

namespace stribeck {
namespace {

constexpr std::int64_t kMostEvents = 100'000;
constexpr std::size_t kFewestRows = 4000;  // several to a pixel, however many the columns

}  // namespace

void Overview::begin(const std::vector<OutputColumn>& columns) {
  extremes_.begin(columns);
  samples_.begin(columns);
  most_rows_ = std::max(kFewestRows, most_numbers_ / (columns.size() + 1)) / 4 * 4;
  low_.resize(columns.size()), high_.resize(columns.size()), scratch_.resize(columns.size()), rises_.resize(columns.size());
}

void Overview::row(double time_s, const double* values) {
  if (group_ == 1) {
    extremes_.row(time_s, values);
    ++rows_;
    return make_room();
  }
  if (wants_whole_ && rows_ % stride_ == 0) take_sample(time_s, values);
  ++rows_;
  if (in_group_ == 0) start_group(time_s, values);
  if (in_group_ == group_ / 2) middle_s_ = time_s;
  for (std::size_t c = 0; c < low_.size(); ++c) {
    if (values[c] < low_[c]) low_[c] = values[c], rises_[c] = false;
    if (values[c] > high_[c]) high_[c] = values[c], rises_[c] = true;
  }
  if (++in_group_ == group_) end_group();
}

void Overview::start_group(double time_s, const double* values) {
  first_s_ = middle_s_ = time_s;
  low_.assign(values, values + low_.size());
  high_ = low_;
}

void Overview::end_group() {
  for (std::size_t c = 0; c < low_.size(); ++c) scratch_[c] = rises_[c] ? low_[c] : high_[c];
  extremes_.row(first_s_, scratch_.data());
  for (std::size_t c = 0; c < low_.size(); ++c) scratch_[c] = rises_[c] ? high_[c] : low_[c];
  extremes_.row(middle_s_, scratch_.data());
  in_group_ = 0;
  make_room();
}

void Overview::make_room() {
  if (extremes_.times_s().size() < most_rows_) return;
  if (group_ == 1 && wants_whole_) {
    samples_ = extremes_;
    samples_.drop_every_other();
    stride_ = 2;
  }
  extremes_.merge_pairs();
  group_ = group_ == 1 ? 4 : 2 * group_;
}

void Overview::take_sample(double time_s, const double* values) {
  samples_.row(time_s, values);
  if (samples_.times_s().size() < most_rows_ / 2 + 1) return;
  samples_.drop_every_other();
  stride_ *= 2;
}

void Overview::event(const EventRecord& event) {
  if (events_++ < kMostEvents) extremes_.event(event);
}

const Trajectory& Overview::extremes() {
  if (in_group_ > 0) end_group();
  return extremes_;
}

void Overview::carry(Archive& archive) {
  archive(extremes_), archive(samples_), archive(group_), archive(stride_), archive(rows_), archive(events_), archive(in_group_);
  archive(first_s_), archive(middle_s_), archive(most_rows_), archive(low_), archive(high_), archive(rises_);
  scratch_.resize(low_.size());
}

}  // namespace stribeck
