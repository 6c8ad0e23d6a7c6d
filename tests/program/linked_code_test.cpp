// Code that is linked against the same code that reads every operand from its register: the same values to the last bit.
#include "program/linked_code.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>

#include "compiled.h"

using namespace stribeck;
using stribeck::test::Compiled;

namespace {

void unlink_all(Code& code) {
  for (Instruction& i : code) i.last = kNotLast;
}

Program unlinked(Program program) {
  for (Code& code : program.code) unlink_all(code);
  unlink_all(program.separate_dynamics);
  for (BlockCode& block : program.blocks) unlink_all(block.evaluate), unlink_all(block.sizing);
  return program;
}

std::size_t count_noted(const Program& program) {
  std::size_t count = 0;
  for (const Instruction& i : program.section(Section::dynamics)) count += i.last != kNotLast ? 1 : 0;
  return count;
}

/// The bits of all registers after each section was run at this state; none where an equation has no solution.
std::vector<std::vector<double>> after_sections(Machine& machine, const std::vector<double>& x) {
  std::vector<std::vector<double>> registers;
  try {
    machine.set_time(0.25);
    machine.set_state(x.data());
    for (const Section section : {Section::dynamics, Section::quadratures, Section::crossings, Section::outputs}) {
      machine.run(section);
      const auto all = machine.snapshot().registers();
      registers.emplace_back(all.begin(), all.end());
    }
    if (machine.program().has_jacobian) machine.run(Section::jacobian);
    const auto all = machine.snapshot().registers();
    registers.emplace_back(all.begin(), all.end());
  } catch (const Failure&) {
  }
  return registers;
}

bool have_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

TEST_CASE("linked code computes what its registers say, in all diagrams") {
  std::mt19937 draw(7);
  std::uniform_real_distribution<double> value(-2, 2);
  std::size_t noted = 0, points = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(STRIBECK_ROOT) + "/diagrams/verify")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (text.find("\"include\"") != std::string::npos || text.find(".csv\"") != std::string::npos) continue;  // they read other files
    INFO(entry.path().string());
    std::optional<Compiled> compiled;
    try {
      compiled.emplace(text);
    } catch (const std::exception&) {
      continue;  // it reads other files, or needs other states than those that are chosen first
    }
    noted += count_noted(compiled->program);
    const Program plain = unlinked(compiled->program);
    Machine machine(plain, parameter_values(compiled->diagram));
    std::vector<double> x(static_cast<std::size_t>(plain.states()));
    for (int point = 0; point < 3; ++point) {
      for (double& one : x) one = value(draw);
      const auto linked = after_sections(compiled->machine, x), read = after_sections(machine, x);
      REQUIRE(linked.size() == read.size());
      for (std::size_t k = 0; k < linked.size(); ++k) REQUIRE(have_same_bits(linked[k], read[k]));
      points += linked.size();
    }
  }
  REQUIRE(noted > 1000);
  REQUIRE(points > 1000);
}

TEST_CASE("an operand is noted as the last result where the instruction before has made it, and nowhere else") {
  const auto op = [](Operator o) { return static_cast<std::uint16_t>(o); };
  Code code{{op(Operator::mul), 5, 1, 2, 0},    {op(Operator::add), 6, 5, 5, 0},
            {op(Operator::sub), 5, 1, 6, 0},    {op(Operator::select), 7, 1, 2, 5},
            {op(Operator::select), 7, 7, 2, 7}, {static_cast<std::uint16_t>(Opcode::solve_block), 7, 0, -1, -1},
            {op(Operator::neg), 8, 7, 0, 0},    {op(Operator::neg), 9, 1, 8, 8}};
  code.front().last = kLastIsB;  // of another code
  link(code);
  std::vector<int> last;
  for (const Instruction& i : code) last.push_back(i.last);
  REQUIRE(last == std::vector<int>{kNotLast, kLastIsA | kLastIsB, kLastIsB, kLastIsC, kLastIsA, kNotLast, kNotLast, kNotLast});
}
