#include "program/dataflow.h"

namespace stribeck {

Dataflow::Dataflow(const Program& program) : code_(program.separate_dynamics), makers_(at(program.separate_count), -1) {
  for (const Section section : {Section::quadratures, Section::crossings})
    code_.insert(code_.end(), program.section(section).begin(), program.section(section).end());
  list_loops(program);
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

void Dataflow::list_loops(const Program& program) {
  std::vector<bool> is_inside(makers_.size(), false);
  for (const BlockCode& block : program.blocks) {
    Loop& loop = loops_.emplace_back();
    loop.writes = block.unknowns;
    for (const Instruction& i : block.evaluate) loop.writes.push_back(i.result);
    for (const Instruction& i : block.sizing) loop.writes.push_back(i.result);
    for (const Register r : loop.writes) is_inside[at(r)] = true;
    const auto read = [&](Register r) {
      if (r >= 0 && !is_inside[at(r)]) loop.reads.push_back(r);
    };
    for (const Code* code : {&block.evaluate, &block.sizing})
      for (const Instruction& i : *code) for_operands(i, read);
    for (const std::vector<Register>* registers : {&block.matrix, &block.residual, &block.sizes, &block.friction_forces})
      for (const Register r : *registers) read(r);
    for (const Register r : loop.writes) is_inside[at(r)] = false;
  }
}

}  // namespace stribeck
