// The declaration of an FMU for model exchange. Its discrete states are a token, its continuous states are states of the diagram; what it
// does between events are functions of a list of both, the time and its inputs (exchange.h).
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "imports/declared_parts.h"
#include "imports/exchange.h"

namespace stribeck::imports {
namespace {

Exchange& exchange(void* data) { return *static_cast<Exchange*>(data); }

/// Of what is numbered: a value in SI is value * factor + offset.
struct Scale {
  double factor = 1, offset = 0;
};

/// Of an entry of a list: a variable, a state, the time.
Scale scale_of_entry(const Exchange& exchange, double number) {
  const auto& variables = exchange.description().variables;
  auto i = static_cast<std::size_t>(number);
  if (number >= exchange.number_of_time()) return {};
  if (i >= variables.size()) i = exchange.exchange().states[i - variables.size()].variable;
  return {variables[i].si.factor, variables[i].si.offset};
}

/// Of what is read: a variable, the derivative of a state, an indicator.
Scale scale_of_reading(const Exchange& exchange, double what) {
  const Scale scale = scale_of_entry(exchange, what);
  return what >= exchange.number_of_derivative(0) ? Scale{scale.factor, 0} : scale;
}

double at_put(void* data, const double* a, const char** /*why*/) {
  const Scale scale = scale_of_entry(exchange(data), a[1]);
  return exchange(data).put(a[0], a[1], (a[2] - scale.offset) / scale.factor);
}
double at_read(void* data, const double* a, const char** /*why*/) {
  const Scale scale = scale_of_reading(exchange(data), a[1]);
  return exchange(data).read(a[0], a[1]) * scale.factor + scale.offset;
}
double at_slope(void* data, const double* a, const char** /*why*/) {
  const double factor = scale_of_reading(exchange(data), a[1]).factor / scale_of_entry(exchange(data), a[2]).factor;
  return exchange(data).slope(a[0], a[1], a[2]) * factor;
}
double at_is_due(void* data, const double* a, const char** /*why*/) { return exchange(data).is_due(a[0]); }
double at_is_to_begin(void* data, const double* a, const char** /*why*/) { return exchange(data).is_to_begin(a[0]); }
double at_begin(void* data, const double* a, const char** /*why*/) { return exchange(data).begin(a[0], a[1], a[2]); }
double at_happen(void* data, const double* a, const char** /*why*/) { return exchange(data).happen(a[0], a[1]); }
double at_state(void* data, const double* a, const char** /*why*/) {
  const auto state = static_cast<std::size_t>(a[1]);
  const Scale scale = scale_of_entry(exchange(data), exchange(data).number_of_state(state));
  return exchange(data).state(a[0], state) * scale.factor + scale.offset;
}
double at_next(void* data, const double* a, const char** /*why*/) { return exchange(data).next_event_s(a[0]); }
double at_over(void* data, const double* a, const char** /*why*/) { return exchange(data).is_over(a[0]); }

class ExchangeDeclaration : DeclaredParts {
 public:
  ExchangeDeclaration(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder)
      : DeclaredParts(component, api, recorder),
        exchange_(*component.description->exchange),
        memory_(std::make_shared<Exchange>(order(), component.begins_with_inputs)) {}

  void declare() {
    take_functions();
    const Function& put = *put_;
    Expression starts = 0;
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (is_parameter(description_.variables[i]) && !is_input(i)) starts = put(starts, number(i), parameter(i));
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (is_input(i)) inputs_.emplace_back(i, input(i));
    token_ = c_.hidden_discrete("fmu: token", "1", "its discrete states", 0);
    declare_states();

    const auto is_any = [](std::size_t /*input*/) { return true; };
    const auto is_continuous = [this](std::size_t i) { return description_.variables[i].is_continuous(); };
    between_events_ = point(is_continuous);
    const Expression whole = point(is_any), rates = rates_point();
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const FmuVariable& state = description_.variables[exchange_.states[s].variable];
      c_.relation(("derivative of " + state.key).c_str(), der(states_[s]) == read(rates, memory_->number_of_derivative(s)));
    }
    declare_events(starts, whole);
    for (std::size_t i = 0; i < description_.variables.size(); ++i) show_variable(i);
  }

 private:
  void take_functions() {
    const auto declare = [this](const char* name, const std::vector<const char*>& arguments, const char* last, const char* unit,
                                stribeck_function value) { return function(name, arguments, last, unit, value, memory_); };
    put_.emplace(declare("fmu: put", {"list", "number", "value"}, "any", "1", at_put));
    external("fmu: put").is_list = true;
    read_.emplace(declare("fmu: read", {"list", "what"}, "1", "any", at_read));
    auto slope = std::make_shared<ExternalFunction>(external("fmu: read"));
    slope->name = "fmu: slope";
    slope->arguments = {"list", "what", "number"};
    slope->argument_count = 3;
    slope->value = at_slope;
    external("fmu: read").slope = std::move(slope);
    is_due_.emplace(declare("fmu: is due", {"list"}, "1", "1", at_is_due));
    is_to_begin_.emplace(declare("fmu: is to begin", {"list"}, "1", "1", at_is_to_begin));
    begin_.emplace(declare("fmu: begin", {"starts", "list", "wanted"}, "1", "1", at_begin));
    happen_.emplace(declare("fmu: happen", {"list", "wanted"}, "1", "1", at_happen));
    state_.emplace(declare("fmu: state", {"token", "state"}, "1", "any", at_state));
    next_.emplace(declare("fmu: next", {"token"}, "1", "s", at_next));
    over_.emplace(declare("fmu: over", {"token"}, "1", "1", at_over));
  }

  void declare_states() {
    for (const FmuExchange::State& state : exchange_.states) {
      const FmuVariable& variable = description_.variables[state.variable];
      const char* unit = variable.signal_unit.c_str();
      const std::string doc = doc_of(variable);
      const std::string hidden = "fmu: " + variable.key;  // an output is no variable
      const Expression x = variable.causality == "output" ? c_.hidden_variable(hidden.c_str(), unit, doc.c_str())
                                                          : c_.variable(variable.key.c_str(), unit, doc.c_str());
      if (variable.nominal && *variable.nominal != 0) c_.attributes(x, 0, std::abs(*variable.nominal * variable.si.factor));
      states_.push_back(x);
    }
  }

  /// The time, all states, and some inputs.
  template <typename Wanted>
  Expression point(Wanted is_wanted) {
    Expression list = (*put_)(token_, memory_->number_of_time(), c_.time());
    for (std::size_t s = 0; s < states_.size(); ++s) list = (*put_)(list, memory_->number_of_state(s), states_[s]);
    for (const auto& [i, value] : inputs_)
      if (is_wanted(i)) list = (*put_)(list, number(i), value);
    return list;
  }

  /// With the continuous inputs that one of these unknowns depends on.
  Expression point_for(const std::vector<std::uint32_t>& unknowns) {
    return point([&](std::size_t i) {
      return description_.variables[i].is_continuous() && std::any_of(unknowns.begin(), unknowns.end(), [&](std::uint32_t unknown) {
               return exchange_.depends(unknown, static_cast<std::uint32_t>(i));
             });
    });
  }
  /// One for all derivatives: an FMU gives them at once.
  Expression rates_point() {
    std::vector<std::uint32_t> unknowns;
    for (const FmuExchange::State& state : exchange_.states) unknowns.push_back(state.derivative);
    return point_for(unknowns);
  }

  Expression read(const Expression& list, double what) { return (*read_)(list, what); }

  /// Two conditions in turn: what an event changes may ask for the next one at the same instant, and only what becomes true is an event.
  void declare_events(const Expression& starts, const Expression& whole) {
    const Expression turn = c_.hidden_discrete("fmu: turn", "1", "0 or 1: which condition is next", 0);
    const Expression come = c_.hidden_discrete("fmu: come", "1", "the discrete states whose next event has come", 0);
    // Before what samples at the same instant; when it happens is known beforehand.
    c_.when("", c_.time() >= (*next_)(token_), {{come, token_}});
    const Condition begins = (*is_to_begin_)(whole) > 0.5;
    Condition happens = (*is_due_)(whole) > 0.5 || (come >= token_ && come <= token_ && token_ > 0.5);
    for (std::size_t k = 0; k < exchange_.indicators; ++k) happens = happens || read(between_events_, memory_->number_of_indicator(k)) <= 0;
    const Expression is_begin = if_else(begins, 1, 0), is_event = if_else(begins, 0, if_else(happens, 1, 0));
    const Expression next = (*begin_)(starts, whole, is_begin) + (*happen_)(whole, is_event);
    std::vector<Assignment> assignments{{token_, next}, {turn, 1 - turn}};
    for (std::size_t s = 0; s < states_.size(); ++s) assignments.push_back({states_[s], (*state_)(next, number(s))});
    const Condition wanted = begins || happens;
    c_.when("", wanted && turn < 0.5, assignments);
    c_.when("", wanted && turn > 0.5, assignments);
    c_.terminate_when((*over_)(token_) > 0.5, "the FMU asks for the end of the simulation");
  }

  void show_variable(std::size_t i) {
    const FmuVariable& variable = description_.variables[i];
    const bool is_state =
        std::any_of(exchange_.states.begin(), exchange_.states.end(), [i](const auto& state) { return state.variable == i; });
    if ((is_state && variable.causality != "output") || !variable.is_number()) return;
    if (const std::int32_t s = exchange_.state_of(variable, description_.variables); s >= 0) return show(i, states_[at(s)]);
    const auto unknown = static_cast<std::uint32_t>(i);
    show(i, read(variable.causality == "output" ? point_for({unknown}) : between_events_, number(i)));
  }

  const FmuExchange& exchange_;
  std::shared_ptr<Exchange> memory_;
  std::optional<Function> put_, read_, is_due_, is_to_begin_, begin_, happen_, state_, next_, over_;
  std::vector<std::pair<std::size_t, Expression>> inputs_;
  std::vector<Expression> states_;
  Expression token_ = 0, between_events_ = 0;
};

}  // namespace

void declare_exchange(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder) {
  ExchangeDeclaration(component, api, recorder).declare();
}

}  // namespace stribeck::imports
