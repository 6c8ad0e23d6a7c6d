// Steps that passed over something: the points of a cam, a force that comes and goes within a step, a thin layer behind an event. Each is
// looked at by the check of the motion, which integrates the derivatives along the steps, and against another integrator.
#include <catch2/catch.hpp>
#include <cmath>

#include "simulation/rows/motion_check.h"
#include "whole_run.h"

namespace stribeck {
namespace {

test::WholeRun verified(const std::string& diagram, const std::string& solver, bool plain = false) {
  RunOptions options;
  options.verify = true;
  options.plain = plain;
  options.solver = solver;
  test::WholeRun run = test::run_text(R"({"format": "stribeck/1", "components": {)" + diagram + "}", options);
  CAPTURE(solver, plain, run.summary.motion->what, run.summary.motion->worst);
  CHECK(is_motion_verified(run.summary.motion.value()));
  return run;
}

constexpr double kTurn = 2 * 3.14159265358979323846;

/// The cam turns at 260 rad/s and lifts the follower in a quarter of each turn; the curvature of its profile jumps at the points.
const std::string kCam = R"("cam": {"type": "mechanisms.cam"}, "wheel": {"type": "rotational.inertia"},
  "follower": {"type": "translational.mass", "initial": {"v": -1.64}}},
  "connections": [["cam.C", "wheel.I"], ["cam.F", "follower.M"]],
  "experiment": {"stop": 0.2, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10})";

/// The normal force is a sine cut off at zero; the body moves evenly while there is none, and steps grow.
const std::string kLoadedAtTimes = R"("rub": {"type": "translational.body_friction"},
  "load": {"type": "signals.sine", "parameters": {"frequency": 6.02, "phase": 3.94}},
  "body": {"type": "translational.mass"}, "push": {"type": "translational.force_source"}, "ground": {"type": "translational.ground"},
  "force": {"type": "signals.step", "parameters": {"height": 1, "start_time": 0.05}}},
  "connections": [["rub.R", "body.M", "push.R"], ["rub.C", "push.C", "ground.W"], ["load.y", "rub.Fn"], ["force.y", "push.S"]],
  "experiment": {"stop": 0.5, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10})";

/// Where the torque changes its sign the nut drives the screw, which stops at once, and is turned back through the layer in which its
/// friction fades.
const std::string kScrewTurnedBack = R"("screw": {"type": "mechanisms.leadscrew"}, "nut": {"type": "translational.mass"},
  "motor": {"type": "rotational.torque_source"}, "ground": {"type": "rotational.ground"},
  "torque": {"type": "signals.sine", "parameters": {"phase": 0.395}}},
  "connections": [["screw.S", "motor.R"], ["screw.N", "nut.M"], ["ground.W", "motor.C"], ["torque.y", "motor.S"]],
  "experiment": {"stop": 0.45, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10})";

/// Bristles of a body that comes to rest, whose level is the same beyond both sides of the rise towards rest: a step across it, shortened
/// to the event at rest, does not know of the rise.
const std::string kRise = R"("rub": {"type": "rotational.elasto_plastic_friction", "parameters": {"normal_force": "signal"}},
  "press": {"type": "signals.constant", "parameters": {"value": 1}}, "screw": {"type": "joints.screw", "parameters": {"radius": "5.97 mm"}},
  "ground": {"type": "rotational.ground"}, "screw_body": {"type": "rotational.inertia", "parameters": {"inertia": 0.425}},
  "disc": {"type": "rotational.inertia", "initial": {"w": -0.52}},
  "far": {"type": "rotational.inertia", "parameters": {"inertia": 0.582}},
  "one": {"type": "translational.mass", "initial": {"v": -1.02}},
  "other": {"type": "translational.mass", "parameters": {"mass": 0.536}, "initial": {"v": -1.62}},
  "shaft": {"type": "rotational.spring_damper", "parameters": {"stiffness": "339 N*m/rad"}}},
  "connections": [["rub.R", "screw.turn_R", "screw_body.I", "shaft.R"], ["rub.C", "disc.I"], ["far.I", "shaft.C"],
    ["screw.slide_R", "one.M"], ["screw.slide_C", "other.M"], ["ground.W", "screw.turn_C"], ["press.y", "rub.Fn"]],
  "experiment": {"stop": 0.12, "interval": 0.02, "rtol": 1e-8, "atol": 1e-10})";

}  // namespace

TEST_CASE("a step that is shortened to an event does not pass over what is the same on both sides of it") {
  for (const std::string solver : {"rosenbrock4", "cvode"}) verified(kRise, solver);
}

TEST_CASE("a step ends where a cam passes a point of its profile, with every integrator") {
  const double angle = verified(kCam, "rosenbrock4").last("cam.phi");
  for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode"})
    for (const bool plain : {false, true}) {
      CAPTURE(solver, plain);
      const test::WholeRun run = verified(kCam, solver, plain);
      // Where the follower turns back, dozens of events before, the tolerance is magnified: 1e-6 of the way.
      CHECK(run.last("cam.phi") == Approx(angle).epsilon(1e-6));
      CHECK(static_cast<double>(run.summary.events) > 8 * std::floor((angle - run.first("cam.phi")) / kTurn));
    }
}

TEST_CASE("a friction that is loaded within a long step is not passed over") {
  const double speed = verified(kLoadedAtTimes, "dopri5").last("body.v");
  for (const std::string solver : {"cvode", "arkode", "bs23", "rosenbrock4"}) {
    CAPTURE(solver);
    CHECK(verified(kLoadedAtTimes, solver).last("body.v") == Approx(speed).epsilon(1e-7));
  }
}

TEST_CASE("a step that was halved before the end of a solution is right to the tolerance") {
  const double speed = verified(kScrewTurnedBack, "rosenbrock4").last("screw.W");
  for (const std::string solver : {"dopri5", "bs23", "cvode"}) {
    CAPTURE(solver);
    const test::WholeRun run = verified(kScrewTurnedBack, solver);
    CHECK(run.last("screw.W") == Approx(speed).epsilon(1e-7));
  }
}

}  // namespace stribeck
