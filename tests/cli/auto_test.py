"""Three drives with smooth friction laws, continued by AUTO-07p (collocation, Doedel et al.) and by us: Hopf points, folds, periods and
multipliers. Skipped where AUTO-07p (Debian's auto-07p, by hand: tools/packages.txt) or a C compiler is missing."""
import json
import math
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import is_sanitized, own_folder, stribeck  # noqa: E402
from python_tools import SKIPPED  # noqa: E402
from small_drives import FOLDER, ROTATIONAL, TRANSLATIONAL, belt, diagram, drill_string, forced, part  # noqa: E402

OBJECTS = Path("/usr/lib/auto-07p/lib")
HEADER = Path("/usr/include/auto_f2c.h")

# The equations in C for AUTO; derivatives by complex steps, exact to rounding. par: [0] what is continued, [1] at first as well.
EQUATIONS = r"""
#include "auto_f2c.h"
#include <complex.h>
typedef double _Complex number;
static number curve(number v, double coulomb, double peak, double fall, double low) {
  return (coulomb + (peak - coulomb) * cexp(-v * v / (fall * fall))) * ctanh(v / low);
}
static void rates(const number *u, const number *p, number *f) {
#if SYSTEM == 1  /* mass on a belt of speed p0: x, v */
  f[0] = u[1];
  f[1] = curve(p[0] - u[1], 0.6, 1, 0.3, 0.1) - u[0] - 0.05 * u[1];
#elif SYSTEM == 2  /* drill string at the speed p0: twist, table, bit, integral */
  number string = 473 * u[0] + 23.2 * (u[1] - u[2]);
  f[0] = u[1] - u[2];
  f[1] = (425 * (p[0] - u[1]) + 80 * u[3] - string) / 2122;
  f[2] = (string - curve(u[2], 4000, 7000, 5, 2) - 30 * u[2]) / 374;
  f[3] = p[0] - u[1];
#else  /* mass on a stiffening spring with friction, under p1 cos(p0 t): x, v, and the cosine and the sine as an oscillator of their own */
  number r = u[2] * u[2] + u[3] * u[3];
  f[0] = u[1];
  f[1] = p[1] * u[2] - u[0] - 0.4 * u[0] * u[0] * u[0] - 0.2 * u[1] - curve(u[1], 0.15, 0.25, 0.2, 0.1);
  f[2] = u[2] - p[0] * u[3] - u[2] * r;
  f[3] = u[3] + p[0] * u[2] - u[3] * r;
#endif
}
static int func(integer n, const doublereal *u, const integer *icp, const doublereal *par, integer ijac, doublereal *f, doublereal *dfdu,
                doublereal *dfdp) {
  number x[4], p[2] = {par[0], par[1]}, y[4];
  for (int i = 0; i < n; ++i) x[i] = u[i];
  rates(x, p, y);
  for (int i = 0; i < n; ++i) f[i] = creal(y[i]);
  if (ijac == 0) return 0;
  for (int c = 0; c < n; ++c) {
    x[c] += 1e-20 * I;
    rates(x, p, y);
    for (int r = 0; r < n; ++r) dfdu[r + c * n] = cimag(y[r]) / 1e-20;
    x[c] = u[c];
  }
  if (ijac == 1) return 0;
  for (int c = 0; c < 2; ++c) {
    p[c] += 1e-20 * I;
    rates(x, p, y);
    for (int r = 0; r < n; ++r) dfdp[r + c * n] = cimag(y[r]) / 1e-20;
    p[c] = par[c];
  }
  return 0;
}
static int stpnt(integer n, doublereal t, doublereal *u, doublereal *par) {
  const double begin[4] = {BEGIN};
  par[0] = AT, par[1] = 0;
  for (int i = 0; i < n; ++i) u[i] = begin[i];
#if SYSTEM == 3  /* at rest under no force */
  par[10] = 2 * 3.14159265358979323846 / par[0];
  u[2] = cos(2 * 3.14159265358979323846 * t), u[3] = sin(2 * 3.14159265358979323846 * t);
#endif
  return 0;
}
static int bcnd(integer n, const doublereal *p, const integer *i, integer b, const doublereal *u, const doublereal *w, integer j, doublereal *f,
                doublereal *d) { return 0; }
static int icnd(integer n, const doublereal *p, const integer *i, integer b, const doublereal *u, const doublereal *o, const doublereal *d,
                const doublereal *q, integer j, doublereal *f, doublereal *e) { return 0; }
static int fopt(integer n, const doublereal *u, const integer *i, const doublereal *p, integer j, doublereal *f, doublereal *d,
                doublereal *e) { return 0; }
static int pvls(integer n, const doublereal *u, doublereal *par) {  /* the multipliers, to be printed with all digits */
  for (int k = 0; k < 2 * n; ++k) par[11 + k] = getp("EIG", k + 1, u);
  return 0;
}
"""


class Auto:
    """One system, compiled; each run goes on from the one before."""

    def __init__(self, system, at, begin):
        self.states, self.folder = len(begin.split(",")), own_folder()
        (self.folder / "equations.c").write_text(EQUATIONS)
        subprocess.run(["gcc", "-w", "-O1", "-fopenmp", f"-DSYSTEM={system}", f"-DAT={at}", f"-DBEGIN={begin}", "equations.c",
                        *sorted(map(str, OBJECTS.glob("*.o"))), OBJECTS / "libauto_c.a", "-l:libgfortran.so.5", "-lm", "-o", "auto"],
                       cwd=self.folder, check=True)

    def run(self, **constants):
        """Special points by kind (AUTO's words): lists of rows as printed, from the parameter on."""
        values = {"NDIM": self.states, "ILP": 1, "NTST": 40, "NCOL": 5, "IAD": 3, "ISP": 2, "ISW": 1, "IPLT": 0, "NBC": 0, "NINT": 0, "NMX": 300,
                  "NPR": 0, "MXBF": 0, "IID": 2, "ITMX": 20, "ITNW": 9, "NWTN": 9, "JAC": 1, "EPSL": 1e-11, "EPSU": 1e-11, "EPSS": 1e-9,
                  "IADS": 1, "DS": 0.02, "DSMIN": 1e-7, "NPAR": 24, "THL": {11: 0.0}} | constants
        (self.folder / "fort.2").write_text("\n".join(f"{name}={value!r}" for name, value in values.items()) + "\n")
        if (self.folder / "fort.8").exists():
            (self.folder / "fort.8").rename(self.folder / "fort.3")
        subprocess.run(["./auto"], cwd=self.folder, check=True, capture_output=True, timeout=100)
        found = {"hopf": [], "fold": [], "at": []}
        kinds = {3: "hopf", 2: "fold", 5: "fold", -4: "at"}
        for line in (self.folder / "fort.7").read_text().split("\n"):
            words = line.split()
            if len(words) > 4 and words[0] != "0" and int(words[2]) in kinds:
                found[kinds[int(words[2])]].append([float(word) for word in words[4:]])
        return found

    def orbits(self, **constants):
        """Points of orbits: (parameter, period, multipliers)."""
        found = self.run(IPS=2, ICP=[1, 11, *range(12, 12 + 2 * self.states)], **constants)
        last = 2 * self.states
        return {kind: [(row[0], row[-last - 1], [complex(re, im) for re, im in zip(row[-last::2], row[-last + 1::2])]) for row in rows]
                for kind, rows in found.items()}


class BesideAutoTest(unittest.TestCase):
    """Hopf points, folds, periods and multipliers to 1e-6."""

    def near(self, found, expected):
        self.assertLessEqual(abs(found - expected), 1e-6 * max(abs(expected), 1), (found, expected))

    def followed(self, path, over, *options):
        path.write_text(path.read_text().replace("1e-11", "1e-09"))  # enough for 1e-6
        result = stribeck("continue", path, "--over", over, "--format", "json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.saved = path.with_suffix(".branch.json")
        self.saved.write_text(result.stdout)
        return json.loads(result.stdout)

    def folds(self, branch, auto):
        """A fold is where the parameter does not change along the branch: the period is known there to the root of that, and so is the
        multiplier that passes 1."""
        found = sorted((point for point in branch["points"] if point["mark"] == "fold"), key=lambda point: point["parameter"])
        self.assertEqual(len(found), len(auto))
        for point, (parameter, period, _) in zip(found, sorted(auto)):
            self.near(point["parameter"], parameter)
            self.assertLessEqual(abs(point["orbit"]["period_s"] / period - 1), 1e-5)
            self.assertLessEqual(abs(point["orbit"]["multipliers"][0]["real"] - 1), 1e-3)

    def orbits(self, path, branch, auto, name, known=()):
        """At the values of the parameter at which AUTO was stopped, each begun from the point of the branch with the nearest multiplier."""
        for parameter, period, values in auto:
            wanted = sorted((value for value in values if all(abs(value - one(period)) > 1e-5 for one in known)), key=lambda v: (-abs(v), -v.imag))
            def apart(number):
                point = branch["points"][number]
                first = point["orbit"]["multipliers"][0]
                return abs(point["parameter"] - parameter) + abs(complex(first["real"], first["imaginary"]) - wanted[0])
            begin = min(range(len(branch["points"])), key=apart) + 1
            result = stribeck("orbit", path, "--from", f"{self.saved}:{begin}", "--set", f"{name}={parameter!r}", "--format", "json")
            self.assertEqual(result.returncode, 0, result.stderr)
            found = json.loads(result.stdout)
            self.near(found["period_s"], period)
            multipliers = [complex(m["real"], m["imaginary"]) for m in found["multipliers"]]
            self.assertEqual(len(multipliers), len(wanted), (multipliers, wanted))
            for value, expected in zip(multipliers, wanted):
                self.near(value, expected)

    def test_a_mass_on_a_belt(self):
        """The Hopf point is subcritical; the branch turns back where the smooth cycle meets the one that all but sticks."""
        auto = Auto(1, 0.5, "0.6+0.4*exp(-0.25/0.09),0")
        [hopf] = auto.run(IPS=1, ICP=[1], IRS=0, DSMAX=0.05, STOP=["HB1"])["hopf"]
        known = auto.orbits(IRS=2, NTST=60, DSMAX=0.2, UZR={1: [1.2]}, UZSTOP={1: [3.0, 0.64]})
        law = part(TRANSLATIONAL + "stribeck_friction", coulomb_force=0.6, static_force=1, stribeck_velocity=0.3, exponent=2, low_speed=0.1)
        path = belt("auto_belt", 0.9, law, 0, 0.9, 0.05)
        branch = self.followed(path, "speed=0.6..2", "--from-hopf", "--step", "0.2")
        [found] = [point["parameter"] for point in branch["steady"] if point["mark"] == "hopf"]
        self.near(found, hopf[0])
        self.folds(branch, known["fold"])
        self.orbits(path, branch, known["at"], "speed", [lambda _: 1])

    def test_a_drill_string(self):
        begin = 5.25
        torque = f"((4000+3000*exp(-{begin}*{begin}/25))*tanh({begin}/2)+30*{begin})"
        auto = Auto(2, begin, f"{torque}/473,{begin},{begin},{torque}/80")
        [hopf] = auto.run(IPS=1, ICP=[1], IRS=0, DSMAX=0.2, STOP=["HB1"])["hopf"]
        known = auto.orbits(IRS=2, DSMAX=0.3, UZR={1: [10, 11.5]}, STOP=["LP1"])
        path = drill_string(10, {"w1": 10, "w2": 10, "q": 9.1, "I": 54}, 20)
        written = json.loads(path.read_text())
        written["components"]["rock"] = part(ROTATIONAL + "stribeck_friction", coulomb_torque=4000, static_torque=7000, stribeck_velocity=5, exponent=2,
                                             low_speed=2, viscous_coefficient=30)
        path.write_text(json.dumps(written))
        branch = self.followed(path, "speed=8..13", "--from-hopf", "--step", "0.2", "--points", "60")
        [found] = [point["parameter"] for point in branch["steady"] if point["mark"] == "hopf"]
        self.near(found, hopf[0])
        self.folds(branch, known["fold"])
        self.orbits(path, branch, known["at"], "speed", [lambda _: 1])

    def test_a_stiffening_spring_under_a_force(self):
        """Over the frequency: resonance bends over, and between two folds there are three motions."""
        auto = Auto(3, 1.2, "0,0,0,0")
        auto.run(IPS=2, ICP=[2, 11], IRS=0, NTST=25, DSMAX=0.2, UZSTOP={2: 1.0})
        known = auto.orbits(IRS=2, NTST=60, DSMAX=0.1, UZR={1: [1.6]}, STOP=["LP2"])
        t = TRANSLATIONAL
        law = part(t + "stribeck_friction", coulomb_force=0.15, static_force=0.25, stribeck_velocity=0.2, exponent=2, low_speed=0.1)
        path = forced("auto_forced", 1.5, {"damper": part(t + "damper", damping=0.2), "friction": law,
                                           "spring": part(t + "nonlinear_spring", {"x": 0}, stiffness=1, cubic_stiffness=0.4)},
                      [["mass.M", "damper.R", "friction.R"], ["wall.W", "damper.C", "friction.C"]], ["spring.x"], 150)
        branch = self.followed(path, "w=1.4..1.7", "--step", "0.2", "--points", "60")
        self.folds(branch, known["fold"])
        self.orbits(path, branch, known["at"], "w", [lambda _: 1, lambda period: math.exp(-2 * period)])  # of the oscillator that AUTO needs


if __name__ == "__main__":
    if not HEADER.exists() or shutil.which("gcc") is None:
        print("SKIPPED: AUTO-07p is not installed: apt-get install auto-07p gcc")
        sys.exit(SKIPPED)
    unittest.main()
