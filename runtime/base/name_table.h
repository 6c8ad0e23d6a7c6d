#pragma once
// Numbers by name, for tables of a million names: one array of eight bytes a place instead of a node on the heap for each name.
#include <cstdint>
#include <string_view>
#include <vector>

namespace stribeck {

/// The names must outlive the table.
class NameTable {
 public:
  struct Entry {
    std::string_view name;
    std::int32_t number;
  };
  void reserve(std::size_t names);
  /// False, and nothing happens, if the name is there already.
  bool insert(std::string_view name, std::int32_t number);
  /// Null if there is no such name.
  const std::int32_t* find(std::string_view name) const;
  /// In the order of insertion.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  struct Place {
    std::uint32_t hash = 0;  // most of those that differ are told apart without a look at the name
    std::int32_t entry = -1;
  };
  std::size_t place_of(std::string_view name, std::uint32_t hash) const;
  void resize(std::size_t places);

  std::vector<Place> places_ = std::vector<Place>(16);  // a power of two, at most half of them taken
  std::vector<Entry> entries_;
};

}  // namespace stribeck
