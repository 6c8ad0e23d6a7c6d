#pragma once
// One simulation by an FMU, for co-simulation or model exchange: in this process (library.h) or in one of its own (child.h).
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/archive.h"
#include "imports/description.h"

namespace stribeck::imports {

/// A variable, by number in FmuDescription::variables, and its value in the unit of the FMU; of texts the text.
struct Setting {
  std::uint32_t variable = 0;
  double value = 0;
  std::string text = {};
  void carry(Archive& archive);
};

/// Values of the variables that are read after each step, in the unit of the FMU.
struct Outcome {
  std::vector<double> values;
  bool is_over = false;  ///< the FMU asks for the end of the simulation
  void carry(Archive& archive);
};

/// What went wrong in an FMU: a sentence that goes on behind its name, and what it said itself.
class FmuFault : public std::runtime_error {
 public:
  explicit FmuFault(const std::string& what, std::string said = {}, std::string remedy = {}, bool is_discarded = false)
      : std::runtime_error(what), said_(std::move(said)), remedy_(std::move(remedy)), is_discarded_(is_discarded) {}
  const std::string& said() const { return said_; }
  const std::string& remedy() const { return remedy_; }
  /// It has no value there, but goes on elsewhere.
  bool is_discarded() const { return is_discarded_; }

 private:
  std::string said_, remedy_;
  bool is_discarded_;
};

/// Where an FMU for model exchange is looked at; states and inputs in the units of the FMU.
struct ExchangePoint {
  double t = 0;
  std::vector<double> states;
  std::vector<Setting> inputs;
  void carry(Archive& archive) { archive(t, states, inputs); }
};

enum class ExchangeCall : std::uint8_t {
  begin,     ///< instantiates and initialises it with the inputs of the point, and settles its discrete states
  evaluate,  ///< values at a point between events
  slopes,    ///< derivatives there by the value that has a number
  complete,  ///< a step that ends there belongs to the motion
  happen     ///< an event there: all inputs are set, and its discrete states settle
};

struct ExchangeRequest {
  ExchangeCall call = ExchangeCall::evaluate;
  std::vector<Setting> starts;  ///< of begin: set before it is initialised
  ExchangePoint point;
  bool derivatives = false, indicators = false;  ///< what is wanted,
  std::vector<std::uint32_t> variables;          ///< beside these
  std::uint32_t number = 0;                      ///< of slopes: FmuExchange::number_of_...
  void carry(Archive& archive) { archive(call, starts, point, derivatives, indicators, variables, number); }
};

struct ExchangeReply {
  std::vector<double> derivatives, indicators, values;  ///< what was asked for, or its slopes
  std::vector<double> states;                           ///< of begin and happen: behind the event
  std::optional<double> next_event_s;                   ///< the same
  bool is_over = false;                                 ///< it asks for the end of the simulation
  bool wants_event = false;                             ///< of complete
  bool is_discarded = false;                            ///< it has no values there
  void carry(Archive& archive) { archive(derivatives, indicators, values, states, next_event_s, is_over, wants_event, is_discarded); }
};

/// Every function throws FmuFault.
class FmuInstance {
 public:
  virtual ~FmuInstance() = default;
  /// Instantiates and initialises it. `starts`: before it is initialised; `inputs`: while it is.
  virtual Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) = 0;
  /// Sets the inputs, which are held, and goes on from t to t + h.
  virtual Outcome step(const std::vector<Setting>& inputs, double t, double h) = 0;
  virtual double read(std::uint32_t variable) = 0;
  /// Of those for model exchange, instead of begin(), step() and read().
  virtual ExchangeReply exchange(const ExchangeRequest& request) = 0;
  /// All that it follows from; begin() need not have been called before set_state().
  virtual std::string state() = 0;
  virtual void set_state(const std::string& bytes) = 0;
};

/// What an instance is made of.
struct InstanceOrder {
  const FmuDescription* description = nullptr;
  std::string name;                       ///< of the component
  std::string library;                    ///< file
  std::string resources;                  ///< folder
  std::vector<std::uint32_t> reads;       ///< of co-simulation: what is read after each step
  const FmuExchange* exchange = nullptr;  ///< null: co-simulation
};

/// Loads the library and looks its functions up.
std::unique_ptr<FmuInstance> instance_in_this_process(const InstanceOrder& order);

}  // namespace stribeck::imports
