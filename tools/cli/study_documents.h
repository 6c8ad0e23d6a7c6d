#pragma once
// What documents tell of a study.
#include <cstdint>
#include <string>
#include <vector>

#include "results/document.h"
#include "study/statistics.h"
#include "study/work.h"

namespace stribeck {

inline const document::Shape<ConfidentEstimate>& shape_of(const ConfidentEstimate*) {
  static const auto shape =
      document::Shape<ConfidentEstimate>()
          .key("value", "as estimated", &ConfidentEstimate::value)
          .key("low", "of its interval of 95 % confidence; null if so few samples do not bound it", &ConfidentEstimate::low)
          .key("high", "of the same", &ConfidentEstimate::high);
  return shape;
}

inline const document::Shape<ScalarStatistics>& shape_of(const ScalarStatistics*) {
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

inline const document::Shape<FactorIndices>& shape_of(const FactorIndices*) {
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

struct ToldShare {
  std::string formula;
  Frequency frequency;
};
/// The same of the first samples alone.
struct ToldPart {
  std::int64_t samples = 0;
  std::vector<ScalarStatistics> scalars;
  std::vector<ToldShare> shares;
};
struct ToldStatistics {
  std::string folder;
  std::int64_t samples = 0, failed = 0, excluded = 0, missing = 0;
  std::vector<ScalarStatistics> scalars;
  std::vector<ToldShare> shares;
  std::vector<FactorIndices> indices;
  std::vector<ToldPart> convergence = {};
};

inline const document::Shape<ToldShare>& shape_of(const ToldShare*) {
  static const auto shape = document::Shape<ToldShare>()
                                .key("formula", "in the scalars", &ToldShare::formula)
                                .key("held", "how often it holds", [](const ToldShare& s) { return s.frequency.held; })
                                .key("of", "so many samples that have these scalars", [](const ToldShare& s) { return s.frequency.of; })
                                .key("share", "the probability that it holds", [](const ToldShare& s) { return s.frequency.share; });
  return shape;
}
inline const document::Shape<ToldPart>& shape_of(const ToldPart*) {
  static const auto shape = document::Shape<ToldPart>()
                                .key("samples", "so many, the first ones of the study", &ToldPart::samples)
                                .key("scalars", "over those of them that have them", &ToldPart::scalars)
                                .key("shares", "of the formulas that were asked for", &ToldPart::shares);
  return shape;
}
inline const document::Shape<ToldStatistics>& shape_of(const ToldStatistics*) {
  static const auto shape = document::Shape<ToldStatistics>()
                                .key("folder", "of the study", &ToldStatistics::folder)
                                .key("samples", "of the whole study", &ToldStatistics::samples)
                                .key("failed", "of them", &ToldStatistics::failed)
                                .key("excluded", "that the plan's constraints leave out", &ToldStatistics::excluded)
                                .key("missing", "that are not yet there", &ToldStatistics::missing)
                                .key("scalars", "over the samples that have them", &ToldStatistics::scalars)
                                .key("shares", "of the formulas that were asked for", &ToldStatistics::shares)
                                .key("indices", "Sobol's, of a study whose sampling is saltelli", &ToldStatistics::indices)
                                .key("convergence", "the same of an eighth, a quarter and half of the samples, if that was asked for",
                                     &ToldStatistics::convergence);
  return shape;
}

/// `shares`: formulas in the scalars. Throws Failure expression.syntax and its like.
inline std::vector<ToldShare> shares_told(const StudyValues& values, const std::vector<std::string>& shares) {
  std::vector<ToldShare> told;
  for (const std::string& formula : shares) told.push_back({formula, frequency_of(values, formula, "--share " + formula)});
  return told;
}
inline ToldStatistics statistics_told(const StudyFolder& folder, const StudyPlan& plan, const std::vector<std::string>& shares,
                                      bool convergence) {
  const StudyValues values(folder, plan);
  StudyTally tally(folder);
  tally.update();
  const std::int64_t samples = folder.record().samples;
  ToldStatistics told{
      folder.path(),     samples, tally.failed, tally.excluded, samples - tally.rows(), statistics_of(values), shares_told(values, shares),
      indices_of(values)};
  for (std::int64_t parts = 8; convergence && parts > 1; parts /= 2) {
    const StudyValues some = values.first((samples + parts - 1) / parts);
    told.convergence.push_back({some.samples(), statistics_of(some), shares_told(some, shares)});
  }
  return told;
}

struct ToldCode {
  std::string code;
  std::int64_t count = 0;
};
struct ToldWorker {
  std::string name;
  std::int64_t first = 0, end = 0;
};
struct ToldStudy {
  std::string folder = {}, plan = {}, diagram = {};
  std::int64_t samples = 0, done = 0, failed = 0, excluded = 0;
  std::vector<ToldCode> codes = {};
  std::vector<ToldWorker> workers = {};
};

inline const document::Shape<ToldCode>& shape_of(const ToldCode*) {
  static const auto shape =
      document::Shape<ToldCode>().key("code", "of the error", &ToldCode::code).key("count", "of samples", &ToldCode::count);
  return shape;
}
inline const document::Shape<ToldWorker>& shape_of(const ToldWorker*) {
  static const auto shape = document::Shape<ToldWorker>()
                                .key("name", "machine and number of the process", &ToldWorker::name)
                                .key("first", "of the samples that it has taken", &ToldWorker::first)
                                .key("end", "one past the last of them", &ToldWorker::end);
  return shape;
}
inline const document::Shape<ToldStudy>& shape_of(const ToldStudy*) {
  static const auto shape =
      document::Shape<ToldStudy>()
          .key("folder", "of the study, as it was named", &ToldStudy::folder)
          .key("plan", "the file that it was read from", &ToldStudy::plan)
          .key("diagram", "the same", &ToldStudy::diagram)
          .key("samples", "of the whole study", &ToldStudy::samples)
          .key("done", "that ran to their end", &ToldStudy::done)
          .key("failed", "that did not", &ToldStudy::failed)
          .key("excluded", "that the plan's constraints leave out", &ToldStudy::excluded)
          .key("codes", "of those that failed", &ToldStudy::codes)
          .key("workers", "that have taken samples; one that was killed stays until another takes over", &ToldStudy::workers);
  return shape;
}

inline ToldStudy status_told(const StudyFolder& folder) {
  const StudyRecord& record = folder.record();
  StudyTally tally(folder);
  tally.update();
  ToldStudy told{folder.path(), record.plan_file, record.diagram.file, record.samples, tally.done, tally.failed, tally.excluded};
  for (const auto& [code, count] : tally.by_code) told.codes.push_back({code, count});
  for (const auto& [chunk, name] : folder.workers()) told.workers.push_back({name, folder.first_of(chunk), folder.end_of(chunk)});
  return told;
}

}  // namespace cli
}  // namespace stribeck
