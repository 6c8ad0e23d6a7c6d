#pragma once
// A plan of a fit while it is read: what it says, where it says it, and what data and diagram make of it.
#include <map>
#include <string>
#include <vector>

#include "diagram/json_tree.h"
#include "diagram/parameters.h"
#include "diagram/report.h"
#include "diagram/values.h"
#include "fit/plan.h"
#include "study/plan_trial.h"

namespace stribeck {

/// Where the parts of a free parameter stand; nothing where they do not.
struct FreeParameter {
  Json member, start, from, to;
};
struct ColumnPlaces {
  Json member, column, unit, offset, gain, sigma;
};
struct DataPlaces {
  Json experiment, time, from, to, delay, file;
  std::vector<ColumnPlaces> columns;
  std::vector<Json> events;
};

struct FitPlanParts {
  FitPlan plan;
  Report& report;
  Parameters& parameters;                       ///< of the plan, which has none of its own: reads values
  std::vector<DataPlaces> data;                 ///< one an experiment
  std::map<std::string, OutputColumn> outputs;  ///< what variables are in the diagram
  std::map<std::string, Json> settings;         ///< by what they are on the command line: "--stop", "--set speed=3 rpm"
  std::vector<FreeParameter> free;              ///< one a parameter
  MeasuredTables tables;                        ///< those that are in no file
};

/// Completes a plan by its diagram, then by its data. Reports what is wrong.
void complete_fit_plan(FitPlanParts& parts, Registry& registry);
/// The second part of that: the rows that are compared.
void read_fit_data(FitPlanParts& parts);
/// A number of the plan: a value, or "=name" for a free parameter whose use is then known.
FitValue read_fit_value(FitPlanParts& parts, Json place, const Wanted& wanted, FitParameter::Use use);

}  // namespace stribeck
