#pragma once
// An FMU for model exchange as functions of numbers, as timeline.h has them for co-simulation. What it does between events follows from its
// discrete states, the time, its continuous states and its inputs. Its discrete states after an event have a number, a token, which follows
// from all that they follow from; 0: it has not begun. Functions of many numbers take a list (ExternalFunction::is_list): it begins with a
// token, and each entry has a number, too. So a list is a point at which the FMU can be looked at, and everything is a function of lists.
// Lists are forgotten soon: each evaluation of the diagram makes them anew.
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/archive.h"
#include "base/external_function.h"
#include "imports/order.h"

namespace stribeck::imports {

class Exchange : public ExternalMemory {
 public:
  Exchange(TimelineOrder order, bool begins_with_inputs) : order_(std::move(order)), begins_with_inputs_(begins_with_inputs) {}
  const FmuDescription& description() const { return *order_.description; }
  const FmuExchange& exchange() const { return *order_.description->exchange; }

  // Numbers of entries: variables have their own; states and the time come behind them. What can be read at a list: the same of variables;
  // behind them the derivatives of states, then the event indicators.
  double number_of_state(std::size_t state) const { return static_cast<double>(description().variables.size() + state); }
  double number_of_time() const { return number_of_state(exchange().states.size()); }
  double number_of_derivative(std::size_t state) const { return number_of_state(state); }
  double number_of_indicator(std::size_t indicator) const { return number_of_state(exchange().states.size() + indicator); }

  // Values of variables and states are in the units of the FMU.
  double put(double list, double number, double value);
  /// Of an indicator: above zero as long as it is on the side where it was after the last event, else not; no number: the FMU discards.
  double read(double list, double what);
  double slope(double list, double what, double number);
  /// 1 where a list asks for an event by what it has beside indicators: discrete inputs that are others than after the last event, inputs
  /// that jump at an event of the diagram, a completed step that asked for one.
  double is_due(double list);
  /// 1 where it has not begun, or has begun with other inputs at this very instant.
  double is_to_begin(double list);
  /// The token behind its initialisation with these parameters and the inputs of the list; 0 if `wanted` is not 1.
  double begin(double starts, double list, double wanted);
  /// The token behind an event at the list; the same.
  double happen(double list, double wanted);
  /// What an event has left: a state, the time of the next event, whether the simulation is over.
  double state(double token, std::size_t number);
  double next_event_s(double token);
  double is_over(double token);

  void carry(Archive& archive) override;
  bool depends(double what, double number) const override;
  bool watches_steps() const override { return true; }
  bool complete_step(double t) override;
  void begin_event(double t) override;

 private:
  using Token = std::int64_t;
  struct Entry {
    Token before = 0;
    double number = 0, value = 0;
    std::uint64_t made = 0;
  };
  /// Discrete states after an event, and what they follow from.
  struct Discrete {
    Token before = 0;  ///< 0: it begins here
    std::vector<Setting> starts;
    double t = 0;  ///< of the diagram; that of the point may be later by a rounding
    ExchangePoint point;
    ExchangeReply reply;
    bool ends = false;  ///< a step before it asked for the end
    void carry(Archive& archive);
  };
  /// A list as a point.
  struct Gathered {
    Token token = 0;
    double t = 0;  ///< of the diagram; that of the point may be later by a rounding
    ExchangePoint point;
  };
  /// What was found at a list.
  struct Known {
    Gathered place;
    ExchangeReply reply;
    std::map<std::uint32_t, double> values;
    std::map<std::uint32_t, ExchangeReply> slopes;  ///< of derivatives, by number
  };
  struct Live {
    std::unique_ptr<FmuInstance> instance;
    Token at = 0;
    std::uint64_t used = 0;
    std::thread::id thread;
    double completed_s = 0, completed_before_s = 0;  ///< the ends of the last steps
  };
  /// What goes on in a run: it stays in its thread.
  struct Run {
    Token last = 0;  ///< list
    double event_s = 0, completed_s = 0;
    std::vector<Setting> inputs_before;  ///< the event there
    std::optional<std::pair<Token, double>> wants_event;
    bool ends = false;
  };

  Token token_of(std::uint64_t kind, Token list, Token other) const;
  const Entry* entry_of(Token list);
  Gathered gathered(Token list);
  const Gathered& place_of(Token list) { return known_at(list).place; }
  const Discrete& discrete_of(Token token) const;
  Known& known_at(Token list);
  double read_variable(Token list, std::uint32_t variable);
  double read_indicator(Token list, std::size_t indicator);
  ExchangeReply ask(Token list, ExchangeRequest request);
  ExchangeReply ask(Live& live, const ExchangeRequest& request);
  Live& instance_at(Token token, double t);
  Live& new_instance();
  void go(Live& live, Token token);
  double start_value(std::uint32_t variable) const;
  double add_discrete(Token token, Discrete discrete);
  bool is_same(const Setting& a, const Setting& b, double share) const;
  bool has_changed(const std::vector<Setting>& now, const std::vector<Setting>& before, bool continuous, double share) const;
  Run& run() { return runs_[std::this_thread::get_id()]; }

  const TimelineOrder order_;
  const bool begins_with_inputs_;
  std::recursive_mutex mutex_;
  std::unordered_map<Token, Entry> lists_, lists_before_;
  std::unordered_map<Token, Entry> starts_;  ///< lists of parameters, which runs begin with again and again
  std::uint64_t made_ = 0, uses_ = 0;
  std::unordered_map<Token, Known> known_;
  std::unordered_map<Token, Discrete> discretes_;
  std::vector<Token> in_order_;               ///< of those, as they were made
  std::map<Token, std::string> kept_states_;  ///< of a run that is resumed
  std::vector<Live> live_;
  std::map<std::thread::id, Run> runs_;
  FmuFiles files_;
};

}  // namespace stribeck::imports
