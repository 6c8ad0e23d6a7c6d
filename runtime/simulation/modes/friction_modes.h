#pragma once
// Which dry frictions of the network stick, which slip and in which direction, which contacts rest, and what impacts do (design D6).
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/modes/elements.h"
#include "simulation/modes/instant.h"

namespace stribeck {

class FrictionModes {
 public:
  /// `span_s`: how long the run is.
  FrictionModes(Machine& machine, Conditions& conditions, double span_s)
      : machine_(machine), conditions_(conditions), elements_(machine, span_s), dirty_(elements_.group_count()) {}

  bool empty() const { return elements_.size() == 0; }
  /// Notes the relative velocities at x-, before anything else changes: a velocity that differs afterwards has jumped with its source.
  void remember(double t, const double* x);
  /// The states have been put elsewhere: what no longer stands still slides, and contacts with a gap open.
  void follow_move(double t, const double* x);
  /// Before the initial state is searched for: frictions that may not be able to stick transmit nothing.
  void prepare() { hold_undecided(Mode::open); }
  /// The modes at the start: what does not move may stick. `targets` gives the variables that have initial targets, as last evaluated: what
  /// rigid contacts have to move at the start must leave them as they are. Throws Failure.
  void start(double t, std::vector<double>& x, const std::function<std::vector<double>()>& targets);
  /// Decides on the modes at x+ where the present ones have ended, and moves x as far as it takes to bring the relative velocities of what
  /// has stopped to zero. Adds a label for each that changed; false if none did. Throws Failure.
  bool resolve(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// Brings those of these frictions to rest that have no force that fulfils their law, and cannot have (jam.h), by impulses that move x.
  /// Adds a label for each; false if no impulses do that. The modes are to be decided on after it.
  bool jam(double t, std::vector<double>& x, const std::vector<std::int32_t>& frictions, std::vector<std::string>& labels);
  /// Adds what impulses have done to the integrals of the program's quadratures, and forgets it.
  void add_work(std::vector<double>& quadratures);
  void forget_work() { work_.clear(); }
  /// What it remembers between events. The modes are among the machine's registers.
  void carry(Archive& archive) { archive(noted_), archive(notes_); }
  /// Remarks on forces that were chosen because the motion does not determine them, once for each set that shares a load.
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  void hold_undecided(Mode as);
  void decide_all(Instant& instant, bool is_start, std::vector<std::string>& labels);
  bool follow_switches(double t);
  bool follow_jumps(double t);
  bool follow_given_motion(double t);
  std::vector<std::size_t> candidates(double t, bool all) const;
  bool decide_candidates(Instant& instant, const std::vector<std::size_t>& candidates, const std::vector<int>& passed);
  StickSlipModes decide_group(Instant& instant, const Response& response, const Response::Group& group, const std::vector<int>& passed);
  bool calm(Instant& instant, const Response& response, const std::vector<StickSlipModes>& decided);
  void apply(double t, const Response& response, const std::vector<StickSlipModes>& decided);
  void note_thrown(std::size_t i, double t);
  void note_shared(double t, const std::vector<std::size_t>& sharing);

  Machine& machine_;
  Conditions& conditions_;
  Elements elements_;
  std::vector<bool> dirty_;                   ///< groups to be decided on again, whatever their elements do
  std::set<std::vector<std::size_t>> noted_;  ///< sets that notes_ speak of
  std::vector<Diagnostic> notes_;
  std::vector<double> work_;  ///< of impulses since add_work, by quadrature
};

}  // namespace stribeck
