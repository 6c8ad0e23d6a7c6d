#include "diagram/sources.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/format.h"
#include "base/text.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;

/// Three million components, the most that a diagram may have, written out one by one in ninety bytes each. What is longer is no diagram
/// but has no end, as /dev/urandom; reading it would take the machine's memory.
constexpr std::size_t kMostBytes = std::size_t{1} << 28;

[[noreturn]] void cannot_read(const std::string& file, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::file_missing;
  diagnostic.message = fmt::format("{} cannot be read: {}", in_quotes(file), why);
  diagnostic.where.file = file;
  throw Failure(std::move(diagnostic));
}

}  // namespace

std::string content_of(const std::string& file) {
  struct Closer {
    void operator()(std::FILE* stream) const {
      if (stream != stdin) std::fclose(stream);
    }
  };
  const std::unique_ptr<std::FILE, Closer> stream(file == "-" ? stdin : std::fopen(file.c_str(), "rb"));
  if (!stream) cannot_read(file, std::strerror(errno));
  std::string text;
  std::array<char, 65536> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stream.get())) {
    if (text.size() + count > kMostBytes) cannot_read(file, fmt::format("it is longer than {} MiB", kMostBytes >> 20));
    text.append(buffer.data(), count);
  }
  if (std::ferror(stream.get()) != 0) cannot_read(file, std::strerror(errno));
  return text;
}

const std::string& Sources::text_of(const std::string& file) {
  const auto known = texts_.find(file);
  return known != texts_.end() ? known->second : texts_.emplace(file, content_of(file)).first->second;
}

const std::string& Sources::text_of_regular(const std::string& file) {
  if (const auto known = texts_.find(file); known != texts_.end()) return known->second;
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (problem) cannot_read(file, problem.message());
  if (fs::is_directory(status)) cannot_read(file, std::strerror(EISDIR));
  if (!fs::is_regular_file(status)) cannot_read(file, "it is not a file, but a device, a pipe or a socket");
  return text_of(file);
}

void Sources::add_to(Fingerprint& fingerprint) const {
  for (const auto& [file, text] : texts_) fingerprint.add(text);
}

std::vector<std::string> Sources::files() const {
  std::vector<std::string> names;
  for (const auto& [file, text] : texts_) names.push_back(file);
  return names;
}

}  // namespace stribeck
