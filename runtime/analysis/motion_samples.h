#pragma once
// A motion by points: where it returns to what it was, and what it depends on.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/linear_model.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

struct SampledPoint {
  double t = 0;
  std::vector<double> y, rates;  ///< of states, then discrete variables
  bool begins = false;           ///< follows an event at the same instant
};

/// How many rows and columns LinearCode has beside the states: outputs, then conditions asked for, then those of frictions and contacts; of
/// the columns so many parameters are passed over before the discrete variables.
struct SlopeLayout {
  std::size_t outputs = 0;  ///< the first rows; what is only looked at
  std::size_t before_frictions = 0;
  std::vector<bool> is_contact;  ///< of each friction: it has two rows
  std::size_t parameters = 0;
  std::size_t rows() const;
};

/// Rows by states and discrete variables, of what sticks or rests at a point.
std::vector<std::vector<double>> held_rows(Machine& machine, double t, std::span<const double> x, const SlopeLayout& layout);
std::size_t held_elements(const Machine& machine);

/// Gathers the points of a motion.
class MotionSampler final : public MotionFollower {
 public:
  MotionSampler(Machine& machine, HybridLoop& loop, SlopeLayout layout) : machine_(machine), loop_(loop), layout_(std::move(layout)) {}
  void begin(double t, std::span<const double> x) override;
  void step(const LastStep& step) override;
  void before_event(double t, std::span<const double> x) override;
  void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) override;

  std::vector<SampledPoint> points;
  std::vector<double> events_s, scheduled_s;
  std::vector<std::size_t> held;          ///< elements that stick or rest from each event on, and before the first
  std::vector<std::vector<double>> rows;  ///< what the motion depends on, at some of the points
  bool depends_on_time = false;           ///< smoothly

 private:
  void add(double t, std::span<const double> x, bool begins);
  void look(double t, std::span<const double> x);
  Machine& machine_;
  HybridLoop& loop_;
  SlopeLayout layout_;
  std::size_t looked_at_ = 0;
};

/// The largest less the least of each.
std::vector<double> ranges_of(const std::vector<SampledPoint>& points);
/// Between points cubic.
std::vector<double> point_at(const std::vector<SampledPoint>& points, double t);

/// The time after which a motion comes back nearest to where its points begin, the first of those that come about as near; nothing if it
/// never passes there again. `beside`: takes the drifts out, in the scales.
std::optional<double> return_time(const std::vector<SampledPoint>& points, const std::vector<double>& scales, const Matrix& drifts);
/// The multiple of a period after which it does.
std::size_t return_multiple(const std::vector<SampledPoint>& points, double period_s, const std::vector<double>& scales,
                            const Matrix& drifts);
/// Among the shortest of candidates those after which all scheduled instants come again; nothing if none fits.
bool come_again(const std::vector<double>& scheduled_s, double period_s, double end_s);

}  // namespace stribeck
