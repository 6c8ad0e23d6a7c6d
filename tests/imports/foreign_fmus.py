"""FMUs of a foreign tool: the lag of lag.c and the ball of ball.c, whole, or broken in a way."""
import shutil
import struct
import subprocess
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOKEN = "{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}"

UNITS = """<UnitDefinitions>
<Unit name="rpm"><BaseUnit s="-1" factor="0.10471975511965977"/></Unit><Unit name="N.m"><BaseUnit kg="1" m="2" s="-2"/></Unit>
<Unit name="rad/s"><BaseUnit s="-1" rad="1"/></Unit><Unit name="ms"><BaseUnit s="1" factor="0.001"/></Unit>
<Unit name="knots"><BaseUnit m="1" s="-1" factor="0.5144444"/></Unit></UnitDefinitions>"""
ITEMS = """<Item name="forward" value="1"/><Item name="backward" value="2"/><Item name="through" value="3"/>"""

TWO = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="lag" guid="{TOKEN}" description="A lag." generationTool="foreign">
<CoSimulation modelIdentifier="lag" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canSerializeFMUstate="true"/>
{UNITS}<TypeDefinitions><SimpleType name="Mode"><Enumeration>{ITEMS}</Enumeration></SimpleType>
<SimpleType name="Speed"><Real unit="rpm"/></SimpleType></TypeDefinitions>
<DefaultExperiment stepSize="0.01"/><ModelVariables>
<ScalarVariable name="u" valueReference="1" causality="input" variability="continuous"><Real declaredType="Speed" start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="2" causality="output" variability="continuous"><Real unit="N.m"/></ScalarVariable>
<ScalarVariable name="gain" valueReference="3" causality="parameter" variability="tunable"><Real unit="N.m" start="2" min="0"/></ScalarVariable>
<ScalarVariable name="T" valueReference="4" causality="parameter" variability="fixed"><Real unit="s" start="0.1" min="0.001"/></ScalarVariable>
<ScalarVariable name="shaft[1].w" valueReference="5" causality="local" variability="continuous" initial="exact"><Real unit="rad/s" start="0"/></ScalarVariable>
<ScalarVariable name="level" valueReference="6" causality="parameter" variability="fixed"><Real unit="rad/s" start="5"/></ScalarVariable>
<ScalarVariable name="on" valueReference="20" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
<ScalarVariable name="mode" valueReference="21" causality="parameter" variability="fixed"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
<ScalarVariable name="shift" valueReference="22" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="passes" valueReference="23" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="fault" valueReference="24" causality="parameter" variability="fixed"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="map" valueReference="26" causality="parameter" variability="fixed"><String start=""/></ScalarVariable>
</ModelVariables><ModelStructure/></fmiModelDescription>
"""
THREE = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="lag" instantiationToken="{TOKEN}" description="A lag.">
<CoSimulation modelIdentifier="lag" canHandleVariableCommunicationStepSize="true"/>
{UNITS}<TypeDefinitions><EnumerationType name="Mode">{ITEMS}</EnumerationType></TypeDefinitions><DefaultExperiment stepSize="0.01"/><ModelVariables>
<Float64 name="u" valueReference="1" causality="input" unit="rpm" start="0"/><Float64 name="y" valueReference="2" causality="output" unit="N.m"/>
<Float64 name="gain" valueReference="3" causality="parameter" variability="tunable" unit="N.m" start="2"/>
<Float64 name="T" valueReference="4" causality="parameter" variability="fixed" unit="s" start="0.1"/>
<Float64 name="shaft[1].w" valueReference="5" causality="local" initial="exact" unit="rad/s" start="0"/>
<Float64 name="level" valueReference="6" causality="parameter" variability="fixed" unit="rad/s" start="5"/>
<Boolean name="on" valueReference="20" causality="input" variability="discrete" start="true"/>
<Enumeration name="mode" valueReference="21" causality="parameter" variability="fixed" declaredType="Mode" start="1"/>
<Int8 name="shift" valueReference="22" causality="input" start="0"/><UInt16 name="passes" valueReference="23" causality="output"/>
<UInt16 name="fault" valueReference="24" causality="parameter" variability="fixed" start="0"/>
</ModelVariables><ModelStructure/></fmiModelDescription>
"""


BALL_UNITS = """<UnitDefinitions><Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit><Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit>
<Unit name="mm/s"><BaseUnit m="1" s="-1" factor="0.001"/></Unit><Unit name="m/s2"><BaseUnit m="1" s="-2"/></Unit>
<Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit><Unit name="kg"><BaseUnit kg="1"/></Unit><Unit name="s"><BaseUnit s="1"/></Unit>
</UnitDefinitions>"""
LAWS = """<Item name="bounce" value="1"/><Item name="rest" value="2"/>"""

BALL_TWO = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="ball" guid="{TOKEN}" generationTool="foreign" numberOfEventIndicators="2">
<ModelExchange modelIdentifier="ball" canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"/>
{BALL_UNITS}<TypeDefinitions><SimpleType name="Law"><Enumeration>{LAWS}</Enumeration></SimpleType></TypeDefinitions><ModelVariables>
<ScalarVariable name="u" valueReference="1" causality="input" variability="continuous"><Real unit="N" start="0"/></ScalarVariable>
<ScalarVariable name="x" valueReference="2" causality="output" initial="exact"><Real unit="mm" start="1000" nominal="1000"/></ScalarVariable>
<ScalarVariable name="v" valueReference="3" causality="local" initial="exact"><Real unit="m/s" start="0"/></ScalarVariable>
<ScalarVariable name="a" valueReference="4" causality="output"><Real unit="m/s2"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="5" causality="local"><Real unit="mm/s" derivative="2"/></ScalarVariable>
<ScalarVariable name="der(v)" valueReference="10" causality="local"><Real unit="m/s2" derivative="3"/></ScalarVariable>
<ScalarVariable name="e" valueReference="6" causality="parameter" variability="tunable"><Real start="0.8"/></ScalarVariable>
<ScalarVariable name="m" valueReference="7" causality="parameter" variability="fixed"><Real unit="kg" start="0.5" min="0.001"/></ScalarVariable>
<ScalarVariable name="period" valueReference="8" causality="parameter" variability="fixed"><Real unit="s" start="0.3"/></ScalarVariable>
<ScalarVariable name="limit" valueReference="9" causality="parameter" variability="fixed"><Real unit="m/s" start="1e9"/></ScalarVariable>
<ScalarVariable name="on" valueReference="20" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
<ScalarVariable name="kick" valueReference="21" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="law" valueReference="22" causality="parameter" variability="fixed"><Enumeration declaredType="Law" start="1"/></ScalarVariable>
<ScalarVariable name="hits" valueReference="23" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="turns" valueReference="24" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="ticks" valueReference="25" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="alarms" valueReference="26" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="fault" valueReference="27" causality="parameter" variability="fixed"><Integer start="0"/></ScalarVariable>
</ModelVariables><ModelStructure>
<Outputs><Unknown index="2" dependencies="2"/><Unknown index="4" dependencies="1"/><Unknown index="14" dependencies=""/>
<Unknown index="15" dependencies=""/><Unknown index="16" dependencies=""/><Unknown index="17" dependencies=""/></Outputs>
<Derivatives><Unknown index="5" dependencies="3"/><Unknown index="6" dependencies="1"/></Derivatives>
</ModelStructure></fmiModelDescription>
"""
BALL_THREE = f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="ball" instantiationToken="{TOKEN}">
<ModelExchange modelIdentifier="ball" needsCompletedIntegratorStep="true"/>
{BALL_UNITS}<TypeDefinitions><EnumerationType name="Law">{LAWS}</EnumerationType></TypeDefinitions><ModelVariables>
<Float64 name="u" valueReference="1" causality="input" unit="N" start="0"/>
<Float64 name="x" valueReference="2" causality="output" initial="exact" unit="mm" start="1000" nominal="1000"/>
<Float64 name="v" valueReference="3" causality="local" initial="exact" unit="m/s" start="0"/>
<Float64 name="a" valueReference="4" causality="output" unit="m/s2"/>
<Float64 name="der(x)" valueReference="5" causality="local" unit="mm/s" derivative="2"/>
<Float64 name="der(v)" valueReference="10" causality="local" unit="m/s2" derivative="3"/>
<Float64 name="e" valueReference="6" causality="parameter" variability="tunable" start="0.8"/>
<Float64 name="m" valueReference="7" causality="parameter" variability="fixed" unit="kg" start="0.5"/>
<Float64 name="period" valueReference="8" causality="parameter" variability="fixed" unit="s" start="0.3"/>
<Float64 name="limit" valueReference="9" causality="parameter" variability="fixed" unit="m/s" start="1e9"/>
<Boolean name="on" valueReference="20" causality="input" variability="discrete" start="true"/>
<Int32 name="kick" valueReference="21" causality="input" variability="discrete" start="0"/>
<Enumeration name="law" valueReference="22" causality="parameter" variability="fixed" declaredType="Law" start="1"/>
<Int32 name="hits" valueReference="23" causality="output"/><Int32 name="turns" valueReference="24" causality="output"/>
<Int32 name="ticks" valueReference="25" causality="output"/><Int32 name="alarms" valueReference="26" causality="output"/>
<Int32 name="fault" valueReference="27" causality="parameter" variability="fixed" start="0"/>
</ModelVariables><ModelStructure><Output valueReference="2"/><Output valueReference="4"/><Output valueReference="23"/>
<Output valueReference="24"/><Output valueReference="25"/><Output valueReference="26"/>
<ContinuousStateDerivative valueReference="5"/><ContinuousStateDerivative valueReference="10"/>
<EventIndicator valueReference="2"/><EventIndicator valueReference="3"/></ModelStructure></fmiModelDescription>
"""


def library(folder, *definitions, name="lag"):
    """One of them compiled, once for each set of definitions."""
    path = Path(folder) / (name + "".join(definitions).replace("-", "_").replace("=", "_") + ".so")
    if not path.exists():
        subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-array-bounds", "-shared", "-fPIC", f'-DTOKEN="{TOKEN}"',
                        *definitions, HERE / f"{name}.c", "-o", path, "-lm"], check=True)
    return path


def write(path, description, binary, *, folder=None, more=(), name="lag.so"):
    """An archive; `more`: entries, as names or ZipInfo, and bytes."""
    if folder is None:
        folder = "binaries/linux64" if 'fmiVersion="2.0"' in (description or "2.0") else "binaries/x86_64-linux"
        if 'fmiVersion="2.0"' in (description or ""):
            folder = "binaries/linux64"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        if description is not None:
            archive.writestr("modelDescription.xml", description)
        if binary is not None:
            archive.write(binary, f"{folder}/{name}")
        for entry, content in more:
            archive.writestr(entry, content)
    return path


def damaged(path, source, at, with_bytes):
    """A copy with other bytes there."""
    shutil.copy(source, path)
    with open(path, "r+b") as file:
        file.seek(at if at >= 0 else Path(source).stat().st_size + at)
        file.write(with_bytes)
    return path


def claims(path, source, name, size):
    """A copy whose directory says that an entry unpacks to that many bytes."""
    data = bytearray(Path(source).read_bytes())
    at = data.rfind(name.encode()) - 46  # the directory's entry has 46 bytes before the name
    struct.pack_into("<I", data, at + 24, size)
    path.write_bytes(data)
    return path
