#pragma once
// What of a component a diagram can name in its outputs, plots and expectations.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagram/reading.h"
#include "diagram/shown_formula.h"

namespace stribeck {

/// "w" (a variable), "y" (a signal), "I.w", "I.T" and "I.position" (a port's across and through variable and position). Nothing if there is
/// none.
std::optional<Observable> find_observable(const ComponentRecord& record, std::string_view name);
/// All of them, variables first.
std::vector<std::string> observable_names(const ComponentRecord& record);
/// Names of a component's variables that fit a pattern ("line.*.w"), as the component calls them.
std::vector<std::string> matching_names(const Instance& instance, std::string_view pattern);
/// The same, and the instance gets those that it shows on request.
std::vector<std::string> take_matching(Reading& reading, Instance& instance, std::string_view pattern);

/// With the name by which later stages know it, and the components it belongs to.
struct ResolvedObservable : Observable {
  std::string name;
  std::vector<std::int32_t> instances = {};
};
/// Resolves "load.w", "line.left.v" or "time"; nothing after an error.
std::optional<ResolvedObservable> resolve_observable(Reading& reading, std::string_view name, const Place& place);

/// Whether a text with a star means a pattern, as "spring.*" does, and not a product.
bool is_pattern(const Reading& reading, std::string_view text);
/// A variable as resolve_observable() has it, or a formula in such names, in parameters of components and in those of the diagram, which
/// becomes one of the diagram's formulas. Nothing after an error.
std::optional<ResolvedObservable> resolve_shown(Reading& reading, std::string_view text, const Place& place);

}  // namespace stribeck
