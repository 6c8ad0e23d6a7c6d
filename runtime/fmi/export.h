#pragma once
// An FMU of a compiled diagram: the kernel that runs it, the program file, and what tells hosts of them.
#include <string>
#include <vector>

#include "fmi/archive_file.h"
#include "fmi/model_description.h"
#include "program/image.h"

namespace stribeck::fmi {

/// Letters, digits and underscores, as the names of binaries are.
std::string identifier_of(const std::string& name);

/// What an FMU brings for people; each is empty if there is none.
struct Beside {
  std::string drawing;    ///< SVG
  std::string icon;       ///< the same as PNG
  std::string reference;  ///< a table of the motion: CSV
};

/// The files of the FMU for FMI 2 or 3. `program_file`: its bytes, of which `image` has been read. `kernels`: a folder as tools/kernels
/// makes it, whose kernels go beside the own one; that for the own platform, if it has one, in its place. `image`: with the functions of
/// plugins that this process has, whose libraries go in, too. Throws Failure file.missing if the kernel is not installed, or the folder has
/// none, and fmu.unsupported if functions of plugins would be wanted on another platform.
std::vector<ArchivedFile> fmu_files(const ProgramImage& image, const std::string& program_file, const Described& described, int version,
                                    const Beside& beside, const std::string& kernels = {});

}  // namespace stribeck::fmi
