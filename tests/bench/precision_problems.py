"""Six motions whose course is known to rounding: three with events, three whose laws have kinks. Each: a diagram, and its exact rows."""
import json
import math

from exact_motion import motion


def _diagram(components, connections, outputs, stop, interval):
    return {"format": "stribeck/1", "components": components, "connections": connections, "outputs": outputs,
            "experiment": {"stop": stop, "interval": interval}}


def _component(kind, initial=None, **parameters):
    made = {"type": kind, "parameters": parameters}
    return {**made, "initial": initial} if initial else made


def _on_ground(stop, interval, outputs, mass, others, driver=None):
    """A mass with two-ports to the ground, and signals."""
    components = {"mass": mass, "ground": _component("translational.ground")}
    connections = [["mass.M", *(f"{name}.R" for name in others)], ["ground.W", *(f"{name}.C" for name in others)]]
    components.update(others)
    for name, (part, inputs) in (driver or {}).items():
        components[name] = part
        connections += inputs
    return _diagram(components, connections, outputs, stop, interval)


def drag_sled(root):
    """diagrams/sled/sled.json: sticks until the spring has loaded to the breakaway force, slips until its speed is gone."""
    diagram = json.loads((root / "diagrams/sled/sled.json").read_text())
    diagram = {name: diagram[name] for name in ("format", "parameters", "components", "connections")}
    diagram |= {"outputs": ["sled.v", "sled.M.position", "spring.F"], "experiment": {"stop": 16, "interval": 0.02}}
    m, k, speed, breakaway, sliding = 12.5, 742.5, 0.034, 0.9 * 12.5 * 9.81, 0.6 * 12.5 * 9.81
    def force(t, x):
        return k * (speed * t - x[1])
    modes = {"stick": (lambda t, x: [0.0, 0.0], [(lambda t, x: force(t, x) - breakaway, lambda t, x: ("slip", x))]),
             "slip": (lambda t, x: [(force(t, x) - sliding) / m, x[0]], [(lambda t, x: -x[0], lambda t, x: ("stick", [0.0, x[1]]))])}
    rows = motion(modes, "stick", [0.0, 0.0], 16, 0.02)
    return diagram, [(t, [*x, force(t, x)], [*rates, k * (speed - x[0])]) for t, x, rates in rows]


def bouncing_mass(_):
    """Falls on a floor with linear drag, and rebounds with eight tenths of its speed."""
    mass = _component("translational.mass", {"v": 0}, mass=1)
    others = {"drag": _component("translational.damper", damping=0.3), "weight": _component("translational.force_source", force=-9.81),
              "floor": _component("translational.contact", {"x": 1}, restitution=0.8)}
    modes = {"flies": (lambda t, x: [-9.81 - 0.3 * x[0], x[0]], [(lambda t, x: -x[1], lambda t, x: ("flies", [-0.8 * x[0], 0.0]))])}
    return (_on_ground(2.5, 0.01, ["mass.v", "floor.x"], mass, others), motion(modes, "flies", [0.0, 1.0], 2.5, 0.01))


def coupled_clutches(_):
    """Three discs behind each other on a torque; both clutches between them close, the first one sooner, and it slips again as it opens."""
    inertias, damping, torque, peak = (1.0, 0.5, 0.8), 0.4, 12.0, 1.1
    first, second = (lambda t: 10 * (0.6 + 0.5 * math.sin(2 * t))), (lambda t: 14 * (1 - math.exp(-t)))
    presses = ("0.6 + 0.5*sin(2*t)", "1.4*(1 - exp(-t))")
    components = {"drive": _component("rotational.torque_source", torque=torque), "ground": _component("rotational.ground")}
    for k, inertia in enumerate(inertias):
        components[f"disc_{k + 1}"] = _component("rotational.inertia", {"w": (20, 8, 0)[k]}, inertia=inertia)
        components[f"drag_{k + 1}"] = _component("rotational.damper", damping=damping)
    for k, press in enumerate(presses):
        components[f"press_{k + 1}"] = _component("signals.expression", inputs=0, expression=press)
        components[f"clutch_{k + 1}"] = _component("rotational.clutch", maximum_normal_force=10, friction_coefficient=1, peak=peak)
    connections = [["drive.R", "disc_1.I", "drag_1.R", "clutch_1.R"], ["clutch_1.C", "disc_2.I", "drag_2.R", "clutch_2.R"],
                   ["clutch_2.C", "disc_3.I", "drag_3.R"], ["ground.W", "drive.C", "drag_1.C", "drag_2.C", "drag_3.C"],
                   ["press_1.y", "clutch_1.S"], ["press_2.y", "clutch_2.S"]]
    diagram = _diagram(components, connections, ["disc_1.w", "disc_2.w", "disc_3.w"], 6, 0.02)

    def torques(mode, t, w):
        """What the clutches transmit: of those that stick so that both sides keep one speed. `mode`: of each 1, -1 or 0, it sticks."""
        a, b = mode[0] * first(t), mode[1] * second(t)
        (j1, j2, j3), (l1, l2, l3) = inertias, (torque - damping * w[0], -damping * w[1], -damping * w[2])
        if mode == (0, 0):
            rate = (l1 + l2 + l3) / (j1 + j2 + j3)
            return l1 - j1 * rate, j3 * rate - l3
        if mode[0] == 0:
            a = l1 - j1 * (l1 + l2 - b) / (j1 + j2)
        if mode[1] == 0:
            b = j3 * (a + l2 + l3) / (j2 + j3) - l3
        return a, b

    def rates(mode):
        def rhs(t, w):
            a, b = torques(mode, t, w)
            return [(torque - damping * w[0] - a) / inertias[0], (a - damping * w[1] - b) / inertias[1], (b - damping * w[2]) / inertias[2]]
        return rhs

    def guards(mode):
        made = []
        for k, capacity in ((0, first), (1, second)):
            def change(to, k=k):
                return tuple(to if i == k else old for i, old in enumerate(mode))
            if mode[k] == 0:
                for sign in (1, -1):
                    made.append((lambda t, w, k=k, capacity=capacity, sign=sign: sign * torques(mode, t, w)[k] - peak * capacity(t),
                                 lambda t, w, to=change(sign): (to, w)))
            else:
                def locked(t, w, k=k, capacity=capacity, to=change(0), before=mode[k]):
                    mean = (inertias[k] * w[k] + inertias[k + 1] * w[k + 1]) / (inertias[k] + inertias[k + 1])
                    at = [mean if i in (k, k + 1) else value for i, value in enumerate(w)]
                    if abs(torques(to, t, at)[k]) <= peak * capacity(t):
                        return to, at
                    return change_of(to, k, -before), w
                made.append((lambda t, w, k=k: -mode[k] * (w[k] - w[k + 1]), locked))
        return made

    def change_of(mode, k, to):
        return tuple(to if i == k else old for i, old in enumerate(mode))

    modes = {(a, b): (rates((a, b)), guards((a, b))) for a in (1, 0, -1) for b in (1, 0, -1)}
    return diagram, motion(modes, (1, 1), [20.0, 8.0, 0.0], 6, 0.02)


def quadratic_drag(_):
    """A mass on a spring in a fluid that moves with a wave: drag |v| v, its force in the spring 10 sin 3t."""
    mass = _component("translational.mass", {"v": 0}, mass=1)
    others = {"spring": _component("translational.spring", {"x": 0.5}, stiffness=20),
              "drag": _component("translational.nonlinear_damper", damping=0.1, quadratic_damping=3),
              "push": _component("translational.force_source")}
    driver = {"wave": (_component("signals.expression", inputs=0, expression="10*sin(3*t)"), [["wave.y", "push.S"]])}
    diagram = _on_ground(8, 0.02, ["mass.v", "spring.x"], mass, others, driver)
    modes = {sign: (lambda t, x, sign=sign: [10 * math.sin(3 * t) - 20 * x[1] - (0.1 + 3 * sign * x[0]) * x[0], x[0]],
                    [(lambda t, x, sign=sign: -sign * x[0], lambda t, x, sign=sign: (-sign, x))]) for sign in (1, -1)}
    return diagram, motion(modes, -1, [0.0, 0.5], 8, 0.02)


def limited_control(_):
    """A mass that a controller holds against a wave, with a force that is limited by min and max."""
    mass = _component("translational.mass", {"v": 0}, mass=1)
    others = {"sensor": _component("translational.motion_sensor", {"x": 1}), "push": _component("translational.force_source")}
    text = "max(-3, min(3, -30*u1 - 2*u2)) + 2*sin(2*t)"
    driver = {"control": (_component("signals.expression", inputs=2, expression=text),
                          [["sensor.x", "control.u1"], ["sensor.v", "control.u2"], ["control.y", "push.S"]])}
    diagram = _on_ground(8, 0.02, ["mass.v", "sensor.x"], mass, others, driver)
    def wanted(x):
        return -30 * x[1] - 2 * x[0]
    def to(mode):
        return lambda t, x: (mode, x)
    modes = {"low": (lambda t, x: [-3 + 2 * math.sin(2 * t), x[0]], [(lambda t, x: wanted(x) + 3, to("free"))]),
             "high": (lambda t, x: [3 + 2 * math.sin(2 * t), x[0]], [(lambda t, x: 3 - wanted(x), to("free"))]),
             "free": (lambda t, x: [wanted(x) + 2 * math.sin(2 * t), x[0]],
                      [(lambda t, x: wanted(x) - 3, to("high")), (lambda t, x: -3 - wanted(x), to("low"))])}
    return diagram, motion(modes, "low", [0.0, 1.0], 8, 0.02)


def table_with_corners(_):
    """A mass on a spring whose force is a table of straight pieces, slightly damped."""
    at, forces = (-2.0, -0.3, 0.1, 0.4, 2.0), (-60.0, -3.0, 1.0, 2.0, 70.0)
    mass = _component("translational.mass", {"v": 0}, mass=1)
    others = {"spring": _component("translational.nonlinear_spring", {"x": 1}, law="table", deformations=at, forces=forces),
              "damper": _component("translational.damper", damping=0.1)}
    diagram = _on_ground(8, 0.02, ["mass.v", "spring.x"], mass, others)
    modes = {}
    for k in range(4):
        slope = (forces[k + 1] - forces[k]) / (at[k + 1] - at[k])
        guards = []
        if k < 3:
            guards.append((lambda t, x, end=at[k + 1]: x[1] - end, lambda t, x, to=k + 1: (to, x)))
        if k > 0:
            guards.append((lambda t, x, end=at[k]: end - x[1], lambda t, x, to=k - 1: (to, x)))
        modes[k] = (lambda t, x, k=k, slope=slope: [-forces[k] - slope * (x[1] - at[k]) - 0.1 * x[0], x[0]], guards)
    return diagram, motion(modes, 3, [0.0, 1.0], 8, 0.02)


PROBLEMS = {"drag sled": drag_sled, "bouncing mass": bouncing_mass, "coupled clutches": coupled_clutches, "quadratic drag": quadratic_drag,
            "limited control": limited_control, "table with corners": table_with_corners}
