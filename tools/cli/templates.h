#pragma once
// Files that commands write, with @WORDS@ to be replaced: those of templates/.
#include <map>
#include <string>
#include <string_view>

namespace stribeck {

/// Of `stribeck new`.
extern const std::string_view kComponentSource, kLawSource, kComponentDiagram, kSignalSource, kSignalDiagram, kDefinition,
    kSignalDefinition, kComponentPage, kPluginProject, kNewDiagram;
/// Of `stribeck completion`.
extern const std::string_view kBashCompletion, kZshCompletion;

/// The template with each @WORD@ replaced.
std::string filled(std::string_view text, const std::map<std::string, std::string>& words);

}  // namespace stribeck
