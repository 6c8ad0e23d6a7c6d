#pragma once
// The JSON schemas of what the commands print with --format json: each beside the shape from which the command makes its document.
#include <string>

namespace stribeck::cli {

std::string check_schema();
std::string compare_schema();
std::string continue_schema();
std::string compare_results_schema();
std::string decay_schema();
std::string fit_result_schema();
std::string libraries_schema();
std::string linearise_schema();
std::string list_schema();
std::string modes_schema();
std::string optimise_schema();
std::string orbit_schema();
std::string plugins_schema();
std::string sensitivity_schema();
std::string spectrum_schema();
std::string study_statistics_schema();
std::string study_status_schema();
std::string survey_schema();

}  // namespace stribeck::cli
