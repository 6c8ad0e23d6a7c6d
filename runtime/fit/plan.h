#pragma once
// What a fit is asked to do: which measured columns a diagram is compared with, in which experiments, and which parameters are free.
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/least_squares.h"
#include "pipeline.h"
#include "results/result_table.h"

namespace stribeck {

inline constexpr std::string_view kFitFormat = "stribeck-fit/1";

/// A number that is given, or a free parameter.
struct FitValue {
  double value = 0;    ///< SI
  int parameter = -1;  ///< number of the free parameter that it is; -1: it is given
};

/// A parameter to be found.
struct FitParameter {
  std::string name;  ///< as --set names it, or a name that the plan alone uses
  std::string unit;  ///< SI, "" of pure numbers
  double start = 0;  ///< SI
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double size = 0;             ///< what counts as a large change of it, SI; 0: not known
  bool is_of_diagram = false;  ///< it has its name in the diagram
  enum class Use : std::uint8_t { model, offset, gain, delay } use = Use::model;
};

/// A measured column and the variable that it is compared with.
struct FittedColumn {
  std::string variable;                      ///< or formula, as outputs name it
  std::string output;                        ///< the column of the run
  std::string column, unit;                  ///< of the data; its unit as written
  FitValue offset, gain{1, -1};              ///< what is measured is gain * variable + offset
  std::optional<double> sigma;               ///< SI
  std::vector<double> times_s;               ///< of the clock that measured
  std::vector<double> values;                ///< SI
  std::vector<double> sigmas;                ///< one a row: those of the data, or `sigma`, or 1
  std::size_t not_numbers = 0, outside = 0;  ///< rows that are left out: without a number, and not within the run
};

/// Measured instants of an event.
struct FittedEvents {
  std::string label;            ///< as messages have it, "friction: sticks"
  std::int64_t first = 1;       ///< the first measured one is the event of this number
  std::vector<double> times_s;  ///< of the clock that measured
  double sigma = 1;             ///< s
  bool has_sigma = false;
};

/// What an experiment sets of the diagram.
struct FitSetting {
  std::string name, value;  ///< as --set takes them; `value` where it is given
  std::string unit;
  int parameter = -1;  ///< the free parameter that it is; -1: given
};

struct FitExperiment {
  std::string name;                  ///< empty where there is but one
  std::string data;                  ///< file
  std::vector<FitSetting> settings;  ///< given ones, and all free parameters of the diagram
  FitValue delay;                    ///< s: an instant t of the model is t + delay of the clock that measured
  std::vector<FittedColumn> columns;
  std::vector<FittedEvents> events;
  double start_s = 0, stop_s = 0;  ///< of its run
};

struct FitPlan {
  std::string file, title;
  std::string diagram;  ///< its path
  std::vector<FitParameter> parameters;
  std::vector<FitExperiment> experiments;
  RobustLoss loss;
  std::int64_t starts = 1;
  std::uint64_t seed = 1;
  /// What is the same in all experiments, and the sources.
  RunOptions options;
  Diagnostics notes;  ///< rows that are left out
};

/// What was measured where it stands in no file, by the name of the experiment; that of an only one is empty.
using MeasuredTables = std::map<std::string, ResultTable>;

/// Reads a plan, or the section `fit` of a diagram, with its data, and checks all of it against the diagram. `options`: of the command
/// line, which wins. `data`: instead of the file that the plan names, of its only experiment; `tables`: instead of the files of
/// experiments. Throws Failure with every independent error.
FitPlan read_fit_plan(const std::string& file, const std::string& text, Registry& registry, const RunOptions& options,
                      const std::string& data = {}, const MeasuredTables& tables = {});

/// The JSON schema of plans.
std::string fit_plan_schema();

}  // namespace stribeck
