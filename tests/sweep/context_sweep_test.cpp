// What a context holds is all that a run goes on from: copied, restored and taken to another program of the same system.
#include "program/context.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include "choices.h"
#include "diagram_files.h"
#include "files.h"
#include "pipeline.h"
#include "program/held.h"
#include "program/image.h"
#include "program/registers.h"
#include "simulation/loop/image_run.h"
#include "simulation/rows/energy_audit.h"
#include "stages.h"

namespace stribeck {
namespace {

ProgramImage image_of(const std::string& file) {
  RunOptions options;
  options.columns = ColumnsFor::expectations;
  options.sources = std::make_shared<Sources>();
  const ModelPtr model = load(test::builtin_registry(), file, options);
  return read_image(program_file(*model, file, options), file);
}

/// The first register that has other bits; -1: none has.
std::ptrdiff_t difference(const std::vector<double>& one, const std::vector<double>& other) {
  const auto is_same = [](double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); };
  const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end(), is_same);
  return a == one.end() && b == other.end() ? -1 : a - one.begin();
}

/// All sections that depend on time and state; where one has no value at a state, those before it, and none where a loop of bodies cannot
/// be closed near by.
void evaluate(Machine& machine, double t, const std::vector<double>& x) {
  machine.set_time(t);
  try {
    machine.set_state(x.data());
    for (const Section section :
         {Section::dynamics, Section::quadratures, Section::crossings, Section::updates, Section::outputs, Section::histories})
      machine.run(section);
  } catch (const Failure&) {
  }
}

std::vector<double> evaluated(Machine& machine, double t, const std::vector<double>& x) {
  evaluate(machine, t, x);
  return machine.context().values.registers;
}

/// Other parameters, other modes, another past, another time and state.
void disturb(Machine& machine, double t, std::vector<double> x) {
  std::vector<double> parameters(machine.parameters().begin(), machine.parameters().end());
  for (double& parameter : parameters) parameter *= 1.25;
  try {
    machine.set_parameters(parameters);
  } catch (const Failure&) {
  }
  for_held(machine.program(), [&](Register r) { machine.tell(r, 1 - machine.held_value(r)); });
  for (History& history : machine.histories()) history.begin(7);
  for (double& value : x) value = 0.75 * value + 0.1;
  evaluate(machine, t + 0.01, x);
}

std::map<HeldName, std::uint64_t> held_by_name(const Machine& machine) {
  std::map<HeldName, std::uint64_t> values;
  std::size_t count = 0;
  for_held_by_name(machine.program(), [&](HeldName name, Register r) {
    values[name] = std::bit_cast<std::uint64_t>(machine.held_value(r));
    ++count;
  });
  CHECK(values.size() == count);  // no two have one name
  return values;
}

/// What neither an instruction nor a loop computes and no list names must be as it was before anything ran.
void check_list(const Machine& machine) {
  const Program& program = machine.program();
  std::vector<bool> may_change(static_cast<std::size_t>(program.separate_count), false);
  const auto note = [&](Register r) {
    if (r >= 0) may_change[static_cast<std::size_t>(r)] = true;
  };
  const auto note_results = [&](const Code& code) {
    for (const Instruction& i : code) note(i.result);
  };
  for (const Code& code : program.code) note_results(code);
  note_results(program.separate_dynamics);
  for (const BlockCode& block : program.blocks) note_results(block.evaluate), note_results(block.sizing);
  std::vector<bool> has_name(may_change.size(), false);
  for_held_by_name(program, [&](HeldName, Register r) { has_name[static_cast<std::size_t>(r)] = true, note(r); });
  for_held(program, [&](Register r) { CHECK(has_name[static_cast<std::size_t>(r)]); });
  for (const ParameterCode& parameter : program.parameters) note(parameter.value);
  for (const TangentCode& tangent : program.tangents)
    for (const Register r : tangent.results) note(r);
  for (std::size_t r = 0; r < may_change.size(); ++r) {
    if (may_change[r]) continue;
    CAPTURE(r);
    const double initial = r < program.initial.size() ? program.initial[r] : 0;
    CHECK(std::bit_cast<std::uint64_t>(machine.held_value(static_cast<Register>(r))) == std::bit_cast<std::uint64_t>(initial));
  }
}

void check_restored(Machine& machine, double t, const std::vector<double>& x) {
  evaluate(machine, t, x);
  const Context kept = machine.context();
  Machine::Values values;
  machine.keep(values);
  const std::vector<double> expected = evaluated(machine, t, x);
  for (const double share : {0.75, 0.9999}) {  // far away a loop of bodies does not close, a little aside it does
    std::vector<double> elsewhere = x;
    for (double& value : elsewhere) value = share * value + 0.4 * (1 - share);
    evaluate(machine, t + 0.01, elsewhere);
    machine.put_back(values);
    CHECK(difference(evaluated(machine, t, x), expected) == -1);
  }
  disturb(machine, t, x);
  machine.restore(kept);
  CHECK(difference(machine.context().values.registers, kept.values.registers) == -1);
  CHECK(difference(evaluated(machine, t, x), expected) == -1);
  Machine other(machine.program());
  other.restore(kept);
  CHECK(difference(evaluated(other, t, x), expected) == -1);
  Machine third(machine.program());
  Archive written;
  Context copy = kept;
  copy.carry(written);
  const std::string bytes = written.take();
  Archive read(bytes);
  third.carry(read);
  CHECK(difference(third.context().values.registers, kept.values.registers) == -1);
  if (!machine.loops().can_follow()) CHECK(difference(evaluated(third, t, x), expected) == -1);  // the others find their solutions again
}

TEST_CASE("a context that is copied and restored goes on as if nothing had been in between, in every diagram") {
  std::map<std::string, int> seen;
  int number = 0;
  for (const std::string& file : test::every_diagram()) {
    if (test::kSanitized && ++number % 10 != 0) continue;
    CAPTURE(file);
    std::optional<ProgramImage> image;
    try {
      image = image_of(file);
    } catch (const Failure&) {  // its functions are of a plugin
      continue;
    }
    const Program& program = image->program;
    Machine machine(program, image->parameter_values());
    if (image->with_jacobian != nullptr) machine.set_source_of_jacobian([&image]() -> const Program& { return *image->with_jacobian; });
    NoRows none;
    RowWriter rows(machine, none, image->row_values, image->columns, audit_outputs(program.audit));
    RunSettings settings = settings_of(image->experiment);
    settings.stop_s = settings.start_s + 0.3 * (settings.stop_s - settings.start_s);  // in the midst of it
    HybridLoop loop(machine, rows, settings);
    try {
      loop.run();
    } catch (const Failure&) {  // one that shall fail, or whose states have to be chosen anew, which the image cannot
    }
    check_list(machine);
    if (loop.state().empty() && program.states() > 0) continue;
    seen["tables"] += program.held_tables.empty() ? 0 : 1;
    seen["floors of time"] += program.held_floors.empty() ? 0 : 1;
    seen["floors"] += program.followed_floors.empty() ? 0 : 1;
    seen["events"] += program.whens.empty() ? 0 : 1;
    seen["delays"] += program.histories.empty() ? 0 : 1;
    seen["frictions"] += program.frictions.empty() ? 0 : 1;
    seen["loops"] += program.blocks.empty() ? 0 : 1;
    seen["followed loops"] += machine.loops().can_follow() ? 1 : 0;
    check_restored(machine, settings.stop_s, loop.state());
    if (image->with_jacobian == nullptr) continue;
    const auto before = held_by_name(machine);
    machine.become(machine.program().has_jacobian ? program : *image->with_jacobian);
    CHECK(held_by_name(machine) == before);
    check_list(machine);
  }
  for (const auto& [what, count] : seen) {
    CAPTURE(what);
    CHECK(count >= (test::kSanitized || test::kOnlyDiagram != nullptr ? 0 : 2));
  }
}

TEST_CASE("damaged contexts are refused") {
  const std::string file = test::kRoot + "/diagrams/start/rotational_stick_slip.json";
  const ProgramImage image = image_of(file);
  Machine machine(image.program, image.parameter_values());
  for (const bool cut : {false, true}) {
    Context context = machine.context();
    if (cut)
      context.values.registers.pop_back();
    else
      context.parameters.clear();
    Archive written;
    context.carry(written);
    const std::string bytes = written.take();
    Archive read(bytes);
    CHECK_THROWS_AS(machine.carry(read), Failure);
  }
}

}  // namespace
}  // namespace stribeck
