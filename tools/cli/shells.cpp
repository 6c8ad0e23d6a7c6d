// stribeck man, stribeck completion: what a manual and a shell know of the commands, written from what the commands declare.
#include <filesystem>
#include <map>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "completion.h"
#include "manual.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kManExamples = R"(Examples:
  stribeck man run | man -l -
  stribeck man --to ~/.local/share/man/man1                 pages of all commands: man stribeck-run)";

constexpr const char* kCompletionExamples = R"(Examples:
  source <(stribeck completion bash)                        for this shell; the packages of Stribeck bring it for every one
  stribeck completion bash > ~/.local/share/bash-completion/completions/stribeck
  stribeck completion zsh > ~/.zfunc/_stribeck              with fpath+=~/.zfunc before compinit
  stribeck completion fish > ~/.config/fish/completions/stribeck.fish)";

struct ManArguments {
  std::string command, folder;
};

int write_manual(const DeclaredCommand& program, const std::string& folder) {
  std::error_code problem;  // what cannot be made cannot be written to, and that is told
  std::filesystem::create_directories(folder, problem);
  write_file(folder + "/" + manual_name(program) + ".1", manual_page(program, program));
  for (const DeclaredCommand& command : program.commands)
    write_file(folder + "/" + manual_name(command) + ".1", manual_page(command, program));
  return kDone;
}

int print_manual(const DeclaredCommand& program, const std::string& name) {
  const DeclaredCommand* command = name.empty() ? &program : nullptr;
  std::vector<std::string> names;
  for (const DeclaredCommand& one : program.commands) {
    names.push_back(one.last_word());
    if (names.back() == name) command = &one;
  }
  if (command == nullptr) {
    const std::string near = did_you_mean(name, names);
    refuse("there is no command " + in_quotes(name), near.empty() ? "see: stribeck --help" : near);
  }
  write_to_standard_output(manual_page(*command, program));
  return kDone;
}

using Writer = std::string (*)(const DeclaredCommand&);
const std::map<std::string, Writer>& shells() {
  static const std::map<std::string, Writer> writers{{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
  return writers;
}

int print_completion(const DeclaredCommand& program, const std::string& shell) {
  const auto found = shells().find(shell);
  if (found == shells().end())
    refuse(shell.empty() ? "completion needs the name of a shell" : "there is no completion for " + in_quotes(shell), "bash, zsh or fish");
  write_to_standard_output(found->second(program));
  return kDone;
}

}  // namespace

Action add_man(CLI::App& program) {
  CLI::App* command = program.add_subcommand("man", "the manual page of a command");
  const auto arguments = std::make_shared<ManArguments>();
  command->add_option("COMMAND", arguments->command, "left out: the program")->type_name("");
  command->add_option("--to", arguments->folder, "write the pages of all commands into this folder instead")->type_name("FOLDER");
  command->footer(kManExamples);
  return [&program, arguments] {
    if (!arguments->folder.empty() && !arguments->command.empty()) refuse("--to writes the pages of all commands", "leave out --to");
    if (!arguments->folder.empty()) return write_manual(declared(program), arguments->folder);
    return print_manual(declared(program), arguments->command);
  };
}

Action add_completion(CLI::App& program) {
  CLI::App* command = program.add_subcommand("completion", "what bash, zsh or fish read to complete the commands");
  const auto shell = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const auto& [name, writer] : shells()) names.push_back(name);
  offer(command->add_option("SHELL", *shell, "which one")->type_name(""), names);
  command->footer(kCompletionExamples);
  return [&program, shell] { return print_completion(declared(program), *shell); };
}

}  // namespace stribeck::cli
