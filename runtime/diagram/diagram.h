#pragma once
// A diagram as read and validated: every name resolved, every value in SI (format: docs of `stribeck schema`).
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/row_choice.h"
#include "base/units.h"
#include "component/record.h"

namespace stribeck {

class ExactExpression;

struct Position {
  std::uint32_t line = 0;  ///< from 1; 0 unknown
  std::uint32_t column = 0;
  std::uint32_t file = 0;  ///< index into Diagram::files
};

struct DiagramParameter {
  std::string name;
  Quantity value;
  std::string doc;
  Position position;
  std::string unit{};  ///< as written: "rpm"; empty for a bare number and for an expression
};

/// An initial target of an instance's variable.
struct Target {
  std::int32_t variable = 0;  ///< index into ComponentRecord::variables
  double value = 0;           ///< SI
  Priority priority = Priority::high;
  Position position;
  std::string unit{};  ///< as written, where it is another than the variable's
};

/// The unit in which the value of a parameter was written, where it is another than the declared one.
struct WrittenUnit {
  std::int32_t parameter = 0;  ///< index into ComponentRecord::parameters
  std::string unit;            ///< "deg"
};

struct Instance {
  std::string name;                           ///< the whole path: "line.cell[2].spring"
  const ComponentRecord* record = nullptr;    ///< owned by the registry, or one of Diagram::own_records
  std::vector<double> parameters;             ///< SI, one per ComponentRecord::parameters
  std::vector<std::vector<double>> lists;     ///< SI, one per ComponentRecord::lists
  std::vector<Dimension> generic_dimensions;  ///< of parameters with unit "any", one per parameter (unchecked where no unit was given)
  std::vector<Dimension> list_dimensions;     ///< of lists with unit "any", one per list (unchecked where no unit was written)
  std::vector<std::int32_t> written_units;    ///< parameters with unit "any" whose unit is known: written, "20 1/s", or pure by default
  std::vector<WrittenUnit> shown_units;       ///< for people
  std::vector<Target> targets;
  Position position;
  std::int32_t subsystem = -1;  ///< index into Diagram::subsystems; -1: it stands in the diagram itself
};

/// A connector of the diagram: port or signal of an instance.
struct ConnectorRef {
  std::int32_t instance = 0;   ///< index into Diagram::instances
  std::int32_t connector = 0;  ///< index into ComponentRecord::connectors
  Position position;
};

/// What a subsystem exposes: a connector inside, by another name.
struct SubsystemPort {
  std::string name;
  ConnectorRef inside;
};

/// An instance of a definition that is made of components: replaced by them, it is left as the place where they are used.
struct Subsystem {
  std::string name;        ///< the whole path: "line.cell[2]"
  std::string definition;  ///< its type
  Position position;
  std::int32_t parent = -1;  ///< index into Diagram::subsystems; -1: it stands in the diagram itself
  std::vector<SubsystemPort> ports{};
};

struct Connection {
  std::vector<ConnectorRef> members;
  Position position;
};

/// The same as the command line says it; if it says any of it, what the diagram says does not count.
struct AskedRows {
  std::string from, to, rows;
  std::vector<std::string> at;
  bool any() const { return !from.empty() || !to.empty() || !rows.empty() || !at.empty(); }
};

struct Experiment {
  double start_s = 0;
  double stop_s = 1;
  double interval_s = 0;                 ///< 0: chosen (500 rows)
  std::string stop_unit, interval_unit;  ///< as written: "min"; empty if in s, or if it was not written
  std::string solver = "auto";
  double rtol = 1e-6;
  double atol = 1e-9;
  bool has_atol = false;  ///< whether it is given
  double step_s = 0;      ///< step of fixed-step solvers; 0: the interval
  double max_step_s = 0;  ///< 0: no limit
  bool steady_state = false;
  RowChoice rows;
};

struct OutputPattern {
  std::string text;  ///< "load.w", "load.I.position", "spring.*"
  Position position;
  std::string unit{};  ///< in which people see it; empty: as it is written elsewhere, or SI
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

/// A formula in names: a column of its own, which is called as the formula is written.
struct ShownFormula {
  enum class Kind : std::uint8_t { time, variable, parameter, diagram_parameter };
  struct Name {
    std::string written, meant;  ///< "line.v"; "line.cell[1].M.v"
    Kind kind = Kind::variable;
    std::string unit;  ///< as declared; of the SI for parameters
    Dimension dimension;
  };
  std::string text;
  std::vector<Name> names;
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

/// What whoever steps the diagram gives it: a signal, or what it gives to a port.
struct BoundaryInput {
  std::string name;  ///< "torque"; of ports "shaft.input"
  std::string unit, doc;
  bool is_held = false;        ///< a file of values gives steps, not straight lines
  std::int32_t instance = -1;  ///< the signals.boundary_input that stands for it; -1: a file gives it
  Position position;
};

/// What it gets from it.
struct BoundaryOutput {
  std::string name;    ///< "speed"; of ports "shaft.w"
  std::string column;  ///< "load.w"
  std::string doc;
  Position position;
};

/// A library that a diagram takes types from.
struct UsedLibrary {
  std::string name, version, folder;
};

struct Diagram {
  std::string file;  ///< as named by the user; "-" for standard input
  std::string title;
  std::string description;
  std::vector<std::string> files;       ///< the diagram, then those that it includes
  std::vector<UsedLibrary> libraries;   ///< in the order in which they are named, each before those that it names itself
  std::vector<std::string> read_files;  ///< all that it was read from, lists of numbers too
  std::string content;                  ///< fingerprint of what they contain, and of the values that the command line gives
  std::vector<DiagramParameter> parameters;
  std::vector<Subsystem> subsystems;
  std::vector<Instance> instances;
  /// Of the component types that the diagram defines itself, and with formulas; all others are the registry's.
  std::vector<std::shared_ptr<const ComponentRecord>> own_records;
  std::vector<Connection> connections;
  Experiment experiment;
  std::vector<OutputPattern> outputs;
  std::vector<Plot> plots;
  Expect expect;
  std::vector<BoundaryInput> inputs;
  std::vector<BoundaryOutput> boundary_outputs;
  std::vector<ShownFormula> formulas;  ///< that outputs, plots and expectations name, each once
  std::vector<Diagnostic> remarks;     ///< on how it is written
};

/// The file that a position is in.
const std::string& file_of(const Diagram& diagram, const Position& position);
/// "30 deg", "2 kN": a value in the unit in which the user wrote it, or in the declared one.
struct ShownValue {
  double value = 0;
  std::string_view unit;  ///< empty for a pure number
};
ShownValue shown_value(const Instance& instance, std::size_t parameter);
/// Of an initial value.
ShownValue shown_value(const Instance& instance, const Target& target);
/// Of a parameter of the diagram.
ShownValue shown_value(const DiagramParameter& parameter, std::string& own_unit);
/// "line.cell[2].spring (translational.spring)".
std::string described(const Instance& instance);
/// Where what stands in a subsystem is used: ", part of line at drive.json:8:5", the position that of the outermost one; "" for the
/// diagram itself.
std::string part_of(const Diagram& diagram, std::int32_t subsystem);
/// The place of an instance, as messages tell it.
Where where_of(const Diagram& diagram, const Instance& instance);

/// How much of "line.cell[2].load.I.position" is the name of what `known` knows: the shortest part in front of a dot; npos if none is.
template <typename Known>
std::size_t end_of_instance(std::string_view name, Known known) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    if (known(name.substr(0, dot))) return dot;
  return std::string_view::npos;
}

/// The diagram as read, as text: components with their values, connections, experiment.
std::string to_text(const Diagram& diagram);

}  // namespace stribeck
