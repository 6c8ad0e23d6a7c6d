#pragma once
// A diagram that is ready to run, and what a run gave, as Python holds them.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "listening.h"
#include "results/trajectory.h"
#include "session.h"

namespace stribeck::python {

/// Ends runs of other threads.
struct StopFlag {
  std::atomic<bool> set = false;
};

/// What a run is asked for, in the words of the command line.
struct Asked {
  std::vector<std::pair<std::string, std::string>> values, inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> linear_inputs;  ///< of RunOptions
  std::vector<double> at;                  ///< instants of rows, in s
  /// Files that are not there, by the names that `inputs` call them: tables of time that stand in Python's memory.
  std::vector<std::pair<std::string, std::string>> tables;
  std::string stop, interval, solver, rtol, atol, from, to, rows;
  bool verify = false, plain = false;
  bool all_columns = false;  ///< also those that expectations and the boundary name

  bool operator==(const Asked&) const = default;
  RunOptions options(std::shared_ptr<Sources> sources) const;
};

struct Run {
  Trajectory rows;
  std::vector<EventRecord> events;
  std::vector<double> event_times_s;
  RunSummary summary;
  Diagram diagram;  ///< only what pictures of it need
  std::size_t asked = 0;

  /// The plots as a page for a browser.
  std::string page() const;
};

/// For one thread at a time: others wait.
class SessionObject {
 public:
  /// `sources`: all files that the diagram was read from, as sources() gave them.
  SessionObject(const nb::bytes& text, std::string file, const std::vector<std::string>& plugins, const Asked& asked,
                const std::optional<nb::bytes>& sources);

  /// `text`: of the diagram, if it has changed. `progress`: called now and then with the time reached, the stop and the events so far.
  /// The second result is the exception that ended the run before its time, of a signal or of `progress`; else None.
  /// `checkpoint`: a file and how often it is written, in s; an empty name: none.
  std::pair<std::shared_ptr<Run>, nb::object> run(const Asked& asked, const std::optional<nb::bytes>& text, nb::object progress,
                                                  bool takes_signals, const StopFlag* stop,
                                                  const std::pair<std::string, double>& checkpoint);
  void update(const nb::bytes& text);
  nb::bytes sources();
  int built() const { return session_->built(); }

  /// What `call` makes of the session, which nobody else uses meanwhile. Without the interpreter.
  template <typename Call>
  auto alone(const Asked& asked, Call call) {
    const std::scoped_lock lock(busy_);
    take(asked, std::nullopt);
    return call(*session_);
  }
  /// What `call` makes of the model and the options, with the interpreter free for other threads. Ctrl-C ends runs that it makes.
  template <typename Call>
  auto with_model(const Asked& asked, Call call) {
    return listening([&](const std::atomic<bool>& interrupted) {
      return alone(asked, [&](Session& session) {
        RunOptions options = session.options();
        options.interrupted = &interrupted;
        return session.with_model([&](Model& model) { return call(model, options); });
      });
    });
  }
  const Session& session() const { return *session_; }
  Session& session() { return *session_; }

 private:
  void take(const Asked& asked, const std::optional<std::string>& text);
  /// What is compiled brings the diagram's text with all other files that it was read from.
  void keep(const std::string& file, const std::string& text);
  void keep_tables(const Asked& asked);

  Asked asked_;
  std::shared_ptr<Sources> sources_;
  std::mutex busy_;
  std::optional<Session> session_;
};

}  // namespace stribeck::python
