"""What must hold of any network, whatever its answer is. An oracle makes a diagram that is the same system written otherwise and says how the
columns of the two belong together."""
import copy
import json
import random
import re
import sys
from dataclasses import dataclass, field

from declarations import MECHANICAL, mass_exponent
from generate import BODY, ports_of
from runs import Run, run

EXPONENT = 10  # forces and masses become 2^10 times as large
LATER_S = 8.0
ROUNDED = "rounded"  # not to the bit the same, but to rounding
TOO_LONG = ("long", "hangs")
SOLVERS = ("dopri5", "bs23", "rosenbrock4", "cvode", "arkode")


@dataclass
class Variant:
    diagram: dict
    base: dict = None  # what it is compared with, if not the network itself
    options: dict = field(default_factory=dict)  # of the run
    name: str = "diagram.json"
    text: str = None
    rename: dict = field(default_factory=dict)  # component -> its name in the variant
    flipped: tuple = ()  # components whose velocities and positions are negative in the variant
    dropped: tuple = ()  # components whose variables are not compared
    scaled: int = 0  # exponent of the factor 2^scaled on masses
    exact: bool = False  # bit by bit
    loose: float = 1  # how much more than the network's own sensitivity is allowed


def shuffled(diagram, draw):
    """The same in another order."""
    names = list(diagram["components"])
    draw.shuffle(names)
    connections = [draw.sample(members, len(members)) for members in diagram["connections"]]
    draw.shuffle(connections)
    return {**diagram, "components": {n: diagram["components"][n] for n in names}, "connections": connections}


def order(diagram, draw):
    return Variant(shuffled(diagram, draw))


def names(diagram, draw):
    numbers = list(range(len(diagram["components"])))
    draw.shuffle(numbers)
    new = {name: f"{'zyxwabc'[number % 7]}{number}" for name, number in zip(diagram["components"], numbers)}

    def renamed(connector):
        name, port = connector.split(".", 1)
        return f"{new[name]}.{port}"
    return Variant({**diagram, "components": {new[n]: c for n, c in diagram["components"].items()},
                    "connections": [[renamed(m) for m in members] for members in diagram["connections"]]}, rename=new)


def layout(diagram, draw):
    """Spaces, comments, the order of keys and the name of the file."""
    turned = dict(reversed([(k, dict(reversed(v.items())) if k == "experiment" else v) for k, v in diagram.items()]))
    turned["components"] = {n: dict(reversed(c.items())) for n, c in diagram["components"].items()}
    text = "// the same\n" + json.dumps(turned, indent=draw.choice([1, 3, 9])).replace('"connections"', '/* nodes */ "connections"')
    return Variant(turned, text=text, name=draw.choice(["a b.json", "ünetz.json", "x.y.z.json"]), exact=True)


ELECTRICAL = ("A", "V", "ohm", "H")


def ends(component):
    """Pairs of ports of an element that lies between R and C alone; None if it is something else."""
    if component["type"].split(".")[0] not in (*MECHANICAL, "joints"):
        return None
    ports = ports_of(component).ports
    pairs = [(p, p[:-1] + "C") for p in ports if p.endswith("R") and p[:-1] + "C" in ports]
    return pairs if len(ports) == 2 * len(pairs) and pairs else None


def exchanged(diagram, chosen):
    """R and C of these components change places."""
    def other(connector):
        name, port = connector.split(".", 1)
        if name not in chosen:
            return connector
        swap = {a: b for pair in ends(diagram["components"][name]) for a, b in (pair, pair[::-1])}
        return f"{name}.{swap.get(port, port)}"
    return {**diagram, "connections": [[other(m) for m in members] for members in diagram["connections"]]}


def odd(component):
    """Whether its law is the same forwards and backwards."""
    base = component["type"].split(".")[-1]
    smooth = ("damper", "spring", "spring_damper", "dry_friction", "friction", "lugre_friction", "dahl_friction", "body_friction", "inerter",
              "smooth_friction", "stribeck_friction", "pacejka_friction", "torque_sensor", "force_sensor", "iwan_friction", "eddy_current_brake")
    return base in smooth and not any("natural" in p for p in component.get("parameters", {})) and component["type"].startswith(MECHANICAL)


def turned(diagram, draw):
    found = [n for n, c in diagram["components"].items() if odd(c) and not ports_of(c).outputs]
    if not found:
        return None
    name = draw.choice(found)
    return Variant(exchanged(diagram, {name}), dropped=(name,))


def has_inertia(component, declared):
    """It is no element between two points alone: a motor's rotor belongs to one of them (option "rotor")."""
    return any(p.startswith(("mass", "inertia")) for p in declared.parameters) or "inertia" in component.get("parameters", {}).values()


def mirror(diagram, _):
    """What moves forwards moves backwards: every element between two points is turned round, every start of a body negative. Power through a
    shaft is that of the absolute velocity, and would change its sign."""
    chosen, bodies, places = set(), set(), set()
    changed = copy.deepcopy(diagram)
    for name, component in diagram["components"].items():
        declared = ports_of(component)
        if component["type"].endswith(".ground"):
            written = component.get("parameters", {})
            for place in {"position", "angle"} & set(written):
                places.add(name)
                number, _, unit = str(written[place]).partition(" ")
                changed["components"][name]["parameters"][place] = f"{-float(number)!r} {unit}".strip()
            continue
        if not declared.ports:
            continue
        if component["type"] in (BODY["translational"][0], BODY["rotational"][0]):
            bodies.add(name)
            if any("gravity" in p or "incline" in p or "angle" in p or "slope" in p for p in component.get("parameters", {})):
                return None  # weight does not turn round
            for variable, value in component.get("initial", {}).items():
                changed["components"][name]["initial"][variable] = -value
        elif any(unit in ("rad", "m") for unit, _ in declared.inputs.values()):
            return None  # a place that a signal gives is no place between R and C
        elif ends(component) and "power_sensor" not in component["type"] and not has_inertia(component, declared):
            chosen.add(name)
        else:
            return None
    return Variant(exchanged(changed, chosen), flipped=tuple(bodies | places))


def split(diagram, draw):
    """A spring as two of double stiffness in series, each of which starts with half of its position."""
    found = [n for n, c in diagram["components"].items() if c["type"] in ("translational.spring", "rotational.spring")]
    if not found:
        return None
    name = draw.choice(found)
    changed = copy.deepcopy(diagram)
    component = changed["components"][name]
    for parameter, declared in ports_of(component).parameters.items():
        share = 2 if parameter == "stiffness" else 0.5
        written = component.get("parameters", {}).get(parameter, f"{declared.default} {declared.unit}")
        number, _, unit = str(written).partition(" ")
        component.setdefault("parameters", {})[parameter] = f"{float(number) * share!r} {unit or declared.unit}"
    position = "x" if component["type"].startswith("translational") else "phi"
    component["initial"] = {**component.get("initial", {}), position: run(diagram).columns[f"{name}.{position}"][0] / 2}
    changed["components"]["other_half"] = copy.deepcopy(component)
    changed["connections"] = [["other_half.C" if m == f"{name}.C" else m for m in members] for members in changed["connections"]]
    changed["connections"].append([f"{name}.C", "other_half.R"])
    return Variant(changed, dropped=(name,))


TIMELESS = {"signals." + n for n in ("constant", "expression", "gain", "sum", "product", "division", "feedback", "function", "min", "max", "limiter",
                                     "dead_zone", "switch", "comparison", "logic", "power", "arctangent", "first_order", "second_order",
                                     "integrator", "derivative", "filter", "transfer_function", "state_space", "pi_controller",
                                     "hysteresis", "backlash", "rounding", "table_1d", "table_2d", "wrap_angle", "variable_limiter")}
STARTS = {"signals.sine": "start_time", "signals.step": "start_time", "signals.ramp": "start_time"}


def later(diagram, _):
    """The run begins LATER_S later, and so does every source."""
    changed = copy.deepcopy(diagram)
    for component in changed["components"].values():
        kind = component["type"]
        if kind in STARTS:
            start = float(str(component.setdefault("parameters", {}).get(STARTS[kind], ports_of(component).parameters[STARTS[kind]].default)).split()[0])
            component["parameters"][STARTS[kind]] = start + LATER_S
        elif kind.startswith("signals.") and kind not in TIMELESS or "bristle_friction" in kind:
            return None
    changed["experiment"] = {**changed["experiment"], "start": LATER_S, "stop": changed["experiment"]["stop"] + LATER_S}
    return Variant(changed)


def with_gains(diagram, exponent):
    """Masses and forces times 2^exponent; None if a parameter leaves open whether it is one. A gain stands at each signal that is one."""
    changed = copy.deepcopy(diagram)
    components, gains = changed["components"], 0
    for name, component in diagram["components"].items():
        declared = ports_of(component)
        if not declared.ports:
            if any(mass_exponent(p.unit) for p in declared.parameters.values()):
                return None
            continue
        if any(p.unit in ELECTRICAL for p in declared.parameters.values()):
            return None  # currents would have to change with the torques
        for parameter, own in declared.parameters.items():
            power = mass_exponent(own.unit)
            if power == 0:
                continue
            if own.is_list or own.unit == "any":
                return None
            written = component.get("parameters", {}).get(parameter, f"{own.default} {own.unit}")
            number, _, unit = str(written).partition(" ")
            components[name].setdefault("parameters", {})[parameter] = f"{float(number) * 2.0 ** (exponent * power)!r} {unit or own.unit}"
    connections = []
    for members in changed["connections"]:
        source = members[0].split(".")
        if source[1] not in ports_of(diagram["components"][source[0]]).outputs:
            connections.append(members)
            continue
        unit = ports_of(diagram["components"][source[0]]).outputs[source[1]]
        plain, first = [], members[0]
        if mass_exponent(unit):
            gains += 1
            components[f"gain{gains}"] = {"type": "signals.expression", "parameters": {"expression": f"u1*{2.0 ** (-exponent * mass_exponent(unit))!r}"}}
            connections.append([first, f"gain{gains}.u1"])
            first = f"gain{gains}.y"
        for target in members[1:]:
            name, port = target.split(".", 1)
            wanted = mass_exponent(ports_of(diagram["components"][name]).inputs.get(port, ("1", False))[0])
            if not wanted:
                plain.append(target)
                continue
            gains += 1
            components[f"gain{gains}"] = {"type": "signals.expression", "parameters": {"expression": f"u1*{2.0 ** (exponent * wanted)!r}"}}
            plain.append(f"gain{gains}.u1")
            connections.append([f"gain{gains}.y", target])
        connections.append([first, *plain])
    changed["connections"] = [c for c in connections if len(c) > 1]
    return changed


def heavier(diagram, _):
    """Multiplying by a power of two rounds nothing. With a fixed step: the absolute tolerance of an energy is one in joules. What is found by
    iteration, as the root of a loop, an instant and the impulse of contacts, may differ by rounding: such networks are counted apart. Both
    have gains: one of 1 would be left out of the equations, and what counts as rounding of a sum is found by looking a few terms deep."""
    fixed = {**diagram, "experiment": {"stop": diagram["experiment"]["stop"], "interval": diagram["experiment"]["interval"], "solver": "rk4",
                                       "step": diagram["experiment"]["interval"] / 10}}
    one, other = with_gains(fixed, 1), with_gains(fixed, 1 + EXPONENT)
    if one is None:
        return None
    return Variant(other, base=one, dropped=tuple(set(one["components"]) - set(diagram["components"])), scaled=EXPONENT, exact=True)


def solver(diagram, draw):
    return Variant(diagram, options={"solver": draw.choice(SOLVERS)}, loose=100)


def plain(diagram, _):
    return Variant(diagram, options={"plain": True})


def smoothed(diagram, _):
    """Dry friction that creeps at a millionth of the unit of speed."""
    changed, dropped = copy.deepcopy(diagram), []
    for name, component in changed["components"].items():
        domain, base = component["type"].split(".")
        if base != "dry_friction":
            continue
        parameters = component.get("parameters", {})
        if parameters.get("law", "coulomb") != "coulomb" or parameters.get("normal_force", "constant") != "constant":
            return None
        force, unit, speed = ("torque", "N*m", "rad/s") if domain == "rotational" else ("force", "N", "m/s")
        level = parameters.get(f"coulomb_{force}", f"20 {unit}")
        parameters[f"coulomb_{force}"] = parameters[f"static_{force}"] = level
        for key in list(parameters):
            if key not in (f"coulomb_{force}", f"static_{force}"):
                del parameters[key]
        component["parameters"] = parameters
        dropped.append(name)
    if not dropped:
        return None
    exact = copy.deepcopy(changed)
    for name in dropped:
        component = changed["components"][name]
        domain = component["type"].split(".")[0]
        force, speed = ("torque", "rad/s") if domain == "rotational" else ("force", "m/s")
        level = component["parameters"][f"coulomb_{force}"]
        changed["components"][name] = {"type": f"{domain}.friction", "parameters": {
            f"breakaway_{force}": level, f"coulomb_{force}": level, "breakaway_velocity": f"1e-6 {speed}",
            "viscous_coefficient": f"0 {'N*m/(rad/s)' if domain == 'rotational' else 'N/(m/s)'}"}}
    return Variant(changed, base=exact, dropped=tuple(dropped), loose=1e4)


ORACLES = {f.__name__: f for f in (order, names, layout, turned, mirror, split, later, heavier, solver, plain, smoothed)}
FOR_INSANE = ("order", "names", "layout", "plain")


# Comparing

def unit_of(diagram, column):
    name, variable = column.split(".", 1)
    component = diagram["components"].get(name)
    if component is None:
        return ""
    declared = ports_of(component)
    return declared.variables.get(variable) or declared.outputs.get(variable) or ""


MOTION = ("m", "rad", "m/s", "rad/s")


def grid(result, experiment):
    """The grid times with the index of their row, but for those at which an event has rows, too: which of its sides a row shows may differ."""
    rows = {}
    for i, t in enumerate(result.times):
        rows.setdefault(round((t - experiment.get("start", 0)) / experiment["interval"], 6), []).append(i)
    return {int(k): found[0] for k, found in rows.items() if k == int(k) and len(found) == 1}


def differences(diagram, one, other, variant=None):
    """Column -> the largest difference at rows of the grid, and the largest magnitude among columns of its unit."""
    variant = variant or Variant(diagram)
    rows_one, rows_other = grid(one, diagram["experiment"]), grid(other, variant.diagram["experiment"])
    found, sizes = {}, {}
    common = [(i, rows_other[k]) for k, i in rows_one.items() if k in rows_other]
    for column, values in one.columns.items():
        unit = unit_of(diagram, column)
        size = max((abs(values[i]) for i in rows_one.values()), default=0)
        key = unit if unit not in ("", "any", "1") else column
        sizes[key] = max(sizes.get(key, 0), size)
    # A power is as large as the force and the velocity that it may be a product of.
    sizes["W"] = max(sizes.get("W", 0), sizes.get("N", 0) * sizes.get("m/s", 0), sizes.get("N*m", 0) * sizes.get("rad/s", 0))
    for column, values in one.columns.items():
        name, variable = column.split(".", 1)
        partner = f"{variant.rename.get(name, name)}.{variable}"
        if name in variant.dropped or partner not in other.columns:
            continue
        unit = unit_of(diagram, column)
        factor = 2.0 ** (variant.scaled * mass_exponent(unit)) if unit else 1.0
        if name in variant.flipped:
            factor = -1.0
        worst = max((abs(values[i] - other.columns[partner][j] / factor) for i, j in common), default=0)
        found[column] = (worst, sizes[unit if unit not in ("", "any", "1") else column])
    return found


def judge(diagram, variant, base):
    """What is wrong with the variant; "" if nothing, None if the network is too sensitive to say."""
    if variant.base is not None:
        base = run(variant.base)
        diagram = variant.base
        if not base.ok:
            return None
    other = run(variant.diagram, name=variant.name, text=variant.text, **variant.options)
    if other.code in TOO_LONG or (other.code == "run.step_too_small" and "start" in variant.diagram["experiment"]):
        return None  # late in time there are fewer digits for short steps
    if variant.exact and not variant.scaled and other.ok:
        return "" if other.raw == base.raw else "not the same bytes"
    if variant.scaled and other.code == "run.not_finite" and leaves_range(diagram, base, variant.scaled):
        return None
    reason = difference(diagram, variant, base, other) if other.ok else f"ends in {other.code}"
    if reason not in ("", ROUNDED) and variant.exact and amplifies_rounding(diagram, base):
        return None
    if not reason or reason == ROUNDED:
        return reason
    if is_undetermined(variant, base.text + other.text):
        return None
    if variant.exact:
        return reason
    control = controlled(diagram, base)
    if not control.ok:
        return None
    own = differences(diagram, base, control)
    if any(worst > 1e-4 * size + 1e-9 for c, (worst, size) in own.items() if unit_of(diagram, c) in MOTION):
        return None
    return difference(diagram, variant, base, other, own) if other.ok else reason


def is_undetermined(variant, said):
    """Whether the run has said that where it starts is chosen by names, which the order of the file must not change, or by a search. Of two
    solutions of a loop that are images of one another it takes one, and in the mirror the same one. Which one follows from all values of the
    loop in proportion to the largest of their unit, and the gains that make forces heavier have none."""
    if "[initial.undetermined]" not in said:
        return False
    return bool(variant.rename) or "the search for it" in said or (bool(variant.flipped or variant.scaled) and "as well" in said)


NUDGE, AMPLIFIED = 2.0 ** -40, 1000
BEYOND_ROWS = 20  # as a power of two, of stages beyond what rows show


def amplifies_rounding(diagram, base):
    """Whether inertias that are larger by a few thousand roundings change the curves by far more than that: a fixed step that is too long for
    what is stiff, or a long way from impact to impact, makes anything of the last bit."""
    nudged = copy.deepcopy(diagram)
    for component in nudged["components"].values():
        for parameter, own in ports_of(component).parameters.items():
            if own.unit in ("kg", "kg*m^2") and not own.is_list:
                written = component.get("parameters", {}).get(parameter, f"{own.default} {own.unit}")
                number, _, unit = str(written).partition(" ")
                component.setdefault("parameters", {})[parameter] = f"{float(number) * (1 + NUDGE)!r} {unit or own.unit}"
    other = run(nudged)
    return not other.ok or any(worst > AMPLIFIED * NUDGE * size + TINY for c, (worst, size) in differences(diagram, base, other).items()
                               if unit_of(diagram, c) in MOTION)


def leaves_range(diagram, base, exponent):
    """Whether powers that are 2^exponent times as large leave the range of floating-point numbers: with a fixed step that is too long for what
    is damped strongly, a motion grows without end. Stages of a step reach further than the rows tell."""
    largest = {}
    for column, values in base.columns.items():
        unit = unit_of(diagram, column)
        largest[unit] = max([largest.get(unit, 0), *map(abs, values)])
    power = max(largest.get("N", 0) * largest.get("m/s", 0), largest.get("N*m", 0) * largest.get("rad/s", 0))
    return power * 2.0 ** exponent > sys.float_info.max * 2.0 ** -BEYOND_ROWS


def controlled(diagram, base):
    """The same at a hundredth of the tolerance: what it changes, anything may change."""
    if base.control is None:
        base.control = run({**diagram, "experiment": {**diagram["experiment"], "rtol": 1e-10, "atol": 1e-12}})
    return base.control


ROUNDING, TINY = 1e-11, 1e-15


def stands(name, *results):
    """Whether a component has not moved by more than rounding, in any of the runs."""
    return all(abs(v) <= TINY for result in results for c in (f"{name}.v", f"{name}.w") for v in result.columns.get(c, ()))


def difference(diagram, variant, base, other, own=None):
    rounded = False
    for column, (worst, size) in differences(diagram, base, other, variant).items():
        if variant.exact:
            if unit_of(diagram, column) == "1" and stands(column.split(".")[0], base, other):
                continue  # which way rounding goes
            if worst > ROUNDING * size + TINY and unit_of(diagram, column):
                return f"{column} is not the same to rounding: {worst:.3g} of {size:.3g}"
            rounded = rounded or (worst != 0 and bool(unit_of(diagram, column)))
            continue
        sensitive = own[column][0] if own else 0
        if unit_of(diagram, column) in MOTION and worst > variant.loose * (1e-6 * size + 1e-8) + 100 * sensitive:
            return f"{column} differs by {worst:.3g} of {size:.3g}, where a tighter tolerance changes it by {sensitive:.3g}"
    return ROUNDED if rounded else ""


def wrong_by_itself(diagram, result):
    """What no run may do."""
    if result.status < 0 or result.code in ("crash", "hangs"):
        return f"{result.code} with status {result.status}: {result.text[-200:]}"
    if not result.ok:
        return f"fails without a code: {result.text[:200]}" if result.code.startswith("status") else ""
    for column, values in result.columns.items():
        if not all(abs(v) < float("inf") for v in values):
            return f"{column} is not finite"
    driven = {m.split(".")[0] for members in diagram["connections"] for m in members[1:]
              if members[0].split(".")[0] in diagram["components"] and diagram["components"][members[0].split(".")[0]]["type"].startswith("signals.")}
    for name, dissipated in result.dissipated.items():
        if name in driven:  # what a signal changes the law of gets energy from where the signal comes from, as from the wind
            continue
        if dissipated < -1e-5 * result.exchanged - 1e-12:
            return f"{name} dissipates {dissipated:.3g} J of {result.exchanged:.3g} J exchanged"
    return ""


def check(diagram, result, oracle, seed):
    """"" or ROUNDED if the network passes the oracle, None if it says nothing of it."""
    if oracle == "itself":
        return wrong_by_itself(diagram, result)
    if oracle == "verify":
        again = run(diagram, verify=True)
        if again.code in TOO_LONG:
            return None
        if again.code != "run.unverified":
            return "" if again.ok else f"ends in {again.code}"
        if "warning[run.prescribed_kink]" in again.text:
            return None  # velocities jump, as the run has said
        off = re.search(r"it is off by (\S+) of its largest term", again.text)
        told = [line for line in again.text.splitlines() if line.startswith("error[")]
        # The program's own limit of 1e-9 is met by rounding where a law is steep; that is for its user to judge.
        return "" if off and float(off[1]) <= 1e-5 and len(told) == 1 else " ".join(told)
    variant = ORACLES[oracle](diagram, random.Random(seed))
    return None if variant is None else judge(diagram, variant, result)
