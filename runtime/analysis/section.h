#pragma once
// A motion cut by a section (Poincare points), with the extremes of what it goes through between.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/linear_model.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

enum class PoincareKind : std::uint8_t {
  most,    ///< an output is at a maximum
  least,   ///< at a minimum
  event,   ///< an event has happened
  period,  ///< a period of what drives the motion has passed
};
struct PoincareSection {
  PoincareKind kind = PoincareKind::most;
  std::size_t output = 0;
  std::string event;
  double period_s = 0;
};

struct SectionPoint {
  double t = 0;
  std::vector<double> y, outputs;  ///< `y`: states, then discrete variables
};

/// What happens where: the number of section points so far, and the labels.
struct SectionEvent {
  std::size_t points = 0;
  std::vector<std::string> labels;
};

class SectionFollower final : public MotionFollower {
 public:
  /// `places`: of the outputs among the program's.
  SectionFollower(Machine& machine, std::vector<std::size_t> places, PoincareSection section)
      : machine_(machine), places_(std::move(places)), section_(std::move(section)) {}
  void begin(double t, std::span<const double> x) override;
  void step(const LastStep& step) override;
  void before_event(double t, std::span<const double> x) override;
  void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) override;

  std::vector<SectionPoint> points;
  std::vector<SectionEvent> events;
  std::vector<double> least, most;  ///< of the outputs
  /// The least and the most of states and discrete variables in each of four equally long parts of the time.
  struct Part {
    std::vector<double> low, high;
  };
  std::vector<Part> parts = std::vector<Part>(4);
  void set_span(double from_s, double length_s) { from_s_ = from_s, length_s_ = length_s; }

 private:
  std::vector<double> whole(std::span<const double> x) const;
  void note(double t, std::span<const double> x);
  void add(double t, std::span<const double> x);
  double height(const std::vector<double>& outputs);
  bool by_extremum() const { return section_.kind == PoincareKind::most || section_.kind == PoincareKind::least; }
  int way(const LastStep& step, double t, double beside);
  void turn(int sign, double t, std::span<const double> x);

  Machine& machine_;
  std::vector<std::size_t> places_;
  PoincareSection section_;
  double from_s_ = 0, length_s_ = 1;
  std::size_t next_period_ = 1;
  int sign_ = 0;         // of the height's change, the last one that was not zero
  double size_ = 0;      // the largest height
  SectionPoint before_;  // an event
};

/// The smallest number of section points after which all come again, to so much of the size of the motion; nothing if none does within half
/// of them. In the scales; what drifts does not count.
std::optional<std::size_t> comes_again_after(const std::vector<SectionPoint>& points, const std::vector<double>& scales,
                                             const Matrix& drifts, double near);

}  // namespace stribeck
