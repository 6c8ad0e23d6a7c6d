#include "imports/exchange_instance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

/// Rounds in which discrete states settle; one that needs more never does.
constexpr int kMostRounds = 1000;

}  // namespace

Outcome ExchangeInstance::begin(const std::vector<Setting>& /*starts*/, const std::vector<Setting>& /*inputs*/, double /*t*/) {
  throw FmuFault("is not for co-simulation");
}
Outcome ExchangeInstance::step(const std::vector<Setting>& /*inputs*/, double /*t*/, double /*h*/) {
  throw FmuFault("is not for co-simulation");
}

ExchangeReply ExchangeInstance::exchange(const ExchangeRequest& request) {
  ExchangeReply reply;
  switch (request.call) {
    case ExchangeCall::begin:
      initialise(request.starts, request.point.inputs, request.point.t);
      settle(reply, {});
      return reply;
    case ExchangeCall::evaluate:
    case ExchangeCall::slopes:
      try {
        request.call == ExchangeCall::evaluate ? evaluate(request, reply) : differentiate(request, reply);
      } catch (const FmuFault& fault) {
        if (!fault.is_discarded()) throw;
        reply = {};
        reply.is_discarded = true;
      }
      return reply;
    case ExchangeCall::complete:
      place(request.point);
      reply.wants_event = complete(reply.is_over);
      return reply;
    default:
      place(request.point);
      enter_event_mode();
      for (const Setting& setting : request.point.inputs) set(setting);
      settle(reply, request.point.states);
      return reply;
  }
}

/// Discrete inputs are set at events alone.
void ExchangeInstance::place(const ExchangePoint& point) {
  set_time(point.t);
  if (!point.states.empty()) set_states(point.states);
  for (const Setting& setting : point.inputs)
    if (description_.variables[setting.variable].is_continuous()) set(setting);
}

/// In event mode: until the discrete states do not change any more. `states`: before; empty: not known.
void ExchangeInstance::settle(ExchangeReply& reply, std::vector<double> states) {
  bool moves = states.size() != exchange_.states.size();
  for (int round = 0;; ++round) {
    const Update update = update_discrete_states();
    moves = moves || update.moves_states;
    reply.is_over = update.is_over;
    reply.next_event_s = update.next_event_s;
    if (!update.goes_on || update.is_over) break;
    if (round == kMostRounds)
      throw FmuFault(fmt::format("does not settle its discrete states: after {} rounds it still asks for another", kMostRounds), {},
                     "ask who made it; other parameters may avoid it");
  }
  enter_continuous_mode();
  if (moves) {
    states.resize(exchange_.states.size());
    if (!states.empty()) get_states(states);
  }
  reply.states = std::move(states);
  reply.indicators.resize(exchange_.indicators);
  if (!reply.indicators.empty()) get_indicators(reply.indicators);
}

void ExchangeInstance::evaluate(const ExchangeRequest& request, ExchangeReply& reply) {
  place(request.point);
  if (request.derivatives) {
    reply.derivatives.resize(exchange_.states.size());
    if (!reply.derivatives.empty()) get_derivatives(reply.derivatives);
  }
  if (request.indicators) {
    reply.indicators.resize(exchange_.indicators);
    if (!reply.indicators.empty()) get_indicators(reply.indicators);
  }
  for (const std::uint32_t variable : request.variables) reply.values.push_back(read(variable));
}

void ExchangeInstance::differentiate(const ExchangeRequest& request, ExchangeReply& reply) {
  const std::size_t count = description_.variables.size(), number = request.number;
  std::vector<std::uint32_t> unknowns;
  if (request.derivatives)
    for (const FmuExchange::State& state : exchange_.states) unknowns.push_back(description_.variables[state.derivative].reference);
  bool can_give = exchange_.gives_slopes && !request.indicators && number < count + exchange_.states.size();
  for (const std::uint32_t variable : request.variables) {
    can_give = can_give && description_.variables[variable].type == ValueType::float64;
    unknowns.push_back(description_.variables[variable].reference);
  }
  if (!can_give) return take_differences(request, reply);
  place(request.point);
  const std::uint32_t known = number < count ? static_cast<std::uint32_t>(number) : exchange_.states[number - count].variable;
  std::vector<double> values(unknowns.size());
  slopes(unknowns, description_.variables[known].reference, values);
  const auto rows = static_cast<std::ptrdiff_t>(request.derivatives ? exchange_.states.size() : 0);
  reply.derivatives.assign(values.begin(), values.begin() + rows);
  reply.values.assign(values.begin() + rows, values.end());
}

/// Central ones, whose truncation and rounding are alike; but the time does not go back behind the last step.
void ExchangeInstance::take_differences(const ExchangeRequest& request, ExchangeReply& reply) {
  const std::size_t count = description_.variables.size();
  ExchangeRequest beside = request;
  double* moved = &beside.point.t;
  double nominal = 0;
  if (request.number < count) {
    for (Setting& setting : beside.point.inputs)
      if (setting.variable == request.number) moved = &setting.value;
    nominal = description_.variables[request.number].nominal.value_or(1);
  } else if (const std::size_t state = request.number - count; state < exchange_.states.size()) {
    moved = &beside.point.states[state];
    nominal = description_.variables[exchange_.states[state].variable].nominal.value_or(1);
  }
  const double middle = *moved, share = std::cbrt(std::numeric_limits<double>::epsilon());
  const double step = share * std::max({std::abs(middle), std::abs(nominal), moved == &beside.point.t ? 1e-3 : 1e-12});
  const double high = middle + step, low = moved == &beside.point.t ? middle : middle - step;
  ExchangeReply below;
  *moved = high;
  evaluate(beside, reply);
  *moved = low;
  evaluate(beside, below);
  const auto take = [&](std::vector<double>& values, const std::vector<double>& others) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (values[i] - others[i]) / (high - low);
  };
  take(reply.derivatives, below.derivatives), take(reply.indicators, below.indicators), take(reply.values, below.values);
}

}  // namespace stribeck::imports
