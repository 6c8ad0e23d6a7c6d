#include "component/plugin_trial.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/text.h"
#include "component/plugin_entry.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestDeclaration{10};  // of all types of a plugin
constexpr const char* kTrial = "libexec/stribeck/try_plugin";
constexpr const char *kTypes = "its types", *kEnd = "the end";  // no names of types
constexpr int kReport = STDERR_FILENO + 1;                      // the descriptor that the child writes its lines to

/// Beside or above what this code is part of: program, library or test, installed or where it was built.
std::string program_of_trial(const std::string& plugin) {
  Dl_info here{};
  std::error_code none;
  if (::dladdr(reinterpret_cast<const void*>(&try_plugin), &here) != 0 && here.dli_fname != nullptr) {
    // Of a program this is what it was called, perhaps without its folder.
    const fs::path itself = fs::read_symlink("/proc/self/exe", none);
    for (const fs::path& part : {fs::weakly_canonical(here.dli_fname, none), itself})
      for (fs::path folder = part.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
        if (fs::exists(folder / kTrial, none)) return (folder / kTrial).string();
  }
  refuse_plugin(plugin, std::string("there is no ") + kTrial + ", in which plugins are tried before they are loaded", {},
                "install stribeck as a whole: cmake --install BUILD");
}

/// Lines of the child, and how it ended.
struct Trial {
  std::string said;
  int status = 0;
  bool is_over = true;  ///< in time
};

/// Reads until the other end is closed; false if that does not happen in time.
bool read_lines(int descriptor, std::string& said) {
  const Clock::time_point until = Clock::now() + kLongestDeclaration;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready{descriptor, POLLIN, 0};
    const int found = left > 0 ? ::poll(&ready, 1, static_cast<int>(left)) : 0;
    if (found < 0 && errno == EINTR) continue;
    if (found <= 0) return false;
    std::array<char, 4096> buffer;
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    said.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

Trial run_trial(const std::string& program, std::string file) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    refuse_plugin(file, "no process can be started to try " + in_quotes(file), std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], kReport);
  std::string name = program;
  std::array<char*, 3> words{name.data(), file.data(), nullptr};
  pid_t child = 0;
  const int problem = ::posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Trial trial;
  if (problem == 0) {
    trial.is_over = read_lines(ends[0], trial.said);
    if (!trial.is_over) ::kill(child, SIGKILL);
    while (::waitpid(child, &trial.status, 0) < 0 && errno == EINTR) continue;
  }
  ::close(ends[0]);
  if (problem != 0) refuse_plugin(file, "no process can be started to try " + in_quotes(file), std::strerror(problem));
  return trial;
}

}  // namespace

void declare_types(const std::string& file, int report) {
  const auto say = [report](std::string_view text) {
    const std::string line = std::string(text) + "\n";
    if (::write(report, line.data(), line.size()) < 0) ::_exit(1);
  };
  try {
    const stribeck_library* library = entry_of(file)();
    say(kTypes);
    const stribeck_library& checked = checked_library(file, library, Registry());
    for (int32_t i = 0; i < checked.count; ++i) {
      say(checked.components[i].type);
      try {
        record_component(checked.components[i].type, checked.components[i].declare, "", file, {});
      } catch (const Failure&) {  // told in words by who loads it
      }
    }
  } catch (...) {  // the same
  }
  say(kEnd);
}

void try_plugin(const std::string& file) {
  Trial trial = run_trial(program_of_trial(file), file);
  if (!trial.said.empty()) trial.said.pop_back();
  const std::size_t line = trial.said.rfind('\n');
  const std::string last = line == std::string::npos ? trial.said : trial.said.substr(line + 1);
  if (last == kEnd) return;
  const std::string doing = last.empty() ? "it is loaded" : last == kTypes ? "its types are looked at" : "it declares " + in_quotes(last);
  if (!trial.is_over)
    refuse_plugin(file,
                  in_quotes(file) + " did not come to an end within " + std::to_string(kLongestDeclaration.count()) + " s while " + doing);
  refuse_plugin(file, in_quotes(file) + " crashes while " + doing,
                WIFSIGNALED(trial.status) ? std::string(::strsignal(WTERMSIG(trial.status)))
                                          : "it ended the process with status " + std::to_string(WEXITSTATUS(trial.status)),
                std::string("it was tried in a process of its own; a debugger on \"") + kTrial + " " + file + "\" shows where");
}

}  // namespace stribeck
