"""The slider-crank of the gallery against its one equation of motion: angles in closed form, reactions by Newton and Euler, friction by iteration."""
import csv
import io
import os
import sys
import unittest
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for one another take longer than a matrix of eight rows
try:
    import numpy as np
    from scipy.integrate import solve_ivp
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)  # as tests/CMakeLists.txt tells ctest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

CRANK, ROD, GRAVITY, MU, CREEP = .1, .3, np.array([0, -9.81]), .15, .01
MASSES, CENTRES, INERTIAS, RADII = (1.5, .8, .5), (.03, .1), (.004, .006), (.02, .015, .01)


def share(velocity):
    return (1 - np.exp(-abs(velocity) / CREEP)) * np.sign(velocity)


def along(angle):
    return np.array([np.cos(angle), np.sin(angle)])


def across(angle):
    return np.array([-np.sin(angle), np.cos(angle)])


def motion(theta, w):
    """Angle, rate and second rate of the rod, this one as slope and rest over that of the crank."""
    psi = np.arcsin(-CRANK / ROD * np.sin(theta))
    lever = ROD * np.cos(psi)
    rate = -CRANK * np.cos(theta) * w / lever
    return psi, rate, -CRANK * np.cos(theta) / lever, (CRANK * np.sin(theta) * w ** 2 + ROD * np.sin(psi) * rate ** 2) / lever


def forces(theta, w):
    """Acceleration of the crank; what presses main, crank pin, wrist and guide; friction of each and its speed."""
    psi, rate, slope, rest = motion(theta, w)
    pin = CRANK * across(theta), -CRANK * w ** 2 * along(theta)  # accelerations, as slope and rest
    beyond = lambda length: (pin[0] + length * slope * across(psi), pin[1] + length * (rest * across(psi) - rate ** 2 * along(psi)))
    accelerations = (CENTRES[0] * across(theta), -CENTRES[0] * w ** 2 * along(theta)), beyond(CENTRES[1]), beyond(ROD)
    speeds = [w, rate - w, -rate, (CRANK * w * across(theta) + ROD * rate * across(psi))[0]]
    arms = (-CENTRES[0] * along(theta), (CRANK - CENTRES[0]) * along(theta)), (-CENTRES[1] * along(psi), (ROD - CENTRES[1]) * along(psi))
    friction = np.zeros(4)
    for _ in range(200):
        rows, right = np.zeros((8, 8)), np.zeros(8)  # of the acceleration, three forces on the next body outwards, and that of the guide
        for body, (of, other) in enumerate(accelerations):
            for k in range(2):
                row = 2 * body + k
                rows[row, 0], right[row], rows[row, 1 + row] = MASSES[body] * of[k], MASSES[body] * (GRAVITY[k] - other[k]), -1
                if body < 2:
                    rows[row, 3 + row] = 1
        rows[5, 7], right[4] = -1, right[4] - friction[3]
        for body, (near, far) in enumerate(arms):
            row, first = 6 + body, 1 + 2 * body
            rows[row, 0] = INERTIAS[body] * (1, slope)[body]
            rows[row, first:first + 4] = near[1], -near[0], -far[1], far[0]
            right[row] = -INERTIAS[body] * (0, rest)[body] - friction[body] + friction[body + 1]
        found = np.linalg.solve(rows, right)
        pressing = [np.hypot(*found[1:3]), np.hypot(*found[3:5]), np.hypot(*found[5:7]), abs(found[7])]
        levers = (*RADII, 1)
        new = np.array([r * MU * N * share(r * v) for r, N, v in zip(levers, pressing, speeds)])
        done, friction = np.max(abs(new - friction)) < 1e-14, new
        if done:
            break
    return found[0], pressing, friction * speeds


class SliderCrank(unittest.TestCase):
    def test_motion_reactions_and_what_each_joint_loses(self):
        """Both integrated to 1e-9 and better: 1e-7 of speeds of 30 rad/s and forces of 100 N, 1e-7 J."""
        times = [.1, .25]
        result = stribeck("run", ROOT / "diagrams/gallery/rubbing_slider_crank.jsonc", "--quiet", "--at", ",".join(map(str, times)), "--csv", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = [{name: float(x) for name, x in row.items()} for row in csv.DictReader(io.StringIO(result.stdout))]

        def rates(_, y):
            acceleration, _, losses = forces(y[0], y[1])
            return [y[1], acceleration, *losses]
        ours = solve_ivp(rates, (0, times[-1]), [np.pi / 6, 30, 0, 0, 0, 0], method="DOP853", rtol=1e-11, atol=1e-13, max_step=5e-4, t_eval=times)
        for row, y in zip(rows, ours.y.T):
            self.assertAlmostEqual(row["main.phi"], y[0], delta=1e-7)
            self.assertAlmostEqual(row["main.w"], y[1], delta=3e-6)
            for joint, heat, N in zip(("main", "crank_pin", "wrist", "guide"), y[2:], forces(y[0], y[1])[1]):
                self.assertAlmostEqual(row[f"{joint}.heat"], heat, delta=1e-7, msg=joint)
                self.assertAlmostEqual(row[f"{joint}.N"], N, delta=1e-5, msg=joint)


if __name__ == "__main__":
    unittest.main()
