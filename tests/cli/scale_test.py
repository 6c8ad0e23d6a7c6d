"""Subsystems in three levels load in near-linear time."""
import json
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM  # noqa: E402


def train(trains):
    """Trains of ten wagons of ten links, each a mass and a spring: 200 components a train."""
    def row(kind, part, count, parameters, inner):
        return {"doc": f"{count} of {part}.", "parameters": parameters,
                "components": {part: {"type": part, "count": count, "parameters": inner}},
                "connections": [[f"{part}[1:{count - 1}].right", f"{part}[2:{count}].left"]],
                "ports": {"left": f"{part}[1].left", "right": f"{part}[{count}].right"}}
    mass = {"m": {"unit": "kg", "value": 1, "above": 0, "doc": "of the first link"}}
    link = {"doc": "A mass on a spring.", "parameters": mass,
            "components": {"body": {"type": "translational.mass", "parameters": {"mass": "=m"}},
                           "spring": {"type": "translational.spring", "parameters": {"stiffness": "100 N/m"}}},
            "connections": [["body.M", "spring.R"]], "ports": {"left": "spring.C", "right": "body.M"}}
    return {"format": "stribeck/1",
            "definitions": {"link": link, "wagon": row("wagon", "link", 10, mass, {"m": "=index*m"}), "train": row("train", "wagon", 10, mass, {"m": "=m"})},
            "components": {"train": {"type": "train", "count": trains}, "wall": {"type": "translational.ground"}},
            "connections": [["train[1].left", "wall.W"], [f"train[1:{trains - 1}].right", f"train[2:{trains}].left"]],
            "experiment": {"stop": "1 ms", "interval": "1 ms"}, "outputs": ["train[1].wagon[1].link[1].body.v"]}


def seconds(diagram, folder):
    """Of processor time, to the compiled program: the least of three."""
    path = Path(folder) / "train.json"
    path.write_text(json.dumps(diagram))
    least = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([PROGRAM, "run", path, "--quiet", "--solver", "rk4"], check=True, timeout=300)
        least = min(least, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return least


class Scale(unittest.TestCase):
    def test_ten_times_the_components_take_about_ten_times_as_long(self):
        with tempfile.TemporaryDirectory() as folder:
            small, large = seconds(train(10), folder), seconds(train(100), folder)
        self.assertLess(large / small, 10 ** 1.25, f"{small:.3f} s for 2000 components, {large:.3f} s for 20000")


if __name__ == "__main__":
    unittest.main()
