#include "fit/fit.h"

#include <algorithm>
#include <cmath>

#include "base/archive.h"
#include "base/format.h"
#include "base/interruption.h"
#include "base/random.h"
#include "base/text.h"
#include "fit/statistics.h"
#include "results/layout.h"
#include "study/samplings.h"

namespace stribeck {
namespace {

constexpr int kMostIterations = 200;
/// A parameter so near to its bound, in parts of its size, is at it.
constexpr double kAtBound = 1e-7;
/// Less probable than that is no chance.
constexpr double kNoChance = 1e-3;
constexpr double kCloselyCorrelated = 0.95;
constexpr std::size_t kFewestForWhiteness = 20;

/// Parameters as the solver has them: over what is a large change of each.
class Scales {
 public:
  explicit Scales(const FitPlan& plan) {
    for (const FitParameter& parameter : plan.parameters) {
      const double span = parameter.high - parameter.low;
      sizes_.push_back(parameter.size > 0 ? parameter.size : std::isfinite(span) ? span : 1);
    }
  }
  std::vector<double> si(const std::vector<double>& scaled, const FitPlan& plan) const {
    std::vector<double> values;
    for (std::size_t p = 0; p < scaled.size(); ++p)  // rounding does not lead out of bounds
      values.push_back(std::clamp(scaled[p] * sizes_[p], plan.parameters[p].low, plan.parameters[p].high));
    return values;
  }
  double scaled(double value, std::size_t p) const { return value / sizes_[p]; }
  double size(std::size_t p) const { return sizes_[p]; }

 private:
  std::vector<double> sizes_;
};

/// The plan's own start, then points that are spread over the bounds.
std::vector<std::vector<double>> starts_of(const FitPlan& plan) {
  std::vector<std::vector<double>> starts(1);
  std::vector<SampledFactor> factors;
  for (const FitParameter& parameter : plan.parameters) {
    starts.front().push_back(parameter.start);
    Fingerprint name;
    name.add(parameter.name);
    factors.push_back({random_bits(plan.seed, name.value()), 0});
  }
  const auto others = static_cast<std::uint64_t>(plan.starts - 1);
  for (std::uint64_t i = 0; i < others; ++i) {
    const std::vector<double> shares = find_sampling("sobol")->point(factors, others, i);
    std::vector<double>& start = starts.emplace_back();
    for (std::size_t p = 0; p < shares.size(); ++p)
      start.push_back(plan.parameters[p].low + shares[p] * (plan.parameters[p].high - plan.parameters[p].low));
  }
  return starts;
}

class Fitter {
 public:
  Fitter(FitPlan plan, Registry& registry) : scales_(plan) {
    result_.plan = std::move(plan);
    objective_.emplace(result_.plan, registry);
    problem_.residuals = objective_->residuals();
    problem_.loss = result_.plan.loss;
    problem_.most_iterations = kMostIterations;
    for (std::size_t p = 0; p < count(); ++p) {
      problem_.low.push_back(scales_.scaled(result_.plan.parameters[p].low, p));
      problem_.high.push_back(scales_.scaled(result_.plan.parameters[p].high, p));
    }
    problem_.evaluate = [this](const std::vector<double>& x, std::vector<double>& residuals, Matrix* jacobian) {
      return evaluate(x, residuals, jacobian);
    };
  }

  Fit run(const std::function<void(std::int64_t)>& progress) {
    if (problem_.residuals < count())
      refuse_fit(fmt::format("there are {} for {}", counted(static_cast<std::int64_t>(problem_.residuals), "row"),
                             counted(static_cast<std::int64_t>(count()), "parameter")),
                 "measure more, or fix parameters");
    for (const std::vector<double>& start : starts_of(result_.plan)) {
      if (progress) progress(static_cast<std::int64_t>(result_.starts.size()));
      solve_from(start);
    }
    choose();
    conclude();
    return std::move(result_);
  }

 private:
  std::size_t count() const { return result_.plan.parameters.size(); }

  /// What does not run with these values is no error of the fit, which then goes less far.
  bool evaluate(const std::vector<double>& x, std::vector<double>& residuals, Matrix* jacobian) {
    try {
      objective_->evaluate(scales_.si(x, result_.plan), residuals, jacobian);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      if (!first_fault_) first_fault_ = failure;
      last_fault_ = failure.diagnostics().front().message;
      return false;
    }
    if (jacobian == nullptr) return true;
    for (std::size_t r = 0; r < jacobian->rows; ++r)
      for (std::size_t p = 0; p < count(); ++p) (*jacobian)(r, p) *= scales_.size(p);
    return std::ranges::all_of(jacobian->values, [](double slope) { return std::isfinite(slope); });
  }

  void solve_from(const std::vector<double>& start) {
    std::vector<double> x;
    for (std::size_t p = 0; p < count(); ++p) x.push_back(scales_.scaled(start[p], p));
    last_fault_.clear();
    LeastSquaresEnd end = solve(problem_, std::move(x));
    std::string why = end.why;
    if (end.how != LeastSquaresEnd::How::converged && !last_fault_.empty()) why += "; where it tried last: " + last_fault_;
    result_.starts.push_back({start, scales_.si(end.x, result_.plan), end.cost, end.iterations, end.how, why});
  }

  void choose() {
    const auto& starts = result_.starts;
    const auto is_worse = [](const FitStart& a, const FitStart& b) {
      const auto failed = LeastSquaresEnd::How::failed;
      if ((a.how == failed) != (b.how == failed)) return a.how == failed;
      return a.cost > b.cost;
    };
    for (std::size_t s = 1; s < starts.size(); ++s)
      if (is_worse(starts[result_.best], starts[s])) result_.best = s;
    const FitStart& best = starts[result_.best];
    if (best.how != LeastSquaresEnd::How::failed) return;
    if (first_fault_) throw Failure(*first_fault_);
    refuse_fit("no start led anywhere", "give other starts or bounds", best.why);
  }

  void conclude() {
    const FitStart& best = result_.starts[result_.best];
    std::vector<double> residuals;
    Matrix jacobian;
    objective_->evaluate(best.end, residuals, &jacobian);
    for (std::size_t p = 0; p < count(); ++p) {
      FoundParameter& found = result_.parameters.emplace_back();
      found.value = best.end[p];
      found.place = place_of(p, found.value);
      found.derivatives = objective_->derivatives()[p];
    }
    judge(result_, residuals, jacobian);
    take_rows(best.end, residuals);
    result_.runs = objective_->runs();
    for (const Diagnostic& note : result_.plan.notes.list()) result_.notes.add(note);
    tell();
  }

  FitPlace place_of(std::size_t p, double value) const {
    const FitParameter& parameter = result_.plan.parameters[p];
    const auto is_at = [&](double bound) {
      return std::isfinite(bound) && std::fabs(value - bound) <= kAtBound * std::max(std::fabs(bound), scales_.size(p));
    };
    return is_at(parameter.low) ? FitPlace::at_low : is_at(parameter.high) ? FitPlace::at_high : FitPlace::inside;
  }

  void take_rows(const std::vector<double>& values, const std::vector<double>& residuals) {
    const std::vector<Computed> computed = objective_->computed(values);
    auto residual = residuals.begin();
    for (std::size_t e = 0; e < computed.size(); ++e) {
      const FitExperiment& experiment = result_.plan.experiments[e];
      for (std::size_t c = 0; c < experiment.columns.size(); ++c) {
        const FittedColumn& column = experiment.columns[c];
        add({.experiment = experiment.name,
             .variable = column.variable,
             .unit = column.unit,
             .rows = column.times_s.size(),
             .whiteness = {},
             .times_s = column.times_s,
             .measured = column.values,
             .computed = computed[e].columns[c],
             .scaled = {}},
            residual);
      }
      for (std::size_t k = 0; k < experiment.events.size(); ++k) {
        const FittedEvents& events = experiment.events[k];
        add({.experiment = experiment.name,
             .variable = events.label,
             .unit = "s",
             .rows = events.times_s.size(),
             .whiteness = {},
             .times_s = events.times_s,
             .measured = events.times_s,
             .computed = computed[e].events[k],
             .scaled = {},
             .is_events = true},
            residual);
      }
    }
  }
  void add(LeftOver left, std::vector<double>::const_iterator& residual) {
    double squares = 0;
    for (std::size_t k = 0; k < left.rows; ++k) {
      left.scaled.push_back(*residual++);
      squares += (left.computed[k] - left.measured[k]) * (left.computed[k] - left.measured[k]);
    }
    left.deviation = std::sqrt(squares / static_cast<double>(left.rows));
    if (left.rows > 2) left.correlation = neighbours_correlation(left.scaled);
    if (left.rows >= kFewestForWhiteness && !left.is_events) left.whiteness = whiteness_of(left.scaled);
    result_.left.push_back(std::move(left));
  }

  void warn(std::string message, std::string because, std::string remedy) {
    result_.notes.add({.code = ErrorCode::fit_uncertain,
                       .message = std::move(message),
                       .where = {},
                       .because = std::move(because),
                       .remedy = std::move(remedy),
                       .severity = Severity::warning,
                       .details = {}});
  }
  const std::string& name(std::size_t p) const { return result_.plan.parameters[p].name; }

  void tell() {
    const FitStart& best = result_.starts[result_.best];
    if (best.how == LeastSquaresEnd::How::limit)
      warn(fmt::format("the fit had not converged after {} iterations", best.iterations), best.why,
           "start nearer, or give narrower bounds");
    for (std::size_t p = 0; p < count(); ++p) {
      const FitPlace place = result_.parameters[p].place;
      if (place == FitPlace::inside) continue;
      const double bound = result_.parameters[p].value;
      warn(fmt::format("{} went to its {} bound, {}", name(p), place == FitPlace::at_low ? "lower" : "upper", short_number(bound)),
           "it has no interval there, and those of the others hold only as long as it stays there",
           "give it wider bounds, or see what the model lacks");
    }
    for (const UnseenChange& change : result_.unseen) tell(change);
    tell_of_sigma();
    for (std::size_t p = 0; p < count(); ++p)
      for (std::size_t q = 0; q < p; ++q)
        if (const double r = result_.correlations(p, q);
            std::fabs(r) > kCloselyCorrelated && result_.parameters[p].is_seen && result_.parameters[q].is_seen)
          warn(fmt::format("{} and {} are hard to tell apart: their estimates are correlated by {:.3f}", name(q), name(p), r), "",
               "an experiment in which they act differently would tell");
    for (const LeftOver& left : result_.left)
      if (left.whiteness && *left.whiteness < kNoChance)
        warn(fmt::format("what is left of {}{} is no white noise", left.variable, left.experiment.empty() ? "" : " in " + left.experiment),
             fmt::format("neighbouring rows are correlated by {:.2f}, and intervals are then too narrow", left.correlation),
             "see the residuals: the model lacks something, or the sensor filters");
  }
  /// Where sigmas are given, whether what is left is as large.
  void tell_of_sigma() {
    bool is_given = result_.plan.loss.kind == RobustLoss::Kind::plain && result_.freedom > 0;
    for (const FitExperiment& experiment : result_.plan.experiments) {
      for (const FittedColumn& column : experiment.columns) is_given = is_given && column.sigma;
      for (const FittedEvents& events : experiment.events) is_given = is_given && events.has_sigma;
    }
    if (!is_given || chance_of_squares(result_.sum_of_squares, result_.freedom) >= kNoChance) return;
    warn(fmt::format("what is left is {:.3g} times as large as sigma says", result_.deviation),
         "the widths of intervals follow from what is left; how columns weigh against one another follows from sigma",
         result_.deviation > 1 ? "is sigma right, or does the model lack something?" : "is sigma right?");
  }
  void tell(const UnseenChange& change) {
    if (change.changes.size() == 1) {
      const std::size_t p = change.changes.front().first;
      return warn(name(p) + " is not seen by this data", "what was measured hardly depends on it, or it is smaller than its error",
                  "fix it, or measure where it acts");
    }
    const auto largest = std::ranges::max_element(change.changes, {}, [&](const auto& one) {
      return std::fabs(one.second) / std::max(std::fabs(result_.parameters[one.first].value), scales_.size(one.first));
    });
    std::vector<std::string> names, changes;
    for (const auto& [p, share] : change.changes) {
      names.push_back(name(p));
      if (p != largest->first) changes.push_back(name(p) + " by " + with_unit_of(p, share / largest->second));
    }
    warn("this data sees only a combination of " + joined(names, " and "),
         fmt::format("a change of {} by {} is undone by one of {}", name(largest->first), with_unit_of(largest->first, 1),
                     joined(changes, " and ")),
         "fix one of them, or measure where they act differently");
  }
  std::string with_unit_of(std::size_t p, double value) const {
    const std::string& unit = result_.plan.parameters[p].unit;
    return short_number(value) + (unit.empty() ? "" : " " + unit);
  }

  Fit result_;
  Scales scales_;
  std::optional<FitObjective> objective_;
  LeastSquares problem_;
  std::optional<Failure> first_fault_;
  std::string last_fault_;
};

}  // namespace

Fit fit(FitPlan plan, Registry& registry, const std::function<void(std::int64_t)>& progress) {
  return Fitter(std::move(plan), registry).run(progress);
}

}  // namespace stribeck
