#pragma once
// Everything about a run on one page that opens anywhere and needs nothing but itself.
#include <string>
#include <vector>

#include "diagram/diagram.h"
#include "drawing/plot.h"
#include "explain/causality.h"
#include "results/trajectory.h"
#include "simulation/run.h"

namespace stribeck {

/// Of a report: what an analysis of the motion told.
struct ReportSection {
  std::string id, title;
  std::string text;  ///< lines of equal letters
  std::string svg;   ///< below it; empty: nothing
};

/// What the law of a type leaves out, as its page says.
struct TypeLimits {
  std::string type, components;  ///< which are of that type, "rub, brake"
  std::string text;
};

struct ReportInput {
  const Diagram* diagram = nullptr;
  const RunSummary* summary = nullptr;
  const Trajectory* trajectory = nullptr;  ///< for its events, the first of them
  std::int64_t events = 0;                 ///< how many there were
  PlotPage plots, others;                  ///< shown, and to be picked
  std::string schematic;                   ///< SVG; empty if it could not be drawn, then `schematic_fault` says why
  std::string schematic_fault;
  std::string mechanism;                ///< HTML of mechanism_html(); empty: there is no mechanism in space
  std::vector<TypeLimits> limits;       ///< behind the curves; empty: no section
  std::vector<ReportSection> analyses;  ///< before the solver
  Causality causality;                  ///< what `stribeck explain` tells
  std::vector<std::string> overridden;  ///< parameters that the command line set, "load.inertia"
  std::string command;                  ///< that repeats the run
  std::string version;                  ///< of the program
  std::string source;                   ///< the diagram's own text; empty if it is not to be had again
};

/// The page: HTML, under 20 MB.
std::string report_html(const ReportInput& input);

}  // namespace stribeck
