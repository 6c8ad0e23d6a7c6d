#include "structure/pantelides.h"

#include <algorithm>

#include "base/index.h"

namespace stribeck {

namespace {

class Search {
 public:
  Search(DifferentialGraph& graph, std::vector<std::int32_t>& assigned) : graph_(graph), assigned_(assigned) {}

  /// Looks for an augmenting path from `equation` over highest derivatives; colours what it visits.
  bool augment(std::int32_t equation) {
    assigned_.resize(graph_.variable_derivative.size(), -1);
    variable_stamp_.resize(graph_.variable_derivative.size(), 0);
    ++stamp_;
    coloured_equations.assign(1, equation);
    coloured_variables.clear();
    path_.assign(1, {equation, 0, -1});
    while (!path_.empty()) {
      const std::int32_t row = path_.back().equation;
      if (const std::int32_t free = free_variable(row); free >= 0) {
        flip(free);
        return true;
      }
      const std::int32_t variable = next_variable(path_.back());
      if (variable < 0) {
        path_.pop_back();
        continue;
      }
      coloured_variables.push_back(variable);
      coloured_equations.push_back(assigned_[at(variable)]);
      path_.push_back({assigned_[at(variable)], 0, variable});
    }
    return false;
  }

  std::vector<std::int32_t> coloured_equations, coloured_variables;

 private:
  struct Step {
    std::int32_t equation;
    std::size_t next;
    std::int32_t via;
  };
  bool is_highest(std::int32_t variable) const { return graph_.variable_derivative[at(variable)] < 0; }
  std::int32_t free_variable(std::int32_t equation) const {
    for (const std::int32_t variable : graph_.rows[at(equation)])
      if (is_highest(variable) && assigned_[at(variable)] < 0) return variable;
    return -1;
  }
  std::int32_t next_variable(Step& step) {
    const auto row = graph_.rows[at(step.equation)];
    while (step.next < row.size()) {
      const std::int32_t variable = row[step.next++];
      if (!is_highest(variable) || variable_stamp_[at(variable)] == stamp_) continue;
      variable_stamp_[at(variable)] = stamp_;
      return variable;
    }
    return -1;
  }
  void flip(std::int32_t variable) {
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      assigned_[at(variable)] = step->equation;
      variable = step->via;
    }
  }

  DifferentialGraph& graph_;
  std::vector<std::int32_t>& assigned_;
  std::vector<std::uint32_t> variable_stamp_;
  std::vector<Step> path_;
  std::uint32_t stamp_ = 0;
};

}  // namespace

void pantelides(DifferentialGraph& graph, const DifferentiateEquation& differentiate_equation,
                const DifferentiateVariable& differentiate_variable, std::vector<std::int32_t>& assigned) {
  assigned.assign(graph.variable_derivative.size(), -1);
  Search search(graph, assigned);
  const auto originals = static_cast<std::int32_t>(graph.rows.size());
  for (std::int32_t k = 0; k < originals; ++k) {
    std::int32_t equation = k;
    while (!search.augment(equation)) {
      for (const std::int32_t variable : search.coloured_variables) differentiate_variable(graph, variable);
      for (const std::int32_t coloured : search.coloured_equations)
        graph.equation_derivative[at(coloured)] = differentiate_equation(graph, coloured);
      assigned.resize(graph.variable_derivative.size(), -1);
      for (const std::int32_t variable : search.coloured_variables)
        assigned[at(graph.variable_derivative[at(variable)])] = graph.equation_derivative[at(assigned[at(variable)])];
      equation = graph.equation_derivative[at(equation)];
    }
  }
}

}  // namespace stribeck
