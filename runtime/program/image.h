#pragma once
// The image of a compiled diagram: everything that a run needs, as one value that can be written into a program file and read back.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/formula.h"
#include "base/wrong_derivative.h"
#include "program/columns.h"
#include "program/program.h"

namespace stribeck {

/// A number that is fixed during a run.
struct ProgramParameter {
  std::string name;     ///< "load.inertia"
  std::string unit;     ///< SI
  double value = 0;     ///< SI, when it was compiled
  bool shapes = false;  ///< a structural parameter: the equations may differ with another value
  void carry(Archive& archive) { archive(name, unit, value, shapes); }
};

/// A limit of a parameter, as its component declares it: `value relation bound` must hold. The bound may depend on other parameters.
struct ProgramLimit {
  std::size_t parameter = 0;  ///< by its number
  Operator relation = Operator::ge;
  std::string name;                     ///< of the bound, "coulomb_torque"; empty if it is a number
  Formula bound;                        ///< a formula in symbols
  std::vector<std::ptrdiff_t> symbols;  ///< the parameter that each symbol stands for, by number; -1: the bound does not use it
  /// In SI; not a number if the bound has no value.
  double allowed(const std::vector<double>& parameters) const;
  bool is_broken_by(const std::vector<double>& parameters) const;
  bool serves(std::size_t parameters) const;
  void carry(Archive& archive) { archive(parameter, relation, name, bound, symbols); }
};

/// How the diagram asks to be run.
struct ProgramExperiment {
  double start_s = 0, stop_s = 1, interval_s = 0;  ///< interval 0: not given
  std::string solver = "auto";
  double rtol = 1e-6, atol = 1e-9;
  bool has_atol = false;
  double step_s = 0, max_step_s = 0;  ///< 0: not given
  bool steady_state = false;
  void carry(Archive& archive) { archive(start_s, stop_s, interval_s, solver, rtol, atol, has_atol, step_s, max_step_s, steady_state); }
};

/// An input of the boundary: a signal, or the quantity that is given to a port. Its value is level + slope (t - since), held in three
/// discrete variables.
struct ProgramInput {
  std::string name, unit, doc;
  std::int32_t component = -1;
  std::int32_t level = -1, slope = -1, since = -1;  ///< into Program::discretes
  void carry(Archive& archive) { archive(name, unit, doc, component, level, slope, since); }
};

/// An output of the boundary.
struct ProgramOutput {
  std::string name, doc;
  std::size_t column = 0;  ///< of ProgramImage::columns
  void carry(Archive& archive) { archive(name, doc, column); }
};

struct ProgramImage {
  Program program;
  std::shared_ptr<const Program> with_jacobian;        ///< null: `program` has one, or it has not been compiled
  std::vector<std::shared_ptr<const Program>> others;  ///< of the same diagram with other states, each with a Jacobian
  std::vector<ProgramParameter> parameters;
  std::vector<ProgramLimit> limits;
  std::vector<OutputColumn> columns;
  std::size_t asked = 0;       ///< the first so many columns are the diagram's `outputs`; those of plots follow, then those of expectations
  std::size_t for_plots = 0;   ///< the number of columns up to and including those of plots
  std::size_t row_values = 0;  ///< the first so many outputs of the program make up a row: the columns, then operands of formulas
  std::vector<HeatColumn> heats;
  std::vector<RowFormula> formulas;
  std::vector<ProgramInput> inputs;
  std::vector<ProgramOutput> outputs;
  ProgramExperiment experiment;
  std::vector<double> sizes;      ///< how large the states are in the motion that the diagram has, by number; empty: not known
  std::vector<Diagnostic> notes;  ///< on the equations
  std::string source;             ///< what the program was compiled from; only the code that wrote it can read it

  /// Those with which it was compiled, in SI, by number.
  std::vector<double> parameter_values() const;
};

/// The nominal value of a state: as it is declared, or how large it is in the motion that the diagram has; 0 where neither is known.
double nominal_of(const ProgramImage& image, std::size_t state);

/// The first bytes of every program file.
std::string_view program_file_magic();

/// The bytes of a program file. `calls` of external functions at the start: whoever reads the file compares. Throws Failure
/// program.unreadable if the program calls functions that another process does not find.
std::string write_image(ProgramImage& image, std::span<const CallNotes::Call> calls = {});
/// Throws Failure program.unreadable for what is no program file of this version, is damaged, or breaks an invariant of programs. `path`:
/// for messages. `libraries`: the folder where the plugins are whose functions the program calls; empty: this process has loaded them.
ProgramImage read_image(std::string_view bytes, const std::string& path, const std::string& libraries = {});

}  // namespace stribeck
