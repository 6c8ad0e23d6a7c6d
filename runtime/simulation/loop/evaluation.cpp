#include "simulation/loop/evaluation.h"

#include "base/numbers.h"

namespace stribeck {

void Evaluation::take_program() {
  program_ = &machine_.program();
  is_complete_ = false;
  worklist_.reset();
  flow_.reset();
  if (!program_->has_modes() || program_->plain) return;
  flow_.emplace(*program_);
  worklist_.emplace(*flow_);
}

const Dataflow* Evaluation::flow() {
  if (program_ != &machine_.program()) take_program();
  return flow_ ? &*flow_ : nullptr;
}

Snapshot Evaluation::at(double t, const double* x) {
  const bool has_flow = flow() != nullptr;
  const std::vector<Register> told = machine_.take_told();
  if (has_flow) told_.insert(told_.end(), told.begin(), told.end());
  bool is_near = std::exchange(is_complete_, false) && has_flow && now_.is_current() && is_same(t, t_);
  if (machine_.has_constraints())  // a change of one state then moves others
    for (std::size_t s = 0; is_near && s < x_.size(); ++s) is_near = is_same(x[s], x_[s]);
  if (is_near) {
    what_changed(told, x);
  } else {
    everything(t, x);
  }
  is_complete_ = true;
  now_ = machine_.snapshot();
  t_ = t;
  x_.assign(x, x + program_->states());
  return now_;
}

void Evaluation::everything(double t, const double* x) {
  machine_.set_time(t);
  machine_.set_state(x);
  if (flow_) {
    worklist_->clear();
    return machine_.run(flow_->code());
  }
  machine_.run(Section::dynamics);
  machine_.run(Section::crossings);
}

void Evaluation::what_changed(const std::vector<Register>& told, const double* x) {
  for (const Register r : told) worklist_->add_readers(r);
  for (std::size_t s = 0; s < x_.size(); ++s) {
    if (is_same(x[s], x_[s])) continue;
    const Register r = program_->first_state + static_cast<Register>(s);
    machine_.set(r, x[s]);
    worklist_->add_readers(r);
  }
  worklist_->work_off([this](std::size_t k) { again(k); });
}

void Evaluation::again(std::size_t k) {
  before_.clear();
  const std::span<const double> registers = machine_.snapshot().registers();
  flow_->for_writes(k, [&](Register r) { before_.push_back(registers[stribeck::at(r)]); });
  machine_.run_alone(flow_->code()[k]);
  auto before = before_.begin();
  flow_->for_writes(k, [&](Register r) {
    if (!is_same(*before++, registers[stribeck::at(r)])) worklist_->add_readers(r);
  });
}

}  // namespace stribeck
