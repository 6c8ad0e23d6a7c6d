"""The built program and the project's diagrams, for the tests that use them as a user would."""
import atexit
import ctypes
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("STRIBECK", ROOT / "build/dev/stribeck")).resolve()
LONGEST_S = 120
os.environ.pop("COLUMNS", None)  # lines are as long as they are in pipes, whoever runs the tests


_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def no_orphan(also=None):
    """For preexec_fn: the child is killed when this process ends, even by SIGKILL; an endless run would go on for ever. `also`: another one."""
    parent = os.getpid()

    def prepare():
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        if also:
            also()
    return prepare


def start(*arguments, preexec_fn=None, **options):
    """Starts the program, which ends with us at the latest."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.Popen([str(PROGRAM), *map(str, arguments)], preexec_fn=no_orphan(preexec_fn), **options)


def stribeck(*arguments, cwd=ROOT, preexec_fn=None, **options):
    """Runs the program to its end; standard output and error as text."""
    options.setdefault("stdin", subprocess.DEVNULL)
    options["preexec_fn"] = no_orphan(preexec_fn)
    return subprocess.run([str(PROGRAM), *map(str, arguments)], cwd=cwd, text=True, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LONGEST_S, check=False, **options)


def run(*words, cwd=ROOT, **environment):
    """Runs another program, which must succeed; what it says."""
    result = subprocess.run([*map(str, words)], cwd=cwd, text=True, capture_output=True, timeout=900, check=False,
                            env={**os.environ, **environment})
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")
    return result.stdout


def own_folder():
    """An empty folder that goes away when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="stribeck_test_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def compiler():
    """How the program was compiled, as environment variables: what shares C++ with it must be, too."""
    cache = (PROGRAM.parent / "CMakeCache.txt").read_text()
    value = {name: re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE).group(1) for name in ("CMAKE_CXX_COMPILER", "STRIBECK_SANITIZE")}
    flags = f"-fsanitize={value['STRIBECK_SANITIZE']}" if value["STRIBECK_SANITIZE"] else ""
    return {"CXX": value["CMAKE_CXX_COMPILER"], "CXXFLAGS": flags}


def is_sanitized():
    return bool(compiler()["CXXFLAGS"])


def without_comments(text):
    """JSON text with // and /* */ comments blanked out, those inside strings kept."""
    token = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return token.sub(lambda match: match.group() if match.group().startswith('"') else " ", text)


# No libraries but those beside a diagram, whatever the machine has: for texts that name the places where libraries are looked for.
NO_LIBRARIES = {"STRIBECK_PATH": "", "XDG_DATA_HOME": "/nonexistent/user", "XDG_DATA_DIRS": "/nonexistent/system"}


def error_codes():
    """Code -> exit status, as error_codes.def has them."""
    rows = re.findall(r'^STRIBECK_ERROR\(\w+, "([\w.]+)", (\d+),', (ROOT / "runtime/base/error_codes.def").read_text(), re.MULTILINE)
    return {code: int(status) for code, status in rows}
