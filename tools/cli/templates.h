#pragma once
// What `stribeck new` writes, with @WORDS@ to be replaced: the files of templates/.
#include <string_view>

namespace stribeck {

extern const std::string_view kComponentSource, kComponentDiagram, kSignalSource, kSignalDiagram, kDefinition, kSignalDefinition,
    kComponentPage, kPluginProject, kNewDiagram;

}  // namespace stribeck
