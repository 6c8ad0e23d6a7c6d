"""Every .json file of the repository is JSON for any reader: comments stand in .jsonc files only."""
import json
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def files(pattern):
    """What git keeps, or what is there where no git is; never what a build made."""
    listed = subprocess.run(["git", "ls-files", pattern], cwd=ROOT, text=True, capture_output=True, check=False).stdout.split("\n")
    kept = [ROOT / name for name in listed if name and (ROOT / name).exists()]
    return kept or [path for path in ROOT.rglob(pattern) if path.relative_to(ROOT).parts[0] != "build"]


def refuse(word):
    raise ValueError(f"{word} is no number of JSON")


class JsonFiles(unittest.TestCase):
    def test_every_json_file_is_json(self):
        found = files("*.json")
        self.assertGreater(len(found), 300)
        for path in found:
            with self.subTest(path.relative_to(ROOT).as_posix()):
                json.loads(path.read_bytes().decode("utf-8"), parse_constant=refuse)

    def test_a_jsonc_file_has_a_comment(self):
        for path in files("*.jsonc"):
            with self.subTest(path.relative_to(ROOT).as_posix()):
                self.assertRegex(path.read_text(), "//|/[*]")


if __name__ == "__main__":
    unittest.main()
