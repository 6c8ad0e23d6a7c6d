#pragma once
// Runs samples of a study, one after the other, and makes their rows of the table.
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline.h"
#include "results/trajectory.h"
#include "study/samples.h"

namespace stribeck {

enum class SampleStatus : std::uint8_t { done, failed, excluded };
std::string_view to_text(SampleStatus status);

struct StudyRow {
  SampleStatus status = SampleStatus::done;
  std::string code;  ///< of the error
  std::string line;  ///< of the table, with its line feed
  void carry(Archive& archive) { archive(status), archive(code), archive(line); }
};

/// What a run with the values of a sample gave.
struct SampleOutcome {
  SampleStatus status = SampleStatus::done;
  std::vector<std::optional<double>> scalars;  ///< as the plan has them; of runs that failed none is there
  std::string code = {}, message = {};         ///< of the error; remarks on scalars that are no numbers
};

/// Why a sample has no run: code and message of its row.
struct MarkedSample {
  std::string code, message;
};

/// The line above the rows.
std::string table_head(const StudyPlan& plan);

/// For one thread. A row follows from the plan and the sample's number alone, whatever was run before.
class SampleRunner {
 public:
  SampleRunner(const StudyPlan& plan, Registry& registry) : samples_(plan), registry_(registry) {}

  /// Nothing if the run was interrupted. `curves`: gets those of the plan, one after the other; nothing where there is no run.
  std::optional<StudyRow> run(std::int64_t i, const std::atomic<bool>* interrupted, std::vector<double>* curves = nullptr);
  /// The same of any values of the factors.
  std::optional<SampleOutcome> outcome_of(const Sample& sample, const std::atomic<bool>* interrupted,
                                          std::vector<double>* curves = nullptr);
  /// The row of a sample that ended the program or was ended.
  StudyRow without_run(std::int64_t i, const MarkedSample& why) const;
  const StudyPlan& plan() const { return samples_.plan(); }
  const Samples& samples() const { return samples_; }
  /// How often equations have been built and compiled so far.
  std::int64_t built() const { return built_; }

 private:
  Model* compiled_for(const Sample& sample);
  ModelPtr built_for(const std::string& diagram, const RunOptions& options);
  std::vector<std::optional<double>> scalars_of(const Trajectory& rows, std::string& remarks) const;
  std::vector<double> curves_of(const Trajectory& rows) const;

  Samples samples_;
  Registry& registry_;
  /// The diagram with the words of a sample and its own numbers, by these words; null if it has none.
  std::map<std::vector<std::string>, ModelPtr> models_;
  std::int64_t built_ = 0;
};

}  // namespace stribeck
