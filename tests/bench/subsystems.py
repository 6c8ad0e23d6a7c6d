#!/usr/bin/env python3
"""How loading grows with the components of a chain in three levels of subsystems, in instructions (callgrind): the same number every time.
    tools/install_packages bench && STRIBECK=build/release/stribeck tests/bench/subsystems.py
"""
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from chains import LINKS_A_TRAIN, chain  # noqa: E402
from program import PROGRAM  # noqa: E402


def instructions(trains, folder):
    """From the start of the program to the end of a run of one step."""
    path = folder / "chain.json"
    path.write_text(json.dumps(chain(trains)))
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'counts'}", PROGRAM, "run", path, "--quiet", "--solver", "rk4"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", said).group(1))


def main():
    before = None
    with tempfile.TemporaryDirectory() as folder:
        for trains in (10, 30, 100):
            components, count = 2 * trains * LINKS_A_TRAIN, instructions(trains, Path(folder))
            power = f", grows as N^{math.log(count / before[1]) / math.log(components / before[0]):.3f}" if before else ""
            print(f"{components:7} components: {count:.4g} instructions, {count / components:.0f} each{power}", flush=True)
            before = components, count


if __name__ == "__main__":
    main()
