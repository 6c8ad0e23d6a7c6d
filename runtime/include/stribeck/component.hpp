#pragma once
// The component builder: what the author of a component writes against. Header-only over the C interface of plugin.h, standard
// library only, so that the same source is a built-in component or a plugin (design D1, D10).
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stribeck/domain_words.hpp"
#include "stribeck/expression.hpp"
#include "stribeck/external_function.hpp"
#include "stribeck/interpolations.hpp"
#include "stribeck/plugin.h"
#include "stribeck/restitution.hpp"

namespace stribeck {

/// A name, a unit or a sentence, in whichever form of a string.
class Text {
 public:
  Text(const char* text) : text_(text) {}                 // NOLINT(google-explicit-constructor): any string is one
  Text(std::string text) : text_(std::move(text)) {}      // NOLINT(google-explicit-constructor)
  Text(std::string_view text) : text_(text) {}            // NOLINT(google-explicit-constructor)
  operator const char*() const { return text_.c_str(); }  // NOLINT(google-explicit-constructor): as the C interface takes it

 private:
  std::string text_;
};

/// A word that a diagram may choose, and what it stands for.
template <typename Meant>
struct Choice {
  const char* word;
  Meant meant;
};

/// A parameter: an expression that the diagram gives a value, with its limits.
class Parameter : public Expression {
 public:
  using Expression::Expression;
  Parameter& at_least(const Expression& bound) { return limit("ge", bound); }
  Parameter& above(const Expression& bound) { return limit("gt", bound); }
  Parameter& at_most(const Expression& bound) { return limit("le", bound); }
  Parameter& below(const Expression& bound) { return limit("lt", bound); }
  Parameter& between(const Expression& low, const Expression& high) { return at_least(low).at_most(high); }
  /// Of a parameter of any unit: where no diagram gives it, it is a pure number, as a factor of 1 that somebody left away.
  Parameter& pure_by_default() {
    recording().api->pure_by_default(recording().recorder, id_in(recording()));
    return *this;
  }
  // A sum with a parameter in it is an expression, and no parameter.
  void operator+=(const Expression&) = delete;
  void operator-=(const Expression&) = delete;
  void operator*=(const Expression&) = delete;
  void operator/=(const Expression&) = delete;

 private:
  Parameter& limit(const char* relation, const Expression& bound) {
    recording().api->limit(recording().recorder, id_in(recording()), relation, bound.id_in(recording()));
    return *this;
  }
};

/// A conserving port.
struct Port {
  Recording recording;
  int32_t id = -1;
  Expression across() const { return {recording, recording.api->across(recording.recorder, id)}; }
  Expression through() const { return {recording, recording.api->through(recording.recorder, id)}; }
};

/// A list parameter.
struct List {
  int32_t id = -1;
};

/// Of the volume that a mesh encloses: its size, its centre and the integrals of the products of two coordinates from there, per volume.
struct MeshIntegrals {
  Expression volume;                         ///< m^3
  std::array<Expression, 3> center;          ///< m: x, y, z
  std::array<Expression, 6> second_moments;  ///< m^2: xx, yy, zz, xy, xz, yz
};

/// All entries of a list parameter; bounds are in its unit.
class Entries {
 public:
  Entries(const Recording& recording, List list) : recording_(recording), list_(list) {}
  const Entries& at_least(double bound) const { return limit("ge", bound); }
  const Entries& above(double bound) const { return limit("gt", bound); }
  const Entries& at_most(double bound) const { return limit("le", bound); }
  const Entries& below(double bound) const { return limit("lt", bound); }

 private:
  const Entries& limit(const char* relation, double bound) const {
    recording_.api->list_limit(recording_.recorder, list_.id, relation, bound);
    return *this;
  }
  Recording recording_;
  List list_;
};

/// How a function through points goes between them and beyond them. Its derivative of that order is meant, -1 the integral.
struct Table {
  const char* method = "linear";  ///< a name of interpolations.hpp
  const char* ends = "hold";      ///< the same
  int order = 0;
  int row = 0, rows = 1;  ///< of the ordinates, each as long as the abscissae
};

/// An argument of an external function, and the unit in which it is handed over.
struct Argument {
  Text name, unit;
};

/// A function that cannot be recorded: C code, a measured map. Called with expressions it is one.
class Function {
 public:
  Function(Recording recording, int32_t id) : recording_(recording), id_(id) {}
  template <typename... Arguments>
  Expression operator()(const Arguments&... arguments) const {
    const std::array<stribeck_expression, sizeof...(Arguments)> ids{Expression(arguments).id_in(recording_)...};
    return {recording_, recording_.api->call(recording_.recorder, id_, ids.data(), static_cast<int32_t>(ids.size()))};
  }
  /// Its partial derivative by argument number `argument` (from 0), in unit/argument unit; returned, because some diagrams need the
  /// derivatives of that, too. `value` is a function of doubles, or a lambda without captures.
  template <typename Value>
  Function derivative(int argument, Value value) const {
    const detail::PlainFunction plain = detail::plain_function(+value);
    return {recording_, recording_.api->function_derivative(recording_.recorder, id_, argument, plain.value, plain.data)};
  }

 private:
  Recording recording_;
  int32_t id_;
};

/// A name in a formula, and what it stands for.
struct Meaning {
  Text name;
  Expression value;
};

inline constexpr const char* fixed_force_out = "fixed_force_out";
inline constexpr const char* fixed_velocity_out = "fixed_velocity_out";
inline constexpr const char* preferred_force_out = "preferred_force_out";
inline constexpr const char* preferred_velocity_out = "preferred_velocity_out";
inline constexpr const char* indifferent = "indifferent";

/// Of dry friction against slip in one direction: the most force that holds, and what opposes slip, which may depend on the velocity.
struct FrictionLevels {
  Expression static_level, kinetic_level;
};

/// What happens where a gap closes.
struct ContactLaw {
  Expression restitution;    ///< 0 to 1: speed of parting over speed of approach
  Expression rest_speed;     ///< what approaches more slowly does not rebound, but rests
  Expression release_force;  ///< what rests is pulled apart by more; above zero
  const char* law = kRestitutionLaws.front().name;
};

/// What a contact shows.
struct ContactState {
  Expression touching;       ///< 1 while its sides rest on one another, else 0
  Expression impulse, loss;  ///< of all impacts so far: force times time, and energy turned into heat
};

/// At an event: what gets a new value, and which.
struct Assignment {
  Expression target, value;
};

/// Records one component. Units are strings such as "N*m/(rad/s)"; "1" is a pure number; "any" follows the connected signal or given value.
class ComponentBuilder {
 public:
  ComponentBuilder(const stribeck_interface* api, stribeck_recorder* recorder) : recording_{api, recorder} {}

  Port port(const Text& name, const Text& domain, const Text& doc) { return {recording_, api().port(rec(), name, domain, doc)}; }
  /// A signal input that must be connected.
  Expression input(const Text& name, const Text& unit, const Text& doc) { return made(api().input(rec(), name, unit, doc, -1)); }
  /// A signal input that has the value `fallback` while it is left open.
  Expression input(const Text& name, const Text& unit, const Text& doc, const Expression& fallback) {
    return made(api().input(rec(), name, unit, doc, fallback.id_in(recording_)));
  }
  /// A signal output; a relation must determine it.
  Expression output(const Text& name, const Text& unit, const Text& doc) { return made(api().output(rec(), name, unit, doc)); }

  /// `fallback` is in `unit`; `required` if the diagram must give the value.
  Parameter parameter(const Text& name, double fallback, const Text& unit, const Text& doc) {
    return Parameter(recording_, api().parameter(rec(), name, fallback, unit, doc));
  }
  /// One of several words, the first of which is the default, and what it stands for; a C++ `if` on it is fine.
  ///     enum class Law { linear, cubic };
  ///     const auto law = c.option<Law>("law", {{"linear", Law::linear}, {"cubic", Law::cubic}}, "how the force grows");
  template <typename Meant>
  Meant option(const Text& name, const std::vector<Choice<Meant>>& choices, const Text& doc) {
    std::string words;
    for (const Choice<Meant>& choice : choices) words += (words.empty() ? "" : "|") + std::string(choice.word);
    return choices[static_cast<std::size_t>(api().option(rec(), name, words.c_str(), doc))].meant;
  }
  /// The same of words in one text, "linear|cubic". Returns the number of the word, from 0.
  int option(const Text& name, const Text& choices, const Text& doc) { return api().option(rec(), name, choices, doc); }
  List list(const Text& name, const Text& unit, const Text& doc, const std::vector<double>& fallback = {}) {
    return {api().list(rec(), name, unit, doc, fallback.data(), static_cast<int32_t>(fallback.size()), 0)};
  }
  List ascending_list(const Text& name, const Text& unit, const Text& doc, const std::vector<double>& fallback = {}) {
    return {api().list(rec(), name, unit, doc, fallback.data(), static_cast<int32_t>(fallback.size()), 1)};
  }
  /// The same; but two neighbours may be equal, where a function through points, linear between them, jumps.
  List ascending_list_with_jumps(const Text& name, const Text& unit, const Text& doc) {
    return {api().list(rec(), name, unit, doc, nullptr, 0, 3)};
  }
  /// A closed mesh of triangles in an STL file, which the diagram must name: { "file": "bracket.stl", "unit": "mm" }.
  MeshIntegrals mesh(const Text& name, const Text& doc) {
    const List list{api().list(rec(), name, "1", doc, nullptr, 0, 4)};
    length(list, 10, 10);
    const auto at = [&](int i) { return entry(list, i); };
    return {at(0), {at(1), at(2), at(3)}, {at(4), at(5), at(6), at(7), at(8), at(9)}};
  }
  /// c.each(speeds).at_least(0): what every entry must keep.
  Entries each(List list) const { return {recording_, list}; }
  /// Piecewise linear, held constant outside the abscissae.
  Expression interpolate(List abscissae, List ordinates, const Expression& argument) {
    return made(api().interpolate(rec(), abscissae.id, ordinates.id, argument.id_in(recording_)));
  }
  /// The same in other ways. A list of which single entries are wanted is to be asked for its length first.
  Expression interpolate(List abscissae, List ordinates, const Expression& argument, const Table& table) {
    return made(api().table(rec(), abscissae.id, ordinates.id, table.row, table.rows, table.method, table.ends, table.order,
                            argument.id_in(recording_)));
  }
  /// A whole number that decides what is declared. A C++ `if` or loop on it is fine.
  int count(const Text& name, int fallback, int low, int high, const Text& doc) {
    return api().count(rec(), name, fallback, low, high, doc);
  }
  /// How many entries the diagram gives the list, likewise.
  int length(List list, int low = 1, int high = 1000000) { return api().length(rec(), list.id, low, high); }
  Expression entry(List list, int i) { return made(api().entry(rec(), list.id, i)); }
  /// An expression that the diagram gives as a text.
  Expression formula(const Text& name, const Text& fallback, const Text& doc, const std::vector<Meaning>& meanings) {
    std::vector<const char*> names;
    std::vector<stribeck_expression> values;
    for (const Meaning& meaning : meanings) names.push_back(meaning.name), values.push_back(meaning.value.id_in(recording_));
    return made(api().formula(rec(), name, fallback, doc, names.data(), values.data(), static_cast<int32_t>(names.size())));
  }

  /// A function that cannot be recorded: `value` takes one to three doubles, in the units of the arguments, and returns one in `unit`. It
  /// must be pure: the same arguments, the same value. It needs a derivative by each argument that changes during a run.
  template <typename Value>
  Function function(const Text& name, const Text& unit, const Text& doc, const std::vector<Argument>& arguments, Value value) {
    const detail::PlainFunction plain = detail::plain_function(+value);
    std::vector<const char*> names, units;
    for (const Argument& argument : arguments) names.push_back(argument.name), units.push_back(argument.unit);
    if (plain.arguments != names.size()) api().fault(rec(), "an external function takes another number of arguments than are named");
    return {recording_, api().function(rec(), name, unit, doc, names.data(), units.data(), static_cast<int32_t>(names.size()), plain.value,
                                       plain.data)};
  }

  /// An unknown that a relation must determine.
  Expression variable(const Text& name, const Text& unit, const Text& doc) { return made(api().variable(rec(), name, unit, doc, 0)); }
  /// The same, not shown unless asked for.
  Expression hidden_variable(const Text& name, const Text& unit, const Text& doc) {
    return made(api().variable(rec(), name, unit, doc, 1));
  }
  /// A name for an expression, to show.
  Expression named(const Text& name, const Text& unit, const Text& doc, const Expression& value) {
    const Expression variable = this->variable(name, unit, doc);
    relation(name, variable == value);
    return variable;
  }
  /// The same, there only where a diagram names it: among outputs, plots, expectations, initial values or connections.
  void on_request(const Text& name, const Text& unit, const Text& doc, const Expression& value) {
    api().on_request(rec(), name, unit, doc, value.id_in(recording_));
  }
  /// Position of a port from the origin of its domain, likewise: no state where nothing names it.
  void position_on_request(const Port& port, const Text& name, const Text& doc) { api().position_on_request(rec(), port.id, name, doc); }
  /// Where a search for initial values starts, and the typical magnitude (both in the variable's unit).
  void attributes(const Expression& variable, double start, double nominal) {
    api().attributes(rec(), variable.id_in(recording_), start, nominal);
  }

  Expression time() { return made(api().time(rec())); }
  /// What `value` was `delay` (s, fixed, above zero) ago; `before`, fixed too, while that is before the start. The run remembers it as
  /// accurately as its steps are, takes steps no longer than the delay, and stops exactly where a jump or kink of `value` comes out again.
  Expression delayed(const Expression& value, const Expression& delay, const Expression& before) {
    return past(value, time() - delay, delay, delay, before);
  }
  /// The same with a delay that changes, held between the fixed ones `shortest`, above zero, and `longest`. Where jumps of `value` come out
  /// the steps get short.
  Expression delayed(const Expression& value, const Expression& delay, const Expression& shortest, const Expression& longest,
                     const Expression& before) {
    return past(value, time() - min(max(delay, shortest), longest), shortest, longest, before);
  }
  /// Position of R minus position of C, kept consistent over the whole network (design D3).
  Expression displacement(const Port& r, const Port& c, const Text& name, const Text& doc) {
    return made(api().displacement(rec(), r.id, c.id, name, doc, "free", -1));
  }
  /// Position of a port, measured from the origin of its domain.
  Expression position(const Port& r, const Text& name, const Text& doc) {
    return made(api().displacement(rec(), r.id, -1, name, doc, "free", -1));
  }
  /// Holds the distance of two ports at a value that does not change.
  Expression fixed_displacement(const Port& r, const Port& c, const Text& name, const Text& doc, const Expression& value) {
    return made(api().displacement(rec(), r.id, c.id, name, doc, "fixed", value.id_in(recording_)));
  }
  /// Holds a port at a position that does not change.
  Expression fixed_position(const Port& r, const Text& name, const Text& doc, const Expression& value) {
    return made(api().displacement(rec(), r.id, -1, name, doc, "fixed", value.id_in(recording_)));
  }
  /// Makes the distance of two ports follow a function of time; their velocities follow its derivative.
  Expression prescribed_displacement(const Port& r, const Port& c, const Text& name, const Text& doc, const Expression& value) {
    return made(api().displacement(rec(), r.id, c.id, name, doc, "prescribed", value.id_in(recording_)));
  }

  void relation(const Text& label, const Equation& equation) {
    api().relation(rec(), label, equation.left.id_in(recording_), equation.right.id_in(recording_));
  }
  /// Dry friction that sticks exactly. It determines `force`: while it slips, direction * kinetic(speed), where speed = |velocity|; while
  /// it sticks, what keeps the velocity at zero, up to static_level, which must not be below kinetic(0). Which elements stick is decided
  /// for the whole network. Returns the direction of slip: -1, 1, or 0 while it sticks.
  template <typename Kinetic>
  Expression dry_friction(const Text& label, const Expression& velocity, const Expression& force, const Expression& static_level,
                          Kinetic kinetic) {
    const Expression direction = made(api().friction(rec(), label, velocity.id_in(recording_), force.id_in(recording_)));
    const Expression kinetic_level = kinetic(direction * velocity);
    api().friction_levels(rec(), direction.id_in(recording_), static_level.id_in(recording_), kinetic_level.id_in(recording_));
    return direction;
  }
  /// The same with levels of its own against slip in either direction; a static level of `unbounded` holds any force, as a freewheel and
  /// a contact do in one direction.
  Expression dry_friction(const Text& label, const Expression& velocity, const Expression& force, const FrictionLevels& forwards,
                          const FrictionLevels& backwards) {
    const Expression direction = made(api().friction(rec(), label, velocity.id_in(recording_), force.id_in(recording_)));
    api().friction_sides(rec(), direction.id_in(recording_), forwards.static_level.id_in(recording_),
                         forwards.kinetic_level.id_in(recording_), backwards.static_level.id_in(recording_),
                         backwards.kinetic_level.id_in(recording_));
    return direction;
  }
  /// Friction that creeps where dry friction sticks: `force` is `share` of `level`, a share between -1 and 1 that rises with the velocity
  /// through zero. Where the force presses itself on so much that no motion fulfils this (Painleve 1895), an impulse brings the velocity to
  /// zero, as of dry friction.
  void creeping_friction(const Text& label, const Expression& velocity, const Expression& force, const Expression& level,
                         const Expression& share) {
    api().creeping_friction(rec(), label, velocity.id_in(recording_), force.id_in(recording_), level.id_in(recording_),
                            share.id_in(recording_));
  }
  /// While the condition holds a dry friction transmits nothing. Takes its direction, returns its mode: the direction, or 2 while open.
  Expression open_while(const Condition& condition, const Expression& direction) {
    api().friction_open(rec(), direction.id_in(recording_), condition.truth().id_in(recording_));
    return if_else(condition, 2, direction);
  }
  /// A rigid contact on one side: determines `force`, which pushes and never pulls, and is zero while there is a gap. `approach` is the
  /// rate at which `gap` closes. Impacts act on the whole network at once, and of contacts that close at the same instant too (impacts.h
  /// says by which law); the energy that they take is booked as dissipated if the component dissipates(force * approach).
  ContactState contact(const Text& label, const Expression& gap, const Expression& approach, const Expression& force,
                       const ContactLaw& law) {
    const auto id = [&](const Expression& expression) { return expression.id_in(recording_); };
    const stribeck_expression touching =
        api().contact(rec(), label, id(gap), id(approach), id(force), id(law.restitution), id(law.rest_speed), id(law.release_force));
    api().contact_law(rec(), touching, law.law);
    const auto total = [&](const char* kind) { return made(api().contact_total(rec(), touching, kind)); };
    return {made(touching), total("impulse"), total("loss")};
  }
  /// A variable that keeps its value between events; `start` depends on parameters alone. What when() assigns to it is computed from its
  /// value before the event.
  Expression discrete(const Text& name, const Text& unit, const Text& doc, const Expression& start) {
    return made(api().discrete(rec(), name, unit, doc, start.id_in(recording_), 0));
  }
  /// The same, not shown unless asked for.
  Expression hidden_discrete(const Text& name, const Text& unit, const Text& doc, const Expression& start) {
    return made(api().discrete(rec(), name, unit, doc, start.id_in(recording_), 1));
  }
  /// At the instant at which the condition becomes true, and at the start if it holds there, the targets get new values, all computed from
  /// what everything was just before; where the condition is one of time, discrete variables and parameters alone, discrete variables that
  /// a value names are what they were before, and all else is as sampled at the instant (docs/guide/signals.md). Targets: discrete
  /// variables, and variables whose derivative the component uses (resets).
  void when(const Text& label, const Condition& condition, const std::vector<Assignment>& assignments) {
    const int32_t id = api().when(rec(), label, condition.truth().id_in(recording_));
    for (const Assignment& a : assignments) api().when_set(rec(), id, a.target.id_in(recording_), a.value.id_in(recording_));
  }
  /// The same at offset, offset + period, ... (s), and at the start if that is later. Declares a hidden variable that counts them; returns
  /// it.
  Expression every(const Text& counter, const Expression& period, const Expression& offset, std::vector<Assignment> assignments) {
    const Expression count = hidden_discrete(counter, "1", "samples so far", 0);
    const Expression now = time();
    constexpr double kRounding = 1e-6;  // of a period: where the run begins in between, the next whole one comes next
    assignments.push_back({count, 1 + max(count, floor((now - offset) / period + kRounding))});
    when("", now >= offset + count * period, assignments);
    return count;
  }
  /// Ends the run, as planned, at the instant at which the condition becomes true.
  void terminate_when(const Condition& condition, const Text& sentence) {
    api().when_end(rec(), api().when(rec(), "ends the run", condition.truth().id_in(recording_)), "terminate", sentence);
  }
  /// Ends the run with an error where the condition does not hold.
  void require(const Condition& condition, const Text& sentence) {
    api().when_end(rec(), api().when(rec(), "fails", (!condition).truth().id_in(recording_)), "fail", sentence);
  }
  /// A constraint between states, as where a loop of bodies closes: `position` is zero along the motion, and so is `rate`, its derivative
  /// by time. Relations must keep the second derivative at zero; the run keeps these two, to rounding, by moving coordinates and velocities
  /// as little as possible onto what fulfils them wherever it evaluates them, at the start as well. Where other constraints say the same,
  /// nothing determines a part of the forces. `per_force` times the force of the constraint is of one dimension for all that the component
  /// declares; `shares` and `given` are hidden discrete variables, which the run sets: the row `shares` of constraint i is zero, or one of
  /// the orthogonal projection onto what is not determined, in parts of its entry i, which is one then; as many as these tell the rest.
  ///     (1 - shares_i) second derivative/per_force == -(1 kg^-1) sum over j of shares_j (per_force_j force_j - given_j)
  /// then keeps the second derivatives at zero and makes the forces the least that do.
  void constraint(const Text& label, const Expression& position, const Expression& rate, const Expression& per_force,
                  const Expression& given, const std::vector<Expression>& shares) {
    std::vector<int32_t> row;
    for (const Expression& share : shares) row.push_back(share.id_in(recording_));
    api().constraint(rec(), label, position.id_in(recording_), rate.id_in(recording_), per_force.id_in(recording_), given.id_in(recording_),
                     row.data(), static_cast<int32_t>(row.size()));
  }
  void causality(const Expression& variable, const char* wish) { api().causality(rec(), variable.id_in(recording_), wish); }
  void stores(const Expression& energy) { api().energy(rec(), "stores", energy.id_in(recording_)); }
  void dissipates(const Expression& power) { api().energy(rec(), "dissipates", power.id_in(recording_)); }
  /// Power that a source feeds into the diagram.
  void supplies(const Expression& power) { api().energy(rec(), "supplies", power.id_in(recording_)); }

 private:
  Expression past(const Expression& value, const Expression& when, const Expression& shortest, const Expression& longest,
                  const Expression& before) {
    const auto id = [&](const Expression& expression) { return expression.id_in(recording_); };
    return made(api().past(rec(), id(value), id(when), id(shortest), id(longest), id(before)));
  }
  const stribeck_interface& api() const { return *recording_.api; }
  stribeck_recorder* rec() const { return recording_.recorder; }
  Expression made(stribeck_expression id) const { return {recording_, id}; }
  Recording recording_;
};

/// Ports R and C, v = R.v - C.v, and the force F transmitted from R to C (R.F = F, C.F = -F).
struct RelativeMotion {
  Expression velocity, force;
  Port r, c;
};

/// The ports and shared relations of an element between R and C; adds one unknown (the force) for the element's own relation.
inline RelativeMotion relative_motion(ComponentBuilder& c, const DomainWords& in) {
  const Port r = c.port("R", in.name, "rod: the side that moves");
  const Port k = c.port("C", in.name, "case: the other side");
  const Expression v = c.variable(in("{v}"), in("{m}/s"), in("{velocity} of R relative to C"));
  const Expression f = c.variable(in("{F}"), in("{N}"), in("{force} transmitted from R to C"));
  c.relation("relative velocity", v == r.across() - k.across());
  c.relation("force on R", r.through() == f);
  c.relation("force on C", k.through() == -f);
  return {v, f, r, k};
}

namespace translational {
inline RelativeMotion relative_motion(ComponentBuilder& c) { return stribeck::relative_motion(c, kTranslational); }
}  // namespace translational
namespace rotational {
inline RelativeMotion relative_motion(ComponentBuilder& c) { return stribeck::relative_motion(c, kRotational); }
}  // namespace rotational

}  // namespace stribeck
