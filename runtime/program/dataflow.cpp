#include "program/dataflow.h"

namespace stribeck {

namespace {

Code whole_code(const Program& program) {
  Code code = program.separate_dynamics;
  for (const Section section : {Section::quadratures, Section::crossings})
    code.insert(code.end(), program.section(section).begin(), program.section(section).end());
  return code;
}

}  // namespace

Dataflow::Dataflow(const Program& program) : code_(whole_code(program)), makers_(at(program.separate_count), -1) {
  for (const BlockCode& block : program.blocks) {
    Loop& loop = loops_.emplace_back(Loop{loop_inputs(block), {}});
    for_loop_results(block, [&](Register r) { loop.writes.push_back(r); });
  }
  first_reader_.assign(makers_.size() + 1, 0);
  for (std::size_t k = 0; k < code_.size(); ++k) {
    for_writes(k, [&](Register r) { makers_[at(r)] = static_cast<std::int32_t>(k); });
    for_reads(k, [&](Register r) { ++first_reader_[at(r) + 1]; });
  }
  for (std::size_t r = 1; r < first_reader_.size(); ++r) first_reader_[r] += first_reader_[r - 1];
  readers_.resize(at(first_reader_.back()));
  std::vector<std::int32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  for (std::size_t k = 0; k < code_.size(); ++k)
    for_reads(k, [&](Register r) { readers_[at(next[at(r)]++)] = static_cast<std::int32_t>(k); });
}

}  // namespace stribeck
