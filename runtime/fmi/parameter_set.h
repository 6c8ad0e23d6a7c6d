#pragma once
// SSP 1.0 (System Structure and Parameterization, Modelica Association): parameter sets, and one FMU with its set as a system.
#include <string>
#include <vector>

#include "fmi/archive_file.h"
#include "program/image.h"

namespace stribeck::fmi {

/// An .ssv of the parameters that do not shape the equations, in the units in which they are declared.
std::string parameter_set(const std::string& name, const std::vector<ProgramParameter>& parameters);
/// The files of an .ssp: the FMU as its one component, its inputs and outputs, and the set that is bound to it.
std::vector<ArchivedFile> system_files(const std::string& name, const ProgramImage& image, const std::string& fmu);

}  // namespace stribeck::fmi
