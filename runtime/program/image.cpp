#include "program/image.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "program/linked_code.h"
#include "program/stored_functions.h"
#include "program/stored_labels.h"
#include "program/unreadable.h"
#include "program/verify.h"

namespace stribeck {

namespace {

/// The version of the format: a new number for every change of it.
constexpr std::string_view kMagic = "stribeck program 9\n";

/// Thrown and caught in this file alone, where a file holds no program that could be run.
struct BrokenImage {
  std::string what;
};

/// Owns the tables of a program that was read from a file, with the points of their functions.
struct OwnTables {
  struct Points {
    TableMethod method = TableMethod::linear;
    TableEnds ends = TableEnds::hold;
    std::vector<double> x, y;
    void carry(Archive& archive) { archive(method, ends, x, y); }
    bool make_a_function() const {
      if (x.empty() || x.size() != y.size()) return false;
      if (at(static_cast<int>(method)) >= kInterpolations.size() || at(static_cast<int>(ends)) >= kTableEnds.size()) return false;
      const bool may_jump = method == TableMethod::linear;
      for (std::size_t i = 0; i < x.size(); ++i)
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]) || (i > 0 && !(may_jump ? x[i] >= x[i - 1] : x[i] > x[i - 1]))) return false;
      return ends != TableEnds::repeat || x.size() == 1 || x.back() > x.front();
    }
  };
  std::vector<Points> points;
  std::vector<PointFunction> functions;
};

/// Of each table whether it has points, and the points of those that have.
void carry_tables(Archive& archive, Program& program) {
  std::vector<bool> has_points;
  const auto own = std::make_shared<OwnTables>();
  if (!archive.reading())
    for (const PointFunction* function : program.tables) {
      has_points.push_back(function != nullptr);
      if (function == nullptr) continue;
      const auto list = [](std::span<const double> values) { return std::vector<double>(values.begin(), values.end()); };
      own->points.push_back({function->method(), function->ends(), list(function->abscissae()), list(function->ordinates())});
    }
  archive(has_points, own->points);
  if (!archive.reading()) return;
  own->functions.reserve(own->points.size());
  for (const OwnTables::Points& points : own->points) {
    if (!points.make_a_function()) throw BrokenImage{"a table that is no function"};
    own->functions.emplace_back(points.method, points.ends, points.x, points.y);
  }
  std::size_t next = 0;
  for (const bool has : has_points) program.tables.push_back(has && next < own->functions.size() ? &own->functions[next++] : nullptr);
  program.keeps = own;
}

/// Which functions it calls, by number.
void carry_functions(Archive& archive, Program& program, StoredFunctions& functions) {
  std::vector<std::int32_t> numbers;
  for (const auto& function : program.functions) numbers.push_back(functions.add(function));
  archive(numbers);
  if (!archive.reading()) return;
  for (const std::int32_t number : numbers) {
    program.functions.push_back(functions.get(number));
    if (program.functions.back() == nullptr) throw BrokenImage{"a call of a function that is not there"};
  }
}

void carry_program(Archive& archive, Program& program, StoredFunctions& functions) {
  auto& p = program;
  carry_functions(archive, program, functions);
  archive(p.register_count, p.separate_count, p.initial, p.parameters, p.time, p.first_state, p.state_facts, p.derivatives);
  carry_tables(archive, program);
  archive(p.conditions, p.kinks, p.bends, p.bends_elsewhere, p.has_kinks, p.frictions, p.friction_groups, p.discretes, p.whens,
          p.histories);
  archive(p.held_tables, p.held_floors, p.followed_floors, p.quadratures, p.outputs, p.start, p.watch, p.audit);
  archive(p.code, p.separate_dynamics, p.blocks, p.tangents, p.has_jacobian, p.plain, p.gives_velocities, p.watches_time, p.jacobian);
  if (archive.reading()) link(p);
  archive(p.constraints, p.linear, p.block_storage, p.pivot_storage, p.largest_block, p.most_entries, p.sparse_blocks, p.steering);
}

void carry_image(Archive& archive, ProgramImage& image, StoredFunctions& functions) {
  carry_program(archive, image.program, functions);
  bool has_another = image.with_jacobian != nullptr;
  archive(has_another);
  if (has_another) {
    Program another = archive.reading() ? Program{} : *image.with_jacobian;
    carry_program(archive, another, functions);
    image.with_jacobian = std::make_shared<Program>(std::move(another));
  }
  std::size_t others = image.others.size();
  archive(others);
  for (std::size_t k = 0; k < others; ++k) {
    Program other = archive.reading() ? Program{} : *image.others[k];
    carry_program(archive, other, functions);
    if (archive.reading()) image.others.push_back(std::make_shared<Program>(std::move(other)));
  }
  archive(image.parameters, image.limits, image.columns, image.asked, image.for_plots, image.row_values, image.heats, image.formulas,
          image.experiment);
  archive(image.inputs, image.outputs, image.notes, image.source, image.sizes);
}

bool can_be_run(const ProgramExperiment& experiment) {
  for (const double value : {experiment.start_s, experiment.stop_s, experiment.interval_s, experiment.rtol, experiment.atol,
                             experiment.step_s, experiment.max_step_s})
    if (!std::isfinite(value)) return false;
  const double span_s = experiment.stop_s - experiment.start_s;
  if (experiment.interval_s > 0 && !(span_s / experiment.interval_s <= kMostRows)) return false;
  return span_s > 0 && std::isfinite(span_s) && experiment.interval_s >= 0 && experiment.rtol > 0 && experiment.atol > 0 &&
         experiment.step_s >= 0 && experiment.max_step_s >= 0;
}

/// Whether two lists of primitives have references of the same kind at the same places.
template <typename Part>
bool refer_alike(const Part& a, const Part& b) {
  bool alike = true;
  Part::each(EachReference([&](Use /*use*/, Register x, Register y) { alike = alike && is_any(x) == is_any(y); }), a, b);
  return alike;
}

/// Whether everything that a run keeps by number for one program exists in the other as well.
bool have_one_shape(const Program& a, const Program& b) {
  const auto same = [](const auto& one, const auto& other, auto is_same) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), is_same);
  };
  const auto any = [](const auto&, const auto&) { return true; };
  return same(a.outputs, b.outputs, any) && same(a.quadratures, b.quadratures, any) && same(a.state_facts, b.state_facts, any) &&
         same(a.kinks, b.kinks, [](const KinkCode& x, const KinkCode& y) { return refer_alike(x, y) && x.table == y.table; }) &&
         same(a.bends, b.bends, [](const BendCode& x, const BendCode& y) { return refer_alike(x, y) && x.op == y.op; }) &&
         a.bends_elsewhere == b.bends_elsewhere && a.has_kinks == b.has_kinks &&
         same(a.blocks, b.blocks,
              [](const BlockCode& x, const BlockCode& y) {
                return x.size == y.size && x.linear == y.linear && x.sparse == y.sparse && x.others.size() == y.others.size();
              }) &&
         same(a.conditions, b.conditions,
              [](const ConditionCode& x, const ConditionCode& y) {
                return refer_alike(x, y) && x.is_guard == y.is_guard && x.moves == y.moves && x.floor == y.floor;
              }) &&
         same(a.frictions, b.frictions,
              [](const FrictionCode& x, const FrictionCode& y) {
                return refer_alike(x, y) && x.creeps == y.creeps && x.carrier == y.carrier && x.group == y.group && x.kind == y.kind &&
                       x.guard == y.guard && x.state == y.state && x.gap_slopes.size() == y.gap_slopes.size();
              }) &&
         a.friction_groups == b.friction_groups && same(a.discretes, b.discretes, refer_alike<DiscreteCode>) &&
         same(a.whens, b.whens, [](const WhenCode& x, const WhenCode& y) { return x.assignments.size() == y.assignments.size(); }) &&
         same(a.histories, b.histories, [](const HistoryCode& x, const HistoryCode& y) { return x.table == y.table; }) &&
         same(a.held_tables, b.held_tables, [](const HeldTable& x, const HeldTable& y) { return x.table == y.table; }) &&
         same(a.held_floors, b.held_floors, any) && same(a.followed_floors, b.followed_floors, any) &&
         same(a.tables, b.tables, [](const PointFunction* x, const PointFunction* y) { return (x == nullptr) == (y == nullptr); }) &&
         same(a.start.targets, b.start.targets, any) && same(a.start.momenta, b.start.momenta, any) &&
         same(a.start.positions, b.start.positions, any) && same(a.watch.registers, b.watch.registers, any);
}

/// Whether a run can change from one program to the other: all that does not depend on the choice of states must be equal.
bool can_take_over(const Program& a, const Program& b) {
  return a.outputs.size() == b.outputs.size() && a.quadratures.size() == b.quadratures.size() &&
         a.conditions.size() == b.conditions.size() && a.frictions.size() == b.frictions.size() &&
         a.discretes.size() == b.discretes.size() && a.whens.size() == b.whens.size() && a.histories.size() == b.histories.size() &&
         a.watch.registers.size() == b.watch.registers.size() && a.state_facts.size() == b.state_facts.size() &&
         a.start.targets.size() == b.start.targets.size() && b.has_jacobian;
}

/// The first violated precondition of a run of this image, beside the invariants of its programs; empty if all hold.
std::string broken(const ProgramImage& image) {
  std::vector<const Program*> programs = {&image.program, image.with_jacobian.get()};
  for (const std::shared_ptr<const Program>& other : image.others) programs.push_back(other.get());
  for (const Program* program : programs) {
    if (program == nullptr) continue;
    if (std::string what = broken_invariant(*program); !what.empty()) return what;
    for (const auto& [r, number] : program->parameters)
      if (static_cast<std::size_t>(number) >= image.parameters.size()) return "a parameter that is not there";
    if (image.row_values > program->outputs.size()) return "a row of more values than outputs";
  }
  if (image.with_jacobian == nullptr ? !image.program.has_jacobian : !image.with_jacobian->has_jacobian) return "no Jacobian";
  if (image.with_jacobian != nullptr && !have_one_shape(image.program, *image.with_jacobian)) return "two programs of different diagrams";
  for (const std::shared_ptr<const Program>& other : image.others)
    if (!can_take_over(image.program, *other)) return "other states of a different diagram";
  for (const Diagnostic& note : image.notes)
    if (at(static_cast<int>(note.code)) >= all_error_codes().size() || note.severity < Severity::error || note.severity > Severity::note)
      return "a note without code";
  if (!can_be_run(image.experiment)) return "an experiment that cannot be run";
  const bool are_sizes = std::all_of(image.sizes.begin(), image.sizes.end(), [](double size) { return size > 0 && std::isfinite(size); });
  if (!are_sizes || (!image.sizes.empty() && image.sizes.size() != image.program.state_facts.size())) return "sizes of no states";
  if (image.columns.size() > image.row_values || image.asked > image.for_plots || image.for_plots > image.columns.size())
    return "more columns than values";
  for (const HeatColumn& heat : image.heats) {
    const auto is_of_it = [&](const AuditCode::Account& account) { return account.component == heat.component && account.dissipates; };
    const std::vector<AuditCode::Account>& accounts = image.program.audit.accounts;
    if (heat.column >= image.row_values || std::none_of(accounts.begin(), accounts.end(), is_of_it)) return "the heat of nothing";
  }
  for (const ProgramInput& input : image.inputs)
    for (const std::int32_t discrete : {input.level, input.slope, input.since})
      if (discrete < 0 || at(discrete) >= image.program.discretes.size()) return "an input that nothing takes";
  for (const ProgramOutput& output : image.outputs)
    if (output.column >= image.columns.size()) return "an output without column";
  for (const ProgramLimit& limit : image.limits)
    if (!limit.serves(image.parameters.size())) return "a limit of nothing";
  for (const RowFormula& formula : image.formulas)
    if (!formula.serves(image.row_values, image.parameters.size())) return "a formula of nothing";
  return {};
}

}  // namespace

double ProgramLimit::allowed(const std::vector<double>& parameters) const {
  std::vector<double> values;
  for (const std::ptrdiff_t symbol : symbols) values.push_back(symbol < 0 ? std::nan("") : parameters[static_cast<std::size_t>(symbol)]);
  return bound.value(values);
}

bool ProgramLimit::is_broken_by(const std::vector<double>& parameters) const {
  const double limit = allowed(parameters);
  return !std::isnan(limit) && evaluate(relation, parameters[parameter], limit, 0) == 0;
}

bool ProgramLimit::serves(std::size_t parameters) const {
  const auto is_one = [&](std::ptrdiff_t symbol) { return symbol < 0 || static_cast<std::size_t>(symbol) < parameters; };
  const bool compares = relation == Operator::ge || relation == Operator::gt || relation == Operator::le || relation == Operator::lt;
  return parameter < parameters && compares && std::all_of(symbols.begin(), symbols.end(), is_one) && bound.is_sound(symbols.size());
}

std::vector<double> ProgramImage::parameter_values() const {
  std::vector<double> values;
  for (const ProgramParameter& parameter : parameters) values.push_back(parameter.value);
  return values;
}

double nominal_of(const ProgramImage& image, std::size_t state) {
  return image.program.state_facts[state].nominal.value_or(state < image.sizes.size() ? image.sizes[state] : 0);
}

std::string_view program_file_magic() { return kMagic; }

std::string write_image(ProgramImage& image, std::span<const CallNotes::Call> calls) {
  StoredFunctions functions(calls);
  const auto add_functions = [&](const Program& program) {
    for (const auto& function : program.functions) functions.add(function);
  };
  add_functions(image.program);
  if (image.with_jacobian != nullptr) add_functions(*image.with_jacobian);
  for (const std::shared_ptr<const Program>& other : image.others) add_functions(*other);
  Archive archive;
  StoredLabels labels(image.program);
  StoredLabels with_jacobian = image.with_jacobian != nullptr ? StoredLabels(*image.with_jacobian) : StoredLabels();
  archive(functions, labels, with_jacobian);
  carry_image(archive, image, functions);
  for (const std::shared_ptr<const Program>& other : image.others) {
    StoredLabels own(*other);
    archive(own);
  }
  return sealed(kMagic, archive.take());
}

ProgramImage read_image(std::string_view bytes, const std::string& path, const std::string& libraries) {
  if (!bytes.starts_with(kMagic))
    refuse_program(path, path + " is no program file of this version of stribeck",
                   "it does not begin with " + in_quotes(kMagic.substr(0, kMagic.size() - 1)),
                   "compile the diagram anew: stribeck compile");
  const std::optional<std::string_view> body = unsealed(kMagic, bytes);
  if (!body)
    refuse_program(path, "the program file " + path + " is damaged", "its contents do not agree with its fingerprint",
                   "compile the diagram anew: stribeck compile");
  ProgramImage image;
  const auto labels = std::make_shared<StoredLabels>(), with_jacobian = std::make_shared<StoredLabels>();
  std::vector<std::shared_ptr<StoredLabels>> others;
  std::string what;
  try {
    Archive archive(*body);
    StoredFunctions functions;
    archive(functions);
    if (!functions.are_sound()) throw BrokenImage{"a function that is none"};
    functions.find(libraries, path);
    archive(*labels, *with_jacobian);
    carry_image(archive, image, functions);
    for (std::size_t k = 0; k < image.others.size(); ++k) archive(*others.emplace_back(std::make_shared<StoredLabels>()));
    if (!archive.at_end()) what = "something behind its end";
  } catch (const Failure& failure) {
    if (failure.diagnostics().front().code == ErrorCode::program_unreadable) throw;  // a message about its functions, which is clearer
    what = "not all that it begins to tell";
  } catch (const BrokenImage& found) {
    what = found.what;
  }
  if (what.empty()) what = broken(image);
  bool are_named =
      what.empty() && labels->serves(image.program) && (image.with_jacobian == nullptr || with_jacobian->serves(*image.with_jacobian));
  for (std::size_t k = 0; are_named && k < others.size(); ++k) are_named = others[k]->serves(*image.others[k]);
  if (what.empty() && !are_named) what = "something without a name";
  if (!what.empty())
    refuse_program(path, "the program file " + path + " cannot be run: it has " + what, "it was changed after it was written",
                   "compile the diagram anew: stribeck compile");
  image.program.labels = labels;
  const auto with_labels = [](const Program& program, std::shared_ptr<const Labels> own) {
    auto named = std::make_shared<Program>(program);  // constant from here on
    named->labels = std::move(own);
    return named;
  };
  if (image.with_jacobian != nullptr) image.with_jacobian = with_labels(*image.with_jacobian, with_jacobian);
  for (std::size_t k = 0; k < others.size(); ++k) image.others[k] = with_labels(*image.others[k], others[k]);
  return image;
}

}  // namespace stribeck
