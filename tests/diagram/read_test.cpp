#include "diagram/read.h"

#include <cmath>

#include "reading_helpers.h"

using namespace stribeck;
using namespace stribeck::fake;

TEST_CASE("read: the diagram of the format page, with fake components") {
  const Diagram d = read(R"({
    "$schema": "stribeck.schema.json",
    "format": "stribeck/1",
    "title": "Mass on a spring",
    "description": "swings",
    "parameters": { "k": { "value": "100 N/m", "doc": "of the spring" }, "heavy": "=2*m0", "m0": 3 },
    "components": {
      "load":   { "type": "fake.mass", "parameters": { "mass": "500 g" }, "initial": { "v": { "value": "3.6 km/h", "priority": "low" } } },
      "spring": { "type": "fake.spring", "parameters": { "stiffness": "=2*k" }, "initial": { "x": 0.1 } },
      "wall":   { "type": "fake.ground" }
    },
    "connections": [["load.M", "spring.R"], ["spring.C", "wall.W"]],
    "experiment": { "stop": "2 s", "interval": "10 ms", "rtol": 1e-8, "steady_state": true },
    "outputs": ["load.v", "load.M.position", "spring.*"],
    "plots": [ { "title": "Motion", "y": ["load.v"] } ],
    "expect": { "at": { "1.5 s": { "spring.x": { "value": "10 mm", "within": 1e-5 } } },
                "exact": { "load.v": { "expression": "cos(t) * 2", "within": "1 mm/s" } },
                "events": [ { "of": "spring", "at": "1 s", "within": "1 us" } ],
                "energy_residual": 1e-6, "states": 2, "max_steps": 200 }
  })");
  CHECK(d.title == "Mass on a spring");
  REQUIRE(d.parameters.size() == 3);
  CHECK(d.parameters[0].doc == "of the spring");
  CHECK(d.parameters[1].value.value == 6);
  REQUIRE(d.instances.size() == 3);
  CHECK(d.instances[0].name == "load");
  CHECK(d.instances[0].position.line == 8);
  CHECK(d.instances[0].parameters == std::vector<double>{0.5});
  REQUIRE(d.instances[0].targets.size() == 1);
  CHECK(d.instances[0].targets[0].value == Approx(1).epsilon(1e-15));
  CHECK(d.instances[0].targets[0].priority == Priority::low);
  CHECK(d.instances[1].parameters == std::vector<double>{200});
  CHECK(d.instances[1].targets[0].priority == Priority::high);
  REQUIRE(d.connections.size() == 2);
  CHECK(d.connections[1].members[1].instance == 2);
  CHECK(d.experiment.stop_s == 2);
  CHECK(d.experiment.interval_s == 0.01);
  CHECK(d.experiment.rtol == 1e-8);
  CHECK(d.experiment.atol == 1e-9);
  CHECK(d.experiment.steady_state);
  CHECK(d.outputs.size() == 3);
  CHECK(d.plots[0].y == std::vector<std::string>{"load.v"});
  REQUIRE(d.expect.at.size() == 1);
  CHECK(d.expect.at[0].time_s == 1.5);
  CHECK(d.expect.at[0].value == 0.01);
  CHECK(d.expect.exact[0].within == 1e-3);
  CHECK(d.expect.events[0].label == "spring");
  CHECK(d.expect.energy_residual == 1e-6);
  CHECK(d.expect.states == 2);
  CHECK(d.expect.max_steps == 200);
}

TEST_CASE("read: keys of the format, each in its place") {
  CHECK(errors("[]") == Lines{"diagram.wrong_kind 1:1"});
  CHECK(errors("{\"components\": {\"m\": {\"type\": \"fake.ground\"}}}") == Lines{"diagram.missing_key 1:1"});
  CHECK(errors("{\"format\": \"stribeck/2\", \"nonsense\": 1}") == Lines{"diagram.wrong_format 1:12 /format"});
  CHECK(errors("{\"format\": \"stribeck/1\"}") == Lines{"diagram.missing_key 1:1"});
  CHECK(errors(diagram("")) == Lines{"diagram.empty 2:15 /components"});
  CHECK(errors(diagram("\"w\": {\"type\": \"fake.ground\"}", "\"conections\": []")) == Lines{"diagram.unknown_key 3:1 /conections"});
  CHECK(failure(diagram("\"w\": {\"type\": \"fake.ground\"}", "\"conections\": []")).remedy == "did you mean \"connections\"?");
  CHECK(errors(diagram("\"w\": {\"type\": \"fake.ground\"}, \"w\": {\"type\": \"fake.ground\"}")) ==
        Lines{"json.duplicate_key 2:46 /components/w"});
  CHECK(errors(diagram("\"w\": {\"type\": \"fake.ground\"}", "\"title\": 3")) == Lines{"diagram.wrong_kind 3:10 /title"});
}

TEST_CASE("read: duplicate keys are found in large objects too") {
  std::string members;
  for (int i = 0; i < 100; ++i) members += "\"w" + std::to_string(i % 99) + "\": {\"type\": \"fake.ground\"},\n";
  members.resize(members.size() - 2);
  const Diagnostic d = failure(diagram(members));
  CHECK(d.code == ErrorCode::json_duplicate_key);
  CHECK(d.message == "the key \"w0\" is there already, in line 2");
  CHECK(d.where.line == 101);
}

TEST_CASE("read: components") {
  CHECK(errors(diagram("\"a b\": {\"type\": \"fake.ground\"}")) == Lines{"diagram.bad_name 2:16 /components/a b"});
  CHECK(errors(diagram("\"w\": {}")) == Lines{"diagram.missing_key 2:21 /components/w"});
  CHECK(errors(diagram("\"w\": 3")) == Lines{"diagram.wrong_kind 2:21 /components/w"});
  CHECK(failure(diagram("\"w\": {\"type\": \"fake.grond\"}")).remedy == "did you mean \"fake.ground\"?");
  CHECK(errors(diagram("\"w\": {\"type\": \"fake.ground\", \"parms\": {}}")) == Lines{"diagram.unknown_key 2:45 /components/w/parms"});
  const Diagnostic missing = failure(diagram("\"m\": {\"type\": \"fake.mass\"}"));
  CHECK(missing.code == ErrorCode::diagram_missing_parameter);
  CHECK(missing.message == "fake.mass needs the parameter \"mass\"");
  CHECK(missing.because == "mass of the body");
  CHECK(missing.where.instance == "m (fake.mass)");
  CHECK(failure(diagram("\"s\": {\"type\": \"fake.spring\", \"parameters\": {\"stifness\": 3}}")).remedy == "did you mean \"stiffness\"?");
  CHECK(errors(diagram("\"s\": {\"type\": \"fake.spring\", \"initial\": {\"y\": 3}}")) ==
        Lines{"diagram.unknown_variable 2:57 /components/s/initial/y"});
  CHECK(errors(diagram("\"s\": {\"type\": \"fake.spring\", \"initial\": {\"x\": {\"value\": 3, \"priority\": \"top\"}}}")) ==
        Lines{"value.bad_choice 2:87 /components/s/initial/x/priority"});
}

TEST_CASE("read: options choose what the component declares") {
  const Diagram d =
      read(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"law\": \"linear\", \"slope\": \"10 mm/s\"}}, \"g\": {\"type\": "
                   "\"fake.friction\"}"));
  CHECK(d.instances[0].record != d.instances[1].record);
  CHECK(d.instances[0].record->find_parameter("slope") >= 0);
  CHECK(d.instances[1].record->find_parameter("scale") >= 0);
  CHECK(failure(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"law\": \"linaer\"}}")).remedy ==
        "did you mean \"linear\"?");
  // What the other choice declares is unknown here.
  CHECK(failure(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"slope\": 1}}")).code ==
        ErrorCode::diagram_unknown_parameter);
}

TEST_CASE("read: limits are told in the user's unit, with the range and what the parameter is") {
  const Diagnostic d = failure(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"coulomb_force\": \"0.03 kN\"}}"));
  CHECK(d.code == ErrorCode::value_out_of_range);
  CHECK(d.message == "\"coulomb_force\" is 0.03 kN, but must be at least 0 kN and at most breakaway_force (0.025 kN)");
  CHECK(d.because == "force while sliding");
  CHECK(failure(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"breakaway_force\": 10}}")).message ==
        "\"coulomb_force\" is 20 N by default, but must be at least 0 N and at most breakaway_force (10 N)");
  CHECK(failure(diagram("\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 0}}")).message ==
        "\"mass\" is 0 kg, but must be above 0 kg");
  // One unreadable value does not make a second error of a limit that needs it.
  CHECK(failures(diagram("\"f\": {\"type\": \"fake.friction\", \"parameters\": {\"breakaway_force\": \"x\"}}")).size() == 1);
}

TEST_CASE("read: lists") {
  const auto table = [](const std::string& times, const std::string& values) {
    return diagram("\"t\": {\"type\": \"fake.table\", \"parameters\": {\"times\": " + times + ", \"values\": " + values + "}}");
  };
  const Diagram d = read(table("[0, \"100 ms\", 1]", "[1, \"2 rad/s\", 3]"));
  CHECK(d.instances[0].lists[0] == std::vector<double>{0, 0.1, 1});
  CHECK(failure(table("[]", "[1]")).message == "the list \"times\" is empty");
  CHECK(failure(table("[0, 2, 1]", "[1, 2, 3]")).message == "entry 3 of \"times\" is 1 after 2 (SI), but the list must ascend");
  CHECK(failure(table("[0, 1]", "[1, 2, 3]")).message == "\"values\" has 3 entries, but \"times\" has 2");
  CHECK(failure(table("3", "[1]")).code == ErrorCode::diagram_wrong_kind);
  CHECK(errors(table("[0, \"1 kg\"]", "[1, 2]")) == Lines{"value.wrong_dimension 2:72 /components/t/parameters/times/1"});
}

TEST_CASE("read: a generic parameter keeps the dimension of its value") {
  const Diagram d =
      read(diagram("\"a\": {\"type\": \"fake.constant\", \"parameters\": {\"value\": \"3 N\"}}, \"b\": {\"type\": \"fake.constant\", "
                   "\"parameters\": {\"value\": 3}}"));
  CHECK(to_text(d.instances[0].generic_dimensions[0]) == "kg*m/s^2");
  CHECK(d.instances[1].generic_dimensions[0].any);
}

TEST_CASE("read: connections resolve to connectors or say what is missing") {
  const std::string two =
      "\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 1}}, \"w\": {\"type\": \"fake.ground\"}, \"x\": {\"type\": "
      "\"nothing.here\"}";
  const auto list = failures(diagram(two,
                                     "\"connections\": [[\"m.M\", \"wal.W\"],\n[\"m.W\", \"w.W\"],\n[\"m\", "
                                     "\"w.W\"],\n[\"m.M\"],\n[\"x.R\", \"m.M\"], [], [\"m.M\", \"m.M\"], 3]"));
  CHECK(errors_of(list) == Lines{"diagram.unknown_type 2:115 /components/x/type", "diagram.unknown_instance 3:25 /connections/0/1",
                                 "diagram.unknown_port 4:2 /connections/1/0", "diagram.unknown_port 5:2 /connections/2/0",
                                 "connection.too_short 6:1 /connections/3", "connection.too_short 7:17 /connections/5",
                                 "connection.too_short 7:21 /connections/6", "diagram.wrong_kind 7:37 /connections/7"});
  CHECK(list[1].message == "the diagram has no component \"wal\"");
  CHECK(list[2].message == "m (fake.mass) has no port \"W\"");
  CHECK(list[3].remedy == "its ports are M");
}

TEST_CASE("read: experiment") {
  const std::string one = "\"w\": {\"type\": \"fake.ground\"}";
  const auto experiment = [&](const std::string& text) { return diagram(one, "\"experiment\": {" + text + "}"); };
  ReadOptions options;
  options.solvers = {"auto", "dopri5"};
  CHECK(failure(experiment("\"stop\": -1")).message == "the run would stop at -1 s, but it starts at 0 s");
  CHECK(failure(experiment("\"interval\": 0")).message == "\"interval\" is 0 s, but must be above 0");
  CHECK(failure(experiment("\"stop\": \"1 d\", \"interval\": \"1 ns\"")).code == ErrorCode::experiment_bad_time);
  CHECK(failure(experiment("\"stop\": \"5 m\"")).code == ErrorCode::value_wrong_dimension);
  CHECK(failure(experiment("\"rtol\": 0")).code == ErrorCode::value_out_of_range);
  CHECK(failure(experiment("\"steady_state\": 1")).code == ErrorCode::diagram_wrong_kind);
  CHECK(failure(experiment("\"solver\": \"dopri\""), options).remedy == "did you mean \"dopri5\"?");
  CHECK(read(experiment("\"solver\": \"dopri5\""), options).experiment.solver == "dopri5");
  CHECK(read(diagram(one)).experiment.stop_s == 1);
}

TEST_CASE("read: the command line wins over the diagram") {
  const std::string text =
      diagram("\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": \"=2*m0\"}}, \"t\": {\"type\": \"fake.table\"}",
              "\"parameters\": {\"m0\": \"1 kg\"}");
  ReadOptions options;
  options.overrides = {{"m0", "500 g"}, {"t.times", "[0, 1]"}, {"t.values", "[3, 4]"}};
  options.stop = "3 s";
  options.interval = "0.1";
  options.rtol = "1e-4";
  const Diagram d = read(text, options);
  CHECK(d.instances[0].parameters[0] == 1);
  CHECK(d.instances[1].lists[1] == std::vector<double>{3, 4});
  CHECK(d.experiment.stop_s == 3);
  CHECK(d.experiment.interval_s == 0.1);
  CHECK(d.experiment.rtol == 1e-4);
  options.overrides.push_back({"m.mass", "=3*m0"});
  CHECK(read(text, options).instances[0].parameters[0] == 1.5);
}

TEST_CASE("read: what is wrong on the command line is told as such") {
  const std::string text = diagram("\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 1}}", "\"parameters\": {\"speed\": 1}");
  const auto told = [&](const std::string& name, const std::string& value) {
    ReadOptions options;
    options.overrides = {{name, value}};
    const Diagnostic d = failure(text, options);
    return std::string(describe(d.code).code) + " in " + d.where.file + ", " + d.remedy;
  };
  CHECK(told("sped", "1") == "diagram.unknown_parameter in --set sped=1, did you mean \"speed\"?");
  CHECK(told("n.mass", "1") == "diagram.unknown_instance in --set n.mass=1, ");
  CHECK(told("m.mas", "1") == "diagram.unknown_parameter in --set m.mas=1, did you mean \"mass\"?");
  CHECK(told("m.mass", "3 rpmm") == "value.unknown_unit in --set m.mass=3 rpmm, did you mean \"rpm\" or, joined by a sign, \"rpm*m\"?");
  CHECK(told("m.mass", "-1").starts_with("value.out_of_range in --set m.mass=-1"));
  ReadOptions options;
  options.stop = "soon";
  CHECK(failure(text, options).where.file == "--stop soon");
}

TEST_CASE("read: outputs and plots name what there is") {
  const std::string one = "\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 1}}";
  const auto output = [&](const std::string& name) { return diagram(one, "\"outputs\": [\"" + name + "\"]"); };
  for (const std::string name : {"m.v", "m.M.v", "m.M.F", "m.M.position", "m.*", "*", "*.v", "m*.M.*"})
    CHECK(failures(output(name)).empty());
  CHECK(failure(output("m.w")).code == ErrorCode::diagram_unknown_variable);
  CHECK(failure(output("m.M")).code == ErrorCode::diagram_unknown_variable);
  CHECK(failure(output("m")).message == "\"m\" names a component, but none of its variables");
  CHECK(failure(output("n.v")).code == ErrorCode::diagram_unknown_instance);
  CHECK(failure(output("*.phi")).message == "the pattern \"*.phi\" fits no variable");
  CHECK(failure(diagram(one, "\"plots\": [{\"y\": [\"m.x\"]}]")).code == ErrorCode::diagram_unknown_variable);
  CHECK(failure(diagram(one, "\"plots\": [{}]")).code == ErrorCode::diagram_missing_key);
  CHECK(read(diagram(one, "\"plots\": [{\"x\": \"m.v\", \"y\": \"m.M.position\"}]")).plots[0].x == "m.v");
}

TEST_CASE("read: expectations are checked like everything else") {
  const std::string one = "\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 1}}";
  const auto expect = [&](const std::string& text) { return diagram(one, "\"expect\": {" + text + "}"); };
  CHECK(failure(expect("\"at\": {\"soon\": {}}")).code == ErrorCode::experiment_bad_time);
  CHECK(failure(expect("\"at\": {\"1 s\": {\"m.w\": {\"value\": 1, \"within\": 1}}}")).code == ErrorCode::diagram_unknown_variable);
  CHECK(failure(expect("\"at\": {\"1 s\": {\"m.v\": {\"value\": 1}}}")).code == ErrorCode::diagram_missing_key);
  CHECK(failure(expect("\"at\": {\"1 s\": {\"m.v\": {\"value\": \"1 N\", \"within\": 1}}}")).code == ErrorCode::value_wrong_dimension);
  CHECK(failure(expect("\"exact\": {\"m.v\": {\"expression\": \"exp(-t)+\", \"within\": 1}}")).code == ErrorCode::expression_syntax);
  CHECK(failure(expect("\"exact\": {\"m.v\": {\"expression\": \"exp(-tt)\", \"within\": 1}}")).code == ErrorCode::expression_unknown_name);
  CHECK(failure(expect("\"exact\": {\"m.v\": {\"expression\": \"=t\", \"within\": 1}}")).remedy ==
        "this is always an expression: leave the equals sign out");
  CHECK(failure(expect("\"states\": 1.5")).code == ErrorCode::value_out_of_range);
  CHECK(failure(expect("\"energy_residual\": -1")).code == ErrorCode::value_out_of_range);
  CHECK(failure(expect("\"events\": [{\"of\": \"n\", \"at\": 1, \"within\": 1}]")).code == ErrorCode::diagram_unknown_instance);
}

TEST_CASE("read: many errors are told together, but not without end") {
  std::string members;
  for (int i = 0; i < 200; ++i) members += "\"w" + std::to_string(i) + "\": {\"type\": \"fake.nothing\"},";
  members.pop_back();
  const auto list = failures(diagram(members));
  CHECK(list.size() == 50);
  CHECK(list.back().details.size() == 1);
}

TEST_CASE("read: a file that is not there") {
  try {
    read_diagram(registry(), "no/such/file.json");
    FAIL("read");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics()[0].message == "\"no/such/file.json\" cannot be read: No such file or directory");
    CHECK(failure.exit_status() == 2);
  }
  CHECK_THROWS_AS(read_diagram(registry(), "."), Failure);
}
