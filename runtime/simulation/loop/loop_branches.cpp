#include "simulation/loop/loop_branches.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "program/labels.h"

namespace stribeck {

void LoopBranches::look(double t, std::span<const double> x) {
  if (!machine_.has_constraints()) return;
  machine_.set_time(t);
  machine_.set_state(x.data());
  const double before_s = before_s_;
  before_s_ = t;
  const std::optional<std::int32_t> freest = machine_.pass_branch(branch_);
  if (!freest || ++passed_ > 1) return;
  from_s_ = before_s;
  to_s_ = t;
  joint_ = *freest;
}

std::optional<Diagnostic> LoopBranches::note() const {
  if (passed_ == 0) return std::nullopt;
  const Program& program = machine_.program();
  const std::string times = passed_ == 1 ? "" : fmt::format("{} times, first ", passed_);
  const std::string between = to_s_ - from_s_ > 1e-6 * to_s_
                                  ? fmt::format("between t = {} s and {} s", short_number(from_s_), short_number(to_s_))
                                  : fmt::format("at t = {} s", short_number(to_s_));
  const std::string joint = joint_ < 0 ? "" : program.labels->variable(program.state_facts[at(joint_)].variable);
  return Diagnostic{.code = ErrorCode::run_loop_branch,
                    .message = fmt::format("a closed loop of bodies passes a position {}{} in which it may go on in two ways{}", times,
                                           between, joint.empty() ? "" : ", with another " + joint),
                    .where = program.labels->where_of_component(program.constraints.component.front()),
                    .because =
                        "branches of its positions are nearer to one another there than a run tells apart, as those of a "
                        "parallelogram that lies flat: it goes on as straight as it can",
                    .remedy = "nothing, if that is meant; else give lengths that differ more, or with a fixed step a shorter one",
                    .severity = Severity::warning,
                    .details = {}};
}

}  // namespace stribeck
