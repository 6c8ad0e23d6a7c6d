#include "around_component.h"

#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "expression/evaluate.h"
#include "stages.h"

namespace stribeck::sweep {

namespace {

std::string number(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.17g", value);
  return text.data();
}

bool keeps_limits(const ComponentRecord& record, const Draw& draw) {
  for (std::size_t p = 0; p < record.parameters.size(); ++p)
    for (const LimitDeclaration& limit : record.parameters[p].limits)
      if (evaluate(limit.relation, draw.parameters[p], bound_of(record, limit, draw), 0) == 0) return false;
  return true;
}

std::vector<double> random_list(const ListDeclaration& list, std::mt19937& random) {
  constexpr int kLength = 5;  // all alike, so that they fit together as tables
  std::vector<double> values;
  for (int i = 0; i < kLength; ++i) {
    const double u = std::uniform_real_distribution<double>(0.05, 0.95)(random);
    values.push_back(list.ascending ? (i + u) / kLength : u - 0.5);
  }
  return values;
}

/// Few matrices of random numbers are the inertia of a body.
bool is_entry_of_inertia(const ComponentRecord& record, std::size_t p) {
  return record.type == "spatial.body" && record.parameters[p].name.starts_with("inertia_");
}
double random_entry_of_inertia(const std::string& name, std::mt19937& random) {
  const bool is_moment = name[name.size() - 2] == name.back();  // "inertia_xx"
  return is_moment ? std::uniform_real_distribution<double>(0.2, 0.3)(random) : std::uniform_real_distribution<double>(-0.05, 0.05)(random);
}

bool has_port(const ComponentRecord& record) {
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.kind == ConnectorKind::port) return true;
  return false;
}

/// Unit words such as "any:u" say that a parameter is a value of the signal that the component gives.
bool is_unit_of_an_output(const ComponentRecord& record, const std::string& unit) {
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.kind == ConnectorKind::output && connector.unit == unit) return true;
  return false;
}

/// A length, angle, speed, acceleration or force without limits points somewhere; what is bounded below is a magnitude.
bool has_direction(const ComponentRecord& record, const ParameterDeclaration& parameter) {
  if (!has_port(record)) return is_unit_of_an_output(record, parameter.unit);
  static const std::set<std::string> kPointing{"m", "mm", "rad", "deg", "m/s", "rad/s", "m/s^2", "rad/s^2", "N", "N*m"};
  return parameter.limits.empty() && kPointing.contains(parameter.unit);
}

/// The words of one domain for what surrounds a port.
struct Bodies {
  const char *body, *port, *inertia;
};
const Bodies& bodies_of(const Domain& domain) {
  static const std::map<std::string_view, Bodies> kBodies = {{"translational", {"mass", "M", "mass"}},
                                                             {"rotational", {"inertia", "I", "inertia"}}};
  const auto found = kBodies.find(domain.name);
  if (found == kBodies.end()) throw std::out_of_range("say here what surrounds a port of the domain " + std::string(domain.name));
  return found->second;
}

class Builder {
 public:
  Builder(const ComponentRecord& record, const Draw& draw, const Surroundings& surroundings)
      : record_(record), surroundings_(surroundings) {
    add("tested", record.type, parameters(draw));
    for (const ConnectorDeclaration& connector : record.named_connectors())
      if (connector.kind != ConnectorKind::output) numbers_.emplace(connector.name, numbers_.size() + 1);
    for (const ConnectorDeclaration& connector : record.named_connectors()) {
      if (connector.is_frame())
        surround_frame(connector);
      else if (connector.kind == ConnectorKind::port)
        surround(connector);
      else if (connector.kind == ConnectorKind::input)
        connect({drive(connector.name, turns_round(record, connector) ? 0.3 : surroundings.direction * 0.3, input_offset(connector)),
                 "tested." + connector.name});
    }
    for (auto& [domain, members] : grounds_) {
      add("ground_" + domain, domain + ".ground", "");
      members.push_back("ground_" + domain + ".W");
      connect(members);
    }
  }

  std::string text() const {
    return test::diagram_text(components_, connections_,
                              (surroundings_.outputs.empty() ? "" : R"("outputs": [)" + surroundings_.outputs + "], ") +
                                  R"("experiment": {"stop": )" + number(surroundings_.stop_s) + R"(, "interval": )" +
                                  number(surroundings_.interval_s) + ", " + surroundings_.experiment + "}");
  }

 private:
  std::string parameters(const Draw& draw) const {
    std::string text;
    const auto member = [&](const std::string& name, const std::string& value) {
      text += (text.empty() ? "\"" : ", \"") + name + "\": " + value;
    };
    for (std::size_t p = 0; p < record_.parameters.size(); ++p)
      if (record_.parameters[p].list < 0) member(record_.parameters[p].name, number(draw.parameters[p]));
    for (const OptionDeclaration& option : record_.options)
      member(option.name, '"' + option.choices[static_cast<std::size_t>(option.chosen)] + '"');
    for (std::size_t l = 0; l < record_.lists.size(); ++l) {
      std::string values;
      for (const double value : draw.lists[l]) values += (values.empty() ? "" : ", ") + number(value);
      member(record_.lists[l].name, "[" + values + "]");
    }
    return text;
  }

  void add(const std::string& name, const std::string& type, const std::string& parameters) {
    components_ += (components_.empty() ? "\"" : ", \"") + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters + "}}";
  }

  void connect(const std::vector<std::string>& members) {
    std::string list;
    for (const std::string& member : members) list += (list.empty() ? "\"" : ", \"") + member + '"';
    connections_ += (connections_.empty() ? "[" : ", [") + list + "]";
  }

  /// Temperatures of mechanical parts are absolute; roots, logarithms, arc sines and quotients all have a value between 0 and 1, and a
  /// ratio is above 0.
  double input_offset(const ConnectorDeclaration& input) const {
    if (input.unit == "K" && has_port(record_)) return 300;
    static const std::set<std::string> kPartial{"mechanisms.variable_gear", "signals.division", "signals.function", "signals.power"};
    return kPartial.contains(record_.type) ? 0.6 : 0;
  }

  /// A sine as `of` has it, with a frequency of its own: square roots of 2, 3, 5, 6, 7 ... have no simple ratio.
  std::string drive(const std::string& name, double amplitude, double offset, const std::string& of) {
    add("sine_" + name, "signals.sine",
        R"("amplitude": )" + number(surroundings_.direction * amplitude) + R"(, "frequency": )" +
            number(std::sqrt(static_cast<double>(numbers_.at(of)) + 1.0)) + R"(, "phase": 0.4, "offset": )" + number(offset));
    return "sine_" + name + ".y";
  }
  std::string drive(const std::string& name, double amplitude, double offset = 0) { return drive(name, amplitude, offset, name); }

  /// The other port of a freedom, "slide_C" for "slide_R".
  std::string across_from(std::string port) const {
    if (surroundings_.exchanged) port.back() = port.back() == 'R' ? 'C' : 'R';
    return port;
  }

  /// The port that the force at `port` comes from when the frame is turned, besides what is left of its own; empty: none.
  std::string turned_from(const std::string& port) const {
    const TurnedFrame& frame = surroundings_.frame;
    const std::string side = port.substr(port.size() - 1);
    if (port == frame.first + '_' + side) return frame.second + '_' + side;
    if (port == frame.second + '_' + side) return frame.first + '_' + side;
    return {};
  }

  void surround(const ConnectorDeclaration& port) {
    const Domain& domain = domains()[static_cast<std::size_t>(port.domain)];
    const std::string prefix = std::string(domain.name) + ".", through(domain.through == "F" ? "force" : "torque");
    const Bodies& bodies = bodies_of(domain);
    add("body_" + port.name, prefix + bodies.body, std::string("\"") + bodies.inertia + "\": 0.7");
    add("damper_" + port.name, prefix + "damper", R"("damping": 1.5)");
    add("source_" + port.name, prefix + through + "_source", "");
    constexpr double kForce = 20;
    const std::string other = turned_from(port.name);
    connect({drive(port.name, other.empty() ? kForce : kForce * std::cos(surroundings_.frame.angle)), "source_" + port.name + ".S"});
    if (!other.empty()) {
      const double sine = std::sin(surroundings_.frame.angle);
      const bool is_first = port.name.starts_with(surroundings_.frame.first + '_');
      add("other_" + port.name, prefix + through + "_source", "");
      connect({drive("other_" + port.name, is_first ? -kForce * sine : kForce * sine, 0, other), "other_" + port.name + ".S"});
      connect({"other_" + port.name + ".R", "body_" + port.name + "." + bodies.port});
      grounds_[std::string(domain.name)].push_back("other_" + port.name + ".C");
    }
    connect({"tested." + across_from(port.name), "body_" + port.name + "." + bodies.port, "damper_" + port.name + ".R",
             "source_" + port.name + ".R"});
    std::vector<std::string>& ground = grounds_[std::string(domain.name)];
    ground.push_back("damper_" + port.name + ".C");
    ground.push_back("source_" + port.name + ".C");
  }

  /// What says how it moves has a body, what does not a driven joint to the world with a body on its other side,
  /// at a place of its own.
  void surround_frame(const ConnectorDeclaration& frame) {
    constexpr const char* kBody =
        R"("mass": 0.7, "center": [0.2, -0.1, 0.3], "inertia_xx": 0.3, "inertia_yy": 0.4, "inertia_zz": 0.35, "inertia_yz": 0.05)";
    const std::string& name = frame.name;
    add("body_" + name, "spatial.body", kBody);
    if (record_.parts_of(frame).back().kind == ConnectorKind::output) return connect({"tested." + name, "body_" + name + ".frame"});
    add("world_" + name, "spatial.world", "");
    add("carrier_" + name, "spatial.revolute", R"("axis_direction": [0.3, -1, 0.2])");
    add("damper_" + name, "rotational.damper", R"("damping": 1.5)");
    add("source_" + name, "rotational.torque_source", "");
    connect({drive(name, 20), "source_" + name + ".S"});
    add("arm_" + name, "spatial.transform", R"("offset": [0.1, 0.2, )" + number(0.3 * static_cast<double>(numbers_.at(name))) + "]");
    connect({"world_" + name + ".frame", "carrier_" + name + ".a"});
    connect({"carrier_" + name + ".b", "body_" + name + ".frame", "arm_" + name + ".a"});
    connect({"arm_" + name + ".b", "tested." + name});
    connect({"carrier_" + name + ".axis", "damper_" + name + ".R", "source_" + name + ".R"});
    grounds_["rotational"].insert(grounds_["rotational"].end(), {"damper_" + name + ".C", "source_" + name + ".C"});
  }

  const ComponentRecord& record_;
  const Surroundings& surroundings_;
  std::string components_, connections_;
  std::map<std::string, std::vector<std::string>> grounds_;
  std::map<std::string, std::size_t> numbers_;  // of what is driven
};

}  // namespace

Draw default_draw(const ComponentRecord& record) {
  Draw draw;
  for (const ParameterDeclaration& parameter : record.parameters)
    draw.parameters.push_back(parameter.has_fallback ? parameter.fallback : 1);
  std::mt19937 random(7);
  for (const ListDeclaration& list : record.lists) draw.lists.push_back(list.fallback.empty() ? random_list(list, random) : list.fallback);
  return draw;
}

Draw random_draw(const ComponentRecord& record, std::mt19937& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    Draw draw = default_draw(record);
    for (std::size_t p = 0; p < draw.parameters.size(); ++p) {
      double& value = draw.parameters[p];
      value = value != 0 ? value * std::uniform_real_distribution<double>(0.5, 2)(random)
                         : std::uniform_real_distribution<double>(-0.5, 0.5)(random);
      if (record.parameters[p].name.ends_with("seed")) value = std::round(value);
      if (is_entry_of_inertia(record, p)) value = random_entry_of_inertia(record.parameters[p].name, random);
    }
    for (std::size_t l = 0; l < record.lists.size(); ++l)
      if (record.lists[l].fallback.empty()) draw.lists[l] = random_list(record.lists[l], random);
    if (keeps_limits(record, draw)) return draw;
  }
  throw std::runtime_error("no values found within the limits of " + record.type);
}

bool turns_round(const ComponentRecord& record, const ConnectorDeclaration& input) {
  return input.name != "Fn" && !(has_port(record) && (input.unit == "1" || input.unit == "Pa" || input.unit == "K"));
}

Draw mirrored(const ComponentRecord& record, const Draw& draw) {
  Draw result = draw;
  for (std::size_t p = 0; p < record.parameters.size(); ++p) {
    const std::string& name = record.parameters[p].name;
    // What bounds one side has a twin for the other side.
    const bool upper = name.rfind("upper_", 0) == 0, lower = name.rfind("lower_", 0) == 0;
    const int twin = upper || lower ? record.find_parameter((upper ? "lower_" : "upper_") + name.substr(6)) : -1;
    const bool bound = name.ends_with("_bound");
    if (twin >= 0)
      result.parameters[p] = (bound ? -1 : 1) * draw.parameters[static_cast<std::size_t>(twin)];
    else if (has_direction(record, record.parameters[p]))
      result.parameters[p] = -draw.parameters[p];
  }
  for (std::size_t l = 0; l < record.lists.size(); ++l)
    if (is_unit_of_an_output(record, record.lists[l].unit))
      for (double& value : result.lists[l]) value = -value;
  return result;
}

double bound_of(const ComponentRecord& record, const LimitDeclaration& limit, const Draw& draw) {
  return evaluate(record.pool, limit.bound, [&](std::int32_t symbol) {
    return draw.parameters[static_cast<std::size_t>(record.symbols[static_cast<std::size_t>(symbol)].index)];
  });
}

std::string diagram_around(const ComponentRecord& record, const Draw& draw, const Surroundings& surroundings) {
  return Builder(record, draw, surroundings).text();
}

}  // namespace stribeck::sweep
