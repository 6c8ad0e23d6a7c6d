#pragma once
// A diagram that stays ready to run with other values: what other programs that use Stribeck as a library hold.
#include <functional>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "pipeline.h"

namespace stribeck {

/// Builds everything anew only where values make other equations. For one thread at a time.
class Session {
 public:
  /// Reads and compiles `text`, which `file` is the name of; `plugins` are libraries of components, or folders or lists of them, and
  /// `add_types` may bring more types.
  Session(std::string file, std::string text, const std::vector<std::string>& plugins, RunOptions options,
          const std::function<void(Registry&)>& add_types = {});

  /// What the next run has, from now on. Throws Failure if the diagram refuses it; all is then as it was.
  void take(RunOptions options) { take(std::move(options), text_); }
  /// The same with another text of the diagram.
  void take(RunOptions options, std::string text);

  /// What `attempt` returns for the model. If it throws Failure and the model has other values than those that it was built with, it is
  /// built for these and asked once more: the equations may have been sorted in an order that serves the others alone.
  template <typename Attempt>
  auto with_model(Attempt attempt) {
    try {
      return attempt(*model_);
    } catch (const Failure& failure) {
      if (!retuned_ || is_interruption(failure)) throw;
    }
    build();
    return attempt(*model_);
  }

  Model& model() { return *model_; }
  Registry& registry() { return registry_; }
  const RunOptions& options() const { return options_; }
  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  /// How often equations have been built and compiled so far.
  int built() const { return built_; }

 private:
  void build();

  std::string file_, text_;
  Registry registry_;
  RunOptions options_;
  ModelPtr model_;
  bool retuned_ = false;  ///< the model has other values than those that it was built with
  int built_ = 0;
};

}  // namespace stribeck
