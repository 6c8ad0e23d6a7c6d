#include "imports/exchange.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/instants.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

/// Of lists: these are remembered, and as many that were used before them. An evaluation makes as many as there are states and inputs.
constexpr std::size_t kMostLists = std::size_t{1} << 15;
/// Two different lists of these last ones with one number would be mixed up.
constexpr std::uint64_t kRecentLists = 10'000;
constexpr std::size_t kMostKnown = 64;                        // points of an integrator's step
constexpr std::size_t kMostDiscretes = std::size_t{1} << 16;  // events
constexpr double kNever = 1e300;
/// What a continuous input does at an event without jumping, relative: it is computed anew.
constexpr double kRounding = 1e-9;
/// Of the nominal value of an input: what is smaller is compared as this is.
constexpr double kLeast = 1e-6;
/// How well the inputs of an initialisation agree with what follows from it.
constexpr double kSettled = 1e-12;
constexpr std::uint64_t kPut = 11, kBegin = 12, kHappen = 13;

}  // namespace

void Exchange::Discrete::carry(Archive& archive) { archive(before, starts, t, point, reply, ends); }

double Exchange::put(double list, double number, double value) {
  const std::scoped_lock lock(mutex_);
  const auto before = static_cast<Token>(list);
  entry_of(before);  // is in use
  if (known_.size() > kMostKnown) known_.clear();
  const Token token =
      token_of(kPut, before, static_cast<Token>(mixed(std::bit_cast<std::uint64_t>(number)) ^ std::bit_cast<std::uint64_t>(value)));
  const Entry entry{before, number, value, ++made_};
  if (number != number_of_time() && (before == 0 || starts_.contains(before))) {
    starts_[token] = entry;
    return static_cast<double>(token);
  }
  if (lists_.size() >= kMostLists) {
    lists_before_ = std::move(lists_);
    lists_ = {};
  }
  const auto [place, is_new] = lists_.try_emplace(token, entry);
  const Entry& there = place->second;
  const bool is_same =
      there.before == before && there.number == number && std::bit_cast<std::uint64_t>(there.value) == std::bit_cast<std::uint64_t>(value);
  if (!is_new && !is_same && made_ - there.made < kRecentLists)
    order_.fail(FmuFault("has been at too many points: two of them got the same number", {}, "run it anew with another tolerance"), value);
  place->second = entry;
  return static_cast<double>(token);
}

Exchange::Token Exchange::token_of(std::uint64_t kind, Token list, Token other) const {
  constexpr int kUnusedBits = 64 - 53;  // whole numbers up to 2^53 are exact in a double
  const std::uint64_t hash = mixed(mixed(mixed(kind) ^ static_cast<std::uint64_t>(list)) ^ static_cast<std::uint64_t>(other));
  return static_cast<Token>(std::max(hash >> kUnusedBits, std::uint64_t{1}));
}

/// Null: it is a token. What is used stays.
const Exchange::Entry* Exchange::entry_of(Token list) {
  if (const auto found = lists_.find(list); found != lists_.end()) return &found->second;
  if (const auto old = lists_before_.find(list); old != lists_before_.end()) return &(lists_[list] = old->second);
  const auto start = starts_.find(list);
  return start == starts_.end() ? nullptr : &start->second;
}

Exchange::Gathered Exchange::gathered(Token list) {
  Gathered result;
  std::vector<const Entry*> entries;
  Token token = list;
  for (const Entry* entry = entry_of(token); entry != nullptr; entry = entry_of(token)) {
    entries.push_back(entry);
    token = entry->before;
  }
  result.token = token;
  const std::size_t variables = description().variables.size(), states = exchange().states.size();
  const Discrete* const discrete = token == 0 ? nullptr : &discrete_of(token);
  if (discrete != nullptr) result.point = discrete->point, result.point.states = discrete->reply.states;
  result.point.states.resize(states);
  const auto take = [&](const Entry& entry) {
    const auto number = static_cast<std::size_t>(entry.number);
    if (number == variables + states) return void(result.point.t = entry.value);
    if (number >= variables) return void(result.point.states[number - variables] = entry.value);
    for (Setting& setting : result.point.inputs)
      if (setting.variable == number) return void(setting.value = entry.value);
    result.point.inputs.push_back({static_cast<std::uint32_t>(number), entry.value});
  };
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) take(**entry);
  result.t = result.point.t;
  if (discrete != nullptr && result.t < discrete->point.t && is_same_instant(result.t, discrete->point.t))
    result.point.t = discrete->point.t;
  return result;
}

const Exchange::Discrete& Exchange::discrete_of(Token token) const {
  const auto found = discretes_.find(token);
  if (found != discretes_.end()) return found->second;
  order_.no_state();
}

Exchange::Known& Exchange::known_at(Token list) {
  const auto [known, is_new] = known_.try_emplace(list);
  if (is_new) known->second.place = gathered(list);
  return known->second;
}

ExchangeReply Exchange::ask(Token list, ExchangeRequest request) {
  const Gathered& place = place_of(list);
  request.point = place.point;
  return ask(instance_at(place.token, request.point.t), request);
}

ExchangeReply Exchange::ask(Live& live, const ExchangeRequest& request) {
  try {
    return live.instance->exchange(request);
  } catch (const FmuFault& fault) {
    live_.erase(live_.begin() + (&live - live_.data()));
    order_.fail(fault, request.point.t);
  }
}

double Exchange::read(double list, double what) {
  const std::scoped_lock lock(mutex_);
  const auto at = static_cast<Token>(list);
  const auto number = static_cast<std::size_t>(what);
  const std::size_t variables = description().variables.size(), states = exchange().states.size();
  if (number < variables) return read_variable(at, static_cast<std::uint32_t>(number));
  if (number >= variables + states) return read_indicator(at, number - variables - states);
  if (place_of(at).token == 0) return 0;
  Known& known = known_at(at);
  if (known.reply.derivatives.empty() && !known.reply.is_discarded)
    known.reply =
        ask(at, {.call = ExchangeCall::evaluate, .starts = {}, .point = {}, .derivatives = true, .indicators = true, .variables = {}});
  return known.reply.is_discarded ? std::numeric_limits<double>::quiet_NaN() : known.reply.derivatives[number - variables];
}

double Exchange::read_variable(Token list, std::uint32_t variable) {
  if (place_of(list).token == 0) return description().variables[variable].start.value_or(0);
  Known& known = known_at(list);
  if (const auto found = known.values.find(variable); found != known.values.end()) return found->second;
  ExchangeRequest request{.call = ExchangeCall::evaluate, .starts = {}, .point = {}, .variables = {variable}};
  for (const std::uint32_t other : order_.reads)  // that the list may be enough for
    if (other != variable) request.variables.push_back(other);
  const ExchangeReply reply = ask(list, request);
  for (std::size_t i = 0; i < request.variables.size(); ++i)
    known.values[request.variables[i]] = reply.is_discarded ? std::numeric_limits<double>::quiet_NaN() : reply.values[i];
  return known.values[variable];
}

double Exchange::read_indicator(Token list, std::size_t indicator) {
  const Token token = place_of(list).token;
  if (token == 0) return 1;
  Known& known = known_at(list);
  if (known.reply.indicators.empty() && !known.reply.is_discarded)
    known.reply =
        ask(list, {.call = ExchangeCall::evaluate, .starts = {}, .point = {}, .derivatives = true, .indicators = true, .variables = {}});
  if (known.reply.is_discarded) return std::numeric_limits<double>::quiet_NaN();
  const double z = known.reply.indicators[indicator];
  if (discrete_of(token).reply.indicators[indicator] > 0) return z;
  return z == 0 ? std::numeric_limits<double>::min() : -z;  // zero is on the side of what is below
}

double Exchange::slope(double list, double what, double number) {
  const std::scoped_lock lock(mutex_);
  const auto at = static_cast<Token>(list);
  const auto unknown = static_cast<std::size_t>(what);
  const std::size_t variables = description().variables.size(), states = exchange().states.size();
  const Token token = place_of(at).token;
  if (token == 0) return 0;
  ExchangeRequest request{
      .call = ExchangeCall::slopes, .starts = {}, .point = {}, .variables = {}, .number = static_cast<std::uint32_t>(number)};
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (unknown >= variables && unknown < variables + states) {
    Known& known = known_at(at);
    auto found = known.slopes.find(request.number);
    request.derivatives = true;
    if (found == known.slopes.end()) found = known.slopes.emplace(request.number, ask(at, request)).first;
    return found->second.is_discarded ? kNone : found->second.derivatives[unknown - variables];
  }
  if (unknown < variables) {
    request.variables = {static_cast<std::uint32_t>(unknown)};
    const ExchangeReply reply = ask(at, request);
    return reply.is_discarded ? kNone : reply.values.front();
  }
  request.indicators = true;
  const std::size_t indicator = unknown - variables - states;
  const ExchangeReply reply = ask(at, request);
  if (reply.is_discarded) return kNone;
  return discrete_of(token).reply.indicators[indicator] > 0 ? reply.indicators[indicator] : -reply.indicators[indicator];
}

bool Exchange::depends(double what, double number) const {
  const std::size_t variables = description().variables.size(), states = exchange().states.size();
  const auto unknown = static_cast<std::size_t>(what), known = static_cast<std::size_t>(number);
  if (known == variables + states || unknown >= variables + states) return true;
  const std::uint32_t of = unknown < variables ? static_cast<std::uint32_t>(unknown) : exchange().states[unknown - variables].derivative;
  return exchange().depends(of, known < variables ? static_cast<std::uint32_t>(known) : exchange().states[known - variables].variable);
}

/// Whole numbers are compared as they are set.
bool Exchange::is_same(const Setting& a, const Setting& b, double share) const {
  const FmuVariable& variable = description().variables[a.variable];
  if (variable.is_whole()) return std::round(a.value) == std::round(b.value);
  const double least = kLeast * std::abs(variable.nominal.value_or(1));
  return std::abs(a.value - b.value) <= share * std::max({std::abs(a.value), std::abs(b.value), least});
}

/// Of the inputs that are continuous, or of the others.
bool Exchange::has_changed(const std::vector<Setting>& now, const std::vector<Setting>& before, bool continuous, double share) const {
  return std::any_of(now.begin(), now.end(), [&](const Setting& setting) {
    if (description().variables[setting.variable].is_continuous() != continuous) return false;
    const auto same = std::find_if(before.begin(), before.end(), [&](const Setting& one) { return one.variable == setting.variable; });
    return same != before.end() && !is_same(setting, *same, share);
  });
}

double Exchange::is_to_begin(double list) {
  const std::scoped_lock lock(mutex_);
  const Gathered& now = place_of(static_cast<Token>(list));
  if (now.token == 0) return 1;
  const Discrete& discrete = discrete_of(now.token);
  if (discrete.before != 0 || discrete.t != now.t || !begins_with_inputs_) return 0;
  const std::vector<Setting>& begun = discrete.point.inputs;
  return has_changed(now.point.inputs, begun, true, kSettled) || has_changed(now.point.inputs, begun, false, 0) ? 1 : 0;
}

double Exchange::is_due(double list) {
  const std::scoped_lock lock(mutex_);
  Run& own = run();
  own.last = static_cast<Token>(list);
  if (is_to_begin(list) != 0) return 0;
  const Gathered& now = place_of(own.last);
  const Discrete& discrete = discrete_of(now.token);
  if (own.wants_event && own.wants_event->first == now.token && own.wants_event->second == now.t) return 1;
  if (has_changed(now.point.inputs, discrete.point.inputs, false, 0)) return 1;
  if (discrete.t == now.t) return has_changed(now.point.inputs, discrete.point.inputs, true, kRounding) ? 1 : 0;
  return own.event_s == now.t && has_changed(now.point.inputs, own.inputs_before, true, kRounding) ? 1 : 0;
}

double Exchange::begin(double starts, double list, double wanted) {
  if (wanted != 1) return 0;
  const std::scoped_lock lock(mutex_);
  Discrete discrete;
  const Gathered parameters = gathered(static_cast<Token>(starts));
  try {
    for (const Setting& setting : parameters.point.inputs)
      if (!order_.is_start_value(setting)) discrete.starts.push_back(setting);
  } catch (const FmuFault& fault) {
    order_.fail(fault, std::numeric_limits<double>::quiet_NaN());
  }
  discrete.starts.insert(discrete.starts.begin(), order_.texts.begin(), order_.texts.end());
  // The list begins with the token that there is now, of another attempt perhaps: it must not say anything.
  Token own = token_of(kBegin, static_cast<Token>(starts), 0);
  const Gathered& now = place_of(static_cast<Token>(list));
  discrete.t = discrete.point.t = now.t;
  discrete.point.inputs = now.point.inputs;
  if (!begins_with_inputs_)
    for (Setting& input : discrete.point.inputs) input.value = start_value(input.variable);
  own = token_of(kBegin, own, static_cast<Token>(std::bit_cast<std::uint64_t>(now.point.t)));
  for (const Setting& input : discrete.point.inputs)
    own = token_of(kBegin, own, static_cast<Token>(mixed(input.variable) ^ std::bit_cast<std::uint64_t>(input.value)));
  return add_discrete(own, std::move(discrete));
}

/// Of an input.
double Exchange::start_value(std::uint32_t variable) const {
  for (const Setting& setting : order_.texts)
    if (setting.variable == variable) return setting.value;
  return description().variables[variable].start.value_or(0);
}

double Exchange::happen(double list, double wanted) {
  if (wanted != 1) return 0;
  const std::scoped_lock lock(mutex_);
  const Gathered& now = place_of(static_cast<Token>(list));
  if (now.token == 0) return 0;
  Run& own = run();
  Discrete discrete{.before = now.token, .starts = {}, .t = now.t, .point = now.point, .reply = {}, .ends = own.ends};
  // Its next event is at that instant, too: it sees the time that it has named itself.
  const std::optional<double> next = discrete_of(now.token).reply.next_event_s;
  if (next && *next > discrete.point.t && is_same_instant(now.t, *next)) discrete.point.t = *next;
  return add_discrete(token_of(kHappen, static_cast<Token>(list), own.ends ? 1 : 0), std::move(discrete));
}

double Exchange::add_discrete(Token token, Discrete discrete) {
  if (discretes_.contains(token)) return static_cast<double>(token);
  if (in_order_.size() >= kMostDiscretes) {
    for (std::size_t i = 0; i < kMostDiscretes / 2; ++i) discretes_.erase(in_order_[i]);
    in_order_.erase(in_order_.begin(), in_order_.begin() + kMostDiscretes / 2);
  }
  const double t = discrete.point.t;
  const Token before = discrete.before;
  discretes_.emplace(token, std::move(discrete));
  in_order_.push_back(token);
  try {
    go(before == 0 ? new_instance() : instance_at(before, t), token);
  } catch (...) {
    discretes_.erase(token);
    in_order_.pop_back();
    throw;
  }
  return static_cast<double>(token);
}

/// To that token, from the one before it, where the instance is.
void Exchange::go(Live& live, Token token) {
  Discrete& discrete = discretes_.at(token);
  const ExchangeRequest request{.call = discrete.before == 0 ? ExchangeCall::begin : ExchangeCall::happen,
                                .starts = discrete.starts,
                                .point = discrete.point,
                                .variables = {}};
  live.at = 0;
  ExchangeReply reply = ask(live, request);
  live.at = token;
  reply.is_over = reply.is_over || discrete.ends;
  if (reply.next_event_s && (*reply.next_event_s <= discrete.point.t || is_same_instant(discrete.point.t, *reply.next_event_s)))
    order_.fail(FmuFault(fmt::format("says that its next event is at t = {} s, which is not later", short_number(*reply.next_event_s))),
                discrete.point.t);
  live.completed_s = live.completed_before_s = discrete.point.t;
  discrete.reply = std::move(reply);
}

/// One that is there; or goes there from the start.
Exchange::Live& Exchange::instance_at(Token token, double t) {
  const std::thread::id thread = std::this_thread::get_id();
  for (Live& live : live_)
    if (live.at == token && live.thread == thread && t >= live.completed_before_s) {
      live.used = ++uses_;
      return live;
    }
  std::vector<Token> path{token};
  while (!kept_states_.contains(path.back()) && discrete_of(path.back()).before != 0) path.push_back(discrete_of(path.back()).before);
  Live& live = new_instance();
  if (const auto kept = kept_states_.find(path.back()); kept != kept_states_.end()) {
    try {
      live.instance->set_state(kept->second);
    } catch (const FmuFault& fault) {
      order_.fail(fault, t);
    }
    live.at = path.back();
    live.completed_s = live.completed_before_s = discrete_of(live.at).point.t;
    path.pop_back();
  }
  for (; !path.empty(); path.pop_back()) go(live, path.back());
  return live;
}

Exchange::Live& Exchange::new_instance() {
  const std::size_t most = exchange().once_per_process && !order_.isolate ? 1 : kMostInstances;
  make_room(live_, most);
  live_.push_back({files_.instance(order_, &exchange()), 0, ++uses_, std::this_thread::get_id()});
  return live_.back();
}

double Exchange::state(double token, std::size_t number) {
  const std::scoped_lock lock(mutex_);
  return token == 0 ? 0 : discrete_of(static_cast<Token>(token)).reply.states.at(number);
}
double Exchange::next_event_s(double token) {
  const std::scoped_lock lock(mutex_);
  return token == 0 ? kNever : std::min(discrete_of(static_cast<Token>(token)).reply.next_event_s.value_or(kNever), kNever);
}
double Exchange::is_over(double token) {
  const std::scoped_lock lock(mutex_);
  return token != 0 && discrete_of(static_cast<Token>(token)).reply.is_over ? 1 : 0;
}

bool Exchange::complete_step(double t) {
  const std::scoped_lock lock(mutex_);
  Run& own = run();
  if (!exchange().completes_steps || own.last == 0) return false;
  const Gathered& now = place_of(own.last);
  if (now.token == 0 || now.t != t) return false;
  if (own.wants_event && own.wants_event->second == t) return true;
  Live& live = instance_at(now.token, now.point.t);
  if (live.completed_s == now.point.t) return false;
  const ExchangeReply reply = ask(live, {.call = ExchangeCall::complete, .starts = {}, .point = now.point, .variables = {}});
  live.completed_before_s = std::exchange(live.completed_s, now.point.t);
  own.wants_event.reset();
  own.ends = reply.is_over;
  if (!reply.wants_event && !reply.is_over) return false;
  own.wants_event = {now.token, t};
  return true;
}

void Exchange::begin_event(double t) {
  const std::scoped_lock lock(mutex_);
  Run& own = run();
  own.event_s = t;
  own.inputs_before.clear();
  if (own.last == 0) return;
  const Gathered& now = place_of(own.last);
  if (now.token != 0 && now.t == t) own.inputs_before = now.point.inputs;
}

/// The discrete states of the instance that was used last, and its state.
void Exchange::carry(Archive& archive) {
  const std::scoped_lock lock(mutex_);
  const auto last = last_used(live_);
  bool has_one = !archive.reading() && last != live_.end() && last->at != 0;
  archive(has_one);
  if (!has_one) return;
  Token token = archive.reading() ? 0 : last->at;
  Discrete discrete;
  std::string state;
  if (!archive.reading()) {
    if (!exchange().serialises_state) order_.no_checkpoint();
    discrete = discretes_.at(token);
    try {
      state = last->instance->state();
    } catch (const FmuFault& fault) {
      order_.fail(fault, discrete.point.t);
    }
  }
  archive(token, discrete, state);
  if (!archive.reading()) return;
  if (discretes_.try_emplace(token, std::move(discrete)).second) in_order_.push_back(token);
  kept_states_.clear();
  kept_states_[token] = std::move(state);
}

}  // namespace stribeck::imports
