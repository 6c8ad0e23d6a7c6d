"""stribeck decay on records with noise, offset and sag: what the procedure of two peaks got wrong without a word."""
import json
import math
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import own_folder, stribeck  # noqa: E402

OMEGA = math.sqrt(157.9)
ZETA = 2 / (2 * OMEGA)  # 1 kg, 157.9 N/m, 2 N*s/m


class Decay(unittest.TestCase):
    def setUp(self):
        self.folder = own_folder()

    def record(self, noise=0.0, offset=0.0, zeta=ZETA, stop=2.8, motion=None):
        damped = OMEGA * math.sqrt(1 - zeta * zeta)
        generator = random.Random(11)

        def swing(t):
            return 0.1 * math.exp(-zeta * OMEGA * t) * (math.cos(damped * t) + zeta * OMEGA / damped * math.sin(damped * t))

        times = [k / 500 for k in range(int(stop * 500) + 1)]
        rows = "".join(f"{t!r},{(motion or swing)(t) + offset + generator.gauss(0, noise)!r}\n" for t in times)
        path = self.folder / "record.csv"
        path.write_text("time,x\n" + rows)
        return path

    def best(self, path, *options):
        result = stribeck("decay", path, "--of", "x", "--format", "json", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        document = json.loads(result.stdout)
        return document, next(law for law in document["laws"] if law["law"] == document["best"])

    def test_noise_offset_and_sag(self):
        for noise, offset in ((0, 0), (1e-5, 0), (1e-3, 0), (1e-5, 5e-3), (1e-3, -9.81 / 157.9)):
            with self.subTest(noise=noise, offset=offset):
                _, law = self.best(self.record(noise, offset), "--mass", "1 kg")
                self.assertEqual(law["law"], "viscous")
                width = law["damping_ratio"]["high"] - law["damping_ratio"]["low"]
                self.assertLessEqual(abs(law["damping_ratio"]["value"] - ZETA), width + 1e-9)  # twice the interval's half
                self.assertAlmostEqual(law["viscous_Ns_per_m"]["value"], 2, delta=0.06)
                self.assertAlmostEqual(law["rest"]["value"], offset, delta=3e-4)

    def test_the_document_tells_the_two_peaks_beside_the_fit(self):
        document, _ = self.best(self.record(1e-5, 5e-3), "--two-peaks", "--cycles", "3")
        self.assertEqual(document["two_peaks"]["cycles"], 3)
        self.assertAlmostEqual(document["two_peaks"]["damping_ratio"], ZETA, delta=1e-3)
        self.assertIsNone(self.best(self.record())[0]["two_peaks"])

    def test_text(self):
        result = stribeck("decay", self.record(1e-3), "--of", "x")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"(?m)^viscous +0\.079\d* \(0\.079\d* to 0\.079\d*\) .* best$")
        self.assertRegex(result.stdout, r"(?m)^quadratic .* refuted$")
        whole = stribeck("decay", self.record(1e-3), "--of", "x", "--full-digits")
        self.assertRegex(whole.stdout, r"(?m)^viscous +0\.079\d{9,} ")

    def test_what_is_refused(self):
        for motion, word in ((lambda t: math.exp(t) * math.sin(9 * t), "grows"), (lambda t: 0.2, "turns 0 times"),
                             (lambda t: math.sin(12 * t) + 0.8 * math.sin(14 * t), "no law of damping describes")):
            result = stribeck("decay", self.record(motion=motion), "--of", "x")
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("error[result.no_decay]: ", result.stderr)
            self.assertIn(word, result.stderr)
        result = stribeck("decay", self.record(), "--of", "x", "--cycles", "3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("two-peaks", result.stderr)


if __name__ == "__main__":
    unittest.main()
