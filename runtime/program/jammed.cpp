#include "program/jammed.h"

#include <algorithm>

#include "base/format.h"
#include "base/index.h"
#include "program/program.h"

namespace stribeck {

namespace {
constexpr const char* kRemedy = "lower the coefficient of friction or the lever of the load, or let the reaction build up in a spring";
}  // namespace

Jammed jammed(const Program& program, const std::vector<std::int32_t>& frictions, double t, const std::string& what) {
  const Labels& labels = *program.labels;
  const auto floats = [&](std::int32_t f) {
    const FrictionCarrier carrier = program.frictions[at(f)].carrier;
    return carrier == FrictionCarrier::damper || carrier == FrictionCarrier::spring;
  };
  const auto light = std::find_if(frictions.begin(), frictions.end(), floats);
  const bool is_light = light != frictions.end();
  const std::int32_t told = is_light ? *light : frictions[0];
  Diagnostic diagnostic{.code = ErrorCode::run_jammed,
                        .message = labels.friction_words(at(told)) + " jams at t = " + fmt::format("{:.6g}", t) + " s: " + what,
                        .where = labels.where_of_friction(at(told)),
                        .because = is_light ? "a side of it has no inertia, and no velocity of that side balances the forces on it"
                                            : "its own force presses it on, and raises its limit faster than what it has to balance",
                        .remedy = is_light ? "give that side the small mass or inertia that it has" : kRemedy,
                        .details = {}};
  for (const std::int32_t f : frictions) diagnostic.details.emplace_back("takes part", labels.friction(at(f)));
  return {std::move(diagnostic), frictions};
}

Failure jams_by_its_sign(const Labels& labels, std::int32_t component, double t) {
  return Failure(
      {.code = ErrorCode::run_jammed,
       .message = labels.component_words(component) + " jams at t = " + fmt::format("{:.6g}", t) +
                  " s: no force fulfils its law at the present slip",
       .where = labels.where_of_component(component),
       .because = "whichever sign its load is taken with, its friction calls for a load of the other sign",
       .remedy = "let it stick exactly where it can (option \"friction\": \"exact\"): then it stops at once; or lower the coefficient",
       .details = {}});
}

void fail_if_pressed_by_itself(const Labels& labels, std::int32_t block, double t) {
  const auto pressed = labels.pressed_by_itself(block);
  if (!pressed) return;
  throw Failure(
      {.code = ErrorCode::run_jammed,
       .message = pressed->words + " jams at t = " + fmt::format("{:.6g}", t) + " s: no force fulfils its law at the present slip",
       .where = pressed->where,
       .because = "what presses it on follows from its own force, and raises that faster than what it has to balance",
       .remedy = kRemedy,
       .details = {}});
}

}  // namespace stribeck
