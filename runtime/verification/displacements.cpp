#include "verification/displacements.h"

#include <algorithm>

#include "base/index.h"
#include "expression/evaluate.h"

namespace stribeck {

namespace {

using Kind = DisplacementDeclaration::Kind;

/// The equation that prescribes each request's position holds `variable - prescription`; none for others.
std::vector<ExprId> prescriptions(const FlatSystem& flat) {
  std::vector<ExprId> found(flat.assembly->requests.size(), ExprId::none);
  for (const FlatEquation& equation : flat.equations)
    if (equation.kind == EquationKind::displacement && equation.index == 1) {
      const Node& node = (*flat.pool)[equation.residual];
      // Simplification may leave the bare variable: it is prescribed to be zero.
      found[at(equation.owner)] = node.op == Operator::sub ? static_cast<ExprId>(node.b) : flat.pool->zero();
    }
  return found;
}

double value_at(const double* values, std::int32_t column) { return column < 0 ? 0 : values[column]; }

}  // namespace

DisplacementChecks::DisplacementChecks(const FlatSystem& flat, WantedValues& wanted) : flat_(flat) {
  const Assembly& assembly = *flat.assembly;
  const std::vector<ExprId> prescribed = prescriptions(flat);
  const auto velocity_of = [&](std::int32_t vertex) {
    return at(vertex) < assembly.nodes.size() ? wanted.want(flat.variable(flat.node_variable[at(vertex)]).value) : -1;
  };
  for (std::size_t r = 0; r < assembly.requests.size(); ++r) {
    const DisplacementRequest& request = assembly.requests[r];
    const ExprId position = flat.variable(flat.position_variable[r]).value;
    Request own{wanted.want(position),
                wanted.want(prescribed[r]),
                wanted.want(wanted.known_rate(position)),
                prescribed[r] == ExprId::none ? -1 : wanted.want(wanted.known_rate(prescribed[r])),
                velocity_of(request.r),
                velocity_of(request.c),
                0,
                {},
                {}};
    if (request.kind == Kind::fixed) {
      const Instance& instance = flat.diagram().instances[at(request.instance)];
      const ComponentRecord& record = *instance.record;
      own.fixed = evaluate(record.pool, record.displacements[at(request.declaration)].value,
                           [&](std::int32_t symbol) { return instance.parameters[at(record.symbols[at(symbol)].index)]; });
    }
    requests_.push_back(own);
  }
  order_tree();
}

/// Walks the spanning forest from the origins and from one vertex of each other tree.
void DisplacementChecks::order_tree() {
  const std::vector<DisplacementRequest>& requests = flat_.assembly->requests;
  const std::size_t vertices = flat_.assembly->nodes.size() + domains().size();
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> links(vertices);  // request, other end
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests[r].role != DisplacementRequest::Role::tree) continue;
    links[at(requests[r].r)].emplace_back(static_cast<std::int32_t>(r), requests[r].c);
    links[at(requests[r].c)].emplace_back(static_cast<std::int32_t>(r), requests[r].r);
  }
  std::vector<bool> seen(vertices, false);
  for (std::size_t root = vertices; root-- > 0;) {
    if (seen[root]) continue;
    seen[root] = true;
    std::size_t head = tree_.size();
    tree_.push_back({static_cast<std::int32_t>(root), -1, -1, 0});
    for (; head < tree_.size(); ++head)
      for (const auto& [request, other] : links[at(tree_[head].vertex)]) {
        if (seen[at(other)]) continue;
        seen[at(other)] = true;
        tree_.push_back({other, tree_[head].vertex, request, requests[at(request)].r == other ? 1 : -1});
      }
  }
  potentials_.assign(vertices, 0.0);
}

void DisplacementChecks::check(double time_s, const double* values) {
  for (const Potential& link : tree_)
    potentials_[at(link.vertex)] =
        link.parent < 0 ? 0 : potentials_[at(link.parent)] + link.sign * value_at(values, requests_[at(link.request)].position);
  for (const Request& request : requests_) {
    fastest_ = std::max({fastest_, std::fabs(value_at(values, request.r_velocity)), std::fabs(value_at(values, request.c_velocity))});
    furthest_ = std::max(furthest_, std::fabs(value_at(values, request.position)));
  }
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    // What stands may be the difference of two that do not.
    requests_[r].velocity.peak = std::max(requests_[r].velocity.peak, fastest_);
    requests_[r].place.peak = std::max(requests_[r].place.peak, furthest_);
    check_velocity(requests_[r], time_s, values);
    check_place(r, time_s, values);
  }
}

/// d/dt of the position is the velocity of R less that of C; of a prescribed one also the derivative of its prescription.
void DisplacementChecks::check_velocity(Request& request, double time_s, const double* values) const {
  const double r = value_at(values, request.r_velocity), c = value_at(values, request.c_velocity);
  const double terms = std::max(std::fabs(r), std::fabs(c));
  for (const std::int32_t rate : {request.rate, request.prescribed_rate})
    if (rate >= 0) request.velocity.note(time_s, values[rate] - (r - c), std::max(terms, std::fabs(values[rate])));
}

void DisplacementChecks::check_place(std::size_t number, double time_s, const double* values) {
  Request& request = requests_[number];
  const DisplacementRequest& asked = flat_.assembly->requests[number];
  const double position = value_at(values, request.position);
  const auto compare = [&](double wanted, double terms) {
    request.place.note(time_s, position - wanted, std::max({std::fabs(position), std::fabs(wanted), terms}));
    const double drift = std::fabs(position - wanted);
    if (drift > request.drift) request.drift = drift, request.drift_time_s = time_s;
  };
  const double r = potentials_[at(asked.r)], c = potentials_[at(asked.c)];
  compare(r - c, std::max(std::fabs(r), std::fabs(c)));
  if (asked.kind == Kind::fixed) compare(request.fixed, 0);
  if (request.prescription >= 0) compare(values[request.prescription], 0);
}

std::string DisplacementChecks::name(std::size_t request) const { return variable_name(flat_, flat_.position_variable[request]); }

void DisplacementChecks::find_worst(Finding& worst) const {
  for (std::size_t r = 0; r < requests_.size(); ++r) {
    const std::int32_t instance = flat_.assembly->requests[r].instance;
    if (const Check& check = requests_[r].velocity; check.worst > worst.residual)
      worst = {check.worst, check.time_s, "velocity along " + name(r), instance};
    if (const Check& check = requests_[r].place; check.worst > worst.residual)
      worst = {check.worst, check.time_s, "position of " + name(r), instance};
  }
}

Finding DisplacementChecks::drift() const {
  Finding worst;
  for (std::size_t r = 0; r < requests_.size(); ++r)
    if (requests_[r].drift > worst.residual)
      worst = {requests_[r].drift, requests_[r].drift_time_s, name(r), flat_.assembly->requests[r].instance};
  return worst;
}

}  // namespace stribeck
