#pragma once
// Decides at events which dry frictions of the network stick, which slip and in which direction, which contacts rest, and what impacts do
// (design D6).
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/modes/elements.h"
#include "simulation/modes/instant.h"

namespace stribeck {

class SlipsSilenced;

class FrictionModes {
 public:
  /// `span_s`: how long the run is.
  FrictionModes(Machine& machine, Conditions& conditions, double span_s)
      : conditions_(conditions), elements_(machine, span_s), dirty_(elements_.group_count()) {}

  bool empty() const { return elements_.size() == 0; }
  /// Stores the relative velocities at x-, before anything changes. A velocity that differs later in the instant has jumped with its
  /// source.
  void remember(double t, const double* x);
  /// After the states were set from outside: elements with a relative velocity slide, and contacts with a gap open.
  void follow_move(double t, const double* x);
  /// Before the search for the initial state: frictions whose mode is undecided transmit no force.
  void prepare() { hold_undecided(Mode::open); }
  /// Decides on the modes at the start: elements without relative velocity may stick. `targets` computes the variables that have initial
  /// targets at the present states: where rigid contacts overlap at the start and are moved apart, these must stay as they are. Throws
  /// Failure.
  void start(double t, std::vector<double>& x, const std::function<std::vector<double>()>& targets);
  /// Decides on the modes at x+ where the present ones have ended, and changes x so that the relative velocities of elements that have
  /// stopped are exactly zero. Adds a label for each mode that changed; false if none did and no blow has changed a velocity. Throws
  /// Failure.
  bool resolve(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// Frictions whose laws no finite forces fulfil come to rest at once, by impulses (jam.h). Applies these impulses to x and adds a label
  /// for each friction that stops; false if no impulses bring them to rest. The modes must be decided on afterwards.
  bool jam(double t, std::vector<double>& x, const std::vector<std::int32_t>& frictions, std::vector<std::string>& labels);
  /// Adds the work of the impulses since the last call to the integrals of the program's quadratures.
  void add_work(std::vector<double>& quadratures);
  void forget_work() { work_.clear(); }
  /// Writes or reads what it keeps between events. The modes are registers of the machine.
  void carry(Archive& archive) { archive(noted_), archive(notes_); }
  /// Remarks on loads whose distribution among sticking frictions the motion does not determine, one for each set of frictions.
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  void hold_undecided(Mode as);
  void decide_all(Instant& instant, bool is_start, std::vector<std::string>& labels);
  bool follow_switches(double t);
  bool follow_jumps(double t);
  bool follow_given_motion(double t);
  std::vector<std::size_t> candidates(double t, bool all) const;
  bool decide_candidates(Instant& instant, const std::vector<std::size_t>& candidates, const std::vector<int>& passed);
  void tell_rounding(Instant& instant, const std::vector<std::size_t>& decided);
  StickSlipModes decide_group(Instant& instant, const Response& response, const Response::Group& group, const std::vector<int>& passed);
  bool calm(Instant& instant, const Response& response, const std::vector<StickSlipModes>& decided, SlipsSilenced& slips);
  void apply(double t, const Response& response, const std::vector<StickSlipModes>& decided);
  void note_thrown(std::size_t i, double t);
  void note_shared(double t, const std::vector<std::size_t>& sharing);

  Conditions& conditions_;
  Elements elements_;
  std::vector<bool> dirty_;                   ///< groups to be decided on again, whatever their elements do
  std::set<std::vector<std::size_t>> noted_;  ///< sets that notes_ speak of
  std::vector<Diagnostic> notes_;
  std::vector<double> work_;  ///< of impulses since add_work, by quadrature
};

}  // namespace stribeck
