#include "imports/timeline.h"

#include <algorithm>
#include <bit>

namespace stribeck::imports {
namespace {

/// Whole numbers up to 2^53 are exact in a double.
constexpr int kUnusedBits = 64 - 53;
constexpr std::size_t kMostPoints = std::size_t{1} << 20;  // 100 MB or so
}  // namespace

double Timeline::token_of(Point point) {
  const std::scoped_lock lock(mutex_);
  const auto before = points_.find(point.before);
  point.is_start = point.kind != Kind::begin && point.kind != Kind::advance &&
                   (point.before == 0 || (before != points_.end() && before->second.is_start && before->second.kind != Kind::mark));
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(point.before));
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(point.kind), std::uint64_t{point.variable}, std::bit_cast<std::uint64_t>(point.value)})
    hash = mixed(hash ^ part);
  const auto token = static_cast<Token>(std::max(hash >> kUnusedBits, std::uint64_t{1}));
  const auto [known, is_new] = points_.emplace(token, point);
  const Point& there = known->second;
  if (is_new && !point.is_start) {
    in_order_.push_back(token);
    forget_old_points();
  } else if (there.before != point.before || there.kind != point.kind || there.variable != point.variable ||
             std::bit_cast<std::uint64_t>(there.value) != std::bit_cast<std::uint64_t>(point.value)) {
    order_.fail(FmuFault("has been at too many points: two of them got the same number", {}, "run it anew with another communication_step"),
                point.value);
  }
  return static_cast<double>(token);
}

/// Of long runs the last points are kept, from the last step on in any case: nothing goes back further but a run that begins anew.
void Timeline::forget_old_points() {
  if (in_order_.size() < kMostPoints) return;
  const auto last = last_used(live_);
  auto end = in_order_.begin() + static_cast<std::ptrdiff_t>(kMostPoints / 2);
  if (last != live_.end()) end = std::min(end, std::find(in_order_.begin(), in_order_.end(), last->at));
  for (auto token = in_order_.begin(); token != end; ++token) {
    points_.erase(*token);
    reached_.erase(*token);
  }
  in_order_.erase(in_order_.begin(), end);
}

double Timeline::put(double token, std::uint32_t variable, double value) {
  return token_of({static_cast<Token>(token), Kind::put, variable, value});
}
double Timeline::mark(double token) { return token_of({static_cast<Token>(token), Kind::mark, 0, 0}); }
double Timeline::begin(double token, double t) { return token_of({static_cast<Token>(token), Kind::begin, 0, t}); }
double Timeline::advance(double token, double t) { return token == 0 ? 0 : token_of({static_cast<Token>(token), Kind::advance, 0, t}); }

double Timeline::read(double token, std::uint32_t variable) {
  const std::scoped_lock lock(mutex_);
  const auto at = static_cast<Token>(token);
  Reached& reached = reach(at);
  const auto found = std::find(order_.reads.begin(), order_.reads.end(), variable);
  if (found != order_.reads.end()) return reached.outcome.values.at(static_cast<std::size_t>(found - order_.reads.begin()));
  if (const auto known = reached.others.find(variable); known != reached.others.end()) return known->second;
  Live& live = instance_at(at);
  try {
    return reached.others[variable] = live.instance->read(variable);
  } catch (const FmuFault& fault) {
    order_.fail(fault, point_of(at).value);
  }
}

std::string Timeline::remark(double t) {
  const std::scoped_lock lock(mutex_);
  if (steps_ > 0 || reached_.empty() || t <= begun_s_) return {};
  return "it has not taken a step, since the run is shorter than its communication_step: its outputs are those of the start";
}

double Timeline::is_over(double token) {
  const std::scoped_lock lock(mutex_);
  return reach(static_cast<Token>(token)).outcome.is_over ? 1 : 0;
}

const Timeline::Point& Timeline::point_of(Token token) const {
  const auto found = points_.find(token);
  if (found != points_.end()) return found->second;
  order_.no_state();
}

/// The begin or step before this point that puts inputs, or this itself; 0: none.
Timeline::Token Timeline::state_before(Token token) const {
  while (token != 0) {
    const Point& point = point_of(token);
    if (point.kind == Kind::begin || point.kind == Kind::advance) return token;
    token = point.before;
  }
  return 0;
}

/// What was put from there on, in that order: since the state before (`begun` is Kind::advance), since the mark, or before it (Kind::put).
std::vector<Setting> Timeline::settings_since(Kind begun, Token token) const {
  std::vector<Setting> settings;
  bool is_behind_mark = true;
  for (; token != 0; token = point_of(token).before) {
    const Point& point = point_of(token);
    if (point.kind == Kind::begin || point.kind == Kind::advance) break;
    if (point.kind == Kind::mark) {
      if (begun == Kind::mark) break;
      is_behind_mark = false;
    } else if (begun != Kind::put || !is_behind_mark) {
      settings.push_back({point.variable, point.value});
    }
  }
  std::reverse(settings.begin(), settings.end());
  return settings;
}

Timeline::Reached& Timeline::reach(Token token) {
  if (const auto found = reached_.find(token); found != reached_.end()) return found->second;
  std::vector<Token> path;  // to be gone, the last first
  const auto is_live = [&](Token state) {
    return kept_states_.contains(state) || std::any_of(live_.begin(), live_.end(), [&](const Live& live) { return live.at == state; });
  };
  Token state = token;
  do {
    path.push_back(state);
    state = state_before(point_of(state).before);
  } while (state != 0 && !is_live(state));
  Live& live = state != 0 ? instance_at(state) : new_instance();
  for (; !path.empty(); path.pop_back()) go(live, path.back());
  return reached_.at(token);
}

void Timeline::go(Live& live, Token token) {
  const Point& point = point_of(token);
  live.at = 0;
  Outcome outcome;
  double from = point.value;
  try {
    if (point.kind == Kind::begin) {
      std::vector<Setting> starts = order_.texts;
      for (const Setting& setting : settings_since(Kind::put, point.before))
        if (!order_.is_start_value(setting)) starts.push_back(setting);
      begun_s_ = point.value, steps_ = 0;
      outcome = live.instance->begin(starts, settings_since(Kind::mark, point.before), point.value);
    } else {
      from = point_of(state_before(point.before)).value;
      ++steps_;
      outcome = live.instance->step(settings_since(Kind::advance, point.before), from, point.value - from);
    }
  } catch (const FmuFault& fault) {
    live_.erase(live_.begin() + (&live - live_.data()));
    order_.fail(fault, from);
  }
  live.at = token;
  reached_[token].outcome = std::move(outcome);
}

/// One that is there; or goes there from the start.
Timeline::Live& Timeline::instance_at(Token token) {
  for (Live& live : live_)
    if (live.at == token) {
      live.used = ++uses_;
      return live;
    }
  if (const auto kept = kept_states_.find(token); kept != kept_states_.end()) {
    Live& live = new_instance();
    try {
      live.instance->set_state(kept->second);
    } catch (const FmuFault& fault) {
      order_.fail(fault, point_of(token).value);
    }
    live.at = token;
    return live;
  }
  std::vector<Token> path;
  for (Token state = token; state != 0; state = state_before(point_of(state).before)) path.push_back(state);
  Live& live = new_instance();
  for (; !path.empty(); path.pop_back()) go(live, path.back());
  return live;
}

Timeline::Live& Timeline::new_instance() {
  const std::size_t most = order_.description->once_per_process && !order_.isolate ? 1 : kMostInstances;
  make_room(live_, most);
  live_.push_back({files_.instance(order_, nullptr), 0, ++uses_});
  return live_.back();
}

/// The instance that was used last: where it is, what was put since, and its state.
void Timeline::carry(Archive& archive) {
  const std::scoped_lock lock(mutex_);
  const auto last = last_used(live_);
  bool has_one = !archive.reading() && last != live_.end() && last->at != 0;
  archive(has_one);
  if (!has_one) return;
  Token token = archive.reading() ? 0 : last->at;
  std::vector<std::pair<Token, Point>> points;
  std::string state;
  if (!archive.reading()) {
    if (!order_.description->serialises_state) order_.no_checkpoint();
    const auto made = std::find(in_order_.rbegin(), in_order_.rend(), token);
    for (auto one = made.base() - 1; one != in_order_.end(); ++one) points.emplace_back(*one, points_.at(*one));
    try {
      state = last->instance->state();
    } catch (const FmuFault& fault) {
      order_.fail(fault, point_of(token).value);
    }
  }
  Outcome outcome = archive.reading() ? Outcome{} : reached_.at(token).outcome;
  archive(token, points, state, outcome);
  if (!archive.reading()) return;
  for (const auto& [number, point] : points)
    if (points_.emplace(number, point).second) in_order_.push_back(number);
  reached_[token].outcome = std::move(outcome);
  kept_states_.clear();
  if (std::none_of(live_.begin(), live_.end(), [&](const Live& live) { return live.at == token; })) kept_states_[token] = std::move(state);
}

}  // namespace stribeck::imports
