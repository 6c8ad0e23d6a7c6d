#include "equations/alias.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/constants.h"

namespace stribeck {

namespace {

/// Stable. Most candidates have two or three terms, for which std::stable_sort's memory would cost more than the sorting.
void sort_by_variable(std::vector<LinearTerm>& terms) {
  constexpr std::size_t kFew = 16;
  const auto before = [](const LinearTerm& a, const LinearTerm& b) { return a.variable < b.variable; };
  if (terms.size() > kFew) return std::stable_sort(terms.begin(), terms.end(), before);
  for (auto end = terms.begin(); end != terms.end(); ++end) std::rotate(std::upper_bound(terms.begin(), end, *end, before), end, end + 1);
}

}  // namespace

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

void AliasSystem::enqueue_kept() {
  queue_.clear();
  for (std::size_t c = 0; c < fates_.size(); ++c) {
    queued_[c] = fates_[c] == Fate::kept;
    if (queued_[c]) queue_.push_back(static_cast<std::int32_t>(c));
  }
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

std::span<const LinearTerm> AliasSystem::terms_of(std::int32_t candidate) const {
  const auto c = static_cast<std::size_t>(candidate);
  return std::span(terms_).subspan(static_cast<std::size_t>(starts_[c]), static_cast<std::size_t>(starts_[c + 1] - starts_[c]));
}

/// The candidate in terms of roots, equal roots combined; sums that cancel are dropped.
void AliasSystem::collect(std::int32_t candidate) {
  collected_.clear();
  combined_ = false;
  for (const LinearTerm& term : terms_of(candidate)) {
    const Alias alias = alias_of(term.variable);
    if (alias.root < 0) continue;
    collected_.push_back({alias.root, pool_.mul(term.coefficient, alias.coefficient), term.value * alias.value});
  }
  sort_by_variable(collected_);
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
    if (!pool_.is_constant(sum.coefficient, 0) && !cancelled) {
      collected_[kept++] = sum;
      combined_ = combined_ || k > i + 1;
    }
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

AliasSystem::Loop AliasSystem::loop_of(std::int32_t candidate) const {
  const auto at = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  struct Step {
    std::int32_t from, candidate;
    double ratio;  // variable = ratio * the one it was reached from
  };
  std::map<std::int32_t, Step> reached;
  const std::span<const LinearTerm> closing = terms_of(candidate);
  const std::int32_t start = closing.front().variable;
  std::vector<std::int32_t> queue{start};
  reached[start] = {-1, -1, 1};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const auto v = at(queue[head]);
    for (std::int32_t k = occurrence_starts_[v]; k < occurrence_starts_[v + 1]; ++k) {
      const std::int32_t c = occurrences_[at(k)];
      const std::span<const LinearTerm> terms = terms_of(c);
      if (c == candidate || fates_[at(c)] != Fate::used || terms.size() != 2) continue;
      const LinearTerm& here = terms[0].variable == queue[head] ? terms[0] : terms[1];
      const LinearTerm& there = terms[0].variable == queue[head] ? terms[1] : terms[0];
      if (reached.try_emplace(there.variable, Step{queue[head], c, -here.value / there.value}).second) queue.push_back(there.variable);
    }
  }
  Loop loop;
  for (const LinearTerm& other : closing.subspan(1)) {
    if (!reached.contains(other.variable)) continue;
    loop.candidates.push_back(candidate);
    loop.product = -closing.front().value / other.value;  // other = product * start, by the closing one
    double around = 1;
    for (std::int32_t v = other.variable; v != start; v = reached[v].from) {
      loop.candidates.push_back(reached[v].candidate);
      around *= reached[v].ratio;
    }
    loop.product /= around;
    break;
  }
  return loop;
}

namespace {

using Row = std::map<std::int32_t, double>;

/// Gaussian elimination of the rows that share all their variables with others; those that vanish are sums of the others.
std::vector<std::size_t> dependent_rows(std::vector<Row>& rows) {
  std::vector<std::size_t> dependent;
  std::map<std::int32_t, std::size_t> pivot_row_of;  // by variable
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Row& row = rows[r];
    double size = 0;
    for (const auto& [variable, value] : row) size = std::max(size, std::fabs(value));
    for (auto entry = row.begin(); entry != row.end();) {
      const auto pivot = pivot_row_of.find(entry->first);
      if (pivot == pivot_row_of.end()) {
        ++entry;
        continue;
      }
      const std::int32_t variable = entry->first;
      const double factor = entry->second / rows[pivot->second].at(variable);
      for (const auto& [v, value] : rows[pivot->second]) row[v] -= factor * value;
      row.erase(variable);
      std::erase_if(row, [&](const auto& e) { return std::fabs(e.second) <= kCancellation * size; });
      entry = row.begin();
    }
    if (row.empty()) {
      dependent.push_back(r);
      continue;
    }
    const auto largest =
        std::max_element(row.begin(), row.end(), [](const auto& a, const auto& b) { return std::fabs(a.second) < std::fabs(b.second); });
    pivot_row_of[largest->first] = r;
  }
  return dependent;
}

}  // namespace

void AliasSystem::drop_dependent(const std::vector<std::int32_t>& candidates) {
  std::vector<LinearTerm> entries;
  std::vector<std::size_t> starts{0};
  std::vector<std::int32_t> of_row, holders(link_.size(), 0);
  for (const std::int32_t candidate : candidates) {
    if (fate(candidate) != Fate::kept) continue;
    collect(candidate);
    entries.insert(entries.end(), collected_.begin(), collected_.end());
    starts.push_back(entries.size());
    of_row.push_back(candidate);
    for (const LinearTerm& term : collected_) ++holders[static_cast<std::size_t>(term.variable)];
  }
  // A row with a variable that no other row has is independent of them: peel those off, and what they set free, until loops are left.
  std::vector<std::int32_t> first_holder(link_.size() + 1, 0), rows_of(entries.size()), single;
  std::partial_sum(holders.begin(), holders.end(), first_holder.begin() + 1);
  std::vector<std::int32_t> next(first_holder.begin(), first_holder.end() - 1);
  for (std::size_t r = 0; r < of_row.size(); ++r)
    for (std::size_t k = starts[r]; k < starts[r + 1]; ++k)
      rows_of[static_cast<std::size_t>(next[static_cast<std::size_t>(entries[k].variable)]++)] = static_cast<std::int32_t>(r);
  for (std::size_t v = 0; v < holders.size(); ++v)
    if (holders[v] == 1) single.push_back(static_cast<std::int32_t>(v));
  std::vector<bool> peeled(of_row.size(), false);
  while (!single.empty()) {
    const auto v = static_cast<std::size_t>(single.back());
    single.pop_back();
    for (std::int32_t h = first_holder[v]; h < first_holder[v + 1]; ++h) {
      const auto r = static_cast<std::size_t>(rows_of[static_cast<std::size_t>(h)]);
      if (peeled[r]) continue;
      peeled[r] = true;
      for (std::size_t k = starts[r]; k < starts[r + 1]; ++k)
        if (--holders[static_cast<std::size_t>(entries[k].variable)] == 1) single.push_back(entries[k].variable);
    }
  }
  std::vector<Row> core;
  std::vector<std::int32_t> of_core;
  for (std::size_t r = 0; r < of_row.size(); ++r) {
    if (peeled[r]) continue;
    Row& row = core.emplace_back();
    for (std::size_t k = starts[r]; k < starts[r + 1]; ++k) row[entries[k].variable] = entries[k].value;
    of_core.push_back(of_row[r]);
  }
  for (const std::size_t r : dependent_rows(core)) fates_[static_cast<std::size_t>(of_core[r])] = Fate::redundant;
}

}  // namespace stribeck
