#include "base/diagnostic.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/text.h"

using namespace stribeck;

TEST_CASE("diagnostic: the text has code, sentence, reasons and place in that order") {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::structure_singular;
  diagnostic.message = "3 unknowns share 2 equations";
  diagnostic.details = {{"unmatched", "gear.support.tau"}};
  diagnostic.because = "port gear.support is unconnected";
  diagnostic.where = {"first.json", 12, 5, "/components/gear", "gear (rotational.ideal_gear)", ""};
  diagnostic.remedy = "connect gear.support";
  CHECK(to_text(diagnostic) ==
        "error[structure.singular]: 3 unknowns share 2 equations\n"
        "  unmatched      gear.support.tau\n"
        "  because        port gear.support is unconnected\n"
        "  component      gear (rotational.ideal_gear)\n"
        "  in             first.json:12:5 /components/gear\n"
        "  try            connect gear.support\n");
}

TEST_CASE("diagnostic: control characters of the user's names do not reach the terminal") {
  Diagnostic diagnostic;
  diagnostic.message = "no \x1b[2J here";
  CHECK(to_text(diagnostic).find('\x1b') == std::string::npos);
  CHECK(to_text(diagnostic, true).find("\x1b[1;31m") == 0);
}

TEST_CASE("diagnostic: codes are unique and exit statuses are those of the contract") {
  std::set<std::string_view> codes;
  for (const ErrorCodeRow& row : all_error_codes()) {
    CHECK(codes.insert(row.code).second);
    CHECK((row.exit_status == 1 || row.exit_status == 2 || row.exit_status == 130));
    CHECK_FALSE(row.meaning.empty());
  }
  CHECK(describe(ErrorCode::json_syntax).code == "json.syntax");
  CHECK(describe(ErrorCode::expect_failed).code == "expect.failed");
}

TEST_CASE("diagnostic: warnings alone do not stop, one error carries all with it") {
  Diagnostics diagnostics;
  Diagnostic warning;
  warning.severity = Severity::warning;
  diagnostics.add(warning);
  CHECK_NOTHROW(diagnostics.throw_if_errors());
  Diagnostic error;
  error.code = ErrorCode::run_interrupted;
  diagnostics.add(error);
  try {
    diagnostics.throw_if_errors();
    FAIL("nothing was thrown");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics().size() == 2);
    CHECK(failure.exit_status() == 130);
  }
}

TEST_CASE("suggestions: near names come best first") {
  const std::vector<std::string> names = {"stiffness", "damping", "rotational.inertia", "translational.inertia_of_rope", "R", "C"};
  CHECK(nearest("stifness", names) == std::vector<std::string>{"stiffness"});
  CHECK(nearest("stiffnses", names) == std::vector<std::string>{"stiffness"});  // a swap of neighbours is one edit
  CHECK(nearest("Damping", names) == std::vector<std::string>{"damping"});
  CHECK(nearest("inertia", names) == std::vector<std::string>{"rotational.inertia"});
  CHECK(nearest("rotation.inertia", names) == std::vector<std::string>{"rotational.inertia"});
  CHECK(nearest("r", names) == std::vector<std::string>{"R"});
}

TEST_CASE("suggestions: nothing that is far off is suggested") {
  const std::vector<std::string> names = {"stiffness", "damping", "R", "C"};
  CHECK(nearest("mass", names).empty());
  CHECK(nearest("W", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest(std::string(1000000, 'x'), names).empty());
  CHECK(did_you_mean("mass", names).empty());
}

TEST_CASE("suggestions: at most three, as a sentence") {
  const std::vector<std::string> names = {"load1", "load2", "load3", "load4"};
  CHECK(nearest("load", names).size() == 3);
  CHECK(did_you_mean("load", names) == "did you mean \"load1\", \"load2\" or \"load3\"?");
  CHECK(did_you_mean("laod1", names) == "did you mean \"load1\"?");
}

TEST_CASE("text: quoting cuts long names between characters") {
  CHECK(in_quotes("load") == "\"load\"");
  CHECK(in_quotes(std::string(200, 'a')) == "\"" + std::string(80, 'a') + "...\"");
  const std::string cut = in_quotes(std::string(79, 'a') + "°°");
  CHECK(cut == "\"" + std::string(79, 'a') + "...\"");
  CHECK(trimmed("  a b\n") == "a b");
  CHECK(trimmed(" \t").empty());
}
