#include "fmi/c_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "fmi/assets.h"
#include "program/machine.h"

namespace stribeck::fmi {

namespace {

[[noreturn]] void refuse(const std::string& what, Where where = {}) {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_unsupported,
                           .message = "this diagram cannot be exported as C: it has " + what,
                           .where = std::move(where),
                           .because = "events, algebraic loops and tables are solved by the kernel, which is no C",
                           .remedy = "export it without --source: that FMU has the kernel as binary, also for other platforms (--kernels)",
                           .details = {}});
}

/// Operators as they stand in their table, whose values are expressions of C but for the namespace.
struct Spelling {
  int arity = 0;
  std::string value;
};
const std::vector<Spelling>& spellings() {
  static const std::vector<Spelling> kSpellings = [] {
    std::vector<Spelling> all;
#define STRIBECK_OPERATOR(name, arity, value, ...) all.push_back({arity, #value});
#include "base/operators.def"
#undef STRIBECK_OPERATOR
    for (Spelling& one : all)
      for (std::size_t at = 0; (at = one.value.find("std::")) != std::string::npos;) one.value.erase(at, 5);
    return all;
  }();
  return kSpellings;
}

void require_smooth(const ProgramImage& image) {
  const Program& program = image.program;
  const Labels& labels = *program.labels;
  if (!program.frictions.empty()) refuse("the dry friction or contact " + labels.friction(0), labels.where_of_friction(0));
  for (const ConditionCode& condition : program.conditions) refuse("the condition " + labels.condition(condition.origin));
  if (!program.whens.empty()) refuse("events at " + labels.component(program.whens.front().component));
  for (const BlockCode& block : program.blocks) {
    const Labels::Loop loop = labels.loop(block.block);
    refuse("an algebraic loop" + (loop.unknowns.empty() ? std::string() : " with " + loop.unknowns.front()), loop.where);
  }
  if (!program.histories.empty()) refuse("delays");
  if (!program.tables.empty() || !program.held_tables.empty()) refuse("tables");
  if (!program.held_floors.empty() || !program.followed_floors.empty()) refuse("steps (floor)");
  if (!program.functions.empty()) refuse("functions of plugins");
  if (!program.constraints.empty() || !program.watch.empty()) refuse("constraints that may need other states on the way");
  for (std::size_t d = 0; d < program.discretes.size(); ++d)
    if (std::none_of(image.inputs.begin(), image.inputs.end(),
                     [&](const ProgramInput& input) { return at(input.level) == d || at(input.slope) == d || at(input.since) == d; }))
      refuse("discrete variables");
}

std::string instruction(const Instruction& i) {
  const auto r = [](Register which) { return fmt::format("r[{}]", which); };
  switch (static_cast<Opcode>(i.op)) {
    case Opcode::multiply_add:
      return fmt::format("  {} = {} * {} + {};\n", r(i.result), r(i.a), r(i.b), r(i.c));
    case Opcode::multiply_subtract:
      return fmt::format("  {} = {} * {} - {};\n", r(i.result), r(i.a), r(i.b), r(i.c));
    case Opcode::subtract_multiply:
      return fmt::format("  {} = {} - {} * {};\n", r(i.result), r(i.c), r(i.a), r(i.b));
    default:
      break;
  }
  constexpr std::size_t kFirst = static_cast<std::uint16_t>(Operator::add);  // of the table
  if (i.op < kFirst || i.op - kFirst >= spellings().size()) refuse("what C has no word for");
  const Spelling& spelling = spellings()[i.op - kFirst];
  if (spelling.value.find("random") != std::string::npos) refuse("random numbers");
  std::string operands = fmt::format("a = {}", r(i.a));
  if (spelling.arity > 1) operands += fmt::format(", b = {}", r(i.b));
  if (spelling.arity > 2) operands += fmt::format(", c = {}", r(i.c));
  return fmt::format("  {{ const double {}; {} = {}; }}\n", operands, r(i.result), spelling.value);
}

std::string function(const char* name, const Code& code) {
  std::string text = fmt::format("static void {}(double* r) {{\n  (void)r;\n", name);
  for (const Instruction& i : code) text += instruction(i);
  return text + "}\n";
}

std::string number(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "HUGE_VAL" : "-HUGE_VAL";
  return fmt::format("{}", value);
}
std::string number(std::ptrdiff_t value) { return std::to_string(value); }

/// With an element more, as C has no empty arrays.
template <typename Value>
std::string array(const char* type, const char* name, std::vector<Value> values) {
  values.push_back({});
  std::string text = fmt::format("static const {} {}[] = {{", type, name);
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : i % 12 == 0 ? ",\n  " : ", ") + number(values[i]);
  return text + "};\n";
}

std::string in_c(std::string_view text) {
  std::string quoted;
  for (const char c : text) quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return "\"" + quoted + "\"";
}

std::string parameters(const ProgramImage& image, const SourceFacts& facts) {
  std::vector<std::ptrdiff_t> registers, tunable;
  std::vector<double> values = image.parameter_values(), low(values.size(), -HUGE_VAL), high(values.size(), HUGE_VAL);
  for (const ParameterCode& code : image.program.parameters) registers.insert(registers.end(), {code.value, code.number});
  for (std::size_t i = 0; i < image.parameters.size(); ++i) tunable.push_back(facts.constant.contains(i) ? 0 : 1);
  for (const ProgramLimit& limit : image.limits) {
    if (!limit.symbols.empty()) continue;
    const double bound = limit.allowed({});
    const bool is_low = limit.relation == Operator::ge || limit.relation == Operator::gt;
    const bool is_in = limit.relation == Operator::ge || limit.relation == Operator::le;
    double& own = is_low ? low[limit.parameter] : high[limit.parameter];
    const double allowed = is_in ? bound : std::nextafter(bound, is_low ? HUGE_VAL : -HUGE_VAL);
    own = is_low ? std::max(own, allowed) : std::min(own, allowed);
  }
  return array("int", "parameter_registers", registers) + array("double", "first_parameters", values) +
         array("int", "is_tunable", tunable) + array("double", "lowest", low) + array("double", "highest", high);
}

}  // namespace

SourceFacts source_facts(const ProgramImage& image, std::vector<double> starts) {
  require_smooth(image);
  SourceFacts facts{.starts = std::move(starts), .left_out = {}, .constant = {}};
  for (const HeatColumn& heat : image.heats) facts.left_out.insert(heat.column);
  for (const RowFormula& formula : image.formulas) facts.left_out.insert(formula.column);
  for (std::size_t i = 0; i < image.parameters.size(); ++i)
    if (image.parameters[i].shapes) facts.constant.insert(i);
  for (const ProgramLimit& limit : image.limits) {
    if (limit.symbols.empty()) continue;
    facts.constant.insert(limit.parameter);
    for (const std::ptrdiff_t symbol : limit.symbols)
      if (symbol >= 0) facts.constant.insert(static_cast<std::size_t>(symbol));
  }
  return facts;
}

std::string c_source(const ProgramImage& image, const Described& described) {
  const SourceFacts& facts = *described.source;
  const Program& program = image.program;
  const std::set<std::size_t>& beside = facts.left_out;
  for (const ProgramOutput& output : image.outputs)
    if (beside.contains(output.column)) refuse("the output " + output.name + ", which is computed from a row");
  const std::vector<double> values = image.parameter_values();
  const Machine machine(program, values);
  std::vector<double> levels, nominals;
  std::vector<std::ptrdiff_t> inputs, outputs;
  for (const ProgramInput& input : image.inputs) {
    levels.push_back(machine.held_value(program.discretes[at(input.level)].start));
    for (const std::int32_t part : {input.level, input.slope, input.since}) inputs.push_back(program.discretes[at(part)].value);
  }
  const auto show = [&](std::size_t column) { outputs.push_back(beside.contains(column) ? -1 : program.outputs[column]); };
  for (const ProgramOutput& output : image.outputs) show(output.column);
  for (std::size_t column = 0; column < image.columns.size(); ++column) show(column);
  for (const StateFacts& state : program.state_facts) nominals.push_back(state.nominal.value_or(1));
  std::string text = fmt::format(
      "/* {}\n   Written by Stribeck {} (--source): FMI 2.0, model exchange and co-simulation. C99, of which it needs the mathematics "
      "(-lm). */\n"
      "#include <float.h>\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
      described.identifier, described.version);
  text += fmt::format("#define IDENTIFIER {}\n#define TOKEN {}\n", described.identifier, in_c(described.token));
  const double atol = image.experiment.has_atol ? image.experiment.atol : 1e-3 * image.experiment.rtol;
  text += fmt::format("#define START_S {}\n#define RTOL {}\n#define ATOL {}\n", image.experiment.start_s, image.experiment.rtol, atol);
  text += fmt::format("enum {{ REGISTERS = {}, STATES = {}, INPUTS = {}, PARAMETERS = {}, OUTPUTS = {}, PARAMETER_REGISTERS = {} }};\n",
                      program.initial.size(), program.states(), image.inputs.size(), image.parameters.size(), outputs.size(),
                      program.parameters.size());
  text += fmt::format("enum {{ TIME_REGISTER = {}, FIRST_STATE = {} }};\n", std::max(program.time, 0), std::max(program.first_state, 0));
  text += array("double", "first_registers", program.initial) + parameters(image, facts) + array("double", "first_states", facts.starts) +
          array("double", "nominals", nominals) + array("double", "first_levels", levels) + array("int", "input_registers", inputs) +
          array("int", "output_registers", outputs);
  text += array("int", "derivative_registers", std::vector<std::ptrdiff_t>(program.derivatives.begin(), program.derivatives.end()));
  text += "\n" + function("parameters", program.section(Section::parameters)) + function("dynamics", program.section(Section::dynamics)) +
          function("outputs", program.section(Section::outputs));
  return text + "\n" + std::string(kMotionSource) + "\n" + std::string(kInterfaceSource);
}

}  // namespace stribeck::fmi
