#pragma once
// The results of a study as one page for a browser.
#include <string>

#include "study/folder.h"
#include "study/plan.h"

namespace stribeck::cli {

/// The page, complete in itself. `command`: how it was made. Of very many samples every second, third ... is on it, which it tells.
std::string study_page(const StudyFolder& folder, const StudyPlan& plan, const std::string& command);

}  // namespace stribeck::cli
