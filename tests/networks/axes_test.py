"""Random positioning axes run: a motor, a gear, play, a leadscrew and a guide under cascaded control, of every combination of rigid and elastic,
smooth and exact parts. A thousand: STRIBECK_RANDOM_AXES=1000, from another seed with STRIBECK_RANDOM_SEED."""
import json
import math
import os
import random
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402

LEAD_MM, DIAMETER_MM = 10, 20
LOCKS_ITSELF = LEAD_MM / (math.pi * DIAMETER_MM)  # coefficients of friction above this


def axis(draw):
    """A diagram and a line that describes it."""
    def around(value):  # two decades
        return value * 10 ** draw.uniform(-1, 1)

    mu = draw.choice([0, 0.01, draw.uniform(0, LOCKS_ITSELF), draw.uniform(0, 0.3)])
    screw = draw.choice(["smooth", "exact"])
    play = draw.choice([
        {"type": "rotational.backlash", "parameters": {"play": f"{around(3)} arcmin"}},
        {"type": "rotational.elastic_backlash",
         "parameters": {"backlash": f"{around(3)} arcmin", "stiffness": "2e4 N*m/rad", "damping": "1 N*m*s/rad"}}])
    guide = draw.choice([
        {"type": "translational.dry_friction", "parameters": {"coulomb_force": "60 N", "static_force": "90 N", "law": "stribeck"}},
        {"type": "translational.friction", "parameters": {"breakaway_force": "90 N", "coulomb_force": "60 N", "breakaway_velocity": "1 mm/s"}},
        {"type": "translational.damper", "parameters": {"damping": f"{around(1000)} N*s/m"}},
        None])
    parts = {
        "profile": {"type": "signals.motion_profile", "parameters": {
            "end": f"{draw.uniform(20, 200)} mm", "max_velocity": "0.25 m/s", "max_acceleration": "2 m/s^2", "start_time": "0.1 s"}},
        "position_error": {"type": "signals.feedback"},
        "position_gain": {"type": "signals.gain", "parameters": {"gain": 20 * 2 * math.pi * 3 / (LEAD_MM / 1000)}},
        "speed_error": {"type": "signals.feedback"},
        "controller": {"type": "signals.pi_controller", "parameters": {"gain": f"{around(0.8)} N*m*s/rad", "integral_time": "20 ms"}},
        "limit": {"type": "signals.limiter", "parameters": {"lower_bound": "-4 N*m", "upper_bound": "4 N*m"}},
        "motor": {"type": "rotational.torque_source"},
        "rotor": {"type": "rotational.inertia", "parameters": {"inertia": "2 kg*cm^2"}},
        "bearing": {"type": "rotational.damper", "parameters": {"damping": "0.001 N*m*s/rad"}},
        "gearbox": {"type": "mechanisms.gear_box", "parameters": {"ratio": 3}},
        "play": play,
        "screw_inertia": {"type": "rotational.inertia", "parameters": {"inertia": "1.5 kg*cm^2"}},
        "screw": {"type": "mechanisms.leadscrew", "parameters": {
            "lead": f"{LEAD_MM} mm", "diameter": f"{DIAMETER_MM} mm", "friction_coefficient": mu, "friction": screw}},
        "table": {"type": "translational.mass", "parameters": {"mass": f"{around(60)} kg"}},
        "stop": {"type": "translational.hard_stop", "parameters": {"lower_bound": "-10 mm", "upper_bound": "210 mm"}},
        "bed": {"type": "translational.ground"}, "housing": {"type": "rotational.ground"},
        "encoder": {"type": "rotational.motion_sensor"}, "scale": {"type": "translational.motion_sensor"}}
    table, bed = ["screw.N", "table.M", "stop.R", "scale.R"], ["stop.C", "scale.C", "bed.W"]
    if guide is not None:
        parts["guide"] = guide
        table.append("guide.R")
        bed.append("guide.C")
    connections = [
        ["profile.q", "position_error.u1"], ["scale.x", "position_error.u2"], ["position_error.y", "position_gain.u"],
        ["position_gain.y", "speed_error.u1"], ["encoder.w", "speed_error.u2"], ["speed_error.y", "controller.u"],
        ["controller.y", "limit.u"], ["limit.y", "motor.S"], ["motor.R", "rotor.I", "bearing.R", "gearbox.S", "encoder.R"],
        ["motor.C", "bearing.C", "encoder.C", "housing.W"], ["gearbox.O", "play.R"], ["play.C", "screw_inertia.I", "screw.S"], table, bed]
    diagram = {"format": "stribeck/1", "components": parts, "connections": connections,
               "experiment": {"stop": "2 s", "interval": "1 ms"}, "outputs": ["table.M.position", "profile.q"]}
    return diagram, f"{screw} screw of {mu}, {play['type']}, guide {guide and guide['type']}"


class Axes(unittest.TestCase):
    def test_random_axes_run(self):
        count, seed = int(os.environ.get("STRIBECK_RANDOM_AXES", "50")), int(os.environ.get("STRIBECK_RANDOM_SEED", "1"))
        refused = []
        with tempfile.TemporaryDirectory() as folder:
            for number in range(count):
                diagram, words = axis(random.Random(f"{seed} {number}"))
                path = Path(folder, "axis.json")
                path.write_text(json.dumps(diagram))
                with self.subTest(f"axis {number}: {words}"):
                    result = stribeck("run", path, "--quiet", "--csv", "-")
                    # Open: a mass drives a screw that locks itself so hard that a blow of the play pulls it further (Painleve): refused.
                    if "error[run.friction_undecided]" in result.stderr and "no impulses keep the sides" in result.stderr:
                        refused.append(number)
                        continue
                    self.assertEqual(result.returncode, 0, result.stderr)
                    time, position, wanted = map(float, result.stdout.splitlines()[-1].split(","))
                    self.assertEqual(time, 2)
                    self.assertTrue(-0.0101 < position < 0.2101, position)  # between its stops
        self.assertLessEqual(len(refused), count / 25, refused)


if __name__ == "__main__":
    unittest.main()
