"""Bad use of the whole package: each call ends, or raises an exception of Python whose text can be read; the interpreter lives.

A slice runs here. Longer, another stream, or a kind alone:

STRIBECK_FUZZ_SEED=2 STRIBECK_FUZZ_CALLS=100000 python3 tests/python/fuzz_test.py [Nonsense | Recordings | Damage | Callbacks]

Under sanitizers: fuzz_sanitized.py.
"""
import contextlib
import gc
import inspect
import os
import pickle
import random
import signal
import tempfile
import threading
import unittest
import warnings

from fuzz_values import VALUES, hostile
from package import BOW, STICK_SLIP, stribeck

import numpy as np

CALLS = int(os.environ.get("STRIBECK_FUZZ_CALLS", "900"))
SEED = int(os.environ.get("STRIBECK_FUZZ_SEED", "1"))
LAST = os.environ.get("STRIBECK_FUZZ_LAST")  # a file that tells the last call, for whoever finds the interpreter dead
SPECIAL = {"__getitem__", "__contains__", "__len__", "__repr__", "__setitem__", "__delitem__", "__iter__", "__dir__", "__reduce__", "__call__",
           "_repr_html_", "_repr_svg_", "_ipython_key_completions_"}
NOT_CALLED = {"to_pandas", "to_xarray", "plot", "solve"}  # other packages' work, or long
LONGEST_S = 10  # of a call, which Ctrl-C would end


def note(text):
    if LAST:
        with open(LAST, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)


@contextlib.contextmanager
def ended_in_time():
    """Ends what takes long as Ctrl-C does; in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_advised(name, call):
    """It belongs to the package and not to its extension module, and is no operator, nor what Python's own classes bring."""
    of = type(getattr(call, "__self__", None))
    if name.startswith("_") or not inspect.isroutine(call):
        return False
    if of is type(None):
        return any(call is getattr(stribeck, one) for one in stribeck.__all__)
    own = [vars(kind) for kind in of.__mro__ if kind.__module__.partition(".")[0] == "stribeck"]
    return of.__name__ in stribeck.__all__ and any(name in members for members in own)


def tried(call, *arguments, told=None, **options):
    """True if it returned; what it raises must have a text, and goes to ``told`` if that does not say what to do."""
    try:
        with ended_in_time():
            call(*arguments, **options)
        return True
    except stribeck.Error as error:
        if told is not None and not error.advice and error.code.startswith("arguments"):
            told.append(f"{call}: {error}")
        str(error), repr(error)
        return False
    except BaseException as error:
        with contextlib.suppress(Exception):  # those of hostile() have none
            text, _ = str(error), repr(error)
            if told is not None and isinstance(error, TypeError) and "\n" not in text and "it takes" not in text:
                told.append(f"{call}: {text}")
        return False


def made_without_init(kind):
    try:
        return [kind.__new__(kind)]
    except Exception:
        return []


def ended_recording():
    """What a declaration leaves behind if somebody keeps it."""
    kept = []

    @stribeck.component("fuzz.kept")
    def declared(c):
        """Kept."""
        a = c.port("A", "rotational", "one end")
        kept.extend([c, a, a.across, a.across > 0])
        c.relation("free", a.through == 0 * a.across)

    return kept


def targets(folder):
    d = stribeck.load(STICK_SLIP)
    result = d.run(stop=0.2)
    built = stribeck.Diagram("built")
    built.add("load", "rotational.inertia")
    kinds = [*(getattr(stribeck, name) for name in stribeck.__all__), *vars(stribeck._core).values()]
    unmade = [one for kind in kinds if isinstance(kind, type) for one in made_without_init(kind)]
    plan = {"factors": {"speed": [0.1, 0.2]}, "sampling": "grid", "experiment": {"stop": "1 ms"}, "scalars": {"peak": {"max": "load.w"}}}
    study = d.study(plan, os.path.join(folder, "study"))
    return [stribeck, stribeck._core, d, d.run, result, built, built["load"], built["load"].parameters, d.stepper(stop=1.0), d.equations(),
            stribeck.load(BOW).run(stop=0.001), stribeck.Diagram.from_json("{}"), stribeck._core.Catalogue([]), d.linearise("start"),
            pickle.loads(pickle.dumps(result)), stribeck.types, stribeck.types.rotational, result.audit, study, *ended_recording(), *unmade]


def callables(thing):
    try:
        names = dir(thing)
    except Exception:
        return
    for name in names:
        if name in NOT_CALLED or name.startswith("_") and name not in SPECIAL:
            continue
        try:
            member = getattr(thing, name)
        except Exception:
            continue
        if callable(member) and not inspect.ismodule(member):
            yield name, member


def positional(call):
    """How many arguments without names it takes, at least and at most; of functions of the extension module it is told in their text."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        count = (getattr(call, "__doc__", None) or "").split("\n", 1)[0].count(": ")
        return (count, count) if count else (0, 3)
    plain = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return sum(one.default is one.empty for one in plain), len(plain)


def inner(d):
    """What the package itself hands to its extension module."""
    session = d._compiled()
    program = stribeck._core.Program(d.compile())
    return [session, stribeck._core.Asked(), program, stribeck._core.Instance(program), d, d.run(stop=0.01), np.linspace(0, 1, 50)]


class Nonsense(unittest.TestCase):
    """Every function and method that there is, with anything."""

    done = 0
    without_advice: list = []

    def setUp(self):
        warnings.simplefilter("ignore")
        self.before = os.getcwd()
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        os.chdir(self.folder)
        self.addCleanup(os.chdir, self.before)

    def one(self, draw, calls, values):
        name, call = draw.choice(calls)
        least, most = positional(call)
        arguments = [draw.choice(values) for _ in range(draw.randint(least, most) + (draw.random() < 0.05))]
        options = {}
        if draw.random() < 0.5:
            try:
                parameters = [p.name for p in inspect.signature(call).parameters.values() if p.kind == p.KEYWORD_ONLY]
            except (TypeError, ValueError):
                parameters = []
            options = {key: draw.choice(values) for key in parameters if draw.random() < 0.3}
        if name in ("run", "check", "report", "run_many") and not isinstance(getattr(call, "__self__", None), stribeck.Study):
            options["stop"] = "10 ms"  # an end in sight
        if isinstance(getattr(call, "__self__", None), stribeck.Study) and name == "run":
            options["workers"] = 1
        if name in ("step", "step_to", "step_to_event") and arguments and isinstance(arguments[0], (int, float)):
            arguments[0] = min(arguments[0], 0.1)
        if name == "steps" and len(arguments) > 1 and isinstance(arguments[1], int):
            arguments[1] = min(arguments[1], 1000)
        note(f"{name} of {getattr(call, '__self__', None).__class__.__name__} {str([type(a).__name__ for a in arguments])} {options.keys()}")
        self.done += tried(call, *arguments, told=self.without_advice if is_advised(name, call) else None, **options)

    def test_one_thread(self):
        draw = random.Random(SEED)
        calls, values = [], VALUES
        for number in range(CALLS):
            if number % 500 == 0:
                note("the targets")
                calls = [pair for thing in targets(os.path.join(self.folder, f"of {number}")) for pair in callables(thing)]
                values = VALUES + hostile(stribeck) + 3 * inner(stribeck.load(STICK_SLIP))
            self.one(draw, calls, values)
        self.assertGreater(self.done, CALLS // 20)  # some of it makes sense
        self.assertEqual(self.without_advice, [])
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)

    def test_threads_on_the_same_objects(self):
        calls = [pair for thing in targets(os.path.join(self.folder, "of threads"))[2:10] for pair in callables(thing)
                 if pair[0] not in ("report", "to_json", "compile", "draw")]
        values = VALUES + 3 * inner(stribeck.load(STICK_SLIP))

        def many(seed):
            draw = random.Random(seed)
            for _ in range(CALLS // 10):
                self.one(draw, calls, values)

        threads = [threading.Thread(target=many, args=(SEED * 100 + number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)


class Recordings(unittest.TestCase):
    """Declarations of components that say anything in any order."""

    def declare(self, draw, values):
        def declared(c):
            """Anything."""
            made = [c.port("A", "rotational", "an end"), c.parameter("k", 1.0, "N*m/rad", "a number")]
            for _ in range(draw.randint(1, 25)):
                thing = draw.choice([c, c, c, c._of, *(one for one in made[-6:] if type(one).__module__.startswith("stribeck"))])
                calls = list(callables(thing))
                if not calls:
                    continue
                name, call = draw.choice(calls)
                least, most = positional(call)
                chosen = [draw.choice(made if draw.random() < 0.6 else values) for _ in range(draw.randint(least, most))]
                note(f"recording {name} {chosen!r:.500}")
                try:
                    made.append(call(*chosen))
                except Exception as error:
                    str(error)
                if draw.random() < 0.2:  # arithmetic of anything with anything
                    try:
                        left, right = draw.choice(made), draw.choice(made)
                        made.append(draw.choice([left.__add__, left.__mul__, left.__pow__, left.__lt__, left.__invert__])(right))
                    except Exception as error:
                        str(error)

        stribeck.component("fuzz.anything")(declared)
        d = stribeck.Diagram("fuzz")
        d.add("it", "fuzz.anything")
        d.add("ground", "rotational.ground")
        d.connect("it.A", "ground.W")
        d.run(stop=0.01)

    def test_anything_in_any_order(self):
        warnings.simplefilter("ignore")
        draw = random.Random(SEED)
        values = [*VALUES, "rotational", "N*m", "rad", "k", "A", -1, 7, 2**31 - 1, -(2**31), 10**12]
        for _ in range(CALLS // 6):
            tried(self.declare, draw, values)


class Damage(unittest.TestCase):
    """Bytes that a disk or a network has changed: pickles, program files, what steppers save."""

    def damaged(self, draw, whole):
        content = bytearray(whole)
        for _ in range(draw.randint(1, 4)):
            place = draw.randrange(max(len(content), 1))
            kind = draw.random()
            if kind < 0.5 and content:
                content[place] ^= 1 << draw.randrange(8)
            elif kind < 0.7:
                del content[place:place + draw.randint(1, 9)]
            elif kind < 0.9:
                content[place:place] = draw.randbytes(draw.randint(1, 9))
            else:
                del content[place:]
        return bytes(content)

    def test_pickles_and_programs(self):
        warnings.simplefilter("ignore")
        draw = random.Random(SEED)
        d = stribeck.load(STICK_SLIP)
        result, stepper, program = d.run(stop=0.05), d.stepper(), d.compile()
        stepper.step(0.5)
        saved, sources = stepper.save(), d.__reduce__()[1][3]
        pickled = [pickle.dumps(d), pickle.dumps(result)]

        def of_pickle(content):
            one = pickle.loads(content)
            repr(one), one._repr_html_() if isinstance(one, stribeck.Result) else None
            tried(lambda: one.run(stop=0.01))
            tried(lambda: (one.t, one["load.w"], one.to_json(), one.events, one.sol(0.01)))

        def of_program(content):
            instance = stribeck._core.Instance(stribeck._core.Program(content))
            instance.initialise(0)
            instance.step(1e-3)

        def of_sources(content):
            other = stribeck.Diagram.from_json("{}")
            other._set_up(None, d._text(), d.file, (), content)
            other.run(stop=0.01)

        for number in range(CALLS // 6):
            kind = draw.randrange(5)
            content = self.damaged(draw, [*pickled, saved, program, sources][kind])
            note(f"damage {number} of kind {kind}")
            tried([of_pickle, of_pickle, stepper.restore, of_program, of_sources][kind], content)
            if kind == 2:
                tried(stepper.step, 1e-3)
        stepper.restore(saved)
        self.assertEqual(stepper.t, 0.5)


class Callbacks(unittest.TestCase):
    """Functions of the user that raise, return nonsense, or use what calls them."""

    def test_they_raise_and_return_anything(self):
        warnings.simplefilter("ignore")
        draw = random.Random(SEED)
        d = stribeck.load(STICK_SLIP)
        state = {"call": lambda *values: 0.0, "left": 0}

        def turns(*values):
            state["left"] -= 1
            return 0.1 if state["left"] > 0 else state["call"](*values)

        @stribeck.component("fuzz.called")
        def called(c):
            """A brake that asks Python."""
            a = c.port("A", "rotational", "the shaft")
            law = c.function("law", "N*m", "torque", {"w": "rad/s"}, turns)
            law.derivative(0, lambda w: 0.0)
            w, torque = a.across, a.through
            c.relation("law", torque == law(w))

        shaft = stribeck.Diagram("shaft")
        shaft.add("load", "rotational.inertia", inertia=1.0)
        shaft.add("brake", "fuzz.called")
        shaft.connect("load.I", "brake.A")
        for number in range(max(CALLS // 40, 10)):
            answers = hostile(stribeck)
            callback = draw.choice([one for one in answers if callable(one)] + [lambda *a: d.run(stop=0.001), lambda *a: gc.collect()])
            note(f"callback {number}")
            tried(d.run, stop="0.1 s", progress=callback)
            tried(d.run_many, [{"speed": 0.1}, {"speed": "1 m"}], stop="1 ms", threads=2, reduce=callback)
            state.update(call=callback, left=draw.choice([0, 1, 5, 50]))
            tried(shaft.run, stop=0.1)
            state.update(left=draw.choice([0, 5, 50]))
            tried(shaft.linearise, "start")
        state.update(call=lambda w: -0.1 * w, left=0)
        self.assertLess(shaft.run(stop=1.0)["load.w"][-1], 1.0)

    def test_arrays_outlive_what_they_show(self):
        """Results, and the linear models and equations of steppers that are gone."""
        kept = []
        for _ in range(20):
            result = stribeck.load(STICK_SLIP).run(stop=0.05)
            kept.append((result.t, result["load.w"], result.sol([0.01]), stribeck.load(STICK_SLIP).linearise("start").A))
            del result
        gc.collect()
        self.assertEqual({float(t[-1]) for t, *_ in kept}, {0.05})
        self.assertEqual(len({one.tobytes() for _, one, *_ in kept}), 1)


if __name__ == "__main__":
    unittest.main()
