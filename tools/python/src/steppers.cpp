// Compiled diagrams that are stepped from outside, by the calls of kernel.h.
#include <chrono>
#include <cmath>

#include "bindings.h"
#include "stribeck/kernel.h"

namespace stribeck::python {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
constexpr std::size_t kStepsBetweenSignals = 1024;

[[noreturn]] void fail(ErrorCode code, const std::string& message, const std::string& remedy) {
  throw Failure(Diagnostic{.code = code, .message = message, .where = {}, .because = {}, .remedy = remedy, .details = {}});
}

/// The kernel's messages are texts already: code and words.
[[noreturn]] void fail(const stribeck_message& why) {
  nb::dict told;
  for (const char* empty : {"file", "pointer", "component", "relation", "because", "advice"}) told[empty] = "";
  told["code"] = why.code[0] == 0 ? "arguments.invalid" : why.code;
  told["severity"] = "error";
  told["message"] = told["text"] =
      nb::steal(PyUnicode_DecodeUTF8(why.text, static_cast<Py_ssize_t>(std::string(why.text).size()), "replace"));
  told["line"] = told["column"] = 0;
  told["details"] = nb::list();
  nb::list all;
  all.append(told);
  const nb::object error = nb::module_::import_("stribeck._errors").attr("error_of")(all);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

class Program {
 public:
  explicit Program(const nb::bytes& content) {
    stribeck_message why{};
    if (stribeck_program_read(content.c_str(), content.size(), "the program", &program_, &why) != stribeck_ok) fail(why);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { stribeck_program_free(program_); }

  stribeck_program* get() const { return program_; }
  std::size_t count(int kind) const { return stribeck_count(program_, kind_of(kind)); }
  static stribeck_kind kind_of(int kind) {
    if (kind < stribeck_parameter || kind > stribeck_state) throw nb::value_error("there is no such kind");
    return static_cast<stribeck_kind>(kind);
  }
  nb::list variables(int kind) const {
    nb::list list;
    for (std::size_t number = 0; number < count(kind); ++number) {
      stribeck_variable one{};
      stribeck_describe(program_, kind_of(kind), number, &one);
      list.append(nb::make_tuple(one.name, one.unit, one.doc, one.value, one.shapes != 0));
    }
    return list;
  }

 private:
  stribeck_program* program_ = nullptr;
};

/// One motion. A thread that calls it while another one does is refused.
class Instance {
 public:
  explicit Instance(std::shared_ptr<Program> program) : program_(std::move(program)), instance_(stribeck_instance_new(program_->get())) {
    if (instance_ == nullptr) throw std::bad_alloc();
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() { stribeck_instance_free(instance_); }

  void set_experiment(double rtol, double atol, double stop_s, const std::string& solver) {
    const Use use(*this);
    stribeck_experiment experiment{};
    stribeck_program_experiment(program_->get(), &experiment);
    if (rtol > 0) experiment.rtol = rtol;
    if (atol > 0) experiment.atol = atol;
    if (!std::isnan(stop_s)) experiment.stop_s = stop_s;
    if (!solver.empty()) {
      if (solver.size() >= sizeof experiment.solver) throw nb::value_error("there is no such solver");
      experiment.solver[solver.copy(experiment.solver, sizeof experiment.solver - 1)] = 0;
    }
    done(stribeck_set_experiment(instance_, &experiment));
  }
  void set(int kind, const std::vector<std::size_t>& numbers, const std::vector<double>& values,
           const std::optional<std::vector<double>>& slopes) {
    const Use use(*this);
    if (numbers.size() != values.size() || (slopes && slopes->size() != values.size()))
      throw nb::value_error("numbers and values are not equally many");
    if (kind == stribeck_input)
      done(stribeck_set_inputs(instance_, numbers.size(), numbers.data(), values.data(), slopes ? slopes->data() : nullptr));
    else
      done(stribeck_set_parameters(instance_, numbers.size(), numbers.data(), values.data()));
  }
  void initialise(int way) {
    const Use use(*this);
    done(stribeck_initialise(instance_, way == 0 ? stribeck_steps : stribeck_equations));
  }
  void reset() {
    const Use use(*this);
    stribeck_reset(instance_);
  }
  void set_stop(double stop_s) {
    const Use use(*this);
    done(stribeck_set_stop(instance_, stop_s));
  }
  double time() const {
    const Use use(*this);
    return stribeck_time(instance_);
  }
  auto get(int kind, const std::vector<std::size_t>& numbers) {
    const Use use(*this);
    std::vector<double> values(numbers.size());
    done(stribeck_get(instance_, Program::kind_of(kind), numbers.size(), numbers.data(), values.data()));
    return array_of(values, values.size());
  }
  double get_one(int kind, std::size_t number) {
    const Use use(*this);
    double value = 0;
    done(stribeck_get(instance_, Program::kind_of(kind), 1, &number, &value));
    return value;
  }
  bool step(double duration_s) { return step_to(stribeck_time(instance_) + duration_s, false); }
  /// The same. To give the interpreter to others and to take it back costs more than a short step: steps that are no longer than some which
  /// took little time keep it. Time is taken now and then.
  bool quick_step(double duration_s) {
    constexpr int kStepsBetween = 64;
    if (!(duration_s <= quick_s_) || ++quick_steps_ >= kStepsBetween) {
      const auto begin = std::chrono::steady_clock::now();
      const bool goes_on = step(duration_s);
      const bool is_quick = std::chrono::steady_clock::now() - begin < std::chrono::microseconds(5);
      quick_s_ = is_quick ? duration_s : -HUGE_VAL;
      quick_steps_ = 0;
      return goes_on;
    }
    const Use use(*this);
    return done(stribeck_step_to(instance_, stribeck_time(instance_) + duration_s, 0));
  }
  bool step_to(double time_s, bool stops_at_event) {
    const Use use(*this);
    stribeck_status status = stribeck_ok;
    {
      const nb::gil_scoped_release released;
      status = stribeck_step_to(instance_, time_s, stops_at_event ? 1 : 0);
    }
    return done(status);
  }
  /// So many steps, before each of them inputs of a row, if there are any, and after each the outputs; fewer rows where the motion ends.
  auto steps(double duration_s, std::size_t count, const std::vector<std::size_t>& inputs, const Table& rows,
             const std::vector<std::size_t>& outputs) {
    const Use use(*this);
    if (rows.shape(1) != inputs.size() || (!inputs.empty() && rows.shape(0) != count))
      throw nb::value_error("there is not one row of inputs for each step");
    std::vector<double> values(count * outputs.size());
    std::size_t made = 0;
    bool goes_on = true;
    while (goes_on && made < count) {
      stribeck_status status = stribeck_ok;
      {
        const nb::gil_scoped_release released;
        for (const std::size_t pause = made + kStepsBetweenSignals; status == stribeck_ok && made < count && made < pause; ++made) {
          if (!inputs.empty())
            status = stribeck_set_inputs(instance_, inputs.size(), inputs.data(), rows.data() + made * inputs.size(), nullptr);
          if (status == stribeck_ok) status = stribeck_step_to(instance_, stribeck_time(instance_) + duration_s, 0);
          if (status == stribeck_refused || status == stribeck_failed) break;
          if (outputs.empty()) continue;
          const stribeck_status ended = status;
          status = stribeck_get(instance_, stribeck_output, outputs.size(), outputs.data(), values.data() + made * outputs.size());
          if (status == stribeck_ok) status = ended;
        }
      }
      goes_on = done(status);
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    values.resize(made * outputs.size());
    return array_of(values, made, outputs.size());
  }
  /// step() as a function of C, which costs little more than the step: of one number. With anything else, and where the step is refused, as
  /// before the start, it is `slow`.
  static nb::object fast_step(nb::handle_t<Instance> self, nb::callable slow) {
    static PyMethodDef method{"step", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&call_step)), METH_FASTCALL | METH_KEYWORDS,
                              "Sets inputs and goes on by so many seconds. False once the motion goes no further."};
    const nb::tuple bound = nb::make_tuple(self, slow);
    return nb::steal(PyCFunction_New(&method, bound.ptr()));
  }

  void place(double time_s, const Numbers& states) {
    const Use use(*this);
    place_there(time_s, states);
  }
  auto rhs(double time_s, const Numbers& states) {
    const Use use(*this);
    place_there(time_s, states);
    std::vector<double> rates(states.shape(0));
    done(stribeck_derivatives(instance_, rates.data()));
    return array_of(rates, rates.size());
  }
  auto jacobian(double time_s, const Numbers& states) {
    const Use use(*this);
    place_there(time_s, states);
    const std::size_t n = states.shape(0);
    std::vector<double> matrix(n * n), direction(n), product(n);
    for (std::size_t column = 0; column < n; ++column) {
      direction[column] = 1;
      done(stribeck_jacobian_times(instance_, direction.data(), product.data()));
      direction[column] = 0;
      for (std::size_t row = 0; row < n; ++row) matrix[row * n + column] = product[row];
    }
    return array_of(matrix, n, n);
  }
  std::size_t count_indicators() const { return stribeck_count_indicators(instance_); }
  auto indicators(double time_s, const Numbers& states) {
    const Use use(*this);
    place_there(time_s, states);
    std::vector<double> values(count_indicators());
    done(stribeck_indicators(instance_, values.data()));
    return array_of(values, values.size());
  }
  bool complete_step() {
    const Use use(*this);
    int is_event = 0;
    done(stribeck_complete_step(instance_, &is_event));
    return is_event != 0;
  }
  std::pair<double, bool> happen() {
    const Use use(*this);
    double next_s = HUGE_VAL;
    const bool goes_on = done(stribeck_happen(instance_, &next_s));
    return {next_s, goes_on};
  }
  nb::bytes save() {
    const Use use(*this);
    const void* bytes = nullptr;
    std::size_t size = 0;
    done(stribeck_save(instance_, &bytes, &size));
    return nb::bytes(bytes, size);
  }
  void restore(const nb::bytes& bytes) {
    const Use use(*this);
    done(stribeck_restore(instance_, bytes.c_str(), bytes.size()));
  }

 private:
  class Use {
   public:
    /// With the interpreter held, so that nobody comes in between.
    explicit Use(const Instance& instance) : busy_(instance.busy_) {
      if (busy_) fail(ErrorCode::arguments_invalid, "another thread steps this object", "give each thread a stepper of its own");
      busy_ = true;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { busy_ = false; }

   private:
    bool& busy_;
  };

  static PyObject* call_step(PyObject* bound, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (count == 1 && names == nullptr && PyFloat_CheckExact(arguments[0])) {
      try {
        return PyBool_FromLong(nb::inst_ptr<Instance>(PyTuple_GET_ITEM(bound, 0))->quick_step(PyFloat_AS_DOUBLE(arguments[0])) ? 1 : 0);
      } catch (const std::exception&) {  // the slow way meets the same and says it, or begins the motion first
      }
    }
    return PyObject_Vectorcall(PyTuple_GET_ITEM(bound, 1), arguments, static_cast<std::size_t>(count), names);
  }

  void place_there(double time_s, const Numbers& states) {
    const std::size_t expected = program_->count(stribeck_state);
    if (states.shape(0) != expected)
      throw nb::value_error(("there are " + std::to_string(expected) + " states, not " + std::to_string(states.shape(0))).c_str());
    done(stribeck_place(instance_, time_s, states.data()));
  }
  /// False: the motion goes no further.
  bool done(stribeck_status status) const {
    if (status == stribeck_ok) return true;
    if (status == stribeck_ended) return false;
    fail(*stribeck_why(instance_));
  }

  std::shared_ptr<Program> program_;
  stribeck_instance* instance_;
  mutable bool busy_ = false;
  double quick_s_ = -HUGE_VAL;  ///< steps of this length have taken little time
  int quick_steps_ = 0;         ///< since that was seen
};

}  // namespace

void bind_steppers(nb::module_& module) {
  nb::class_<Program>(module, "Program")
      .def(nb::init<const nb::bytes&>())
      .def("variables", &Program::variables, nb::arg("kind"))
      .def("experiment", [](const Program& program) {
        stribeck_experiment experiment{};
        stribeck_program_experiment(program.get(), &experiment);
        return nb::make_tuple(experiment.start_s, experiment.stop_s, experiment.rtol, experiment.atol);
      });
  nb::class_<Instance>(module, "Instance")
      .def(nb::init<std::shared_ptr<Program>>())
      .def("set_experiment", &Instance::set_experiment)
      .def("set", &Instance::set, nb::arg("kind"), nb::arg("numbers"), nb::arg("values"), nb::arg("slopes").none() = nb::none())
      .def("initialise", &Instance::initialise)
      .def("reset", &Instance::reset)
      .def("set_stop", &Instance::set_stop)
      .def("time", &Instance::time)
      .def("get", &Instance::get)
      .def("get_one", &Instance::get_one)
      .def("step", &Instance::step)
      .def("steps", &Instance::steps, nb::arg("duration"), nb::arg("count"), nb::arg("inputs"), nb::arg("rows"), nb::arg("outputs"))
      .def("fast_step", &Instance::fast_step, nb::arg("slow"))
      .def("step_to", &Instance::step_to, nb::arg("t"), nb::arg("stops_at_event") = false)
      .def("place", &Instance::place)
      .def("rhs", &Instance::rhs)
      .def("jacobian", &Instance::jacobian)
      .def("count_indicators", &Instance::count_indicators)
      .def("indicators", &Instance::indicators)
      .def("complete_step", &Instance::complete_step)
      .def("happen", &Instance::happen)
      .def("save", &Instance::save)
      .def("restore", &Instance::restore);
}

}  // namespace stribeck::python
