// Linear models, modes, sensitivities, comparisons of results, free vibrations, spectra and reports.
#include "analysis/linear_curves.h"
#include "analysis_sections.h"
#include "bindings.h"
#include "program_source.h"
#include "results/identification.h"
#include "results/spectrum.h"
#include "results/tube.h"
#include "session_object.h"
#include "study/scalar_slopes.h"

namespace stribeck::python {
namespace {

using Column = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<double> values_of(const Column& column) { return {column.data(), column.data() + column.shape(0)}; }

auto matrix(const Matrix& m) { return array_of(m.values, m.rows, m.columns); }

nb::list told(const std::vector<LinearVariable>& variables) {
  nb::list list;
  for (const LinearVariable& one : variables) list.append(nb::make_tuple(one.name, one.unit, one.value));
  return list;
}

nb::list told(const std::vector<HeldElement>& held) {
  nb::list list;
  for (const HeldElement& one : held) list.append(one.name + (one.is_contact ? " rests" : " sticks"));
  return list;
}

nb::dict linear(SessionObject& session, Asked asked, bool at_start, const std::vector<std::string>& inputs) {
  asked.linear_inputs = inputs;
  const LinearModel model = session.with_model(asked, [&](Model& whole, const RunOptions& options) {
    return linearise(whole, LinearPoint{at_start, inputs}, options);
  });
  nb::dict dict;
  dict["t"] = model.time_s;
  dict["A"] = matrix(model.a), dict["B"] = matrix(model.b), dict["C"] = matrix(model.c), dict["D"] = matrix(model.d);
  dict["states"] = told(model.states), dict["inputs"] = told(model.inputs), dict["outputs"] = told(model.outputs);
  dict["rates"] = array_of(model.rates, model.rates.size());
  dict["held"] = told(model.held);
  dict["left_out"] = model.left;
  dict["poles"] = poles_of(model.a);
  dict["notes"] = stribeck::python::told(model.notes.list());
  return dict;
}

/// A, B, C and D of a model.
using Numbers = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

LinearModel model_of(const Numbers& a, const Numbers& b, const Numbers& c, const Numbers& d) {
  const std::size_t states = a.shape(0), inputs = b.shape(1), outputs = c.shape(0);
  if (a.shape(1) != states || b.shape(0) != states || c.shape(1) != states || d.shape(0) != outputs || d.shape(1) != inputs)
    throw nb::value_error("the matrices do not belong to one model");
  const auto copied = [](const Numbers& numbers) {
    Matrix m(numbers.shape(0), numbers.shape(1));
    std::copy(numbers.data(), numbers.data() + numbers.size(), m.values.begin());
    return m;
  };
  LinearModel model;
  model.states.resize(states), model.inputs.resize(inputs), model.outputs.resize(outputs);
  model.a = copied(a), model.b = copied(b), model.c = copied(c), model.d = copied(d);
  return model;
}

void require_pair(const LinearModel& model, std::size_t output, std::size_t input) {
  if (output >= model.outputs.size() || input >= model.inputs.size()) throw nb::index_error("there is no such output or input");
}

/// Zeros, factor and steady gain of one output to one input.
nb::tuple transfer(const Numbers& a, const Numbers& b, const Numbers& c, const Numbers& d, std::size_t output, std::size_t input) {
  const LinearModel model = model_of(a, b, c, d);
  require_pair(model, output, input);
  const TransferFunction found = transfer_function(model, output, input);
  return nb::make_tuple(found.zeros, found.gain, found.steady);
}

/// Angular frequencies, and what the output does at them: real and imaginary parts, and a phase that goes on without jumps. A range that is
/// not above zero: from the poles and zeros.
nb::tuple frequency_response(const Numbers& a, const Numbers& b, const Numbers& c, const Numbers& d, std::size_t output, std::size_t input,
                             double low, double high) {
  const LinearModel model = model_of(a, b, c, d);
  require_pair(model, output, input);
  if (!(low > 0)) {
    std::vector<std::complex<double>> roots = poles_of(model.a);
    for (const auto zero : transfer_function(model, output, input).zeros) roots.push_back(zero);
    std::tie(low, high) = frequency_range(roots);
  }
  if (!(high > low) || !std::isfinite(high)) throw nb::value_error("a range of frequencies grows");
  const FrequencyCurve curve = frequency_curve(model, output, input, low, high);
  const std::size_t count = curve.values.size();
  std::vector<double> real(count), imaginary(count);
  for (std::size_t k = 0; k < count; ++k) real[k] = curve.values[k].real(), imaginary[k] = curve.values[k].imag();
  return nb::make_tuple(array_of(curve.frequencies_rad_s, count), array_of(real, count), array_of(imaginary, count),
                        array_of(curve.phases_deg, count));
}

/// The outputs after a step of one input: times, what the linear model does, and the run. `span_s` not above zero: until the model settles.
nb::tuple step_response(SessionObject& session, Asked asked, bool at_start, const std::vector<std::string>& inputs,
                        const std::string& input, double amount, double span_s) {
  constexpr std::size_t kRows = 401;
  asked.linear_inputs = inputs;
  StepAsked step{input, amount, {}};
  std::vector<LinearVariable> outputs;
  std::string unit;
  const StepResponses found = session.with_model(asked, [&](Model& whole, const RunOptions& options) {
    const LinearPoint point{at_start, inputs};
    const LinearModel model = linearise(whole, point, options);
    outputs = model.outputs;
    for (const LinearVariable& one : model.inputs)
      if (one.name == input) unit = one.unit;
    const double span = span_s > 0 ? span_s : settling_span_s(poles_of(model.a));
    for (std::size_t k = 0; k < kRows; ++k) step.times_s.push_back(span * static_cast<double>(k) / (kRows - 1));
    return step_responses(whole, point, model, step, options);
  });
  return nb::make_tuple(array_of(step.times_s, kRows), matrix(found.linear), matrix(found.real), told(outputs), unit);
}

/// The drawing of `stribeck modes --draw`.
std::string modes_drawing(SessionObject& session, const Asked& asked, bool at_start, std::size_t count, double near_rad_s,
                          const std::vector<std::size_t>& numbers, int open_levels) {
  return session.with_model(asked, [&](Model& whole, const RunOptions& options) {
    const Modes found = modes(whole, ModalPoint{at_start, {count, near_rad_s}}, options);
    return cli::modes_svg(whole, found, {numbers, open_levels, Digits::four});
  });
}

nb::dict natural_modes(SessionObject& session, const Asked& asked, bool at_start, std::size_t count, double near_rad_s) {
  const Modes found = session.with_model(asked, [&](Model& whole, const RunOptions& options) {
    return modes(whole, ModalPoint{at_start, {count, near_rad_s}}, options);
  });
  const auto shares = [](const std::vector<ModeShare>& all) {
    nb::dict dict;
    for (const ModeShare& one : all) dict[one.name.c_str()] = one.share;
    return dict;
  };
  nb::list list;
  for (const NaturalMode& mode : found.modes) {
    nb::dict dict, shape;
    for (const ModePlace& place : mode.shape) shape[place.name.c_str()] = place.amount;
    dict["pole"] = mode.pole;
    dict["shape"] = shape;
    dict["energy"] = shares(mode.energy);
    dict["participation"] = shares(mode.participation);
    list.append(dict);
  }
  nb::dict dict;
  dict["t"] = found.time_s;
  dict["modes"] = list;
  dict["held"] = told(found.held);
  dict["left_out"] = found.left;
  dict["notes"] = stribeck::python::told(found.notes.list());
  return dict;
}

nb::dict sensitivity(SessionObject& session, const Asked& asked, const std::vector<std::string>& by, const std::vector<double>& times_s,
                     const std::vector<std::string>& scalars) {
  std::vector<AskedScalar> wanted;
  for (const std::string& scalar : scalars) wanted.push_back(asked_scalar(scalar));
  std::vector<ScalarSlopes> slopes;
  const Sensitivities found = session.with_model(asked, [&](Model& whole, const RunOptions& options) {
    Session& own = session.session();
    const auto along = [&](bool by_parameters, const std::vector<double>& instants) {
      const SensitivityPoint point{by_parameters ? by : std::vector<std::string>(), instants};
      return sensitivities(whole, own.registry(), own.file(), point, options, &own.text());
    };
    if (wanted.empty()) return along(true, times_s);
    SensitivitiesWithScalars both = sensitivities_with_scalars(wanted, times_s, row_times(diagram_of(whole).experiment), along);
    slopes = std::move(both.scalars);
    return std::move(both.result);
  });
  const std::size_t outputs = found.outputs.size(), parameters = found.parameters.size();
  nb::list events, undefined;
  for (const EventSensitivity& one : found.events) events.append(nb::make_tuple(one.time_s, one.labels, array_of(one.by, parameters)));
  for (const UndefinedSensitivity& one : found.undefined)
    undefined.append(nb::make_tuple(found.parameters[one.direction].name, one.time_s, one.why, array_of(one.left, one.left.size()),
                                    array_of(one.right, one.right.size())));
  std::vector<double> rows, values;
  for (const Matrix& row : found.rows) rows.insert(rows.end(), row.values.begin(), row.values.end());
  for (const std::vector<double>& row : found.values) values.insert(values.end(), row.begin(), row.end());
  nb::dict dict;
  dict["t"] = found.time_s;
  dict["parameters"] = told(found.parameters), dict["outputs"] = told(found.outputs);
  dict["by"] = matrix(found.by);
  dict["events"] = events, dict["undefined"] = undefined;
  dict["times"] = array_of(found.times_s, found.times_s.size());
  dict["values"] = array_of(values, found.times_s.size(), outputs);
  dict["along"] = array_of(rows, found.times_s.size(), outputs, parameters);
  nb::list numbers;
  for (const ScalarSlopes& one : slopes) numbers.append(nb::make_tuple(one.name, one.unit, one.value, array_of(one.by, one.by.size())));
  dict["scalars"] = numbers;
  dict["notes"] = stribeck::python::told(found.notes.list());
  return dict;
}

ResultTable table_of(const std::vector<std::pair<std::string, Column>>& columns, const std::string& name) {
  ResultTable table;
  table.file = name;
  for (const auto& [column, values] : columns) {
    table.names.push_back(column);
    table.columns.push_back(values_of(values));
  }
  return table;
}

nb::list comparison(const std::vector<std::pair<std::string, Column>>& reference, const std::vector<std::pair<std::string, Column>>& other,
                    double tolerance, double time_tolerance_s, double absolute) {
  const ResultComparison found =
      compare_results(table_of(reference, "the reference"), table_of(other, "the other result"), {tolerance, time_tolerance_s, absolute});
  nb::list list;
  for (const CurveComparison& curve : found.curves) {
    nb::dict dict;
    dict["name"] = curve.name;
    dict["agrees"] = curve.agrees() && found.same_times();
    dict["missing"] = curve.missing;
    dict["same"] = curve.same;
    dict["worst"] = curve.worst;
    dict["worst_at"] = curve.worst_at_s;
    dict["half_width"] = curve.half_width;
    dict["share_outside"] = curve.share_outside;
    list.append(dict);
  }
  return list;
}

nb::tuple told(const Estimate& estimate) { return nb::make_tuple(estimate.value, estimate.low, estimate.high); }

nb::dict decay(const Column& times, const Column& values, double from_s, double to_s, bool released, bool no_drift) {
  const std::vector<double> t = values_of(times), y = values_of(values);
  const Identification found = identify_damping(rows_of(t, y, from_s, to_s), {released, no_drift});
  nb::list laws;
  for (const LawFit& fit : found.laws) {
    nb::dict law;
    law["law"] = std::string(name_of(fit.law));
    law["agrees"] = fit.agrees;
    law["best"] = &fit == &found.best();
    law["residual"] = fit.residual;
    law["frequency"] = told(fit.estimate([](const LawFit& moved) { return moved.vibration.frequency_rad_s; }, true));
    law["damping_ratio"] = told(fit.estimate([](const LawFit& moved) { return moved.vibration.damping_ratio; }, true));
    law["coulomb"] = told(fit.estimate([](const LawFit& moved) { return moved.vibration.coulomb; }, true));
    law["quadratic"] = told(fit.estimate([](const LawFit& moved) { return moved.vibration.quadratic; }, true));
    law["rest"] = told(fit.estimate([](const LawFit& moved) { return moved.rest; }));
    laws.append(law);
  }
  nb::dict dict;
  dict["laws"] = laws;
  dict["rows"] = found.rows;
  dict["first"] = found.first_s, dict["last"] = found.last_s;
  dict["half_swings"] = found.half_swings;
  return dict;
}

std::string report(SessionObject& session, const Asked& asked, const cli::ReportWanted& given) {
  return session.with_model(asked, [&](Model& model, const RunOptions& options) {
    Session& own = session.session();
    Overview rows(cli::kMostNumbersOfReport, true);
    const RunSummary summary = run(model, rows, options);
    cli::ReportWanted wanted = given;
    wanted.source = begins_as_program_file(own.text()) ? diagram_text(model, own.file()) : own.text();
    return cli::report_page(model, own.registry(), own.file(), options, summary, rows, wanted);
  });
}

}  // namespace

void bind_analyses(nb::module_& module) {
  module.def("linearise", &linear);
  module.def("natural_modes", &natural_modes);
  module.def("sensitivity", &sensitivity);
  module.def("compare", &comparison);
  module.def("decay", &decay);
  module.def("transfer", &transfer);
  module.def("frequency_response", &frequency_response);
  module.def("step_response", &step_response);
  module.def("modes_drawing", &modes_drawing);
  module.def("report", [](SessionObject& session, const Asked& asked, const std::string& command, bool modes,
                          const std::vector<std::string>& inputs, const std::vector<std::string>& by, int open_levels) {
    return report(session, asked, {modes, inputs, by, open_levels, command, {}});
  });
  module.def("read_result", [](const std::string& path) {
    const ResultTable table = read_result(path);
    nb::dict dict;
    for (std::size_t c = 0; c < table.names.size(); ++c) dict[table.names[c].c_str()] = array_of(table.columns[c], table.columns[c].size());
    return dict;
  });
  module.def("spectrum", [](const Column& times, const Column& values, bool hann) {
    if (times.shape(0) != values.shape(0)) throw nb::value_error("times and values are not equally many");
    const std::vector<double> t = values_of(times), y = values_of(values);
    if (t.size() < 3) throw nb::value_error("a spectrum needs three rows at least");
    const Spectrum found = spectrum_of(t, y, hann ? Window::hann : Window::none);
    std::vector<double> frequencies;
    for (std::size_t line = 0; line < found.amplitudes.size(); ++line) frequencies.push_back(found.frequency_hz(line));
    const std::size_t lines = found.amplitudes.size();
    return nb::make_tuple(array_of(frequencies, lines), array_of(found.amplitudes, lines), array_of(found.phases_rad, lines));
  });
  module.def("compile", [](SessionObject& session, const Asked& asked) {
    const std::string bytes = session.with_model(
        asked, [&](Model& model, const RunOptions& options) { return program_file(model, session.session().file(), options); });
    return nb::bytes(bytes.data(), bytes.size());
  });
}

}  // namespace stribeck::python
