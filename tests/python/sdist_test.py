"""The sources that an sdist of the package has are all that its build reads."""
import importlib.util
import sys
import tempfile
import tomllib
import types
import unittest
from pathlib import Path
from unittest import mock

from package import ROOT

from program import run


def backend():
    """tools/python/backend.py; it writes an sdist by scikit-build-core, which is not needed here."""
    scikit = types.ModuleType("scikit_build_core")
    scikit.build = types.ModuleType("scikit_build_core.build")
    with mock.patch.dict(sys.modules, {"scikit_build_core": scikit, "scikit_build_core.build": scikit.build}):
        spec = importlib.util.spec_from_file_location("backend", ROOT / "tools/python/backend.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


class Sdist(unittest.TestCase):
    def test_it_has_what_the_build_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            sources, build = Path(folder) / "sources", Path(folder) / "build"
            sources.mkdir()
            backend().lay_out(sources)

            project = tomllib.loads((sources / "pyproject.toml").read_text(encoding="utf-8"))
            settings = project["tool"]["scikit-build"]
            self.assertTrue((sources / settings["cmake"]["source-dir"] / "CMakeLists.txt").exists())
            self.assertTrue((sources / settings["wheel"]["packages"][0] / "__init__.py").exists())
            self.assertTrue((sources / project["project"]["readme"]).exists())
            self.assertNotIn("backend-path", project["build-system"])

            nanobind = run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()
            run("cmake", "-S", sources, "-B", build, "-G", "Ninja", "-DSKBUILD=2", "-DSTRIBECK_TESTS=OFF", f"-Dnanobind_DIR={nanobind}",
                "-DPython_EXECUTABLE=/usr/bin/python3")
            read = [(build / name).resolve() for name in run("ninja", "-C", build, "-t", "inputs", "stribeck_python", "stribeck_kernel").splitlines()]
            read = [path for path in read if path.is_relative_to(sources.resolve())]
            self.assertGreater(len(read), 300)
            self.assertEqual([str(path) for path in read if not path.exists()], [])
            self.assertFalse([path for path in sources.rglob("*") if path.name == "__pycache__"])


if __name__ == "__main__":
    unittest.main()
