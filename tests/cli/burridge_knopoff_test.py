"""Chains of blocks with exact friction, dragged by a slow plate: many slips, no chatter, as much work per event in a long chain as in a short
one. What it costs in seconds is not tested: docs and notes tell what was measured."""
import csv
import io
import json
import math
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

DIAGRAM = ROOT / "diagrams/benchmarks/burridge_knopoff.json"
GOLDEN = (math.sqrt(5) - 1) / 2


def static_force(i):
    return 1 + 0.2 * (GOLDEN * i % 1)


class Chain(unittest.TestCase):
    def run_chain(self, blocks, stop, outputs, spread="0.2 m"):
        diagram = json.loads(DIAGRAM.read_text())
        diagram["parameters"].update(blocks=blocks, spread=spread)
        diagram["experiment"]["stop"] = stop
        diagram["outputs"] = outputs
        del diagram["plots"]
        with tempfile.TemporaryDirectory() as folder:
            path, rows, lines = (Path(folder) / name for name in ("chain.json", "rows.csv", "rows.jsonl"))
            path.write_text(json.dumps(diagram))
            result = stribeck("run", path, "--result", rows, "--result", lines)
            self.assertEqual(result.returncode, 0, result.stderr)
            events = [json.loads(line) for line in lines.read_text().splitlines() if '"event"' in line]
            return result.stderr, list(csv.DictReader(io.StringIO(rows.read_text()))), events

    def numbers(self, summary):
        evaluations, = re.findall(r"(\d+) evaluations", summary)
        events, instants = re.findall(r"events +(\d+) at (\d+) instants", summary)[0]
        residual, = re.findall(r"residual [^,]+, (\S+) of the", summary)
        return int(evaluations), int(events), int(instants), float(residual)

    def test_each_block_sticks_or_slips_and_never_between_and_none_chatters(self):
        """A slip lasts about half a period of a block on its three springs, pi/sqrt(3) = 1.8 s; a block that breaks loose against the
        faster pull of a neighbour may be caught sooner, but not at once."""
        blocks = 40
        summary, rows, events = self.run_chain(blocks, "150 s", ["block[*].v", "rub[*].mode", "rub[*].F", "leaf[*].F", "link[*].F"])
        _, count, _, residual = self.numbers(summary)
        self.assertLess(residual, 1e-6)
        self.assertGreater(count, 4 * blocks)
        slips = 0
        for row in rows:
            for i in range(1, blocks + 1):
                v, mode, force = (float(row[f"{name}[{i}].{what}"]) for name, what in (("block", "v"), ("rub", "mode"), ("rub", "F")))
                if mode == 0:
                    # Within what the event is located to: the row before one may stand just beyond the limit, or at the last rest of speed.
                    self.assertLessEqual(abs(force), static_force(i) * (1 + 1e-9))
                    self.assertLessEqual(abs(v), 1e-11)
                    # At rest its forces balance.
                    left = float(row[f"link[{i - 1}].F"]) if i > 1 else 0
                    right = float(row[f"link[{i}].F"]) if i < blocks else 0
                    self.assertAlmostEqual(force, float(row[f"leaf[{i}].F"]) + left - right, delta=1e-9)
                else:
                    slips += 1
                    self.assertAlmostEqual(force, mode * 0.8 * static_force(i), delta=1e-12)
                    self.assertGreaterEqual(mode * v, -1e-11)
        self.assertGreater(slips, blocks)
        last = {}
        for event in events:
            block, t = event["event"].split(":")[0], event["time"]
            if block in last:
                self.assertGreater(t - last[block], 1e-3)
            last[block] = t
        self.assertGreater(len(last), 30)

    def test_an_event_takes_as_many_evaluations_in_a_long_chain_as_in_a_short_one(self):
        per_event = {}
        for blocks, stop in ((100, "20 s"), (1000, "2 s")):
            summary, _, _ = self.run_chain(blocks, stop, ["plate.F"], spread="1 m")  # many slip at once
            evaluations, events, instants, residual = self.numbers(summary)
            self.assertLess(residual, 1e-6)
            self.assertGreater(events, 50)
            per_event[blocks] = evaluations / instants
        self.assertLess(per_event[1000], 1.5 * per_event[100])


if __name__ == "__main__":
    unittest.main()
