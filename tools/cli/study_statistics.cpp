#include "study_statistics.h"

#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "results/output_file.h"
#include "study_documents.h"
#include "terminal.h"

namespace stribeck {

namespace cli {
namespace {

std::string cells_of(const std::optional<ConfidentEstimate>& estimate, Digits digits) {
  if (!estimate) return "-";
  const auto bound = [&](const std::optional<double>& end) { return end ? short_number(*end, digits) : "-"; };
  std::string value = short_number(estimate->value, digits);
  if (!estimate->low && !estimate->high) return value;
  return fmt::format("{} ({} to {})", value, bound(estimate->low), bound(estimate->high));
}

/// Samples that no number is of, and points without indices.
std::string absences_of(const ToldStatistics& told) {
  std::string text;
  const std::pair<std::int64_t, const char*> counts[] = {
      {told.failed, "failed"}, {told.excluded, "were excluded"}, {told.missing, "are not yet there"}};
  for (const auto& [count, what] : counts)
    if (count > 0) text += fmt::format("{} of {} samples {}\n", count, told.samples, what);
  std::string scalar;
  for (const FactorIndices& one : told.indices)
    if (one.points < one.all_points && scalar != one.scalar) {
      scalar = one.scalar;
      text += fmt::format("{}: {} of {} points are complete{}\n", scalar, one.points, one.all_points,
                          2 * one.points < one.all_points ? ", too few for indices" : "");
    }
  return text;
}

/// How estimates change with the number of samples.
std::string text_of_convergence(const ToldStatistics& told, const TextStyle& style) {
  TextTable table("lrllll");
  table.head({"scalar (SI)", "first", "mean", "5 % less", "median", "5 % greater"});
  TextTable shares("lrl");
  shares.head({"how often", "first", "probability"});
  std::vector<ToldPart> parts = told.convergence;
  parts.push_back({told.samples, told.scalars, told.shares});
  for (std::size_t s = 0; s < told.scalars.size(); ++s)
    for (const ToldPart& part : parts) {
      const ScalarStatistics& one = part.scalars[s];
      table.add({&part == &parts.front() ? one.name : "", std::to_string(part.samples), cells_of(one.mean, style.digits),
                 cells_of(one.low_quantile, style.digits), cells_of(one.median, style.digits), cells_of(one.high_quantile, style.digits)});
    }
  for (std::size_t s = 0; s < told.shares.size(); ++s)
    for (const ToldPart& part : parts)
      shares.add({&part == &parts.front() ? part.shares[s].formula : "", std::to_string(part.samples),
                  cells_of(part.shares[s].frequency.share, style.digits)});
  return "\nof the first samples alone\n" + table.to_text(style) + (shares.empty() ? "" : "\n" + shares.to_text(style));
}

std::string text_of_statistics(const ToldStatistics& told, const TextStyle& style) {
  TextTable scalars("lrllll");
  scalars.head({"scalar (SI)", "samples", "mean", "5 % less", "median", "5 % greater"});
  for (const ScalarStatistics& one : told.scalars)
    scalars.add({one.unit.empty() ? one.name : one.name + " " + one.unit, std::to_string(one.count), cells_of(one.mean, style.digits),
                 cells_of(one.low_quantile, style.digits), cells_of(one.median, style.digits), cells_of(one.high_quantile, style.digits)});
  std::string text = scalars.to_text(style);
  TextTable shares("lrl");
  shares.head({"how often", "samples", "probability"});
  for (const ToldShare& one : told.shares)
    shares.add({one.formula, fmt::format("{} of {}", one.frequency.held, one.frequency.of), cells_of(one.frequency.share, style.digits)});
  if (!shares.empty()) text += "\n" + shares.to_text(style);
  TextTable indices("llll");
  indices.head({"scalar", "factor", "alone", "with others"});
  for (const FactorIndices& one : told.indices)
    indices.add({one.scalar, one.factor, cells_of(one.first, style.digits), cells_of(one.total, style.digits)});
  if (!indices.empty()) text += "\n" + indices.to_text(style);
  if (!told.convergence.empty()) text += text_of_convergence(told, style);
  const std::string absences = absences_of(told);
  if (!absences.empty()) text += "\n" + absences;
  return text + "\nin brackets: intervals of 95 % confidence, of samples drawn at random; -: no number, or not bounded by so few samples\n";
}

}  // namespace

std::string study_statistics_schema() {
  return document::schema_text<ToldStatistics>("study-statistics", "What stribeck study statistics --format json prints");
}

int tell_statistics(const StudyFolder& folder, const StudyPlan& plan, const StatisticsArguments& arguments) {
  const ToldStatistics told = statistics_told(folder, plan, arguments.shares, arguments.convergence);
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("study-statistics", told));
  else
    print(text_of_statistics(told, style_of_output(arguments.digits)));
  return kDone;
}

}  // namespace cli
}  // namespace stribeck
