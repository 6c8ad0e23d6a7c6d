#pragma once
// Another component in the place of one of a diagram's, so that models of the same thing can be compared.
#include <string>
#include <utility>
#include <vector>

#include "component/registry.h"

namespace stribeck {

/// What takes the place of an instance. Values as on the command line ("2", "3 rpm", "=2*k"); a type without its domain has that of the
/// instance. Parameters and targets of the instance that the new type knows by the same names, or by another name of the same meaning
/// (static, breakaway and peak levels), stay, unless they are given here; so do options that both have with the same choices.
struct TypeSubstitution {
  std::string instance, type;
  std::vector<std::pair<std::string, std::string>> parameters{};
  std::vector<std::pair<std::string, std::string>> before{};  ///< of the instance, set before another takes its place
};

/// The type's whole name; one without its domain is looked for in that of `beside`, another type. Throws Failure diagram.unknown_type.
std::string whole_type_name(Registry& registry, const std::string& type, const std::string& beside);

/// A diagram's text in which `substitution` is done, that expects nothing and puts out `outputs`, each in a plot of its own. `text` must be
/// that of a valid diagram which has the instance on its outermost level. Throws Failure diagram.unknown_type.
std::string substituted(Registry& registry, const std::string& text, const TypeSubstitution& substitution,
                        const std::vector<std::string>& outputs);

}  // namespace stribeck
