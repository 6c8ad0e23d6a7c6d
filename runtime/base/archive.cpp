#include "base/archive.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace stribeck {

void Archive::refuse() {
  throw Failure(Diagnostic{.code = ErrorCode::result_unreadable,
                           .message = "a file ends before everything was read from it",
                           .where = {},
                           .because = "it is damaged, or another build of stribeck wrote it",
                           .remedy = "write it anew; where it is a checkpoint, begin the run without --resume",
                           .details = {}});
}

void Archive::raw(void* data, std::size_t size) {
  if (size == 0) return;
  if (!reading_) return (void)bytes_.append(static_cast<const char*>(data), size);
  if (rest_.size() < size) refuse();
  std::memcpy(data, rest_.data(), size);
  rest_.remove_prefix(size);
}

std::size_t Archive::count_of(std::size_t count) {
  auto number = static_cast<std::uint64_t>(count);
  (*this)(number);
  if (reading_ && number > rest_.size()) refuse();  // an element takes a byte at least: damage must not ask for all memory
  return static_cast<std::size_t>(number);
}

std::size_t Archive::room_for(std::size_t count, std::size_t size) const {
  if (count > rest_.size() / size) refuse();
  return count;
}

void Archive::operator()(std::string& text) {
  const std::size_t count = count_of(text.size());
  if (reading_) text.resize(count);
  raw(text.data(), count);
}

void Archive::operator()(Where& where) { (*this)(where.line, where.column, where.file, where.pointer, where.instance, where.relation); }

void Archive::operator()(Diagnostic& diagnostic) {
  (*this)(diagnostic.code, diagnostic.severity, diagnostic.where, diagnostic.message, diagnostic.because, diagnostic.remedy,
          diagnostic.details);
}

void Fingerprint::add(const std::vector<double>& values) {
  if (!values.empty()) add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
}

std::string Fingerprint::to_text() const {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value_));
  return text.data();
}

namespace {

std::string fingerprint_of(std::string_view bytes) {
  Fingerprint fingerprint;
  fingerprint.add(bytes);
  return fingerprint.to_text();
}

}  // namespace

std::string sealed(std::string_view first_line, std::string_view bytes) {
  return std::string(first_line).append(fingerprint_of(bytes)).append(bytes);
}

std::optional<std::string_view> unsealed(std::string_view first_line, std::string_view file) {
  const std::size_t digits = fingerprint_of("").size(), head = first_line.size() + digits;
  if (file.size() < head || file.substr(first_line.size(), digits) != fingerprint_of(file.substr(head))) return std::nullopt;
  return file.substr(head);
}

}  // namespace stribeck
