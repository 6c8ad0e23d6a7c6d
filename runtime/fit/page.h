#pragma once
// A fit as a person looks at it: data over model, what is left, estimates, what the data cannot see.
#include <string>

#include "drawing/plot.h"
#include "fit/fit.h"

namespace stribeck {

/// Two panels for each column: measured and computed; what is left. One for each kind of events: what is left of them.
PlotPage fit_plot(const Fit& fit);

struct FitReportInput {
  const Fit* fit = nullptr;
  std::string command;  ///< that repeats it
  std::string version;  ///< of the program
};
/// HTML that needs nothing but itself.
std::string fit_report_html(const FitReportInput& input);

/// "0.05 (0.04 to 0.06) N": as many digits as the interval lets count, up to seven; `all`: all of them.
struct ShownEstimate {
  std::string value, interval;  ///< the second empty where there is none
};
ShownEstimate shown_estimate(const FoundParameter& found, bool all);
/// In words why a parameter has no interval; empty if it has one.
std::string why_no_interval(const FoundParameter& found);
/// In words how the derivatives by it were had.
std::string words_of(const DerivativeCount& derivatives);
/// The parameter by which an experiment, column or event is called: "slow: spring.x".
std::string label_of(const LeftOver& left);

}  // namespace stribeck
