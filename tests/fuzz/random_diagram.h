#pragma once
// A diagram of real components out of bytes: every type of the registry, its options, parameters and initial values, connected mostly
// as domains allow. The text is JSON, so that a find is a diagram file at once (STRIBECK_FUZZ_SHOW=1 prints it).
#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <vector>

#include "component/registry.h"
#include "simulation/integrator.h"

namespace stribeck::fuzz {

class RandomDiagram {
 public:
  RandomDiagram(Registry& registry, const std::vector<std::string>& types, FuzzedDataProvider& bytes)
      : registry_(registry), types_(types), bytes_(bytes) {}

  std::string text() {
    const int count = bytes_.ConsumeIntegralInRange(1, 9);
    for (int i = 0; i < count; ++i) add_instance(i);
    return "{\n\"format\": \"stribeck/1\",\n\"components\": {\n" + components_ + "},\n\"connections\": [\n" + connections_ +
           "],\n\"experiment\": {" + experiment() + "}\n}\n";
  }

 private:
  struct Open {
    std::string name;
    ConnectorKind kind;
    int domain;
  };

  bool one_in(int n) { return bytes_.ConsumeIntegralInRange(1, n) == n; }

  void add_instance(int i) {
    const std::string& type = types_[bytes_.ConsumeIntegralInRange<std::size_t>(0, types_.size() - 1)];
    const ComponentRecord& record = registry_.record(type);
    const std::string name = "c" + std::to_string(i);
    components_ += (i == 0 ? "\"" : ",\"") + name + "\": { \"type\": \"" + type + "\"" + parameters(record) + initial(record) + " }\n";
    for (const ConnectorDeclaration& connector : record.connectors)
      connect({name + "." + connector.name, connector.kind, connector.domain});
  }

  static void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

  std::string number(double usual) {
    constexpr double kFactors[] = {1, 1, 1, 0, -1, 2, 0.1, 1e3, 1e-3, 1e9, 1e-12};
    const double base = usual == 0 ? 1 : usual;
    return json(base * bytes_.PickValueInArray(kFactors));
  }
  static std::string json(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value > 1e300 ? 1e300 : value < -1e300 ? -1e300 : value);
    return text;
  }

  std::string parameters(const ComponentRecord& record) {
    std::string list;
    for (const ParameterDeclaration& p : record.parameters)
      if (!p.has_fallback || one_in(3)) append(list, "\"" + p.name + "\": " + number(p.fallback));
    for (const OptionDeclaration& option : record.options)
      if (one_in(2))
        append(list, "\"" + option.name + "\": \"" + bytes_.PickValueInArray({option.choices.front(), option.choices.back()}) + "\"");
    const int length = bytes_.ConsumeIntegralInRange(1, 3);
    for (const ListDeclaration& l : record.lists) {
      std::string entries;
      for (int i = 0; i <= length; ++i) append(entries, l.ascending && !one_in(16) ? json(0.01 * i) : number(1));
      append(list, "\"" + l.name + "\": [" + entries + "]");
    }
    return list.empty() ? "" : ", \"parameters\": { " + list + " }";
  }

  std::string initial(const ComponentRecord& record) {
    std::string list;
    for (const VariableDeclaration& v : record.variables) {
      if (!one_in(4)) continue;
      const char* priority = bytes_.PickValueInArray({"high", "low", "none"});
      append(list, "\"" + v.name + "\": { \"value\": " + number(one_in(2) ? 0 : v.nominal) + ", \"priority\": \"" + priority + "\" }");
    }
    return list.empty() ? "" : ", \"initial\": { " + list + " }";
  }

  /// Joins a new connector to an earlier one of its kind, or leaves it open for later ones.
  void connect(const Open& fresh) {
    std::vector<const Open*> fitting;
    for (const Open& earlier : open_)
      if (earlier.domain == fresh.domain && (fresh.kind == ConnectorKind::port || earlier.kind != fresh.kind)) fitting.push_back(&earlier);
    const bool any = one_in(200);
    if (!open_.empty() && (any || !fitting.empty()) && !one_in(8)) {
      const Open& other = any ? open_[bytes_.ConsumeIntegralInRange<std::size_t>(0, open_.size() - 1)]
                              : *fitting[bytes_.ConsumeIntegralInRange<std::size_t>(0, fitting.size() - 1)];
      connections_ += (connections_.empty() ? "" : ",") + ("[\"" + other.name + "\", \"" + fresh.name + "\"]\n");
    }
    open_.push_back(fresh);
  }

  std::string experiment() {
    constexpr double kStops[] = {1e-3, 0.02, 0.1, 1, 10, 1e4};
    const double stop = bytes_.PickValueInArray(kStops);
    const auto rows = integrators();
    const std::string solver(rows[bytes_.ConsumeIntegralInRange<std::size_t>(0, rows.size() - 1)].name);
    return "\"stop\": " + json(stop) + ", \"interval\": " + json(stop / 20) + ", \"solver\": \"" + solver + "\"" +
           (one_in(6) ? ", \"steady_state\": true" : "") + (one_in(4) ? ", \"rtol\": 1e-9" : "");
  }

  Registry& registry_;
  const std::vector<std::string>& types_;
  FuzzedDataProvider& bytes_;
  std::vector<Open> open_;
  std::string components_, connections_;
};

}  // namespace stribeck::fuzz
