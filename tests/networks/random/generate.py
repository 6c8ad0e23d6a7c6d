"""Random networks of every component type, from the declarations alone."""
import copy
import random
import re

from declarations import MECHANICAL, describe, types

STOP, INTERVAL = 0.5, 0.025
BODY = {"translational": ("translational.mass", "mass", "M", "v"), "rotational": ("rotational.inertia", "inertia", "I", "w")}
GROUND = {"translational": "translational.ground", "rotational": "rotational.ground"}


class Network:
    """A diagram that grows: components, and the connectors that meet in each node."""

    def __init__(self, seed, kind=None, sane=True, types_to_draw=None):
        self.random = random.Random(seed)
        self.sane = sane
        self.components, self.nodes, self.grounds, self.wires = {}, {}, {}, []
        self.signals = []  # outputs: connector
        self.drawn = types_to_draw or types()
        self.make(kind or self.random.choice(self.drawn))

    def make(self, kind):
        draw = self.random
        self.add(kind)
        for _ in range(draw.randint(1, 5)):
            self.add(draw.choice([k for k in self.drawn if not k.startswith("signals.")] if draw.random() < 0.85 else self.drawn))
        for node in [n for nodes in self.nodes.values() for n in nodes]:
            self.add_body(node)
        for domain, nodes in sorted(self.nodes.items()):
            if nodes:
                self.drive(domain, draw.choice(nodes))
            if len(nodes) > 1 and draw.random() < 0.5:
                self.tie(domain, *draw.sample(nodes, 2))

    # What stands in the diagram

    def name(self, kind):
        base = re.sub(r"\W", "_", kind.split(".")[-1])
        return next(n for n in (f"{base}{i}" for i in range(1, 1000)) if n not in self.components)

    def put(self, kind, parameters=None, initial=None):
        name = self.name(kind)
        self.components[name] = {"type": kind}
        if parameters:
            self.components[name]["parameters"] = parameters
        if initial:
            self.components[name]["initial"] = initial
        return name

    def ground(self, domain):
        if domain not in self.grounds:
            self.grounds[domain] = [self.put(GROUND[domain]) + ".W"]
        return self.grounds[domain]

    def node(self, domain, but=()):
        """A node of the domain, an old one or a new one; not one of `but`."""
        nodes = self.nodes.setdefault(domain, [])
        old = [n for n in nodes if not any(n is b for b in but)]
        if old and (len(nodes) > 5 or self.random.random() < 0.6):
            return self.random.choice(old)
        nodes.append([])
        return nodes[-1]

    def add(self, kind):
        draw = self.random
        choices = tuple((name, draw.choice(values)) for name, values in describe(kind).options.items() if draw.random() < 0.6)
        try:
            declared = describe(kind, choices)
        except ValueError:  # a choice that another one rules out
            choices, declared = (), describe(kind)
        parameters = dict(choices)
        for name, parameter in declared.parameters.items():
            value = self.value(parameter)
            if value is not None:
                parameters[name] = value
        name = self.put(kind, parameters)
        used = []
        for port, domain in declared.ports.items():
            if used and draw.random() < 0.25 and not any(u is self.grounds.get(domain) for u in used):
                used.append(self.ground(domain))
            else:
                used.append(self.node(domain, but=used))
            used[-1].append(f"{name}.{port}")
        for signal, (unit, may_stay_open) in declared.inputs.items():
            if not may_stay_open or draw.random() < 0.5:
                self.feed(f"{name}.{signal}", unit)
        for signal in declared.outputs:
            self.signals.append(f"{name}.{signal}")

    def add_body(self, node):
        """One for most nodes that have none; a node without any mass is of interest, too."""
        draw = self.random
        domain = next(d for d, nodes in self.nodes.items() if any(n is node for n in nodes))
        kind, parameter, port, speed = BODY[domain]
        if draw.random() < 0.97:
            start = {speed: round(draw.uniform(-2, 2), 2)} if draw.random() < 0.4 else None
            node.append(self.put(kind, {parameter: self.rounded(10 ** draw.uniform(-1, 1))}, start) + "." + port)

    def drive(self, domain, node):
        name = self.put({"translational": "translational.force_source", "rotational": "rotational.torque_source"}[domain])
        node.append(f"{name}.R")
        self.ground(domain).append(f"{name}.C")
        self.feed(f"{name}.S", "N")

    def tie(self, domain, one, other):
        if one is other:
            return
        kind, stiffness = {"translational": ("translational.spring_damper", "N/m"), "rotational": ("rotational.spring_damper", "N*m/rad")}[domain]
        name = self.put(kind, {"stiffness": f"{self.rounded(10 ** self.random.uniform(0, 3))} {stiffness}"})
        one.append(f"{name}.R"), other.append(f"{name}.C")

    # Values

    @staticmethod
    def rounded(value):
        return float(f"{value:.3g}")

    def value(self, parameter):
        """None to leave it out."""
        draw = self.random
        if parameter.is_list or parameter.default.startswith('"'):
            return None if parameter.default else [0, 0.3, 1]
        if parameter.default and draw.random() < 0.4:
            return None
        low, high = parameter.bounds()
        typical = float(parameter.default) if parameter.default else 1.0
        if parameter.is_whole:
            return int(min(max(typical + draw.randint(-1, 2), low), high))
        if self.sane:
            value = typical * 10 ** draw.uniform(-0.5, 0.5) if typical else draw.choice([0, draw.uniform(-1, 1)])
        else:
            value = draw.choice([0, low, high, (typical or 1) * 10 ** draw.uniform(-4, 4), -typical])
        if not abs(value) < 1e300:
            return None
        value = self.rounded(min(max(value, low), high))
        if parameter.is_strictly_above and value == low:
            return None
        return value if parameter.unit in ("1", "any", "") else f"{value!r} {parameter.unit}"

    def feed(self, connector, unit):
        """A signal for an input: a source, or what is there already, brought to a size that suits."""
        draw = self.random
        size = {"N": 30, "Pa": 1e5, "s": 0.1, "rad": 0.5, "m": 0.3}.get(unit, 1) * 10 ** draw.uniform(-0.5, 0.5)
        if not self.sane:
            size *= 10 ** draw.uniform(-3, 3)
        size = self.rounded(size)
        if self.signals and draw.random() < 0.35:
            name = self.put("signals.expression", {"expression": f"{size!r}*tanh(u1)"})
            self.wires.append([draw.choice(self.signals), f"{name}.u1"])
        else:
            name = draw.choice([
                lambda: self.put("signals.sine", {"amplitude": size, "frequency": self.rounded(10 ** draw.uniform(-0.5, 1)),
                                                  "phase": self.rounded(draw.uniform(0, 6))}),
                lambda: self.put("signals.sine", {"amplitude": size, "frequency": self.rounded(10 ** draw.uniform(-0.5, 1)),
                                                  "offset": size}),
                lambda: self.put("signals.step", {"height": size, "start_time": self.rounded(draw.uniform(0, STOP))}),
                lambda: self.put("signals.ramp", {"height": size, "duration": self.rounded(draw.uniform(0.1, STOP))}),
                lambda: self.put("signals.constant", {"value": size})])()
        self.wires.append([f"{name}.y", connector])

    # The diagram

    def diagram(self):
        wires = {}
        for output, *inputs in self.wires:
            wires.setdefault(output, []).extend(inputs)
        nodes = [list(n) for group in self.nodes.values() for n in group] + [list(n) for n in self.grounds.values()]
        return {"format": "stribeck/1", "components": copy.deepcopy(self.components),
                "connections": [n for n in nodes if len(n) > 1] + [[output, *inputs] for output, inputs in wires.items()],
                "experiment": {"stop": STOP, "interval": INTERVAL, "rtol": 1e-8, "atol": 1e-10}}


# What a diagram loses

def without(diagram, name):
    """The diagram without one component and, in turn, without the sources that nothing needs any more."""
    smaller = copy.deepcopy(diagram)
    del smaller["components"][name]
    return tidied(smaller)


def tidied(diagram):
    """Connectors of components that are gone go, then connections of one member; grounds and sources that nothing hangs on go, too."""
    components = diagram["components"]
    while True:
        connections = [[m for m in members if m.split(".")[0] in components] for members in diagram["connections"]]
        diagram["connections"] = [members for members in connections if len(members) > 1]
        wired = {m.split(".")[0] for members in diagram["connections"] for m in members}
        idle = [n for n, c in components.items() if n not in wired and (c["type"].endswith(".ground") or c["type"].startswith("signals."))]
        if not idle or len(idle) == len(components):
            return diagram
        for name in idle:
            del components[name]


def ports_of(component):
    """The declaration of a component in a diagram, with the options that it has there."""
    declared = describe(component["type"])
    parameters = component.get("parameters", {})
    return describe(component["type"], tuple((n, parameters[n]) for n in declared.options if n in parameters))


def is_mechanical(component):
    return any(domain in MECHANICAL for domain in ports_of(component).ports.values())
