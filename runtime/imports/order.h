#pragma once
// What simulations by an FMU are made of, for co-simulation and model exchange alike.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "imports/archive.h"
#include "imports/description.h"
#include "imports/instance.h"

namespace stribeck::imports {

struct TimelineOrder {
  std::shared_ptr<const FmuArchive> archive;
  std::shared_ptr<const FmuDescription> description;
  std::string instance;              ///< of the diagram
  Where where;                       ///< of it
  std::vector<Setting> texts;        ///< that are set before it is initialised
  std::vector<std::uint32_t> reads;  ///< outputs
  bool isolate = true;
  double time_limit_s = 0;

  /// Throws Failure fmu.failed; t not finite: at no time.
  [[noreturn]] void fail(const FmuFault& fault, double t) const;
  /// Throws Failure fmu.no_state: it would have to go on from what is not kept.
  [[noreturn]] void no_state() const;
  /// Throws Failure fmu.no_state: it does not hand out its state.
  [[noreturn]] void no_checkpoint() const;
  /// Whether the FMU has that value of a parameter by itself. Throws FmuFault of what cannot be one.
  bool is_start_value(const Setting& setting) const;
};

/// Runs that go on at the same time, as those of a study, have an instance each.
inline constexpr std::size_t kMostInstances = 8;

/// Of instances that are kept, each with `used`, the number of its last use: that which was used last, or end().
template <typename Instances>
auto last_used(Instances& instances) {
  return std::max_element(instances.begin(), instances.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
}

/// Keeps fewer than `most` of them: those that were used last.
template <typename Instances>
void make_room(Instances& instances, std::size_t most) {
  while (instances.size() >= most)
    instances.erase(std::min_element(instances.begin(), instances.end(), [](const auto& a, const auto& b) { return a.used < b.used; }));
}

/// The files of an FMU, unpacked when they are wanted.
class FmuFiles {
 public:
  /// In a process of its own or in this one. Throws Failure.
  std::unique_ptr<FmuInstance> instance(const TimelineOrder& order, const FmuExchange* exchange);

 private:
  std::shared_ptr<UnpackedFolder> folder_;
  std::string library_;
};

/// Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA: the mixing of SplitMix64.
std::uint64_t mixed(std::uint64_t z);

}  // namespace stribeck::imports
