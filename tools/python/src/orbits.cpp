// Periodic motions and branches of them; FMUs.
#include <nanobind/stl/tuple.h>

#include "bindings.h"
#include "orbit_documents.h"
#include "session_object.h"
#include "stability_map.h"
#include "survey_documents.h"
#include "surveys.h"

namespace stribeck::python {
namespace {

SteadyWanted steady_wanted(int which) {
  if (which < 0 || which > 2) throw nb::value_error("there is no such branch");
  return static_cast<SteadyWanted>(which);
}

/// What an orbit is looked for from: the value of a parameter, begin and period, the states by name, unit and value, and whether a branch
/// begins with it.
using State = std::tuple<std::string, std::string, double>;
using Guess = std::tuple<double, double, double, std::vector<State>, bool>;

struct OrbitAsked {
  bool at_start = false, symmetric = false;
  double period_s = 0;
  std::string guesses_over;  ///< the parameter
  std::vector<Guess> guesses;

  OrbitWanted wanted() const {
    OrbitWanted wanted{at_start, period_s, symmetric, {}, guesses_over};
    for (const auto& [parameter, begin_s, period, states, begins] : guesses) {
      OrbitGuess& guess = wanted.guesses.emplace_back();
      guess.parameter = parameter, guess.begin_s = begin_s, guess.period_s = period, guess.begins_branch = begins;
      for (const auto& [name, unit, value] : states) guess.states.push_back({name, unit, value, 0});
    }
    return wanted;
  }
};

/// The document of `stribeck orbit`, and its notes.
std::pair<std::string, nb::list> periodic(SessionObject& session, const Asked& asked, const OrbitAsked& own) {
  const Orbit found =
      session.with_model(asked, [&](Model& model, const RunOptions& options) { return orbit(model, own.wanted(), options); });
  return {document::text_of("orbit", cli::ToldOrbit{session.session().file(), found}), told(found.notes.list())};
}

/// The same of `stribeck continue`.
std::pair<std::string, nb::list> branch(SessionObject& session, const Asked& asked, const BranchWanted& asked_branch) {
  const OrbitBranch found = session.with_model(asked, [&](Model& model, const RunOptions& options) {
    Session& own = session.session();
    return continue_orbit(model, own.registry(), own.file(), asked_branch, options, &own.text());
  });
  return {document::text_of("continue", cli::ToldBranch{session.session().file(), found}), told(found.notes.list())};
}

/// The same over two parameters.
std::pair<std::string, nb::list> map(SessionObject& session, const Asked& asked, const BranchWanted& over, const cli::MapWanted& other) {
  if (!(other.from < other.to) || other.rows < 2 || other.rows > 10'000) throw nb::value_error("two rows at least, of growing values");
  cli::ToldBranch told{session.session().file(), {}, {}};
  told.map = session.with_model(asked, [&](Model& model, const RunOptions& options) {
    Session& own = session.session();
    return cli::stability_map(model, own.registry(), own.file(), over, other, options);
  });
  told.branch.parameter = told.map.parameter;
  return {document::text_of("continue", told), stribeck::python::told(told.branch.notes.list())};
}

/// What a sweep and basins have in common, in the words of Python. `section`: of PoincareKind; below zero: the usual.
struct SurveyAsked {
  bool at_start = false;
  double period_s = 0, settle_s = 0, record_s = 0;
  int section = -1;
  std::string section_name, of;
  std::size_t values = 2;

  void fill(SurveyWanted& wanted) const {
    wanted.at_start = at_start, wanted.period_s = period_s, wanted.settle_s = settle_s, wanted.record_s = record_s;
    if (section >= 0) wanted.section = static_cast<PoincareKind>(section);
    wanted.section_name = section_name, wanted.of = of;
  }
};

/// The document of `stribeck survey`, and its notes.
std::pair<std::string, nb::list> surveyed(SessionObject& session, const Asked& asked, const SurveyAsked& own, const std::string& parameter,
                                          double from, double to, int sweeps) {
  SweepWanted wanted;
  own.fill(wanted);
  wanted.parameter = parameter, wanted.from = from, wanted.to = to, wanted.values = own.values;
  wanted.sweeps = sweeps == 0 ? SurveySweeps::up : sweeps == 1 ? SurveySweeps::down : SurveySweeps::both;
  cli::ToldSurvey found{session.session().file(), {}, {}};
  found.survey = session.with_model(asked, [&](Model& model, const RunOptions& options) {
    Session& alone = session.session();
    return survey(model, alone.registry(), alone.file(), wanted, options, &alone.text());
  });
  return {document::text_of("survey", found), told(found.survey.notes.list())};
}

using Axis = std::tuple<std::string, double, double>;

std::pair<std::string, nb::list> basins_of(SessionObject& session, const Asked& asked, const SurveyAsked& own, const Axis& first,
                                           const Axis& second) {
  const auto axis = [](const Axis& given) { return BasinsWanted::Axis{std::get<0>(given), std::get<1>(given), std::get<2>(given)}; };
  BasinsWanted wanted;
  own.fill(wanted);
  wanted.first = axis(first), wanted.second = axis(second), wanted.values = own.values;
  cli::ToldSurvey found{session.session().file(), {}, {}};
  found.basins = session.with_model(asked, [&](Model& model, const RunOptions& options) {
    Session& alone = session.session();
    return basins(model, alone.registry(), alone.file(), wanted, options, &alone.text());
  });
  return {document::text_of("survey", found), told(found.basins.notes.list())};
}

}  // namespace

void bind_orbits(nb::module_& module) {
  nb::class_<SurveyAsked>(module, "SurveyAsked")
      .def(nb::init<>())
      .def_rw("at_start", &SurveyAsked::at_start)
      .def_rw("period", &SurveyAsked::period_s)
      .def_rw("settle", &SurveyAsked::settle_s)
      .def_rw("record", &SurveyAsked::record_s)
      .def_prop_rw(
          "section", [](const SurveyAsked& asked) { return asked.section; },
          [](SurveyAsked& asked, int section) {
            if (section < -1 || section > static_cast<int>(PoincareKind::period)) throw nb::value_error("there is no such section");
            asked.section = section;
          })
      .def_rw("section_name", &SurveyAsked::section_name)
      .def_rw("of", &SurveyAsked::of)
      .def_prop_rw(
          "values", [](const SurveyAsked& asked) { return asked.values; },
          [](SurveyAsked& asked, std::size_t values) {
            if (values < 2 || values > 100'000) throw nb::value_error("values are 2 to 100000");
            asked.values = values;
          });
  module.def("survey", &surveyed, nb::arg("session"), nb::arg("asked"), nb::arg("own"), nb::arg("parameter"), nb::arg("first"),
             nb::arg("last"), nb::arg("sweeps"));
  module.def("basins", &basins_of, nb::arg("session"), nb::arg("asked"), nb::arg("own"), nb::arg("first"), nb::arg("second"));
  nb::class_<OrbitAsked>(module, "OrbitAsked")
      .def(nb::init<>())
      .def_rw("at_start", &OrbitAsked::at_start)
      .def_rw("symmetric", &OrbitAsked::symmetric)
      .def_rw("period", &OrbitAsked::period_s)
      .def_rw("guesses_over", &OrbitAsked::guesses_over)
      .def_rw("guesses", &OrbitAsked::guesses);
  module.def("orbit", &periodic, nb::arg("session"), nb::arg("asked"), nb::arg("own"));
  module.def(
      "continue_orbit",
      [](SessionObject& session, const Asked& asked, const OrbitAsked& own, const std::string& parameter, double from, double to,
         double longest, std::size_t most_points, int steady, bool to_fold) {
        return branch(session, asked, {own.wanted(), parameter, from, to, longest, most_points, steady_wanted(steady), to_fold});
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("own"), nb::arg("parameter"), nb::arg("first"), nb::arg("last"), nb::arg("longest"),
      nb::arg("most_points"), nb::arg("steady"), nb::arg("to_fold"));
  module.def(
      "stability_map",
      [](SessionObject& session, const Asked& asked, const OrbitAsked& own, const std::string& parameter, double from, double to,
         double longest, std::size_t most_points, int steady, bool to_fold, const std::string& other, double other_from, double other_to,
         std::size_t rows) {
        return map(session, asked, {own.wanted(), parameter, from, to, longest, most_points, steady_wanted(steady), to_fold},
                   {other, other_from, other_to, rows});
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("own"), nb::arg("parameter"), nb::arg("first"), nb::arg("last"), nb::arg("longest"),
      nb::arg("most_points"), nb::arg("steady"), nb::arg("to_fold"), nb::arg("other"), nb::arg("other_first"), nb::arg("other_last"),
      nb::arg("rows"));
  module.def(
      "write_fmu",
      [](SessionObject& session, const Asked& asked, const std::string& path, int version, const std::string& kernels, bool source) {
        return session.with_model(asked, [&](Model& model, const RunOptions& options) {
          return write_fmu(model, session.session().file(), options, {path, version, kernels, source});
        });
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("path"), nb::arg("version"), nb::arg("kernels"), nb::arg("source"));
}

}  // namespace stribeck::python
