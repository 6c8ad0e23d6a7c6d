#include <bitset>

#include "structure/graph.h"

namespace stribeck {

namespace {

class Augmenter {
 public:
  Augmenter(const Incidence& incidence, Matching& matching)
      : incidence_(incidence),
        matching_(matching),
        seen_(static_cast<std::size_t>(incidence.column_count), 0),
        lookahead_(incidence.starts.begin(), incidence.starts.end() - 1) {}

  void use_grade(std::uint8_t grade) {
    grade_ = grade;
    lookahead_.assign(incidence_.starts.begin(), incidence_.starts.end() - 1);
  }

  /// Finds an augmenting path from an unmatched row and flips it.
  bool augment(std::int32_t root) {
    ++stamp_;
    path_.assign(1, {root, incidence_.starts[index(root)]});
    while (!path_.empty()) {
      Step& step = path_.back();
      if (const std::int32_t free = find_free_column(step.row); free >= 0) {
        flip(free);
        return true;
      }
      const std::int32_t column = next_column(step);
      if (column < 0)
        path_.pop_back();
      else
        path_.push_back({matching_.row_of_column[index(column)], incidence_.starts[index(matching_.row_of_column[index(column)])], column});
    }
    return false;
  }

 private:
  struct Step {
    std::int32_t row;
    std::int32_t next;      // position in the row's columns
    std::int32_t via = -1;  // column through which the row was reached
  };
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  bool usable(std::int32_t position) const { return incidence_.grades[index(position)] <= grade_; }

  std::int32_t find_free_column(std::int32_t row) {
    std::int32_t& at = lookahead_[index(row)];
    const std::int32_t end = incidence_.starts[index(row) + 1];
    for (; at < end; ++at)
      if (usable(at) && matching_.row_of_column[index(incidence_.columns[index(at)])] < 0) return incidence_.columns[index(at)];
    return -1;
  }
  std::int32_t next_column(Step& step) {
    const std::int32_t end = incidence_.starts[index(step.row) + 1];
    while (step.next < end) {
      const std::int32_t position = step.next++;
      const std::int32_t column = incidence_.columns[index(position)];
      if (!usable(position) || seen_[index(column)] == stamp_) continue;
      seen_[index(column)] = stamp_;
      return column;
    }
    return -1;
  }
  void flip(std::int32_t column) {
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      matching_.row_of_column[index(column)] = step->row;
      matching_.column_of_row[index(step->row)] = column;
      column = step->via;
    }
  }

  const Incidence& incidence_;
  Matching& matching_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::int32_t> lookahead_;
  std::vector<Step> path_;
  std::uint32_t stamp_ = 0;
  std::uint8_t grade_ = 0;
};

}  // namespace

Matching maximum_matching(const Incidence& incidence) {
  Matching matching;
  matching.row_of_column.assign(static_cast<std::size_t>(incidence.column_count), -1);
  matching.column_of_row.assign(static_cast<std::size_t>(incidence.row_count()), -1);
  std::bitset<256> grades;
  for (const std::uint8_t grade : incidence.grades) grades.set(grade);
  grades.reset(Incidence::kNeverMatched);
  Augmenter augmenter(incidence, matching);
  for (std::size_t grade = 0; grade < grades.size(); ++grade) {
    if (!grades.test(grade)) continue;
    augmenter.use_grade(static_cast<std::uint8_t>(grade));
    for (std::int32_t row = 0; row < incidence.row_count(); ++row)
      if (matching.column_of_row[static_cast<std::size_t>(row)] < 0) matching.size += augmenter.augment(row);
  }
  return matching;
}

}  // namespace stribeck
