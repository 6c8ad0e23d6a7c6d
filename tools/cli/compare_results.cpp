// stribeck compare-results: whether two results are the same but for tolerances.
#include <cmath>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/tube.h"
#include "terminal.h"

namespace stribeck {

/// None where there was nothing to compare with.
static auto known(double CurveComparison::*number) {
  return [number](const CurveComparison& curve) { return curve.missing ? std::nullopt : std::optional(curve.*number); };
}

static const document::Shape<CurveComparison>& shape_of(const CurveComparison*) {
  static const auto shape =
      document::Shape<CurveComparison>()
          .key("name", "of the column", &CurveComparison::name)
          .key("agrees", "it stays in its tube", &CurveComparison::agrees)
          .key("missing", "the result has no such column; what follows is then null", &CurveComparison::missing)
          .key("same", "row by row, to the last bit", &CurveComparison::same)
          .key("half_width", "of the tube, in the curve's own unit", known(&CurveComparison::half_width))
          .key("time_tolerance_s", "how early or late an edge may come", known(&CurveComparison::time_tolerance_s))
          .key("worst", "the largest distance, in the curve's own unit", known(&CurveComparison::worst))
          .key("worst_at_s", "when", known(&CurveComparison::worst_at_s))
          .key("first_out_s", "where it first leaves the tube; null where it stays in it",
               [](const CurveComparison& c) { return c.agrees() || c.missing ? std::nullopt : std::optional(c.first_out_s); })
          .key("share_outside", "of the time", known(&CurveComparison::share_outside));
  return shape;
}

}  // namespace stribeck

namespace stribeck::cli {
namespace {

constexpr const char* kCompareResultsExamples = R"(Examples:
  stribeck compare-results reference.csv new.csv                    within 0.1 % of each curve's range
  stribeck compare-results reference.csv new.csv --tol 1e-6 --time-tol "1 us"

Around each curve of REFERENCE lies a tube, --tol times the curve's range wide on both sides and open for edges that come up to
--time-tol early or late; the curve of RESULT stays in it, and that of REFERENCE in such a tube around the one of RESULT.
Exit code: 0 if every curve does, 1 if not.)";

struct CompareResultsArguments {
  std::string reference, result, tolerance, time_tolerance, absolute;
  bool quiet = false;
  OutputFormat format;
  Digits digits = Digits::four;
};

double not_negative(const std::string& option, const std::string& text, const char* unit, const char* example) {
  const auto quantity = parse_quantity(text);
  if (!quantity || !(quantity->value >= 0) || !std::isfinite(quantity->value) || !agree(quantity->dimension, parse_unit(unit)->dimension))
    refuse(option + " cannot be " + in_quotes(text), std::string("write ") + option + " " + example);
  return quantity->value;
}

std::string line_of(const CurveComparison& curve, Digits digits) {
  const std::string name = printable(curve.name);  // a header may have been written by anybody
  if (curve.missing) return "FAILED  " + name + ": the result has no such column\n";
  const std::string distance = short_number(curve.worst, digits) + " at " + with_prefix(curve.worst_at_s, "s", digits);
  if (curve.same) return "ok  " + name + ": the same\n";
  const std::string early_or_late =
      curve.time_tolerance_s > 0 ? ", edges up to " + with_prefix(curve.time_tolerance_s, "s", digits) + " early or late" : "";
  if (curve.agrees())
    return "ok  " + name + ": at most " + (curve.worst > 0 ? distance : std::string("0")) + " apart" + early_or_late + "\n";
  return "FAILED  " + name + ": " + distance + ", where " + short_number(curve.half_width, digits) + " is allowed; outside from " +
         with_prefix(curve.first_out_s, "s", digits) + " on, " + percent(curve.share_outside, digits) + " of the time\n";
}

Failure differ(const CompareResultsArguments& arguments, const ResultComparison& comparison, std::int64_t failed) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::results_differ;
  diagnostic.where.file = arguments.result;
  diagnostic.message = failed > 0 ? counted(failed, "curve") + " of " + std::to_string(comparison.curves.size()) +
                                        (failed == 1 ? " leaves its tube" : " leave their tubes") + " around " + arguments.reference
                                  : "the curves cover other times than those of " + arguments.reference;
  if (!comparison.same_times())
    diagnostic.because = "it covers " + with_prefix(comparison.start_s, "s") + " to " + with_prefix(comparison.stop_s, "s") +
                         ", the reference " + with_prefix(comparison.reference_start_s, "s") + " to " +
                         with_prefix(comparison.reference_stop_s, "s");
  diagnostic.remedy = "look at both: stribeck run FILE --plot both.svg --overlay " + arguments.reference;
  return Failure(std::move(diagnostic));
}

struct ComparedFiles {
  std::string reference, result;
  std::int64_t agreed = 0, failed = 0;
  const ResultComparison* comparison = nullptr;
};

const document::Shape<ComparedFiles>& shape_of(const ComparedFiles*) {
  using Files = ComparedFiles;
  static const auto shape =
      document::Shape<Files>()
          .key("reference", "the result that is right, as it was named", &Files::reference)
          .key("result", "the one that is compared with it", &Files::result)
          .key("agrees", "every curve does, and they cover the same times", [](const Files& f) { return f.comparison->agrees(); })
          .key("agreed", "how many curves", &Files::agreed)
          .key("differed", "how many curves", &Files::failed)
          .key("reference_start_s", "first time of the reference", [](const Files& f) { return f.comparison->reference_start_s; })
          .key("reference_stop_s", "last time of the reference", [](const Files& f) { return f.comparison->reference_stop_s; })
          .key("start_s", "first time of the result", [](const Files& f) { return f.comparison->start_s; })
          .key("stop_s", "last time of the result", [](const Files& f) { return f.comparison->stop_s; })
          .key("curves", "in the order of the reference", [](const Files& f) { return f.comparison->curves; });
  return shape;
}

int execute(const CompareResultsArguments& arguments) {
  TubeTolerance tolerance;
  tolerance.value = not_negative("--tol", arguments.tolerance, "1", "1e-3");
  if (!arguments.time_tolerance.empty()) tolerance.time_s = not_negative("--time-tol", arguments.time_tolerance, "s", "\"1 ms\"");
  if (!arguments.absolute.empty()) tolerance.absolute = not_negative("--abs-tol", arguments.absolute, "1", "1e-9");
  const ResultComparison comparison = compare_results(read_result(arguments.reference), read_result(arguments.result), tolerance);
  std::string text;
  std::int64_t failed = 0;
  for (const CurveComparison& curve : comparison.curves) {
    if (!curve.agrees()) ++failed;
    text += line_of(curve, arguments.digits);
  }
  if (!arguments.quiet && arguments.format.is_json()) {
    const auto agreed = static_cast<std::int64_t>(comparison.curves.size()) - failed;
    write_to_standard_output(
        document::text_of("compare-results", ComparedFiles{arguments.reference, arguments.result, agreed, failed, &comparison}));
  } else if (!arguments.quiet) {
    const auto agreed = static_cast<std::int64_t>(comparison.curves.size()) - failed;
    print(text + std::to_string(agreed) + " agree, " + std::to_string(failed) + " differ\n");
  }
  if (comparison.agrees()) return kDone;
  const Failure failure = differ(arguments, comparison, failed);
  say(failure);
  return failure.exit_status();
}

}  // namespace

std::string compare_results_schema() {
  return document::schema_text<ComparedFiles>("compare-results", "What stribeck compare-results --format json prints");
}

Action add_compare_results(CLI::App& program) {
  CLI::App* command = program.add_subcommand("compare-results", "tell whether, where and by how much two results differ");
  const auto arguments = std::make_shared<CompareResultsArguments>();
  command->add_option("REFERENCE", arguments->reference, "the result that is right")->type_name("");
  command->add_option("RESULT", arguments->result, "the result that is compared with it")->type_name("");
  command->add_option("--tol", arguments->tolerance, "half the width of the tube, as a share of the curve's range")
      ->type_name("R")
      ->default_val("1e-3");
  command
      ->add_option(
          "--time-tol", arguments->time_tolerance,
          "how late or early an edge may come; left out: --tol times the time in which the curve, at its mean speed, crosses its range")
      ->type_name("T");
  command->add_option("--abs-tol", arguments->absolute, "added to the half width, in each curve's own unit")->type_name("A");
  command->add_flag("--quiet", arguments->quiet, "no table, only the exit code and what is wrong");
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kCompareResultsExamples);
  return [arguments] {
    if (arguments->result.empty()) refuse("compare-results needs two results", "see: stribeck compare-results --help");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
