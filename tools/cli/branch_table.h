#pragma once
// Branches and surveys as tables of numbers.
#include "analysis/branch.h"
#include "analysis/survey.h"
#include "table_file.h"

namespace stribeck::cli {

/// A row for each point, of steady motions first, then of orbits.
NumberTable table_of_branch(const OrbitBranch& branch);
/// A row for each section point, one for a motion without.
NumberTable table_of_survey(const Survey& survey);

}  // namespace stribeck::cli
