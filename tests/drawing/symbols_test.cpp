// Symbols tell types apart: what several types share is said in one place, by the file of the symbol or here.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "base/text.h"
#include "diagram/read.h"
#include "drawing/symbol.h"
#include "drawing/symbol_file.h"
#include "stages.h"

using namespace stribeck;

namespace {

std::vector<std::string> types_of(const SymbolFile& file) {
  std::istringstream words{std::string(file.types)};
  std::vector<std::string> types;
  for (std::string type; words >> type;) types.push_back(type);
  return types;
}

std::string drawn(const ComponentRecord& record) {
  const Symbol symbol = symbol_of(record);
  return symbol_svg(symbol, record, extent_of(symbol, record));
}

/// Types without a file that mean the same thing, and so look alike.
const std::set<std::set<std::string>> kAlike = {
    {"rotational.spring", "translational.spring"},
    {"rotational.damper", "translational.damper"},
    {"rotational.spring_damper", "translational.spring_damper"},
    {"rotational.ground", "translational.ground"},
};

}  // namespace

TEST_CASE("symbols: each stands for types that are there") {
  const std::vector<std::string> known = test::builtin_registry().types();
  for (const SymbolFile& file : symbol_files())
    for (const std::string& type : types_of(file)) {
      CAPTURE(type);
      CHECK(std::find(known.begin(), known.end(), type) != known.end());
      CHECK(symbol_file_of(type) == &file);
    }
}

TEST_CASE("symbols: none is shared by types that its file, or the list of this test, does not name together") {
  std::map<std::string, std::set<std::string>> bearers;
  for (const std::string& type : test::builtin_registry().types()) bearers[drawn(test::builtin_registry().record(type))].insert(type);
  CHECK(bearers.size() > 150);
  for (const auto& [svg, types] : bearers) {
    const SymbolFile* file = symbol_file_of(*types.begin());
    const bool is_one_file =
        file != nullptr && std::all_of(types.begin(), types.end(), [&](const std::string& type) { return symbol_file_of(type) == file; });
    CAPTURE(types);
    CHECK((types.size() == 1 || is_one_file || kAlike.contains(types)));
  }
}

TEST_CASE("symbols: a sign has its wires in the middle of its sides, so it stands for two ports at most") {
  for (const std::string& type : test::builtin_registry().types()) {
    const ComponentRecord& record = test::builtin_registry().record(type);
    if (!is_sign(symbol_of(record))) continue;
    CAPTURE(type);
    CHECK(std::count_if(record.connectors.begin(), record.connectors.end(),
                        [](const ConnectorDeclaration& own) { return own.kind == ConnectorKind::port; }) <= 2);
  }
}

TEST_CASE("symbols: the lead of the first port leaves room for a sign above it") {
  int checked = 0;
  for (const SymbolFile& file : symbol_files()) {
    const std::size_t start = file.svg.find("M-38 0H-"), rise = file.svg.find("V-", start);
    if (start == std::string_view::npos || rise == std::string_view::npos || rise > start + 12) continue;
    CAPTURE(file.types);
    CHECK(std::stod(std::string(file.svg.substr(start + 7, rise - start - 7))) >= -28);  // the sign is 7 px wide, in the middle at -35
    ++checked;
  }
  CHECK(checked > 8);
}

TEST_CASE("symbols: options and values of a component stand in its symbol") {
  const std::string text = test::diagram_text(
      R"("a": {"type": "signals.step"}, "tf": {"type": "signals.transfer_function", "parameters": {"numerator": [2, 0], "denominator": [0.5, -1, 1]}},
         "k": {"type": "signals.gain", "parameters": {"gain": -2.5}}, "s": {"type": "signals.sum", "parameters": {"gain2": -1}},
         "f": {"type": "signals.function", "parameters": {"function": "sqrt"}}, "more": {"type": "signals.comparison"},
         "less": {"type": "signals.comparison", "parameters": {"relation": "less_or_equal"}}, "low": {"type": "signals.filter"},
         "high": {"type": "signals.filter", "parameters": {"pass": "high"}})",
      R"(["a.y", "tf.u", "k.u", "f.u", "s.u1", "more.u1", "less.u1", "low.u", "high.u"], ["k.y", "s.u2"])");
  const Diagram diagram = read_diagram(test::builtin_registry(), "test.json", {}, &text);
  const auto svg_of = [&](const std::string& name) {
    const auto found =
        std::find_if(diagram.instances.begin(), diagram.instances.end(), [&](const Instance& own) { return own.name == name; });
    REQUIRE(found != diagram.instances.end());
    const Symbol symbol = symbol_of(*found->record);
    return symbol_svg(symbol, *found->record, extent_of(symbol, *found->record), {&*found, false});
  };
  CHECK(svg_of("tf").find(">2s<") != std::string::npos);
  CHECK(svg_of("tf").find(">0.5s² − s + 1<") != std::string::npos);
  CHECK(svg_of("k").find(">−2.5<") != std::string::npos);
  CHECK(svg_of("f").find(">sqrt<") != std::string::npos);
  CHECK(svg_of("less").find(">≤<") != std::string::npos);
  CHECK(svg_of("more").find(">&gt;<") != std::string::npos);
  CHECK(svg_of("low").find("M-18,6H0") != std::string::npos);
  CHECK(svg_of("high").find("M-18,11Q") != std::string::npos);
  const Instance& sum = diagram.instances[3];
  const SymbolFile* file = symbol_file_of("signals.sum");
  REQUIRE(file != nullptr);
  CHECK(label_of(*file, sum.record->connectors[0], *sum.record, &sum) == "+");
  CHECK(label_of(*file, sum.record->connectors[1], *sum.record, &sum) == "−");
  // Of a type, nothing is known: the words of the file stand there; so they do for what is too long.
  const ComponentRecord& tf = test::builtin_registry().record("signals.transfer_function");
  CHECK(symbol_svg(Symbol::box, tf, extent_of(Symbol::box, tf)).find(">b(s)<") != std::string::npos);
}

TEST_CASE("symbols: what is turned over keeps its texts readable") {
  const ComponentRecord& record = test::builtin_registry().record("rotational.freewheel");
  const Symbol symbol = symbol_of(record);
  const std::string svg = symbol_svg(symbol, record, extent_of(symbol, record), {nullptr, true});
  CHECK(svg.starts_with("<g transform=\"scale(-1 1)\">"));
  const ComponentRecord& magnet = test::builtin_registry().record("rotational.eddy_current_brake");
  const std::string turned = symbol_svg(symbol_of(magnet), magnet, extent_of(symbol_of(magnet), magnet), {nullptr, true});
  CHECK(turned.find("<text transform=\"scale(-1 1)\" x=") != std::string::npos);
  // A letter beside the smaller wheel of a gear stays beside it.
  const ComponentRecord& gear = test::builtin_registry().record("mechanisms.lossy_gear");
  const Extent extent = extent_of(symbol_of(gear), gear);
  CHECK(symbol_svg(symbol_of(gear), gear, extent).find("<text x=\"20\"") != std::string::npos);
  CHECK(symbol_svg(symbol_of(gear), gear, extent, {nullptr, true}).find("<text transform=\"scale(-1 1)\" x=\"-20\"") != std::string::npos);
}
