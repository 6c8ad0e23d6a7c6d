#pragma once
// The network at the instant of an event: its response to trial forces and impulses of frictions and contacts.
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/modes/elements.h"

namespace stribeck {

/// The response of the network: how forces of the elements that are tried change the accelerations of all of them. Elements are numbered by
/// their place in the list.
struct Response {
  struct Group {
    std::vector<std::size_t> members;  // places
    std::vector<double> matrix;        // rates = constant - matrix * forces; column by column
    double push = 0;                   // the trial force: the largest finite level of the group
    double& answer(std::size_t row, std::size_t column) { return matrix[column * members.size() + row]; }
    double answer(std::size_t row, std::size_t column) const { return matrix[column * members.size() + row]; }
    /// Whether any force of the group accelerates this member. If none does, something else holds both of its sides and carries the load.
    bool is_moved(std::size_t row) const;
    /// Sets, by place, the impulses of least norm of `some` members that reduce their velocities by these; false if no impulses do.
    bool stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities, std::vector<double>& impulses) const;
  };
  std::vector<std::size_t> elements;
  std::vector<Group> groups;
  std::vector<double> constant;         // by place
  std::vector<StickSlipLevels> levels;  // by place
  std::vector<double> derivatives;      // of the states as they were asked, without forces

  std::size_t element(const Group& group, std::size_t row) const { return elements[group.members[row]]; }
  /// The largest trial force.
  double tried() const;
};

/// KeptValues, and the snapshot in which elements are looked at. Loops may take other solutions under forces as large as those of an
/// impact, and must not stay on them.
class KeptElements {
 public:
  explicit KeptElements(Elements& elements) : values_(elements.machine()), elements_(elements), now_(elements.now()) {}
  ~KeptElements() { elements_.look(now_); }
  KeptElements(const KeptElements&) = delete;
  KeptElements& operator=(const KeptElements&) = delete;

 private:
  const KeptValues values_;
  Elements& elements_;
  const Snapshot now_;
};

/// Whether these are equal but for the error of differences of evaluations, relative to the largest of them.
bool agree(const std::vector<double>& a, const std::vector<double>& b);

/// Whether equations have no solution under the forces that were tried, or are beyond the numbers.
bool has_no_solution(const Failure& failure);

class Instant {
 public:
  /// `x`: the states, which impulses change. `work`: by quadrature; the work of impulses is added to it.
  Instant(Elements& elements, Conditions& conditions, double t, std::vector<double>& x, std::vector<double>& work)
      : elements_(elements), machine_(elements.machine()), conditions_(conditions), work_(work), t_(t), x_(x) {}

  double time() const { return t_; }
  std::vector<double>& states() { return x_; }
  void evaluate() { elements_.look(conditions_.evaluate(t_, x_.data())); }
  /// Evaluates; false if the equations have no solution.
  bool has_solution() { return has_solution_at(x_); }
  /// Sets the elements `tried` to transmit nothing, and finds their response.
  Response ask(std::vector<std::size_t> tried);
  /// Makes the velocities of these elements exactly zero: where they have just crossed zero, the location of the event leaves a small rest.
  void stop(Response& response);
  /// Applies impulses: the states jump, and the work of each component is added to the integrals of power. `tried`: the size of the forces
  /// by which the response was found. The impulses are added to `total`.
  void strike(const std::vector<std::size_t>& contacts, const std::vector<double>& impulse, double tried, std::vector<double>& total);
  /// How large forces are beside which those at hand are nothing, for a group.
  double beyond_forces(const Response& response, const Response::Group& group) const;
  /// Response::Group::stop() where the response, which is found anew, is that to such forces in the ratio of the impulses: what a law
  /// bounds takes no part in impulses. False if the equations have no solution there.
  bool stop_beyond(const Response& response, Response::Group& group, const std::vector<std::size_t>& some,
                   const std::vector<double>& velocities, std::vector<double>& impulses);
  /// Applies impulses as strike() does, those of a group by stop_beyond(). False, and nothing is changed, if the equations have no
  /// solution.
  bool strike_beyond(const Response& response, const Response::Group& group, const std::vector<double>& impulse,
                     std::vector<double>& total);
  /// Evaluates with these forces, by place, in addition to those of the modes; returns the derivatives of the states.
  std::vector<double> push(const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  std::vector<double> push_nothing(const std::vector<std::size_t>& elements) {
    return push(elements, std::vector<double>(elements.size()));
  }
  struct Rates {
    std::vector<double> states, powers, elements;
  };
  /// The same at other states, with the rates of the program's quadratures and of the elements.
  Rates rates_at(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  /// How the rates differ between these forces and these with `more`, both in the case of the conditions that the larger ones make.
  Rates change_of_rates(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces,
                        const std::vector<double>& more);
  /// Takes over the truths that the conditions have at these states with these forces.
  void take_case(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  /// Takes over the truths that the conditions have here.
  void settle(std::vector<std::string>& labels) { settle_at(x_, labels); }
  /// Sets the states after impacts, and adds their work to the integrals of power. `impulse` and `loss`: what each contact transmitted and
  /// lost, by place.
  void jump_to(const std::vector<double>& states, const std::vector<double>& work, const std::vector<std::size_t>& contacts,
               const std::vector<double>& impulse, const std::vector<double>& loss);
  /// How much the last digits of the states change what separates the force of each of these elements from its limits: stiff springs make
  /// forces of the rounding of positions.
  std::vector<double> rounding_of_forces(const std::vector<std::size_t>& elements);
  /// Sets the gap of a contact to zero; if rounding allows no exact zero, to the next value that is not negative.
  void put_on_bound(std::size_t contact);

 private:
  bool has_solution_at(const std::vector<double>& x);
  void settle_at(const std::vector<double>& x, std::vector<std::string>& labels);
  std::vector<double> push_at(const std::vector<double>& x, const std::vector<std::size_t>& elements, const std::vector<double>& forces);
  std::vector<double> jumps_by(const std::vector<std::size_t>& elements, const std::vector<double>& impulses, double tried,
                               const std::vector<double>& rest);
  void find_answers(Response& response);
  void push_each(Response& response);
  bool push_less(Response& response) const;
  static double level_of(const Response& response, const Response::Group& group);
  static double push_of(const Response& response, const Response::Group& group);
  bool enlarge(Response& response) const;
  bool push_harder(Response& response) const;
  void note_impulse(std::size_t contact, double impulse, double loss);
  std::vector<double> velocities_of(const std::vector<std::size_t>& elements) const;
  void note_impulses(const std::vector<std::size_t>& contacts, const std::vector<double>& impulse, const std::vector<double>& velocities,
                     std::vector<double>& total);

  Elements& elements_;
  Machine& machine_;
  Conditions& conditions_;
  std::vector<double>& work_;
  double t_;
  std::vector<double>& x_;
};

}  // namespace stribeck
