"""More mechanisms in space against numbers that two other programs share to all digits written here, or closed forms: tops and gyroscopes, linkages,
a nut on a screw that rubs, and a guide that has one answer, none or two (Painleve)."""
import json
import math
import tempfile
import unittest
from pathlib import Path

from spatial_loops_test import ACROSS, Checked, Mechanism, driven, link, near, pin
from spatial_set import Body, Mechanism as Described, diagram, mechanisms, turned_start, Joint
from spatial_test import body, revolute, stribeck, transform


def described(mechanism):
    """As spatial_test's mechanism, which can be run."""
    made = Mechanism()
    made.components, made.connections = diagram(mechanism)
    return made


class Free(Checked):
    """Tolerances: the digits written, and 1e-8 for the integrator at rtol 1e-11."""

    def test_heavy_top(self):
        """Jacobi's functions; released at rest at 30 degrees."""
        found = described(mechanisms()["heavy_top"]).run([.05, .1, .2, .5, 1], ["top.frame.e3_x", "top.frame.e3_y"])
        self.check(found, {"top.frame.e3_x": [.55614454444, .58325725572, .29005840331, -.2469408617, -.2765872539],
                           "top.frame.e3_y": [.04222747431, .23405516013, .43924916763, .4740081876, -.53066551254]}, 1e-8)

    def test_a_body_without_torque(self):
        """Jacobi's functions for the angular velocity, quaternions for the attitude."""
        bare = Described({"body": Body(1, (0, 0, 0), (1, 2, 3))}, {"flight": Joint("free", "world", "body", **turned_start(
            "free", (0, 0, 1), 0, w1=1, w2=.5, w3=2))}, (10,), gravity=(0, 0, 0))
        found = described(bare).run([1, 2, 5, 10], [f"body.frame.{part}" for part in ("e1_x", "e1_y", "e1_z", "e3_z")])
        self.check(found, {"body.frame.e1_x": [-.56082110357, -.44753901708, -.38178807124, -.71406289552],
                           "body.frame.e1_y": [.80823775824, -.87925580762, -.91905135636, .69790266842],
                           "body.frame.e1_z": [-.17953110021, .16315039981, .09789010687, .05519100150],
                           "body.frame.e3_z": [.87361408293, .89936160920, .92666225219, .83092721313]}, 1e-8)

    def test_gyroscope_in_gimbals(self):
        names = ["yaw.phi", "pitch.phi", "yaw.w", "pitch.w", "spin.w"]
        found = described(mechanisms()["gyroscope"]).run([.1, .5, 1], names)
        self.check(found, {"yaw.phi": [.04186562417, .1928503557, .3936359405], "pitch.phi": [.29819797568, .29427371861, .29089180874],
                           "yaw.w": [.14870766224, .472603758, .7517983824], "pitch.w": [.43457524977, -.5428819652, .222664284],
                           "spin.w": [199.95630996, 199.86292371, 199.78437920]}, 1e-7)

    def test_five_bar(self):
        left, right = math.radians(120), math.radians(50)
        mechanism = Mechanism().add(o1=pin(left, 0), left=link(.5, .3), a1=pin(), left_link=link(.6, .45), foot=transform(offset=[.4, 0, 0]),
                                    o5=pin(right, 0), right=link(.5, .3), a2=pin(), right_link=link(.6, .45), closure={
                                        "type": "spatial.closure", "parameters": {"holds": "point"}})
        for joint, offset in (("left_end", .3), ("right_end", .3), ("left_top", .45), ("right_top", .45)):
            mechanism.add(**{joint: transform(offset=[offset, 0, 0])})
        mechanism.components["a1"]["initial"] = near(phi=math.radians(55) - left)
        mechanism.components["a2"]["initial"] = near(phi=math.radians(130) - right)
        mechanism.connect("world.frame o1.a foot.a", "foot.b o5.a", "o1.b left.frame left_end.a", "left_end.b a1.a", "a1.b left_link.frame left_top.a",
                          "o5.b right.frame right_end.a", "right_end.b a2.a", "a2.b right_link.frame right_top.a", "left_top.b closure.a", "right_top.b closure.b")
        found = driven(mechanism, "o1", 1).run([.1, .2, .4], ["o1.phi", "o5.phi", "o1.w", "left_top.b.r_x", "closure.F_x", "closure.F_z"])
        self.check(found, {"o1.phi": [2.2485735962, 2.5990310113, 2.0732031267], "o5.phi": [.76689139221, .62770153703, 2.5633903386],
                           "o1.w": [2.9496444890, 1.7739301886, 2.3129006682], "left_top.b.r_x": [.22034872981, .19301541027, -.13298230921],
                           "closure.F_x": [-1.7849550264, -52.456975440, 1.5685762290], "closure.F_z": [-.01434193186, -.68540806846, 2.2026377199]}, 1e-7)

    def test_shafts_with_a_universal_joint(self):
        """Speeds by the closed form of the joint, at 30 degrees."""
        lean = math.radians(30)
        mechanism = Mechanism([0, 0, 0]).add(
            first=revolute([1, 0, 0], 0, 20), a=body(1, [0, 0, 0], .02, .02, .02), cross={"type": "spatial.universal", "parameters": {
                "axis_1_direction": [0, 1, 0], "axis_2_direction": [0, 0, 1]}, "initial": near(phi1=-lean, phi2=0)},
            b=body(1, [0, 0, 0], .05, .05, .05), other=transform(axis=[0, 1, 0], angle=-lean), second=revolute([1, 0, 0]), sleeve=body(.1, [0, 0, 0], 1e-9, 1e-9, 1e-9),
            closure={"type": "spatial.closure"})
        mechanism.components["second"]["initial"] = near(phi=0)
        mechanism.connect("world.frame first.a other.a", "first.b a.frame cross.a", "cross.b b.frame closure.a", "other.b second.a", "second.b sleeve.frame closure.b")
        found = mechanism.run([.05, .1, .15, .4], ["first.phi", "first.w", "second.w"])
        self.check(found, {"first.phi": [.95493873, 1.78752410, 2.67706275, 7.29083459], "first.w": [17.63120247, 16.48274879, 19.32818129, 17.44216958],
                           "second.w": [18.32092464, 18.74373487, 17.62295558, 18.39315873]}, 1e-6)


class Rubs(Checked):
    def test_a_nut_on_a_screw(self):
        """Turning down and up: the axial force of the thread, and the angular acceleration."""
        rho, r, load, inertia = .003, .01, 1.5 * 9.81, 4e-4
        for mu in (0, .1, .25, .29):
            for way in (-1, 1):
                law = {"friction": "exact", "radius": r, "friction_coefficient": mu} if mu else {}
                nut = Mechanism().add(screw={"type": "spatial.screw", "parameters": {"pitch": 2 * math.pi * rho, **law}, "initial": {"phi": 0, "w": 10 * way}},
                                      nut=body(1.5, [0, 0, 0], inertia, inertia, inertia)).connect("world.frame screw.a", "screw.b nut.frame")
                force = load / (1 - way * mu * .3 + 1.5 * rho * (rho + way * mu * r) / inertia)
                found = nut.run([0, 1e-4], ["screw.L", "nut.frame.dw_z"])
                self.assertAlmostEqual(found["screw.L"][0], force, delta=1e-9 * force)
                self.assertAlmostEqual(found["nut.frame.dw_z"][0], -force * (rho + way * mu * r) / inertia, delta=1e-7)

    @staticmethod
    def rod_on_a_guide(phi, spin, mu, way):
        """Of 1 kg and 1 m, hinged to a slider of 0.1 kg that moves on a guide."""
        mechanism = Mechanism().add(
            guide={"type": "spatial.prismatic", "parameters": {"axis_direction": [1, 0, 0], "friction": "exact", "friction_coefficient": mu},
                   "initial": {"s": 0, "v": way}}, slider=body(.1, [0, 0, 0], 0, 0, 0), hinge=revolute(ACROSS, math.radians(phi), spin), rod=link(1, 1))
        return mechanism.connect("world.frame guide.a", "guide.b slider.frame hinge.a", "hinge.b rod.frame")

    def test_a_guide_with_one_answer(self):
        for phi, spin, mu, way, force in ((60, 0, .5, 1, 5.3964269), (60, 8, .5, 1, -15.788630)):
            found = self.rod_on_a_guide(phi, spin, mu, way).run([0, 1e-4], ["guide.N"])
            self.assertAlmostEqual(found["guide.N"][0], abs(force), delta=1e-5)

    def said(self, *case):
        """Of a run of a few steps."""
        mechanism = self.rod_on_a_guide(*case)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "m.json").write_text(json.dumps({"format": "stribeck/1", "components": mechanism.components, "connections": mechanism.connections,
                                                          "experiment": {"stop": 1e-3, "rtol": 1e-9, "atol": 1e-12}}))
            done = stribeck("run", "m.json", cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def test_two_answers_or_none_are_named(self):
        """With the joint, its place and the reason: a force raises its limit by mu |kappa| = 3 * 0.60420377 times itself, in either sense of slipping."""
        for phi, spin, way in ((60, 0, 1), (60, 8, -1)):
            said = self.said(phi, spin, 3, way)
            self.assertRegex(said, "warning.run.jammed.*guide.*two forces fulfil its law, from t = 0 s on")
            self.assertRegex(said, "by 1.8126[01].* times itself")
            self.assertIn("/components/guide", said)
        for phi, spin, way in ((60, 0, -1), (60, 8, 1), (120, 0, 1)):
            said = self.said(phi, spin, 3, way)
            self.assertRegex(said, "warning.run.jammed.*guide.*jams: no force fulfils its law while it slips, at t = 0 s")
            self.assertIn("/components/guide", said)
        for mu in (1.6, 1.7):  # the critical one of 60 degrees is 1.65507
            self.assertEqual("run.jammed" in self.said(60, 0, mu, 1), mu > 1.65507)

    def test_a_guide_with_no_answer(self):
        """An impulse brings it to rest at once (impact without collision), which keeps the angular momentum of the rod about the hinge of the slider."""
        for phi, spin, way in ((60, 0, -1), (60, 8, 1), (120, 0, 1)):
            found = self.rod_on_a_guide(phi, spin, 3, way).run([0, 1e-3], ["guide.v", "hinge.w"])
            self.assertEqual(found["guide.v"], [0, 0])
            # Moment of momentum about the hinge: J w - m l v sin(phi), before and after; the impulse goes through the hinge.
            before = spin / 3 - .5 * way * math.sin(math.radians(phi))
            self.assertAlmostEqual(found["hinge.w"][0] / 3, before, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
