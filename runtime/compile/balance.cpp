// Long sums, as of the forces of thousands of springs on one plate, become binary trees. A change of one term then affects few partial
// sums, and rounding grows with the depth of the tree instead of the number of terms.
#include <algorithm>
#include <map>

#include "compile/uses.h"

namespace stribeck {

namespace {

constexpr auto kPlus = static_cast<std::uint16_t>(Operator::add);
constexpr auto kMinus = static_cast<std::uint16_t>(Operator::sub);
constexpr std::size_t kLong = 16;  // terms: shorter sums gain nothing

struct Term {
  Register value;
  bool is_negative;
};

class Balancing {
 public:
  explicit Balancing(const Program& program) : uses_(program), made_at_(at(program.register_count), -1) {}

  void balance(Code& code) {
    is_inner_.assign(code.size(), false);
    for (std::size_t k = 0; k < code.size(); ++k) {
      if (is_sum(code[k]))
        for (const Register r : {code[k].a, code[k].b})
          if (is_part(code, r)) is_inner_[at(made_at_[at(r)])] = true;
      if (code[k].result >= 0) made_at_[at(code[k].result)] = static_cast<std::int32_t>(k);
    }
    Code balanced;
    balanced.reserve(code.size());
    is_gone_.assign(code.size(), false);
    trees_.clear();
    for (std::size_t k = 0; k < code.size(); ++k)
      if (is_sum(code[k]) && !is_inner_[k]) plant(code, k);
    for (std::size_t k = 0; k < code.size(); ++k) {
      if (const auto tree = trees_.find(k); tree != trees_.end()) balanced.insert(balanced.end(), tree->second.begin(), tree->second.end());
      if (!is_gone_[k]) balanced.push_back(code[k]);
    }
    for (const Instruction& i : code)
      if (i.result >= 0) made_at_[at(i.result)] = -1;
    code = std::move(balanced);
  }

 private:
  /// Whether the register is a sum that only one other sum reads.
  bool is_part(const Code& code, Register r) const { return made_at_[at(r)] >= 0 && uses_.of(r) == 1 && is_sum(code[at(made_at_[at(r)])]); }

  /// Replaces the sum that ends in instruction k where it is long.
  void plant(const Code& code, std::size_t k) {
    std::vector<Term> terms, open{{code[k].result, false}};
    std::vector<std::size_t> inner;
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      const bool is_root = inner.empty();
      if (!is_root && !is_part(code, term.value)) {
        terms.push_back(term);
        continue;
      }
      const std::size_t made = is_root ? k : at(made_at_[at(term.value)]);
      inner.push_back(made);
      open.push_back({code[made].b, term.is_negative != (code[made].op == kMinus)});
      open.push_back({code[made].a, term.is_negative});
    }
    if (terms.size() < kLong) return;
    std::sort(inner.begin(), inner.end());
    for (const std::size_t i : inner) is_gone_[i] = true;
    grow(code, std::move(terms), inner, trees_[k]);
  }

  /// Sums neighbours, then these sums, and so on. The first term has a positive sign, and so has every left operand.
  static void grow(const Code& code, std::vector<Term> terms, const std::vector<std::size_t>& inner, Code& tree) {
    auto next = inner.begin();
    while (terms.size() > 1) {
      std::vector<Term> sums;
      for (std::size_t i = 0; i + 1 < terms.size(); i += 2) {
        const Term &a = terms[i], &b = terms[i + 1];
        const Register result = code[*next++].result;
        if (a.is_negative == b.is_negative) {
          tree.push_back({kPlus, result, a.value, b.value, -1});
        } else {
          tree.push_back({kMinus, result, a.is_negative ? b.value : a.value, a.is_negative ? a.value : b.value, -1});
        }
        sums.push_back({result, a.is_negative && b.is_negative});
      }
      if (terms.size() % 2 != 0) sums.push_back(terms.back());
      terms = std::move(sums);
    }
  }

  Uses uses_;
  std::vector<std::int32_t> made_at_;     // by register
  std::vector<bool> is_inner_, is_gone_;  // by instruction
  std::map<std::size_t, Code> trees_;     // the code that replaces the instruction
};

}  // namespace

void balance_sums(Program& program) {
  Balancing balancing(program);
  for (Code& code : program.code) balancing.balance(code);
}

}  // namespace stribeck
