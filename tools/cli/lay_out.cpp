// stribeck format: lays diagrams out.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "diagram/json_layout.h"
#include "diagram/sources.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kFormatExamples = R"(Examples:
  stribeck format drive.json                                rewrites the file, if its layout changes
  stribeck format --check diagrams/*.json*                  names the files whose layout would change; exit status 1 if there are any
  stribeck format - < drive.json                            from standard input to standard output

Order, comments and the spelling of numbers and strings stay. What fits in 140 columns may stand on one line; an object or list whose first entry
stands on a line of its own stays open.)";

/// Whether the file is laid out, now or, when only asked, already.
bool format_file(const std::string& file, bool only_asked) {
  Sources sources;
  const std::string& text = sources.text_of(file);
  const std::string result = laid_out(text, file == "-" ? "standard input" : file);
  if (only_asked) {
    if (text != result) print(file + "\n");
    return text == result;
  }
  if (file == "-")
    write_to_standard_output(result);
  else if (text != result) {
    write_file(file, result);
    say("laid out: " + file + "\n");
  }
  return true;
}

/// Every file is looked at, whatever is wrong with those before it.
int execute(const std::vector<std::string>& files, bool only_asked) {
  int status = kDone;
  for (const std::string& file : files) {
    try {
      if (!format_file(file, only_asked) && status == kDone) status = 1;
    } catch (const Failure& failure) {
      say(failure);
      status = failure.exit_status();
    }
  }
  return status;
}

}  // namespace

Action add_format(CLI::App& program) {
  CLI::App* command = program.add_subcommand("format", "lay diagrams out, keeping order, comments and numbers as written");
  const auto files = std::make_shared<std::vector<std::string>>();
  const auto only_asked = std::make_shared<bool>(false);
  command->add_option("FILE", *files, "the diagrams; - from standard input to standard output")->type_name("");
  command->add_flag("--check", *only_asked, "change nothing; name the files whose layout would change");
  command->footer(kFormatExamples);
  return [command, files, only_asked] {
    refuse_if_missing(*command, files->empty() ? "" : files->front());
    return execute(*files, *only_asked);
  };
}

}  // namespace stribeck::cli
