"""docs/from_other_tools.md: every component of the other libraries has its row, and every type that a row names exists."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

SIMSCAPE = """Mechanical Rotational Reference, Mechanical Translational Reference, Inertia, Mass, Rotational Spring, Translational Spring,
Rotational Damper, Translational Damper, Rotational Inerter, Translational Inerter, Rotational Friction, Translational Friction,
Rotational Hard Stop, Translational Hard Stop, Rotational Free End, Translational Free End, Gear Box, Lever, Wheel and Axle,
Ideal Torque Source, Ideal Force Source, Ideal Angular Velocity Source, Ideal Translational Velocity Source,
Ideal Rotational Motion Sensor, Ideal Translational Motion Sensor, Ideal Torque Sensor, Ideal Force Sensor"""
MODELICA = """Fixed, Inertia, Mass, Disc, Rod, Spring, Damper, SpringDamper, ElastoBacklash, ElastoBacklash2, ElastoGap, BearingFriction,
SupportFriction, Brake, Clutch, OneWayClutch, MassWithStopAndFriction, IdealGear, LossyGear, Gearbox, IdealPlanetary, IdealGearR2T,
IdealRollingWheel, RollingResistance, Vehicle, InitializeFlange, RelativeStates, GeneralAngleToTorqueAdaptor,
GeneralTorqueToAngleAdaptor, GeneralForceToPositionAdaptor, GeneralPositionToForceAdaptor, Position, Speed, Accelerate, Move, Torque,
Torque2, Force, Force2, ConstantTorque, ConstantForce, ConstantSpeed, TorqueStep, ForceStep, LinearSpeedDependentTorque,
QuadraticSpeedDependentTorque, InverseSpeedDependentTorque, SignTorque, LinearSpeedDependentForce, QuadraticSpeedDependentForce,
InverseSpeedDependentForce, SignForce, EddyCurrentTorque, EddyCurrentForce, AngleSensor, SpeedSensor, PositionSensor, AccSensor,
RelAngleSensor, RelPositionSensor, RelSpeedSensor, RelAccSensor, TorqueSensor, ForceSensor, PowerSensor, MultiSensor"""
TWENTY_SIM = """Mass, Inertia, Spring, Damper, SpringDamper, FixedWorld, Backlash, Bearing, Bumper, Collision, Clutch, Gear, Transmission,
WormGear, Differential, PlanetaryGear, UniversalCoupling, BeltPulley, RackPinionGear, Spindle, Lever, CamRod, Crank, Fork, ForceActuator,
TorqueActuator, VelocityActuator, PositionActuator, AccelerationActuator, PositionSensor, VelocitySensor, AccelerationSensor,
ForceSensor, TorqueSensor, PowerSensor"""
FAMILIES = {"r": "rotational", "t": "translational", "m": "mechanisms", "s": "signals"}


class OtherTools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = (ROOT / "docs/from_other_tools.md").read_text()
        cls.types = {line.split()[0] for line in stribeck("list").stdout.splitlines() if "." in line.split(" ")[0]}

    def rows(self, heading):
        """[there, here, what differs] of the tables under a heading of the second level."""
        part = re.search(rf"^## {heading}.*?(?=^## |\Z)", self.page, re.S | re.M).group()
        rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in part.splitlines() if line.startswith("| ")]
        return [row for row in rows if row[0] not in ("there", "Blocks", "word", "---") and not row[0].startswith(("there", "---"))]

    def test_every_component_of_the_other_libraries_has_a_row(self):
        for heading, wanted in (("Simscape", SIMSCAPE), ("Modelica", MODELICA), ("20-sim", TWENTY_SIM)):
            found = {re.sub(r" \(.*", "", name).strip() for row in self.rows(heading) for name in re.split(r",(?![^(]*\))", row[0])}
            for name in re.split(r",\s+", wanted.replace("\n", " ")):
                self.assertIn(name, found, heading)

    def test_every_type_that_a_row_names_exists_and_nothing_is_only_planned(self):
        named = 0
        for heading in ("Simscape", "Modelica", "20-sim"):
            for row in self.rows(heading):
                self.assertTrue(row[1].strip(), row)
                for letter, name in re.findall(r"`([rtms])\.(\w+)`", row[1]):
                    self.assertIn(f"{FAMILIES[letter]}.{name}", self.types, row[0])
                    named += 1
        self.assertGreater(named, 200)
        self.assertIsNone(re.search(r"\b(planned|to come|not yet|missing|TODO)\b", self.page))


if __name__ == "__main__":
    unittest.main()
