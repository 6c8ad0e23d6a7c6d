#include "study_statistics.h"

#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "results/document.h"
#include "results/output_file.h"
#include "study/statistics.h"
#include "terminal.h"

namespace stribeck {

static const document::Shape<ConfidentEstimate>& shape_of(const ConfidentEstimate*) {
  static const auto shape = document::Shape<ConfidentEstimate>()
                                .key("value", "as estimated", &ConfidentEstimate::value)
                                .key("low", "of its interval of 95 % confidence", &ConfidentEstimate::low)
                                .key("high", "of the same", &ConfidentEstimate::high);
  return shape;
}

static const document::Shape<ScalarStatistics>& shape_of(const ScalarStatistics*) {
  using Scalar = ScalarStatistics;
  static const auto shape = document::Shape<Scalar>()
                                .key("name", "of the scalar", &Scalar::name)
                                .key("unit", "of the SI; empty for pure numbers", &Scalar::unit)
                                .key("count", "of samples that have it", &Scalar::count)
                                .key("least", "of them", &Scalar::least)
                                .key("greatest", "of them", &Scalar::greatest)
                                .key("deviation", "standard deviation", &Scalar::deviation)
                                .key("mean", "of them", &Scalar::mean)
                                .key("low_quantile", "5 % are less", &Scalar::low_quantile)
                                .key("median", "half are less", &Scalar::median)
                                .key("high_quantile", "5 % are greater", &Scalar::high_quantile);
  return shape;
}

static const document::Shape<FactorIndices>& shape_of(const FactorIndices*) {
  using Indices = FactorIndices;
  static const auto shape = document::Shape<Indices>()
                                .key("scalar", "whose variance is shared out", &Indices::scalar)
                                .key("factor", "whose share it is", &Indices::factor)
                                .key("first", "first-order index: what the factor explains alone", &Indices::first)
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
                                .key("scalars", "over the samples that have them", &ToldStatistics::scalars)
                                .key("shares", "of the formulas that were asked for", &ToldStatistics::shares)
                                .key("indices", "Sobol's, of a study whose sampling is saltelli", &ToldStatistics::indices);
  return shape;
}

std::string cells_of(const ConfidentEstimate& estimate, Digits digits) {
  return fmt::format("{} ({} to {})", short_number(estimate.value, digits), short_number(estimate.low, digits),
                     short_number(estimate.high, digits));
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
  return text + "\nin brackets: intervals of 95 % confidence, of samples drawn at random\n";
}

}  // namespace

std::string study_statistics_schema() {
  return document::schema_text<ToldStatistics>("study-statistics", "What stribeck study statistics --format json prints");
}

int tell_statistics(const StudyFolder& folder, const StudyPlan& plan, const StatisticsArguments& arguments) {
  const StudyValues values(folder, plan);
  ToldStatistics told{folder.path(), statistics_of(values), {}, indices_of(values)};
  for (const std::string& formula : arguments.shares) told.shares.push_back({formula, frequency_of(values, formula, "--share " + formula)});
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("study-statistics", told));
  else
    print(text_of_statistics(told, style_of_output(arguments.digits)));
  return kDone;
}

}  // namespace cli
}  // namespace stribeck
