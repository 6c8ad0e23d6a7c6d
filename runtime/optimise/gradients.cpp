#include "optimise/gradients.h"

#include <cmath>

#include "base/interruption.h"
#include "base/text.h"

namespace stribeck {

ScalarGradients::ScalarGradients(const StudyPlan& plan, const std::vector<std::size_t>& wanted, Registry& registry)
    : plan_(plan), wanted_(wanted), registry_(registry) {
  for (const std::size_t s : wanted) {
    const StudyScalar& scalar = plan.scalars[s];
    const bool is_whole = std::isinf(scalar.from_s) && std::isinf(scalar.to_s);
    if (scalar.kind->of != ScalarKind::Of::curve || scalar.kind->name.starts_with("time_of"))
      why_not_ = scalar.name + ": " + std::string(scalar.kind->name) + " has no derivative";
    else if (!is_whole)
      why_not_ = scalar.name + " is of a part of the run";
    asked_.push_back({scalar.name, scalar.kind, scalar.column, scalar.options});
  }
}

std::optional<ScalarGradients::Found> ScalarGradients::at(const Sample& sample, const std::atomic<bool>* interrupted, std::string& why) {
  RunOptions options = plan_.options;
  options.interrupted = interrupted;
  std::vector<std::string> names;
  for (std::size_t f = 0; f < plan_.factors.size(); ++f) {
    options.overrides.push_back({plan_.factors[f].name, sample.values[f]});
    names.push_back(plan_.factors[f].name);
  }
  SensitivitiesWithScalars found;
  try {
    if (model_ == nullptr)
      model_ = load(registry_, plan_.diagram, options);
    else
      reload(model_, registry_, plan_.diagram, options);
    const auto along = [&](bool by_factors, const std::vector<double>& instants) {
      return sensitivities(*model_, registry_, plan_.diagram, {by_factors ? names : std::vector<std::string>(), instants}, options);
    };
    found = sensitivities_with_scalars(asked_, {}, row_times(diagram_of(*model_).experiment), along);
  } catch (const Failure& failure) {
    if (is_interruption(failure)) throw;
    why = failure.diagnostics().front().message;
    return std::nullopt;
  }
  Found result{std::vector<double>(plan_.scalars.size(), std::nan("")),
               std::vector<std::vector<double>>(plan_.scalars.size(), std::vector<double>(plan_.factors.size()))};
  for (std::size_t k = 0; k < wanted_.size(); ++k) {
    const ScalarSlopes& one = found.scalars[k];
    for (std::size_t f = 0; f < one.by.size(); ++f)
      if (!std::isfinite(one.by[f]) || !std::isfinite(one.value)) {
        why = one.name + " has no derivative by " + plan_.factors[f].name;
        return std::nullopt;
      }
    result.values[wanted_[k]] = one.value, result.slopes[wanted_[k]] = one.by;
  }
  return result;
}

}  // namespace stribeck
