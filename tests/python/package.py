"""The Python package that the build has made, imported as `stribeck`. Where it could not be made its tests count as skipped."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import python_tools  # noqa: E402
from program import PROGRAM, ROOT  # noqa: E402

PACKAGE = Path(os.environ.get("STRIBECK_PYTHON_PACKAGE", PROGRAM.parent / "python"))  # fuzz_sanitized.py has one of its own
if not list(PACKAGE.glob("stribeck/_core*.so")):
    print("SKIPPED: the build made no Python package: sanitized builds have none, others need python3-dev and nanobind (tools/python)")
    sys.exit(python_tools.SKIPPED)
python_tools.run_there()
sys.path.insert(0, str(PACKAGE))
import stribeck  # noqa: E402

STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
BOW = ROOT / "diagrams/gallery/bowed_string.jsonc"

__all__ = ["BOW", "PACKAGE", "PROGRAM", "ROOT", "STICK_SLIP", "stribeck"]
