#pragma once
// The network at the instant of an event: how it answers to the forces and impulses of frictions and contacts that are tried out.
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/modes/elements.h"

namespace stribeck {

/// What the elements that are tried out make of one another, in numbers; elements by their place in the list.
struct Response {
  struct Group {
    std::vector<std::size_t> members;  // places
    std::vector<double> matrix;        // rates = constant - matrix * forces; column by column
    double push = 0;                   // what is tried: the largest level that is bounded, as others may be next to nothing
    double& answer(std::size_t row, std::size_t column) { return matrix[column * members.size() + row]; }
    double answer(std::size_t row, std::size_t column) const { return matrix[column * members.size() + row]; }
    /// Whether any force moves it; both sides of one that does not are held by something else, which takes what would be shared.
    bool is_moved(std::size_t row) const;
    /// Sets, by place, the least impulses of `some` of the members that take these velocities from them; false if they do not move.
    bool stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities, std::vector<double>& impulses) const;
  };
  std::vector<std::size_t> elements;
  std::vector<Group> groups;
  std::vector<double> constant;         // by place
  std::vector<StickSlipLevels> levels;  // by place
  std::vector<double> derivatives;      // of the states as they were asked, without forces

  std::size_t element(const Group& group, std::size_t row) const { return elements[group.members[row]]; }
  /// The largest force by which answers were found.
  double tried() const;
};

class Instant {
 public:
  /// `x`: the states, which jumps change. `work`: of impulses, by quadrature, is added to.
  Instant(Elements& elements, Conditions& conditions, double t, std::vector<double>& x, std::vector<double>& work)
      : elements_(elements), machine_(elements.machine()), conditions_(conditions), work_(work), t_(t), x_(x) {}

  double time() const { return t_; }
  std::vector<double>& states() { return x_; }
  void evaluate() { conditions_.evaluate(t_, x_.data()); }
  /// The same where the equations may have no solution: false.
  bool has_solution() { return conditions_.has_solution(t_, x_.data()); }
  /// Tells `tried` to transmit nothing, and finds how they answer.
  Response ask(std::vector<std::size_t> tried);
  /// Makes the velocities of those that were tried zero: those that have just crossed it are off by what locating an event leaves.
  void stop(Response& response);
  /// The states jump by what the impulses do, and each component's work in that goes into the integrals of power. `tried`: the size of the
  /// forces by which the answers were found. `total` is added to.
  void strike(const std::vector<std::size_t>& contacts, const std::vector<double>& impulse, double tried, std::vector<double>& total);
  /// Evaluates with these forces, by place, beside those of the modes; returns the derivatives of the states.
  std::vector<double> push(const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  std::vector<double> push_nothing(const std::vector<std::size_t>& elements) {
    return push(elements, std::vector<double>(elements.size()));
  }
  struct Rates {
    std::vector<double> states, powers;
  };
  /// The same of other states, and the powers of the program's quadratures.
  Rates rates_at(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  /// Holds conditions as they are with these forces.
  void take_case(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  /// Impacts take the states there, with this work in the integrals of power; by place, what they transmitted and lost.
  void jump_to(const std::vector<double>& states, const std::vector<double>& work, const std::vector<std::size_t>& contacts,
               const std::vector<double>& impulse, const std::vector<double>& loss);
  /// Puts the gap of a contact to zero. Where rounding leaves none of zero, to the next that is not negative.
  void put_on_bound(std::size_t contact);

 private:
  std::vector<double> push_at(const std::vector<double>& x, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  std::vector<double> jumps_by(const std::vector<std::size_t>& elements, const std::vector<double>& impulses, double tried,
                               const std::vector<double>& rest);
  void find_answers(Response& response);
  void push_each(Response& response);
  bool push_less(Response& response) const;
  static double push_of(const Response& response, const Response::Group& group);
  bool enlarge(Response& response) const;
  bool push_harder(Response& response) const;
  void note_impulse(std::size_t contact, double impulse, double loss);

  Elements& elements_;
  Machine& machine_;
  Conditions& conditions_;
  std::vector<double>& work_;
  double t_;
  std::vector<double>& x_;
};

}  // namespace stribeck
