#include "analysis/modal_request.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"

namespace stribeck {
namespace {

using Complex = std::complex<double>;

/// Less than this share of the largest is rounding.
constexpr double kRoundingOfShapes = 1e-12;

LinearOutput output(std::string name, std::string unit, ExprId expression) {
  return {{std::move(name), std::move(unit), "", ""}, expression, LinearOutput::kNotShown};
}

Complex times(const std::map<std::size_t, double>& row, const std::vector<Complex>& vector) {
  Complex sum = 0;
  for (const auto& [column, value] : row) sum += value * vector[column];
  return sum;
}

/// Of a whole, the largest first, without what is rounding.
std::vector<ModeShare> shares(std::vector<ModeShare> parts) {
  double whole = 0;
  for (const ModeShare& part : parts) whole += std::fabs(part.share);
  std::erase_if(parts, [&](const ModeShare& part) { return std::fabs(part.share) <= kRoundingOfShapes * whole; });
  for (ModeShare& part : parts) part.share /= whole;
  const auto without_rounding = [](const ModeShare& part) { return std::round(1e9 * std::fabs(part.share)); };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const ModeShare& a, const ModeShare& b) { return without_rounding(a) > without_rounding(b); });
  return parts;
}

NaturalMode mode(const EigenPair& pair, const SparseModel& model, const ModalRequest& request, std::span<const double> curvatures) {
  NaturalMode result{.pole = pair.value, .shape = {}, .energy = {}, .participation = {}};
  std::vector<Complex> amounts;
  for (const auto& row : model.c.rows) amounts.push_back(times(row, pair.right));
  Complex largest = 0;
  const bool swings = pair.value != Complex(0);
  for (std::size_t k = 0; k < request.nodes; ++k) {
    const Complex amount = swings ? amounts[k] / pair.value : amounts[k];
    if (std::abs(amount) > std::abs(largest) * (1 + kRoundingOfShapes)) largest = amount;
    if (!model.c.rows[k].empty()) result.shape.push_back({model.outputs[k].name, model.outputs[k].unit + (swings ? "" : "/s"), amount});
  }
  if (largest == Complex(0)) result.shape.clear();  // nothing of the network moves: signals alone
  for (ModePlace& place : result.shape) {
    place.amount /= largest;
    if (std::abs(place.amount) <= kRoundingOfShapes) place.amount = 0;
    if (std::fabs(place.amount.imag()) <= kRoundingOfShapes * std::abs(place.amount)) place.amount.imag(0);
  }
  std::size_t next = 0;
  for (const ModalRequest::Store& store : request.stores) {
    double energy = 0;
    for (const ModalRequest::Curvature& curvature : store.curvatures)
      energy += curvatures[next++] * (std::conj(amounts[curvature.a]) * amounts[curvature.b]).real();
    if (energy != 0) result.energy.push_back({store.component, energy});
  }
  result.energy = shares(std::move(result.energy));
  for (std::size_t s = 0; s < pair.left.size(); ++s)
    result.participation.push_back({model.states[s].name, std::abs(pair.left[s] * pair.right[s])});
  result.participation = shares(std::move(result.participation));
  return result;
}

}  // namespace

ModalRequest modal_request(const FlatSystem& flat, ExprPool& pool) {
  ModalRequest request;
  const Assembly& assembly = *flat.assembly;
  for (std::size_t n = 0; n < assembly.nodes.size(); ++n) {
    const NetworkNode& node = assembly.nodes[n];
    if (node.domain < 0 || node.members.empty() || assembly.is_of_frame(static_cast<std::int32_t>(n)))
      continue;  // axes tell how frames move
    const ExprId velocity = flat.variable(flat.node_variable[n]).value;
    if ((flat.pool->content(velocity) & kUnknown) == 0) continue;
    request.outputs.push_back(
        output(assembly.connector_name(node.members.front()), std::string(domains()[at(node.domain)].position_unit), velocity));
  }
  request.nodes = request.outputs.size();
  Differentiator differentiator(pool);
  std::map<std::int32_t, std::size_t> known;
  const auto output_of = [&](std::int32_t symbol) {
    const auto [found, is_new] = known.try_emplace(symbol, request.outputs.size());
    if (is_new) request.outputs.push_back(output("", "", static_cast<ExprId>(symbol)));
    return found->second;
  };
  for (const EnergyTerms& terms : flat.energy) {
    if (terms.stored == ExprId::none) continue;
    ModalRequest::Store store{flat.diagram().instances[at(terms.instance)].name, {}};
    const std::vector<Partial> slopes = differentiator.partials(terms.stored);
    for (const Partial& slope : slopes) {
      const std::vector<Partial> curvatures = differentiator.partials(slope.value);
      for (const Partial& curvature : curvatures)
        store.curvatures.push_back({output_of(slope.symbol), output_of(curvature.symbol), curvature.value});
    }
    if (!store.curvatures.empty()) request.stores.push_back(std::move(store));
  }
  return request;
}

Modes modes(const SparseModel& model, const ModalRequest& request, std::span<const double> curvatures, const ModesWanted& wanted) {
  Modes result;
  result.time_s = model.time_s, result.states = model.states.size(), result.held = model.held, result.left = model.left;
  result.notes = model.notes;
  result.all = model.states.size() <= ModesWanted::kMostDenseStates;
  const std::vector<EigenPair> pairs = result.all ? eigen_pairs(dense(model).a) : eigen_pairs(model.a, wanted.count, wanted.near_rad_s);
  for (const EigenPair& pair : pairs) result.modes.push_back(mode(pair, model, request, curvatures));
  return result;
}

}  // namespace stribeck
