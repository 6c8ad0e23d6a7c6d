#include "simulation/undetermined_start.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "expression/evaluate.h"
#include "simulation/state_watch.h"

namespace stribeck {

namespace {

/// A target counts as met: by what finite differences leave of it.
constexpr double kWished = 1e-6;

class UndeterminedStart {
 public:
  UndeterminedStart(Machine& machine, const std::vector<TargetOutput>& targets, const FoundStart& found)
      : machine_(machine),
        sorted_(*machine.program().sorted),
        flat_(*sorted_.flat),
        targets_(targets),
        x_(found.x),
        is_held_(found.is_held),
        turned_(found.turned),
        state_of_(flat_.variables.size(), -1),
        values_(flat_.variables.size()),
        differentiator_(sorted_.flat->pool) {
    machine_.run(Section::crossings);
    const StateWatch watch(sorted_);
    if (!watch.empty()) {
      const MotionPoint point = watch.point(machine_);
      values_.assign(point.variables.begin(), point.variables.end());
    }
    for (std::size_t s = 0; s < sorted_.states.size(); ++s) {
      state_of_[at(sorted_.states[s])] = static_cast<std::int32_t>(s);
      values_[at(sorted_.states[s])] = x_[s];
    }
  }

  std::vector<Diagnostic> run() {
    tell_positions_around_loops();
    tell_exchangeable();
    tell_other_solutions();
    tell_turned();
    return std::move(notes_);
  }

 private:
  static bool differ(double value, double start) { return std::fabs(value - start) > kTargetAgreement * std::max(1.0, std::fabs(start)); }

  void tell(const std::string& message, Where where, const char* because) {
    notes_.push_back({.code = ErrorCode::initial_undetermined,
                      .message = "nothing determines the initial " + message,
                      .where = std::move(where),
                      .because = because,
                      .remedy = "give one of them an initial target",
                      .severity = Severity::note,
                      .details = {}});
  }
  static std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
  }

  /// Around a loop, or from an origin: those whose names come first keep their start.
  void tell_positions_around_loops() {
    const Assembly& assembly = *flat_.assembly;
    const auto is_free = [](const DisplacementRequest& r) {
      return r.kind == DisplacementDeclaration::Kind::free && !r.is_shown_alone && r.target == Priority::none;
    };
    for (std::size_t k = 0; k < assembly.requests.size(); ++k) {
      const DisplacementRequest& request = assembly.requests[k];
      if (request.role != DisplacementRequest::Role::chord || !is_free(request)) continue;
      const std::int32_t position = flat_.position_variable[k];
      const std::optional<double> value = along(flat_.variable(position).value);
      if (!value || !differ(*value, start_of(flat_, position))) continue;
      for (const auto& [number_of_edge, direction] : request.path) {
        const DisplacementRequest& edge = assembly.requests[at(number_of_edge)];
        const std::int32_t kept = flat_.position_variable[at(number_of_edge)];
        if (edge.role != DisplacementRequest::Role::tree || !is_free(edge)) continue;
        const std::optional<double> start = along(flat_.variable(kept).value);
        if (!start || differ(*start, start_of(flat_, kept))) continue;
        return tell("position " + variable_name(flat_, kept) + ": it starts at " + number(*start) + ", so that " +
                        variable_name(flat_, position) + " starts at " + number(*value),
                    where_of_instance(flat_, request.instance),
                    "of positions that depend on one another those keep their start whose names come first");
      }
    }
  }

  /// Positions that a constraint ties, as the two coordinates of a pendulum or two springs in series behind a crank, where either could be
  /// the state that starts as declared: their names decide.
  void tell_exchangeable() {
    for (const SelectionLevel& level : sorted_.varying_levels)
      for (const SelectionLevel::Entry& follows : level.entries)
        for (const SelectionLevel::Entry& kept : level.entries) {
          if (follows.row != kept.row || !is_chosen(level, follows) || is_chosen(level, kept) || !are_equals(level, follows, kept))
            continue;
          const std::int32_t state = flat_.undifferentiated(kept.column), other = flat_.undifferentiated(follows.column);
          const std::int32_t s = state_of_[at(state)];
          if (!is_position(flat_, state) || !is_position(flat_, other) || s < 0 || is_held_[at(s)] || has_target(other)) continue;
          if (x_[at(s)] != start_of(flat_, state) || !differ(*values_[at(other)], start_of(flat_, other))) continue;
          return tell("position " + variable_name(flat_, state) + ": it starts at " + number(x_[at(s)]) + ", and " +
                          variable_name(flat_, other) + " follows from it",
                      where_of_position(state), "the constraint between them leaves open which of them keeps its start");
        }
  }
  /// Whether no merit as a state has put the one before the other.
  bool are_equals(const SelectionLevel& level, const SelectionLevel::Entry& one, const SelectionLevel::Entry& other) const {
    const auto varies = [&](const SelectionLevel::Entry& entry) {
      return std::any_of(level.entries.begin(), level.entries.end(),
                         [&](const SelectionLevel::Entry& e) { return e.column == entry.column && !e.fixed; });
    };
    if (varies(one) != varies(other)) return false;
    return varies(one) || state_merit(flat_, one.column) == state_merit(flat_, other.column);
  }
  static bool is_chosen(const SelectionLevel& level, const SelectionLevel::Entry& entry) {
    return level.chosen[static_cast<std::size_t>(std::lower_bound(level.columns.begin(), level.columns.end(), entry.column) -
                                                 level.columns.begin())];
  }
  bool has_target(std::int32_t variable) const {
    return std::any_of(targets_.begin(), targets_.end(),
                       [&](const TargetOutput& t) { return t.target->priority != Priority::none && is_of(t, variable); });
  }
  bool has_any_target(std::int32_t variable) const {
    return std::any_of(targets_.begin(), targets_.end(), [&](const TargetOutput& t) { return is_of(t, variable); });
  }
  bool is_of(const TargetOutput& target, std::int32_t variable) const {
    const std::int32_t v = flat_.first_variable[at(target.instance)] + target.target->variable;
    return v == variable || flat_.variable(v).alias_of == variable;
  }
  Where where_of_position(std::int32_t variable) const {
    const std::vector<std::int32_t>& positions = flat_.position_variable;
    const auto of = std::find_if(positions.begin(), positions.end(),
                                 [&](std::int32_t v) { return v == variable || (v >= 0 && flat_.variable(v).alias_of == variable); });
    return of == positions.end()
               ? Where{}
               : where_of_instance(flat_, flat_.assembly->requests[static_cast<std::size_t>(of - positions.begin())].instance);
  }

  /// As of a rod that stands or hangs: the search for where it is has gone to one side.
  void tell_other_solutions() {
    const auto wishes = [&] {
      machine_.run(Section::outputs);
      std::vector<bool> met;
      for (const TargetOutput& t : targets_) {
        const double value = machine_.value(machine_.program().outputs[t.output]);
        met.push_back(std::fabs(value - t.target->value) <= kWished * std::max(1.0, std::fabs(t.target->value)));
      }
      return met;
    };
    const std::vector<bool> met = wishes();
    for (const Machine::OtherSolution& other : machine_.other_solutions([&] { return wishes() == met; })) {
      const BlockCode& code = machine_.program().blocks[other.loop];
      const Block& block = sorted_.blocks[at(code.block)];
      for (std::size_t k = 0; k < code.unknowns.size(); ++k) {
        const std::int32_t v = block.tearing_variables()[k];
        const double found = machine_.value(code.unknowns[k]), elsewhere = other.unknowns[k];
        if (!differ(elsewhere, found) || is_given(v) || (is_angle(v) && is_turn(elsewhere - found))) continue;
        return tell("value of " + variable_name(flat_, v) + ": it starts at " + number(found) + ", and all would hold at " +
                        number(elsewhere) + " as well",
                    where_of_equation(flat_, block.equations[0]), "the search for it has found this one first");
      }
    }
  }
  /// At a dead centre, say, no speed of the slider is any of the crank.
  void tell_turned() {
    for (const std::size_t s : turned_) {
      const std::int32_t v = sorted_.states[s];
      if (has_any_target(v)) continue;
      return tell("value of " + variable_name(flat_, v) + ": from " + number(start_of(flat_, v)) +
                      " on the initial targets are not met, and it starts at " + number(x_[s]),
                  where_of_position(v), "of the angles at which they are the search for it has found this one first");
    }
  }
  /// Whether the diagram or the component says near which value it is meant.
  bool is_given(std::int32_t variable) const { return start_of(flat_, variable) != 0 || has_any_target(variable); }
  bool is_angle(std::int32_t variable) const {
    const VariableDeclaration* const declared = flat_.declaration_of(variable);
    return declared != nullptr && declared->unit == "rad";
  }
  static bool is_turn(double way) {
    constexpr double kRounding = 1e-6;
    return std::fabs(std::remainder(way, 2 * M_PI)) <= kRounding;
  }

  /// An expression in what is known of the initial values, and in parameters.
  std::optional<double> along(ExprId expression) {
    for (const Partial& partial : differentiator_.partials(expression, kUnknown | kTime))
      if (const std::int32_t v = flat_.variable_of(partial.symbol); v < 0 || !values_[at(v)]) return std::nullopt;
    return stribeck::evaluate(flat_.pool, expression, [&](std::int32_t s) {
      const FlatSymbol& symbol = flat_.symbols[at(s)];
      return symbol.kind == SymbolKind::parameter ? flat_.parameter_values[at(symbol.index)] : *values_[at(symbol.index)];
    });
  }

  Machine& machine_;
  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  const std::vector<TargetOutput>& targets_;
  const std::vector<double>& x_;
  const std::vector<bool>& is_held_;
  const std::vector<std::size_t>& turned_;
  std::vector<std::int32_t> state_of_;
  std::vector<std::optional<double>> values_;  // of variables: states, and where states may change all
  Differentiator differentiator_;
  std::vector<Diagnostic> notes_;
};

}  // namespace

double start_of(const FlatSystem& flat, std::int32_t variable) {
  const VariableDeclaration* declared = flat.declaration_of(flat.undifferentiated(variable));
  return declared != nullptr ? declared->start : 0;
}

bool is_position(const FlatSystem& flat, std::int32_t variable) {
  const VariableKind kind = flat.variable(variable).kind;
  const VariableDeclaration* const declared = flat.declaration_of(variable);
  return kind == VariableKind::position || kind == VariableKind::potential ||
         (declared != nullptr && (declared->unit == "m" || declared->unit == "rad"));
}

std::vector<Diagnostic> undetermined_start(Machine& machine, const std::vector<TargetOutput>& targets, const FoundStart& found) {
  return UndeterminedStart(machine, targets, found).run();
}

}  // namespace stribeck
