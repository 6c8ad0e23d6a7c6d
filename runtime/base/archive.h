#pragma once
// Values to bytes and back, by one function for both directions, so that what is read is what was written:
//
//     void Thing::carry(Archive& archive) { archive(time_), archive(values_); }
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace stribeck {

class Archive {
 public:
  /// Writes.
  Archive() = default;
  /// Reads these, which must outlive the archive. Reading beyond their end throws Failure result.unreadable.
  explicit Archive(std::string_view bytes) : reading_(true), rest_(bytes) {}

  bool reading() const { return reading_; }
  /// What was written.
  std::string take() { return std::move(bytes_); }
  /// Everything was read.
  bool at_end() const { return rest_.empty(); }
  /// Throws Failure result.unreadable: what was read is not what was written.
  [[noreturn]] static void refuse();

  /// One after the other.
  template <typename First, typename Second, typename... Rest>
  void operator()(First& first, Second& second, Rest&... rest) {
    (*this)(first), (*this)(second), ((*this)(rest), ...);
  }
  template <typename Value>
  requires(std::is_arithmetic_v<Value> || std::is_enum_v<Value>) void operator()(Value& value) { raw(&value, sizeof value); }
  void operator()(bool& value) {
    std::uint8_t byte = value ? 1 : 0;
    (*this)(byte);
    value = byte != 0;
  }
  template <typename Thing>
  requires requires(Thing& thing, Archive& archive) { thing.carry(archive); }
  void operator()(Thing& thing) { thing.carry(*this); }
  void operator()(std::string& text);
  void operator()(Where& where);
  void operator()(Diagnostic& diagnostic);
  template <typename First, typename Second>
  void operator()(std::pair<First, Second>& pair) {
    (*this)(pair.first), (*this)(pair.second);
  }
  template <typename Value, std::size_t count>
  void operator()(std::array<Value, count>& values) {
    for (Value& value : values) (*this)(value);
  }
  template <typename Value>
  void operator()(std::optional<Value>& value) {
    bool has_value = value.has_value();
    (*this)(has_value);
    if (reading_) value = has_value ? std::optional<Value>(Value{}) : std::nullopt;
    if (has_value) (*this)(*value);
  }
  template <typename Key, typename Value>
  void operator()(std::map<Key, Value>& values) {
    std::vector<std::pair<Key, Value>> list(values.begin(), values.end());
    (*this)(list);
    values = std::map<Key, Value>(list.begin(), list.end());
  }
  template <typename Value>
  void operator()(std::set<Value>& values) {
    std::vector<Value> list(values.begin(), values.end());
    (*this)(list);
    values = std::set<Value>(list.begin(), list.end());
  }
  template <typename Value>
  void operator()(std::vector<Value>& values) {
    const std::size_t count = count_of(values.size());
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      if (reading_) values.resize(room_for(count, sizeof(Value)));
      raw(values.data(), count * sizeof(Value));
    } else if (!reading_) {
      for (std::size_t i = 0; i < count; ++i) write_element(values, i);
    } else {
      values.clear();
      for (std::size_t i = 0; i < count; ++i) {  // one by one: damage must not ask for all memory
        Value value{};
        (*this)(value);
        values.push_back(std::move(value));
      }
    }
  }

 private:
  template <typename Value>
  void write_element(std::vector<Value>& values, std::size_t i) {
    if constexpr (std::is_same_v<Value, bool>) {
      bool value = values[i];
      (*this)(value);
    } else {
      (*this)(values[i]);
    }
  }
  std::size_t count_of(std::size_t count);
  /// The count, if so many elements of that size are left to read.
  std::size_t room_for(std::size_t count, std::size_t size) const;
  void raw(void* data, std::size_t size);

  bool reading_ = false;
  std::string bytes_;
  std::string_view rest_;
};

/// A file of bytes behind a first line that tells what it is: between them stands their fingerprint.
std::string sealed(std::string_view first_line, std::string_view bytes);
/// The bytes of such a file, which begins with that line; none if they are not those that were sealed.
std::optional<std::string_view> unsealed(std::string_view first_line, std::string_view file);

/// FNV-1a, 64 bits: to tell files and models apart, not to keep secrets. Fowler, Noll, Vo: IETF draft-eastlake-fnv.
class Fingerprint {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  }
  void add(const std::vector<double>& values);
  std::uint64_t value() const { return value_; }
  std::string to_text() const;
  void carry(Archive& archive) { archive(value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace stribeck
