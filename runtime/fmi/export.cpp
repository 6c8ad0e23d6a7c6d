#include "fmi/export.h"

#include <link.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/archive.h"
#include "base/diagnostic.h"
#include "base/own_files.h"
#include "base/text.h"
#include "fmi/assets.h"
#include "fmi/c_source.h"
#include "fmi/layout.h"
#include "program/stored_functions.h"

namespace stribeck::fmi {

namespace {

namespace fs = std::filesystem;

constexpr const char* kKernel = "libstribeck_kernel.so";

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file && !bytes.empty()) return bytes;
  throw Failure(Diagnostic{.code = ErrorCode::file_missing,
                           .message = path.string() + " cannot be read",
                           .where = {},
                           .because = "it belongs into the FMU",
                           .remedy = "in a build: cmake --build build/release --target stribeck_kernel; else install stribeck as a whole",
                           .details = {}});
}

[[noreturn]] void refuse_kernels(const std::string& folder) {
  throw Failure(Diagnostic{.code = ErrorCode::file_missing,
                           .message = folder + " has no kernel for any platform",
                           .where = {},
                           .because = "a kernel is in a folder named after its platform: x86_64-windows/stribeck_kernel.dll",
                           .remedy = "build them: tools/kernels",
                           .details = {}});
}

[[noreturn]] void refuse_functions(const ExternalFunction& function) {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_unsupported,
                           .message = "this diagram cannot be exported for other platforms: " + function.owner + " calls the function " +
                                      in_quotes(function.name),
                           .where = {},
                           .because = "functions of plugins are code for the platform where they were built",
                           .remedy = "leave --kernels out, or take a folder with a kernel for x86_64-linux alone",
                           .details = {}});
}

fs::path kernel_library() { return own_file(kKernel).value_or(std::string("libexec/stribeck/") + kKernel); }

/// What FMI calls a platform, and what a shared library is called there. Version 2.0 has names for three of them.
struct Platform {
  const char *name, *name_of_2, *ending;
};
constexpr Platform kOwn = {"x86_64-linux", "linux64", ".so"};
constexpr std::array<Platform, 5> kPlatforms = {kOwn,
                                                {"x86_64-windows", "win64", ".dll"},
                                                {"x86_64-darwin", "darwin64", ".dylib"},
                                                {"aarch64-linux", "aarch64-linux", ".so"},
                                                {"aarch64-darwin", "aarch64-darwin", ".dylib"}};

/// The shared libraries of this process that belong to SuiteSparse, whose licence wants them exchangeable: the kernel finds them beside it.
std::vector<fs::path> libraries_beside() {
  std::vector<fs::path> found;
  const auto visit = [](dl_phdr_info* info, std::size_t, void* to) {
    const std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    const std::string name = fs::path(path).filename().string();
    for (const char* wanted : {"libklu", "libamd", "libcolamd", "libbtf", "libsuitesparseconfig"}) {
      const std::string rest = name.starts_with(wanted) ? name.substr(std::string(wanted).size()) : "";
      // In wheels a part of their fingerprint follows their name: libklu-1a2b3c4d.so.1.
      if (rest.starts_with(".so") || (rest.starts_with('-') && rest.find(".so") != std::string::npos))
        static_cast<std::vector<fs::path>*>(to)->emplace_back(path);
    }
    return 0;
  };
  dl_iterate_phdr(visit, &found);
  return found;
}

}  // namespace

std::string identifier_of(const std::string& name) {
  std::string identifier;
  for (const char c : name) identifier += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier.front())) != 0) identifier = "_" + identifier;
  return identifier;
}

std::vector<ArchivedFile> fmu_files(const ProgramImage& image, const std::string& program_file, const Described& described, int version,
                                    const Beside& beside, const std::string& kernels) {
  const auto folder = [version](const Platform& platform) {
    return std::string("binaries/") + (version == 2 ? platform.name_of_2 : platform.name) + "/";
  };
  std::vector<ArchivedFile> files;
  files.push_back({"modelDescription.xml", model_description(image, described, version)});
  if (described.source) {
    files.push_back({"sources/" + described.identifier + ".c", c_source(image, described)});
  } else {
    files.push_back({std::string("resources/") + kProgramFile, program_file});
    files.push_back({std::string("resources/") + kTokenFile, described.token + "\n"});
  }
  bool has_own = described.source.has_value(), has_foreign = false;
  for (const Platform& platform : kPlatforms) {
    const fs::path kernel = fs::path(kernels) / platform.name / (std::string("stribeck_kernel") + platform.ending);
    if (kernels.empty() || described.source || !fs::exists(kernel)) continue;
    files.push_back({folder(platform) + described.identifier + platform.ending, bytes_of(kernel)});
    (&platform == &kPlatforms.front() ? has_own : has_foreign) = true;
  }
  if (!kernels.empty() && files.back().path.starts_with("resources/")) refuse_kernels(kernels);
  const std::vector<std::string> libraries = described.source ? std::vector<std::string>() : libraries_of(image.program.functions);
  if (!libraries.empty() && has_foreign) refuse_functions(*image.program.functions.front());
  for (const fs::path library : libraries) files.push_back({"resources/" + library.filename().string(), bytes_of(library)});
  if (!has_own) {
    files.push_back({folder(kOwn) + described.identifier + kOwn.ending, bytes_of(kernel_library())});
    for (const fs::path& library : libraries_beside()) files.push_back({folder(kOwn) + library.filename().string(), bytes_of(library)});
  }
  files.push_back({"documentation/licenses/stribeck.txt", std::string(kLicences)});
  files.push_back({"documentation/index.html", documentation(image, described, !beside.drawing.empty(), !beside.reference.empty())});
  if (!beside.drawing.empty()) files.push_back({"documentation/schematic.svg", beside.drawing});
  if (!beside.reference.empty()) files.push_back({"documentation/reference.csv", beside.reference});
  if (version == 2 && !beside.icon.empty()) files.push_back({"model.png", beside.icon});
  if (version == 3 && !beside.icon.empty()) {
    files.push_back({"terminalsAndIcons/icon.png", beside.icon});
    files.push_back({"terminalsAndIcons/icon.svg", beside.drawing});
  }
  const DrawingSize icon = beside.icon.empty() ? DrawingSize{} : size_of_drawing(beside.drawing);
  if (const std::string shown = version == 3 ? terminals_and_icons(image, icon) : ""; !shown.empty())
    files.push_back({"terminalsAndIcons/terminalsAndIcons.xml", shown});
  return files;
}

}  // namespace stribeck::fmi
