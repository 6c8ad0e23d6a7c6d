#pragma once
// A small diagram around any component: something to move at each of its ports, something to listen to at each of its inputs.
#include <map>
#include <random>
#include <string>
#include <vector>

#include "component/record.h"

namespace stribeck::sweep {

/// Values for the parameters and lists of a component, SI.
struct Draw {
  std::vector<double> parameters;
  std::vector<std::vector<double>> lists;
};

/// The defaults, 1 where there is none.
Draw default_draw(const ComponentRecord& record);
/// Values around the defaults that keep all limits.
Draw random_draw(const ComponentRecord& record, std::mt19937& random);
/// What the component becomes when forwards and backwards change places.
Draw mirrored(const ComponentRecord& record, const Draw& draw);
/// Whether an input turns round with the motion: not a normal force, and beside ports neither a pressure, a temperature nor a share.
bool turns_round(const ComponentRecord& record, const ConnectorDeclaration& input);
/// The bound of a limit for given parameters.
double bound_of(const ComponentRecord& record, const LimitDeclaration& limit, const Draw& draw);

/// Two freedoms of a joint along axes at right angles, and the angle (rad) by which what moves them is turned from the first to the second.
struct TurnedFrame {
  std::string first, second;
  double angle = 0;
};

struct Surroundings {
  double direction = 1;    ///< -1 turns all sources round
  bool exchanged = false;  ///< what is at R and C of each freedom changes places
  TurnedFrame frame = {};
  double stop_s = 1, interval_s = 0.01;
  std::string outputs = "";  ///< patterns as in a diagram's list; empty: what is shown by default
  std::string experiment = R"("solver": "dopri5", "rtol": 1e-9, "atol": 1e-12)";
};

/// The component "tested" with a body, a damper to ground and a force source at each port, and a sine at each input; every sine has its own
/// frequency, no two in a simple ratio.
std::string diagram_around(const ComponentRecord& record, const Draw& draw, const Surroundings& surroundings);

}  // namespace stribeck::sweep
