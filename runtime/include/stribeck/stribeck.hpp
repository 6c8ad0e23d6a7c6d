#pragma once
// Stribeck as a library: load a diagram, run it, read its curves, change a parameter, run it again.
//
//     stribeck::Simulation drive("drive.json");
//     const stribeck::Curves first = drive.run();
//     const stribeck::Curves second = drive.set("load.inertia", "2 kg*m^2").run();
//     for (const stribeck::VibrationMode& mode : drive.modes()) ...
//
// Needs the standard library alone. Link Stribeck::stribeck of find_package(Stribeck); program and library must use the same standard
// library of C++. All numbers are in SI. What goes wrong with a diagram, a plugin or a run is thrown as Error; nothing else is thrown but
// std::bad_alloc.
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define STRIBECK_API __attribute__((visibility("default")))
#else
#define STRIBECK_API
#endif

namespace stribeck {

/// Something is wrong with a diagram, a plugin or a run. what() is the text that the program `stribeck` would say.
class STRIBECK_API Error : public std::runtime_error {
 public:
  Error(const std::string& text, std::string code) : std::runtime_error(text), code_(std::move(code)) {}
  /// Of the first error: "diagram.unknown_parameter".
  const std::string& code() const { return code_; }

 private:
  std::string code_;
};

/// One variable over the run.
struct Column {
  std::string name;  ///< "load.w"
  std::string unit;  ///< SI, "rad/s"
  std::string doc;
  std::vector<double> values;  ///< one per time
};

/// What happened at an instant.
struct Event {
  double time_s = 0;
  std::string label;  ///< "friction.sticks"
};

/// What a run gave.
struct STRIBECK_API Curves {
  std::vector<double> time_s;  ///< ascending; an instant with events stands twice: before and after it
  std::vector<Column> columns;
  std::vector<Event> events;
  std::string solver;  ///< that ran
  std::int64_t steps = 0;
  double supplied_J = 0, stored_J = 0, dissipated_J = 0;  ///< work in = stored + dissipated
  double energy_residual = 0;                             ///< what is left of that, relative to the energy exchanged
  std::vector<std::string> remarks;                       ///< what the run says to its user besides
  std::string end;                                        ///< why a component ended it, as planned; empty if none did

  /// The values of a column. Throws Error diagram.unknown_variable, with the names that are near.
  const std::vector<double>& operator[](std::string_view name) const;
  /// Its value at a time: between rows on a straight line, after the events of that instant, before the first row and after the last one as
  /// there. Throws as [] does, and Error arguments.invalid for a time that is no number or curves without rows.
  double at(std::string_view name, double time_s) const;
};

/// A state, an input, an output or a parameter, and its value there, in SI.
struct NamedValue {
  std::string name, unit;
  double value = 0;
};

/// Numbers by rows.
struct Numbers {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// dx/dt = A x + B u, y = C x + D u, all of them differences from what they are at that instant, with what sticks and rests held.
struct LinearSystem {
  double time_s = 0;
  std::vector<NamedValue> states, inputs, outputs;
  Numbers a, b, c, d;
  std::vector<std::complex<double>> poles;  ///< rad/s, by ascending size
  std::vector<std::string> held;            ///< frictions that stick and contacts that are closed there
  std::vector<std::string> remarks;
};

/// A natural mode.
struct VibrationMode {
  std::complex<double> pole;  ///< rad/s; of a pair the one with the positive imaginary part
  /// Displacements of nodes, named by a port there; the largest of them is 1.
  std::vector<std::pair<std::string, std::complex<double>>> shape;
  std::vector<std::pair<std::string, double>> energy;         ///< of components, mean over a period; adds up to 1
  std::vector<std::pair<std::string, double>> participation;  ///< of states; adds up to 1
};

/// Derivatives at the end of a run. Not a number where one is undefined: there events come in another order, or a contact is grazed.
struct Derivatives {
  double time_s = 0;
  std::vector<NamedValue> parameters, outputs;
  Numbers by;  ///< d output / d parameter
  struct OfEvent {
    double time_s = 0;
    std::vector<std::string> labels;
    std::vector<double> by;  ///< d time / d parameter, s per unit
  };
  std::vector<OfEvent> events;
  std::vector<std::string> undefined;  ///< which parameter's, and why
  std::vector<std::string> remarks;
};

/// Parameters with which a diagram agrees best with what was measured.
struct Fitted {
  struct Parameter {
    std::string name, unit;
    double value = 0;          ///< SI
    double error = 0;          ///< standard error; not a number at a bound, or where the data do not tell
    double low = 0, high = 0;  ///< holds the true value with a probability of 95 %; not a number likewise
  };
  std::vector<Parameter> parameters;
  double sum_of_squares = 0;  ///< of residuals over sigma
  std::size_t rows = 0;
  std::string diagram;  ///< its text with these values
  std::vector<std::string> remarks;
};

/// A diagram made ready to run. Objects are independent of one another; one is used by one thread at a time. One that was moved from throws
/// Error arguments.invalid.
class STRIBECK_API Simulation {
 public:
  /// Reads and compiles the diagram, and all files that it names, once; `plugins` are libraries of components, or folders of them.
  /// Throws Error file.missing, plugin.unusable, and all that the program says of a diagram.
  explicit Simulation(const std::string& file, const std::vector<std::string>& plugins = {});
  /// The same of a text in memory; `name` is what errors call it. Files that it names are looked for in the folder of `name`.
  static Simulation from_text(const std::string& text, const std::string& name = "diagram", const std::vector<std::string>& plugins = {});
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// A parameter of the diagram ("speed") or of a component ("load.inertia"), or an initial value ("load.initial.w"): in SI, or as in the
  /// file ("3 rpm", "=2*k"). It is looked for when the next run begins.
  Simulation& set(const std::string& name, double value);
  Simulation& set(const std::string& name, int value) { return set(name, static_cast<double>(value)); }
  Simulation& set(const std::string& name, const std::string& value);
  Simulation& set(const std::string& name, const char* value);
  /// Of the diagram's experiment: "stop", "interval", "solver", "rtol" or "atol", as on the command line ("2 s"); or "plain": "on" runs
  /// without shortcuts, "off" with them. Throws Error arguments.invalid for any other.
  Simulation& experiment(const std::string& key, const std::string& value);

  /// Runs from the start with what is set now. Values alone make nothing to be built anew, unless they shape the network, as the ratio of
  /// a gear or a count does, or become zero. Throws Error; if the diagram refuses what was set since the last run, that is forgotten.
  Curves run();

  /// The linear model at the end of the run, or before it begins. Inputs are parameters ("motor.torque"), inputs of the boundary and
  /// connectors by name; its outputs are the columns of the run. Throws Error diagram.unknown_parameter, run.not_finite, or that of a run.
  LinearSystem linearise(const std::vector<std::string>& inputs = {}, bool at_start = false);
  /// The natural modes at the end of the run, or before it begins, by ascending size of their poles; of more than 300 states `most` of
  /// them, those of the lowest frequencies.
  std::vector<VibrationMode> modes(bool at_start = false, std::size_t most = 20);
  /// How the columns at the end, and the instants of events, change with parameters and initial values ("load.inertia", "load.initial.w"),
  /// across events, too. Throws Error diagram.unknown_parameter, or that of a run.
  Derivatives sensitivities(const std::vector<std::string>& parameters);
  /// Fits the parameters that the diagram's section "fit" names to the data that it names, or to those of the file `data`. Throws Error
  /// fit.failed, tool.missing, and all that the program says of a plan.
  Fitted fit(const std::string& data = {});
  /// How often equations have been built and compiled so far.
  int built() const;

 private:
  struct State;
  explicit Simulation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace stribeck
