"""What the program says of its component types, read from `stribeck list` and `stribeck describe`: nothing is known of any type here."""
import json
import re
from dataclasses import dataclass, field
from functools import lru_cache

from program import stribeck

MECHANICAL = ("translational", "rotational")


@dataclass
class Parameter:
    default: str  # "" if it is required
    unit: str
    limits: str
    doc: str

    @property
    def is_list(self):
        return "list" in self.limits

    @property
    def is_whole(self):
        return self.limits.startswith("whole")

    def bounds(self):
        """Limits that are numbers; those that name other parameters are for the program to refuse."""
        number = r"(-?[\d.]+(?:e[-+]?\d+)?)(?:,|$)"
        low = [float(x) for x in re.findall(r">=? " + number, self.limits)]
        high = [float(x) for x in re.findall(r"<=? " + number, self.limits)]
        between = re.match(r"whole, (\d+) to (\d+)", self.limits)
        if between:
            return float(between[1]), float(between[2])
        return max(low, default=float("-inf")), min(high, default=float("inf"))

    @property
    def is_strictly_above(self):
        return re.search(r"> -?[\d.]", self.limits) is not None


@dataclass
class Declaration:
    """Of one type with one choice of its options."""
    ports: dict = field(default_factory=dict)  # name -> domain
    inputs: dict = field(default_factory=dict)  # name -> (unit, whether it may stay open)
    outputs: dict = field(default_factory=dict)  # name -> unit
    parameters: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)  # name -> choices
    variables: dict = field(default_factory=dict)  # name -> unit


def cells(lines):
    """The rows of a table whose columns stand two spaces apart or more; a line that leaves the first column empty goes on with the row."""
    width = max(map(len, lines))
    blank = [all(len(line) <= i or line[i] == " " for line in lines) for i in range(width)] + [True, True]
    starts = [i for i in range(width) if not blank[i] and (i < 2 or (blank[i - 1] and blank[i - 2]))]
    rows = []
    for line in lines:
        row = [line[a:b].strip() for a, b in zip(starts, starts[1:] + [width])]
        if row[0]:
            rows.append(row)
        else:
            rows[-1] = [(one + " " + more).strip() for one, more in zip(rows[-1], row)]
    return rows


def sections(text):
    found, name = {}, None
    for line in text.splitlines():
        if re.fullmatch(r"[a-z]+", line):
            name = line
            found[name] = []
        elif not line.startswith("  "):
            name = None
        elif name is not None:
            found[name].append(line)
    return {name: cells(lines) for name, lines in found.items() if lines and name in
            ("ports", "signals", "parameters", "variables")}


@lru_cache(maxsize=None)
def describe(kind, choices=()):
    words = [word for name, choice in choices for word in ("--option", f"{name}={choice}")]
    text = stribeck("describe", kind, *words)
    if text.returncode != 0:
        raise ValueError(text.stderr)
    found = Declaration()
    for option in json.loads(stribeck("describe", kind, *words, "--format", "json").stdout)["options"]:
        found.options[option["name"]] = option["choices"]
    for name, rows in sections(text.stdout).items():
        for row in rows:
            if name == "ports":
                found.ports[row[0]] = row[1]
            elif name == "signals" and row[1] == "input":
                found.inputs[row[0]] = (row[2], re.search(r"left open|if connected|optional", row[-1]) is not None)
            elif name == "signals":
                found.outputs[row[0]] = row[2]
            elif name == "parameters":
                found.parameters[row[0]] = Parameter("" if row[1] == "required" else row[1], row[2], row[3] if len(row) > 4 else "", row[-1])
            elif name == "variables":
                found.variables[row[0]] = row[1]
    return found


@lru_cache(maxsize=None)
def types():
    listed = stribeck("list")
    if listed.returncode != 0:
        raise ValueError(listed.stderr)
    # Frames make trees away from a world, which a network that grows node by node is not: networks/spatial_test.py has those.
    return tuple(line.split()[0] for line in listed.stdout.splitlines() if line and not line.startswith((" ", "spatial.")))


def mass_exponent(unit):
    """How often a unit has the mass in it: a value in it becomes 2^k times as large when all masses become 2^k times as large, per mass."""
    exponent, sign, outside, last = 0, 1, [1], 0
    for token in re.findall(r"[A-Za-z%]+|\^-?\d+|[*/()]", unit):
        if token == "(":
            outside.append(sign)
        elif token == ")":
            sign = outside.pop()
        elif token in "*/":
            sign = outside[-1] * (1 if token == "*" else -1)
        elif token[0] == "^":
            exponent += last * (int(token[1:]) - 1)
        else:
            last = sign if re.fullmatch(r"[kMGmun]?(N|J|W|Pa|g|t)", token) else 0
            exponent += last
    return exponent
