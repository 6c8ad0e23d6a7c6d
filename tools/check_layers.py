#!/usr/bin/env python3
"""Checks who includes whom: runtime/ against runtime/layers.txt, components/ against the public component header alone.

usage: check_layers.py [ROOT]      prints one line a violation; exit status 1 if there is one
"""
import fnmatch
import pathlib
import re
import sys

SUFFIXES = {".h", ".hpp", ".cpp", ".def"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
C_STANDARD = set("assert ctype errno fenv float inttypes limits locale math setjmp signal stdarg stddef stdint stdio stdlib string time".split())
PUBLIC = ("stribeck/component.hpp", "stribeck/spatial.hpp")


class Layers:
    """What layers.txt says: `allowed` maps a folder to folders, `homes` lists (globs, prefixes, only one file)."""

    def __init__(self, text):
        self.allowed, self.homes, self.faults = {}, [], []
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            if "<" in line:
                globs, prefixes = line.split("<", 1)
                once = prefixes.startswith("1")
                self.homes.append((globs.split(), prefixes[once:].split(), once))
                continue
            folder, _, below = line.partition(":")
            unknown = [name for name in below.split() if name not in self.allowed]
            if unknown:
                self.faults.append(f"runtime/layers.txt:{number}: {folder} names {', '.join(unknown)}, which stands in no line above it")
            self.allowed[folder] = set(below.split())


def includes(path):
    """(line, header, in quotes) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1] or match[2], match[1] is not None


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def is_standard(header):
    stem, dot, suffix = header.partition(".")
    return "/" not in header and (not dot or (suffix == "h" and stem in C_STANDARD))


def check_runtime(runtime, layers):
    faults, users = [], {}
    for path in sources(runtime):
        name = path.relative_to(runtime).as_posix()
        layer = name.split("/")[0] if "/" in name else "pipeline"
        if layer not in layers.allowed:
            faults.append(f"runtime/{name}:1: the folder {layer} has no line in runtime/layers.txt")
            continue
        for line, header, quoted in includes(path):
            place = f"runtime/{name}:{line}"
            if quoted:
                top = header.split("/")[0] if "/" in header else "pipeline"
                top = "include" if top == "stribeck" else top
                if top != layer and top not in layers.allowed[layer]:
                    faults.append(f"{place}: {layer} may not include \"{header}\"")
            elif not is_standard(header):
                homes = [(index, once) for index, (globs, prefixes, once) in enumerate(layers.homes)
                         if any(header.startswith(prefix) for prefix in prefixes)
                         and any(fnmatch.fnmatchcase(name, glob) for glob in globs)]
                if not homes:
                    faults.append(f"{place}: <{header}> has its home elsewhere (runtime/layers.txt)")
                for index, once in homes:
                    if once:
                        users.setdefault(index, {}).setdefault(name, place)
    for index, files in users.items():
        if len(files) > 1:
            prefixes = " ".join(layers.homes[index][1])
            faults += [f"{place}: only one source may include {prefixes}, and {' and '.join(files)} do" for place in files.values()]
    return faults


def check_components(components):
    faults = []
    for path in sources(components):
        for line, header, quoted in includes(path):
            partial = quoted and any((base / header).resolve().is_relative_to(components.resolve()) and (base / header).is_file()
                                     and not header.endswith(".cpp") for base in (components, path.parent))
            if header not in PUBLIC and not partial and (quoted or not is_standard(header)):
                faults.append(f"components/{path.relative_to(components).as_posix()}:{line}: a component includes {PUBLIC[0]}, partials of "
                              f"components/ and the standard library, not {header}")
    return faults


def check(root):
    root = pathlib.Path(root)
    layers = Layers((root / "runtime/layers.txt").read_text(encoding="utf-8"))
    return layers.faults + check_runtime(root / "runtime", layers) + check_components(root / "components")


def main():
    found = check(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    print("\n".join(found) if found else "includes: all as runtime/layers.txt allows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
