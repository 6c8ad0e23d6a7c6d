#include "equations/displacement_equations.h"

#include <cmath>

#include "base/format.h"
#include "base/index.h"
#include "expression/evaluate.h"

namespace stribeck {

namespace {

using Kind = DisplacementDeclaration::Kind;
using Role = DisplacementRequest::Role;

}  // namespace

ExprId DisplacementEquations::across_of_vertex(std::int32_t vertex) const {
  return at(vertex) < assembly_.nodes.size() ? system_.variable(system_.node_variable[at(vertex)]).value : pool_.zero();
}

void DisplacementEquations::define(const Image& image) {
  by_place_.assign(assembly_.requests.size(), false);
  for (const Potential& link : assembly_.potentials)
    if (link.parent >= 0) {
      const DisplacementRequest& request = assembly_.requests[at(link.request)];
      by_place_[at(link.request)] = request.kind == Kind::free && request.declaration >= 0;
    }
  if (!assembly_.potentials.empty()) places_.resize(assembly_.nodes.size() + domains().size());
  for (std::size_t r = 0; r < assembly_.requests.size(); ++r) {  // the tree first: chords are sums of it
    const DisplacementRequest& request = assembly_.requests[r];
    const std::int32_t v = system_.position_variable[r];
    if (request.kind == Kind::fixed) {
      const ComponentRecord& record = *system_.diagram().instances[at(request.instance)].record;
      system_.set_known(v, image(request.instance, record.displacements[at(request.declaration)].value));
    } else if (!by_place_[r] && (request.role == Role::tree || request.kind == Kind::prescribed)) {
      system_.variable(v).value = system_.new_symbol(pool_, SymbolKind::variable, v, kUnknown);
    } else if (request.role == Role::loop) {
      system_.set_known(v, pool_.zero());
    }
  }
  define_places();
  for (std::size_t r = 0; r < assembly_.requests.size(); ++r) {
    const DisplacementRequest& request = assembly_.requests[r];
    if (request.role == Role::loop && request.kind != Kind::free) check_rigid_chord(request, system_.position_variable[r], pool_.zero());
    if (request.role != Role::chord) continue;
    ExprId sum = request.path.empty() ? between(request.r, request.c) : pool_.zero();
    for (const auto& [edge, sign] : request.path) sum = signed_add(sum, system_.variable(system_.position_variable[at(edge)]).value, sign);
    if (request.kind == Kind::free)
      system_.set_known(system_.position_variable[r], sum);
    else
      check_rigid_chord(request, system_.position_variable[r], sum);
  }
}

/// Where long chords close loops, the places of vertices are the states instead of the displacements along the tree: a displacement is
/// then the difference of two states, not a sum over a path. Places are measured from an anchor: the root of the tree, or the far end of
/// an edge that is there for an output alone, so that what spins together keeps small relative angles.
void DisplacementEquations::define_places() {
  for (std::size_t p = 0; p < system_.place_variable.size(); ++p) {
    const Potential& link = assembly_.potentials[p];
    Place& place = places_[at(link.vertex)];
    FlatVariable& variable = system_.variable(system_.place_variable[p]);
    if (link.parent < 0) {
      place = {pool_.zero(), link.vertex, pool_.zero()};
      system_.set_known(system_.place_variable[p], place.relative);
      continue;
    }
    const Place& parent = places_[at(link.parent)];
    const DisplacementRequest& request = assembly_.requests[at(link.request)];
    const std::int32_t edge = system_.position_variable[at(link.request)];
    if (by_place_[at(link.request)]) {
      variable.value = system_.new_symbol(pool_, SymbolKind::variable, system_.place_variable[p], kUnknown);
      place = {variable.value, parent.anchor, parent.anchor_position};
      const ExprId along = link.sign > 0 ? pool_.sub(place.relative, parent.relative) : pool_.sub(parent.relative, place.relative);
      system_.set_known(edge, along);
      continue;
    }
    const ExprId moved = signed_add(parent.relative, system_.variable(edge).value, link.sign);
    if (request.declaration < 0)
      place = {pool_.zero(), link.vertex, pool_.add(parent.anchor_position, moved)};
    else
      place = {moved, parent.anchor, parent.anchor_position};
    system_.set_known(system_.place_variable[p], place.relative);
  }
}
ExprId DisplacementEquations::between(std::int32_t r, std::int32_t c) {
  const Place &from = places_[at(c)], &to = places_[at(r)];
  const ExprId relative = pool_.sub(to.relative, from.relative);
  return from.anchor == to.anchor ? relative : pool_.add(pool_.sub(to.anchor_position, from.anchor_position), relative);
}
ExprId DisplacementEquations::signed_add(ExprId sum, ExprId term, int sign) {
  return sign > 0 ? pool_.add(sum, term) : pool_.sub(sum, term);
}

/// A rigid distance around a loop of rigid distances: the same twice, or a contradiction.
void DisplacementEquations::check_rigid_chord(const DisplacementRequest& request, std::int32_t v, ExprId sum) const {
  const bool comparable = ((pool_.content(sum) | pool_.content(system_.variable(v).value)) & ~kParameter) == 0;
  const double held = comparable ? parameter_value(system_, system_.variable(v).value) : 0;
  const double around = comparable ? parameter_value(system_, sum) : 0;
  if (comparable && std::abs(held - around) <= 1e-12 * (std::abs(held) + std::abs(around))) return;
  std::string parts;
  for (const auto& [edge, sign] : request.path)
    parts += (parts.empty() ? "" : ", ") + instance_words(system_, assembly_.requests[at(edge)].instance);
  const ComponentRecord& record = *system_.diagram().instances[at(request.instance)].record;
  const int port = record.displacements[at(request.declaration)].port_r;
  const std::string_view unit = domains()[at(record.connectors[at(port)].domain)].position_unit;
  const bool to_itself = request.role == DisplacementRequest::Role::loop;
  throw Failure(Diagnostic{
      .code = ErrorCode::structure_contradiction,
      .message = "the position " + variable_name(system_, v) + " is held twice" +
                 (comparable ? fmt::format(": at {:.9g} {} and at {:.9g} {}", held, unit, around, unit) : std::string()),
      .where = where_of_instance(system_, request.instance),
      .because = to_itself       ? "both of its ports are on the same node, which holds it at zero"
                 : parts.empty() ? "other rigid parts and sources of position hold the same distance"
                                 : "the same distance is held by " + parts,
      .remedy = to_itself ? "connect one of its ports to something else" : "remove one of them, or make the lengths and positions agree",
      .details = {}});
}

void DisplacementEquations::write(const Image& image, const std::vector<bool>& implied) {
  for (std::size_t r = 0; r < assembly_.requests.size(); ++r) {
    const DisplacementRequest& request = assembly_.requests[r];
    const std::int32_t v = system_.position_variable[r];
    const auto number = static_cast<std::int32_t>(r);
    const ExprId velocity = pool_.sub(across_of_vertex(request.r), across_of_vertex(request.c));
    if (request.kind == Kind::prescribed)
      system_.equations.push_back(
          {EquationKind::displacement, number, 1,
           pool_.sub(system_.variable(v).value,
                     image(request.instance,
                           system_.diagram().instances[at(request.instance)].record->displacements[at(request.declaration)].value))});
    if (request.kind == Kind::fixed) {
      if (!implied[r]) system_.equations.push_back({EquationKind::displacement, number, 0, velocity});
    } else if (request.role == Role::tree && !by_place_[r]) {
      const ExprId rate = system_.variable(system_.derivative_of(pool_, v)).value;
      system_.equations.push_back({EquationKind::displacement, number, 0, pool_.sub(rate, velocity)});
    }
  }
  for (std::size_t p = 0; p < system_.place_variable.size(); ++p) {
    const Potential& link = assembly_.potentials[p];
    if (link.parent < 0 || !by_place_[at(link.request)]) continue;
    const ExprId rate = system_.variable(system_.derivative_of(pool_, system_.place_variable[p])).value;
    const ExprId velocity = pool_.sub(across_of_vertex(link.vertex), across_of_vertex(places_[at(link.vertex)].anchor));
    system_.equations.push_back({EquationKind::potential, static_cast<std::int32_t>(p), -1, pool_.sub(rate, velocity)});
  }
}

}  // namespace stribeck
