#include "study_statistics.h"

#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "results/document.h"
#include "results/output_file.h"
#include "study/statistics.h"
#include "study/work.h"
#include "terminal.h"

namespace stribeck {

static const document::Shape<ConfidentEstimate>& shape_of(const ConfidentEstimate*) {
  static const auto shape =
      document::Shape<ConfidentEstimate>()
          .key("value", "as estimated", &ConfidentEstimate::value)
          .key("low", "of its interval of 95 % confidence; null if so few samples do not bound it", &ConfidentEstimate::low)
          .key("high", "of the same", &ConfidentEstimate::high);
  return shape;
}

static const document::Shape<ScalarStatistics>& shape_of(const ScalarStatistics*) {
  using Scalar = ScalarStatistics;
  static const auto shape = document::Shape<Scalar>()
                                .key("name", "of the scalar", &Scalar::name)
                                .key("unit", "of the SI; empty for pure numbers", &Scalar::unit)
                                .key("count", "of samples that have it", &Scalar::count)
                                .key("least", "of them; null, as all that follows, where there is none", &Scalar::least)
                                .key("greatest", "of them", &Scalar::greatest)
                                .key("deviation", "standard deviation; null of less than two", &Scalar::deviation)
                                .key("mean", "of them", &Scalar::mean)
                                .key("low_quantile", "5 % are less", &Scalar::low_quantile)
                                .key("median", "half are less", &Scalar::median)
                                .key("high_quantile", "5 % are greater", &Scalar::high_quantile);
  return shape;
}

static const document::Shape<FactorIndices>& shape_of(const FactorIndices*) {
  using Indices = FactorIndices;
  static const auto shape =
      document::Shape<Indices>()
          .key("scalar", "whose variance is shared out", &Indices::scalar)
          .key("factor", "whose share it is", &Indices::factor)
          .key("points", "that have all their samples", &Indices::points)
          .key("all_points", "of the plan", &Indices::all_points)
          .key("first", "first-order index: what the factor explains alone; null if fewer than half of the points are there",
               &Indices::first)
          .key("total", "total index: what would be left if it alone were unknown", &Indices::total);
  return shape;
}

namespace cli {
namespace {

struct ToldShare {
  std::string formula;
  Frequency frequency;
};
struct ToldStatistics {
  std::string folder;
  std::int64_t samples = 0, failed = 0, excluded = 0, missing = 0;
  std::vector<ScalarStatistics> scalars;
  std::vector<ToldShare> shares;
  std::vector<FactorIndices> indices;
};

const document::Shape<ToldShare>& shape_of(const ToldShare*) {
  static const auto shape = document::Shape<ToldShare>()
                                .key("formula", "in the scalars", &ToldShare::formula)
                                .key("held", "how often it holds", [](const ToldShare& s) { return s.frequency.held; })
                                .key("of", "so many samples that have these scalars", [](const ToldShare& s) { return s.frequency.of; })
                                .key("share", "the probability that it holds", [](const ToldShare& s) { return s.frequency.share; });
  return shape;
}
const document::Shape<ToldStatistics>& shape_of(const ToldStatistics*) {
  static const auto shape = document::Shape<ToldStatistics>()
                                .key("folder", "of the study", &ToldStatistics::folder)
                                .key("samples", "of the whole study", &ToldStatistics::samples)
                                .key("failed", "of them", &ToldStatistics::failed)
                                .key("excluded", "that the plan's constraints leave out", &ToldStatistics::excluded)
                                .key("missing", "that are not yet there", &ToldStatistics::missing)
                                .key("scalars", "over the samples that have them", &ToldStatistics::scalars)
                                .key("shares", "of the formulas that were asked for", &ToldStatistics::shares)
                                .key("indices", "Sobol's, of a study whose sampling is saltelli", &ToldStatistics::indices);
  return shape;
}

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
  const std::string absences = absences_of(told);
  if (!absences.empty()) text += "\n" + absences;
  return text + "\nin brackets: intervals of 95 % confidence, of samples drawn at random; -: no number, or not bounded by so few samples\n";
}

}  // namespace

std::string study_statistics_schema() {
  return document::schema_text<ToldStatistics>("study-statistics", "What stribeck study statistics --format json prints");
}

int tell_statistics(const StudyFolder& folder, const StudyPlan& plan, const StatisticsArguments& arguments) {
  const StudyValues values(folder, plan);
  StudyTally tally(folder);
  tally.update();
  const std::int64_t samples = folder.record().samples;
  ToldStatistics told{folder.path(),         samples, tally.failed,      tally.excluded, samples - tally.rows(),
                      statistics_of(values), {},      indices_of(values)};
  for (const std::string& formula : arguments.shares) told.shares.push_back({formula, frequency_of(values, formula, "--share " + formula)});
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("study-statistics", told));
  else
    print(text_of_statistics(told, style_of_output(arguments.digits)));
  return kDone;
}

}  // namespace cli
}  // namespace stribeck
