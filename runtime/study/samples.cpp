#include "study/samples.h"

#include <algorithm>
#include <cmath>

#include "base/archive.h"
#include "base/random.h"
#include "base/text.h"
#include "base/units.h"

namespace stribeck {

namespace {

std::string setting(const std::string& name, const std::string& value) { return " --set " + shell_word(name + "=" + value); }

}  // namespace

double number_of(const std::string& value) {
  const auto quantity = parse_quantity(value);
  return quantity ? quantity->value : std::nan("");
}

std::string shown_value(const std::string& value) {
  const double number = number_of(value);
  return std::isnan(number) ? value : number_text(number);
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : c == '\n' || c == '\r' ? " " : std::string(1, c);
  return quoted + "\"";
}

Samples::Samples(const StudyPlan& plan) : plan_(plan) {
  for (const StudyFactor& factor : plan.factors) {
    Fingerprint name;  // a factor keeps its values when others come and go
    name.add(factor.name);
    factors_.push_back({random_bits(plan.seed, name.value()), static_cast<std::int64_t>(factor.levels.size())});
  }
  for (const std::string& text : plan.constraints) {
    ParseError none;
    Constraint constraint{*read_formula(
                              text,
                              [](std::string_view) {
                                return Observable{"", Dimension::unchecked()};
                              },
                              none),
                          {}};
    for (const std::string& name : constraint.formula.names)
      constraint.factors.push_back(
          static_cast<std::size_t>(std::ranges::find(plan.factors, name, &StudyFactor::name) - plan.factors.begin()));
    constraints_.push_back(std::move(constraint));
  }
}

Sample Samples::at(std::int64_t i) const {
  const std::vector<double> point = plan_.sampling->point(factors_, static_cast<std::uint64_t>(plan_.count), static_cast<std::uint64_t>(i));
  std::vector<std::string> values;
  for (std::size_t f = 0; f < plan_.factors.size(); ++f) {
    const StudyFactor& factor = plan_.factors[f];
    if (factor.distribution != nullptr) {
      values.push_back(factor.value_of(factor.distribution->quantile(factor.arguments, point[f])));
    } else {
      const auto levels = static_cast<double>(factor.levels.size());
      values.push_back(factor.levels[static_cast<std::size_t>(std::min(point[f] * levels, levels - 1))]);
    }
  }
  return with(std::move(values));
}

Sample Samples::with(std::vector<std::string> values) const {
  Sample sample{std::move(values)};
  for (const Constraint& constraint : constraints_) {
    std::vector<double> symbols;
    for (const std::size_t factor : constraint.factors) symbols.push_back(number_of(sample.values[factor]));
    sample.is_allowed = sample.is_allowed && constraint.formula.formula.value(symbols) != 0;
  }
  return sample;
}

std::string Samples::command(const Sample& sample) const {
  std::string line = command_before(plan_.diagram_of(sample.values));
  for (std::size_t f = 0; f < plan_.factors.size(); ++f)
    if (!plan_.chooses_diagram(plan_.factors[f])) line += setting(plan_.factors[f].name, sample.values[f]);
  return line + command_after();
}

std::string Samples::command_before(const std::string& diagram) const {
  std::string line = "stribeck run " + shell_word(diagram);
  for (const std::string& plugin : plan_.plugins) line += " --plugin " + shell_word(plugin);
  for (const Override& fixed : plan_.options.overrides) line += setting(fixed.name, fixed.value);
  return line;
}

std::string Samples::command_after() const {
  const RunOptions& options = plan_.options;
  std::string line;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += std::string(" ") + option + " " + shell_word(value);
  };
  add("--stop", options.stop), add("--interval", options.interval), add("--solver", options.solver);
  add("--rtol", options.rtol), add("--atol", options.atol);
  for (const std::string& output : options.outputs) add("--outputs", output);
  return line;
}

}  // namespace stribeck
