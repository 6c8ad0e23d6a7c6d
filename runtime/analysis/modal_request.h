#pragma once
// What modes are computed from: a linear model, and the curvatures of the stored energies there.
#include <span>
#include <string>
#include <vector>

#include "analysis/linearise.h"
#include "analysis/modes.h"

namespace stribeck {

/// What modes() reads of a program besides what linear_model() does.
struct ModalRequest {
  struct Curvature {
    std::size_t a, b;  ///< outputs
    ExprId value;      ///< second derivative of the energy by them
  };
  struct Store {
    std::string component;
    std::vector<Curvature> curvatures;
  };
  std::size_t nodes = 0;              ///< so many of the outputs, the first, are velocities of nodes
  std::vector<LinearOutput> outputs;  ///< then come the variables that stored energies are in
  std::vector<Store> stores;
};
/// `pool`: that of the system.
ModalRequest modal_request(const FlatSystem& flat, ExprPool& pool);

/// `model`: with the outputs of the request. `curvatures`: their values, one store after the other.
Modes modes(const SparseModel& model, const ModalRequest& request, std::span<const double> curvatures, const ModesWanted& wanted);

}  // namespace stribeck
