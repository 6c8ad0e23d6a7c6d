#include "diagram/shown_formula.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/format.h"
#include "base/text.h"
#include "diagram/observables.h"

namespace stribeck {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '[' || c == ']';
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size();
}

/// Whether the beginning of a name is that of a component.
bool begins_with_component(const Reading& reading, std::string_view name) {
  return end_of_instance(name, [&](std::string_view known) { return reading.find(known) != nullptr; }) != std::string_view::npos;
}

bool has_names_and_stars_alone(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_name_character(c) || c == '*'; });
}

bool is_factor(const Reading& reading, std::string_view text) {
  const auto& own = reading.diagram.parameters;
  return is_number(text) || begins_with_component(reading, text) ||
         std::any_of(own.begin(), own.end(), [&](const DiagramParameter& p) { return p.name == text; });
}

/// Units that products and quotients are known by.
std::string unit_of(const Dimension& dimension) {
  static constexpr std::array kKnown = {"1",   "m", "s", "kg",  "N",     "J",     "W",   "Pa",
                                        "m/s", "K", "A", "N/m", "N*s/m", "m/s^2", "N*s", "kg*m^2"};
  if (dimension.any) return "";
  const auto known = std::find_if(kKnown.begin(), kKnown.end(), [&](const char* unit) { return parse_unit(unit)->dimension == dimension; });
  return known == kKnown.end() ? to_text(dimension) : *known;
}

/// The unit of a formula: that of its terms where these have one, or what its dimension is known by.
class UnitOfFormula {
 public:
  UnitOfFormula(const ExprPool& pool, const std::vector<Observable>& symbols) : pool_(pool), symbols_(symbols) {}

  std::string of(ExprId root, const Dimension& dimension) const {
    const std::string unit = term(root);
    const auto parsed = unit.empty() ? std::nullopt : parse_unit(unit);
    return parsed && parsed->dimension == dimension ? unit : unit_of(dimension);
  }

 private:
  static bool is_pure(const std::string& unit) { return unit == "1"; }
  /// Empty where only the dimension tells.
  std::string term(ExprId id) const {
    const Node n = pool_[id];
    const auto operand = [&](std::int32_t node) { return term(static_cast<ExprId>(node)); };
    const auto first_of = [&](std::int32_t one, std::int32_t other) {
      std::string unit = operand(one);
      return is_pure(unit) ? operand(other) : unit;
    };
    switch (n.op) {
      case Operator::constant:
        return "1";
      case Operator::symbol:
        return symbols_[static_cast<std::size_t>(n.a)].unit;
      case Operator::neg:
      case Operator::abs:
        return operand(n.a);
      case Operator::add:
      case Operator::sub:
      case Operator::min:
      case Operator::max:
      case Operator::hypot:
        return first_of(n.a, n.b);
      case Operator::select:
        return first_of(n.b, n.c);
      case Operator::mul: {
        const std::string a = operand(n.a), b = operand(n.b);
        return is_pure(b) ? a : is_pure(a) ? b : "";
      }
      case Operator::div: {
        const std::string b = operand(n.b);
        return is_pure(b) ? operand(n.a) : "";
      }
      default:
        return "";
    }
  }

  const ExprPool& pool_;
  const std::vector<Observable>& symbols_;
};

/// Reads one formula of a diagram, and tells what is wrong with it.
class FormulaReader {
 public:
  FormulaReader(Reading& reading, std::string_view text, const Place& place) : reading_(reading), text_(text), place_(place) {}

  std::optional<ResolvedObservable> read() {
    ParseError error;
    const auto formula = read_formula(
        text_, [&](std::string_view name) { return meaning(name); }, error);
    if (!formula) {
      if (!has_reported_) report(error);
      return std::nullopt;
    }
    auto& known = reading_.diagram.formulas;
    if (std::none_of(known.begin(), known.end(), [&](const ShownFormula& f) { return f.text == text_; }))
      known.push_back({std::string(text_), names_, place_.at_key ? place_.json.key_position() : place_.json.position()});
    return ResolvedObservable{formula->measured, std::string(text_), instances_};
  }

 private:
  std::optional<Observable> meaning(std::string_view name) {
    using Kind = ShownFormula::Kind;
    const Place here = at(static_cast<std::size_t>(name.data() - text_.data()));
    const auto known = [&](std::string meant, Kind kind, Observable measured) {
      names_.push_back({std::string(name), std::move(meant), kind, measured.unit, measured.dimension});
      return measured;
    };
    if (name == "time") return known("time", Kind::time, {"s", parse_unit("s")->dimension});
    if (name.find('.') == std::string_view::npos) {
      const auto& own = reading_.diagram.parameters;
      const auto found = std::find_if(own.begin(), own.end(), [&](const DiagramParameter& p) { return p.name == name; });
      if (found == own.end()) return std::nullopt;
      return known(std::string(name), Kind::diagram_parameter, {unit_of(found->value.dimension), found->value.dimension});
    }
    has_reported_ = true;  // if there is nothing, what is called next says so
    const Found component = find_component(reading_, name, here);
    if (component.instance == nullptr) return std::nullopt;
    const ComponentRecord& record = *component.instance->record;
    const int parameter = record.find_parameter(component.rest);
    std::optional<Observable> measured;
    if (parameter >= 0 && !find_observable(record, component.rest)) {
      const ParameterDeclaration& declared = record.parameters[static_cast<std::size_t>(parameter)];
      const bool is_generic = declared.dimension.any;
      const Dimension dimension =
          is_generic ? component.instance->generic_dimensions[static_cast<std::size_t>(parameter)] : declared.dimension;
      measured = known(component.name(), Kind::parameter, {is_generic ? unit_of(dimension) : si_unit(declared), dimension});
    } else if (const auto found = resolve_observable(reading_, name, here)) {
      instances_.insert(instances_.end(), found->instances.begin(), found->instances.end());
      measured = known(found->name, Kind::variable, *found);
    }
    has_reported_ = !measured;
    return measured;
  }

  /// The declared unit where that is one of the SI.
  static std::string si_unit(const ParameterDeclaration& declared) {
    return declared.unit_factor == 1 && declared.unit_offset == 0 ? declared.unit : unit_of(declared.dimension);
  }

  Place at(std::size_t offset) const { return place_.at_key ? place_ : Place{place_.json, false, offset}; }

  void report(const ParseError& error) {
    std::string remedy = error.remedy;
    if (remedy.empty() && error.kind == ParseError::Kind::unknown_name) {
      remedy = did_you_mean(error.name, reading_.parameters.names());
      if (remedy.empty())
        remedy = "a formula knows variables and parameters of components (\"load.w\"), time, parameters of the diagram, pi and e";
    }
    reading_.report.error(code_of(error), at(error.offset).where(), fmt::format("in {}: {}", in_quotes(text_), error.message), {}, remedy);
  }

  Reading& reading_;
  std::string_view text_;
  Place place_;
  std::vector<ShownFormula::Name> names_;
  std::vector<std::int32_t> instances_;
  bool has_reported_ = false;
};

}  // namespace

ErrorCode code_of(const ParseError& error) {
  return error.kind == ParseError::Kind::unknown_name ? ErrorCode::expression_unknown_name
         : error.kind == ParseError::Kind::dimension  ? ErrorCode::expression_wrong_dimension
                                                      : ErrorCode::expression_syntax;
}

std::optional<ReadFormula> read_formula(std::string_view text, const MeaningOfName& meaning, ParseError& error) {
  ExprPool pool;
  ReadFormula result;
  std::vector<Observable> measured;
  const NameResolver resolve = [&](std::string_view name) -> TypedExpr {
    const auto known = std::find(result.names.begin(), result.names.end(), name);
    const auto number = static_cast<std::size_t>(known - result.names.begin());
    if (known == result.names.end()) {
      const auto found = meaning(name);
      if (!found) return {};
      result.names.emplace_back(name);
      measured.push_back(*found);
    }
    return {pool.symbol(static_cast<std::int32_t>(number), kUnknown), measured[number].dimension};
  };
  TypedExpr root;
  if (!parse_expression(text, pool, resolve, root, error)) return std::nullopt;
  result.formula = formula_of(pool, root.id);
  result.measured = {UnitOfFormula(pool, measured).of(root.id, root.dimension), root.dimension};
  return result;
}

/// In the names of a pattern, nothing but letters, digits, dots and brackets surrounds the stars. Where such a text fits no variable, and
/// all that stands between its stars has a meaning of its own, it is a product.
bool is_pattern(const Reading& reading, std::string_view text) {
  if (text.find('*') == std::string_view::npos || !has_names_and_stars_alone(text)) return false;
  for (const Instance& instance : reading.diagram.instances)
    if (!matching_names(instance, text).empty()) return true;
  bool is_product = true;
  for (std::size_t begin = 0; begin <= text.size() && is_product;) {
    const std::size_t end = std::min(text.find('*', begin), text.size());
    is_product = is_factor(reading, text.substr(begin, end - begin));
    begin = end + 1;
  }
  return !is_product;
}

std::optional<ResolvedObservable> resolve_shown(Reading& reading, std::string_view text, const Place& place) {
  const bool is_name = std::all_of(text.begin(), text.end(), is_name_character);
  return is_name ? resolve_observable(reading, text, place) : FormulaReader(reading, text, place).read();
}

}  // namespace stribeck
