#pragma once
// A simulation by an FMU as functions of numbers. External functions are pure, an FMU is not: it goes on, and forgets. So every point that
// it can come to has a number, a token: with these parameters, then these inputs from this instant on, then this step ... It follows from
// these alone, so it is the same in another process. What an FMU is asked at a token it is asked once; the FMU itself goes only where an
// output is wanted, from the nearest point before it, or else again from its start. A token is a whole number, 1 or more; 0 stands for an
// FMU that has not begun.
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/archive.h"
#include "base/external_function.h"
#include "imports/order.h"

namespace stribeck::imports {

class Timeline : public ExternalMemory {
 public:
  explicit Timeline(TimelineOrder order) : order_(std::move(order)) {}
  const TimelineOrder& order() const { return order_; }

  /// `value` in the unit of the FMU, for the variable of that number: a parameter before mark(), an input behind it.
  double put(double token, std::uint32_t variable, double value);
  /// Where parameters end and inputs begin.
  double mark(double token);
  /// After it was initialised at the time t.
  double begin(double token, double t);
  /// After it went on to the time t with the inputs that were put.
  double advance(double token, double t);
  /// In the unit of the FMU. Throws Failure fmu.failed.
  double read(double token, std::uint32_t variable);
  /// 1 where the FMU has asked for the end.
  double is_over(double token);
  void carry(Archive& archive) override;
  std::string remark(double t) override;

 private:
  using Token = std::int64_t;
  enum class Kind : std::int32_t { put, mark, begin, advance };
  struct Point {
    Token before = 0;
    Kind kind = Kind::put;
    std::uint32_t variable = 0;
    double value = 0;       ///< or the time
    bool is_start = false;  ///< before inputs were put: runs begin there again and again
    void carry(Archive& archive) { archive(before, kind, variable, value, is_start); }
  };
  struct Reached {
    Outcome outcome;
    std::map<std::uint32_t, double> others;
  };
  struct Live {
    std::unique_ptr<FmuInstance> instance;
    Token at = 0;
    std::uint64_t used = 0;
  };

  double token_of(Point point);
  void forget_old_points();
  const Point& point_of(Token token) const;
  Reached& reach(Token token);
  Token state_before(Token token) const;
  std::vector<Setting> settings_since(Kind begun, Token token) const;
  Live& instance_at(Token token);
  Live& new_instance();
  void go(Live& live, Token token);

  const TimelineOrder order_;
  std::recursive_mutex mutex_;
  std::unordered_map<Token, Point> points_;
  std::vector<Token> in_order_;  ///< in which they were made, but those of starts
  std::unordered_map<Token, Reached> reached_;
  std::map<Token, std::string> kept_states_;  ///< of a run that is resumed
  std::vector<Live> live_;
  std::uint64_t uses_ = 0, steps_ = 0;
  double begun_s_ = 0;
  FmuFiles files_;
};

}  // namespace stribeck::imports
