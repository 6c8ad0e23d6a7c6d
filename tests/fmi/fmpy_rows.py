"""Rows of the program, and what FMPy makes of the FMU of the same diagram beside them."""
import csv

from program import stribeck

LONGEST_S = 120  # of one simulation
ROUNDING = 1e-14  # of the largest value in SI units, 1 at least: what is left of a torque where all others cancel, of a speed at rest


def rows(path, *more):
    """Names, and by time the rows there: two where there is an event, which a communication point may lie on either side of."""
    result = stribeck("run", path, "--quiet", "--csv", "-", *more)
    if result.returncode != 0:
        raise RuntimeError("the program says: " + result.stderr.splitlines()[0])
    table = list(csv.reader(result.stdout.splitlines()))
    found = {}
    for row in table[1:]:
        found.setdefault(round(float(row[0]), 9), []).append([float(value) for value in row[1:]])
    return [name.replace("][", ",") for name in table[0][1:]], found  # as FMI spells arrays of arrays


def renew_jacobians():
    """FMPy's CVODE keeps a Jacobian for up to 50 steps. That of the instant at which a block breaks loose in two directions is 1e8 times larger than
    shortly after it: with it Newton's iteration makes next to no correction and counts as converged, until a new one shows the error, which no shorter
    step takes away (verify/joints_planar_stick_slip.json: all that the FMU gives in that run is the formula's to 1e-15). A new one in each step."""
    import ctypes

    from fmpy import sundials
    from fmpy.sundials.libraries import sundials_cvode

    made = sundials.CVodeSolver.__init__

    def make(self, *arguments, **options):
        made(self, *arguments, **options)
        for name in ("CVodeSetLSetupFrequency", "CVodeSetJacEvalFrequency"):
            function = getattr(sundials_cvode, name)
            function.argtypes = [ctypes.c_void_p, ctypes.c_long]
            if function(self.cvode_mem, 1) != 0:
                raise RuntimeError(name)

    sundials.CVodeSolver.__init__ = make


def difference(fmu, kind, names, expected, within, least=3, left_out=(), **options):
    """The largest excess over what is allowed, in words; None if there is none. `within`: of the largest value of a column; `least`: so many
    rows are to be compared."""
    import fmpy  # of the environment that python_tools.run_there() goes to

    description = fmpy.read_model_description(str(fmu))
    known = {variable.name for variable in description.modelVariables}
    shown = [name for name in names if name in known and not name.endswith(".heat") and name not in left_out]
    times = sorted(expected)
    experiment = description.defaultExperiment
    interval = float(experiment.stepSize or max(round(b - a, 9) for a, b in zip(times, times[1:])))
    if not experiment.stepSize:  # times are rounded, the shares of the span that rows are at are not
        span = float(experiment.stopTime) - float(experiment.startTime or 0)
        interval = span / round(span / interval)
    result = fmpy.simulate_fmu(str(fmu), fmi_type=kind, output=shown, output_interval=interval, start_time=float(experiment.startTime or 0),
                               stop_time=float(experiment.stopTime), record_events=False, timeout=LONGEST_S, **options)
    sizes = [max(abs(values[k]) for both in expected.values() for values in both) or 1 for k in range(len(names))]
    rest = ROUNDING * max(1, *sizes)
    worst, compared = (1.0, None), 0
    for row in result:
        both = expected.get(round(float(row["time"]), 9))
        if both is None:
            continue
        compared += 1
        for column in shown:
            k = names.index(column)
            share = min(max(0, abs(row[column] - values[k]) - rest) for values in both) / (within * sizes[k])
            if not share <= worst[0]:
                worst = share, f"{column} at {float(row['time']):.9g} s is off by {share * within:.2g} of its largest value"
    return worst[1] if compared >= least else f"{compared} rows could be compared"
