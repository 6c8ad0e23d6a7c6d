#include "optimise/optimise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/archive.h"
#include "base/format.h"
#include "base/random.h"
#include "base/text.h"
#include "optimise/gradients.h"
#include "study/sample_run.h"

namespace stribeck {
namespace {

/// Of the range: where searches without gradients begin, and where they go on from what gradients have found.
constexpr double kFirstStep = 0.1, kNearStep = 0.01;
/// A condition counts as held where it is missed by less than this, in parts of the largest number that it has been off so far.
constexpr double kHeld = 1e-9;
/// Of formulas, in parts of a symbol's size: their curvature and their rounding then are about as large.
constexpr double kSmall = 6e-6;

[[noreturn]] void refuse(ErrorCode code, std::string message, std::string because, std::string remedy) {
  throw Failure(Diagnostic{
      .code = code, .message = std::move(message), .where = {}, .because = std::move(because), .remedy = std::move(remedy), .details = {}});
}

/// From 0 to 1 over the range of a factor, evenly or by equal ratios as its distribution has it.
double value_at(const StudyFactor& factor, double u) { return factor.distribution->quantile(factor.arguments, u); }
double slope_at(const StudyFactor& factor, double u) {
  const double low = low_of(factor), high = high_of(factor);
  return factor.distribution->name == "uniform" ? high - low : value_at(factor, u) * std::log(high / low);
}

class Optimiser {
 public:
  Optimiser(StudyPlan plan, Registry& registry, const std::atomic<bool>* interrupted, const std::function<void(const Optimum&)>& progress)
      : registry_(registry), interrupted_(interrupted), progress_(progress) {
    result_.plan = std::move(plan);
    runner_.emplace(result_.plan, registry);
    wanted_ = scalars_of_formulas();
  }

  Optimum run() {
    const StudyAim& aim = this->aim();
    const bool by_gradients = aim.method->kind == AimMethod::Kind::automatic || aim.method->kind == AimMethod::Kind::gradient;
    if (by_gradients) prepare_gradients();
    const std::int64_t starts = aim.method->kind == AimMethod::Kind::global ? 1 : aim.starts;
    for (std::int64_t s = 0; s < starts && left() > 0; ++s) {
      start_ = static_cast<std::size_t>(s);
      search_from(start_point(s, starts), std::max<std::int64_t>(left() / (starts - s), 1));
    }
    choose();
    return std::move(result_);
  }

 private:
  const StudyAim& aim() const { return *result_.plan.aim; }
  const std::vector<StudyFactor>& factors() const { return result_.plan.factors; }
  std::int64_t made() const { return static_cast<std::int64_t>(result_.runs.size()) + result_.gradients; }
  std::int64_t left() const { return aim().evaluations - made(); }

  std::vector<std::size_t> scalars_of_formulas() const {
    std::vector<std::size_t> all = aim().objective.columns;
    for (const AimFormula& one : aim().constraints) all.insert(all.end(), one.columns.begin(), one.columns.end());
    std::erase_if(all, [&](std::size_t column) { return column >= result_.plan.scalars.size(); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  void prepare_gradients() {
    gradients_.emplace(result_.plan, wanted_, registry_);
    if (gradients_->why_not().empty()) return;
    if (aim().method->kind == AimMethod::Kind::gradient)
      refuse(ErrorCode::arguments_invalid, "slsqp needs gradients", gradients_->why_not(), "take another method, or leave it to auto");
    result_.without_gradients = gradients_->why_not();
    gradients_.reset();
  }

  /// The middle, then points that are spread over the range.
  std::vector<double> start_point(std::int64_t s, std::int64_t starts) const {
    if (s == 0) return std::vector<double>(factors().size(), 0.5);
    std::vector<SampledFactor> keys;
    for (const StudyFactor& factor : factors()) {
      Fingerprint name;
      name.add(factor.name);
      keys.push_back({random_bits(result_.plan.seed, name.value()), 0});
    }
    return find_sampling("sobol")->point(keys, static_cast<std::uint64_t>(starts - 1), static_cast<std::uint64_t>(s - 1));
  }

  Sample sample_at(const std::vector<double>& u) const {
    std::vector<std::string> values;
    for (std::size_t f = 0; f < factors().size(); ++f)
      values.push_back(factors()[f].value_of(value_at(factors()[f], std::clamp(u[f], 0.0, 1.0))));
    return runner_->samples().with(std::move(values));
  }
  static std::vector<double> numbers_of(const Sample& sample) {
    std::vector<double> numbers;
    for (const std::string& value : sample.values) numbers.push_back(number_of(value));
    return numbers;
  }

  /// The value of a formula of scalars, and of factors after them.
  static double value_of(const AimFormula& formula, const std::vector<double>& columns) {
    std::vector<double> symbols;
    for (const std::size_t column : formula.columns) symbols.push_back(columns[column]);
    return formula.formula.value(symbols);
  }

  OptimiseRun ran_at(const std::vector<double>& u, SearchMethod method) {
    const Sample sample = sample_at(u);
    OptimiseRun one{start_, method, numbers_of(sample), {}, {}, {}, {}};
    const auto outcome = runner_->outcome_of(sample, interrupted_);
    if (!outcome || (interrupted_ != nullptr && *interrupted_)) refuse(ErrorCode::run_interrupted, "the search was interrupted", {}, {});
    one.scalars = outcome->scalars;
    if (outcome->status != SampleStatus::done) {
      one.fault =
          outcome->status == SampleStatus::excluded ? "a constraint of the plan excludes it" : outcome->code + ": " + outcome->message;
      return one;
    }
    std::vector<double> columns;
    for (const auto& scalar : outcome->scalars) columns.push_back(scalar.value_or(std::nan("")));
    columns.insert(columns.end(), one.values.begin(), one.values.end());
    const double objective = value_of(aim().objective, columns);
    for (const AimFormula& formula : aim().constraints) one.constraints.push_back(value_of(formula, columns));
    const bool is_known =
        std::isfinite(objective) && std::ranges::all_of(one.constraints, [](double value) { return std::isfinite(value); });
    if (is_known)
      one.objective = objective;
    else
      one.fault = "the objective or a condition is no number" + (outcome->message.empty() ? "" : ": " + outcome->message);
    return one;
  }

  /// How the search sees a run that has no objective: as a little worse than the worst so far, so that it turns back.
  SearchedValue seen(const OptimiseRun& one) {
    SearchedValue value;
    value.constraints = one.constraints;
    if (one.objective) {
      value.objective = aim().is_greatest ? -*one.objective : *one.objective;
      worst_ = worst_ ? std::max(*worst_, value.objective) : value.objective;
      best_ = best_ ? std::min(*best_, value.objective) : value.objective;
    } else {
      const double way = worst_ ? *worst_ - *best_ : 0;
      value.objective =
          worst_ ? *worst_ + (way > 0 ? 0.1 * way : std::max(1.0, std::fabs(*worst_))) : std::numeric_limits<double>::max() / 1e10;
      value.constraints.assign(aim().constraints.size(), 0.0);
    }
    return value;
  }

  /// Gradients by the coordinates of the unit cube; false where there are none.
  bool with_gradients(const std::vector<double>& u, SearchedValue& value) {
    ++result_.gradients;
    const Sample sample = sample_at(u);
    if (!sample.is_allowed) return result_.without_gradients = "a constraint of the plan excludes where they led", false;
    std::string why;
    const auto found = gradients_->at(sample, interrupted_, why);
    if (!found) return result_.without_gradients = why, false;
    std::vector<double> columns = found->values;
    const std::vector<double> numbers = numbers_of(sample);
    columns.insert(columns.end(), numbers.begin(), numbers.end());
    const auto slopes = [&](const AimFormula& formula) {
      std::vector<double> by(factors().size());
      for (const std::size_t column : formula.columns) {
        std::vector<double> less = columns, more = columns;
        const double step = kSmall * std::max(std::fabs(columns[column]), 1e-3);
        less[column] -= step, more[column] += step;
        const double slope = (value_of(formula, more) - value_of(formula, less)) / (2 * step);
        for (std::size_t f = 0; f < by.size(); ++f) {
          const bool is_scalar = column < result_.plan.scalars.size();
          const double of_column = is_scalar ? found->slopes[column][f] : column - result_.plan.scalars.size() == f ? 1 : 0;
          by[f] += slope * of_column * slope_at(factors()[f], u[f]);
        }
      }
      return by;
    };
    const double sign = aim().is_greatest ? -1 : 1;
    value = {};
    value.objective = sign * value_of(aim().objective, columns);
    for (const double slope : slopes(aim().objective)) value.gradient.push_back(sign * slope);
    for (const AimFormula& formula : aim().constraints) {
      value.constraints.push_back(value_of(formula, columns));
      const std::vector<double> by = slopes(formula);
      value.jacobian.insert(value.jacobian.end(), by.begin(), by.end());
    }
    const auto is_finite = [](double slope) { return std::isfinite(slope); };
    const bool is_sound =
        std::isfinite(value.objective) && std::ranges::all_of(value.gradient, is_finite) && std::ranges::all_of(value.jacobian, is_finite);
    if (!is_sound) result_.without_gradients = "the objective or a condition is no number where they led";
    return is_sound;
  }

  /// One method from the best point of this start.
  SearchEnd go(SearchMethod method, double first_step, std::int64_t most) {
    Search asked;
    asked.method = method, asked.constraints = aim().constraints.size();
    asked.tolerance = aim().tolerance, asked.first_step = first_step;
    asked.most_evaluations = std::max<std::int64_t>(most, 1);
    asked.seed = result_.plan.seed;
    // Extrema between rows are part of what is differentiated, and not of the table: one search sees one of the two.
    const bool by_gradients = method == SearchMethod::slsqp;
    asked.evaluate = [&](const std::vector<double>& at, bool /*wants_gradient*/, SearchedValue& value) {
      if (by_gradients && !with_gradients(at, value)) return false;
      const OptimiseRun one = ran_at(at, method);
      if (!by_gradients) value = seen(one);
      if (by_gradients && !one.objective) return result_.without_gradients = one.fault, false;
      take(one, at);
      return true;
    };
    return search(asked, u_best_);
  }

  void take(const OptimiseRun& one, const std::vector<double>& at) {
    for (const double value : one.constraints) largest_ = std::max(largest_, std::fabs(value));
    result_.runs.push_back(one);
    OptimiseStart& start = result_.starts[start_];
    const std::size_t number = result_.runs.size() - 1;
    if (!start.is_found || is_better(one, result_.runs[start.best])) {
      start.best = number, start.is_found = true;
      u_best_ = at;
    }
    ++start.evaluations;
    if (progress_) progress_(result_);
  }

  double missed(const OptimiseRun& one) const {
    double most = 0;
    for (const double value : one.constraints) most = std::max(most, value);
    return most <= kHeld * largest_ ? 0 : most;
  }
  /// One that holds its conditions before one that does not, then the better objective, then what is nearer to holding.
  bool is_better(const OptimiseRun& a, const OptimiseRun& b) const {
    if (a.objective.has_value() != b.objective.has_value()) return a.objective.has_value();
    if (!a.objective) return false;
    const double misses = missed(a), other = missed(b);
    if (misses > 0 || other > 0) return misses < other;
    return aim().is_greatest ? *a.objective > *b.objective : *a.objective < *b.objective;
  }

  void search_from(const std::vector<double>& start, std::int64_t most) {
    OptimiseStart& one = result_.starts.emplace_back();
    for (std::size_t f = 0; f < factors().size(); ++f) one.start.push_back(value_at(factors()[f], start[f]));
    u_best_ = start;
    const std::int64_t end = made() + most;
    const auto rest = [&] { return std::max<std::int64_t>(end - made(), 1); };
    SearchEnd last;
    double first_step = kFirstStep;
    if (gradients_) {
      last = go(SearchMethod::slsqp, kFirstStep, rest() / 2);
      if (last.how == SearchEnd::How::converged) first_step = kNearStep;
    }
    if (aim().method->kind == AimMethod::Kind::global) last = go(SearchMethod::crs2, kFirstStep, rest() * 3 / 4), first_step = kNearStep;
    if (aim().method->kind != AimMethod::Kind::gradient && made() < end) {
      const bool linear = !aim().constraints.empty() || aim().method->name == "cobyla" || factors().size() < 2;
      last = go(linear ? SearchMethod::cobyla : SearchMethod::bobyqa, first_step, rest());
    }
    OptimiseStart& ended = result_.starts[start_];
    ended.how = last.how, ended.why = last.why;
  }

  void choose() {
    for (std::size_t s = 1; s < result_.starts.size(); ++s)
      if (result_.starts[s].is_found && (!result_.starts[result_.best].is_found ||
                                         is_better(result_.runs[result_.starts[s].best], result_.runs[result_.starts[result_.best].best])))
        result_.best = s;
    for (OptimiseStart& start : result_.starts)
      start.is_found = start.is_found && result_.runs[start.best].objective && missed(result_.runs[start.best]) == 0;
    if (result_.starts.empty() || !result_.starts[result_.best].is_found) {
      const bool has_run = !result_.starts.empty() && !result_.runs.empty();
      const OptimiseRun* const nearest = has_run ? &result_.runs[result_.starts[result_.best].best] : nullptr;
      refuse(ErrorCode::optimise_failed,
             fmt::format("none of {} {}", counted(made(), "run"),
                         nearest != nullptr && nearest->objective ? "holds all conditions" : "has an objective"),
             nearest == nullptr        ? result_.without_gradients
             : !nearest->fault.empty() ? nearest->fault
                                       : "the nearest one misses a condition by " + number_text(missed(*nearest)),
             "other bounds, more starts or evaluations, or weaker conditions");
    }
    std::vector<std::string> values;
    for (std::size_t f = 0; f < factors().size(); ++f) values.push_back(factors()[f].value_of(result_.run().values[f]));
    result_.command = runner_->samples().command(runner_->samples().with(std::move(values)));
  }

  Registry& registry_;
  const std::atomic<bool>* interrupted_;
  const std::function<void(const Optimum&)>& progress_;
  Optimum result_;
  std::optional<SampleRunner> runner_;
  std::optional<ScalarGradients> gradients_;
  std::vector<std::size_t> wanted_;
  std::vector<double> u_best_;
  std::size_t start_ = 0;
  std::optional<double> worst_, best_;  ///< objectives so far, as searches see them
  double largest_ = 0;                  ///< of what conditions were off
};

}  // namespace

bool OptimiseRun::holds() const {
  return objective && std::ranges::all_of(constraints, [](double value) { return value <= 0; });
}

double low_of(const StudyFactor& factor) { return factor.arguments[0]; }
double high_of(const StudyFactor& factor) { return factor.arguments[1]; }

std::string_view to_text(SearchMethod method) {
  switch (method) {
    case SearchMethod::slsqp:
      return "slsqp";
    case SearchMethod::bobyqa:
      return "bobyqa";
    case SearchMethod::cobyla:
      return "cobyla";
    case SearchMethod::crs2:
      break;
  }
  return "crs2";
}

Optimum optimise(StudyPlan plan, Registry& registry, const std::atomic<bool>* interrupted,
                 const std::function<void(const Optimum&)>& progress) {
  if (!plan.aim)
    refuse(ErrorCode::arguments_invalid, "the plan does not say what is to be least or greatest", plan.file,
           "give it \"optimise\": {\"minimise\": \"peak\"}, a formula in its scalars");
  return Optimiser(std::move(plan), registry, interrupted, progress).run();
}

}  // namespace stribeck
