#include "verification/second_lane.h"

#include <algorithm>

#include "base/index.h"
#include "base/text.h"

namespace stribeck {

SecondLane::SecondLane(const FlatSystem& flat, ExprPool& pool, double rtol, double atol)
    : flat_(flat),
      wanted_(flat, pool),
      relations_(flat, wanted_, {.share = std::max(kVerifiedEdge, 10 * rtol), .least = 10 * atol}),
      displacements_(flat, wanted_),
      node_forces_(flat.assembly->nodes.size()),
      nodes_(flat.assembly->nodes.size()),
      strongest_(domains().size(), 0.0) {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (flat.assembly->nodes[n].domain < 0) continue;
    for (const std::int32_t member : flat.assembly->nodes[n].members)
      node_forces_[n].push_back(wanted_.want(flat.variable(flat.through_variable[at(member)]).value));
  }
}

void SecondLane::check(double time_s, const double* values) {
  ++rows_;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (const std::int32_t column : node_forces_[n]) {
      double& strongest = strongest_[at(flat_.assembly->nodes[n].domain)];
      strongest = std::max(strongest, std::fabs(values[column]));
    }
  relations_.check(time_s, values, strongest_);
  check_nodes(time_s, values);
  displacements_.check(time_s, values);
}

void SecondLane::check_nodes(double time_s, const double* values) {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    double sum = 0, largest = 0;
    for (const std::int32_t column : node_forces_[n]) {
      sum += values[column];
      largest = std::max(largest, std::fabs(values[column]));
    }
    if (!node_forces_[n].empty()) nodes_[n].peak = std::max(nodes_[n].peak, strongest_[at(flat_.assembly->nodes[n].domain)]);
    nodes_[n].note(time_s, sum, largest);
  }
}

Verification SecondLane::result() const {
  Finding worst;
  relations_.find_worst(worst);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].worst <= worst.residual) continue;
    const NetworkNode& node = flat_.assembly->nodes[n];
    const std::string through(domains()[at(node.domain)].through);
    worst = {nodes_[n].worst, nodes_[n].time_s, "sum of " + through + " at the node of " + flat_.assembly->connector_name(node.members[0]),
             flat_.assembly->instance_of(node.members[0])};
  }
  displacements_.find_worst(worst);
  const Finding drift = displacements_.drift();
  Verification result;
  result.rows = rows_;
  result.equations = relations_.count() + static_cast<std::int64_t>(nodes_.size()) + displacements_.count();
  result.residual = worst.residual;
  result.equation = worst.what;
  result.time_s = worst.time_s;
  if (worst.instance >= 0) result.where = where_of_instance(flat_, worst.instance);
  result.where.relation = worst.what;
  result.drift = drift.residual;
  result.drift_of = drift.what;
  result.drift_time_s = drift.time_s;
  return result;
}

Diagnostic unverified(const Verification& verification) {
  return {.code = ErrorCode::run_unverified,
          .message = "\"" + verification.equation + "\" does not hold at t = " + short_number(verification.time_s) + " s: it is off by " +
                     short_number(verification.residual) + " of its largest term, more than " + short_number(kVerifiedResidual),
          .where = verification.where,
          .because = "the equation as its component states it was evaluated anew, beside the compiled program",
          .remedy = "if no law of this part is so steep that rounding explains it, Stribeck is at fault: please report the diagram",
          .details = {}};
}

}  // namespace stribeck
