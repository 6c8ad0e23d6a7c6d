#include "study/aim.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diagram/diagram.h"
#include "study/plan.h"
#include "study/plan_trial.h"

namespace stribeck {
namespace {

constexpr std::int64_t kMostEvaluations = 10'000'000, kMostStarts = 100'000, kEvaluationsAStart = 400;

class AimReader {
 public:
  AimReader(Report& report, const StudyPlan& plan) : report_(report), plan_(plan) {
    for (const StudyScalar& scalar : plan.scalars) names_.push_back(scalar.name);
    for (const StudyFactor& factor : plan.factors) names_.push_back(factor.name);
  }

  std::optional<StudyAim> read(Json section) {
    const std::size_t before = report_.count();
    if (!is_kind(report_, section, JsonKind::object, "\"optimise\"")) return std::nullopt;
    check_keys(report_, section, {"minimise", "maximise", "subject_to", "method", "starts", "evaluations", "tolerance"}, "\"optimise\"");
    read_objective(section);
    if (const Json constraints = section.find("subject_to");
        constraints && is_kind(report_, constraints, JsonKind::array, "\"subject_to\""))
      for (const Json constraint : constraints) read_constraint(constraint);
    read_method(section);
    if (const Json starts = section.find("starts")) aim_.starts = whole_number(report_, starts, "\"starts\"", 1, kMostStarts);
    aim_.evaluations = kEvaluationsAStart * aim_.starts;
    if (const Json most = section.find("evaluations"))
      aim_.evaluations = whole_number(report_, most, "\"evaluations\"", 1, kMostEvaluations);
    read_tolerance(section);
    check_factors(section);
    return report_.count() == before ? std::optional(std::move(aim_)) : std::nullopt;
  }

 private:
  void error(ErrorCode code, Where where, std::string message, std::string remedy) {
    report_.error(code, std::move(where), std::move(message), {}, std::move(remedy));
  }

  void read_objective(Json section) {
    const Json least = section.find("minimise"), most = section.find("maximise");
    if (static_cast<bool>(least) == static_cast<bool>(most))
      return error(ErrorCode::diagram_missing_key, section.where(), "an optimisation has one objective, which it minimises or maximises",
                   "as in {\"minimise\": \"peak\"}");
    const Json objective = least ? least : most;
    aim_.is_greatest = static_cast<bool>(most);
    if (!is_kind(report_, objective, JsonKind::string, in_quotes(objective.key()))) return;
    if (objective.text().find_first_of("<>") != std::string_view::npos)
      return error(ErrorCode::value_bad_choice, objective.where(), "the objective compares", "conditions stand in \"subject_to\"");
    if (auto formula = read_formula_of(objective, std::string(objective.text()), 0)) aim_.objective = std::move(*formula);
  }

  /// `text` begins at this offset of what stands there.
  std::optional<AimFormula> read_formula_of(Json place, const std::string& text, std::size_t offset) {
    ParseError fault;
    const auto meaning = [&](std::string_view name) -> std::optional<Observable> {
      if (std::ranges::find(names_, name) == names_.end()) return std::nullopt;
      return Observable{"", Dimension::unchecked()};  // bare numbers are SI
    };
    const auto found = read_formula(text, meaning, fault);
    if (!found) {
      error(code_of(fault), place.where_inside(offset + fault.offset), fault.message,
            fault.kind == ParseError::Kind::unknown_name ? "it is in the scalars and the factors: " + joined(names_) : fault.remedy);
      return std::nullopt;
    }
    AimFormula formula{std::string(place.text()), found->formula, {}};
    for (const std::string& name : found->names)
      formula.columns.push_back(static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin()));
    return formula;
  }

  /// One comparison, whose sides' difference tells how far it is from holding.
  void read_constraint(Json constraint) {
    if (!is_kind(report_, constraint, JsonKind::string, "a condition")) return;
    const std::string text(constraint.text());
    const std::size_t at = text.find_first_of("<>");
    const bool is_one =
        at != std::string::npos && text.find_first_of("<>=!&|", at + 1 + (text.substr(at + 1, 1) == "=" ? 1 : 0)) == std::string::npos;
    if (!is_one)
      return error(ErrorCode::value_bad_choice, constraint.where(), "a condition compares once, by < or >",
                   "as in \"peak < 3\"; two conditions are two entries");
    const std::string left = text.substr(0, at), right = text.substr(at + (text.substr(at + 1, 1) == "=" ? 2 : 1));
    // Each side by itself first, so that messages point at what is written.
    if (!read_formula_of(constraint, left, 0) || !read_formula_of(constraint, right, text.size() - right.size())) return;
    const std::string slack = text[at] == '<' ? "(" + left + ")-(" + right + ")" : "(" + right + ")-(" + left + ")";
    if (auto formula = read_formula_of(constraint, slack, 0)) aim_.constraints.push_back(std::move(*formula));
  }

  void read_method(Json section) {
    aim_.method = find_aim_method("auto");
    const Json method = section.find("method");
    if (!method || !is_kind(report_, method, JsonKind::string, "\"method\"")) return;
    std::vector<std::string> known;
    for (const AimMethod& one : aim_methods()) known.emplace_back(one.name);
    const AimMethod* const found = find_aim_method(method.text());
    if (found == nullptr) {
      const std::string near = did_you_mean(method.text(), known);
      return error(ErrorCode::value_bad_choice, method.where(), fmt::format("there is no method {}", in_quotes(method.text())),
                   near.empty() ? "there are " + joined(known) : near);
    }
    aim_.method = found;
    if (!found->takes_constraints && !aim_.constraints.empty())
      error(ErrorCode::value_bad_choice, method.where(), fmt::format("{} takes no conditions", found->name),
            "take cobyla or slsqp, or leave the method to auto");
  }

  void read_tolerance(Json section) {
    const Json tolerance = section.find("tolerance");
    if (!tolerance || !is_kind(report_, tolerance, JsonKind::number, "\"tolerance\"")) return;
    aim_.tolerance = tolerance.number();
    if (!(aim_.tolerance > 0 && aim_.tolerance < 1))
      error(ErrorCode::value_out_of_range, tolerance.where(), "\"tolerance\" lies between 0 and 1", "1e-5 of the range is usual");
  }

  void check_factors(Json section) {
    for (const StudyFactor& factor : plan_.factors) {
      const bool is_bounded = factor.distribution != nullptr && factor.distribution->name.ends_with("uniform");
      if (!is_bounded)
        error(ErrorCode::value_bad_choice, section.where_key(),
              fmt::format("the factor {} has no bounds between which an optimum could lie", in_quotes(factor.name)),
              "make it {\"uniform\": {\"from\": ..., \"to\": ...}}, or log_uniform; what does not vary belongs into \"fixed\"");
    }
  }

  Report& report_;
  const StudyPlan& plan_;
  std::vector<std::string> names_;
  StudyAim aim_;
};

}  // namespace

const std::vector<AimMethod>& aim_methods() {
  using Kind = AimMethod::Kind;
  static const std::vector<AimMethod> all{
      {"auto", "by gradients where scalars have them, then without", Kind::automatic, true},
      {"slsqp", "by gradients: Kraft (1988), sequential quadratic programming", Kind::gradient, true},
      {"bobyqa", "without gradients: Powell (2009), by quadratic models", Kind::local, false},
      {"cobyla", "without gradients, with conditions: Powell (1994), by linear models", Kind::local, true},
      {"crs2", "over all of the range: Kaelo and Ali (2006), controlled random search, then bobyqa from the best", Kind::global, false}};
  return all;
}

const AimMethod* find_aim_method(std::string_view name) {
  const auto found = std::ranges::find(aim_methods(), name, &AimMethod::name);
  return found == aim_methods().end() ? nullptr : &*found;
}

std::optional<StudyAim> read_aim(Report& report, Json section, const StudyPlan& plan) { return AimReader(report, plan).read(section); }

}  // namespace stribeck
