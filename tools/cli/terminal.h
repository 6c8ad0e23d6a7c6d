#pragma once
// Everything said to a person goes to standard error; colours and progress only if that is a terminal.
#include <chrono>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace stribeck::cli {

/// Standard error is a terminal that understands colours and its user has not set NO_COLOR.
bool colours();
void say(std::string_view text);
void say(const Failure& failure);

/// One line that tells how far a run is, rewritten in place, and erased when it ends.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double time_s, double stop_s);
  void erase();

 private:
  bool on_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace stribeck::cli
