#include "imports/archive.h"

#include <minizip/unzip.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostEntries = 100'000, kMostBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostOfText = std::uint64_t{1} << 28;  // a model description of a million variables
/// Deflate packs at most 1032 to 1 (zlib's technical notes); texts and libraries reach 20 or so.
constexpr std::uint64_t kMostRatio = 500, kSmall = std::uint64_t{1} << 24;
constexpr std::uint64_t kUnixTypeShift = 16 + 12, kUnixLink = 012, kUnixTypes = 017;

const char* const kAskSupplier = "ask who made the FMU for another one; unzip -l shows what is in it";

struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

bool leads_out(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\\') != std::string_view::npos || path.find(':') != std::string_view::npos)
    return true;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

void refuse_archive(const std::string& file, const std::string& message, const std::string& because, const std::string& remedy) {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_unreadable,
                           .message = message,
                           .where = {.file = file, .pointer = {}, .instance = {}, .relation = {}},
                           .because = because,
                           .remedy = remedy,
                           .details = {}});
}

UnpackedFolder::~UnpackedFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

FmuArchive::FmuArchive(std::string file) : file_(std::move(file)) {
  const Zip zip(unzOpen64(file_.c_str()));
  if (zip == nullptr)
    refuse_archive(file_, in_quotes(file_) + " is no FMU: it is not a zip archive, or a damaged one", {}, "name a file that ends in .fmu");
  unz_global_info64 all{};
  if (unzGetGlobalInfo64(zip.get(), &all) != UNZ_OK || all.number_entry > kMostEntries)
    refuse_archive(file_, in_quotes(file_) + " has more entries than an FMU can have, or a damaged directory", {}, kAskSupplier);
  for (int found = unzGoToFirstFile(zip.get()); found != UNZ_END_OF_LIST_OF_FILE; found = unzGoToNextFile(zip.get())) {
    unz_file_info64 info{};
    std::array<char, 4096> name{};
    if (found != UNZ_OK || unzGetCurrentFileInfo64(zip.get(), &info, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) != UNZ_OK ||
        info.size_filename >= name.size() - 1)
      refuse_archive(file_, "the directory of the archive " + in_quotes(file_) + " is damaged", {}, kAskSupplier);
    const std::string path(name.data(), info.size_filename);
    if (path.find('\0') != std::string::npos)
      refuse_archive(file_, "the archive " + in_quotes(file_) + " has an entry with a zero byte in its name", {}, kAskSupplier);
    take_entry(path, info.compressed_size, info.uncompressed_size, info.external_fa);
  }
  std::uint64_t total = 0;
  for (const auto& [path, size] : entries_) total += size;
  if (total > kMostBytes)
    refuse_archive(file_, fmt::format("unpacked, {} would take {} MiB", in_quotes(file_), total >> 20),
                   fmt::format("an FMU may take {} MiB", kMostBytes >> 20), kAskSupplier);
}

void FmuArchive::take_entry(const std::string& path, std::uint64_t packed, std::uint64_t unpacked, std::uint64_t attributes) {
  if (leads_out(path))
    refuse_archive(file_, "the archive has an entry " + in_quotes(path), "such a path leads out of the folder that it is unpacked into",
                   kAskSupplier);
  if (((attributes >> kUnixTypeShift) & kUnixTypes) == kUnixLink)
    refuse_archive(file_, "the archive's entry " + in_quotes(path) + " is a symbolic link", "links lead out of the archive", kAskSupplier);
  if (unpacked > kSmall && unpacked / kMostRatio > packed)
    refuse_archive(file_, fmt::format("the archive's entry {} grows from {} bytes to {}", in_quotes(path), packed, unpacked),
                   "files of FMUs are not packed that well, but archives are that are made to fill a disk", kAskSupplier);
  if (path.back() == '/') return;
  if (!entries_.emplace(path, unpacked).second)
    refuse_archive(file_, "the archive has two entries " + in_quotes(path), "which one is meant cannot be told", kAskSupplier);
}

std::vector<std::string> FmuArchive::folders_in(std::string_view folder) const {
  std::set<std::string> found;
  for (const auto& [path, size] : entries_) {
    if (!path.starts_with(folder)) continue;
    const std::size_t slash = path.find('/', folder.size());
    if (slash != std::string::npos) found.insert(path.substr(folder.size(), slash - folder.size()));
  }
  return {found.begin(), found.end()};
}

namespace {

/// Hands the bytes of the current entry over in parts, no more than it claims.
template <typename Take>
bool read_entry(const Zip& zip, std::uint64_t claimed, Take take) {
  if (unzOpenCurrentFile(zip.get()) != UNZ_OK) return false;
  std::array<char, 65536> buffer{};
  std::uint64_t total = 0;
  int count = 0;
  while ((count = unzReadCurrentFile(zip.get(), buffer.data(), buffer.size())) > 0) {
    total += static_cast<std::uint64_t>(count);
    if (total > claimed) break;
    take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  }
  return unzCloseCurrentFile(zip.get()) == UNZ_OK && count == 0 && total == claimed;  // closing compares the check sum
}

[[noreturn]] void refuse_entry(const std::string& file, const std::string& path) {
  refuse_archive(file, "the archive's entry " + in_quotes(path) + " cannot be unpacked",
                 "it is damaged, encrypted or packed by an unusual method", kAskSupplier);
}

}  // namespace

std::string FmuArchive::text_of(const std::string& path) const {
  const auto entry = entries_.find(path);
  if (entry == entries_.end()) refuse_archive(file_, "the archive has no " + in_quotes(path), "every FMU has one", kAskSupplier);
  if (entry->second > kMostOfText)
    refuse_archive(file_, fmt::format("{} of the archive has {} MiB", in_quotes(path), entry->second >> 20), "it is not read to its end",
                   kAskSupplier);
  const Zip zip(unzOpen64(file_.c_str()));
  std::string text;
  if (zip == nullptr || unzLocateFile(zip.get(), path.c_str(), 1) != UNZ_OK ||
      !read_entry(zip, entry->second, [&](std::string_view part) { text += part; }))
    refuse_entry(file_, path);
  return text;
}

std::shared_ptr<UnpackedFolder> FmuArchive::unpack(const std::vector<std::string>& beginnings) const {
  std::error_code problem;
  const fs::path root = fs::temp_directory_path(problem);
  std::string name = (root / "stribeck-fmu-XXXXXX").string();
  if (problem || ::mkdtemp(name.data()) == nullptr)
    throw Failure(Diagnostic{.code = ErrorCode::output_unwritable,
                             .message = "no folder can be made to unpack " + in_quotes(file_) + " into",
                             .where = {.file = file_, .pointer = {}, .instance = {}, .relation = {}},
                             .because = {},
                             .remedy = "let TMPDIR name a folder that can be written to",
                             .details = {}});
  auto folder = std::make_shared<UnpackedFolder>(name);
  const Zip zip(unzOpen64(file_.c_str()));
  for (const auto& [path, size] : entries_) {
    bool is_wanted = false;
    for (const std::string& beginning : beginnings) is_wanted = is_wanted || path.starts_with(beginning);
    if (!is_wanted) continue;
    const fs::path target = fs::path(name) / path;
    fs::create_directories(target.parent_path(), problem);
    std::ofstream out(target, std::ios::binary);
    const bool good =
        zip != nullptr && unzLocateFile(zip.get(), path.c_str(), 1) == UNZ_OK &&
        read_entry(zip, size, [&](std::string_view part) { out.write(part.data(), static_cast<std::streamsize>(part.size())); });
    out.close();
    if (!good || !out) refuse_entry(file_, path);
    fs::permissions(target, fs::perms::owner_all, problem);  // libraries may start programs that lie beside them
  }
  return folder;
}

}  // namespace stribeck::imports
