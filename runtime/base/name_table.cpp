#include "base/name_table.h"

#include <bit>
#include <functional>

namespace stribeck {

namespace {
std::uint32_t hash_of(std::string_view name) {
  const std::uint64_t hash = std::hash<std::string_view>()(name);
  return static_cast<std::uint32_t>(hash ^ hash >> 32U);
}
}  // namespace

/// Where the name stands, or the free place where it belongs.
std::size_t NameTable::place_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash & mask;
  for (; places_[at].entry >= 0; at = (at + 1) & mask)
    if (places_[at].hash == hash && entries_[static_cast<std::size_t>(places_[at].entry)].name == name) break;
  return at;
}

void NameTable::resize(std::size_t places) {
  places_.assign(places, {});
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::uint32_t hash = hash_of(entries_[i].name);
    places_[place_of(entries_[i].name, hash)] = {hash, static_cast<std::int32_t>(i)};
  }
}

void NameTable::reserve(std::size_t names) {
  entries_.reserve(names);
  if (places_.size() < 2 * names) resize(std::bit_ceil(2 * names));
}

bool NameTable::insert(std::string_view name, std::int32_t number) {
  if (places_.size() < 2 * entries_.size() + 2) resize(2 * places_.size());
  const std::uint32_t hash = hash_of(name);
  Place& place = places_[place_of(name, hash)];
  if (place.entry >= 0) return false;
  place = {hash, static_cast<std::int32_t>(entries_.size())};
  entries_.push_back({name, number});
  return true;
}

const std::int32_t* NameTable::find(std::string_view name) const {
  const Place& place = places_[place_of(name, hash_of(name))];
  return place.entry < 0 ? nullptr : &entries_[static_cast<std::size_t>(place.entry)].number;
}

}  // namespace stribeck
