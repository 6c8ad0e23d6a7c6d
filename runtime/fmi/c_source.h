#pragma once
// A program as C99, for hosts that compile FMUs themselves.
#include <string>
#include <vector>

#include "fmi/model_description.h"
#include "program/image.h"

namespace stribeck::fmi {

/// `starts`: of the states, as the program has them. Throws Failure fmu.unsupported, with the part that is in the way, for what this is not
/// made for: anything that has events, algebraic loops, tables, or code of others.
SourceFacts source_facts(const ProgramImage& image, std::vector<double> starts);

/// One file that compiles by itself: the equations, a solver for co-simulation, and the functions of FMI 2.0. Described::source is there.
std::string c_source(const ProgramImage& image, const Described& described);

}  // namespace stribeck::fmi
