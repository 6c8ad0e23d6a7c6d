#pragma once
// One simulation by an FMU, for co-simulation: in this process (library.h) or in one of its own (child.h).
#include <cstdint>
#include <memory>
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
  explicit FmuFault(const std::string& what, std::string said = {}, std::string remedy = {})
      : std::runtime_error(what), said_(std::move(said)), remedy_(std::move(remedy)) {}
  const std::string& said() const { return said_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::string said_, remedy_;
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
  /// All that it follows from; begin() need not have been called before set_state().
  virtual std::string state() = 0;
  virtual void set_state(const std::string& bytes) = 0;
};

/// What an instance is made of.
struct InstanceOrder {
  const FmuDescription* description = nullptr;
  std::string name;                  ///< of the component
  std::string library;               ///< file
  std::string resources;             ///< folder
  std::vector<std::uint32_t> reads;  ///< what is read after each step
};

/// Loads the library and looks its functions up.
std::unique_ptr<FmuInstance> instance_in_this_process(const InstanceOrder& order);

}  // namespace stribeck::imports
