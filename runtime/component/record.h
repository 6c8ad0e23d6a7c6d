#pragma once
// What a component declared, once per type and set of options (design D1). Everything else is derived from this.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/primitives.h"
#include "base/table.h"
#include "base/units.h"
#include "expression/pool.h"

namespace stribeck {

/// A domain of conserving ports: its across and through variables and the position that belongs to them. A port in space, a frame, is
/// several connectors: that of the domain "spatial", which diagrams name, and its parts, each of a domain of its own or a signal.
struct Domain {
  std::string_view name;  ///< "translational"
  std::string_view across, across_unit;
  std::string_view through, through_unit;
  std::string_view position, position_unit;
};
const std::vector<Domain>& domains();
inline constexpr std::string_view kSpatial = "spatial";
/// Index into domains(), -1 if there is no such domain.
int find_domain(std::string_view name);

/// What a symbol of a record's pool stands for; a symbol's number indexes ComponentRecord::symbols.
enum class SymbolKind : std::uint8_t { time, parameter, variable, across, through, signal, mode, discrete };

struct RecordSymbol {
  SymbolKind kind;
  /// Into parameters, variables, connectors or discretes; of modes: kModeInputs * number of the friction + ModeInput.
  std::int32_t index;
};

enum class ConnectorKind : std::uint8_t { port, input, output };

struct ConnectorDeclaration {
  std::string name;
  ConnectorKind kind = ConnectorKind::port;
  std::string doc;
  int domain = -1;   ///< ports: index into domains()
  std::string unit;  ///< signals; "any" follows what is connected, "any:u" the same for all connectors and parameters with this tag
  Dimension dimension;
  ExprId symbol = ExprId::none;    ///< signals: its value. ports: the across variable
  ExprId through = ExprId::none;   ///< ports only
  ExprId fallback = ExprId::none;  ///< inputs: value when left open; none: must be connected
  /// Of a part of a frame "a", named "a.r_x": the connector that is the frame. Parts stand behind all other connectors, those of a frame
  /// one after the other, in an order that is the same for all frames.
  std::int32_t frame = -1;
  std::int32_t first_part = -1;  ///< of a frame

  bool is_part() const { return frame >= 0; }
  bool is_frame() const { return first_part >= 0; }
};

struct LimitDeclaration {
  Operator relation = Operator::ge;  ///< parameter `relation` bound must hold
  ExprId bound = ExprId::none;
};

/// A number that is fixed during a run. The entries that a component takes out of a list are parameters, too, and so are the diagram's own
/// parameters that stand in a formula; no diagram gives these a value by name.
struct ParameterDeclaration {
  std::string name, unit, doc;
  Dimension dimension;
  double unit_factor = 1, unit_offset = 0;  ///< of `unit`, for printing
  bool has_fallback = false;
  double fallback = 0;              ///< in SI
  bool is_pure_by_default = false;  ///< of any unit, but a pure number where no diagram gives it
  ExprId symbol = ExprId::none;
  std::vector<LimitDeclaration> limits;
  std::int32_t list = -1, entry = 0;    ///< list >= 0: it is that entry of it
  std::int32_t formula = -1, used = 0;  ///< formula >= 0: it is that one of the diagram's parameters which stand in it

  /// Whether a diagram gives it a value, by its name.
  bool is_named() const { return list < 0 && formula < 0; }
};

/// A parameter that is one of several words and decides which relations are recorded (structural).
struct OptionDeclaration {
  std::string name, doc;
  std::vector<std::string> choices;
  int chosen = 0;  ///< in this record
  int fallback = 0;
};

/// A whole number that decides what is recorded (structural): a parameter of its own, or how long a list is.
struct SizeDeclaration {
  std::int32_t list = -1;  ///< index into lists; -1: a parameter
  std::string name, doc;   ///< of a parameter
  int low = 1, high = 1, fallback = 1;
  int chosen = 1;               ///< in this record
  std::vector<ExprId> entries;  ///< those that were taken out of the list; none for others
};

/// A formula as a diagram writes it, with numbers alone beside the names of the component and those of the diagram's parameters.
struct FormulaText {
  std::string text;
  std::vector<std::string> parameters;                   ///< of the diagram, those that stand in it
  auto operator<=>(const FormulaText&) const = default;  // NOLINT(modernize-use-nullptr): in what the compiler writes
};

/// A parameter that is an expression in given names (structural). Values of the diagram's parameters are no part of its structure.
struct FormulaDeclaration {
  std::string name, doc, fallback;
  std::vector<std::string> names;
  FormulaText written;  ///< in this record
};

/// What a diagram chooses of a type, in the order of declaration; what is left out has its default. The sizes that
/// are declared may depend on the options, formulas on both, but none on others of its kind; the limits of sizes may.
struct Structure {
  Structure(std::vector<int> options = {}, std::vector<int> all_sizes = {},
            std::vector<FormulaText> all_formulas = {})  // NOLINT(google-explicit-constructor)
      : choices(std::move(options)), sizes(std::move(all_sizes)), formulas(std::move(all_formulas)) {}
  std::vector<int> choices;
  std::vector<int> sizes;
  std::vector<FormulaText> formulas;
  auto operator<=>(const Structure&) const = default;  // NOLINT(modernize-use-nullptr): in what the compiler writes
};

inline bool is_limit(Operator op) { return op == Operator::ge || op == Operator::gt || op == Operator::le || op == Operator::lt; }

/// What each entry of a list must keep.
struct EntryLimit {
  Operator relation = Operator::ge;  ///< entry `relation` bound must hold
  double bound = 0;                  ///< SI
};

/// A parameter that is a list of numbers.
struct ListDeclaration {
  std::string name, unit, doc;
  Dimension dimension;
  bool ascending = false;  ///< checked when a diagram is read
  bool jumps = false;      ///< two neighbours may be equal
  bool is_mesh = false;    ///< the integrals of a mesh (mesh_integrals.h), which a diagram gives by the file that it stands in
  std::vector<EntryLimit> limits;
  std::vector<double> fallback;  ///< empty: must be given
};

/// A function through points. The ordinates may be one of several rows in a list, each as long as the abscissae.
struct TableDeclaration {
  std::int32_t abscissae = -1, ordinates = -1;  ///< indices into lists
  std::int32_t row = 0;
  std::int32_t rows = 1;
  TableMethod method = TableMethod::linear;
  TableEnds ends = TableEnds::hold;
  ExprId argument = ExprId::none;
  Past<ExprId> past;  ///< instead of the lists
  bool is_past() const { return is_any(past.value); }
  bool operator==(const TableDeclaration&) const = default;
};

/// A function that cannot be recorded, or a derivative of one. Expressions convert to its units and from them.
struct FunctionDeclaration {
  struct Argument {
    std::string name, unit;
    Unit in;
  };
  std::string name, unit, doc;
  Unit in;
  std::vector<Argument> arguments;
  std::shared_ptr<ExternalFunction> function;
  std::array<bool, kMostArguments> differentiated{};  ///< arguments that change during a run
  bool is_derivative = false;
  bool is_sampled = false;  ///< called with what changes at events alone: it needs no derivative, and has none
};

struct VariableDeclaration {
  std::string name, unit, doc;
  Dimension dimension;
  double unit_factor = 1;
  ExprId symbol = ExprId::none;
  bool output = true;                  ///< shown when a diagram names no outputs
  double start = 0;                    ///< SI; where a search for initial values begins
  std::optional<double> nominal = {};  ///< SI; typical magnitude, scales absolute tolerances
};

/// What becomes a variable only where a diagram names it: an expression, or the position of a port.
struct RequestDeclaration {
  std::string name, unit, doc;
  Dimension dimension;
  ExprId value = ExprId::none;  ///< none: the position of `port`
  std::int32_t port = -1;       ///< index into connectors
};

/// displacement(R, C): position of port r minus position of port c; c = -1 is the origin of the domain.
struct DisplacementDeclaration {
  std::int32_t variable;        ///< index into variables
  std::int32_t port_r, port_c;  ///< indices into connectors
  enum class Kind : std::uint8_t { free, fixed, prescribed } kind = Kind::free;
  ExprId value = ExprId::none;  ///< of fixed and prescribed ones
  bool on_request = false;      ///< of a RequestDeclaration: nothing in the component uses it
};

struct RelationDeclaration {
  std::string label;
  ExprId left, right;
};

/// Its relation: stuck ? d/dt velocity = 0 : force = transmitted, which is what its side opposes to slip + the static force of the side it
/// shares + push. All inputs but the push are zero while it is open. What creeps never sticks: it transmits what its law says + push.
struct FrictionDeclaration : Friction<ExprId> {
  std::string label;
  ExprId transmitted = ExprId::none;
  ExprId creep = ExprId::none;     ///< its law, if it has one for all velocities
  ExprId guard = ExprId::none;     ///< becomes true where the mode ends; none: it has one
  ExprId touching = ExprId::none;  ///< of contacts: 1 while it rests, 0 while it is open
  std::int32_t relation = -1;
  Dimension dimension{};  ///< of its force
};

struct DiscreteDeclaration : Discrete<ExprId> {
  std::int32_t variable;  ///< that shows it: index into variables
};

struct WhenDeclaration : When<ExprId> {
  std::string label;     ///< empty: not told among the events
  std::string sentence;  ///< why it ends the run, if it does
};

struct ConstraintDeclaration : Constraint<ExprId> {
  std::string label;
};

/// A finite machine, as a reader is told of it: a discrete variable that numbers its states, and the events that lead from one to another.
struct MachineDeclaration {
  struct Transition {
    std::int32_t from, to;  ///< states
    ExprId condition;       ///< beside that of being in the first one
    std::int32_t when;      ///< index into whens
  };
  std::string name;
  std::vector<std::string> states;
  std::vector<Transition> transitions;
};

enum class CausalityWish : std::uint8_t { fixed_force_out, fixed_velocity_out, preferred_force_out, preferred_velocity_out, indifferent };
inline constexpr std::array<std::string_view, 5> kCausalityWishes = {"fixed_force_out", "fixed_velocity_out", "preferred_force_out",
                                                                     "preferred_velocity_out", "indifferent"};

struct CausalityDeclaration {
  ExprId variable;  ///< the force, torque or velocity that the component sets
  CausalityWish wish;
};

struct ComponentRecord {
  std::string type;    ///< "rotational.friction"
  std::string doc;     ///< of the function; first sentence is the summary
  std::string origin;  ///< source file, or the plugin's path
  ExprPool pool;
  std::vector<RecordSymbol> symbols;
  ExprId time = ExprId::none;
  std::vector<ConnectorDeclaration> connectors;
  std::vector<ParameterDeclaration> parameters;
  std::vector<OptionDeclaration> options;
  std::vector<SizeDeclaration> sizes;
  std::vector<FormulaDeclaration> formulas;
  std::vector<ListDeclaration> lists;
  std::vector<TableDeclaration> tables;
  std::vector<FunctionDeclaration> functions;
  std::vector<VariableDeclaration> variables;
  std::vector<RequestDeclaration> requests;
  std::vector<DisplacementDeclaration> displacements;
  std::vector<RelationDeclaration> relations;
  std::vector<FrictionDeclaration> frictions;
  std::vector<DiscreteDeclaration> discretes;
  std::vector<WhenDeclaration> whens;
  std::vector<ConstraintDeclaration> constraints;
  std::vector<MachineDeclaration> machines;
  std::vector<CausalityDeclaration> causality;
  ExprId stored = ExprId::none;      ///< energy, J
  ExprId dissipated = ExprId::none;  ///< power, W
  ExprId supplied = ExprId::none;    ///< power that the component feeds into the diagram, W

  /// The connectors that diagrams name: all but the parts of frames.
  std::span<const ConnectorDeclaration> named_connectors() const;
  /// The parts of a frame; none of any other connector.
  std::span<const ConnectorDeclaration> parts_of(const ConnectorDeclaration& frame) const;
  /// Behind those that diagrams name.
  void insert_named(ConnectorDeclaration connector);
  int find_connector(std::string_view name) const;
  int find_named_connector(std::string_view name) const;  ///< not among the parts of frames
  int find_parameter(std::string_view name) const;
  int find_option(std::string_view name) const;
  int find_list(std::string_view name) const;
  int find_size(std::string_view name) const;
  int find_function(std::string_view name) const;
  int find_formula(std::string_view name) const;
  int find_variable(std::string_view name) const;
  int find_request(std::string_view name) const;
};

/// How a component's own pages call a symbol of its record: "stiffness", "R.v", "time".
std::string symbol_name(const ComponentRecord& record, std::int32_t symbol);
/// Of a port, "R.v", and of a part of a frame, "a.v_y".
std::string port_quantity(const ComponentRecord& record, const ConnectorDeclaration& port, std::string_view quantity);

}  // namespace stribeck
