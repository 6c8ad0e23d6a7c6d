#pragma once
// The whole road from a file to curves (design section 1). pipeline.cpp is the map of the project.
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/branch.h"
#include "analysis/linear_model.h"
#include "analysis/modes.h"
#include "analysis/orbit.h"
#include "analysis/sensitivity.h"
#include "compile/outputs.h"
#include "component/registry.h"
#include "diagram/diagram.h"
#include "diagram/sources.h"
#include "drawing/captions.h"
#include "results/checkpoint.h"
#include "results/layout.h"
#include "simulation/run.h"

namespace stribeck {

struct Causality;

/// --set NAME=VALUE: a diagram parameter ("speed") or an instance's ("load.inertia"); the value as in the file ("3 rpm", "=2*k", "2").
struct Override {
  std::string name, value;
  void carry(Archive& archive) { archive(name, value); }
};

struct RunOptions {
  std::vector<Override> overrides;
  std::vector<Override> inputs;                    ///< --input NAME=FILE:COLUMN: what gives inputs of the boundary
  std::string stop, interval, solver, rtol, atol;  ///< as on the command line; empty: as the diagram says
  AskedRows rows;                                  ///< the same of the rows to be written
  std::vector<std::string> outputs;                ///< the same of the columns
  /// Read by load() and reload(): inputs of linear models; connectors among them get a source of their own, zero unless it is stepped.
  std::vector<std::string> linear_inputs;
  /// Read by load() and reload(): files that were read are not read again; null: each call reads anew.
  std::shared_ptr<Sources> sources;
  const std::atomic<bool>* interrupted = nullptr;  ///< set by whoever wants a run to end (RunSettings::interrupted)
  /// Called at every step with the simulated time reached and the events so far.
  std::function<void(double time_s, double stop_s, std::int64_t events)> progress;
  /// Read by load(): columns also for the variables that `plots` and `expect` name, after the others.
  ColumnsFor columns = ColumnsFor::outputs;
  /// Read by load(): every row of a run is also checked against the equations as components and network state them (second lane).
  bool verify = false;
  /// Read by load(): no shortcuts (Program::plain); slower, to be compared with.
  bool plain = false;
  /// Read by run(): rows also exactly at these times, ascending; those outside the run are left out.
  std::vector<double> extra_times_s;
  /// Read by run(): gets the rows that the diagram or `rows` choose (Experiment::rows), where the sink of the run gets all of the interval
  /// and the events; null: nobody wants them.
  RowSink* chosen_rows = nullptr;
  /// Read by run(): told now and then the state that the rest of the run follows from, after the rows so far (RunSettings::at_leg).
  std::function<void(std::string state)> at_leg;
  /// Read by run(): such a state, to go on from; the sink has its rows already and is not told to begin.
  const std::string* resume = nullptr;
  /// Read by run(): how long the legs are; for tests.
  LegLength leg;
};

/// A diagram made ready to run: all stages before simulation done. For one thread at a time: a run may compile further programs.
class Model;

struct ModelDeleter {
  void operator()(Model* model) const;
};
using ModelPtr = std::unique_ptr<Model, ModelDeleter>;

/// Reads, validates, assembles, sorts and compiles; of a program file, reads what that made. Throws Failure with every error found.
/// If `text` is not null it is the file's content and `file` only its name for messages.
ModelPtr load(Registry& registry, const std::string& file, const RunOptions& options, const std::string* text = nullptr);
/// Gives a model the values that `options` have now; reads `file` anew, and builds everything anew only where the equations might become
/// others. True if so. Throws Failure; the model is then as it was.
bool reload(ModelPtr& model, Registry& registry, const std::string& file, const RunOptions& options, const std::string* text = nullptr);
/// The same, without building anything anew: false, and the model as it was, where that were needed.
[[nodiscard]] bool retune(Model& model, Registry& registry, const std::string& file, const RunOptions& options,
                          const std::string* text = nullptr);
/// The bytes of a program file: the compiled diagram, and all files that it was read from. load() takes it in the diagram's place, to the
/// same rows. `options`: those that the model was loaded from this file with, with sources and all columns. Throws Failure
/// program.unreadable where functions take part that another process does not find (program/stored_functions.h).
/// `sizes`: of the states, as a run has told them (RunSummary::sizes), for hosts that integrate them.
std::string program_file(Model& model, const std::string& file, const RunOptions& options, const std::vector<double>& sizes = {});
/// Writes the model as an FMU of FMI 2 or 3, whose binaries are called as the file. `file`, `options`: as program_file() takes them. Throws
/// Failure as that does, file.missing where the kernel is not installed, or output.unwritable. Returns what it left out, and why; or
/// nothing.
struct FmuWanted {
  std::string path;
  int version = 2;
  std::string kernels;     ///< a folder of kernels for other platforms; empty: none
  bool as_source = false;  ///< C in place of kernels; of version 2 alone, of what is smooth
};
std::string write_fmu(Model& model, const std::string& file, const RunOptions& options, const FmuWanted& wanted);
/// The text of the diagram, which was loaded from `file`.
std::string diagram_text(const Model& model, const std::string& file);
const Diagram& diagram_of(const Model& model);
std::vector<OutputColumn> output_columns(const Model& model);
/// How many of them, the first ones, are what the diagram's `outputs` ask for.
std::size_t asked_columns(const Model& model);
/// How many instructions it takes to evaluate all of it once.
std::size_t instructions_of(const Model& model);
/// What its events can be called, in alphabetical order; where a run exchanges its states, loops may jump by other names.
std::vector<std::string> possible_events(const Model& model);

/// What the rows of a run follow from: two runs for which it is the same give the same rows.
RunIdentity identity_of(const Model& model);

/// Simulates and feeds the sink. Throws Failure when the run fails. An interruption between two steps is no failure but is marked in the
/// summary; one in the middle of a long step is Failure run.interrupted.
RunSummary run(Model& model, RowSink& sink, const RunOptions& options);

/// The linear model at the end of a run, or at its start. Its inputs are parameters of components ("motor.torque", of a source whose input
/// is left open; "wanted.value"), inputs of the boundary, and the connectors that RunOptions::linear_inputs names; its outputs are the
/// columns. Throws Failure diagram.unknown_parameter, run.not_finite, or that of a run.
struct LinearPoint {
  bool at_start = false;
  std::vector<std::string> inputs;
};
LinearModel linearise(Model& model, const LinearPoint& point, const RunOptions& options);

/// What the outputs of that model do beside what they would have done, after one of the inputs has jumped there: the difference of two runs
/// that go on from the point, at these times from there, ascending; and what `linear`, the model of the point, makes of it. Rows of times;
/// not a number after a run has ended by itself.
struct StepAsked {
  std::string input;
  double amount = 0;  ///< SI
  std::vector<double> times_s;
};
struct StepResponses {
  Matrix linear, real;
};
StepResponses step_responses(Model& model, const LinearPoint& point, const LinearModel& linear, const StepAsked& asked,
                             const RunOptions& options);

/// The modes at the end of a run, or at its start. Throws Failure run.not_finite, or that of a run.
struct ModalPoint {
  bool at_start = false;
  ModesWanted wanted;
};
Modes modes(Model& model, const ModalPoint& point, const RunOptions& options);

/// How the outputs at the end, and the instants of events, change with these quantities: parameters of components ("load.inertia") or of
/// the diagram ("speed"), initial values ("load.initial.w"). `file`, `options` and `text` as the model was loaded with. `times_s`: the same
/// along the motion, ascending. Throws Failure diagram.unknown_parameter, arguments.invalid, or that of a run.
struct SensitivityPoint {
  std::vector<std::string> parameters;
  std::vector<double> times_s;
};
Sensitivities sensitivities(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                            const RunOptions& options, const std::string* text = nullptr);

/// The periodic motion near the end of a run, or near its start, stable or not. Throws Failure run.no_orbit, or that of a run.
struct OrbitWanted {
  bool at_start = false;
  double period_s = 0;     ///< of what drives it; of a motion that nothing drives a guess. 0: found from the diagram and the motion
  bool symmetric = false;  ///< half a period leads to the mirror image, all states with the other sign
  /// To begin from, the one that is nearest by the value of this parameter; none: from the motion.
  std::vector<OrbitGuess> guesses = {};
  std::string guesses_over = {};
};
Orbit orbit(Model& model, const OrbitWanted& wanted, const RunOptions& options);

/// Whether the branch is one of steady motions, without or with the orbits from its Hopf points.
enum class SteadyWanted : std::uint8_t { no, alone, with_orbits };
/// The branch of that orbit over a parameter, which has a value in the range. `file`, `options` and `text` as the model was loaded with.
/// Throws Failure arguments.invalid, diagram.unknown_parameter, run.no_orbit, or that of a run.
struct BranchWanted {
  OrbitWanted orbit;
  std::string parameter;
  double from = 0, to = 0;
  double longest = 0.05;          ///< step, as a share of the range and of the size of the orbit
  std::size_t most_points = 200;  ///< to each side
  SteadyWanted steady = SteadyWanted::no;
  bool ends_at_fold = false;  ///< or at a corner: what lies behind is not followed
};
OrbitBranch continue_orbit(Model& model, Registry& registry, const std::string& file, const BranchWanted& wanted, const RunOptions& options,
                           const std::string* text = nullptr);

/// The stages by name, in order: "diagram", "assembly", "equations", "structure", "program".
std::vector<std::string> stage_names();
/// What a stage made, as text for a person.
std::string explain(Model& model, std::string_view stage);

/// The causality: a report for a person, with what each stage cost; a document for a program; Graphviz digraphs of the blocks and of the
/// bonds.
enum class CausalityForm : std::uint8_t { text, json, dot, bond_graph };
/// `style`: of the report for a person.
std::string explain_causality(Model& model, CausalityForm form, const TextStyle& style = {});
/// The facts that all of these tell.
Causality causality_of(Model& model);

/// The diagram as SVG: with the field's symbols, or as a bond graph with causal strokes. `view`: what else a schematic shows, and how much
/// of its subsystems. Throws Failure tool.missing or tool.failed.
/// A labelled bond graph has effort and flow at its bonds.
enum class DrawingForm : std::uint8_t { schematic, bond_graph, labelled_bond_graph };
std::string drawing_svg(Model& model, DrawingForm form, const SchematicView& view = {});

/// Built-in components (generated registration of components/).
void add_builtin_components(Registry& registry);

}  // namespace stribeck
