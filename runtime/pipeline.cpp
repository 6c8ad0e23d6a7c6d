// The whole road from a file to curves:
//
//   diagram ──▶ assembly ──▶ equations ──▶ structure ──▶ program ──▶ simulation ──▶ results
//
// Each stage is one function that takes the struct of the stage before and returns its own, which no later stage changes. Expressions stand
// in one pool, which is lent to the stages that add some. `stage()` times each, and in test and debug builds verifies what it made.
#include "model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include "analysis/linearise.h"
#include "assembly/assembly.h"
#include "base/constants.h"
#include "base/instants.h"
#include "compile/boundary.h"
#include "compile/compile.h"
#include "compile/energy_accounts.h"
#include "compile/start.h"
#include "diagram/read.h"
#include "drawing/graphviz.h"
#include "drawing/schematic.h"
#include "equations/flat_system.h"
#include "equations/retune.h"
#include "explain/bond_graph.h"
#include "explain/causality.h"
#include "explain/overruled.h"
#include "fmu_notes.h"
#include "program/image.h"
#include "program/machine.h"
#include "program_source.h"
#include "results/energy_warning.h"
#include "results/layout.h"
#include "simulation/loop/image_run.h"
#include "simulation/rows/energy_audit.h"
#include "structure/order.h"
#include "structure/sorted_system.h"
#include "verification/second_lane.h"
#include "verified.h"

extern "C" const stribeck_library* stribeck_builtin_components(void);

namespace stribeck {

ReadOptions read_options(const RunOptions& options) {
  ReadOptions read{.overrides = {},
                   .stop = options.stop,
                   .interval = options.interval,
                   .solver = options.solver,
                   .rtol = options.rtol,
                   .atol = options.atol,
                   .rows = options.rows,
                   .outputs = options.outputs,
                   .inputs = {},
                   .linear_inputs = options.linear_inputs,
                   .solvers = {},
                   .sources = options.sources};
  for (const Override& o : options.overrides) read.overrides.push_back({o.name, o.value});
  for (const Override& o : options.inputs) read.inputs.push_back({o.name, o.value});
  for (const IntegratorRow& row : integrators()) read.solvers.emplace_back(row.name);
  return read;
}

namespace {

RunSettings run_settings(const Experiment& experiment, const RunOptions& options) {
  RunSettings settings = settings_of(program_experiment(experiment));
  settings.extra_times_s = options.extra_times_s;
  std::erase_if(settings.extra_times_s, [&](double t) {
    return !(t > experiment.start_s && t < experiment.stop_s) && !is_same_instant(t, experiment.start_s) &&
           !is_same_instant(t, experiment.stop_s);
  });
  settings.rows = experiment.rows;
  settings.chosen_rows = options.chosen_rows;
  settings.interrupted = options.interrupted;
  settings.progress = options.progress;
  settings.leg = options.leg;
  settings.at_leg = options.at_leg;
  settings.resume = options.resume;
  return settings;
}

/// Explicit methods never ask for one, and `auto` begins with one of them.
bool begins_with_jacobian(const Experiment& experiment) {
  return experiment.steady_state || (experiment.solver != "auto" && find_integrator(experiment.solver)->stiff);
}

/// A fixed step decides on the accuracy, which nobody watches.
Diagnostic step_not_chosen(const Experiment& experiment, double step_s) {
  return {.code = ErrorCode::experiment_bad_time,
          .message = "the experiment names no step, so that " + experiment.solver + " takes the interval between rows, " +
                     with_prefix(step_s, "s"),
          .where = {},
          .because = "it does not watch its error: whether the step is short enough is for you to see",
          .remedy = "give the experiment a \"step\", and compare with half of it; or take the solver \"auto\"",
          .severity = Severity::warning,
          .details = {}};
}

}  // namespace

Model::Model(Registry& registry, const std::string& file, const RunOptions& options, const std::string* text) {
  diagram_ = stage("diagram", [&] { return read_diagram(registry, file, read_options(options), text); });
  plugins_ = plugins_of(registry, diagram_);
  assembly_ = stage("assembly", [&] { return assemble(diagram_); });
  for (std::vector<FrictionCarrier> carriers;; carriers = other_carriers(sorted_, pool_)) {
    pool_ = ExprPool();
    FlatSystem flat = stage("equations", [&] { return flatten(assembly_, pool_, carriers); });
    outputs_ = select_outputs(flat, options.columns);
    sorted_ = stage("structure", [&] { return sort_system(std::move(flat), pool_); });
    verify("structure", *sorted_.flat);  // with what it has added
    if (sorted_.without_carrier.empty() && sorted_.of_given_motion.empty()) break;
  }
  remarks_ = overruled_causalities(sorted_);
  momenta_ = momenta_of(sorted_, pool_);
  plain_ = options.plain;
  if (options.verify) second_lane_ = std::make_unique<SecondLane>(flat(), pool_, diagram_.experiment.rtol, diagram_.experiment.atol);
  accounts_ = EnergyAccounts(flat(), pool_);
  positions_ = prescribed_positions(flat(), pool_);
  image_.program = stage("program", [&] {
    ProgramRequest wanted = request();
    wanted.jacobian = sorted_.states.size() <= kAlwaysJacobian || begins_with_jacobian(diagram_.experiment) || second_lane_ != nullptr;
    return compile(sorted_, pool_, wanted);
  });
  fill_image();
}

void Model::fill_image() {
  image_.columns = outputs_.columns;
  image_.asked = outputs_.asked, image_.for_plots = outputs_.for_plots;
  image_.row_values = outputs_.expressions.size();
  image_.heats = outputs_.heats;
  image_.formulas = row_formulas(outputs_, flat());
  image_.inputs = program_inputs(flat());
  image_.outputs = program_outputs(flat(), image_.columns);
  image_.notes = flat().notes;
  image_.notes.insert(image_.notes.end(), remarks_.begin(), remarks_.end());
}

Model::Model(Registry& registry, ProgramImage image, const ProgramSource& source, const RunOptions& options) : image_(std::move(image)) {
  RunOptions whole = options;
  whole.sources = source.sources;
  whole.overrides = source.overrides;
  diagram_ = stage("diagram", [&] { return read_diagram(registry, source.file, read_options(whole), nullptr); });
  plugins_ = plugins_of(registry, diagram_);
  make_whole_ = [&registry, file = source.file, whole](ColumnsFor columns) mutable {
    whole.columns = columns;
    return std::make_unique<Model>(registry, file, whole, nullptr);
  };
  columns_ = options.columns;
  source_ = source;
  if (options.columns == ColumnsFor::expectations) return;
  image_.columns.resize(options.columns == ColumnsFor::outputs ? image_.asked : image_.for_plots);
}

/// Whether each coefficient that is not zero, or is, is so with the values that the parameters have now.
bool Model::coefficients_hold() const {
  for (std::size_t e = 0; e < flat().equations.size(); ++e)
    for (const IncidenceTerm& term : sorted_.incidence[e]) {
      const bool fixed = (flat().pool->content(term.partial) & ~kParameter) == 0 && !flat().pool->is_constant(term.partial);
      if (fixed && (parameter_value(flat(), term.partial) != 0) != (term.solvability == kParameterCoefficient)) return false;
    }
  return true;
}

bool Model::take_values(Diagram& fresh) {
  // A second lane has its own picture of the diagram; and a choice of states that may change along the motion weighs values.
  if (make_whole_ != nullptr || second_lane_ || !sorted_.varying_levels.empty() || !same_equations(diagram_, fresh)) return false;
  exchange_values(diagram_, fresh);
  bool holds = false;
  try {
    holds = coefficients_hold() && is_sorted_the_same(sorted_);
  } catch (const Failure&) {  // the model that is built of these values anew says why
  }
  if (!holds) {
    exchange_values(diagram_, fresh);
    return false;
  }
  choices_.clear();  // sorted with other values: what a run gives is to follow from its own alone
  image_.formulas = row_formulas(outputs_, flat());
  return true;
}

/// The same with Jacobian, for an integrator that found out on the way that it needs one.
const Program& Model::with_jacobian() {
  if (image_.with_jacobian == nullptr) image_.with_jacobian = std::make_shared<Program>(compiled(sorted_));
  return *image_.with_jacobian;
}

/// Outputs are the columns and what their formulas are in, then what the second lane wants, then the stored energies and the audit's
/// powers.
ProgramRequest Model::request() const {
  ProgramRequest request;
  request.plain = plain_;
  request.outputs = outputs_.expressions;
  if (second_lane_) request.outputs.insert(request.outputs.end(), second_lane_->wanted().begin(), second_lane_->wanted().end());
  accounts_.request(request);
  request.momenta = momenta_;
  request.positions = positions_;
  if (analysed_) {
    request.outputs.insert(request.outputs.end(), analysed_->values.begin(), analysed_->values.end());
    request_linear(flat(), analysed_->outputs, analysed_->parameters, analysed_->kinks, request);
    request.linear_discretes = analysed_->by_discretes;
  }
  return request;
}

const Program* Model::choose(const WatchedValues& point) {
  if (Model& whole = this->whole(); &whole != this) return whole.choose(point);
  return &kept_choice(sort_again(sorted_, motion_point(sorted_, image_.program.watch, point)));
}

const Program* Model::without_targets() {
  if (Model& whole = this->whole(); &whole != this) return whole.without_targets();
  SortedSystem sorted = sort_without_targets(sorted_);
  return sorted.states == sorted_.states ? nullptr : &kept_choice(std::move(sorted));
}

Program Model::compiled(SortedSystem& sorted) {
  Program program = compile(sorted, pool_, request());
  verify("program", program);
  return program;
}

/// Compiled once for each set of states.
const Program& Model::kept_choice(SortedSystem sorted) {
  std::unique_ptr<Choice>& kept = choices_[sorted.states];
  if (kept == nullptr) {
    kept = std::make_unique<Choice>(Choice{std::move(sorted), {}});
    verify("structure", kept->sorted);
    kept->program = compiled(kept->sorted);
  }
  return kept->program;
}

/// A run follows from all that was read for it, to the byte, and from this program, for which what it compiled stands.
RunIdentity Model::identity() const {
  Fingerprint model, experiment;
  model.add(to_text(image_.program));
  model.add(diagram_.content);
  model.add(plugins_);
  const Experiment& e = diagram_.experiment;
  experiment.add(
      {e.start_s, e.stop_s, e.interval_s, e.rtol, e.atol, e.step_s, e.max_step_s, e.has_atol ? 1.0 : 0.0, e.steady_state ? 1.0 : 0.0});
  const RowChoice& rows = e.rows;
  experiment.add({rows.from_s.value_or(-HUGE_VAL), rows.to_s.value_or(HUGE_VAL), rows.at_steps ? 1.0 : 0.0});
  experiment.add(rows.at_s);
  return {{"model", model.to_text()}, {"solver", e.solver}, {"experiment", experiment.to_text()}};
}

RunSettings Model::settings(const RunOptions& options) {
  RunSettings settings = run_settings(diagram_.experiment, options);
  settings.choices = this;
  settings.targets = initial_targets(diagram_);
  settings.check_motion = second_lane_ != nullptr;
  return settings;
}

RunSummary Model::run(RowSink& sink, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const RunSettings settings = this->settings(options);
  const Program& program = image_.program;
  const std::vector<double> parameters = parameter_values(diagram_);
  std::optional<VerifyingSink> verifying;
  if (second_lane_) verifying.emplace(sink, *second_lane_, image_.row_values);
  ImageRun image_run(image_, parameters, verifying ? static_cast<RowSink&>(*verifying) : sink, settings,
                     static_cast<std::ptrdiff_t>(image_.row_values + (second_lane_ ? second_lane_->wanted().size() : 0)));
  image_run.set_source_of_jacobian([this]() -> const Program& { return with_jacobian(); });
  if (options.resume == nullptr) {
    sink.begin(image_.columns);
    if (options.chosen_rows != nullptr) options.chosen_rows->begin(image_.columns);
  }
  RunSummary summary = image_run.run();
  if (second_lane_) {
    summary.verification = second_lane_->result();
    for (Diagnostic& note :
         fmu_notes(program, "what it does is not verified, only that its outputs are held", "", "what it does is not verified"))
      summary.notes.push_back(std::move(note));
  }
  summary.time_unit = diagram_.experiment.stop_unit;
  summary.stages = times_;
  summary.stages.push_back({"simulation", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  summary.notes.insert(summary.notes.begin(), image_.notes.begin(), image_.notes.end());
  summary.notes.insert(summary.notes.begin(), diagram_.remarks.begin(), diagram_.remarks.end());
  const Experiment& experiment = diagram_.experiment;
  if (const IntegratorRow* row = find_integrator(experiment.solver); row != nullptr && row->fixed_step && experiment.step_s <= 0)
    summary.notes.push_back(step_not_chosen(experiment, settings.integrator.step_s));
  note_prescribed_kinks(program, image_run.rows(), summary.notes);
  const std::vector<LeastHeat> least = least_heat(program.audit, image_run.loop().heat());
  for (Diagnostic& warning : energy_warnings(summary.audit, least, summary.reached_s - summary.start_s, diagram_.experiment.rtol))
    summary.notes.push_back(std::move(warning));
  return summary;
}

std::string Model::explain(std::string_view after) {
  if (make_whole_ != nullptr) return make_whole_(columns_)->explain(after);  // whole() has more columns than are asked for
  if (after == "diagram") return to_text(diagram_);
  if (after == "assembly") return to_text(assembly_);
  if (after == "equations") return to_text(flat());
  if (after == "structure") return to_text(sorted_);
  return to_text(image_.program);
}

std::string Model::explain_causality(CausalityForm form, const TextStyle& style) {
  if (Model& whole = this->whole(); &whole != this) return whole.explain_causality(form, style);
  if (form == CausalityForm::bond_graph) return to_dot(bond_graph(sorted_));
  const Causality causality = this->causality();
  if (form == CausalityForm::json) return to_json(causality);
  if (form == CausalityForm::dot) return to_dot(causality);
  TextTable cost("lr");
  for (const StageTime& time : times_) cost.add({time.stage, with_prefix(time.seconds, "s", style.digits)});
  return to_text(causality, style) + "\ncost of each stage\n" + cost.to_text(style);
}

Causality Model::causality() {
  if (Model& whole = this->whole(); &whole != this) return whole.causality();
  return causality_of(sorted_);
}

std::string Model::drawing_svg(DrawingForm form, const SchematicView& view) {
  if (Model& whole = this->whole(); &whole != this) return whole.drawing_svg(form, view);
  if (form == DrawingForm::schematic) return schematic_svg(assembly_, view);
  return run_dot("svg", to_dot(bond_graph(sorted_), form == DrawingForm::labelled_bond_graph));
}

/// The programs of other states that the motion has called for, and of those that it may call for at other points: of so many.
std::vector<std::shared_ptr<const Program>> Model::other_choices() {
  constexpr int kPoints = 64;
  constexpr std::size_t kMostPrograms = 8;
  const WatchCode& watch = image_.program.watch;
  std::mt19937 generic{20240229};  // fixed: the same diagram gives the same bytes
  for (int k = 0; k < kPoints && !watch.levels.empty() && choices_.size() < kMostPrograms; ++k) {
    WatchedValues point(watch.registers.size());
    for (double& value : point) value = std::uniform_real_distribution(-1.0, 1.0)(generic);
    try {
      kept_choice(sort_again(sorted_, motion_point(sorted_, watch, point)));
    } catch (const Failure&) {  // there is no motion there
    }
  }
  std::vector<std::shared_ptr<const Program>> programs;
  for (const auto& [states, choice] : choices_)
    if (states != sorted_.states) programs.push_back(std::make_shared<const Program>(choice->program));
  return programs;
}

/// What the kernel needs to run it without the diagram, and the sources, of which all else can be made again.
std::string Model::program_file(const std::string& file, const RunOptions& options, const std::vector<double>& sizes) {
  if (source_)
    throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                             .message = file + " is a program file already",
                             .where = {},
                             .because = {},
                             .remedy = "compile the diagram that it was made from, " + source_->file,
                             .details = {}});
  if (!image_.program.has_jacobian) with_jacobian();
  image_.parameters = program_parameters(diagram_);
  for (ProgramParameter& parameter : image_.parameters)  // inputs have values of their own
    for (const ProgramInput& input : image_.inputs) parameter.shapes = parameter.shapes || parameter.name == input.name + ".start";
  image_.limits = program_limits(diagram_);
  image_.experiment = program_experiment(diagram_.experiment);
  image_.sizes = sizes;
  const InitialTargets targets = initial_targets(diagram_);
  for (std::size_t t = 0; t < targets.size(); ++t) image_.program.start.targets[t].asked = targets[t].value;
  image_.others = other_choices();
  image_.source = to_bytes({STRIBECK_VERSION, plugins_, file, options.overrides, options.sources});
  return write_image(image_, calls_at_start(image_));
}

std::size_t Model::instructions() const {
  std::size_t count = 0;
  for (const Code& code : image_.program.code) count += code.size();
  for (const BlockCode& block : image_.program.blocks) count += block.evaluate.size();
  return count;
}

/// Whether the diagram inside, as it is read now, is the one that the program was compiled from.
bool Model::is_as_compiled() const {
  const std::vector<ProgramParameter> parameters = program_parameters(diagram_);
  return source_->version == STRIBECK_VERSION && source_->plugins == plugins_ &&
         std::equal(parameters.begin(), parameters.end(), image_.parameters.begin(), image_.parameters.end(),
                    [](const ProgramParameter& a, const ProgramParameter& b) { return a.name == b.name && a.unit == b.unit; }) &&
         initial_targets(diagram_).size() == image_.program.start.targets.size();
}

void ModelDeleter::operator()(Model* model) const { delete model; }

ModelPtr load(Registry& registry, const std::string& file, const RunOptions& options, const std::string* text) {
  if (text != nullptr ? !begins_as_program_file(*text) : !is_program_file(file)) return ModelPtr(new Model(registry, file, options, text));
  ProgramImage image = read_image(text != nullptr ? *text : content_of(file), file);
  ProgramSource source = program_source(image.source, file);
  if (options.overrides.empty() && options.inputs.empty() && options.outputs.empty() && options.linear_inputs.empty() && !options.verify &&
      !options.plain) {
    ModelPtr model(new Model(registry, std::move(image), source, options));
    if (model->is_as_compiled()) return model;
  }
  RunOptions whole = options;
  whole.sources = source.sources;
  whole.overrides = source.overrides;
  whole.overrides.insert(whole.overrides.end(), options.overrides.begin(), options.overrides.end());
  ModelPtr model(new Model(registry, source.file, whole, nullptr));
  model->take_source(std::move(source));
  return model;
}

std::string program_file(Model& model, const std::string& file, const RunOptions& options, const std::vector<double>& sizes) {
  return model.program_file(file, options, sizes);
}
bool reload(ModelPtr& model, Registry& registry, const std::string& file, const RunOptions& options, const std::string* text) {
  if (text != nullptr ? begins_as_program_file(*text) : is_program_file(file)) {
    model = load(registry, file, options, text);
    return true;
  }
  if (retune(*model, registry, file, options, text)) return false;
  model = load(registry, file, options, text);
  return true;
}
bool retune(Model& model, Registry& registry, const std::string& file, const RunOptions& options, const std::string* text) {
  Diagram fresh = read_diagram(registry, file, read_options(options), text);
  return model.is_plain() == options.plain && model.take_values(fresh);
}
std::string diagram_text(const Model& model, const std::string& file) { return model.text(file); }
const Diagram& diagram_of(const Model& model) { return model.diagram(); }
RunIdentity identity_of(const Model& model) { return model.identity(); }
std::vector<OutputColumn> output_columns(const Model& model) { return model.columns(); }
std::size_t asked_columns(const Model& model) { return model.asked(); }
std::size_t instructions_of(const Model& model) { return model.instructions(); }
std::vector<std::string> possible_events(const Model& model) { return model.possible_events(); }
RunSummary run(Model& model, RowSink& sink, const RunOptions& options) { return model.run(sink, options); }
std::vector<std::string> stage_names() { return {"diagram", "assembly", "equations", "structure", "program"}; }
std::string explain(Model& model, std::string_view stage) { return model.explain(stage); }
Causality causality_of(Model& model) { return model.causality(); }
std::string explain_causality(Model& model, CausalityForm form, const TextStyle& style) { return model.explain_causality(form, style); }

std::string drawing_svg(Model& model, DrawingForm form, const SchematicView& view) { return model.drawing_svg(form, view); }

void add_builtin_components(Registry& registry) { registry.add_library(stribeck_builtin_components, "built in"); }

}  // namespace stribeck
