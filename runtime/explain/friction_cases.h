#pragma once
// The equation of a dry friction or a contact as the cases it consists of, one a mode.
#include <map>
#include <optional>

#include "equations/flat_system.h"
#include "explain/causality.h"
#include "expression/walk.h"

namespace stribeck {

class FrictionCases {
 public:
  explicit FrictionCases(const FlatSystem& flat);
  FrictionCases(const FrictionCases&) = delete;
  FrictionCases& operator=(const FrictionCases&) = delete;
  /// What the equation is in each mode; of what has no modes, one case without a name. Empty: it is no friction's.
  std::vector<CaseFact> of_equation(std::int32_t equation);

 private:
  struct Mode {
    double stuck, direction;
  };
  void note_name(ExprId residual);
  ExprId with_names(ExprId expression);
  std::string in_mode(const FlatFriction& friction, std::int32_t equation, Mode mode);
  std::string level(const FlatFriction& friction, ExprId level, Mode mode);
  CaseFact while_slipping(const FlatFriction& friction, bool forwards);
  bool is_bounded(const FlatFriction& friction, std::size_t side) const;
  std::string while_stuck(const FlatFriction& friction);
  ExprId replaced(const FlatFriction& friction, ExprId expression, Mode mode);

  ExprPool pool_;                   // to which the cases are added
  std::optional<FlatSystem> copy_;  ///< whose equations are written anew; none: there is no friction
  std::map<std::int32_t, std::size_t> friction_of_;
  Walker walker_;
  std::map<std::int32_t, ExprId> named_;  ///< by node, the variable that an equation gives this value
};

}  // namespace stribeck
