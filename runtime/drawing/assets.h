#pragma once
// The files of page/, which the build makes part of the program (runtime/CMakeLists.txt).
#include <string_view>

namespace stribeck {

extern const std::string_view kBranchScript;     ///< page/branch.js
extern const std::string_view kCuesScript;       ///< page/cues.js
extern const std::string_view kCurvesScript;     ///< page/curves.js
extern const std::string_view kPainterScript;    ///< page/painter.js
extern const std::string_view kPaperScript;      ///< page/paper.js
extern const std::string_view kScalesScript;     ///< page/scales.js
extern const std::string_view kViewerScript;     ///< page/viewer.js
extern const std::string_view kPageStyle;        ///< page/page.css
extern const std::string_view kMechanismScript;  ///< page/mechanism.js
extern const std::string_view kStudyScript;      ///< page/study.js

}  // namespace stribeck
