#include "program/registers.h"

#include <algorithm>

namespace stribeck {

std::vector<Register> loop_inputs(const BlockCode& block) {
  std::vector<Register> inside, inputs;
  for_loop_results(block, [&](Register r) { inside.push_back(r); });
  const auto read = [&](Register r) { inputs.push_back(r); };
  for (const Code* code : {&block.evaluate, &block.sizing})
    for (const Instruction& i : *code) for_operands(i, read);
  for (const std::vector<Register>* registers : {&block.matrix, &block.residual, &block.sizes, &block.friction_forces})
    for (const Register r : *registers) read(r);
  for (std::vector<Register>* registers : {&inside, &inputs}) {
    std::sort(registers->begin(), registers->end());
    registers->erase(std::unique(registers->begin(), registers->end()), registers->end());
  }
  std::erase_if(inputs, [&](Register r) { return std::binary_search(inside.begin(), inside.end(), r); });
  return inputs;
}

}  // namespace stribeck
