#pragma once
// The course of each value in time while modes are held: constant, linear in time, the lesser or the greater of two linear functions, or
// any other, which has to be followed.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "program/dataflow.h"
#include "program/snapshot.h"

namespace stribeck {

/// The course of one value. Lines are functions of the time that has passed since the courses were found.
struct Course {
  enum class Kind : std::uint8_t {
    fixed,     ///< at first.value
    line,      ///< along `first`
    least,     ///< the lesser of two lines
    greatest,  ///< the greater of two lines
    other
  };
  struct Line {
    double value = 0, slope = 0;
    double after(double dt) const { return value + slope * dt; }
  };
  Kind kind = Kind::other;
  Line first{}, second{};

  bool is_straight() const { return kind == Kind::fixed || kind == Kind::line; }
  /// The value after so much time; not for `other`.
  double after(double dt) const;
};

class Courses {
 public:
  Courses(const Program& program, const Dataflow& flow);
  /// Finds all courses from this point on; everything must have been evaluated there.
  void find(const Snapshot& now);
  /// The same with known courses of the states.
  void find(const Snapshot& now, std::span<const Course> of_states);
  /// The same some time later, if the states have kept their courses except for `moved`, and of the held registers only `told` have
  /// changed.
  void find_again(const Snapshot& now, std::span<const Register> told, std::span<const std::size_t> moved);
  /// From the point at which courses were found last; to be asked for before anything else is evaluated.
  Course of(Register r) const;
  Course::Kind kind(Register r) const { return kinds_[at(r)]; }
  Course of_state(std::size_t s) const { return of(state(s)); }
  Course::Kind kind_of_state(std::size_t s) const { return kind(state(s)); }
  /// Whether its course was determined again when courses were found last.
  bool is_new(Register r) const { return flow_.maker(r) < 0 || rounds_[at(flow_.maker(r))] == round_; }

 private:
  void begin(const Snapshot& now);
  void lead_states();
  void become(Register r, const Course& course, bool is_first_look);
  void follow(std::size_t k);
  Course course_of(const Instruction& i) const;
  Course course_of_special(const Instruction& i) const;
  Course of_fixed(const Instruction& i) const;
  bool is_loop_fixed(std::size_t k) const;
  Register state(std::size_t s) const { return program_.first_state + static_cast<Register>(s); }

  struct Pair {
    double since_s = 0;
    Course::Line first, second;
  };
  double now(Register r) const { return now_->value(r); }

  const Program& program_;
  const Dataflow& flow_;
  std::optional<Snapshot> now_;
  std::vector<Course::Kind> kinds_;      // by register
  std::vector<double> values_, slopes_;  // of what is fixed, and of lines
  std::vector<Pair> pairs_;              // of the lesser and the greater of two
  Worklist worklist_;
  std::vector<std::int32_t> rounds_;   // by instruction, the last round that visited it
  std::vector<std::int32_t> lowered_;  // by state, the last round in which it got a simpler course
  std::int32_t round_ = 0;
  std::vector<std::int32_t> first_led_, next_led_;  // lists of the states that have the same register as derivative
  std::vector<std::size_t> to_lead_;                // states whose derivatives have got another course
};

}  // namespace stribeck
