"""The mechanisms of spatial_set.py by Drake: its multibody tree gives mass matrix, bias, gravity and the Jacobians of what closes loops; multipliers hold
these, and SciPy's DOP853 integrates. Skipped where Drake is not installed; by hand, in an environment with drake and scipy:
    STRIBECK=build/release/stribeck python tests/networks/spatial_drake_test.py [-v]"""

import os
import sys
import unittest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for one another take longer than a matrix of a hundred rows
try:
    import numpy as np
    from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix
    from pydrake.multibody import tree as drake
    from pydrake.multibody.plant import MultibodyPlant
    from scipy.integrate import solve_ivp
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)  # as tests/CMakeLists.txt tells ctest

import spatial_set
from spatial_set_test import motion

REDUNDANT = 1e-6  # constraints that say the same differ by what the motion has drifted off them; others differ by a thousandth or more


def turn_matrix(axis, angle):
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return RotationMatrix(drake_angle_axis(angle, axis))


def drake_angle_axis(angle, axis):
    from pydrake.common.eigen_geometry import AngleAxis  # noqa: PLC0415

    return AngleAxis(angle=angle, axis=axis)


class Plant:
    """A mechanism as Drake's tree, with what closes its loops as rows of a Jacobian."""

    def __init__(self, mechanism):
        self.mechanism = mechanism
        self.plant = plant = MultibodyPlant(time_step=0)
        plant.mutable_gravity_field().set_gravity_vector(np.array(mechanism.gravity, float))
        self.bodies = {"world": plant.world_body()}
        for name, body in mechanism.bodies.items():
            self.bodies[name] = plant.AddRigidBody(name, self.inertia_of(body))
        self.asked, self.joints, self.middle = {}, {}, {}
        for name, joint in mechanism.joints.items():
            seat = plant.AddFrame(
                drake.FixedOffsetFrame(
                    f"{name}_seat", self.bodies[joint.a].body_frame(), RigidTransform(turn_matrix(*joint.turn), np.array(joint.place, float))
                )
            )
            self.joints[name] = self.add_joint(name, joint, seat, self.bodies[joint.b].body_frame())
        self.ends = {}
        for name, loop in mechanism.loops.items():
            ends = ((f"{name}_a", loop.a, loop.place_a, loop.turn_a), (f"{name}_b", loop.b, loop.place_b, (spatial_set.Z, 0)))
            self.ends[name] = [
                plant.AddFrame(
                    drake.FixedOffsetFrame(end, self.bodies[body].body_frame(), RigidTransform(turn_matrix(*turn), np.array(place, float)))
                )
                for end, body, place, turn in ends
            ]
        plant.Finalize()
        self.context = plant.CreateDefaultContext()

    @staticmethod
    def inertia_of(body):
        if not body.mass:
            return drake.SpatialInertia.Zero()
        xx, yy, zz, xy, xz, yz = (*body.inertia, 0, 0, 0)[:6]
        return drake.SpatialInertia.MakeFromCentralInertia(body.mass, np.array(body.centre, float), drake.RotationalInertia(xx, yy, zz, xy, xz, yz))

    def add_joint(self, name, joint, seat, frame):
        add, axis = self.plant.AddJoint, np.array(joint.axis, float)
        if joint.kind == "revolute":
            return add(drake.RevoluteJoint(name, seat, frame, axis))
        if joint.kind == "prismatic":
            return add(drake.PrismaticJoint(name, seat, frame, axis))
        if joint.kind == "screw":
            return add(drake.ScrewJoint(name, seat, frame, axis, joint.parameters["pitch"], 0))
        if joint.kind == "planar":
            return add(drake.PlanarJoint(name, seat, frame))
        if joint.kind == "universal":
            return add(drake.UniversalJoint(name, seat, frame))
        if joint.kind == "ball":
            return add(drake.BallRpyJoint(name, seat, frame))
        if joint.kind == "free":
            return add(drake.QuaternionFloatingJoint(name, seat, frame))
        assert joint.kind == "cylindrical"  # which Drake has not: two joints, with a body without mass between them
        self.middle[name] = add(
            drake.PrismaticJoint(f"{name}_slide", seat, self.plant.AddRigidBody(f"{name}_middle", drake.SpatialInertia.Zero()).body_frame(), axis)
        )
        return add(drake.RevoluteJoint(name, self.plant.GetBodyByName(f"{name}_middle").body_frame(), frame, axis))

    def set_start(self):
        """Joints where the description says, and those that it leaves to the loops where these close. Returns the state."""
        held = np.zeros(self.plant.num_velocities(), bool)
        for name, joint in self.mechanism.joints.items():
            self.set_joint(name, joint, held)
        for _ in range(30 if self.ends else 0):
            apart, jacobian, _ = self.loops()
            step = np.zeros(len(held))
            step[~held] = -np.linalg.lstsq(jacobian[:, ~held], apart, rcond=1e-10)[0]
            self.plant.SetPositions(self.context, self.plant.GetPositions(self.context) + self.plant.MapVelocityToQDot(self.context, step))
            if np.abs(step).max() < 1e-15:
                break
        if self.ends:
            apart, jacobian, _ = self.loops()
            assert np.abs(apart).max() < 1e-13, "Drake's start does not close the loops"
            speeds = self.plant.GetVelocities(self.context).copy()
            speeds[~held] = -np.linalg.lstsq(jacobian[:, ~held], jacobian[:, held] @ speeds[held], rcond=1e-10)[0]
            assert np.abs(jacobian @ speeds).max() < 1e-12, "the speeds at Drake's start open the loops"
            self.plant.SetVelocities(self.context, speeds)
        return self.plant.GetPositionsAndVelocities(self.context).copy()

    def put(self, joint, positions, speeds):
        every_position, every_speed = (self.plant.GetPositions(self.context).copy(), self.plant.GetVelocities(self.context).copy())
        every_position[joint.position_start() :][: len(positions)] = positions
        every_speed[joint.velocity_start() :][: len(speeds)] = speeds
        self.plant.SetPositionsAndVelocities(self.context, np.concatenate([every_position, every_speed]))

    def set_joint(self, name, joint, held):
        drakes, given = self.joints[name], {**joint.near, **joint.start}
        value = lambda key: given.get(key, 0.0)  # noqa: E731
        if joint.kind in ("revolute", "screw"):
            positions, speeds, names = [value("phi")], [value("w")], ["w"]
        elif joint.kind == "prismatic":
            positions, speeds, names = [value("s")], [value("v")], ["v"]
        elif joint.kind == "planar":
            positions, speeds, names = [value(key) for key in ("s2", "s3", "phi")], [value(key) for key in ("v2", "v3", "w")], ["v2", "v3", "w"]
        elif joint.kind == "universal":
            positions, speeds, names = [value("phi1"), value("phi2")], [value("w1"), value("w2")], ["w1", "w2"]
        elif joint.kind == "cylindrical":
            slide = self.middle[name]
            self.put(slide, [value("s")], [value("v")])
            held[slide.velocity_start()] = True
            positions, speeds, names = [value("phi")], [value("w")], ["w"]
        else:
            rotation = turn_matrix(joint.parameters["axis"], joint.parameters["angle"]) if joint.parameters else RotationMatrix()
            if joint.kind == "ball":
                positions, speeds, names = RollPitchYaw(rotation).vector(), [value(f"w{k}") for k in (1, 2, 3)], ["w1", "w2", "w3"]
            else:
                names = ["w1", "w2", "w3", "v1", "v2", "v3"]
                positions, speeds = [*rotation.ToQuaternion().wxyz(), *(value(f"r{k}") for k in (1, 2, 3))], [value(key) for key in names]
        self.put(drakes, positions, speeds)
        first = drakes.velocity_start()
        held[first : first + len(names)] = [key in joint.start for key in names]

    def loops(self):
        """How far apart what is closed is, the Jacobian of that, and its acceleration at constant speeds."""
        apart, rows, bias = [], [], []
        world, plant, zero, by_speed = self.plant.world_frame(), self.plant, np.zeros(3), drake.JacobianWrtVariable.kV
        for name, ends in self.ends.items():
            poses = [plant.CalcRelativeTransform(self.context, world, end) for end in ends]
            whole = [plant.CalcJacobianSpatialVelocity(self.context, by_speed, end, zero, world, world) for end in ends]
            biases = [plant.CalcBiasSpatialAcceleration(self.context, by_speed, end, zero, world, world) for end in ends]
            apart.append(poses[1].translation() - poses[0].translation())
            rows.append(whole[1][3:] - whole[0][3:])
            bias.append(biases[1].translational() - biases[0].translational())
            if self.mechanism.loops[name].rigid:
                one, other = (pose.rotation().matrix() for pose in poses)
                apart.append(0.5 * sum(np.cross(one[:, k], other[:, k]) for k in range(3)))
                rows.append(whole[1][:3] - whole[0][:3])
                bias.append(biases[1].rotational() - biases[0].rotational())
        return np.concatenate(apart), np.concatenate(rows), np.concatenate(bias)

    def rates(self, _, state):
        plant, context = self.plant, self.context
        plant.SetPositionsAndVelocities(context, state)
        mass = plant.CalcMassMatrix(context)
        force = plant.CalcGravityGeneralizedForces(context) - plant.CalcBiasTerm(context)
        if self.ends:
            _, jacobian, bias = self.loops()
            n, m = len(force), len(bias)
            matrix = np.block([[mass, jacobian.T], [jacobian, np.zeros((m, m))]])
            accelerations = np.linalg.lstsq(matrix, np.concatenate([force, -bias]), rcond=REDUNDANT)[0][:n]
        else:
            accelerations = np.linalg.solve(mass, force)
        return np.concatenate([plant.MapVelocityToQDot(context, state[plant.num_positions() :]), accelerations])

    def motion(self, rtol):
        """By body and time: place, axes (as columns), velocity, angular velocity, as spatial_set_test.motion has them."""
        times = self.mechanism.times
        found = solve_ivp(self.rates, (0, max(times)), self.set_start(), "DOP853", t_eval=times, rtol=rtol, atol=rtol)
        assert found.success, found.message
        rows = []
        for state in found.y.T:
            self.plant.SetPositionsAndVelocities(self.context, state)
            row = {}
            for name, body in self.mechanism.bodies.items():
                if body.mass:
                    pose = self.plant.EvalBodyPoseInWorld(self.context, self.bodies[name])
                    speed = self.plant.EvalBodySpatialVelocityInWorld(self.context, self.bodies[name])
                    row[name] = np.concatenate([pose.translation(), pose.rotation().matrix().T.ravel(), speed.translational(), speed.rotational()])
            rows.append(row)
        return rows


class AgainstDrake(unittest.TestCase):
    """Each route is run at two tolerances: what that changes is how far it can be trusted. Allowed is ten times what both change, since errors may
    add up, and 1e-9, which is less than either promises."""

    def test_all(self):
        for name, mechanism in spatial_set.mechanisms().items():
            with self.subTest(name):
                plant = Plant(mechanism)
                coarse, fine = plant.motion(1e-8), plant.motion(1e-10)
                ours, rough = motion(mechanism, 1e-11), motion(mechanism, 1e-9)
                worst, told = 0.0, 1e-9
                for k in range(len(mechanism.times)):
                    for body, expected in fine[k].items():
                        scale = np.maximum(1, np.abs(expected))
                        own = np.abs(coarse[k][body] - expected) + np.abs(np.array(ours[k][body]) - rough[k][body])
                        told = max(told, 10 * (own / scale).max())
                        worst = max(worst, (np.abs(np.array(ours[k][body]) - expected) / scale).max())
                print(f"{name:24} differs by {worst:.1e}, allowed {told:.1e}")
                self.assertLess(told, 1e-4, "too rough to compare")
                self.assertLessEqual(worst, told)


if __name__ == "__main__":
    unittest.main()
