#pragma once
// What a run makes anew for each program that it runs. A run has one program, unless the choice of states changes on its way or a leg
// begins (hybrid_legs.cpp): all that was noted for registers of the program before is gone at once then.
#include "simulation/events/conditions.h"
#include "simulation/events/event_search.h"
#include "simulation/events/kink_search.h"
#include "simulation/integrator.h"
#include "simulation/loop/evaluation.h"
#include "simulation/loop/live_system.h"
#include "simulation/loop/model_ode.h"
#include "simulation/modes/friction_modes.h"

namespace stribeck {

struct Episode {
  /// `first_resolution_s`: oscillations that are shorter may be missed in the first step. `from_outside`: a host integrates.
  Episode(Machine& machine, const IntegratorOptions& options, double span_s, double first_resolution_s, bool from_outside)
      : evaluation(machine),
        conditions(machine, evaluation),
        live(machine, evaluation, span_s, from_outside),
        ode(machine, live, options),
        frictions(machine, conditions, span_s),
        kinks(machine, live, options.rtol),
        search(machine, live, !frictions.empty() || machine.program().watches_time, first_resolution_s, span_s) {}
  Episode(const Episode&) = delete;  // its parts refer to one another
  Episode& operator=(const Episode&) = delete;

  Evaluation evaluation;
  Conditions conditions;
  LiveSystem live;
  ModelOde ode;
  FrictionModes frictions;
  KinkSearch kinks;
  EventSearch search;
};

}  // namespace stribeck
