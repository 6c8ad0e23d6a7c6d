#include "simulation/updates.h"

#include <cmath>

#include "base/format.h"

namespace stribeck {

Updates::Updates(Machine& machine) : machine_(machine), was_true_(machine.program().whens.size(), false) {
  for (const DiscreteCode& discrete : machine.program().discretes) machine.tell(discrete.value, machine.value(discrete.start));
}

bool Updates::any_due() {
  const std::vector<WhenCode>& whens = machine_.program().whens;
  due_.clear();
  for (std::size_t w = 0; w < whens.size(); ++w) {
    const bool is_true = machine_.value(whens[w].condition) != 0;
    if (is_true && !was_true_[w]) due_.push_back(w);
    was_true_[w] = is_true;
  }
  return !due_.empty();
}

void Updates::fire(double t, std::vector<double>& x, std::vector<std::string>& labels) {
  const std::vector<WhenCode>& whens = machine_.program().whens;
  const FlatSystem& flat = *machine_.program().sorted->flat;
  machine_.run(Section::updates);
  ++fired_;
  std::vector<double> values;  // all of them before the first is assigned: they are in terms of what was
  for (const std::size_t w : due_)
    for (const WhenCode::Assignment& assignment : whens[w].assignments) values.push_back(machine_.value(assignment.value));
  auto next = values.begin();
  for (const std::size_t w : due_) {
    for (const WhenCode::Assignment& assignment : whens[w].assignments) {
      if (assignment.discrete >= 0)
        machine_.tell(machine_.program().discretes[static_cast<std::size_t>(assignment.discrete)].value, *next);
      else
        x[static_cast<std::size_t>(assignment.state)] = *next;
      ++next;
    }
    const WhenDeclaration& declared = flat.declaration_of(flat.whens[w]);
    if (declared.end == WhenDeclaration::End::fail)
      throw Failure(Diagnostic{.code = ErrorCode::run_assertion,
                               .message = "at t = " + fmt::format("{:.6g}", t) + " s " + name(w) + ": " + declared.sentence,
                               .where = where_of_instance(flat, flat.whens[w].instance),
                               .because = "the component requires it",
                               .remedy = "look at its inputs just before that time",
                               .details = {}});
    if (declared.end == WhenDeclaration::End::terminate && end_.empty()) end_ = name(w) + ": " + declared.sentence;
    if (!declared.label.empty()) labels.push_back(name(w) + ": " + declared.label);
  }
}

std::string Updates::name(std::size_t w) const {
  const FlatSystem& flat = *machine_.program().sorted->flat;
  return flat.diagram().instances[static_cast<std::size_t>(flat.whens[w].instance)].name;
}

}  // namespace stribeck
