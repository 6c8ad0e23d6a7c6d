#include "branch_table.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace stribeck::cli {
namespace {

const double kNone = std::nan("");

void add_outputs(NumberTable& table, const auto& outputs) {
  for (const auto& output : outputs) {
    table.columns.push_back({"least " + output.name, output.unit, "in a period, or while it is looked at"});
    table.columns.push_back({"most " + output.name, output.unit, "the same"});
  }
}

}  // namespace

NumberTable table_of_branch(const OrbitBranch& branch) {
  NumberTable table{.first = {branch.parameter.name, branch.parameter.unit, "the parameter of the branch"}, .columns = {}, .rows = {}};
  std::size_t multipliers = 0;
  for (const BranchOrbit& point : branch.points) multipliers = std::max(multipliers, point.orbit.multipliers.size());
  for (const BranchSteady& point : branch.steady) multipliers = std::max(multipliers, point.poles.size());
  table.columns = {{"period", "s", "of an orbit; steady motion has none"},
                   {"stable", "", "1 it is stable, 0 it is not, 0.5 it is on the border"},
                   {"mark", "",
                    "0 none, 1 fold, 2 flip, 3 neimark_sacker, 4 branch_point, 5 sequence, 6 corner, 7 hopf, 8 vanishes, 9 grazing, "
                    "10 lost"}};
  for (std::size_t k = 1; k <= multipliers; ++k) {
    table.columns.push_back({"multiplier " + std::to_string(k) + " real", "", "of an orbit; of steady motion a pole in rad/s"});
    table.columns.push_back({"multiplier " + std::to_string(k) + " imaginary", "", "of an orbit; of steady motion a pole in rad/s"});
  }
  if (!branch.points.empty())
    add_outputs(table, branch.points.front().orbit.outputs);
  else
    add_outputs(table, branch.steady.front().outputs);
  const auto add = [&](double parameter, double period_s, double stable, BranchMark mark, const std::vector<std::complex<double>>& values) {
    std::vector<double>& row = table.rows.emplace_back(std::vector<double>{parameter, period_s, stable, static_cast<double>(mark)});
    for (std::size_t k = 0; k < multipliers; ++k) {
      row.push_back(k < values.size() ? values[k].real() : kNone);
      row.push_back(k < values.size() ? values[k].imag() : kNone);
    }
  };
  for (const BranchSteady& point : branch.steady) {
    add(point.parameter, kNone, point.is_stable ? 1 : 0, point.mark, point.poles);
    for (const LinearVariable& output : point.outputs) table.rows.back().insert(table.rows.back().end(), 2, output.value);
  }
  for (const BranchOrbit& point : branch.points) {
    const OrbitStability stability = point.orbit.stability;
    const double stable = stability == OrbitStability::stable ? 1 : stability == OrbitStability::border ? 0.5 : 0;
    add(point.parameter, point.orbit.period_s, stable, point.mark, point.orbit.multipliers);
    for (const OrbitOutput& output : point.orbit.outputs)
      table.rows.back().push_back(output.least), table.rows.back().push_back(output.most);
  }
  return table;
}

NumberTable table_of_survey(const Survey& survey) {
  NumberTable table{.first = {survey.parameter.name, survey.parameter.unit, "the parameter of the survey"}, .columns = {}, .rows = {}};
  table.columns = {{"sweep", "", "1 up, -1 down"},
                   {"motion", "", "0 steady, 1 periodic, 2 dies_away, 3 grows, 4 chaotic, 5 irregular, 6 failed"},
                   {"multiple", "", "section points after which it comes again; 0: it does not"},
                   {"period", "s", "of a periodic motion, else 0"},
                   {"lyapunov", "1/s", "the largest exponent of a motion that does not come again"}};
  const auto with_outputs =
      std::find_if(survey.points.begin(), survey.points.end(), [](const SurveyPoint& p) { return !p.outputs.empty(); });
  if (with_outputs == survey.points.end()) return table;
  const std::size_t count = with_outputs->outputs.size();
  for (const OrbitOutput& output : with_outputs->outputs) table.columns.push_back({output.name, output.unit, "at the section point"});
  add_outputs(table, with_outputs->outputs);
  for (const SurveyPoint& point : survey.points) {
    std::vector<std::vector<double>> sections = point.section;
    if (sections.empty()) sections.emplace_back(count, kNone);
    for (const std::vector<double>& section : sections) {
      std::vector<double>& row = table.rows.emplace_back(
          std::vector<double>{point.parameter, point.upwards ? 1.0 : -1.0, static_cast<double>(point.motion),
                              static_cast<double>(point.multiple), point.period_s, point.growth ? point.growth->exponent : kNone});
      row.insert(row.end(), section.begin(), section.end());
      for (std::size_t o = 0; o < count; ++o) {
        row.push_back(point.outputs.empty() ? kNone : point.outputs[o].least);
        row.push_back(point.outputs.empty() ? kNone : point.outputs[o].most);
      }
    }
  }
  return table;
}

}  // namespace stribeck::cli
