#pragma once
// How values go in time while modes are held: which stay as they are, which go along a line, which have to be followed.
#include <cstdint>
#include <span>
#include <vector>

#include "program/dataflow.h"
#include "program/machine.h"

namespace stribeck {

/// Of one value. The lines are a function of the time that has passed.
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
  /// For all but `other`.
  double after(double dt) const;
};

class Courses {
 public:
  Courses(Machine& machine, const Dataflow& flow);
  /// From here on, with everything evaluated at the machine's time and states.
  void find();
  /// The same where the courses of the states are known.
  void find(std::span<const Course> of_states);
  /// The same when time has passed since, the states have gone as it was found but for `moved`, and nothing that is held has changed but
  /// what was told.
  void find_again(std::span<const Register> told, std::span<const std::size_t> moved);
  Course of(Register r) const;
  Course::Kind kind(Register r) const { return kinds_[at(r)]; }
  Course of_state(std::size_t s) const { return of(state(s)); }
  /// Whether what makes it was looked at when courses were found last.
  bool is_new(Register r) const { return flow_.maker(r) < 0 || rounds_[at(flow_.maker(r))] == round_; }

 private:
  void begin();
  void lead_states();
  void become(Register r, const Course& course, bool is_first_look);
  void follow(std::size_t k);
  Course course_of(const Instruction& i) const;
  Course course_of_special(const Instruction& i) const;
  Course of_fixed(const Instruction& i) const;
  bool is_loop_fixed(std::size_t k) const;
  Register state(std::size_t s) const { return machine_.program().first_state + static_cast<Register>(s); }

  struct Pair {
    double since_s = 0;
    Course::Line first, second;
  };
  Machine& machine_;
  const Dataflow& flow_;
  std::vector<Course::Kind> kinds_;      // by register
  std::vector<double> values_, slopes_;  // of what is fixed, and of lines
  std::vector<Pair> pairs_;              // of the lesser and the greater of two
  Agenda agenda_;
  std::vector<std::int32_t> rounds_;   // by instruction, when it was last looked at
  std::vector<std::int32_t> lowered_;  // by state, when it was last found to need less
  std::int32_t round_ = 0;
  std::vector<std::int32_t> first_led_, next_led_;  // states by the register of their derivative
  std::vector<std::size_t> to_lead_;                // states whose derivatives have other courses
};

}  // namespace stribeck
