"""Runs diagrams with one process that serves many of them, and reads what it says: tests/server/run_server.cpp."""
import array
import atexit
import json
import re
import subprocess
from dataclasses import dataclass, field

from generate import without
from program import PROGRAM, no_orphan

SERVER = PROGRAM.parent / "tests/run_server"
LONGEST_MS = 300  # of the processor
MOST_STEPS = 3_000  # with the events: ten times as many as a run usually takes
HANGS = 98  # status of a server that did not let a run be ended


@dataclass
class Run:
    status: int
    code: str = ""  # of the error that ended it; "long" after MOST_STEPS or LONGEST_MS, "hangs" if it does not let itself be ended
    text: str = ""  # what was said
    columns: dict = field(default_factory=dict)
    times: list = field(default_factory=list)
    dissipated: dict = field(default_factory=dict)  # component -> J
    exchanged: float = 0.0  # J
    steps: int = 0
    raw: bytes = b""  # all rows
    control: object = None  # the same at a tighter tolerance, once it has been asked for

    @property
    def ok(self):
        return self.status == 0


class Server:
    """Started when it is needed, and again after a crash."""

    def __init__(self):
        self.process = None
        atexit.register(self.end)

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, text, name, plain, verify, solver):
        if self.process is None:
            self.process = subprocess.Popen([str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                            preexec_fn=no_orphan())
        name, text = name.encode(), text.encode()
        header = f"{len(name)} {len(text)} {plain:d} {verify:d} {MOST_STEPS} {LONGEST_MS} {solver}\n"
        try:
            self.process.stdin.write(header.encode() + name + text)
            self.process.stdin.flush()
            return self.answer()
        except (BrokenPipeError, EOFError):
            status, said = self.process.wait(), self.process.stderr.read().decode(errors="replace")
            self.process = None
            return Run(status, "hangs" if status == HANGS else "crash", said)

    def answer(self):
        fields = self.process.stdout.readline().split()
        if not fields:
            raise EOFError
        status, text_bytes, names_bytes, columns, rows, steps = (int(fields[i]) for i in (0, 2, 3, 4, 5, 6))
        code = fields[1].decode()
        result = Run(status, code if code != "-" else "" if status == 0 else f"status {status}", self.read(text_bytes).decode(), steps=steps,
                     exchanged=float(fields[7]))
        lines = self.read(names_bytes).decode().splitlines()
        raw = self.read(8 * rows * (columns + 1))
        numbers = array.array("d", raw)
        result.raw, result.times = raw, numbers[:rows]  # of a run that failed, up to there
        result.columns = {name: numbers[(c + 1) * rows:(c + 2) * rows] for c, name in enumerate(lines[:columns])}
        if status == 0:
            result.dissipated = {name: float(value) for name, value in map(str.split, lines[columns:])}
        return result

    def read(self, count):
        data = self.process.stdout.read(count)
        if len(data) < count:
            raise EOFError
        return data


SERVED = Server()


def run(diagram, name="diagram.json", text=None, plain=False, verify=False, solver="-"):
    return SERVED.ask(text if text is not None else json.dumps(diagram), name, plain, verify, solver)


def accepted(diagram):
    """The diagram without what the program refuses: a parameter outside limits that another one sets, a connection that cannot be. None if
    too much would have to go; and the run."""
    for _ in range(25):
        result = run(diagram)
        if result.status != 2:
            return diagram, result
        diagram = repaired(diagram, result)
        if diagram is None or len(diagram["components"]) < 3:
            break
    return None, result


def repaired(diagram, result):
    components = diagram["components"]
    pointer = re.search(r"/components/(\w+)(?:/parameters/(\w+))?", result.text)
    if pointer and pointer[1] in components:
        parameters = components[pointer[1]].get("parameters", {})
        if pointer[2] in parameters:
            del parameters[pointer[2]]
            return diagram
        if parameters and result.code.startswith(("value.", "diagram.", "component.")):
            del components[pointer[1]]["parameters"]
            return diagram
        if result.code.startswith("initial.") and "initial" in components[pointer[1]]:
            del components[pointer[1]]["initial"]
            return diagram
    if result.code == "connection.open_input":
        connector = re.search(r"\b(\w+\.\w+)\b", result.text.split("]", 1)[1])
        if connector and connector[1].split(".")[0] in components:
            name = f"open{len(components)}"
            components[name] = {"type": "signals.sine", "parameters": {"amplitude": 1}}
            diagram["connections"].append([f"{name}.y", connector[1]])
            return diagram
    told = [n for n in re.findall(r"\b[A-Za-z_]\w*\b", result.text) if n in components]
    removable = [n for n in told if not components[n]["type"].endswith((".ground", ".inertia", ".mass"))]
    return without(diagram, removable[0]) if removable else None
