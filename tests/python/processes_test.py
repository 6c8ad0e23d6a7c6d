"""Component types that Python declared, in other processes; and studies in the process of others, which they leave as it is."""
import faulthandler
import io
import math
import os
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from package import PACKAGE, stribeck


@stribeck.component("sent.spring")
def spring(c):
    """A spring, or several in parallel, soft or stiff."""
    v, F, r, k = c.relative_motion("translational")
    x = c.displacement(r, k, "x", "position of R relative to C")
    stiffness = c.parameter("stiffness", 100, "N/m", "of one").at_least(0)
    law = c.option("law", ["stiff", "soft"], "which")
    count = c.count("count", 1, 1, 5, "in parallel")
    if law == "soft":
        stiffness = stiffness * c.parameter("softness", 0.5, "1", "share that is left")
    c.relation("law", F == sum((stiffness * x for _ in range(count)), start=0 * stiffness * x))
    c.stores(0.5 * count * stiffness * x**2)


def declare_drag(name, law, slope):
    @stribeck.component(name)
    def drag(c):
        """A force that a function gives."""
        v, F, _, _ = c.relative_motion("translational")
        called = c.function("law", "N", "at a speed", {"velocity": "m/s"}, law)
        called.derivative(0, slope)
        c.relation("law", F == called(v))
        c.dissipates(F * v)


declare_drag("sent.drag", math.sinh, math.cosh)


def hung(drag="sent.drag"):
    d = stribeck.Diagram("A mass on a spring")
    mass = d.add("mass", "translational.mass", mass=1.0, initial={"v": 1.0})
    spring, brake, wall = d.add("spring", "sent.spring"), d.add("drag", drag), d.add("wall", "translational.ground")
    d.connect(mass.M, spring.R, brake.R)
    d.connect(spring.C, brake.C, wall.W)
    d.experiment(stop="0.5 s")
    return d


ELSEWHERE = """import pickle, sys
diagram, samples = pickle.load(sys.stdin.buffer)
for values in samples:
    try:
        told = diagram.run(values)["mass.v"].tobytes()
    except Exception as error:
        told = str(error)
    sys.stdout.buffer.write(pickle.dumps(told))
"""


def elsewhere(d, *samples):
    """What runs give in an interpreter that has declared nothing: bytes of a curve, or the text of an error."""
    process = subprocess.Popen([sys.executable, "-c", ELSEWHERE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
    told, _ = process.communicate(pickle.dumps((d, samples)))
    stream = io.BytesIO(told)
    return [pickle.load(stream) for _ in samples]


class Sent(unittest.TestCase):
    def test_a_pickled_diagram_brings_its_types(self):
        """Also choices of options that were never run here."""
        d = hung()
        stiff, soft, unknown = elsewhere(d, {}, {"spring.law": "soft", "spring.stiffness": 70.0}, {"spring.count": 3})
        self.assertEqual(stiff, d.run()["mass.v"].tobytes())
        self.assertEqual(soft, d.run({"spring.law": "soft", "spring.stiffness": 70.0})["mass.v"].tobytes())
        self.assertIn("has not chosen these options, sizes or lists of it: run a diagram that does there", unknown)
        here = d.run({"spring.count": 3})["mass.v"].tobytes()
        self.assertEqual(elsewhere(d, {"spring.count": 3}), [here])

    def test_what_cannot_be_sent_is_named_where_it_is_used(self):
        declare_drag("sent.local", lambda v: 0.1 * v, lambda v: 0.1)
        there, = elsewhere(hung("sent.local"), {})
        self.assertIn("sent.local is declared in another process and cannot be sent", there)
        self.assertIn("define that at the top of a module", there)

    def test_another_type_of_the_same_name_stays_with_a_warning(self):
        sent = pickle.dumps(hung())
        before = stribeck._recording._declared["sent.spring"]
        try:
            stribeck.component("sent.spring")(lambda c: spring(c))
            with self.assertWarnsRegex(stribeck.StribeckWarning, "the one that is here is taken"):
                pickle.loads(sent)
        finally:
            stribeck._recording._declare("sent.spring", *before)


class Studies(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.plan = {"factors": {"spring.law": ["stiff", "soft"], "spring.stiffness": [50.0, 100.0]}, "sampling": "grid",
                     "scalars": {"low": {"min": "mass.v"}}}

    def test_processes_know_types_of_python(self):
        d = hung()
        here, there = (d.study(self.plan, self.folder / name, chunk=1) for name in ("here", "there"))
        here.run(1), there.run(2)
        self.assertEqual(*((self.folder / name / "table.csv").read_bytes() for name in ("here", "there")))
        self.assertEqual(set(here.table()["status"]), {"done"})

    def test_functions_of_the_script_are_refused_with_advice(self):
        declare_drag("sent.of_script", of_script, slope_of_script)
        study = hung("sent.of_script").study(self.plan, self.folder / "one", chunk=1)
        with self.assertRaisesRegex(stribeck.RunError, "calls a function of the script itself; define that in a module"):
            study.run(2)
        self.assertTrue(study.run(1).is_complete)

    def test_a_sample_that_takes_too_long_leaves_the_interpreter_alive(self):
        """And the handlers of signals where they were: faulthandler's, of the whole process."""
        declare_drag("sent.slow", slow, slope_of_script)
        study = hung("sent.slow").study({**self.plan, "time_limit": "20 ms"}, self.folder / "slow", chunk=1)
        faulthandler.enable()
        try:
            before = caught()
            with ThreadPoolExecutor(2) as executor:  # two workers in one process
                study.run(2, executor=executor)
            self.assertEqual(caught(), before)
        finally:
            faulthandler.disable()
        self.assertEqual(set(study.table()["code"]), {"run.interrupted"})
        self.assertIn("time_limit", study.table()["message"][0])


def of_script(v):
    return 0.1 * v


def slope_of_script(v):
    return 0.1


SLEPT = []


def slow(v):
    """Longer than the limit and the second after which a process of a worker's own ends."""
    SLEPT.append(0)
    time.sleep(1.2 if len(SLEPT) == 1 else 0.03)
    return 0.1 * v


def caught():
    """Signals that the process has handlers of."""
    return next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("SigCgt"))


if __name__ == "__main__":
    unittest.main()
