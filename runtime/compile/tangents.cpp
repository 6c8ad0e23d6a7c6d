#include "compile/tangents.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "expression/derivative.h"

namespace stribeck {

namespace {

/// d something / d input; inputs are the states in order, then time, then the parameters that were asked for, then the discrete variables
/// if they were.
struct Tangent {
  std::int32_t input;
  ExprId value;
};
using Tangents = std::vector<Tangent>;

class JacobianEmitter {
 public:
  JacobianEmitter(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved, const ProgramRequest& request, Program& program)
      : sorted_(sorted),
        flat_(emitter.flat()),
        pool_(emitter.pool()),
        emitter_(emitter),
        solved_(solved),
        request_(request),
        program_(program),
        differentiator_(pool_),
        input_of_(flat_.variables.size(), -1),
        tangents_(flat_.variables.size()) {
    for (std::size_t i = 0; i < sorted.states.size(); ++i) input_of_[at(sorted.states[i])] = static_cast<std::int32_t>(i);
    for (const std::int32_t parameter : request.linear_parameters)
      input_of_parameter_.emplace(parameter, time_input() + 1 + static_cast<std::int32_t>(input_of_parameter_.size()));
    if (!input_of_parameter_.empty()) wanted_ |= kParameter;
    if (request.linear_discretes) wanted_ |= kMode;
  }

  void run(const std::vector<std::int32_t>& order) {
    emitter_.begin(Section::jacobian);
    for (const std::int32_t b : order) {
      if (solved_.code_of[at(b)] >= 0) {
        differentiate_loop(b);
        continue;
      }
      for (const std::int32_t v : sorted_.blocks[at(b)].tearing_variables()) tangents_[at(v)] = tangents_of(solved_.value_of[at(v)]);
      differentiate_steps(sorted_.blocks[at(b)]);
    }
    write();
    if (!request_.linear_outputs.empty() || !input_of_parameter_.empty()) write_linear();
  }

  /// Of expressions in section `constraints`, by the states alone.
  void run_constraints(const std::vector<std::int32_t>& order, const std::vector<ExprId>& rows) {
    for (const std::int32_t b : order)
      for (const std::int32_t v : sorted_.blocks[at(b)].tearing_variables()) tangents_[at(v)] = tangents_of(solved_.value_of[at(v)]);
    ConstraintCode& code = program_.constraints;
    const std::size_t first = code.rows.size() - rows.size();
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (const Tangent& tangent : tangents_of(rows[row])) {
        if (tangent.input >= time_input()) continue;
        code.entry_rows.push_back(static_cast<std::int32_t>(first + row));
        code.entry_states.push_back(tangent.input);
        code.slopes.push_back(emitter_.emit(tangent.value));
      }
  }

 private:
  std::int32_t time_input() const { return static_cast<std::int32_t>(sorted_.states.size()); }

  void add(Tangents& sum, std::int32_t input, ExprId value) {
    if (!pool_.is_constant(value, 0)) sum.push_back({input, value});
  }

  /// Adds factor * d(symbol)/d(inputs); unknowns that are not solved yet count as held.
  void add_symbol(Tangents& sum, std::int32_t symbol_node, ExprId factor) {
    if (flat_.symbol(symbol_node) == nullptr) return;
    const FlatSymbol& symbol = *flat_.symbol(symbol_node);
    if (symbol.kind == SymbolKind::parameter) {
      const auto found = input_of_parameter_.find(symbol.index);
      if (found != input_of_parameter_.end()) add(sum, found->second, factor);
      return;
    }
    if (symbol.kind == SymbolKind::mode) return;
    if (symbol.kind == SymbolKind::discrete)
      return add(sum, time_input() + 1 + static_cast<std::int32_t>(request_.linear_parameters.size()) + symbol.index, factor);
    const std::int32_t v = flat_.variable_of(symbol_node);
    if (v < 0) return add(sum, time_input(), factor);
    if (input_of_[at(v)] >= 0) return add(sum, input_of_[at(v)], factor);
    for (const Tangent& tangent : tangents_[at(v)]) add(sum, tangent.input, scaled(pool_, factor, tangent.value));
  }

  Tangents combined(Tangents sum) {
    std::stable_sort(sum.begin(), sum.end(), [](const Tangent& a, const Tangent& b) { return a.input < b.input; });
    Tangents result;
    for (const Tangent& tangent : sum) {
      if (!result.empty() && result.back().input == tangent.input)
        result.back().value = pool_.add(result.back().value, tangent.value);
      else
        result.push_back(tangent);
    }
    return result;
  }

  Tangents tangents_of(ExprId expression) {
    Tangents sum;
    const std::vector<Partial>& partials = differentiator_.partials(expression, wanted_);
    for (const Partial& partial : partials) add_symbol(sum, partial.symbol, partial.value);
    return combined(std::move(sum));
  }

  /// A loop answers each input through its own matrix: a solve per input it depends on. Explicit steps count with the tearing variables
  /// held at first, and again when those are known.
  void differentiate_loop(std::int32_t b) {
    const Block& block = sorted_.blocks[at(b)];
    const std::int32_t code = solved_.code_of[at(b)];
    if (!block.linear) emitter_.instruct(Opcode::factor_block, -1, code);
    std::vector<Tangents> rows;
    std::vector<std::int32_t> inputs;
    differentiate_steps(block);
    for (const std::int32_t e : block.residuals()) {
      rows.push_back(tangents_of(flat_.equations[at(e)].residual));
      for (const Tangent& tangent : rows.back()) inputs.push_back(tangent.input);
    }
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    for (const std::int32_t input : inputs) {
      TangentCode tangent{.block_code = code, .right_side = {}, .results = {}};
      for (const Tangents& row : rows) tangent.right_side.push_back(emitter_.emit(entry(row, input)));
      for (const std::int32_t v : block.tearing_variables()) {
        const ExprId symbol = pool_.own_symbol(kUnknown);
        tangent.results.push_back(emitter_.new_register(symbol));
        tangents_[at(v)].push_back({input, symbol});
      }
      emitter_.instruct(Opcode::solve_tangent, -1, static_cast<Register>(program_.tangents.size()));
      program_.tangents.push_back(std::move(tangent));
    }
    differentiate_steps(block);
  }

  void differentiate_steps(const Block& block) {
    for (std::size_t k = 0; k < block.explicit_steps; ++k)
      tangents_[at(block.unknowns[k])] = tangents_of(solved_.value_of[at(block.unknowns[k])]);
  }

  ExprId entry(const Tangents& row, std::int32_t input) const {
    for (const Tangent& tangent : row)
      if (tangent.input == input) return tangent.value;
    return pool_.zero();
  }

  Tangents row_of(std::int32_t derivative) const {
    const std::int32_t input = input_of_[at(derivative)];
    return input >= 0 ? Tangents{{input, pool_.one()}} : tangents_[at(derivative)];
  }

  void write() {
    const std::size_t n = sorted_.states.size();
    std::vector<std::vector<std::pair<std::int32_t, ExprId>>> columns(n);
    JacobianCode& jacobian = program_.jacobian;
    for (std::size_t i = 0; i < n; ++i) {
      for (const Tangent& tangent : row_of(sorted_.state_derivatives[i])) {
        if (tangent.input < time_input()) {
          columns[at(tangent.input)].emplace_back(static_cast<std::int32_t>(i), tangent.value);
        } else if (tangent.input == time_input()) {
          jacobian.time_rows.push_back(static_cast<std::int32_t>(i));
          jacobian.time_values.push_back(emitter_.emit(tangent.value));
        }
      }
    }
    jacobian.starts.push_back(0);
    for (const auto& column : columns) {
      for (const auto& [row, value] : column) {
        jacobian.rows.push_back(row);
        jacobian.values.push_back(emitter_.emit(value));
      }
      jacobian.starts.push_back(static_cast<std::int32_t>(jacobian.rows.size()));
    }
  }

  void write_linear() {
    LinearCode& linear = program_.linear;
    const std::size_t discretes = request_.linear_discretes ? flat_.discretes.size() : 0;
    const std::int32_t last = time_input() + static_cast<std::int32_t>(request_.linear_parameters.size() + discretes);
    std::int32_t row = 0;
    const auto add_row = [&](const Tangents& tangents) {
      for (const Tangent& tangent : tangents) {
        linear.rows.push_back(row);
        linear.columns.push_back(tangent.input < time_input() ? tangent.input : tangent.input > time_input() ? tangent.input - 1 : last);
        linear.values.push_back(emitter_.emit(tangent.value));
      }
      ++row;
    };
    for (const std::int32_t derivative : sorted_.state_derivatives) add_row(row_of(derivative));
    for (const ExprId output : request_.linear_outputs) add_row(tangents_of(output));
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  ExprPool& pool_;
  Emitter& emitter_;
  const SolvedBlocks& solved_;
  const ProgramRequest& request_;
  Program& program_;
  Differentiator differentiator_;
  std::vector<std::int32_t> input_of_;
  std::map<std::int32_t, std::int32_t> input_of_parameter_;
  std::uint8_t wanted_ = kUnknown | kTime;
  std::vector<Tangents> tangents_;
};

}  // namespace

void emit_jacobian(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved, const std::vector<std::int32_t>& order,
                   const ProgramRequest& request, Program& program) {
  JacobianEmitter(sorted, emitter, solved, request, program).run(order);
}

void emit_constraint_slopes(const SortedSystem& sorted, Emitter& emitter, const SolvedBlocks& solved,
                            const std::vector<std::int32_t>& order, const std::vector<ExprId>& rows, Program& program) {
  JacobianEmitter(sorted, emitter, solved, {}, program).run_constraints(order, rows);
}

}  // namespace stribeck
