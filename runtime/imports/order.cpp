#include "imports/order.h"

#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "imports/child.h"

namespace stribeck::imports {
namespace {

constexpr double kNotWhole = 1e-9;
/// Of a parameter that was converted to SI units and back, relative.
constexpr double kConverted = 4 * 2.2e-16;

}  // namespace

void TimelineOrder::fail(const FmuFault& fault, double t) const {
  Diagnostic diagnostic{.code = ErrorCode::fmu_failed,
                        .message = fmt::format("the FMU {} of {} {}", in_quotes(description->file), instance, fault.what()),
                        .where = where,
                        .because = fault.said(),
                        .remedy = fault.remedy(),
                        .details = {}};
  if (std::isfinite(t)) diagnostic.message += fmt::format(", at t = {} s", short_number(t));
  throw Failure(std::move(diagnostic));
}

void TimelineOrder::no_state() const {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_no_state,
                           .message = "the FMU of " + instance + " would have to go on from a point that is not kept",
                           .where = where,
                           .because = "a run that is resumed goes on from its last step alone",
                           .remedy = "run it from its start",
                           .details = {}});
}

void TimelineOrder::no_checkpoint() const {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_no_state,
                           .message = fmt::format("the FMU {} of {} does not hand out its state", in_quotes(description->file), instance),
                           .where = where,
                           .because = "a checkpoint would be one from which the run cannot be resumed",
                           .remedy = "run without --checkpoint, or ask for an FMU with canSerializeFMUState",
                           .details = {}});
}

bool TimelineOrder::is_start_value(const Setting& setting) const {
  const FmuVariable& variable = description->variables[setting.variable];
  if (variable.is_whole() && std::abs(setting.value - std::round(setting.value)) > kNotWhole)
    throw FmuFault(fmt::format("cannot be given {} for {}", short_number(setting.value), in_quotes(variable.name)),
                   "that parameter is a whole number", "round it");
  return variable.start && std::abs(*variable.start - setting.value) <= kConverted * std::abs(*variable.start);
}

std::unique_ptr<FmuInstance> FmuFiles::instance(const TimelineOrder& order, const FmuExchange* exchange) {
  const FmuDescription& description = *order.description;
  const std::string& name = exchange != nullptr ? exchange->binary : description.binary;
  if (folder_ == nullptr) {
    std::string binaries;
    for (const std::string& folder : folders_of_this_machine(description.version))
      if (order.archive->has(path_of_binary(folder, name))) binaries = "binaries/" + folder + "/";
    try {
      folder_ = order.archive->unpack({binaries, "resources/"});
    } catch (const Failure& failure) {
      Diagnostic diagnostic = failure.diagnostics().front();
      diagnostic.where = order.where;
      throw Failure(std::move(diagnostic));
    }
    library_ = folder_->path() + "/" + binaries + name + ".so";
  }
  const InstanceOrder wanted{&description, order.instance, library_, folder_->path() + "/resources", order.reads, exchange};
  try {
    return order.isolate ? instance_in_own_process(wanted, order.time_limit_s) : instance_in_this_process(wanted);
  } catch (const FmuFault& fault) {
    order.fail(fault, std::numeric_limits<double>::quiet_NaN());
  }
}

/// Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA: the mixing of SplitMix64.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace stribeck::imports
