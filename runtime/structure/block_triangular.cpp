#include <algorithm>

#include "base/index.h"
#include "structure/graph.h"

namespace stribeck {

namespace {

struct Frame {
  std::int32_t row;
  std::int32_t next;  // position in the row's columns
};

}  // namespace

std::vector<std::vector<std::int32_t>> block_triangular_form(const Incidence& incidence, const Matching& matching) {
  const std::int32_t rows = incidence.row_count();
  std::vector<std::int32_t> number(at(rows), -1), low(at(rows), 0), stack;
  std::vector<bool> on_stack(at(rows), false);
  std::vector<Frame> frames;
  std::vector<std::vector<std::int32_t>> blocks;
  std::int32_t count = 0;
  const auto enter = [&](std::int32_t row) {
    number[at(row)] = low[at(row)] = count++;
    stack.push_back(row);
    on_stack[at(row)] = true;
    frames.push_back({row, incidence.starts[at(row)]});
  };
  for (std::int32_t root = 0; root < rows; ++root) {
    if (number[at(root)] >= 0 || matching.column_of_row[at(root)] < 0) continue;
    enter(root);
    while (!frames.empty()) {
      const std::int32_t row = frames.back().row;
      if (frames.back().next < incidence.starts[at(row) + 1]) {
        const std::int32_t other = matching.row_of_column[at(incidence.columns[at(frames.back().next++)])];
        if (other < 0 || other == row) continue;
        if (number[at(other)] < 0)
          enter(other);
        else if (on_stack[at(other)])
          low[at(row)] = std::min(low[at(row)], number[at(other)]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[at(frames.back().row)] = std::min(low[at(frames.back().row)], low[at(row)]);
      if (low[at(row)] != number[at(row)]) continue;
      std::vector<std::int32_t> block;
      std::int32_t member;
      do {
        member = stack.back();
        stack.pop_back();
        on_stack[at(member)] = false;
        block.push_back(member);
      } while (member != row);
      std::sort(block.begin(), block.end());
      blocks.push_back(std::move(block));
    }
  }
  return blocks;
}

DulmageMendelsohn dulmage_mendelsohn(const Incidence& incidence, const Matching& matching) {
  DulmageMendelsohn parts;
  const std::int32_t rows = incidence.row_count(), columns = incidence.column_count;
  // Over-determined: from unmatched rows along any edge to a column, back along its matching edge.
  std::vector<bool> row_seen(at(rows), false), column_seen(at(columns), false);
  std::vector<std::int32_t> queue;
  for (std::int32_t r = 0; r < rows; ++r)
    if (matching.column_of_row[at(r)] < 0) row_seen[at(r)] = true, queue.push_back(r);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    parts.over_rows.push_back(queue[head]);
    for (std::int32_t k = incidence.starts[at(queue[head])]; k < incidence.starts[at(queue[head]) + 1]; ++k) {
      const std::int32_t c = incidence.columns[at(k)];
      if (column_seen[at(c)] || incidence.grades[at(k)] == Incidence::kNeverMatched) continue;
      column_seen[at(c)] = true;
      parts.over_columns.push_back(c);
      const std::int32_t r = matching.row_of_column[at(c)];
      if (r >= 0 && !row_seen[at(r)]) row_seen[at(r)] = true, queue.push_back(r);
    }
  }
  // Under-determined: from unmatched columns along any edge to a row, on along its matching edge.
  std::vector<std::int32_t> starts(at(columns) + 1, 0), rows_of_column(incidence.columns.size());
  for (std::size_t k = 0; k < incidence.columns.size(); ++k)
    if (incidence.grades[k] != Incidence::kNeverMatched) ++starts[at(incidence.columns[k]) + 1];
  for (std::size_t c = 0; c < at(columns); ++c) starts[c + 1] += starts[c];
  std::vector<std::int32_t> next(starts.begin(), starts.end() - 1);
  for (std::int32_t r = 0; r < rows; ++r)
    for (std::int32_t k = incidence.starts[at(r)]; k < incidence.starts[at(r) + 1]; ++k)
      if (incidence.grades[at(k)] != Incidence::kNeverMatched) rows_of_column[at(next[at(incidence.columns[at(k)])]++)] = r;
  row_seen.assign(at(rows), false);
  column_seen.assign(at(columns), false);
  queue.clear();
  for (std::int32_t c = 0; c < columns; ++c)
    if (matching.row_of_column[at(c)] < 0) column_seen[at(c)] = true, queue.push_back(c);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    parts.under_columns.push_back(queue[head]);
    for (std::int32_t k = starts[at(queue[head])]; k < starts[at(queue[head]) + 1]; ++k) {
      const std::int32_t r = rows_of_column[at(k)];
      if (row_seen[at(r)]) continue;
      row_seen[at(r)] = true;
      parts.under_rows.push_back(r);
      const std::int32_t c = matching.column_of_row[at(r)];
      if (c >= 0 && !column_seen[at(c)]) column_seen[at(c)] = true, queue.push_back(c);
    }
  }
  for (auto* part : {&parts.over_rows, &parts.over_columns, &parts.under_rows, &parts.under_columns}) std::sort(part->begin(), part->end());
  return parts;
}

}  // namespace stribeck
