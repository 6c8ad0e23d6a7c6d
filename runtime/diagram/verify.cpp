#include "diagram/verify.h"

#include <cmath>
#include <set>

#include "base/index.h"
#include "base/invariants.h"

namespace stribeck {

namespace {

class DiagramVerification {
 public:
  explicit DiagramVerification(const Diagram& diagram) : diagram_(diagram) {}

  void run() const {
    std::set<std::string> names;
    for (const Instance& own : diagram_.instances) {
      require(own.record != nullptr, "an instance without type", [&] { return own.name; });
      require(!own.name.empty() && names.insert(own.name).second, "two instances of one name", [&] { return own.name; });
      instance(own);
    }
    subsystems();
    for (const Connection& connection : diagram_.connections) {
      require(!connection.members.empty(), "a connection of nothing");
      position(connection.position);
      for (const ConnectorRef& member : connection.members) connector(member);
    }
    experiment();
    for (const Plot& plot : diagram_.plots) {
      require(plot.labels.empty() || plot.labels.size() == plot.y.size(), "a plot with other labels than curves",
              [&] { return plot.title; });
      position(plot.position);
    }
    for (const std::vector<ExpectedValue>* values : {&diagram_.expect.at, &diagram_.expect.exact})
      for (const ExpectedValue& value : *values)
        require(value.expression.empty() || value.compiled != nullptr, "an expected expression that was not read",
                [&] { return value.expression; });
  }

 private:
  void position(const Position& place) const {
    require(place.line == 0 || is_below(place.file, diagram_.files.size()), "a place in a file that was not read");
  }

  void instance(const Instance& own) const {
    const auto name = [&] { return own.name; };
    const ComponentRecord& record = *own.record;
    require(own.parameters.size() == record.parameters.size(), "other values than parameters", name);
    require(own.generic_dimensions.size() == record.parameters.size(), "other dimensions than parameters", name);
    for (const double value : own.parameters) require(!std::isnan(value), "a parameter that is no number", name);
    require(own.lists.size() == record.lists.size() && own.list_dimensions.size() == record.lists.size(), "other lists than declared",
            name);
    for (std::size_t l = 0; l < own.lists.size(); ++l) {
      const ListDeclaration& declared = record.lists[l];
      for (std::size_t i = 1; declared.ascending && i < own.lists[l].size(); ++i)
        require(declared.jumps ? own.lists[l][i] >= own.lists[l][i - 1] : own.lists[l][i] > own.lists[l][i - 1],
                "a list that does not ascend", name);
    }
    std::set<std::int32_t> targets;
    for (const Target& target : own.targets) {
      require(is_below(target.variable, record.variables.size()), "a target on no variable", name);
      require(targets.insert(target.variable).second, "two targets on one variable", name);
    }
    for (const std::int32_t parameter : own.written_units)
      require(is_below(parameter, record.parameters.size()), "a unit of no parameter", name);
    for (const WrittenUnit& unit : own.shown_units)
      require(is_below(unit.parameter, record.parameters.size()), "a unit of no parameter", name);
    require(own.subsystem == -1 || is_below(own.subsystem, diagram_.subsystems.size()), "a part of a subsystem that is not there", name);
    position(own.position);
  }

  void connector(const ConnectorRef& ref) const {
    require(is_below(ref.instance, diagram_.instances.size()) &&
                is_below(ref.connector, diagram_.instances[at(ref.instance)].record->connectors.size()),
            "a connector that is not there");
    position(ref.position);
  }

  void subsystems() const {
    for (std::size_t s = 0; s < diagram_.subsystems.size(); ++s) {
      const Subsystem& subsystem = diagram_.subsystems[s];
      require(subsystem.parent == -1 || is_below(subsystem.parent, s), "a part of a subsystem that is not there",
              [&] { return subsystem.name; });
      for (const SubsystemPort& port : subsystem.ports) connector(port.inside);
      position(subsystem.position);
    }
  }

  void experiment() const {
    const Experiment& experiment = diagram_.experiment;
    require(std::isfinite(experiment.start_s) && std::isfinite(experiment.stop_s) && experiment.stop_s > experiment.start_s,
            "an experiment without span");
    require(
        experiment.interval_s >= 0 && experiment.rtol > 0 && experiment.atol > 0 && experiment.step_s >= 0 && experiment.max_step_s >= 0,
        "an experiment that no run can keep");
  }

  const Diagram& diagram_;
};

}  // namespace

std::string broken_invariant(const Diagram& diagram) {
  return first_broken([&] { DiagramVerification(diagram).run(); });
}

}  // namespace stribeck
