"""Kernels for other platforms, where tools/kernels has built some into build/kernels: they are what their platform loads, FMUs carry them, and the
one for this machine's kind runs. Skipped where there are none, as a platform takes minutes to build (CI)."""
import os
import shutil
import struct
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import difference, rows  # noqa: E402
from program import ROOT, compiler, run, stribeck  # noqa: E402
from python_tools import SKIPPED, run_there  # noqa: E402

KERNELS = Path(os.environ.get("STRIBECK_KERNELS", ROOT / "build/kernels"))
# As the headers of PE, ELF and Mach-O say what processor a library is for.
MACHINES = {"x86_64-windows": ("PE", 0x8664), "x86_64-linux": ("ELF", 62), "aarch64-linux": ("ELF", 183), "aarch64-darwin": ("Mach-O", 0x0100000C),
            "x86_64-darwin": ("Mach-O", 0x01000007)}
NAMES_OF_2 = {"x86_64-windows": "win64", "x86_64-linux": "linux64", "x86_64-darwin": "darwin64"}
HERE = Path(__file__).resolve().parent
ZIG = ROOT / "build/simulators/bin/python"


def wine():
    found = shutil.which("wine64") or shutil.which("wine64", path="/usr/lib/wine")
    return found and [found]


def qemu():  # with the C library of Debian's libc6-arm64-cross
    found = shutil.which("qemu-aarch64")
    return [found, "-L", "/usr/aarch64-linux-gnu"] if found and Path("/usr/aarch64-linux-gnu/lib").exists() else None


# What zig calls them, what runs them, and the folder of their binaries in FMI 2.0.
EMULATORS = {"x86_64-windows": ("x86_64-windows-gnu", wine, "win64"), "aarch64-linux": ("aarch64-linux-gnu.2.17", qemu, "aarch64-linux")}
BUILT = {path.parent.name: path for path in sorted(KERNELS.glob("*/stribeck_kernel.*"))}
if not BUILT or "-fsanitize" in compiler()["CXXFLAGS"]:
    print(f"SKIPPED: {KERNELS} has no kernels; build/simulators/bin/python tools/kernels builds them")
    sys.exit(SKIPPED)
run_there()


def machine(library):
    if library[:4] == b"\x7fELF":
        return "ELF", struct.unpack_from("<H", library, 18)[0]
    if library[:2] == b"MZ":
        header, = struct.unpack_from("<I", library, 60)
        return "PE", struct.unpack_from("<H", library, header + 4)[0]
    return ("Mach-O", struct.unpack_from("<I", library, 4)[0]) if library[:4] == b"\xcf\xfa\xed\xfe" else ("unknown", 0)


class Platforms(unittest.TestCase):
    def test_fmus_carry_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for version in ("2", "3"):
                fmu = Path(folder) / f"some_{version}.fmu"
                path = ROOT / "diagrams/verify/rotational_dry_friction_stick_slip.json"
                told = stribeck("export", path, "-o", fmu, "--fmi", version, "--kernels", KERNELS)
                self.assertEqual(told.returncode, 0, told.stderr)
                with zipfile.ZipFile(fmu) as archive:
                    for platform, library in BUILT.items():
                        inside = NAMES_OF_2.get(platform, platform) if version == "2" else platform
                        carried = archive.read(f"binaries/{inside}/some_{version}{library.suffix}")
                        self.assertEqual(machine(carried), MACHINES[platform], platform)
                        for name in ("fmi2DoStep", "fmi3DoStep", "fmi2NewDiscreteStates", "fmi3UpdateDiscreteStates"):
                            self.assertIn(name.encode() + b"\0", carried, platform)
                    self.assertTrue(any("linux" in name for name in archive.namelist()))
                if "x86_64-linux" in BUILT:  # other methods of integration than the program's: as exact as its tolerance
                    names, expected = rows(path)
                    self.assertIsNone(difference(fmu, "CoSimulation", names, expected, 1e-4))

    def test_they_run_under_emulators(self):
        """Those for which there is one here; the host is built by the compiler that built the kernels."""
        path, output, stop = ROOT / "diagrams/verify/rotational_dry_friction_stick_slip.json", "load.w", 5.0
        names, table = rows(path)
        expected = table[stop][-1][names.index(output)]
        for platform, (target, emulator, inside) in EMULATORS.items():
            words = emulator()
            if platform not in BUILT or words is None or not ZIG.exists():
                print(f"left out: {platform} (its kernel, its emulator or {ZIG} is missing)")
                continue
            with self.subTest(platform), tempfile.TemporaryDirectory() as folder:
                fmu, host = Path(folder) / "some.fmu", Path(folder) / ("host.exe" if "windows" in platform else "host")
                self.assertEqual(stribeck("export", path, "-o", fmu, "--kernels", KERNELS).returncode, 0)
                with zipfile.ZipFile(fmu) as archive:
                    archive.extractall(folder)
                run(ZIG, "-m", "ziglang", "cc", "-target", target, "-O1", HERE / "foreign_host.c", "-o", host, *(() if host.suffix else ("-ldl",)))
                model = ElementTree.parse(Path(folder) / "modelDescription.xml").getroot()
                reference = next(v.get("valueReference") for v in model.iter("ScalarVariable") if v.get("name") == output)
                said = run(*words, host, next((Path(folder) / "binaries" / inside).iterdir()), model.get("guid"),
                           (Path(folder) / "resources").as_uri().replace("///", "///Z:/" if host.suffix else "///"), stop, 100, reference)
                self.assertAlmostEqual(float(said), expected, delta=1e-4)

    def test_a_folder_without_kernels_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            told = stribeck("export", ROOT / "diagrams/start/mass_spring_damper.json", "-o", Path(folder) / "a.fmu", "--kernels", folder)
            self.assertNotEqual(told.returncode, 0)
            self.assertIn("file.missing", told.stderr)


if __name__ == "__main__":
    unittest.main()
