#!/usr/bin/env python3
"""Three columns of the work-precision table (work_precision.py): every integrator, on six motions known to rounding, within ten tolerances."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from precision_problems import PROBLEMS  # noqa: E402
from program import PROGRAM, ROOT  # noqa: E402
from work_precision import SOLVERS, measure  # noqa: E402


class WorkPrecision(unittest.TestCase):
    def test_motions_with_events_and_with_kinks(self):
        for name in PROBLEMS:
            diagram, exact = PROBLEMS[name](ROOT)
            for solver in SOLVERS:
                for rtol in (1e-5, 1e-8, 1e-10):
                    with self.subTest(problem=name, solver=solver, rtol=rtol):
                        errors, work = measure(PROGRAM, diagram, exact, solver, rtol)
                        self.assertIsNotNone(errors, work)
                        self.assertLessEqual(errors[0], 10)


if __name__ == "__main__":
    unittest.main()
