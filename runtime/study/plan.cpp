#include "study/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "diagram/diagram.h"
#include "diagram/shown_formula.h"
#include "diagram/values.h"
#include "study/plan_trial.h"

namespace stribeck {
namespace {

constexpr std::int64_t kMostSamples = 1'000'000'000;
constexpr std::array<std::string_view, 5> kOwnColumns{"sample", "status", "code", "message", "command"};
constexpr std::int64_t kLookAround = 64;
constexpr std::int64_t kMostLevels = 1'000'000;
constexpr std::size_t kMostTried = 64;  // of the values of a list

/// A value as --set takes it.
std::string text_of(Json value) {
  if (value.is(JsonKind::number)) return number_text(value.number());
  if (value.is(JsonKind::boolean)) return value.truth() ? "true" : "false";
  return std::string(value.text());
}

template <typename Row>
std::vector<std::string> names_of(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.emplace_back(row.name);
  return names;
}

class PlanReader {
 public:
  PlanReader(const std::string& file, const std::string& text, Registry& registry, const std::shared_ptr<Sources>& sources)
      : tree_(text, file), registry_(registry) {
    plan_.file = file;
    plan_.options.sources = sources;
  }

  StudyPlan read() {
    const Json root = tree_.root();
    if (!is_kind(report_, root, JsonKind::object, "a plan")) report_.throw_if_errors();
    check_duplicates(report_, tree_);
    check_format(root);
    check_keys(report_, root,
               {"$schema", "format", "title", "description", "diagram", "seed", "sampling", "fixed", "factors", "constraints", "experiment",
                "scalars", "curves", "optimise", "time_limit"},
               "a plan");
    plan_.title = optional_text(report_, root, "title");
    optional_text(report_, root, "description"), optional_text(report_, root, "$schema");
    read_diagram_name(root);
    if (const Json seed = root.find("seed"))
      plan_.seed = static_cast<std::uint64_t>(whole_number(report_, seed, "\"seed\"", 0, std::int64_t{1} << 53));
    if (const Json limit = root.find("time_limit")) read_limit(limit);
    if (const Json fixed = root.find("fixed"); fixed && is_kind(report_, fixed, JsonKind::object, "\"fixed\"")) read_fixed(fixed);
    read_experiment(root);
    if (const Json factors = required(root, "factors", JsonKind::object)) read_factors(factors);
    read_sampling(root);
    if (const Json scalars = required(root, "scalars", JsonKind::object)) read_scalars(scalars);
    if (const Json curves = root.find("curves"); curves && is_kind(report_, curves, JsonKind::object, "\"curves\"")) read_curves(curves);
    report_.throw_if_errors();
    try_in_diagram(plan_, places_, report_, parameters_, registry_);
    if (const Json constraints = root.find("constraints")) read_constraints(constraints);
    if (const Json aim = root.find("optimise")) plan_.aim = read_aim(report_, aim, plan_);
    report_.throw_if_errors();
    return std::move(plan_);
  }

 private:
  void error(ErrorCode code, Where where, std::string message, std::string remedy = {}) {
    report_.error(code, std::move(where), std::move(message), {}, std::move(remedy));
  }

  Json required(Json object, std::string_view key, JsonKind kind) {
    const Json value = object.find(key);
    if (!value) {
      error(ErrorCode::diagram_missing_key, object.where(), fmt::format("there is no {}", in_quotes(key)));
    } else if (!is_kind(report_, value, kind, in_quotes(key))) {
      return {};
    } else if (kind == JsonKind::object && value.count() == 0) {
      error(ErrorCode::diagram_missing_key, value.where(), fmt::format("{} names nothing", in_quotes(key)));
      return {};
    }
    return value;
  }

  void check_format(Json root) {
    const Json format = root.find("format");
    if (format && format.is(JsonKind::string) && format.text() == kPlanFormat) return;
    error(format ? ErrorCode::diagram_wrong_format : ErrorCode::diagram_missing_key, format ? format.where() : root.where(),
          format ? "the format is that of no plan of a study" : "the plan does not say its format",
          fmt::format("begin with \"format\": \"{}\"", kPlanFormat));
    report_.throw_if_errors();
  }

  void read_diagram_name(Json root) {
    if (const Json diagram = required(root, "diagram", JsonKind::string)) plan_.diagram = diagram_at(diagram);
  }

  /// The path of a diagram that the plan names.
  std::string diagram_at(Json place) {
    std::string path = absolute_file((std::filesystem::path(plan_.file).parent_path() / std::string(place.text())).string());
    try {
      plan_.options.sources->text_of_regular(path);
    } catch (const Failure& failure) {
      report_at(report_, place, failure);
    }
    return path;
  }

  void read_limit(Json limit) {
    const auto limit_s = read_time_s(report_, parameters_, limit, "\"time_limit\"");
    if (limit_s && !(*limit_s > 0)) error(ErrorCode::experiment_bad_time, limit.where(), "\"time_limit\" must be greater than zero");
    plan_.limit_s = limit_s.value_or(plan_.limit_s);
  }

  void read_fixed(Json fixed) {
    for (const Json member : fixed)
      if (is_value(member, member.key())) {
        plan_.options.overrides.push_back({std::string(member.key()), text_of(member)});
        places_.arguments[fmt::format("--set {}={}", member.key(), text_of(member))] = member;
      }
  }
  bool is_value(Json value, std::string_view what) {
    if (value.is(JsonKind::number) || value.is(JsonKind::boolean)) return true;
    return is_kind(report_, value, JsonKind::string, in_quotes(what));
  }

  void read_experiment(Json root) {
    const Json experiment = root.find("experiment");
    if (!experiment || !is_kind(report_, experiment, JsonKind::object, "\"experiment\"")) return;
    check_keys(report_, experiment, {"stop", "interval", "solver", "rtol", "atol"}, "\"experiment\"");
    RunOptions& o = plan_.options;
    const std::pair<const char*, std::string&> keys[] = {
        {"stop", o.stop}, {"interval", o.interval}, {"solver", o.solver}, {"rtol", o.rtol}, {"atol", o.atol}};
    for (const auto& [key, text] : keys)
      if (const Json value = experiment.find(key); value && is_value(value, key))
        text = text_of(value), places_.arguments["--" + std::string(key)] = value;
  }

  void read_sampling(Json root) {
    const Json sampling = root.find("sampling");
    if (!sampling && root.find("optimise")) {  // which needs none; a study of the same plan looks around
      plan_.sampling = find_sampling("sobol"), plan_.count = kLookAround;
      return;
    }
    if (!sampling)
      return error(ErrorCode::diagram_missing_key, root.where(), "there is no \"sampling\"",
                   "methods are " + joined(names_of(samplings())));
    const bool is_object = sampling.is(JsonKind::object);
    if (is_object) check_keys(report_, sampling, {"method", "count"}, "\"sampling\"");
    const Json method = is_object ? required(sampling, "method", JsonKind::string) : sampling;
    if (!method || !is_kind(report_, method, JsonKind::string, "\"sampling\"")) return;
    plan_.sampling = find_sampling(method.text());
    if (plan_.sampling == nullptr) return no_such(method.where(), "method of sampling", method.text(), names_of(samplings()));
    const Json count = is_object ? sampling.find("count") : Json{};
    if (plan_.sampling->takes_count) {
      if (count)
        plan_.count = samples_a_point(*plan_.sampling, plan_.factors.size()) * whole_number(report_, count, "\"count\"", 1, kMostSamples);
      else
        error(ErrorCode::diagram_missing_key, sampling.where(),
              fmt::format("how many samples is not said, which {} asks for", method.text()),
              fmt::format("write {{\"method\": \"{}\", \"count\": 1000}}", method.text()));
      return;
    }
    if (count)
      error(ErrorCode::diagram_unknown_key, count.where_key(),
            fmt::format("how many samples follows from the values of the factors in {}", method.text()), "leave \"count\" out");
    count_levels(method);
  }

  void count_levels(Json method) {
    plan_.count = 1;
    for (const StudyFactor& factor : plan_.factors) {
      const auto levels = static_cast<std::int64_t>(factor.levels.size());
      if (factor.distribution != nullptr) {
        error(ErrorCode::value_bad_choice, factor_places_.at(factor.name).where(),
              fmt::format("the factor has no single values, which {} needs", method.text()),
              "give it \"values\" or a \"range\", or take another method");
      } else if (plan_.sampling->same_levels) {
        if (&factor != &plan_.factors.front() && levels != plan_.count)
          error(ErrorCode::diagram_bad_list, factor_places_.at(factor.name).where(),
                fmt::format("the factor has {} values, the first one has {}: a list needs as many of each", levels, plan_.count));
        if (&factor == &plan_.factors.front()) plan_.count = levels;
      } else if (levels > 0 && plan_.count > kMostSamples / levels) {
        return error(ErrorCode::diagram_too_large, method.where(), fmt::format("the grid has more than {} samples", kMostSamples));
      } else {
        plan_.count *= std::max<std::int64_t>(levels, 1);
      }
    }
  }

  void no_such(Where where, std::string_view what, std::string_view word, const std::vector<std::string>& known) {
    std::string remedy = did_you_mean(word, known);
    if (remedy.empty()) remedy = "there are " + joined(known);
    error(ErrorCode::value_bad_choice, std::move(where), fmt::format("there is no {} {}", what, in_quotes(word)), remedy);
  }

  void read_factors(Json factors) {
    for (const Json member : factors) {
      StudyFactor factor{std::string(member.key()), {}, nullptr, {}, {}};
      factor_places_[factor.name] = member;
      refuse_column(member);
      if (std::ranges::find(plan_.options.overrides, factor.name, &Override::name) != plan_.options.overrides.end())
        error(ErrorCode::diagram_name_taken, member.where_key(), "\"fixed\" has this name, too");
      if (member.is(JsonKind::array)) {
        read_levels(factor, member);
      } else if (is_kind(report_, member, JsonKind::object, fmt::format("the factor {}", in_quotes(factor.name))) && has_one_key(member)) {
        const Json kind = *member.begin();
        if (kind.key() == "values") {
          if (is_kind(report_, kind, JsonKind::array, "\"values\"")) read_levels(factor, kind);
        } else if (kind.key() == "range" || kind.key() == "log_range") {
          read_range(factor, kind);
        } else {
          read_distribution(factor, kind);
        }
      }
      plan_.factors.push_back(std::move(factor));
    }
  }

  /// Each column of the table has a name of its own.
  void refuse_column(Json member) {
    if (std::ranges::find(kOwnColumns, member.key()) != kOwnColumns.end())
      error(ErrorCode::diagram_name_taken, member.where_key(), "a column of the table has this name already", "give it another name");
  }

  bool has_one_key(Json object) {
    if (object.count() == 1) return true;
    error(ErrorCode::diagram_wrong_kind, object.where(), "a factor has one key, which says how it varies",
          "as in {\"uniform\": {\"from\": 1, \"to\": 2}}");
    return false;
  }

  void read_levels(StudyFactor& factor, Json list) {
    if (list.count() == 0) error(ErrorCode::diagram_bad_list, list.where(), "the factor has no values");
    for (const Json value : list) {
      if (!is_value(value, factor.name)) continue;
      factor.levels.push_back(text_of(value));
      if (factor.name == kVariants && value.is(JsonKind::string)) {
        plan_.variants[factor.levels.back()] = diagram_at(value);
        places_.variants[factor.levels.back()] = value;
        continue;
      }
      if (factor.levels.size() <= kMostTried) places_.trials.push_back({factor.name, factor.levels.back(), value, false});
    }
    const auto is_file = [&](const std::string& level) { return plan_.variants.contains(level); };
    if (factor.name == kVariants && !plan_.variants.empty() && !std::ranges::all_of(factor.levels, is_file))
      error(ErrorCode::diagram_bad_list, list.where(), "some values of the factor are files of diagrams, and some are not");
  }

  /// A number with or without a unit, in SI; the diagram is to accept it as a value of the factor.
  std::optional<Value> number(const StudyFactor& factor, Json object, std::string_view key, ArgumentKind kind) {
    const Json value = object.find(key);
    if (!value) {
      error(ErrorCode::diagram_missing_key, object.where(), fmt::format("there is no {}", in_quotes(key)));
      return std::nullopt;
    }
    const std::optional<Value> found = parameters_.value_of(value, key);
    if (!found) return found;
    if (kind == ArgumentKind::difference && !is_difference(report_, value, *found, key)) return std::nullopt;
    if (kind != ArgumentKind::pure)
      places_.trials.push_back({factor.name, found->has_unit && !text_of(value).starts_with('=') ? text_of(value) : number_text(found->si),
                                value, kind == ArgumentKind::difference});
    return found;
  }

  void read_range(StudyFactor& factor, Json range) {
    if (!is_kind(report_, range, JsonKind::object, in_quotes(range.key()))) return;
    check_keys(report_, range, {"from", "to", "count"}, in_quotes(range.key()));
    const auto from = number(factor, range, "from", ArgumentKind::value);
    const auto to = number(factor, range, "to", ArgumentKind::value);
    const Json count = required(range, "count", JsonKind::number);
    if (!from || !to || !count) return;
    const bool is_log = range.key() == "log_range";
    if (is_log && !(from->si > 0 && to->si > 0))
      return error(ErrorCode::value_out_of_range, range.where(), "\"log_range\" goes between values greater than zero");
    const std::int64_t levels = whole_number(report_, count, "\"count\"", 2, kMostLevels);
    static const Distribution& evenly = *find_distribution("log_uniform");
    for (std::int64_t k = 0; k < levels; ++k) {
      const auto steps = static_cast<double>(levels - 1), done = static_cast<double>(k), share = done / steps;
      const std::array ends{std::min(from->si, to->si), std::max(from->si, to->si)};
      double value =
          is_log && k > 0 ? evenly.quantile(ends, from->si <= to->si ? share : 1 - share) : from->si + (to->si - from->si) * done / steps;
      if (std::fabs(value - std::round(value)) <= 0x1p-48 * std::fabs(value)) value = std::round(value);  // for counts
      if (k == levels - 1) value = to->si;
      factor.levels.push_back(number_text(value));
    }
  }

  void read_distribution(StudyFactor& factor, Json kind) {
    const Distribution* distribution = find_distribution(kind.key());
    if (distribution == nullptr) {
      std::vector<std::string> known = names_of(distributions());
      known.insert(known.begin(), {"values", "range", "log_range"});
      return no_such(kind.where_key(), "way to vary", kind.key(), known);
    }
    if (!is_kind(report_, kind, JsonKind::object, in_quotes(kind.key()))) return;
    std::vector<std::string_view> keys;
    for (const DistributionArgument& argument : distribution->arguments) keys.push_back(argument.name);
    check_keys(report_, kind, keys, in_quotes(kind.key()));
    std::optional<Dimension> dimension;
    for (const DistributionArgument& argument : distribution->arguments) {
      const auto found = number(factor, kind, argument.name, argument.kind);
      if (!found) return;
      const bool is_pure = argument.kind == ArgumentKind::pure;
      if (!is_pure && found->has_unit) {
        if (dimension && !agree(*dimension, found->dimension))
          return error(ErrorCode::value_wrong_dimension, kind.find(argument.name).where(),
                       fmt::format("{} has another dimension than the values before it", in_quotes(argument.name)));
        dimension = found->dimension;
      } else if (is_pure && !agree(found->dimension, {})) {
        return error(ErrorCode::value_wrong_dimension, kind.find(argument.name).where(),
                     fmt::format("{} is a pure number", in_quotes(argument.name)));
      }
      factor.arguments.push_back(found->si);
    }
    if (const std::string fault = distribution->fault(factor.arguments); !fault.empty())
      return error(ErrorCode::value_out_of_range, kind.where(), fault);
    factor.distribution = distribution;
  }

  void read_scalars(Json scalars) {
    for (const Json member : scalars) {
      if (!is_identifier(report_, member, "a scalar") ||
          !is_kind(report_, member, JsonKind::object, fmt::format("the scalar {}", in_quotes(member.key()))))
        continue;
      refuse_column(member);
      if (std::ranges::find(plan_.factors, member.key(), &StudyFactor::name) != plan_.factors.end())
        error(ErrorCode::diagram_name_taken, member.where_key(), "a factor has this name, too");
      read_scalar(member);
    }
  }

  void read_scalar(Json member) {
    StudyScalar scalar;
    scalar.name = member.key();
    if (member.count() == 0)
      return error(ErrorCode::diagram_missing_key, member.where(), "the scalar measures nothing", "as in {\"max\": \"load.w\"}");
    const Json kind = kind_of_scalar(member);
    scalar.kind = find_scalar_kind(kind.key());
    if (scalar.kind == nullptr) return no_such(kind.where_key(), "kind of scalar", kind.key(), names_of(scalar_kinds()));
    std::vector<std::string_view> keys{scalar.kind->name};
    keys.insert(keys.end(), scalar.kind->options.begin(), scalar.kind->options.end());
    keys.insert(keys.end(), {"from", "to"});
    check_keys(report_, member, keys, fmt::format("{}", scalar.kind->name));
    if (!is_kind(report_, kind, JsonKind::string, in_quotes(kind.key()))) return;
    scalar.of = kind.text();
    if (const Json from = member.find("from")) scalar.from_s = read_time_s(report_, parameters_, from, "\"from\"").value_or(0);
    if (const Json to = member.find("to")) scalar.to_s = read_time_s(report_, parameters_, to, "\"to\"").value_or(0);
    if (scalar.from_s > scalar.to_s) error(ErrorCode::experiment_bad_time, member.where(), "\"from\" is later than \"to\"");
    if (const Json number = member.find("number")) scalar.options.number = whole_number(report_, number, "\"number\"", 1, kMostSamples);
    places_.scalars.push_back(member);
    plan_.scalars.push_back(std::move(scalar));
  }

  void read_curves(Json curves) {
    for (const Json member : curves) {
      if (!is_identifier(report_, member, "a curve") || !is_kind(report_, member, JsonKind::string, in_quotes(member.key()))) continue;
      refuse_column(member);
      const bool is_taken = member.key() == "time" ||
                            std::ranges::find(plan_.scalars, member.key(), &StudyScalar::name) != plan_.scalars.end() ||
                            std::ranges::find(plan_.factors, member.key(), &StudyFactor::name) != plan_.factors.end();
      if (is_taken)
        error(ErrorCode::diagram_name_taken, member.where_key(), "a factor, a scalar or the time has this name, too",
              "give the curve another name");
      plan_.curves.push_back({std::string(member.key()), {}, std::string(member.text()), {}});
      places_.curves.push_back(member);
    }
  }

  void read_constraints(Json constraints) {
    if (!is_kind(report_, constraints, JsonKind::array, "\"constraints\"")) return;
    if (plan_.sampling->is_saltelli && constraints.count() > 0)
      return error(ErrorCode::value_bad_choice, constraints.where(),
                   fmt::format("{} needs all samples, and constraints leave some out", plan_.sampling->name),
                   "take another method of sampling, or leave \"constraints\" out");
    for (const Json text : constraints) {
      if (!is_kind(report_, text, JsonKind::string, "a constraint")) continue;
      ParseError fault;
      const auto meaning = [&](std::string_view name) -> std::optional<Observable> {
        const auto factor = std::ranges::find(plan_.factors, name, &StudyFactor::name);
        if (factor == plan_.factors.end()) return std::nullopt;
        return Observable{"", Dimension::unchecked()};  // bare numbers, which constraints compare with, are SI
      };
      const auto formula = read_formula(text.text(), meaning, fault);
      if (formula && text.text().find_first_of("<>=") == std::string_view::npos)
        error(ErrorCode::value_bad_choice, text.where(), "the constraint compares nothing", "as in \"load.inertia < 3\"");
      else if (formula)
        take_constraint(text, formula->names);
      else
        error(code_of(fault), text.where_inside(fault.offset), fault.message,
              fault.kind == ParseError::Kind::unknown_name ? "a constraint is in the factors: " + joined(names_of(plan_.factors))
                                                           : fault.remedy);
    }
  }

  void take_constraint(Json text, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const auto factor = std::ranges::find(plan_.factors, name, &StudyFactor::name);
      for (const std::string& level : factor->levels)
        if (!parse_quantity(level))
          return error(ErrorCode::value_bad_choice, text.where(),
                       fmt::format("{} of the factor {} is no number, which a constraint needs", in_quotes(level), in_quotes(name)));
    }
    plan_.constraints.emplace_back(text.text());
  }

  JsonTree tree_;
  Report report_;
  Parameters parameters_{report_};
  Registry& registry_;
  StudyPlan plan_;
  PlanPlaces places_;
  std::map<std::string, Json> factor_places_;
};

}  // namespace

const std::string& StudyPlan::diagram_of(const std::vector<std::string>& values) const {
  for (std::size_t f = 0; f < factors.size(); ++f)
    if (chooses_diagram(factors[f])) return variants.at(values[f]);
  return diagram;
}

std::string absolute_file(const std::string& file) {
  std::filesystem::path path;
  for (const std::filesystem::path& part : std::filesystem::absolute(file))
    if (part != ".") path /= part;
  return path.string();
}

StudyPlan read_plan(const std::string& file, const std::string& text, Registry& registry, const std::shared_ptr<Sources>& sources) {
  return PlanReader(file, text, registry, sources).read();
}

}  // namespace stribeck
