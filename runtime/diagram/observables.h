#pragma once
// What of a component a diagram can name in its outputs, plots and expectations.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagram/reading.h"

namespace stribeck {

struct Observable {
  std::string_view unit;
  Dimension dimension;
};

/// "w" (a variable), "y" (a signal), "I.w", "I.T" and "I.position" (a port's across and through variable and position). Nothing if there is
/// none.
std::optional<Observable> find_observable(const ComponentRecord& record, std::string_view name);
/// All of them, variables first.
std::vector<std::string> observable_names(const ComponentRecord& record);
/// Names of a component's variables that fit a pattern ("line.*.w"), as the component calls them.
std::vector<std::string> matching_names(const Instance& instance, std::string_view pattern);

/// With the name by which later stages know it, and the component it belongs to (-1: time).
struct ResolvedObservable : Observable {
  std::string name;
  std::int32_t instance = -1;
};
/// Resolves "load.w", "line.left.v" or "time"; nothing after an error.
std::optional<ResolvedObservable> resolve_observable(Reading& reading, std::string_view name, const Place& place);

}  // namespace stribeck
