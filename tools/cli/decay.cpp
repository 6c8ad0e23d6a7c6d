// stribeck decay: damping and friction from a free vibration.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "results/decay.h"
#include "results/document.h"
#include "results/identification.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/result_table.h"
#include "terminal.h"

namespace stribeck {

static const document::Shape<Peak>& shape_of(const Peak*) {
  static const auto shape =
      document::Shape<Peak>().key("time_s", "when", &Peak::time_s).key("value", "in the unit of the column", &Peak::value);
  return shape;
}

static const document::Shape<Decay>& shape_of(const Decay*) {
  static const auto shape =
      document::Shape<Decay>()
          .key("first", "peak, its value measured from the rest position", &Decay::first)
          .key("last", "peak, likewise", &Decay::last)
          .key("cycles", "between them", &Decay::cycles)
          .key("period_s", "of a cycle", &Decay::period_s)
          .key("log_decrement", "ln(first/last)/cycles", &Decay::log_decrement)
          .key("damping_ratio", "if the damping is viscous", &Decay::damping_ratio)
          .key("loss", "of amplitude a cycle, in the unit of the column", &Decay::loss)
          .key("exponential_misfit", "of peaks between, as a share of first - last; null if there are none", &Decay::exponential_misfit)
          .key("linear_misfit", "the same of the linear envelope", &Decay::linear_misfit);
  return shape;
}

static const document::Shape<Estimate>& shape_of(const Estimate*) {
  static const auto shape = document::Shape<Estimate>()
                                .key("value", "that fits best", &Estimate::value)
                                .key("low", "end of the 95 % interval", &Estimate::low)
                                .key("high", "end of the 95 % interval", &Estimate::high);
  return shape;
}

}  // namespace stribeck

namespace stribeck::cli {
namespace {

constexpr const char* kDecayExamples = R"(Examples:
  stribeck run swing.json --csv swing.csv --quiet && stribeck decay swing.csv --of body.M.position
  stribeck decay measured.csv --of x --from 0.4 --mass "1 kg"
  stribeck decay measured.csv --of x --two-peaks --cycles 3 --stiffness 157.9 --mass "1 kg"

The motion of one body on a spring with each law of damping is fitted to all rows: viscous, Coulomb, both, quadratic. Frequency, start, rest
position and drift of the sensor are found with it. In brackets: where the true value lies with a probability of 95 %. A law that the rows
refute (F test, 0.1 %) is marked; of the others the simplest is the best. A curve that no law describes is refused.
--two-peaks is the procedure of the course ME 481 (Penn State): the logarithmic decrement of two positive peaks, --cycles apart.)";

struct DecayArguments {
  std::string file, of, stiffness, mass, gravity;
  double from_s = -HUGE_VAL, to_s = HUGE_VAL;
  int cycles = 0;
  bool two_peaks = false;
  KnownBefore known;
  Digits digits = Digits::four;
  OutputFormat format;
};

/// What is known of the body.
struct Body {
  std::optional<double> stiffness, mass;
  double gravity = 0;

  explicit Body(const DecayArguments& arguments) : gravity(positive("--gravity", arguments.gravity, "m/s^2", "9.81")) {
    if (!arguments.stiffness.empty()) stiffness = positive("--stiffness", arguments.stiffness, "N/m", "\"157.9 N/m\"");
    if (!arguments.mass.empty()) mass = positive("--mass", arguments.mass, "kg", "\"1 kg\"");
  }
  /// Of the two that follow from one another by the frequency, the one that is given.
  std::optional<double> stiffness_at(double frequency_rad_s) const {
    return stiffness ? stiffness : mass ? std::optional(*mass * frequency_rad_s * frequency_rad_s) : std::nullopt;
  }
  std::optional<double> mass_at(double frequency_rad_s) const {
    return mass ? mass : stiffness ? std::optional(*stiffness / (frequency_rad_s * frequency_rad_s)) : std::nullopt;
  }
};

/// A number that is told of each law.
struct Quantity {
  const char *key, *heading, *doc;
  std::optional<double> (*of)(const LawFit&, const Body&);
  enum class Told : std::uint8_t { of_each_law, of_the_best } told = Told::of_the_best;
  const char* unit = "";
  bool is_positive = true;
};

std::optional<double> times(std::optional<double> factor, double value) { return factor ? std::optional(*factor * value) : std::nullopt; }

constexpr Quantity kQuantities[] = {
    {"damping_ratio", "zeta", "zeta of viscous damping",
     [](const LawFit& fit, const Body&) {
       return has(fit.law, DampingLaw::viscous) ? std::optional(fit.vibration.damping_ratio) : std::nullopt;
     },
     Quantity::Told::of_each_law},
    {"coulomb", "F_C/k", "Coulomb friction over stiffness, in the unit of the column",
     [](const LawFit& fit, const Body&) { return has(fit.law, DampingLaw::coulomb) ? std::optional(fit.vibration.coulomb) : std::nullopt; },
     Quantity::Told::of_each_law},
    {"quadratic", "c_2/m", "quadratic damping over mass, in 1/(unit of the column)",
     [](const LawFit& fit, const Body&) {
       return has(fit.law, DampingLaw::quadratic) ? std::optional(fit.vibration.quadratic) : std::nullopt;
     },
     Quantity::Told::of_each_law},
    {"viscous_Ns_per_m", "c", "viscous damping in N*s/m; null without --mass or --stiffness",
     [](const LawFit& fit, const Body& body) {
       const double w = fit.vibration.frequency_rad_s;
       return has(fit.law, DampingLaw::viscous) ? times(body.mass_at(w), 2 * fit.vibration.damping_ratio * w) : std::nullopt;
     },
     Quantity::Told::of_the_best, " N*s/m"},
    {"friction_N", "F_C", "Coulomb friction in N; null without --mass or --stiffness",
     [](const LawFit& fit, const Body& body) {
       return has(fit.law, DampingLaw::coulomb) ? times(body.stiffness_at(fit.vibration.frequency_rad_s), fit.vibration.coulomb)
                                                : std::nullopt;
     },
     Quantity::Told::of_the_best, " N"},
    {"friction_coefficient", "mu", "F_C over the weight; null without --mass or --stiffness",
     [](const LawFit& fit, const Body& body) -> std::optional<double> {
       const double w = fit.vibration.frequency_rad_s;
       const auto stiffness = body.stiffness_at(w), mass = body.mass_at(w);
       if (!has(fit.law, DampingLaw::coulomb) || !stiffness) return std::nullopt;
       return *stiffness * fit.vibration.coulomb / (*mass * body.gravity);
     }},
    {"quadratic_Ns2_per_m2", "c_2", "quadratic damping in N*s^2/m^2; null without --mass or --stiffness",
     [](const LawFit& fit, const Body& body) {
       return has(fit.law, DampingLaw::quadratic) ? times(body.mass_at(fit.vibration.frequency_rad_s), fit.vibration.quadratic)
                                                  : std::nullopt;
     },
     Quantity::Told::of_the_best, " N*s^2/m^2"},
    {"rest", "rest position", "in the middle of the rows, in the unit of the column",
     [](const LawFit& fit, const Body&) { return std::optional(fit.rest); }, Quantity::Told::of_the_best, "", false},
    {"drift_per_s", "drift", "of the rest position, in the unit of the column a second",
     [](const LawFit& fit, const Body&) { return std::optional(fit.drift_per_s); }, Quantity::Told::of_the_best, " 1/s", false},
    {"period_s", "period", "of the damped vibration",
     [](const LawFit& fit, const Body&) {
       const double zeta = fit.vibration.damping_ratio;
       return std::optional(2 * std::numbers::pi / (fit.vibration.frequency_rad_s * std::sqrt(1 - zeta * zeta)));
     },
     Quantity::Told::of_the_best, " s"},
    {"frequency_rad_per_s", "frequency", "of the vibration without damping",
     [](const LawFit& fit, const Body&) { return std::optional(fit.vibration.frequency_rad_s); }, Quantity::Told::of_the_best, " rad/s"},
};

std::optional<Estimate> estimate_of(const Quantity& quantity, const LawFit& fit, const Body& body) {
  if (!quantity.of(fit, body)) return std::nullopt;
  return fit.estimate([&](const LawFit& moved) { return *quantity.of(moved, body); }, quantity.is_positive);
}

/// Enough digits to show the interval, but not more than seven unless all are asked for.
std::string text_of(const Estimate& estimate, Digits digits, const char* unit = "") {
  const double half = 0.5 * (estimate.high - estimate.low);
  const double size = std::max({std::fabs(estimate.value), std::fabs(estimate.low), std::fabs(estimate.high)});
  int shown = 3;
  if (half > 0 && size > 0) shown = std::clamp(static_cast<int>(std::ceil(std::log10(size / half))) + 2, 2, 7);
  const auto rounded = [&](double value) { return digits == Digits::all ? number_text(value) : fmt::format("{:.{}g}", value, shown); };
  return rounded(estimate.value) + " (" + rounded(estimate.low) + " to " + rounded(estimate.high) + ")" + unit;
}

std::string table_of_laws(const Identification& found, const Body& body, const TextStyle& style) {
  std::vector<const Quantity*> told;
  std::vector<std::string> headings{"law"};
  for (const Quantity& quantity : kQuantities) {
    if (quantity.told != Quantity::Told::of_each_law) continue;
    told.push_back(&quantity);
    headings.emplace_back(quantity.heading);
  }
  headings.insert(headings.end(), {"residual", ""});
  TextTable laws(std::string(headings.size(), 'l'));
  laws.head(headings);
  for (const LawFit& fit : found.laws) {
    std::vector<std::string> cells{std::string(name_of(fit.law))};
    for (const Quantity* quantity : told) {
      const auto estimate = estimate_of(*quantity, fit, body);
      cells.push_back(estimate ? text_of(*estimate, style.digits) : "-");
    }
    cells.push_back(short_number(fit.residual, style.digits));
    cells.emplace_back(&fit == &found.best() ? "best" : fit.agrees ? "agrees, too" : "refuted");
    laws.add(cells);
  }
  return laws.to_text(0, kOneLine, style);
}

std::string text_of(const Identification& found, const Body& body, const TextStyle& style) {
  TextTable facts("ll");
  facts.add({"rows", std::to_string(found.rows) + " from " + with_prefix(found.first_s, "s", style.digits) + " to " +
                         with_prefix(found.last_s, "s", style.digits) + ", " + counted(found.half_swings, "half swing")});
  const LawFit& best = found.best();
  for (const Quantity& quantity : kQuantities) {
    if (quantity.told != Quantity::Told::of_the_best) continue;
    if (const auto estimate = estimate_of(quantity, best, body))
      facts.add({quantity.heading, text_of(*estimate, style.digits, quantity.unit)});
  }
  if (body.mass && body.stiffness)
    facts.add({"sqrt(k/m)", short_number(std::sqrt(*body.stiffness / *body.mass), style.digits) + " rad/s, which the frequency should be"});
  if (best.widening > 1)
    facts.add({"residuals", "neighbours are alike, as if one row in " + short_number(best.widening, style.digits) +
                                " counted; what is no noise: " + short_number(best.systematic, style.digits)});
  return table_of_laws(found, body, style) + "\n" + facts.to_text(0, kOneLine, style);
}

std::string text_of(const Decay& decay, const Body& body, const TextStyle& style) {
  TextTable table("ll");
  const auto number = [&](double value) { return short_number(value, style.digits); };
  const auto peak = [&](const Peak& one) { return number(one.value) + " at " + with_prefix(one.time_s, "s", style.digits); };
  table.add({"peaks", peak(decay.first) + ", " + peak(decay.last) + ", " + counted(decay.cycles, "cycle") + " apart"});
  table.add({"period", with_prefix(decay.period_s, "s", style.digits)});
  table.add({"viscous", "decrement " + number(decay.log_decrement) + ", damping ratio zeta = " + number(decay.damping_ratio)});
  std::string coulomb = "loss " + number(decay.loss) + " a cycle";
  if (body.stiffness) coulomb += ", friction F_C = " + number(*body.stiffness * decay.loss / 4);
  if (body.stiffness && body.mass)
    coulomb += ", coefficient mu = " + number(*body.stiffness * decay.loss / 4 / (*body.mass * body.gravity));
  table.add({"Coulomb", coulomb});
  if (decay.exponential_misfit)
    table.add({"between", std::string("peaks follow the ") +
                              (*decay.exponential_misfit <= *decay.linear_misfit ? "exponential" : "linear") + " envelope better: within " +
                              percent(*decay.exponential_misfit, style.digits) + " of the loss of the exponential, " +
                              percent(*decay.linear_misfit, style.digits) + " of the linear one"});
  return fitted("by two peaks, as the course ME 481 does, without an interval\n", style.columns) + table.to_text(0, kOneLine, style);
}

struct DecayDocument {
  const DecayArguments* arguments;
  const Body* body;
  const Identification* found;
  const Decay* two_peaks;
};

struct LawDocument {
  const LawFit* fit;
  const Body* body;
};

const document::Shape<LawDocument>& shape_of(const LawDocument*) {
  using Law = LawDocument;
  static const auto shape = [] {
    auto keys = document::Shape<Law>()
                    .key("law", "of damping", [](const Law& l) { return name_of(l.fit->law); })
                    .key("agrees", "it is not refuted by an F test at 0.1 %", [](const Law& l) { return l.fit->agrees; });
    for (const Quantity& quantity : kQuantities)
      keys.key(quantity.key, quantity.doc, [&quantity](const Law& l) { return estimate_of(quantity, *l.fit, *l.body); });
    return keys
        .key("residual", "standard deviation of what is left, in the unit of the column", [](const Law& l) { return l.fit->residual; })
        .key("systematic", "the part of it that is no noise", [](const Law& l) { return l.fit->systematic; })
        .key("widening", "of the variances, as neighbouring residuals are alike; 1 if they are not",
             [](const Law& l) { return l.fit->widening; });
  }();
  return shape;
}

std::vector<LawDocument> laws_of(const DecayDocument& document) {
  std::vector<LawDocument> laws;
  for (const LawFit& fit : document.found->laws) laws.push_back({&fit, document.body});
  return laws;
}

const document::Shape<DecayDocument>& shape_of(const DecayDocument*) {
  using Document = DecayDocument;
  static const auto shape =
      document::Shape<Document>()
          .key("file", "the result, as it was named", [](const Document& d) { return d.arguments->file; })
          .key("column", "its name", [](const Document& d) { return d.arguments->of; })
          .key("rows", "that are used", [](const Document& d) { return d.found->rows; })
          .key("first_s", "time of the first of them", [](const Document& d) { return d.found->first_s; })
          .key("last_s", "time of the last of them", [](const Document& d) { return d.found->last_s; })
          .key("half_swings", "that stand out from the noise", [](const Document& d) { return d.found->half_swings; })
          .key("best", "of the laws that agree the simplest", [](const Document& d) { return name_of(d.found->best().law); })
          .key("laws", "each fitted to all rows", laws_of)
          .key("two_peaks", "the course's procedure; null without --two-peaks",
               [](const Document& d) { return d.two_peaks ? std::optional(*d.two_peaks) : std::nullopt; });
  return shape;
}

/// The course measures peaks from the position of rest.
Decay two_peaks_of(const MeasuredCurve& curve, const Identification& found, const DecayArguments& arguments) {
  MeasuredCurve deviation = curve;
  const double middle_s = 0.5 * (found.first_s + found.last_s);
  for (std::size_t i = 0; i < curve.times_s.size(); ++i)
    deviation.values[i] -= found.best().rest + found.best().drift_per_s * (curve.times_s[i] - middle_s);
  const std::vector<Peak> peaks = positive_peaks(deviation);
  const auto decay = decay_of(peaks, arguments.cycles);
  if (!decay)
    refuse(arguments.of + " has " + counted(static_cast<std::int64_t>(peaks.size()), "positive peak") +
               ", which is not enough, or they do not decay",
           "take --cycles fewer than its peaks, or leave --two-peaks out");
  return *decay;
}

int execute(const DecayArguments& arguments) {
  const Body body(arguments);
  const ResultTable table = read_result(arguments.file);
  const MeasuredCurve curve = rows_of(column_of(table, "time"), column_of(table, arguments.of), arguments.from_s, arguments.to_s);
  const Identification found = identify_damping(curve, arguments.known);
  const std::optional<Decay> two_peaks = arguments.two_peaks ? std::optional(two_peaks_of(curve, found, arguments)) : std::nullopt;
  if (arguments.format.is_json()) {
    const DecayDocument document{&arguments, &body, &found, two_peaks ? &*two_peaks : nullptr};
    write_to_standard_output(document::text_of("decay/2", document));
  } else {
    const TextStyle style = style_of_output(arguments.digits);
    print(two_peaks ? text_of(*two_peaks, body, style) : text_of(found, body, style));
  }
  return kDone;
}

}  // namespace

std::string decay_schema() { return document::schema_text<DecayDocument>("decay/2", "What stribeck decay --format json prints"); }

Action add_decay(CLI::App& program) {
  CLI::App* command = program.add_subcommand("decay", "identify damping and friction from a free vibration, with 95 % intervals");
  const auto arguments = std::make_shared<DecayArguments>();
  command->add_option("RESULT", arguments->file, "a file of rows with a column \"time\"")->type_name("");
  command->add_option("--of", arguments->of, "the column that vibrates")->type_name("COLUMN");
  command->add_option("--from", arguments->from_s, "time of the first row that counts; left out: the release")->type_name("SECONDS");
  command->add_option("--to", arguments->to_s, "time of the last row that counts")->type_name("SECONDS");
  command->add_flag("--released", arguments->known.starts_at_rest, "the body is let go at rest at the first row that counts");
  command->add_flag("--no-drift", arguments->known.no_drift, "the sensor does not drift");
  command->add_option("--stiffness", arguments->stiffness, "of the spring, for forces")->type_name("K");
  command->add_option("--mass", arguments->mass, "of the body, for forces and the coefficient of friction")->type_name("M");
  command->add_option("--gravity", arguments->gravity, "acceleration of a free fall")->type_name("G")->default_val("9.81");
  CLI::Option* two_peaks =
      command->add_flag("--two-peaks", arguments->two_peaks, "by the procedure of the course ME 481 instead of the fit");
  command->add_option("--cycles", arguments->cycles, "between the two peaks; left out: all there are")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->needs(two_peaks);
  add_digits_option(*command, arguments->digits);
  add_format_option(*command, arguments->format);
  command->footer(kDecayExamples);
  return [arguments] {
    if (arguments->file.empty() || arguments->of.empty())
      refuse("decay needs a result and one of its columns", "see: stribeck decay --help");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
