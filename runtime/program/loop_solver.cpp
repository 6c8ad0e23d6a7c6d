#include "program/loop_solver.h"

#include "base/index.h"

namespace stribeck {

void LoopSolver::take(const Program& program) {
  program_ = &program;
  storage_.assign(program.block_storage, 0.0);
  work_.assign(at(program.largest_block) * 4, 0.0);
  pivots_.assign(program.pivot_storage, 0);
  entries_.assign(program.most_entries, 0.0);
  pseudo_inverses_.assign(program.blocks.size(), {});
  bounds_.clear(), bounds_.resize(program.blocks.size());
  searches_.clear(), searches_.resize(program.blocks.size());
  forget_proofs();
  sparse_.clear(), first_scale_.clear(), column_scales_.clear();
  for (const BlockCode& block : program.blocks) {
    if (block.sparse < 0) continue;
    sparse_.emplace_back(block.starts, block.rows);
    first_scale_.push_back(column_scales_.size());
    column_scales_.resize(column_scales_.size() + at(block.size));
  }
}

void LoopSolver::work(const Instruction& i) {
  if (static_cast<Opcode>(i.op) == Opcode::solve_tangent) return solve_tangent(program_->tangents[at(i.a)]);
  const BlockCode& block = program_->blocks[at(i.a)];
  if (static_cast<Opcode>(i.op) == Opcode::factor_block) return factor_or_fail(block);
  block.linear ? solve_linear(block) : solve_nonlinear(block);
}

void LoopSolver::factor_constant() {
  for (const BlockCode& block : program_->blocks)
    if (block.constant_matrix) factor_or_fail(block);
}

void LoopSolver::solve_tangent(const TangentCode& tangent) {
  for (std::size_t k = 0; k < tangent.right_side.size(); ++k) work_[k] = -value(tangent.right_side[k]);
  back_substitute(program_->blocks[at(tangent.block_code)], work_.data());
  for (std::size_t k = 0; k < tangent.results.size(); ++k) set(tangent.results[k], work_[k]);
}

}  // namespace stribeck
