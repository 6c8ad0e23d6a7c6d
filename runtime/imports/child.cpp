#include "imports/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <exception>

#include "base/archive.h"
#include "base/format.h"
#include "base/interruption.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

using Clock = std::chrono::steady_clock;

enum class Call : std::uint8_t { begin, step, read, state, set_state, exchange };
constexpr std::array<const char*, 5> kDoing{"it is loaded and initialised", "it takes a step", "a variable is read",
                                            "its state is asked for", "its state is set"};
constexpr std::array<const char*, 5> kExchanging{"it is loaded and initialised", "its equations are evaluated", "they are differentiated",
                                                 "a step is completed", "an event happens in it"};
constexpr std::chrono::milliseconds kPatienceAtEnd{2000};
constexpr unsigned kPatienceOfOrphan = 5;  // s beyond the limit: who waits has ended by then

bool send_all(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::send(socket, data, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    data += count, size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_message(int socket, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  return send_all(socket, reinterpret_cast<const char*>(&size), sizeof size) && send_all(socket, bytes.data(), bytes.size());
}

enum class Received : std::uint8_t { all, closed, late, interrupted };

Received receive_all(int socket, char* data, std::size_t size, Clock::time_point until) {
  while (size > 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready{socket, POLLIN, 0};
    constexpr long long kLongestWait = 50;  // ms; then it is looked whether the run is interrupted
    const int found = left > 0 ? ::poll(&ready, 1, static_cast<int>(std::min<long long>(left, kLongestWait))) : 0;
    if (Interruptible::is_interrupted()) return Received::interrupted;
    if (found < 0 && errno == EINTR) continue;
    if (found == 0) {
      if (left > 0 && Clock::now() < until) continue;
      return Received::late;
    }
    const ssize_t count = ::recv(socket, data, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Received::closed;
    data += count, size -= static_cast<std::size_t>(count);
  }
  return Received::all;
}

Received receive_message(int socket, std::string& bytes, Clock::time_point until) {
  std::uint64_t size = 0;
  const Received head = receive_all(socket, reinterpret_cast<char*>(&size), sizeof size, until);
  if (head != Received::all) return head;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  if (size > kMost) return Received::closed;
  bytes.resize(size);
  return receive_all(socket, bytes.data(), size, until);
}

Clock::time_point after(double seconds) {
  constexpr double kLongest = 1e9;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kLongest)));
}

/// What the process of the FMU does: it answers calls until nobody asks any more.
class Servant {
 public:
  Servant(int socket, const InstanceOrder& order, double time_limit_s) : socket_(socket), order_(order), time_limit_s_(time_limit_s) {}

  void serve() {
    constexpr double kForEver = 1e9;
    std::string asked;
    while (receive_message(socket_, asked, after(kForEver)) == Received::all) {
      if (std::isfinite(time_limit_s_)) ::alarm(static_cast<unsigned>(std::min(time_limit_s_, 1e8)) + kPatienceOfOrphan);
      const std::string answer = answer_to(asked);
      ::alarm(0);
      if (!send_message(socket_, answer)) break;
    }
    ::alarm(kPatienceOfOrphan);
    instance_.reset();
  }

 private:
  std::string answer_to(const std::string& asked) {
    bool is_good = true;
    Archive answer;
    try {
      Archive request(asked);
      Archive result;
      act(request, result);
      std::string bytes = result.take();
      answer(is_good, bytes);
    } catch (const FmuFault& fault) {
      is_good = false;
      std::string what = fault.what(), said = fault.said(), remedy = fault.remedy();
      answer(is_good, what, said, remedy);
    } catch (const std::exception& exception) {
      is_good = false;
      std::string what = "threw an exception", said = exception.what(), remedy;
      answer(is_good, what, said, remedy);
    } catch (...) {
      is_good = false;
      std::string what = "threw an exception", said, remedy;
      answer(is_good, what, said, remedy);
    }
    return answer.take();
  }

  void act(Archive& request, Archive& result) {
    Call call{};
    request(call);
    if (instance_ == nullptr) instance_ = instance_in_this_process(order_);
    std::vector<Setting> starts, inputs;
    double t = 0, h = 0;
    std::uint32_t variable = 0;
    std::string bytes;
    Outcome outcome;
    switch (call) {
      case Call::begin:
        request(starts, inputs, t);
        outcome = instance_->begin(starts, inputs, t);
        return result(outcome);
      case Call::step:
        request(inputs, t, h);
        outcome = instance_->step(inputs, t, h);
        return result(outcome);
      case Call::read:
        request(variable);
        t = instance_->read(variable);
        return result(t);
      case Call::exchange: {
        ExchangeRequest wanted;
        request(wanted);
        ExchangeReply reply = instance_->exchange(wanted);
        return result(reply);
      }
      case Call::state:
        bytes = instance_->state();
        return result(bytes);
      default:
        request(bytes);
        return instance_->set_state(bytes);
    }
  }

  int socket_;
  const InstanceOrder& order_;
  double time_limit_s_;
  std::unique_ptr<FmuInstance> instance_;
};

class ChildInstance : public FmuInstance {
 public:
  ChildInstance(const InstanceOrder& order, double time_limit_s) : order_(order), time_limit_s_(time_limit_s) { start(); }
  ~ChildInstance() override { finish(); }

  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    return ask<Outcome>(Call::begin, starts, inputs, t);
  }
  Outcome step(const std::vector<Setting>& inputs, double t, double h) override { return ask<Outcome>(Call::step, inputs, t, h); }
  double read(std::uint32_t variable) override { return ask<double>(Call::read, variable); }
  ExchangeReply exchange(const ExchangeRequest& request) override {
    exchanging_ = request.call;
    return ask<ExchangeReply>(Call::exchange, request);
  }
  std::string state() override { return ask<std::string>(Call::state); }
  void set_state(const std::string& bytes) override { ask_for(Call::set_state, bytes); }

 private:
  void start() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) no_process();
    child_ = ::fork();
    if (child_ == 0) {
      ::close(ends[0]);
      become_servant(ends[1]);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (child_ < 0) no_process();
  }

  [[noreturn]] void no_process() const {
    throw FmuFault("gets no process of its own", std::strerror(errno), "\"isolate\": false runs it in this one");
  }

  [[noreturn]] void become_servant(int socket) const {
    for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGALRM, SIGPIPE}) std::signal(fatal, SIG_DFL);
    std::signal(SIGINT, SIG_IGN);  // who asks is interrupted, and ends this
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);  // what an FMU prints is not among the results
    // Of whatever else is open nothing is its business: sockets of other FMUs, which would not see that nobody asks any more; locked files.
    constexpr unsigned kFirst = STDERR_FILENO + 1;
    const auto own = static_cast<unsigned>(socket);
    if (own > kFirst) ::close_range(kFirst, own - 1, 0);
    ::close_range(own + 1, ~0U, 0);
    try {
      Servant(socket, order_, time_limit_s_).serve();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }

  template <typename Result, typename... Arguments>
  Result ask(Call call, const Arguments&... arguments) {
    const std::string bytes = ask_for(call, arguments...);
    Archive archive(bytes);
    Result result{};
    archive(result);
    return result;
  }

  template <typename... Arguments>
  std::string ask_for(Call call, Arguments... arguments) {
    Archive request;
    request(call);
    (request(arguments), ...);
    std::string answer;
    Received received = Received::closed;
    if (socket_ >= 0 && send_message(socket_, request.take())) received = receive_message(socket_, answer, after(time_limit_s_));
    const char* doing =
        call == Call::exchange ? kExchanging[static_cast<std::size_t>(exchanging_)] : kDoing[static_cast<std::size_t>(call)];
    if (received == Received::late) {
      ::kill(child_, SIGKILL);
      finish();
      throw FmuFault(fmt::format("did not return within {} s while {}", short_number(time_limit_s_), doing), {},
                     "give it more time by \"time_limit\", or ask who made it why it takes so long");
    }
    if (received == Received::interrupted) {
      ::kill(child_, SIGKILL);
      finish();
      throw Failure(Diagnostic{.code = ErrorCode::run_interrupted,
                               .message = fmt::format("the run was interrupted while the FMU of {} was at work: {}", order_.name, doing),
                               .where = {},
                               .because = {},
                               .remedy = {},
                               .details = {}});
    }
    if (received == Received::closed)
      throw FmuFault(fmt::format("crashed while {}", doing), how_it_ended(),
                     "ask who made it; another step or other parameters may avoid it");
    bool is_good = false;
    Archive archive(answer);
    archive(is_good);
    std::string what, said, remedy;
    archive(what);
    if (is_good) return what;
    archive(said, remedy);
    throw FmuFault(what, said, remedy);
  }

  std::string how_it_ended() {
    const int status = finish();
    if (WIFSIGNALED(status)) return ::strsignal(WTERMSIG(status));
    return "it ended its process with status " + std::to_string(WEXITSTATUS(status));
  }

  /// Closes and waits a moment, then kills.
  int finish() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
    if (child_ <= 0) return 0;
    const pid_t child = std::exchange(child_, -1);
    int status = 0;
    for (const Clock::time_point until = Clock::now() + kPatienceAtEnd; Clock::now() < until;) {
      const pid_t ended = ::waitpid(child, &status, WNOHANG);
      if (ended == child || (ended < 0 && errno != EINTR)) return status;
      ::usleep(1000);
    }
    ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status;
  }

  const InstanceOrder order_;
  const double time_limit_s_;
  int socket_ = -1;
  pid_t child_ = -1;
  ExchangeCall exchanging_ = ExchangeCall::begin;
};

}  // namespace

std::unique_ptr<FmuInstance> instance_in_own_process(const InstanceOrder& order, double time_limit_s) {
  return std::make_unique<ChildInstance>(order, time_limit_s);
}

}  // namespace stribeck::imports
