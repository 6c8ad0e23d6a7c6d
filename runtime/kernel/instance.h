#pragma once
// An instance of a compiled diagram that is stepped by its caller: what stands behind the C interface.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulation/loop/image_run.h"
#include "stribeck/kernel.h"

namespace stribeck {

/// A program with the names of all that its users refer to by number.
struct KernelProgram {
  KernelProgram(std::string_view bytes, const std::string& name);

  struct Named {
    std::string name, unit, doc;
    double value = 0;
    bool shapes = false;
  };
  const std::vector<Named>* of(stribeck_kind kind) const;
  /// The column of an output.
  std::size_t column(std::size_t output) const {
    return output < image.outputs.size() ? image.outputs[output].column : output - image.outputs.size();
  }

  ProgramImage image;
  std::vector<Named> named[4];   ///< by stribeck_kind
  std::vector<bool> shows_heat;  ///< by column
  std::string fingerprint;       ///< of the file
};

class KernelInstance {
 public:
  explicit KernelInstance(std::shared_ptr<const KernelProgram> program);

  /// Thrown by a call that is not possible now, or not with these arguments; nothing has changed.
  struct Refused {
    std::string why, remedy;
  };

  void reset();
  void set_experiment(const stribeck_experiment& experiment);
  void set_parameters(std::span<const std::size_t> numbers, const double* values);
  void set_inputs(std::span<const std::size_t> numbers, const double* values, const double* slopes);
  void initialise(stribeck_way way);
  void set_stop(double stop_s);
  double time() const { return time_s_; }
  void get(stribeck_kind kind, std::span<const std::size_t> numbers, double* values);
  bool step_to(double time_s, bool stops_at_event);

  void place(double time_s, const double* states);
  void derivatives(double* values);
  void jacobian_times(const double* direction, double* product);
  std::size_t count_indicators() const;
  void indicators(double* values);
  bool complete_step();
  bool happen();
  double next_event_s() const;

  std::string_view save();
  void restore(std::string_view bytes);

  /// To be called when the equations have failed: the instance must be reset, or given a saved state, before it goes on.
  void break_off() { run_.reset(), is_broken_ = true; }
  const KernelProgram& program() const { return *program_; }

 private:
  /// The present course of an input: level + slope (t - since).
  struct Line {
    double level = 0, slope = 0, since_s = 0;
    void carry(Archive& archive) { archive(level, slope, since_s); }
  };
  /// Values that were given during the run, at one instant.
  struct Gift {
    double time_s = 0;
    std::vector<GivenValue> values;
    std::vector<double> parameters;
    double stop_s = 0;  ///< 0: it stays
    void carry(Archive& archive) { archive(time_s, values, parameters, stop_s); }
  };

  std::size_t states() const { return static_cast<std::size_t>(program_->image.program.states()); }
  void require_numbers(stribeck_kind kind, std::span<const std::size_t> numbers) const;
  void require_limits(std::span<const std::size_t> numbers, const std::vector<double>& parameters) const;
  void require_way(stribeck_way way) const;
  void give(Gift gift);
  std::vector<double> delays(const std::vector<double>& parameters) const;
  void make_run();
  std::vector<GivenValue> values_of_inputs() const;
  void carry(Archive& archive);
  const double* row();

  std::shared_ptr<const KernelProgram> program_;
  ProgramExperiment experiment_;
  std::vector<double> parameters_;
  std::vector<Line> inputs_;
  bool is_broken_ = false;
  stribeck_way way_ = stribeck_steps;
  double time_s_ = 0;
  // The motion can be repeated from these: a record of its state, or the values at the start, and the gifts since then.
  std::string record_;
  double first_stop_s_ = 0;
  std::vector<double> first_parameters_;
  std::vector<Line> first_inputs_;
  std::vector<Gift> gifts_;
  std::vector<double> placed_;  // the states where the caller was when its state was saved
  std::vector<double> states_;  // as the caller asked for them last
  RunSettings settings_;
  NoRows no_rows_;
  ImageChoices choices_;
  std::optional<ImageRun> run_;
  const double* row_ = nullptr;  // the output values at the present time; null until they are asked for
  std::string saved_;
};

}  // namespace stribeck
