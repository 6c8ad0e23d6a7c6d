#pragma once
// A diagram as read and validated: every name resolved, every value in SI (format: docs of `stribeck schema`).
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "component/record.h"

namespace stribeck {

class ExactExpression;

struct Position {
  std::uint32_t line = 0;  ///< from 1; 0 unknown
  std::uint32_t column = 0;
};

enum class Priority : std::uint8_t { none, low, high };

struct DiagramParameter {
  std::string name;
  Quantity value;
  std::string doc;
  Position position;
};

/// An initial target of an instance's variable.
struct Target {
  std::int32_t variable = 0;  ///< index into ComponentRecord::variables
  double value = 0;           ///< SI
  Priority priority = Priority::high;
  Position position;
};

struct Instance {
  std::string name;
  const ComponentRecord* record = nullptr;    ///< owned by the registry
  std::vector<double> parameters;             ///< SI, one per ComponentRecord::parameters
  std::vector<std::vector<double>> lists;     ///< SI, one per ComponentRecord::lists
  std::vector<Dimension> generic_dimensions;  ///< of parameters with unit "any", one per parameter (unchecked where no unit was given)
  std::vector<Target> targets;
  Position position;
};

/// A connector of the diagram: port or signal of an instance.
struct ConnectorRef {
  std::int32_t instance = 0;   ///< index into Diagram::instances
  std::int32_t connector = 0;  ///< index into ComponentRecord::connectors
  Position position;
};

struct Connection {
  std::vector<ConnectorRef> members;
  Position position;
};

struct Experiment {
  double start_s = 0;
  double stop_s = 1;
  double interval_s = 0;  ///< 0: chosen (500 rows)
  std::string solver = "auto";
  double rtol = 1e-6;
  double atol = 1e-9;
  double step_s = 0;      ///< step of fixed-step solvers; 0: the interval
  double max_step_s = 0;  ///< 0: no limit
  bool steady_state = false;
};

struct OutputPattern {
  std::string text;  ///< "load.w", "load.I.position", "spring.*"
  Position position;
};

/// Columns of another result that a plot shows beside its curves: a measurement, another run.
struct Overlay {
  std::string file;  ///< relative to the diagram's folder
  std::string x = "time", y;
  std::string label;
  double x_factor = 1, x_offset = 0, y_factor = 1, y_offset = 0;  ///< SI = column * factor + offset
  std::string y_unit;                                             ///< SI unit of the curves it lies beside
  Position position;
};

enum class LogAxes : std::uint8_t { none, x, y, both };

struct Plot {
  std::string title;
  std::string x = "time";
  std::vector<std::string> y;       ///< variables; patterns are replaced by what they match
  std::vector<std::string> labels;  ///< one per y; empty: its name
  std::string x_unit, y_unit;       ///< to draw in; empty: SI with a prefix
  LogAxes log = LogAxes::none;
  std::vector<std::string> modes;  ///< variables that are zero while something sticks: those times are shaded
  std::vector<Overlay> overlays;
  Position position;
};

/// A value expected of one variable.
struct ExpectedValue {
  std::string variable;
  double time_s = 0;
  double value = 0;
  double within = 0;       ///< absolute
  std::string expression;  ///< exact expression in t and the diagram's parameters instead of `value`; empty if none
  std::shared_ptr<const ExactExpression> compiled;  ///< of `expression`, by the reader (expectation.h)
  Position position;
};

struct ExpectedEvent {
  std::string label;  ///< instance.condition; "" counts any event
  double time_s = 0;
  double within = 0;
  Position position;
};

struct Expect {
  std::vector<ExpectedValue> at;     ///< values at times
  std::vector<ExpectedValue> exact;  ///< expressions that hold at every output row
  std::vector<ExpectedEvent> events;
  std::optional<double> energy_residual;  ///< largest allowed residual, relative to the energy exchanged
  std::optional<std::int64_t> states;     ///< number of states
  std::optional<std::int64_t> max_steps;
};

struct Diagram {
  std::string file;  ///< as named by the user; "-" for standard input
  std::string title;
  std::string description;
  std::vector<DiagramParameter> parameters;
  std::vector<Instance> instances;
  std::vector<Connection> connections;
  Experiment experiment;
  std::vector<OutputPattern> outputs;
  std::vector<Plot> plots;
  Expect expect;
};

/// The diagram as read, as text: components with their values, connections, experiment.
std::string to_text(const Diagram& diagram);

}  // namespace stribeck
