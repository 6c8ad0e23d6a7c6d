#include "program/constraint_failures.h"

#include <string>

#include "base/text.h"
#include "program/labels.h"

namespace stribeck {

Failure loops_hold_together(const Program& program, std::int32_t one, std::int32_t other) {
  const Labels& labels = *program.labels;
  return Failure(Diagnostic{
      .code = ErrorCode::spatial_loop,
      .message =
          labels.component_words(one) + " and " + labels.component_words(other) + " hold the same motion together, which is not supported",
      .where = labels.where_of_component(other),
      .because = "constraints of one say the same as those of the other, so that how they share forces is not determined",
      .remedy = "let one of them hold a point alone, or give joints of one loop more freedom: as balls, or universal joints",
      .details = {}});
}

Failure loop_starts_singular(const Program& program, std::size_t freedoms) {
  return Failure(Diagnostic{.code = ErrorCode::run_loop_open,
                            .message = "a loop of bodies starts in a singular position: there it has " + std::to_string(freedoms) +
                                       " more freedoms than beside it",
                            .where = program.labels->where_of_component(program.constraints.component.front()),
                            .because = "as a parallelogram that lies flat it may go on in several ways, and nothing says in which",
                            .remedy = "start a little beside that position",
                            .details = {}});
}

Failure loop_sticks_in_part(const Program& program, std::size_t freedoms) {
  const Labels& labels = *program.labels;
  const std::int32_t sticking = program.constraints.sticking;
  return Failure(Diagnostic{
      .code = ErrorCode::spatial_loop,
      .message = "friction that sticks exactly, as of " + labels.component(sticking) + ", is not supported in closed loops with " +
                 std::to_string(freedoms) + " freedoms of motion",
      .where = labels.where_of_component(sticking),
      .because = "one joint may stick there while others move, and where all are moved to close the loop it would not stay at rest",
      .remedy = "take \"friction\": \"smooth\", or close the loop by springs",
      .details = {}});
}

Failure loop_jumps(const Program& program, std::int32_t component, bool are_positions, double t) {
  const Labels& labels = *program.labels;
  return Failure(
      Diagnostic{.code = ErrorCode::run_loop_impulse,
                 .message = std::string(are_positions ? "positions" : "velocities") + " of the loop that " +
                            labels.component_words(component) + " closes jump at t = " + short_number(t) + " s",
                 .where = labels.where_of_component(component),
                 .because = "impulses act through the whole loop then, which is not supported",
                 .remedy = "drive its joints by signals without jumps, as ramps, or by a torque; let what strikes or grips be elastic",
                 .details = {}});
}

Failure loop_stays_open(const Program& program, std::int32_t component, bool are_positions, double apart, double t) {
  const Labels& labels = *program.labels;
  return Failure(
      Diagnostic{.code = ErrorCode::run_loop_open,
                 .message = "the loop that " + labels.component_words(component) + " closes stays open at t = " + short_number(t) +
                            " s: its ends are " + (are_positions ? "" : "moving apart at ") + short_number(apart) +
                            (are_positions ? " (m or rad) apart" : " (m/s or rad/s)"),
                 .where = labels.where_of_component(component),
                 .because = "no position near by closes it with what is held or asked for",
                 .remedy = "at the start: give initial positions that are nearer to a closed loop, or fewer of high priority; later: look "
                           "for a position in which the mechanism locks",
                 .details = {}});
}

Failure loop_leaves_branch(const Program& program, double t) {
  return Failure(Diagnostic{
      .code = ErrorCode::run_loop_branch,
      .message = "near t = " + short_number(t) + " s steps, however short, lead a closed loop of bodies to another branch of its positions",
      .where = program.labels->where_of_component(program.constraints.component.front()),
      .because = "two branches of its positions come close to one another there, and it must stay on its own",
      .remedy = "look at what drives the loop past a position in which it may go on in two ways",
      .details = {}});
}

}  // namespace stribeck
