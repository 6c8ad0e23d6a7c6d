// Periodic motions and branches of them; FMUs.
#include "bindings.h"
#include "orbit_documents.h"
#include "session_object.h"
#include "stability_map.h"

namespace stribeck::python {
namespace {

SteadyWanted steady_wanted(int which) {
  if (which < 0 || which > 2) throw nb::value_error("there is no such branch");
  return static_cast<SteadyWanted>(which);
}

OrbitWanted wanted(bool at_start, double period_s) { return {at_start, period_s}; }

/// The document of `stribeck orbit`, and its notes.
std::pair<std::string, nb::list> periodic(SessionObject& session, const Asked& asked, bool at_start, double period_s) {
  const Orbit found =
      session.with_model(asked, [&](Model& model, const RunOptions& options) { return orbit(model, wanted(at_start, period_s), options); });
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

}  // namespace

void bind_orbits(nb::module_& module) {
  module.def("orbit", &periodic, nb::arg("session"), nb::arg("asked"), nb::arg("at_start"), nb::arg("period"));
  module.def(
      "continue_orbit",
      [](SessionObject& session, const Asked& asked, bool at_start, double period_s, const std::string& parameter, double from, double to,
         double longest, std::size_t most_points, int steady) {
        return branch(session, asked, {wanted(at_start, period_s), parameter, from, to, longest, most_points, steady_wanted(steady)});
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("at_start"), nb::arg("period"), nb::arg("parameter"), nb::arg("first"), nb::arg("last"),
      nb::arg("longest"), nb::arg("most_points"), nb::arg("steady"));
  module.def(
      "stability_map",
      [](SessionObject& session, const Asked& asked, bool at_start, double period_s, const std::string& parameter, double from, double to,
         double longest, std::size_t most_points, int steady, const std::string& other, double other_from, double other_to,
         std::size_t rows) {
        return map(session, asked, {wanted(at_start, period_s), parameter, from, to, longest, most_points, steady_wanted(steady)},
                   {other, other_from, other_to, rows});
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("at_start"), nb::arg("period"), nb::arg("parameter"), nb::arg("first"), nb::arg("last"),
      nb::arg("longest"), nb::arg("most_points"), nb::arg("steady"), nb::arg("other"), nb::arg("other_first"), nb::arg("other_last"),
      nb::arg("rows"));
  module.def(
      "write_fmu",
      [](SessionObject& session, const Asked& asked, const std::string& path, int version) {
        session.with_model(asked, [&](Model& model, const RunOptions& options) {
          write_fmu(model, session.session().file(), options, {path, version});
          return 0;
        });
      },
      nb::arg("session"), nb::arg("asked"), nb::arg("path"), nb::arg("version"));
}

}  // namespace stribeck::python
