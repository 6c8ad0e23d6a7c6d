#pragma once
// A diagram made ready to run, with what each stage has made of it: what pipeline.h declares for others.
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/linearise.h"
#include "analysis/modal_request.h"
#include "analysis/sensitivity.h"
#include "assembly/assembly.h"
#include "compile/compile.h"
#include "compile/energy_accounts.h"
#include "diagram/read.h"
#include "equations/flat_system.h"
#include "explain/causality.h"
#include "orbit_runs.h"
#include "pipeline.h"
#include "program/image.h"
#include "program_source.h"
#include "simulation/events/event_names.h"
#include "simulation/loop/hybrid_loop.h"
#include "structure/sorted_system.h"
#include "surveys.h"
#include "verification/second_lane.h"
#include "verified.h"

namespace stribeck {

ReadOptions read_options(const RunOptions& options);

/// A parameter of the diagram or of a component, or an initial value, by name, in SI. Throws Failure diagram.unknown_parameter.
LinearVariable diagram_quantity(const Diagram& diagram, const std::string& name);

/// A diagram read again with a little less and a little more of a quantity.
struct NearDiagrams {
  LinearVariable variable;
  double step = 0;  ///< from the one to the other
  Diagram less, more;
};

/// An orbit and what it was found from.
struct FoundOrbit {
  Orbit orbit;
  OrbitStart start;
  OrbitPoint point;
  ShootingFrame frame;
  std::ptrdiff_t source_index = -1;    ///< of what forces it among declared_periods(); -1: the period was given
  bool begins_between_events = false;  ///< else, if it is forced, at a multiple of the period
};
/// A symmetric orbit from half a period of it, after which it comes to its mirror image.
OrbitPoint whole_of(const OrbitPoint& half);
/// What was found of half a period and its mirror image, of the whole one.
void square_multipliers(Orbit& orbit);
struct SurveyFrame;
/// The period of what drives a motion, and whose among declared_periods() it is; -1: it was given. Throws Failure run.no_orbit.
struct SourcePeriod {
  double period_s = 0;
  std::ptrdiff_t index = -1;
};
/// What parameters of components tell of periods, in their order: times, frequencies and angular frequencies; zero of others.
std::vector<double> declared_periods(const Diagram& diagram);

/// --set of a value in SI: parameters of the diagram have the dimension that they are written with.
Override override_of(const Model& model, const std::string& name, double value);

/// The diagram with another value of a quantity of its own: a parameter, or an initial value. Throws Failure where its equations are
/// others.
Diagram near_diagram(const Model& model, Registry& registry, const std::string& file, const std::string& name, double value,
                     const RunOptions& options, const std::string* text);
/// The same with a little less and a little more: by this share of the value, or of one if that is zero.
NearDiagrams near_diagrams(const Model& model, Registry& registry, const std::string& file, const std::string& name,
                           const RunOptions& options, const std::string* text, double share = 1e-4);
Direction direction_of(const NearDiagrams& variant);

class Model : private StateChoices {
 public:
  Model(Registry& registry, const std::string& file, const RunOptions& options, const std::string* text);
  /// From a program file; what it does not hold is made of its sources when it is asked for.
  Model(Registry& registry, ProgramImage image, const ProgramSource& source, const RunOptions& options);
  /// False, and nothing changed, if the equations might be others with the values of `fresh`.
  bool take_values(Diagram& fresh);
  /// Values that may make other equations: these stay those of the values that the model was built with.
  void keep_equations_with(const Diagram& values);
  RunSummary run(RowSink& sink, const RunOptions& options);
  LinearModel linearise(const LinearPoint& point, const RunOptions& options);
  StepResponses step_responses(const LinearPoint& point, const LinearModel& linear, const StepAsked& asked, const RunOptions& options);
  Modes modes(const ModalPoint& point, const RunOptions& options);
  Sensitivities sensitivities(const std::vector<NearDiagrams>& variants, const RunOptions& options, std::vector<double> times_s);
  Orbit orbit(const OrbitWanted& wanted, const RunOptions& options);
  using DiagramAt = std::function<Diagram(double value)>;
  OrbitBranch branch(const NearDiagrams& variant, const DiagramAt& diagram_at, const BranchWanted& wanted, const RunOptions& options);
  OrbitBranch steady_branch(const NearDiagrams& variant, const DiagramAt& diagram_at, const BranchWanted& wanted,
                            const RunOptions& options);
  Survey survey(const DiagramAt& diagram_at, const SweepWanted& wanted, const RunOptions& options);
  SurveyPoint survey_point(const SurveyWanted& wanted, const RunOptions& options, std::size_t& of);
  std::string explain(std::string_view after);
  std::string explain_causality(CausalityForm form, const TextStyle& style);
  Causality causality();

  std::string drawing_svg(DrawingForm form, const SchematicView& view);
  RunIdentity identity() const;
  std::string program_file(const std::string& file, const RunOptions& options, const std::vector<double>& sizes);
  bool is_as_compiled() const;

  const Diagram& diagram() const { return diagram_; }
  std::string text(const std::string& file) const { return source_ ? source_->sources->text_of(source_->file) : content_of(file); }
  /// Comes from a program file with this source, whose stages have made it anew.
  void take_source(ProgramSource source) { source_ = std::move(source); }
  const std::vector<OutputColumn>& columns() const { return image_.columns; }
  std::size_t asked() const { return image_.asked; }
  std::size_t instructions() const;
  std::vector<std::string> possible_events() const { return stribeck::possible_events(image_.program); }
  bool is_plain() const { return plain_; }
  bool has_delays() const { return !image_.program.histories.empty(); }

 private:
  /// What programs are asked for besides, while an analysis is made.
  struct Analysed {
    std::vector<LinearOutput> outputs;
    std::vector<LinearKink> kinks;
    std::vector<std::int32_t> parameters;
    std::vector<ExprId> values;  ///< the last of the program's outputs
    bool by_discretes = false;
  };

  /// Times a stage; in builds for development also verifies what it has made.
  template <typename Make>
  auto stage(const char* name, Make make) {
    const auto start = std::chrono::steady_clock::now();
    auto made = make();
    times_.push_back({name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    verify(name, made);
    return made;
  }
  ProgramRequest request() const;
  RunSettings settings(const RunOptions& options);
  const Program* choose(const WatchedValues& point) override;
  const Program* without_targets() override;
  const Program& kept_choice(SortedSystem sorted);
  std::vector<std::shared_ptr<const Program>> other_choices();
  Program compiled(SortedSystem& sorted);
  const Program& with_jacobian();
  SparseModel at_point(bool at_start, const std::vector<LinearInput>& inputs, const RunOptions& options, std::vector<double>* values);
  /// Programs are asked for `analysed` as long as the result lives.
  auto while_analysed(Analysed analysed) {
    choices_.clear();
    const auto end = [this](std::optional<Analysed>* asked) { asked->reset(), choices_.clear(); };
    analysed_ = std::move(analysed);
    return std::unique_ptr<std::optional<Analysed>, decltype(end)>(&analysed_, end);
  }
  std::pair<Analysed, SensitivityRows> followed();
  static void ask_for(Direction& direction, Analysed& analysed);
  void refuse_what_has_no_orbits() const;
  FoundOrbit find_orbit(OrbitRuns& runs, const OrbitWanted& wanted, const RunSettings& settings);
  FoundOrbit find_orbit(OrbitRuns& runs, const OrbitWanted& wanted, const RunSettings& settings, const OrbitStart& start);
  SourcePeriod source_period_of(OrbitRuns& runs, const OrbitStart& start, const OrbitRuns::Stretch& stretch, double given_s) const;
  void take_guess(OrbitRuns& runs, const OrbitWanted& wanted, FoundOrbit& found) const;
  SurveyFrame survey_frame(OrbitRuns& runs, const SurveyWanted& wanted, const RunSettings& settings);
  static void tell(OrbitRuns& runs, FoundOrbit& found, const Shot& shot);
  BranchSteady steady_told(const OrbitRuns& runs, const SteadyPoint& point) const;
  static std::vector<BranchOrbit> orbits_from(OrbitRuns& runs, const OrbitStart& start, const SteadyFollower& steady,
                                              const SteadyPoint& hopf, const std::vector<double>& scales, const BranchSettings& branch,
                                              double tolerance);
  const FlatSystem& flat() const { return *sorted_.flat; }
  bool coefficients_hold() const;
  void fill_image();
  /// This model, or where it comes from a program file the one that all stages have made.
  Model& whole() { return make_whole_ == nullptr ? *this : *(whole_ != nullptr ? whole_ : whole_ = make_whole_(ColumnsFor::expectations)); }

  std::vector<StageTime> times_;
  Diagram diagram_;
  Assembly assembly_;
  ExprPool pool_;  ///< of the expressions of the flat system and of programs; lent to the stages that add to it
  OutputSelection outputs_;
  std::vector<MomentumRequest> momenta_;
  std::vector<PositionRequest> positions_;
  SortedSystem sorted_;
  std::vector<Diagnostic> remarks_;
  std::unique_ptr<SecondLane> second_lane_;
  bool plain_ = false;
  std::string plugins_;  ///< fingerprint of those that the diagram has components of
  EnergyAccounts accounts_;
  ProgramImage image_;
  std::function<std::unique_ptr<Model>(ColumnsFor)> make_whole_;  ///< null: this one is
  std::unique_ptr<Model> whole_;
  ColumnsFor columns_ = ColumnsFor::outputs;  ///< asked for, of a program file
  std::optional<ProgramSource> source_;       ///< of the program file that it comes from
  std::optional<Analysed> analysed_;
  /// Other choices of states that the motion called for, by the states.
  struct Choice {
    SortedSystem sorted;
    Program program;
  };
  std::map<std::vector<std::int32_t>, std::unique_ptr<Choice>> choices_;
};

}  // namespace stribeck
