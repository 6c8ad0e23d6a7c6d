#pragma once
// Elimination of variables that equal a constant multiple of another, or zero (design D4).
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "expression/pool.h"

namespace stribeck {

/// coefficient * variable, with the coefficient's value.
struct LinearTerm {
  std::int32_t variable;
  ExprId coefficient;  ///< constants and parameters only
  double value;
};

/// Candidate equations: sum of terms = 0.
class AliasSystem {
 public:
  AliasSystem(ExprPool& pool, std::size_t variables);
  /// Returns the number of the candidate.
  std::int32_t add(std::span<const LinearTerm> terms);
  /// `may_multiply(a, b)`: whether a parameter times b may stand for a (constant multiples always may).
  template <typename MayMultiply>
  void eliminate(MayMultiply may_multiply);
  /// Marks kept candidates among `candidates` that are sums of others of them as redundant.
  void drop_dependent(const std::vector<std::int32_t>& candidates);

  /// `locks`: the candidate says k v = 0 with k != 0 where the others already say that its variables are multiples of each other.
  enum class Fate : std::uint8_t { kept, used, redundant, locks };
  Fate fate(std::int32_t candidate) const { return fates_[static_cast<std::size_t>(candidate)]; }

  template <typename Holds>
  bool all_terms(std::int32_t candidate, Holds holds) const {
    const std::span<const LinearTerm> terms = terms_of(candidate);
    return std::all_of(terms.begin(), terms.end(), [&](const LinearTerm& term) { return holds(term.variable); });
  }

  struct Alias {
    std::int32_t root;   ///< -1: the variable is zero
    ExprId coefficient;  ///< variable = coefficient * root
    double value;
  };
  Alias alias_of(std::int32_t variable);

  /// The used candidates that, one after the other, tie two variables of a candidate that locks; empty if more than ratios tie them.
  struct Loop {
    std::vector<std::int32_t> candidates;  ///< the locking one first
    double product = 1;                    ///< of the ratios around it; 1 would close it
  };
  Loop loop_of(std::int32_t candidate) const;

 private:
  struct Merge {
    LinearTerm kept, removed;  ///< removed.coefficient * removed + kept.coefficient * kept = 0
  };
  void index_occurrences();
  void enqueue_kept();
  template <typename MayMultiply>
  void work_off(MayMultiply may_multiply, bool merges);
  std::span<const LinearTerm> terms_of(std::int32_t candidate) const;
  void collect(std::int32_t candidate);
  void make_zero(std::int32_t root);
  void merge(const LinearTerm& a, const LinearTerm& b, bool remove_a);
  void enqueue_class(std::int32_t root);

  ExprPool& pool_;
  std::vector<std::int32_t> starts_{0};
  std::vector<LinearTerm> terms_;
  std::vector<Fate> fates_;
  std::vector<bool> queued_;
  std::vector<std::int32_t> queue_;
  std::vector<std::int32_t> occurrence_starts_, occurrences_;
  std::vector<Alias> link_;                // to the parent; a root links to itself
  std::vector<std::int32_t> size_, next_;  // class size at roots; circular list of members
  std::vector<LinearTerm> collected_;
  bool combined_ = false;  // the last collected candidate had several terms of one root that did not cancel
};

template <typename MayMultiply>
void AliasSystem::eliminate(MayMultiply may_multiply) {
  index_occurrences();
  // What is zero by itself, as a ground, comes first: whether a loop locks must not depend on what it meets earlier, the ground or itself.
  work_off(may_multiply, false);
  enqueue_kept();
  work_off(may_multiply, true);
}

template <typename MayMultiply>
void AliasSystem::work_off(MayMultiply may_multiply, bool merges) {
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::int32_t candidate = queue_[head];
    queued_[static_cast<std::size_t>(candidate)] = false;
    if (fates_[static_cast<std::size_t>(candidate)] != Fate::kept) continue;
    collect(candidate);
    Fate& fate = fates_[static_cast<std::size_t>(candidate)];
    if (collected_.empty()) {
      fate = Fate::redundant;
    } else if (collected_.size() == 1) {
      if (!pool_.is_constant(collected_[0].coefficient) && collected_[0].value == 0) continue;
      fate = combined_ ? Fate::locks : Fate::used;
      make_zero(collected_[0].variable);
    } else if (collected_.size() == 2 && merges) {
      const LinearTerm a = collected_[0], b = collected_[1];
      const bool constants = pool_.is_constant(a.coefficient) && pool_.is_constant(b.coefficient);
      if (!constants && !may_multiply(a.variable, b.variable)) continue;
      // Divide by a constant where there is one: it stays non-zero whatever the parameters become.
      const bool a_safe = pool_.is_constant(a.coefficient), b_safe = pool_.is_constant(b.coefficient);
      if (!a_safe && !b_safe && (a.value == 0 || b.value == 0)) continue;
      const bool either = (a_safe && b_safe) || (!a_safe && !b_safe);
      fate = Fate::used;
      merge(a, b, either ? size_[static_cast<std::size_t>(a.variable)] < size_[static_cast<std::size_t>(b.variable)] : a_safe);
    }
  }
}

}  // namespace stribeck
