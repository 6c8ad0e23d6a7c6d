#pragma once
// The displacement service in equations (design D3): which displacements are states, what the others are, and how the states change.
#include <functional>
#include <vector>

#include "equations/flat_system.h"

namespace stribeck {

class DisplacementEquations {
 public:
  /// What an expression of an instance's record is in the flat pool.
  using Image = std::function<ExprId(std::int32_t instance, ExprId expression)>;

  DisplacementEquations(FlatSystem& system, ExprPool& pool) : system_(system), pool_(pool), assembly_(*system.assembly) {}
  /// Gives every displacement its symbol or its expression; `image` is asked for fixed ones, in parameters alone.
  /// Throws Failure structure.contradiction where rigid distances around a loop differ.
  void define(const Image& image);
  /// Adds the equations of the states and of what is prescribed; `implied[r]`: the velocities of request r are equal already.
  void write(const Image& image, const std::vector<bool>& implied);

 private:
  /// Where a vertex is: relative to its anchor (a vertex), and where that is.
  struct Place {
    ExprId relative = ExprId::none;
    std::int32_t anchor = -1;
    ExprId anchor_position = ExprId::none;
  };

  ExprId across_of_vertex(std::int32_t vertex) const;
  void define_places();
  ExprId between(std::int32_t r, std::int32_t c);
  ExprId signed_add(ExprId sum, ExprId term, int sign);
  void check_rigid_chord(const DisplacementRequest& request, std::int32_t v, ExprId sum) const;

  FlatSystem& system_;
  ExprPool& pool_;
  const Assembly& assembly_;
  std::vector<bool> by_place_;  // by request: the displacement is the difference of two places
  std::vector<Place> places_;   // by vertex
};

}  // namespace stribeck
