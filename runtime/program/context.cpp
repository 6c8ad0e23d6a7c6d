#include "program/context.h"

#include "base/index.h"
#include "program/held.h"

namespace stribeck {

void Context::begin(const Program& program) {
  values.registers = program.initial;
  values.registers.resize(at(program.separate_count));
  values.roots = FollowedRoots(program);
  histories.resize(program.histories.size());
  told.clear();
}

void Context::go_over(const Program& from, const Program& to) {
  const HeldValues held(from, values.registers);
  begin(to);
  held.write(to, values.registers, [](HeldName) { return true; });
}

void Context::begin_again(const Program& from, const Program& to) {
  const HeldValues held(from, values.registers);
  begin(to);
  held.write(to, values.registers,
             [](HeldName name) { return name.kind == HeldName::Kind::friction_input || name.kind == HeldName::Kind::discrete; });
}

void Context::carry(Archive& archive) { archive(parameters, values.registers, histories); }

}  // namespace stribeck
