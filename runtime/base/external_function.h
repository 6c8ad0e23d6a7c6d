#pragma once
// Functions that cannot be recorded: C code, a measured map. An expression holds a call of one, and differentiates it by the functions that
// its author gives as derivatives.
#include <array>
#include <memory>
#include <span>
#include <string>

namespace stribeck {

inline constexpr int kMostArguments = 3;

class Archive;

/// What functions know beside their arguments: where these are numbers of states of a simulation that runs outside. The same number is the
/// same state for as long as the process lasts; a run to be resumed takes them along.
class ExternalMemory {
 public:
  virtual ~ExternalMemory() = default;
  /// Writes, or adds what was written. Throws Failure fmu.no_state where that cannot be done.
  virtual void carry(Archive& archive) = 0;
  /// Whether what is read at a list may change with the value that has this number in it.
  virtual bool depends(double /*what*/, double /*number*/) const { return true; }
  /// Whether it is to be told of the steps and events of a run.
  virtual bool watches_steps() const { return false; }
  /// A step of the run in this thread ends at t, where its functions were called last. True if it asks for an event there.
  virtual bool complete_step(double /*t*/) { return false; }
  /// An event begins there, likewise.
  virtual void begin_event(double /*t*/) {}
  /// What is to be told of a run that has come to t; empty: nothing.
  virtual std::string remark(double /*t*/) { return {}; }
};

struct ExternalFunction {
  /// May set a sentence that says why there is no value; then, or when it returns what is not finite, the run fails.
  using Value = double (*)(void* data, const double* arguments, const char** why);
  std::string name;   ///< "torque"; of a derivative "d torque/d w"
  std::string owner;  ///< component type that declares it
  std::array<std::string, kMostArguments> arguments;
  int argument_count = 1;
  Value value = nullptr;
  void* data = nullptr;
  std::shared_ptr<ExternalMemory> memory;                                           ///< may be null; several functions may share it
  std::array<std::shared_ptr<const ExternalFunction>, kMostArguments> derivatives;  ///< by each argument; null: not given
  /// Functions of many numbers take a list of them, which the memory has: (list, number, value) adds the value with that number to a list.
  bool is_list = false;
  /// Of a function (list, what): its derivative by the value with a number in the list, as a function (list, what, number).
  std::shared_ptr<const ExternalFunction> slope;
};

/// What came of a call.
struct CallResult {
  double value = 0;  ///< NaN if it failed
  bool failed = false;
  std::string why;  ///< a sentence of the function's, may be empty
};

/// Arguments that are not finite are not handed over: the value is NaN without a fault of the function. Those with a memory may return NaN
/// without a fault, too, where a step that is tried leads to what has no value.
CallResult call(const ExternalFunction& function, std::span<const double> arguments);

/// A sentence about a call that failed, with its arguments.
std::string failure_of_call(const ExternalFunction& function, std::span<const double> arguments, const CallResult& result);

/// The function by which its derivative by that argument is computed. Throws Failure function.no_derivative if there is none.
const std::shared_ptr<const ExternalFunction>& derivative_of(const ExternalFunction& function, int argument);

}  // namespace stribeck
