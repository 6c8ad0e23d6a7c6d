#pragma once
// An FMU for model exchange: what FMI 2.0 and 3.0 do with other functions, by one order of calls.
#include <span>

#include "imports/library.h"

namespace stribeck::imports {

class ExchangeInstance : public FmuInstance {
 public:
  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override;
  Outcome step(const std::vector<Setting>& inputs, double t, double h) override;
  ExchangeReply exchange(const ExchangeRequest& request) override;

 protected:
  struct Update {
    bool goes_on = false;       ///< another round is needed
    bool moves_states = false;  ///< states have got other values
    bool is_over = false;
    std::optional<double> next_event_s;
  };
  explicit ExchangeInstance(const InstanceOrder& order) : description_(*order.description), exchange_(*order.exchange) {}

  virtual void initialise(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) = 0;
  virtual void set(const Setting& setting) = 0;
  virtual void set_time(double t) = 0;
  virtual void set_states(std::span<const double> states) = 0;
  virtual void get_states(std::span<double> states) = 0;
  virtual void get_derivatives(std::span<double> derivatives) = 0;
  virtual void get_indicators(std::span<double> indicators) = 0;
  virtual void enter_event_mode() = 0;
  virtual void enter_continuous_mode() = 0;
  virtual Update update_discrete_states() = 0;
  /// Whether it wants an event; `is_over`: it asks for the end.
  virtual bool complete(bool& is_over) = 0;
  /// The derivatives of the unknowns by the known variable.
  virtual void slopes(std::span<const std::uint32_t> unknowns, std::uint32_t known, std::span<double> values) = 0;

 private:
  void place(const ExchangePoint& point);
  void settle(ExchangeReply& reply, std::vector<double> states);
  void evaluate(const ExchangeRequest& request, ExchangeReply& reply);
  void differentiate(const ExchangeRequest& request, ExchangeReply& reply);
  void take_differences(const ExchangeRequest& request, ExchangeReply& reply);

  const FmuDescription& description_;
  const FmuExchange& exchange_;
};

}  // namespace stribeck::imports
