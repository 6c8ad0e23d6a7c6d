#include "analysis/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/slopes.h"
#include "analysis/variation.h"
#include "analysis/variation_terms.h"
#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "base/text.h"

namespace stribeck {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
/// Events so near to one another, in the time that the run has taken, are one for differences of runs: which comes first is not known to
/// more than the run's accuracy. Larger: derivatives that exist are refused. Smaller: two events in the wrong order pass.
constexpr double kCoincidence = 1e-9;
/// A condition that goes so little beyond its edge, in parts of the largest value that it has had, grazes it.
constexpr double kGrazing = 1e-9;
/// A condition that moves so slowly, in parts of the fastest that it has, does not move.
constexpr double kStill = 1e-6;
/// How far events are repeated beside the one that has been, in parts of the largest values of states: differences are then good to 1e-10.
constexpr double kBeside = 1e-6;
/// How far behind its instant an event is repeated, in the shortest time in which a state changes by as much as it is large: so that what
/// triggers it has surely changed, beside errors of second order in kBeside.
constexpr double kBehind = 1e-10;
/// Derivatives of instants that differ less than that are the same.
constexpr double kSameTimes = 1e-6;

}  // namespace

struct SensitivityFollower::State {
  struct Watched {
    double value = 0, rate = 0, peak = 0, fastest = 0;
  };
  Machine& machine;
  EventRepeater& repeater;
  SensitivityRows rows;
  std::vector<Direction> directions;
  std::vector<double> times_s;
  Matrix first;  // of states, then of discrete variables, where it begins; empty: what the start makes of them
  HybridLoop* loop = nullptr;
  const Program* program = nullptr;
  std::size_t next_time = 0;
  Matrix s{}, z{};  // of states and of discrete variables
  std::vector<bool> defined{};
  std::vector<double> scales{};
  std::vector<std::size_t> row_of{};  // of conditions; npos: none
  std::vector<Watched> watched{};     // the same, where the last step has ended
  double watched_at_s = kUndefined;   // there
  VariationIntegrator integrator{};
  std::vector<Place> places{};  // of the integrator's entries
  SlopeReader reader{};
  VariationTerms terms{};
  std::vector<double> end_crossings{};  // of all conditions, where a step ends
  Sensitivities result{};
  struct Event {
    std::vector<double> x, discretes, impulses, pieces, rates, frictions;
    std::vector<std::string> names;          // of each condition that may trigger it
    std::vector<std::vector<double>> times;  // d time / d directions
    std::string record;
    bool known = false;
  } event{};
  std::vector<double> last_times{}, fastest{};  // the latter: rates at events so far
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t count() const { return directions.size(); }
  /// What a change of a quantity is compared with.
  double size_of(std::size_t j) const { return directions[j].variable.value != 0 ? std::fabs(directions[j].variable.value) : 1; }
  std::size_t row_count() const { return rows.outputs.size() + rows.conditions.size(); }
  std::size_t columns() const { return rows.parameters + machine.program().discretes.size(); }

  void take_program() {
    program = &machine.program();
    row_of.assign(program->conditions.size(), kNone);
    for (std::size_t c = 0; c < row_of.size(); ++c) {
      const auto found = std::find(rows.conditions.begin(), rows.conditions.end(), program->conditions[c].origin);
      if (found != rows.conditions.end()) row_of[c] = static_cast<std::size_t>(found - rows.conditions.begin());
    }
    watched.assign(row_of.size(), {});
    watched_at_s = kUndefined;
    scales.clear();
    for (const StateFacts& state : program->state_facts) scales.push_back(state.nominal.value_or(1));
    terms.begin(scales.size(), rows.parameters, directions);
    places = places_of(*program);
    integrator.begin(scales.size(), count(), places, !program->kinks.empty());
    std::vector<double> negligible;
    for (std::size_t j = 0; j < count() && rows.negligible > 0; ++j) negligible.push_back(rows.negligible / size_of(j));
    integrator.neglect(std::move(negligible));
    reader.begin(*program, rows.outputs.size(), row_count(), columns());
  }

  void note_scales(std::span<const double> x) {
    for (std::size_t i = 0; i < x.size(); ++i) scales[i] = std::max(scales[i], std::fabs(x[i]));
  }

  /// Of a direction, by LinearCode's columns after the states.
  double by_direction(const Slopes& slopes, std::size_t row, std::size_t j) const {
    double sum = 0;
    for (const auto& [column, factor] : directions[j].parameters) sum += slopes.by_parameters(row, column) * factor;
    for (std::size_t d = 0; d < z.rows; ++d)
      if (z(d, j) != 0) sum += slopes.by_parameters(row, rows.parameters + d) * z(d, j);
    return sum;
  }
  /// d value of a row / d direction at a fixed time.
  double along(const Slopes& slopes, std::size_t row, std::size_t j) const {
    double sum = by_direction(slopes, row, j);
    for (std::size_t i = 0; i < s.rows; ++i)
      if (s(i, j) != 0) sum += slopes.by_states(row, i) * s(i, j);
    return sum;
  }
  double rate(const Slopes& slopes, std::size_t row) const {
    double sum = slopes.by_time[row - s.rows];
    for (std::size_t i = 0; i < s.rows; ++i)
      if (slopes.rates[i] != 0) sum += slopes.by_states(row, i) * slopes.rates[i];
    return sum;
  }
  std::size_t row_of_condition(std::size_t c) const { return s.rows + rows.outputs.size() + row_of[c]; }

  void undefine(std::size_t j, double t, const std::string& why) {
    if (!defined[j]) return;
    defined[j] = false;
    integrator.forget();
    result.undefined.push_back({j, t, why, {}, {}, 0});
    for (std::size_t i = 0; i < s.rows; ++i) s(i, j) = 0;
    for (std::size_t d = 0; d < z.rows; ++d) z(d, j) = 0;
  }
  void undefine_all(double t, const std::string& why) {
    for (std::size_t j = 0; j < count(); ++j) undefine(j, t, why);
  }

  /// Of guards the friction or contact whose mode they end.
  std::string name_of(std::size_t c) const {
    for (std::size_t f = 0; f < program->frictions.size(); ++f)
      if (program->conditions[c].is_guard && program->frictions[f].guard == c) return "the edge of " + program->labels->friction(f);
    return "\"" + program->labels->condition(program->conditions[c].origin) + "\"";
  }
  bool is_followed(std::size_t c) const { return program->conditions[c].scheduled < 0 && row_of[c] != kNone; }

  /// Values and rates of the conditions there.
  std::vector<Watched> look(const Slopes& slopes, const std::vector<double>& crossings) const {
    std::vector<Watched> now(row_of.size());
    for (std::size_t c = 0; c < now.size(); ++c) {
      if (row_of[c] == kNone) continue;
      now[c].value = crossings[c];
      now[c].rate = rate(slopes, row_of_condition(c));
      now[c].peak = std::max(watched[c].peak, std::fabs(now[c].value));
      now[c].fastest = std::max(watched[c].fastest, std::fabs(now[c].rate));
    }
    return now;
  }
  std::vector<Watched> look_at(double t, std::span<const double> x) {
    std::vector<double> crossings;
    const Slopes slopes = slopes_at(machine, t, x, row_count(), columns(), &crossings);
    return look(slopes, crossings);
  }
  /// Which of them have changed there.
  std::vector<bool> changed_at(double t, std::span<const double> x) {
    const KeptValues kept(machine);
    std::vector<bool> changed;
    std::vector<double> rates(x.size());
    machine.derivatives(t, x.data(), rates.data());
    machine.run(Section::crossings);
    const Snapshot now = machine.snapshot();
    for (std::size_t c = 0; c < row_of.size(); ++c) changed.push_back(now.differs(c));
    return changed;
  }

  Matrix outputs_by(const Slopes& slopes) const {
    Matrix by(rows.outputs.size(), count());
    for (std::size_t o = 0; o < by.rows; ++o)
      for (std::size_t j = 0; j < by.columns; ++j) by(o, j) = defined[j] ? along(slopes, s.rows + o, j) : kUndefined;
    return by;
  }
  void row(double t, std::span<const double> x) {
    const Slopes slopes = slopes_at(machine, t, x, row_count(), columns());
    result.times_s.push_back(t);
    result.rows.push_back(outputs_by(slopes));
    result.values.push_back(outputs_at(machine, t, x, rows.outputs));
    std::vector<double>& rates = result.rates.emplace_back();
    for (std::size_t o = 0; o < rows.outputs.size(); ++o) rates.push_back(rate(slopes, s.rows + o));
  }

  void take(const Matrix& all) {
    const auto below = all.values.begin() + static_cast<std::ptrdiff_t>(s.values.size());
    std::copy(all.values.begin(), below, s.values.begin()), std::copy(below, all.values.end(), z.values.begin());
    defined.assign(count(), true);
    integrator.forget();
  }

  void start(double t, std::span<const double> x) {
    take_program();
    note_scales(x);
    s = Matrix(x.size(), count()), z = Matrix(program->discretes.size(), count());
    defined.assign(count(), true);
    const std::vector<double> parameters(machine.parameters().begin(), machine.parameters().end());
    if (first.rows > 0) take(first);
    for (std::size_t j = 0; j < count() && first.rows == 0; ++j) {
      const Direction& direction = directions[j];
      const double step = kBeside * size_of(j);
      const auto beside = [&](double side) {
        std::vector<double> p = parameters, targets = direction.targets;
        for (std::size_t k = 0; k < p.size(); ++k) p[k] += side * step * direction.all_parameters[k];
        for (double& target : targets) target *= side * step;
        return repeater.start(p, targets);
      };
      const EventRepeater::After left = beside(-1), right = beside(1);
      if (!left.exists || !right.exists || left.modes != right.modes || left.modes != held_modes(machine)) {
        undefine(j, t, "the start has other modes with a little less or more of it");
        continue;
      }
      for (std::size_t i = 0; i < s.rows; ++i) s(i, j) = (right.x[i] - left.x[i]) / (2 * step);
      for (std::size_t d = 0; d < z.rows; ++d) z(d, j) = (right.discretes[d] - left.discretes[d]) / (2 * step);
      // What is no change but the rounding of the difference.
      for (std::size_t i = 0; i < s.rows; ++i)
        if (std::fabs(s(i, j)) * step <= 4 * kRoundingOfSums * scales[i]) s(i, j) = 0;
    }
    if (next_time < times_s.size() && times_s[next_time] <= t) ++next_time, row(t, x);
  }

  void step(const LastStep& last) {
    if (program != &machine.program()) {
      undefine_all(last.begin_s(), "the mechanism goes on with other states from there");
      return;
    }
    const double from = last.begin_s(), to = last.end_s();
    std::vector<double> x(s.rows);
    std::optional<std::vector<Watched>> end;        // where the step ends
    const double nearly = to - 2e-6 * (to - from);  // the integrator's last look is as near, where laws have kinks
    const auto at = [&](double t, Variation& variation) {
      t <= from ? last.begin_state(x) : last.state(t, x);
      if (t < nearly || row_of.empty())
        reader.read_states(machine, t, x);
      else
        end = look(reader.read_all(machine, t, x, end_crossings), end_crossings);
      if (!reader.finite()) undefine_all(t, "a law has no finite slope there");
      terms.take(reader, z, defined, variation);
    };
    double t = from;
    reader.open(machine);
    for (; next_time < times_s.size() && times_s[next_time] <= to; ++next_time) {
      integrator.integrate(s, t, times_s[next_time], at, scales, rows.rtol);
      t = times_s[next_time];
      last.state(t, x);
      row(t, x);
    }
    integrator.integrate(s, t, to, at, scales, rows.rtol);
    reader.close(machine);
    last.state(to, x);
    note_scales(x);
    if (!row_of.empty() && count() > 0) look_for_grazing(last, end ? *end : look_at(to, x));
  }

  /// A condition that comes to its edge and turns round there.
  void look_for_grazing(const LastStep& last, const std::vector<Watched>& end) {
    std::vector<double> x(s.rows);
    const auto look_in_step = [&](double t) { return last.state(t, x), look_at(t, x); };
    const double from = last.begin_s(), to = last.end_s();
    const std::vector<Watched> begin = watched_at_s == from ? watched : look_in_step(from);
    watched = begin, watched_at_s = to;
    for (std::size_t c = 0; c < end.size(); ++c) {
      watched[c] = {end[c].value, end[c].rate, std::max(begin[c].peak, end[c].peak), std::max(begin[c].fastest, end[c].fastest)};
      if (!is_followed(c) || begin[c].rate * end[c].rate >= 0 || begin[c].rate * begin[c].value >= 0) continue;
      double low = from, high = to, low_rate = begin[c].rate, high_rate = end[c].rate;
      const double depth = std::fabs(begin[c].rate) * (to - from);  // it comes nearer by less than that
      if (std::min(std::fabs(begin[c].value), std::fabs(end[c].value)) > depth + std::fabs(end[c].rate) * (to - from)) continue;
      Watched least = end[c];
      double where = to;
      for (int round = 0; round < 40 && high - low > 1e-12 * (to - from); ++round) {
        const double share = std::clamp(low_rate / (low_rate - high_rate), 0.05, 0.95);
        where = low + share * (high - low);
        least = look_in_step(where)[c];
        (least.rate * low_rate > 0 ? low : high) = where;
        (least.rate * low_rate > 0 ? low_rate : high_rate) = least.rate;
        if (std::fabs(least.rate) <= 1e-9 * std::fabs(begin[c].rate)) break;
      }
      if (std::fabs(least.value) > kGrazing * end[c].peak) continue;
      last.state(where, x);
      undefine_where_it_moves(c, where, slopes_at(machine, where, x, row_count(), columns()));
    }
  }
  void undefine_where_it_moves(std::size_t c, double t, const Slopes& slopes) {
    for (std::size_t j = 0; j < count(); ++j)
      if (defined[j] && std::fabs(along(slopes, row_of_condition(c), j) * size_of(j)) > kGrazing * watched[c].peak)
        undefine(j, t, name_of(c) + " is grazed");
  }

  /// Where a change by a share of kGrazing takes the event away: the condition goes beyond its edge as a parabola does, whose depth is the
  /// square of the rate at the edge, measured by the fastest rate and the largest value that the condition has had. The last bounces of
  /// what comes to rest are as slow, but move as little.
  void undefine_where_it_grazes(std::size_t c, const Watched& now, double t, const Slopes& slopes) {
    const double depth = now.peak * (now.rate / now.fastest) * (now.rate / now.fastest);
    for (std::size_t j = 0; j < count(); ++j)
      if (defined[j] && kGrazing * std::fabs(along(slopes, row_of_condition(c), j)) * size_of(j) > depth)
        undefine(j, t, name_of(c) + " is grazed");
  }

  void before_event(double t, std::span<const double> x) {
    if (program != &machine.program()) return;
    const Snapshot before = machine.snapshot();  // of x
    event = {};
    event.known = true;
    event.x.assign(x.begin(), x.end());
    event.discretes = discrete_values(machine), event.impulses = impulses_of(machine), event.frictions = friction_modes(machine);
    for (const HeldTable& table : program->held_tables) event.pieces.push_back(machine.held_value(table.piece));
    for (const HeldFloor& floor : program->held_floors) event.pieces.push_back(machine.held_value(floor.value));
    std::vector<double> crossings;
    const Slopes slopes = slopes_at(machine, t, x, row_count(), columns(), &crossings);
    event.rates = slopes.rates;
    const std::vector<bool> changed = changed_at(t, x);
    const std::vector<Watched> now = look(slopes, crossings);
    const double near = kCoincidence * std::max(std::fabs(t), 1e-3);
    for (std::size_t c = 0; c < changed.size(); ++c) {
      if (row_of[c] == kNone) {
        if (changed[c]) undefine_all(t, name_of(c) + " has no known slope");
        continue;
      }
      const ConditionCode& code = program->conditions[c];
      const double way = code.scheduled >= 0 ? before.value(code.scheduled) - t : now[c].rate != 0 ? -now[c].value / now[c].rate : HUGE_VAL;
      const bool comes = code.scheduled >= 0 ? std::fabs(way) <= near : way >= 0 && way <= near && now[c].value != 0;
      if (!changed[c] && code.scheduled < 0 && std::fabs(now[c].value) <= kGrazing * now[c].peak &&
          std::fabs(now[c].rate) <= kStill * now[c].fastest)
        undefine_where_it_moves(c, t, slopes);  // it stands on its edge, as a gap that closes just where what slides comes to rest
      if (!changed[c] && !comes) continue;
      if (now[c].rate == 0) {
        undefine_where_it_moves(c, t, slopes);
        continue;
      }
      if (code.scheduled < 0) undefine_where_it_grazes(c, now[c], t, slopes);
      event.names.push_back(name_of(c));
      std::vector<double>& times = event.times.emplace_back();
      for (std::size_t j = 0; j < count(); ++j) times.push_back(-along(slopes, row_of_condition(c), j) / now[c].rate);
    }
    for (std::size_t k = 1; k < event.times.size(); ++k)
      for (std::size_t j = 0; j < count(); ++j) {
        const double a = event.times.front()[j], b = event.times[k][j];
        const double rounding = kRoundingOfSums * std::max(std::fabs(t), 1e-3) / size_of(j);
        if (std::fabs(a - b) > kSameTimes * std::max(std::fabs(a), std::fabs(b)) + rounding)
          undefine(j, t, "two events come at this instant, and not for all values together: " + joined({event.names[0], event.names[k]}));
      }
    if (count() > 0 && (!program->frictions.empty() || !program->whens.empty() || program->gives_velocities))
      event.record = loop->record_before_event();
  }

  /// Of what changes at times that depend on parameters alone, as tables over time do at their points.
  std::optional<std::vector<double>> times_of_lines(double t) {
    std::vector<double> pieces;
    for (const HeldTable& table : program->held_tables) pieces.push_back(machine.held_value(table.piece));
    for (const HeldFloor& floor : program->held_floors) pieces.push_back(machine.held_value(floor.value));
    std::optional<std::vector<double>> times;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      if (pieces[k] == event.pieces[k]) continue;
      const std::size_t tables = program->held_tables.size();
      const Register rate_at = k < tables ? program->held_tables[k].rate : program->held_floors[k - tables].rate;
      const Register offset_at = k < tables ? program->held_tables[k].offset : program->held_floors[k - tables].offset;
      std::vector<double> own;
      for (const Direction& direction : directions) {
        const double step = kBeside * (direction.variable.value != 0 ? std::fabs(direction.variable.value) : 1);
        const auto argument = [&](double side) {
          std::vector<double> p(machine.parameters().begin(), machine.parameters().end());
          for (std::size_t i = 0; i < p.size(); ++i) p[i] += side * step * direction.all_parameters[i];
          const Machine other(*program, p);
          return other.held_value(rate_at) * t + other.held_value(offset_at);
        };
        const double change = (argument(1) - argument(-1)) / (2 * step);
        own.push_back(std::fabs(change) * step <= kRoundingOfSums * std::fabs(argument(0)) ? 0 : -change / machine.held_value(rate_at));
      }
      if (times && *times != own) undefine_all(t, "two points of tables come at this instant, and not for all values together");
      times = own;
    }
    return times;
  }

  void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) {
    if (program != &machine.program() || !event.known) {
      undefine_all(t, "the mechanism goes on with other states from there");
      return;
    }
    std::vector<double> rates(x.size());
    Machine::Values kept;
    machine.keep(kept);
    machine.derivatives(t, x.data(), rates.data());
    machine.put_back(kept);
    constexpr double kRounding = 1e-9, kLocated = 1e-7;  // what is continuous changes by the error of the instant
    bool jumps = event.discretes != discrete_values(machine) || event.impulses != impulses_of(machine), turns = false, bends = false;
    fastest.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      jumps = jumps || std::fabs(x[i] - event.x[i]) > kRounding * scales[i];
      const double turn = std::fabs(rates[i] - event.rates[i]), rate = std::max(std::fabs(rates[i]), std::fabs(event.rates[i]));
      turns = turns || turn > kRounding * rate, fastest[i] = std::max(fastest[i], rate);
      bends = bends || turn > kLocated * fastest[i];
    }
    std::optional<std::vector<double>> times = times_of_lines(t);
    if (!event.times.empty()) times = event.times.front();
    if (!times && (jumps || turns)) undefine_all(t, "what ends here has no known slope");
    last_times = times.value_or(std::vector<double>(count(), 0));
    EventSensitivity told{t, labels, last_times, !jumps && !bends && event.frictions == friction_modes(machine)};
    const std::vector<double> modes = held_modes(machine);
    for (std::size_t j = 0; j < count(); ++j) {
      if (defined[j] && jumps)
        repeat(j, t, rates, modes);
      else if (defined[j])
        for (std::size_t i = 0; i < s.rows; ++i) s(i, j) += (event.rates[i] - rates[i]) * last_times[j];
      if (!defined[j]) told.by[j] = kUndefined;
    }
    if (!labels.empty()) result.events.push_back(std::move(told));
    note_scales(x);
    for (Watched& one : watched) one.value = one.rate = 0;
    watched_at_s = kUndefined;
    integrator.forget();
    event.known = false;
  }

  /// The event again with a little less and more of direction j.
  void repeat(std::size_t j, double t, const std::vector<double>& rates, const std::vector<double>& modes) {
    const double tau = last_times[j];
    std::vector<double> way(s.rows);
    double size = std::fabs(tau) / std::max(std::fabs(t), 1e-3), pace = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
      way[i] = s(i, j) + event.rates[i] * tau;
      size = std::max(size, std::fabs(way[i]) / scales[i]);
      pace = std::max(pace, std::fabs(event.rates[i]) / scales[i]);
    }
    const std::span<const double> parameters = machine.parameters();
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (parameters[k] != 0) size = std::max(size, std::fabs(directions[j].all_parameters[k] / parameters[k]));
    for (std::size_t d = 0; d < z.rows; ++d)
      if (event.discretes[d] != 0) size = std::max(size, std::fabs(z(d, j) / event.discretes[d]));
    const double step = kBeside / (size == 0 ? 1 : size), behind = pace > 0 ? kBehind / pace : 0;
    const auto beside = [&](double side) {
      std::vector<double> p(parameters.begin(), parameters.end()), x = event.x, values = event.discretes;
      for (std::size_t k = 0; k < p.size(); ++k) p[k] += side * step * directions[j].all_parameters[k];
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += side * step * way[i] + behind * event.rates[i];
      for (std::size_t d = 0; d < values.size(); ++d) values[d] += side * step * z(d, j);
      return repeater.event(event.record, t + side * step * tau + behind, x, values, p);
    };
    const EventRepeater::After left = beside(-1), right = beside(1);
    if (!left.exists || !right.exists || left.modes != right.modes || left.modes != modes)
      return undefine(j, t, "the event ends otherwise with a little less or more of it");
    for (std::size_t i = 0; i < s.rows; ++i) s(i, j) = (right.x[i] - left.x[i]) / (2 * step) - rates[i] * tau;
    for (std::size_t d = 0; d < z.rows; ++d) z(d, j) = (right.discretes[d] - left.discretes[d]) / (2 * step);
  }

  Sensitivities take(double t, std::span<const double> x) {
    result.time_s = t;
    const Slopes slopes = slopes_at(machine, t, x, row_count(), columns());
    result.by = outputs_by(slopes);
    if (loop->has_ended() && last_times.size() == count())  // the end is an event: what it moves by counts
      for (std::size_t o = 0; o < result.by.rows; ++o)
        for (std::size_t j = 0; j < count(); ++j) result.by(o, j) += rate(slopes, s.rows + o) * last_times[j];
    const std::vector<double> values = outputs_at(machine, t, x, rows.outputs);
    for (const double value : values) result.outputs.push_back({"", "", value});
    for (const Direction& direction : directions) result.parameters.push_back(direction.variable);
    return std::move(result);
  }
};

SensitivityFollower::SensitivityFollower(Machine& machine, EventRepeater& repeater, SensitivityRows rows, std::vector<Direction> directions,
                                         std::vector<double> times_s, Matrix begin)
    : state_(new State{.machine = machine,
                       .repeater = repeater,
                       .rows = std::move(rows),
                       .directions = std::move(directions),
                       .times_s = std::move(times_s),
                       .first = std::move(begin)}) {}
SensitivityFollower::~SensitivityFollower() = default;
void SensitivityFollower::set_loop(HybridLoop& loop) { state_->loop = &loop; }
void SensitivityFollower::begin(double t, std::span<const double> x) {
  if (state_->program == nullptr) state_->start(t, x);
}
void SensitivityFollower::step(const LastStep& step) { state_->step(step); }
void SensitivityFollower::before_event(double t, std::span<const double> x) { state_->before_event(t, x); }
void SensitivityFollower::after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) {
  state_->after_event(t, x, labels);
}
const std::vector<UndefinedSensitivity>& SensitivityFollower::undefined() const { return state_->result.undefined; }
std::vector<std::vector<std::string>> SensitivityFollower::events() const {
  std::vector<std::vector<std::string>> all;
  for (const EventSensitivity& event : state_->result.events) event.is_kink ? void() : all.push_back(event.labels);
  return all;
}
Matrix SensitivityFollower::variations() const {
  const Matrix &s = state_->s, &z = state_->z;
  Matrix all(s.rows + z.rows, s.columns);
  std::copy(s.values.begin(), s.values.end(), all.values.begin());
  std::copy(z.values.begin(), z.values.end(), all.values.begin() + static_cast<std::ptrdiff_t>(s.values.size()));
  return all;
}
void SensitivityFollower::go_on_with(const Matrix& variations) { state_->take(variations); }
Sensitivities SensitivityFollower::take(double t, std::span<const double> x) { return state_->take(t, x); }

}  // namespace stribeck
