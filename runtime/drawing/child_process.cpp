#include "drawing/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "base/diagnostic.h"
#include "base/text.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostSaid = 2000;  // bytes of a failed program's complaint that a person is shown

/// One end of a pipe, closed when it is no longer needed.
class End {
 public:
  End() = default;
  explicit End(int descriptor) : descriptor_(descriptor) {}
  End(End&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  End& operator=(End&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~End() { close(); }
  int descriptor() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_ = -1;
};

struct Pipe {
  End read, write;
};

[[noreturn]] void fail(const Tool& tool, ErrorCode code, std::string message, std::string because, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.because = because.empty() ? tool.program + " " + tool.purpose : std::move(because);
  diagnostic.remedy = std::move(remedy);
  throw Failure(std::move(diagnostic));
}

Pipe make_pipe(const Tool& tool) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    fail(tool, ErrorCode::tool_failed, "cannot start " + tool.program + ": " + std::generic_category().message(errno), {}, "try again");
  return {End(ends[0]), End(ends[1])};
}

/// posix_spawn's lists must be destroyed on every way out.
struct FileActions {
  posix_spawn_file_actions_t actions;
  FileActions() { posix_spawn_file_actions_init(&actions); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
};

/// The child meets a closed pipe as programs usually do, whatever we have asked for ourselves.
struct Attributes {
  posix_spawnattr_t attributes;
  Attributes() {
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
};

class Child {
 public:
  Child(const Tool& tool, const std::vector<std::string>& arguments)
      : input_(make_pipe(tool)), output_(make_pipe(tool)), errors_(make_pipe(tool)) {
    FileActions files;
    posix_spawn_file_actions_adddup2(&files.actions, input_.read.descriptor(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files.actions, output_.write.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files.actions, errors_.write.descriptor(), STDERR_FILENO);
    std::vector<std::string> words{tool.program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const Attributes attributes;
    const int error = ::posix_spawnp(&process_, tool.program.c_str(), &files.actions, &attributes.attributes, pointers.data(), environ);
    if (error != 0)
      fail(tool, ErrorCode::tool_missing, "cannot start " + in_quotes(tool.program) + ": " + std::generic_category().message(error), {},
           "install it (Debian: apt-get install " + tool.package + ")");
    input_.read.close(), output_.write.close(), errors_.write.close();
  }
  ~Child() {
    if (process_ > 0) static_cast<void>(wait());
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Feeds and reads at once, so that neither side waits for the other for ever.
  void exchange(const std::string& input) {
    if (::fcntl(input_.write.descriptor(), F_SETFL, O_NONBLOCK) != 0) input_.write.close();
    std::size_t written = 0;
    while (output_.read.descriptor() >= 0 || errors_.read.descriptor() >= 0) {
      if (written == input.size()) input_.write.close();
      std::array<pollfd, 3> ready{
          {{input_.write.descriptor(), POLLOUT, 0}, {output_.read.descriptor(), POLLIN, 0}, {errors_.read.descriptor(), POLLIN, 0}}};
      if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) break;
      if (ready[0].revents != 0) written = feed(input, written);
      if (ready[1].revents != 0) take(output_.read, output);
      if (ready[2].revents != 0) take(errors_.read, errors);
    }
  }

  /// The status with which it ended; -1 if a signal ended it.
  int wait() {
    input_.write.close();
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string output, errors;

 private:
  std::size_t feed(const std::string& input, std::size_t written) {
    const ssize_t count = ::write(input_.write.descriptor(), input.data() + written, input.size() - written);
    if (count >= 0) return written + static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EINTR) return written;
    return input.size();  // it reads no further: what it says tells why
  }
  static void take(End& end, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(end.descriptor(), buffer.data(), buffer.size());
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
      end.close();
  }

  Pipe input_, output_, errors_;
  pid_t process_ = 0;
};

}  // namespace

std::string run_tool(const Tool& tool, const std::vector<std::string>& arguments, const std::string& input) {
  Child child(tool, arguments);
  child.exchange(input);
  const int status = child.wait();
  if (status == 127)
    fail(tool, ErrorCode::tool_missing, in_quotes(tool.program) + " is not installed", {},
         "install it (Debian: apt-get install " + tool.package + ")");
  if (status != 0)
    fail(tool, ErrorCode::tool_failed, in_quotes(tool.program) + " did not do its work", child.errors.substr(0, kMostSaid),
         "see whether another version of it is installed first on PATH");
  return std::move(child.output);
}

}  // namespace stribeck
