"""Smoothed friction passed through rest: drives with a friction that rises within a thin layer of speeds, by explicit steps that are long
beside it, against `--verify`. STRIBECK_RANDOM_LAYERS=2000 draws more."""
import json
import os
import random
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402


def drive(seed):
    """Two inertias that rub on each other; one of them is driven to and fro."""
    draw = random.Random(seed)
    inertia = lambda: round(draw.uniform(0.2, 5), 3)  # noqa: E731
    friction = draw.choice([{"type": "rotational.body_friction", "parameters": {"coulomb_torque": round(10 ** draw.uniform(-1, 2), 3)}},
                            {"type": "rotational.friction", "parameters": {"breakaway_velocity": round(10 ** draw.uniform(-3, -1), 5)}}])
    components = {
        "driven": {"type": "rotational.inertia", "parameters": {"inertia": inertia()}, "initial": {"w": round(draw.uniform(-0.5, 0.5), 3)}},
        "carried": {"type": "rotational.inertia", "parameters": {"inertia": inertia()}},
        "friction": friction,
        "drive": {"type": "rotational.torque_source"},
        "wall": {"type": "rotational.ground"},
        "wave": {"type": "signals.sine", "parameters": {"amplitude": round(draw.uniform(10, 200), 1), "frequency": round(draw.uniform(0.3, 5), 2)}}}
    connections = [["carried.I", "friction.C"], ["driven.I", "friction.R", "drive.R"], ["drive.C", "wall.W"], ["wave.y", "drive.S"]]
    rtol, atol = draw.choice([(1e-6, 1e-9), (1e-8, 1e-10)])
    experiment = {"stop": 0.5, "interval": 0.05, "rtol": rtol, "atol": atol, "solver": draw.choice(["dopri5", "auto"])}
    return {"format": "stribeck/1", "components": components, "connections": connections, "experiment": experiment}


class ThinLayers(unittest.TestCase):
    maxDiff = None

    def test_steps_find_the_layer_that_a_saturating_friction_rises_in(self):
        """One drive in twelve had a step that passed over it before 30 November 2026, and was 10 to 100 tolerances off."""
        with tempfile.TemporaryDirectory() as name:
            def said(seed):
                path = Path(name) / f"{seed}.json"
                path.write_text(json.dumps(drive(seed)))
                result = stribeck("run", path, "--verify", "--quiet", "--csv", path.with_suffix(".csv"))
                return "" if result.returncode == 0 else f"{seed}: {result.stderr[:300]}"
            with ThreadPoolExecutor(2) as pool:
                found = list(pool.map(said, range(int(os.environ.get("STRIBECK_RANDOM_LAYERS", "200")))))
        self.assertEqual([one for one in found if one], [])


if __name__ == "__main__":
    unittest.main()
