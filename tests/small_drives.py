"""Small drives whose orbits are known, as diagrams, and what the program tells of their motions."""
import json

from program import own_folder, stribeck

FOLDER = own_folder()
TRANSLATIONAL, ROTATIONAL = "translational.", "rotational."


def part(kind, initial=None, **parameters):
    return {"type": kind, "parameters": parameters} | ({"initial": initial} if initial else {})


def diagram(name, components, connections, stop, outputs, parameters=None, rtol=1e-11):
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({"format": "stribeck/1", "parameters": parameters or {}, "components": components, "connections": connections,
                                "experiment": {"stop": stop, "rtol": rtol}, "outputs": outputs}))
    return path


def orbit(path, *options):
    result = stribeck("orbit", path, "--format", "json", *options)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def belt(name, speed, friction, x, v, damping=0, stop=100):
    """A mass on a belt, held by a spring."""
    t = TRANSLATIONAL
    components = {"mass": part(t + "mass", {"v": v}, mass=1), "spring": part(t + "spring", {"x": x}, stiffness=1), "friction": friction,
                  "belt": part(t + "velocity_source", velocity="=speed"), "wall": part(t + "ground")}
    damper = []
    if damping:
        components["damper"] = part(t + "damper", damping=damping)
        damper = [["mass.M", "damper.R"], ["damper.C", "wall.W"]]
    return diagram(name, components, [["mass.M", "spring.R", "friction.C"], ["friction.R", "belt.R"],
                                      ["spring.C", "belt.C", "wall.W"], *damper], stop, ["spring.x", "mass.v"], {"speed": speed})


def tustin():
    return part(TRANSLATIONAL + "dry_friction", law="stribeck", coulomb_force=0.6, static_force=1, stribeck_velocity=0.3, exponent=1)


def forced(name, frequency_rad_s, components, joined, outputs, stop, phase="=pi/2", initial=None, force=1):
    """A mass on a spring under a force that swings."""
    t = TRANSLATIONAL
    components = {"mass": part(t + "mass", (initial or {}).get("mass", {"v": 0}), mass=1),
                  "spring": part(t + "spring", (initial or {}).get("spring", {"x": 0}), stiffness=1),
                  "sine": part("signals.sine", amplitude=force, frequency="=w/(2*pi)", phase=phase),
                  "source": part(t + "force_source"), "wall": part(t + "ground")} | components
    return diagram(name, components, [["mass.M", "spring.R", "source.R"], ["spring.C", "source.C", "wall.W"], ["sine.y", "source.S"], *joined],
                   stop, outputs, {"w": frequency_rad_s})


def drill_string(speed, start, stop):
    """A table with a controller of speed, a string, a bit whose torque falls with its speed. Its angles may be anything."""
    r = ROTATIONAL
    return diagram("drill_string", {
        "table": part(r + "inertia", {"w": start["w1"]}, inertia=2122), "bit": part(r + "inertia", {"w": start["w2"]}, inertia=374),
        "string": part(r + "spring_damper", {"phi": start["q"]}, stiffness=473, damping=23.2),
        "rock": part(r + "dry_friction", law="stribeck", coulomb_torque=4000, static_torque=7000, stribeck_velocity=2, exponent=1,
                     viscous_coefficient=30),
        "sensor": part(r + "motion_sensor"), "wanted": part("signals.step", height="=speed"), "error": part("signals.sum", gain2=-1),
        "integral": part("signals.integrator", {"x": start["I"]}), "ki": part("signals.gain", gain="80 N*m/rad"),
        "kp": part("signals.gain", gain="425 N*m*s/rad"), "sum": part("signals.sum"), "motor": part(r + "torque_source"),
        "ground": part(r + "ground")},
        [["table.I", "string.R", "motor.R", "sensor.R"], ["bit.I", "string.C", "rock.R"], ["rock.C", "motor.C", "sensor.C", "ground.W"],
         ["wanted.y", "error.u1"], ["sensor.w", "error.u2"], ["error.y", "integral.u", "kp.u"], ["integral.y", "ki.u"], ["kp.y", "sum.u1"],
         ["ki.y", "sum.u2"], ["sum.y", "motor.S"]], stop, ["string.phi", "table.w", "bit.w", "integral.y"], {"speed": f"{speed} rad/s"})


def branch(path, over, *options):
    result = stribeck("continue", path, "--over", over, "--format", "json", *options)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)["points"]
