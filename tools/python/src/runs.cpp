// Diagrams that are ready to run, and what runs gave.
#include <atomic>
#include <chrono>
#include <mutex>

#include "base/format.h"
#include "base/interruption.h"
#include "bindings.h"
#include "checkpoints.h"
#include "drawing/modes.h"
#include "drawing/plot_html.h"
#include "drawing/plot_page.h"
#include "program_source.h"
#include "recording.h"
#include "results/trajectory.h"
#include "session.h"
#include "session_object.h"

namespace stribeck::python {
namespace {

/// Of all rows the events alone.
struct EventsAlone : RowSink {
  void begin(const std::vector<OutputColumn>& /*columns*/) override {}
  void row(double /*time_s*/, const double* /*values*/) override {}
  void event(const EventRecord& event) override { events.push_back(event); }
  std::vector<EventRecord> events;
};

nb::dict told(const EnergyRow& row) {
  nb::dict dict;
  dict["component"] = row.instance;
  dict["type"] = row.type;
  dict["supplied"] = row.supplied;
  dict["stored"] = row.stored;
  dict["dissipated"] = row.dissipated;
  dict["residual"] = row.residual;
  return dict;
}

nb::dict told(const EnergyAudit& audit) {
  nb::dict dict;
  nb::list components;
  for (const EnergyRow& row : audit.components) components.append(told(row));
  dict["supplied"] = audit.supplied;
  dict["stored"] = audit.stored;
  dict["dissipated"] = audit.dissipated;
  dict["residual"] = audit.residual;
  dict["relative"] = audit.relative();
  dict["components"] = components;
  return dict;
}

nb::dict told(const RunSummary& summary) {
  nb::dict dict;
  dict["solver"] = summary.solver;
  dict["solver_reason"] = summary.solver_reason;
  dict["start"] = summary.start_s;
  dict["stop"] = summary.stop_s;
  dict["reached"] = summary.reached_s;
  dict["interrupted"] = summary.interrupted;
  dict["end"] = summary.end;
  dict["rows"] = summary.rows;
  dict["events"] = summary.events;
  dict["states"] = summary.states;
  dict["steps"] = summary.statistics.steps;
  dict["rejected"] = summary.statistics.rejected;
  dict["evaluations"] = summary.statistics.evaluations;
  return dict;
}

nb::list told(const std::vector<Plot>& plots) {
  nb::list list;
  for (const Plot& plot : plots) {
    nb::dict dict;
    dict["title"] = plot.title;
    dict["x"] = plot.x;
    dict["y"] = plot.y;
    dict["labels"] = plot.labels;
    dict["x_unit"] = plot.x_unit;
    dict["y_unit"] = plot.y_unit;
    dict["log"] = static_cast<int>(plot.log);
    dict["modes"] = plot.modes;
    list.append(dict);
  }
  return list;
}

template <typename Value>
std::vector<Value> of_columns(const std::vector<OutputColumn>& columns, Value OutputColumn::*member) {
  std::vector<Value> values;
  for (const OutputColumn& column : columns) values.push_back(column.*member);
  return values;
}

/// Asked at every step whether a signal came, and tells how far the run is; so often that nobody waits, so seldom that it costs nothing. As
/// reading the clock costs as much as a small step, it is read after so many steps as took about a millisecond before.
class Ticker {
 public:
  Ticker(nb::object told, bool takes_signals) : told_(std::move(told)), takes_signals_(takes_signals) {
    if (takes_signals) keyboard_interrupt() = false;  // of a run that ended by itself
  }

  void tick(double time_s, double stop_s, std::int64_t events) {
    if (++steps_ < steps_between_) return;
    const auto now = Clock::now();
    if (now - looked_ < kBetween)
      steps_between_ = std::min(2 * steps_between_, kMostSteps);
    else
      steps_between_ = std::max(steps_between_ / 2, 1);
    steps_ = 0, looked_ = now;
    if (now < next_) return;
    next_ = now + kPause;
    if (takes_signals_ || !told_.is_none()) tell(time_s, stop_s, events);
  }
  /// Who was told of the run is told of its end, with the interpreter held.
  void finish(const RunSummary& summary) {
    if (has_told_ && !interrupted_) tell(summary.reached_s, summary.stop_s, summary.events);
  }

  std::atomic<bool> interrupted_ = false;
  nb::object raised_;  ///< by the signal or by who was told; with the interpreter's lock held

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{50}, kBetween{1};
  static constexpr int kMostSteps = 32;  // should they become a thousand times as long, nobody waits long either

  void tell(double time_s, double stop_s, std::int64_t events) {
    const nb::gil_scoped_acquire held;
    try {
      if (takes_signals_ && keyboard_interrupt().exchange(false)) PyErr_SetNone(PyExc_KeyboardInterrupt);
      if (takes_signals_ && (PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0)) throw nb::python_error();
      if (!told_.is_none()) told_(time_s, stop_s, events), has_told_ = true;
    } catch (nb::python_error& error) {
      if (!raised_.is_valid()) raised_ = nb::borrow(error.value());
      interrupted_ = true;
    }
  }

  nb::object told_;
  bool takes_signals_, has_told_ = false;
  int steps_ = 0, steps_between_ = 1;
  Clock::time_point looked_ = Clock::now(), next_ = looked_ + kPause;
};

/// What makes two runs the same one, whose rows are in Python's memory.
RunIdentity identity_of_rows(const Model& model, const Asked& asked) {
  RunIdentity identity{{"version of stribeck", STRIBECK_VERSION}};
  for (const auto& part : identity_of(model)) identity.push_back(part);
  std::string rows = "in Python's memory, from " + asked.from + " to " + asked.to + " " + asked.rows + " at";
  for (const double time_s : asked.at) rows += fmt::format(" {}", time_s);
  identity.emplace_back("list of results", rows);
  return identity;
}

}  // namespace

RunOptions Asked::options(std::shared_ptr<Sources> sources) const {
  RunOptions options;
  for (const auto& [name, value] : values) options.overrides.push_back({name, value});
  for (const auto& [name, value] : inputs) options.inputs.push_back({name, value});
  options.stop = stop, options.interval = interval, options.solver = solver, options.rtol = rtol, options.atol = atol;
  options.outputs = outputs, options.linear_inputs = linear_inputs;
  for (const double time_s : at) options.rows.at.push_back(fmt::format("{} s", time_s));
  options.rows.from = from, options.rows.to = to, options.rows.rows = rows;
  options.columns = all_columns ? ColumnsFor::expectations : ColumnsFor::plots;
  options.verify = verify, options.plain = plain;
  options.sources = std::move(sources);
  return options;
}

SessionObject::SessionObject(const nb::bytes& text, std::string file, const std::vector<std::string>& plugins, const Asked& asked,
                             const std::optional<nb::bytes>& sources)
    : asked_(asked), sources_(std::make_shared<Sources>()) {
  if (sources) {
    Archive archive(std::string_view(sources->c_str(), sources->size()));
    sources_->carry(archive);
  }
  std::string content(text.c_str(), text.size());
  keep(file, content);
  keep_tables(asked);
  const auto types = types_of_python();
  const nb::gil_scoped_release released;
  session_.emplace(std::move(file), std::move(content), plugins, asked.options(sources_), types);
}

void SessionObject::keep(const std::string& file, const std::string& text) {
  if (!begins_as_program_file(text)) sources_->put(file, text);
}

void SessionObject::keep_tables(const Asked& asked) {
  for (const auto& [name, text] : asked.tables) sources_->put(name, text);
}

void SessionObject::take(const Asked& asked, const std::optional<std::string>& text) {
  if (text && *text != session_->text()) keep(session_->file(), *text);
  if (!(asked == asked_)) keep_tables(asked);
  if (text && *text != session_->text())
    session_->take(asked.options(sources_), *text);
  else if (!(asked == asked_))
    session_->take(asked.options(sources_));
  asked_ = asked;
}

std::pair<std::shared_ptr<Run>, nb::object> SessionObject::run(const Asked& asked, const std::optional<nb::bytes>& text,
                                                               nb::object progress, bool takes_signals, const StopFlag* stop,
                                                               const std::pair<std::string, double>& checkpoint) {
  Ticker ticker(std::move(progress), takes_signals);
  auto made = std::make_shared<Run>();
  std::optional<std::string> content;
  if (text) content.emplace(text->c_str(), text->size());
  {
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(busy_);
    take(asked, content);
    RunOptions options = session_->options();
    options.interrupted = &ticker.interrupted_;
    options.progress = [&](double time_s, double stop_s, std::int64_t events) {
      if (stop != nullptr && stop->set.load(std::memory_order_relaxed)) ticker.interrupted_ = true;
      ticker.tick(time_s, stop_s, events);
    };
    session_->with_model([&](Model& model) {
      made->rows = Trajectory();
      const Diagram& diagram = diagram_of(model);
      EventsAlone all;
      cli::Checkpoints checkpoints({checkpoint.first, checkpoint.second, true}, [&] { return identity_of_rows(model, asked); });
      checkpoints.attach(
          options, [] {}, [&](Archive& archive) { archive(made->rows), archive(all.events); });
      const bool wants_all = diagram.experiment.rows.is_all();
      if (!wants_all) options.chosen_rows = &made->rows;
      try {
        made->summary = wants_all ? stribeck::run(model, made->rows, options) : stribeck::run(model, all, options);
      } catch (const Failure& failure) {
        if (!is_interruption(failure) || !ticker.interrupted_) throw;
        made->summary.interrupted = true;  // in the middle of a step; there are the rows before it
        made->summary.start_s = diagram.experiment.start_s, made->summary.stop_s = diagram.experiment.stop_s;
        made->summary.reached_s = made->rows.times_s().empty() ? diagram.experiment.start_s : made->rows.times_s().back();
      }
      if (wants_all)
        made->events = made->rows.events();
      else
        made->events = std::move(all.events);
      if (!made->summary.interrupted) checkpoints.remove();
      made->asked = asked_columns(model);
      made->diagram.file = diagram.file, made->diagram.title = diagram.title, made->diagram.plots = diagram.plots;
      made->diagram.files = diagram.files;
      return 0;
    });
    for (const EventRecord& event : made->events) made->event_times_s.push_back(event.time_s);
  }
  ticker.finish(made->summary);
  nb::object raised = ticker.raised_.is_valid() ? ticker.raised_ : nb::none();
  if (takes_signals && keyboard_interrupt().exchange(false) && raised.is_none()) raised = nb::borrow(PyExc_KeyboardInterrupt)();
  return {std::move(made), std::move(raised)};
}

void SessionObject::update(const nb::bytes& text) {
  const std::string content(text.c_str(), text.size());
  const nb::gil_scoped_release released;
  const std::scoped_lock alone(busy_);
  take(asked_, content);
}

nb::bytes SessionObject::sources() {
  Archive archive;
  sources_->carry(archive);
  const std::string bytes = archive.take();
  return nb::bytes(bytes.data(), bytes.size());
}

std::string Run::page() const {
  const PlotRows all(rows);
  return plot_html(plot_page(diagram, all, asked, {}));
}

void bind_runs(nb::module_& module) {
  nb::class_<StopFlag>(module, "StopFlag")
      .def(nb::init<>())
      .def("set", [](StopFlag& flag) { flag.set = true; })
      .def("is_set", [](const StopFlag& flag) { return flag.set.load(); });

  nb::class_<Asked>(module, "Asked")
      .def(nb::init<>())
      .def_rw("values", &Asked::values)
      .def_rw("inputs", &Asked::inputs)
      .def_rw("outputs", &Asked::outputs)
      .def_rw("at", &Asked::at)
      .def_rw("stop", &Asked::stop)
      .def_rw("interval", &Asked::interval)
      .def_rw("solver", &Asked::solver)
      .def_rw("rtol", &Asked::rtol)
      .def_rw("atol", &Asked::atol)
      .def_rw("rows", &Asked::rows)
      .def_rw("rows_from", &Asked::from)
      .def_rw("rows_to", &Asked::to)
      .def_rw("tables", &Asked::tables)
      .def_rw("all_columns", &Asked::all_columns)
      .def_rw("verify", &Asked::verify)
      .def_rw("plain", &Asked::plain);

  nb::class_<Run>(module, "Run")
      .def_prop_ro("t", [](nb::handle_t<Run> self) { return view_of(nb::cast<const Run&>(self).rows.times_s(), self); })
      .def("column",
           [](nb::handle_t<Run> self, std::size_t column) {
             const Run& run = nb::cast<const Run&>(self);
             if (column >= run.rows.columns().size()) throw nb::index_error("there is no such column");
             return view_of(run.rows.values(column), self);
           })
      .def_prop_ro("event_times", [](nb::handle_t<Run> self) { return view_of(nb::cast<const Run&>(self).event_times_s, self); })
      .def_prop_ro("event_labels",
                   [](const Run& run) {
                     std::vector<std::string> labels;
                     for (const EventRecord& event : run.events) labels.push_back(event.label);
                     return labels;
                   })
      .def_prop_ro("names", [](const Run& run) { return of_columns(run.rows.columns(), &OutputColumn::name); })
      .def_prop_ro("units", [](const Run& run) { return of_columns(run.rows.columns(), &OutputColumn::unit); })
      .def_prop_ro("docs", [](const Run& run) { return of_columns(run.rows.columns(), &OutputColumn::doc); })
      .def_prop_ro("shown", [](const Run& run) { return of_columns(run.rows.columns(), &OutputColumn::shown); })
      .def_ro("asked", &Run::asked)
      .def_prop_ro("title", [](const Run& run) { return run.diagram.title.empty() ? run.diagram.file : run.diagram.title; })
      .def_prop_ro("plots", [](const Run& run) { return told(run.diagram.plots); })
      .def_prop_ro("summary", [](const Run& run) { return told(run.summary); })
      .def_prop_ro("audit", [](const Run& run) { return told(run.summary.audit); })
      .def_prop_ro("notes", [](const Run& run) { return told(run.summary.notes); })
      .def("page", &Run::page);

  nb::class_<SessionObject>(module, "Session")
      .def(nb::init<const nb::bytes&, std::string, const std::vector<std::string>&, const Asked&, const std::optional<nb::bytes>&>(),
           nb::arg("text"), nb::arg("file"), nb::arg("plugins"), nb::arg("asked"), nb::arg("sources").none())
      .def("run", &SessionObject::run, nb::arg("asked"), nb::arg("text").none(), nb::arg("progress").none(), nb::arg("takes_signals"),
           nb::arg("stop").none(), nb::arg("checkpoint") = std::pair<std::string, double>("", 0))
      .def("update", &SessionObject::update, nb::arg("text"), "the diagram is this now")
      .def("sources", &SessionObject::sources)
      .def_prop_ro("built", [](const SessionObject& object) { return object.built(); });

  module.def("content_of", [](const std::string& file) {
    const std::string content = content_of(file);
    return nb::bytes(content.data(), content.size());
  });
  module.def("mode_words", [](const std::string& doc) {
    std::vector<std::pair<double, std::string>> words;
    for (const ModeWord& word : mode_words(doc)) words.emplace_back(word.mode, word.words);
    return words;
  });
}

}  // namespace stribeck::python
