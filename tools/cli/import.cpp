// stribeck import: a diagram from what other programs describe.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "diagram/json_layout.h"
#include "diagram/sources.h"
#include "results/output_file.h"
#include "robot_diagram.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kImportExamples = R"(Examples:
  stribeck import arm.urdf -o arm.json                      a robot: links become bodies, joints joints in space
  stribeck import rover.urdf --base free -o rover.json      its root is not fixed to the world, but flies

Limits of joints become rigid stops, their damping and friction a damper and dry friction that sticks exactly, at the axis of the joint. What of the
file has no place in the diagram is told.)";

struct ImportArguments {
  std::string file, output = "-", base = "fixed";
};

int execute(const ImportArguments& arguments) {
  Sources sources;
  const imports::UrdfRobot robot = imports::read_urdf(sources.text_of(arguments.file), arguments.file);
  const RobotDiagram diagram = diagram_of(robot, arguments.base == "free");
  write_file(arguments.output, laid_out(diagram.text, arguments.output));
  for (const std::string& note : diagram.notes) say("note: " + note + "\n");
  for (const std::string& left_out : robot.left_out) say("left out: " + left_out + "\n");
  return kDone;
}

}  // namespace

Action add_import(CLI::App& program) {
  CLI::App* command = program.add_subcommand("import", "make a diagram of a robot in a URDF file");
  const auto arguments = std::make_shared<ImportArguments>();
  command->add_option("FILE", arguments->file, "the robot, as URDF")->type_name("");
  command->add_option("-o,--output", arguments->output, "where the diagram goes; left out: standard output")->type_name("PATH");
  offer_only(command->add_option("--base", arguments->base, "how the root hangs on the world")->type_name("WORD"), {"fixed", "free"})
      ->default_str("fixed");
  command->footer(kImportExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
