"""What pip and build call: scikit-build-core, whose sdist takes nothing from above its project, while the sources of C++ lie there.

The sdist is laid out as the repository is, with pyproject.toml at its root.
"""

import os
import shutil
import tempfile
from pathlib import Path

from scikit_build_core import build as scikit
from scikit_build_core.build import *  # noqa: F403

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILES = ["CMakeLists.txt", "LICENSE", "THIRD_PARTY.md", "docs/other_names.json", "docs/purposes.json", "docs/which_friction.md"]
FOLDERS = ["cmake", "components", "runtime", "tests/bench", "tests/fuzz", "tools"]
AT_ROOT = [  # in pyproject.toml
    ('build-backend = "backend"\nbackend-path = ["."]\n', 'build-backend = "scikit_build_core.build"\n'),
    ('readme = "README.md"', 'readme = "tools/python/README.md"'),
    ('cmake.source-dir = "../.."', 'cmake.source-dir = "."'),
    ('wheel.packages = ["stribeck"]', 'wheel.packages = ["tools/python/stribeck"]'),
    ('build-dir = "../../build/wheel"', 'build-dir = "build/wheel"'),
]


def lay_out(folder):
    """Copies the sources into an empty folder."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    for here, there in AT_ROOT:
        if text.count(here) != 1:
            raise ValueError(f"pyproject.toml should have once: {here}")
        text = text.replace(here, there)
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def build_sdist(sdist_directory, config_settings=None):
    target, before = os.path.abspath(sdist_directory), os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        os.chdir(folder)
        try:
            return scikit.build_sdist(target, config_settings)
        finally:
            os.chdir(before)
