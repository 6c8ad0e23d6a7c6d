#include "equations/alias.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"

namespace stribeck {

AliasSystem::AliasSystem(ExprPool& pool, std::size_t variables) : pool_(pool), size_(variables, 1), next_(variables) {
  std::iota(next_.begin(), next_.end(), 0);
  link_.resize(variables);
  for (std::size_t v = 0; v < variables; ++v) link_[v] = {static_cast<std::int32_t>(v), pool.one(), 1.0};
}

std::int32_t AliasSystem::add(std::span<const LinearTerm> terms) {
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  starts_.push_back(static_cast<std::int32_t>(terms_.size()));
  fates_.push_back(Fate::kept);
  return static_cast<std::int32_t>(fates_.size()) - 1;
}

void AliasSystem::index_occurrences() {
  occurrence_starts_.assign(link_.size() + 1, 0);
  for (const LinearTerm& term : terms_) ++occurrence_starts_[static_cast<std::size_t>(term.variable) + 1];
  std::partial_sum(occurrence_starts_.begin(), occurrence_starts_.end(), occurrence_starts_.begin());
  occurrences_.resize(terms_.size());
  std::vector<std::int32_t> next(occurrence_starts_.begin(), occurrence_starts_.end() - 1);
  for (std::size_t c = 0; c < fates_.size(); ++c)
    for (std::int32_t t = starts_[c]; t < starts_[c + 1]; ++t)
      occurrences_[static_cast<std::size_t>(next[static_cast<std::size_t>(terms_[static_cast<std::size_t>(t)].variable)]++)] =
          static_cast<std::int32_t>(c);
  queue_.resize(fates_.size());
  std::iota(queue_.begin(), queue_.end(), 0);
  queued_.assign(fates_.size(), true);
}

AliasSystem::Alias AliasSystem::alias_of(std::int32_t variable) {
  Alias result{variable, pool_.one(), 1.0};
  while (result.root >= 0) {
    Alias& link = link_[static_cast<std::size_t>(result.root)];
    if (link.root == result.root) break;
    if (link.root >= 0) {  // halve the path
      const Alias& up = link_[static_cast<std::size_t>(link.root)];
      if (up.root != link.root) link = {up.root, pool_.mul(link.coefficient, up.coefficient), link.value * up.value};
    }
    result = {link.root, pool_.mul(result.coefficient, link.coefficient), result.value * link.value};
  }
  if (result.root < 0) return {-1, pool_.zero(), 0};
  return result;
}

/// The candidate in terms of roots, equal roots combined; sums that cancel are dropped.
void AliasSystem::collect(std::int32_t candidate) {
  collected_.clear();
  const auto c = static_cast<std::size_t>(candidate);
  for (std::int32_t t = starts_[c]; t < starts_[c + 1]; ++t) {
    const LinearTerm& term = terms_[static_cast<std::size_t>(t)];
    const Alias alias = alias_of(term.variable);
    if (alias.root < 0) continue;
    collected_.push_back({alias.root, pool_.mul(term.coefficient, alias.coefficient), term.value * alias.value});
  }
  std::stable_sort(collected_.begin(), collected_.end(), [](const LinearTerm& a, const LinearTerm& b) { return a.variable < b.variable; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < collected_.size();) {
    LinearTerm sum = collected_[i];
    double magnitude = std::fabs(sum.value);
    std::size_t k = i + 1;
    for (; k < collected_.size() && collected_[k].variable == sum.variable; ++k) {
      sum.coefficient = pool_.add(sum.coefficient, collected_[k].coefficient);
      sum.value += collected_[k].value;
      magnitude += std::fabs(collected_[k].value);
    }
    const bool cancelled = k > i + 1 && std::fabs(sum.value) <= kCancellation * magnitude;
    if (!pool_.is_constant(sum.coefficient, 0) && !cancelled) collected_[kept++] = sum;
    i = k;
  }
  collected_.resize(kept);
}

void AliasSystem::enqueue_class(std::int32_t root) {
  std::int32_t member = root;
  do {
    const auto m = static_cast<std::size_t>(member);
    for (std::int32_t k = occurrence_starts_[m]; k < occurrence_starts_[m + 1]; ++k) {
      const auto candidate = static_cast<std::size_t>(occurrences_[static_cast<std::size_t>(k)]);
      if (queued_[candidate] || fates_[candidate] != Fate::kept) continue;
      queued_[candidate] = true;
      queue_.push_back(static_cast<std::int32_t>(candidate));
    }
    member = next_[m];
  } while (member != root);
}

void AliasSystem::make_zero(std::int32_t root) {
  enqueue_class(root);
  link_[static_cast<std::size_t>(root)] = {-1, pool_.zero(), 0};
}

void AliasSystem::merge(const LinearTerm& a, const LinearTerm& b, bool remove_a) {
  const LinearTerm& removed = remove_a ? a : b;
  const LinearTerm& kept = remove_a ? b : a;
  enqueue_class(removed.variable);
  const ExprId coefficient = pool_.neg(pool_.div(kept.coefficient, removed.coefficient));
  link_[static_cast<std::size_t>(removed.variable)] = {kept.variable, coefficient, -kept.value / removed.value};
  size_[static_cast<std::size_t>(kept.variable)] += size_[static_cast<std::size_t>(removed.variable)];
  std::swap(next_[static_cast<std::size_t>(kept.variable)], next_[static_cast<std::size_t>(removed.variable)]);
}

}  // namespace stribeck
