"""FMUs of a foreign tool: the lag of lag.c, whole, or broken in a way."""
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


def library(folder, *definitions):
    """The compiled lag, once for each set of definitions."""
    path = Path(folder) / ("lag" + "".join(definitions).replace("-", "_").replace("=", "_") + ".so")
    if not path.exists():
        subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-array-bounds", "-shared", "-fPIC", f'-DTOKEN="{TOKEN}"',
                        *definitions, HERE / "lag.c", "-o", path, "-lm"], check=True)
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
