#include "explain/overruled.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/file_names.h"
#include "base/index.h"
#include "base/text.h"
#include "explain/causality.h"
#include "explain/declared_causality.h"

namespace stribeck {

namespace {

class Overruled {
 public:
  explicit Overruled(const SortedSystem& sorted) : flat_(*sorted.flat), assembly_(*flat_.assembly), sides_(port_causality(sorted)) {
    for (const auto& record : flat_.diagram().own_records)
      if (is_json_file(record->origin)) own_.insert(record.get());  // not for what the diagram asks of a type that is not its own
  }

  std::vector<Diagnostic> run() {
    std::vector<Diagnostic> remarks;
    for (std::size_t i = 0; i < flat_.diagram().instances.size(); ++i) {
      const ComponentRecord* record = flat_.diagram().instances[i].record;
      const auto [found, is_new] = wishes_.try_emplace(record);
      if (is_new) found->second = wishes_that_count(*record);
      if (auto remark = remark_on(static_cast<std::int32_t>(i), found->second)) remarks.push_back(std::move(*remark));
    }
    return remarks;
  }

 private:
  using Wishes = std::vector<std::optional<CausalityWish>>;

  Wishes wishes_that_count(const ComponentRecord& record) const {
    Wishes wishes = declared_causality(record);
    for (std::optional<CausalityWish>& wish : wishes)
      if (wish && !is_fixed(*wish) && (!own_.contains(&record) || *wish == CausalityWish::indifferent)) wish.reset();
    return wishes;
  }

  static bool is_fixed(CausalityWish wish) { return wish == CausalityWish::fixed_force_out || wish == CausalityWish::fixed_velocity_out; }

  /// Of the first port that goes against its wish. What nothing is connected to has nothing to set.
  std::optional<Diagnostic> remark_on(std::int32_t instance, const Wishes& wishes) const {
    for (std::size_t local = 0; local < wishes.size(); ++local) {
      const std::int32_t port = assembly_.connector(instance, static_cast<std::int32_t>(local));
      if (!wishes[local] || sides_[at(port)] == PortSide::none || node_of(port).members.size() == 1) continue;
      const bool wants_force = wants_force_out(*wishes[local]), sets_force = sides_[at(port)] == PortSide::force_out;
      if (wants_force == sets_force || (!wants_force && sets_velocity(instance))) continue;
      return remark(instance, port, *wishes[local]);
    }
    return std::nullopt;
  }

  /// A velocity between two ports is a wish of both, which either can fulfil.
  bool sets_velocity(std::int32_t instance) const {
    for (std::int32_t k = assembly_.connector(instance, 0); k < assembly_.connector(instance + 1, 0); ++k)
      if (sides_[at(k)] == PortSide::velocity_out) return true;
    return false;
  }

  const NetworkNode& node_of(std::int32_t port) const { return assembly_.nodes[at(assembly_.node_of[at(port)])]; }

  Diagnostic remark(std::int32_t instance, std::int32_t port, CausalityWish wish) const {
    const Instance& component = flat_.diagram().instances[at(instance)];
    const Domain& domain = domains()[at(node_of(port).domain)];
    const std::string force = force_word(domain), velocity = velocity_word(domain);
    const std::string name = assembly_.connector_name(port);
    const std::string asks = is_fixed(wish) ? " is declared to set" : " would rather set";
    Diagnostic remark{.code = ErrorCode::structure_overruled_causality,
                      .message = {},
                      .where = where_of(flat_.diagram(), component),
                      .because = {},
                      .remedy = {},
                      .severity = Severity::note,
                      .details = {}};
    if (wants_force_out(wish)) {
      remark.message = component.name + asks + " the " + force + " at " + name + ", but sets the " + velocity + " there";
      remark.because = "all others at that node set the " + force + ", too (" + joined(others(port)) +
                       "), so that its equations are solved for the " + velocity;
      remark.remedy = std::string(force == "force" ? "a mass" : "an inertia") + " at that node sets the " + velocity + " in its place";
      return remark;
    }
    remark.message = component.name + asks + " the " + velocity + " at " + name + ", but sets the " + force + " there";
    const std::vector<std::string> leaders = others(port, true);
    remark.because = leaders.empty() ? "the " + velocity + " of that node is given by others"
                                     : "the " + velocity + " of that node is set at " + joined(leaders);
    remark.remedy = "an elastic part between them lets both set it";
    return remark;
  }

  /// The other ports of a node; `leading`: those that set its velocity.
  std::vector<std::string> others(std::int32_t port, bool leading = false) const {
    std::vector<std::string> names;
    for (const std::int32_t member : node_of(port).members)
      if (member != port && (!leading || sides_[at(member)] == PortSide::velocity_out)) names.push_back(assembly_.connector_name(member));
    return names;
  }

  const FlatSystem& flat_;
  const Assembly& assembly_;
  std::vector<PortSide> sides_;
  std::set<const ComponentRecord*> own_;
  std::map<const ComponentRecord*, Wishes> wishes_;
};

}  // namespace

std::vector<Diagnostic> overruled_causalities(const SortedSystem& sorted) { return Overruled(sorted).run(); }

}  // namespace stribeck
