"""tools/mutants.py on a small source: what it finds there, and that a program with all mutants in it does what each of them alone would."""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import mutants  # noqa: E402
from mutation import build, run, sources  # noqa: E402

# One line a mutant can be in each; what `answer` gives is known by hand for every mutant of it.
SOURCE = """#include "choice.h"
constexpr int kTen = 10;  // constants of the language stay: they may be sizes
static_assert(kTen == 10);
int answer(int a, int b) {
  int sum = a * b;
  if (a < b && b > 0)  // a comment, // and one more
    sum += 5;
  for (int i = 0; i < 4; ++i) {
    if (i == 2) continue;
    sum = sum - 1;
  }
  return -sum;
}
"""
MAIN = """#include <cstdio>
#include <cstdlib>
int stribeck_mutant = -1;
unsigned char stribeck_mutants_reached[100] = {};
int answer(int, int);
int main(int, char** argv) {
  stribeck_mutant = std::atoi(argv[1]);
  std::printf("%d %d", answer(2, 3), answer(3, 3));
}
"""
# a = 2, b = 3: 6 + 5 - 3, negative; a = 3, b = 3: 9 - 3, negative. Those that change the loop's end are counted by hand as well.
EXPECTED = {
    "a * b  ->  a / b": "-2 2",
    "a < b && b > 0  ->  false": "-3 -6",
    "a < b && b > 0  ->  true": "-8 -11",
    "a < b && b > 0  ->  a < b": "-8 -6",
    "a < b && b > 0  ->  b > 0": "-8 -11",
    "a < b  ->  a <= b": "-8 -11",
    "b > 0  ->  b >= 0": "-8 -6",
    "0  ->  1": None,  # of b > 0 and of the loop, which differ
    "without sum += 5;": "-3 -6",
    "5  ->  6": "-9 -6",
    "i < 4  ->  i <= 4": "-7 -5",
    "4  ->  5": "-7 -5",
    "i == 2  ->  false": "-7 -5",
    "i == 2  ->  true": "-11 -9",
    "i == 2  ->  i != 2": "-10 -8",
    "2  ->  3": "-8 -6",
    "without continue;": "-7 -5",
    "without sum = sum - 1;": "-11 -9",
    "sum - 1  ->  sum + 1": "-14 -12",
    "1  ->  2": "-5 -3",
    "-sum  ->  sum": "8 6",
}


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name).resolve()
        (cls.root / "choice.h").write_text(build.HEADER)
        (cls.root / "small.cpp").write_text(SOURCE)
        units = [(cls.root / "small.cpp", ["small.cpp"], ["-std=c++20"])]
        cls.found = sources.find(cls.root, units, cls.root / "found.json")
        cls.kept = sources.find(cls.root, units, cls.root / "found.json")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_finds_every_operator_condition_constant_and_statement(self):
        self.assertEqual({mutant.change for mutant in self.found}, set(EXPECTED))
        self.assertEqual(self.found, self.kept)  # what a file keeps is what was found

    def test_one_program_holds_them_all(self):
        text = sources.with_mutants(SOURCE.encode(), list(enumerate(self.found)))
        self.assertEqual(text.count(b"\n"), SOURCE.count("\n"))  # so a compiler's complaint has the line of the original
        (self.root / "all.cpp").write_bytes(text)
        (self.root / "main.cpp").write_text(f'#include "choice.h"\n{MAIN}')
        program = self.root / "all"
        subprocess.run(["g++", "-std=c++20", "-O0", "all.cpp", "main.cpp", "-o", str(program)], cwd=self.root, check=True)

        def answers(number):
            return subprocess.run([str(program), str(number)], capture_output=True, text=True, check=True).stdout

        self.assertEqual(answers(-1), "-8 -6")
        for number, mutant in enumerate(self.found):
            if EXPECTED[mutant.change] is not None:
                self.assertEqual(answers(number), EXPECTED[mutant.change], mutant)

    def test_a_draw_is_the_same_for_the_same_seed_and_balances_the_kinds(self):
        drawn = mutants.draw(self.found, 7, 3)
        self.assertEqual(drawn, mutants.draw(self.found, 7, 3))
        self.assertEqual(len({mutant.kind for mutant in drawn}), 7)
        self.assertNotEqual(drawn, mutants.draw(self.found, 7, 4))

    def test_a_mutant_goes_to_the_tests_that_reach_it_the_most_specific_first_until_the_budget_is_spent(self):
        log = self.root / "log"

        class Made:
            root = work = self.root

        def test(name, seconds, reached, status=0):
            return run.Test(name, ["sh", "-c", f"echo {name} $STRIBECK_MUTANT >> {log}; exit {status}"], None, {}, seconds, reached)

        tests = [test("elsewhere", 0.01, {4}, 1), test("of all", 0.3, set(range(100))), test("late", 1, {3}), test("short", 0.02, {3}),
                 test("fails", 0.5, {3, 4}, 1)]
        tests.sort(key=run.effort)
        self.assertEqual([one.name for one in tests], ["elsewhere", "short", "fails", "late", "of all"])
        outcome = run.challenge(3, self.found[0], tests, 10, Made)
        self.assertEqual((outcome.noticed_by, outcome.reaching), ("fails", 4))
        self.assertEqual(log.read_text().split("\n"), ["short 3", "fails 3", ""])
        # The failing one takes longer than that, but one that comes later does not.
        outcome = run.challenge(3, self.found[0], tests, 0.4, Made)
        self.assertEqual((outcome.noticed_by, outcome.run, outcome.reaching), (None, 2, 4))

    def test_time_is_the_processor_s(self):
        # A process that waits uses none, however long it is kept; one that works is ended. How much it used by then is not asked: what the
        # limit of the system and the sum of the times of children count differs by more than a tenth on some machines.
        self.assertEqual(run.execute(["sleep", "1.5"], self.root, {}, 1), 0)
        self.assertIsNone(run.execute(["sh", "-c", "while true; do true; done"], self.root, {}, 1))
        self.assertEqual(run.execute(["sh", "-c", "exit 3"], self.root, {}, 1), 3)

    def test_a_diagram_is_run_in_all_ways_where_its_check_was_short(self):
        measured = {f"check {name}": {"tests": [[name, [], None, {}, seconds, []]]} for name, seconds in (("short", 0.02), ("long", 2))}
        self.assertEqual([run.is_brief(name, measured) for name in ("short", "long", "failed")], [True, False, False])

    def test_what_was_measured_is_measured_again_where_a_file_changed(self):
        script = self.root / "test.sh"
        script.write_text("true")
        changing = run.identity(["sh", "test.sh"], {}, self.root)
        self.assertEqual(changing, run.identity(["sh", "test.sh"], {}, self.root))
        self.assertNotEqual(changing, run.identity(["sh", "test.sh"], {"STRIBECK": "test.sh"}, self.root))
        script.write_text("false")
        self.assertNotEqual(changing, run.identity(["sh", "test.sh"], {}, self.root))

    def test_outcomes_are_read_back_and_those_noticed_stand_where_the_open_ones_run_again(self):
        first, second, gone = (run.Outcome(mutant, by, 2, 3) for mutant, by in zip(self.found, ("a test", None, "a test")))
        mutants.write_last(self.root, [("then", outcome) for outcome in (first, second, gone)])
        last = mutants.read_last(self.root)
        self.assertEqual(list(last.values()), [("then", first), ("then", second), ("then", gone)])
        options = argparse.Namespace(again=True)
        moved = [mutant._replace(number=mutant.number + 1) for mutant in (first.mutant, second.mutant)]
        drawn, stands = mutants.choose(moved, last, options)
        self.assertEqual(drawn, moved[1:])
        self.assertEqual(stands, [("then", first)])

    def test_an_explained_survivor_is_not_open(self):
        outcomes = [run.Outcome(mutant, None, 1, 1) for mutant in self.found[:2]]
        explained = [{"file": m.file, "line": m.line, "change": m.change, "why": "a reason"} for m in self.found[:2]]
        self.assertFalse(mutants.tell(outcomes, explained[:1]))
        self.assertTrue(mutants.tell(outcomes, explained))


if __name__ == "__main__":
    unittest.main()
