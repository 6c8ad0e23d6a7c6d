// The catalogue: prose and equations taken apart, names of other tools, pages that hold everything.
#include "catalogue/catalogue.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <regex>
#include <set>

#include "catalogue/guide_page.h"
#include "catalogue/mathml.h"
#include "catalogue/notation.h"
#include "catalogue/prose.h"
#include "catalogue/purposes.h"
#include "expression/print.h"
#include "stages.h"

namespace stribeck {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("a comment becomes a summary, prose and formulas") {
  const Prose prose = prose_of("Friction that sticks. More of it,\non two lines.\n    T = a\n    T = b\nSource.\n");
  CHECK(prose.summary == "Friction that sticks.");
  REQUIRE(prose.paragraphs.size() == 3);
  CHECK(prose.paragraphs[0].text == "More of it, on two lines.");
  CHECK(prose.paragraphs[1].is_formula);
  CHECK(prose.paragraphs[1].text == "T = a\nT = b");
  CHECK(prose.paragraphs[2].text == "Source.");
  CHECK(prose_of("Only this.").paragraphs.empty());
}

TEST_CASE("equations are set with fractions, powers and cases") {
  const ComponentRecord& friction = test::builtin_registry().record("rotational.friction");
  const Setting setting(friction);
  std::string all;
  for (const RelationDeclaration& relation : friction.relations) all += mathml_equation(setting, relation.left, relation.right, "=");
  for (const Abbreviations::Entry& entry : setting.abbreviations.entries()) all += mathml_definition(setting, entry);
  CHECK(holds(all, "<msup><mi mathvariant=\"normal\">e</mi>"));
  CHECK(holds(all, "<mfrac>"));
  CHECK(holds(all, "<msqrt><mn>2</mn><mi mathvariant=\"normal\">e</mi></msqrt>"));  // no 2.33164
  CHECK(holds(all, "<mi>ω</mi>"));
  CHECK(std::count(all.begin(), all.end(), '<') == std::count(all.begin(), all.end(), '>'));
}

TEST_CASE("names become letters with what tells them apart as index, and no two of a component look alike") {
  const Notation stop(test::builtin_registry().record("rotational.hard_stop"));
  const Notation profile(test::builtin_registry().record("signals.motion_profile"));
  CHECK(profile.of_name("max_velocity") == "<msub><mi>v</mi><mi mathvariant=\"normal\">max</mi></msub>");
  CHECK(profile.of_name("start_time") == "<msub><mi>t</mi><mi mathvariant=\"normal\">start</mi></msub>");
  CHECK(profile.of_name("nothing").empty());
  const Notation chain(test::builtin_registry().record("mechanisms.chain_drive"));
  CHECK(chain.of_name("teeth_a") == "<msub><mi mathvariant=\"normal\">teeth</mi><mi mathvariant=\"normal\">a</mi></msub>");
  const Notation converter(test::builtin_registry().record("mechanisms.torque_converter"));
  CHECK(converter.of_name("torque") != "<mi>k</mi>");  // "k the torque ratio" is said of another
  for (const std::string& type : test::builtin_registry().types()) {
    const ComponentRecord& record = test::builtin_registry().record(type);
    const Notation notation(record);
    std::map<std::string, std::string> bearer;
    for (const ParameterDeclaration& own : record.parameters) {
      CAPTURE(type, own.name);
      CHECK(bearer.emplace(notation.of_name(own.name), own.name).second);
      CHECK(!holds(notation.of_name(own.name), "_"));
    }
    for (const VariableDeclaration& own : record.variables) {
      CAPTURE(type, own.name);
      const auto [found, is_new] = bearer.emplace(notation.of_name(own.name), own.name);
      CHECK((is_new || found->second == own.name));
    }
  }
}

TEST_CASE("what stands in formulas again and again has a name, and names stand for what they are") {
  const ComponentRecord& ball = test::builtin_registry().record("joints.ball");
  const Setting setting(ball);
  CHECK(!setting.abbreviations.entries().empty());
  // Every formula of every type fits a page; names are defined by what comes before them.
  for (const std::string& type : test::builtin_registry().types()) {
    CAPTURE(type);
    const ComponentRecord& record = test::builtin_registry().record(type);
    std::size_t longest = 0;
    std::set<std::string> defined;
    for (const FactTable& table : facts_of(record))
      if (table.heading == "equations")
        for (const auto& row : table.rows) longest = std::max(longest, row.back().text.size());
    CHECK(longest < 400);
    const Abbreviations own(record);
    for (const Abbreviations::Entry& entry : own.entries()) CHECK(defined.insert(entry.name).second);
    for (std::size_t s = 0; s < record.symbols.size(); ++s) CHECK(!defined.contains(shown_symbol(record, static_cast<std::int32_t>(s))));
  }
}

TEST_CASE("laws have their indices and powers set, assumptions and sources stand apart, backticks are code") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  int limited = 0;
  bool has_index = false, has_power = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string html = component_html(all, i);
    CAPTURE(all[i].record->type);
    has_index = has_index || holds(html, "</i><sub>");
    has_power = has_power || holds(html, "<sup>2</sup>");
    CHECK(!holds(html.substr(0, html.find("<section id=\"example\"")), "`"));
    CHECK(!holds(html.substr(0, html.find("<section")), "&lt;="));
    CHECK(holds(html, "<dt>source</dt>") == holds(all[i].record->doc, "Source:"));
    CHECK(holds(html, "<dt>limits</dt>") == holds(all[i].record->doc, "Limits:"));
    limited += holds(html, "<dt>limits</dt>") ? 1 : 0;
  }
  CHECK(has_index);
  CHECK(has_power);
  CHECK(limited > 20);  // of the frictions alone
  const std::vector<Statement> statements = statements_of(
      "It pulls. Assumes thin ropes. Then more. Source: Euler (1769), pp. 1-2. How sure: very. Limits: it slips. Never more.");
  REQUIRE(statements.size() == 5);
  CHECK(statements[0].text == "It pulls. Then more.");
  CHECK(statements[1].heading == "assumes");
  CHECK(statements[1].text == "thin ropes.");
  CHECK(statements[2].text == "Euler (1769), pp. 1-2.");
  CHECK(statements[3].heading == "accuracy");
  CHECK(statements[4].heading == "limits");
  CHECK(statements[4].text == "it slips. Never more.");
}

TEST_CASE("the index goes by purpose: each of our types has one, each pattern fits a type, and frictions lead to their comparison") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const std::string index = index_html(all);
  for (std::size_t k = 0; k < purposes().size(); ++k) CHECK(holds(index, "<h2 id=\"purpose-" + std::to_string(k + 1) + "\">"));
  CHECK_FALSE(holds(index, ">Others<"));
  for (const Purpose& own : purposes())
    for (const std::string& pattern : own.patterns) {
      CAPTURE(pattern);
      CHECK(std::any_of(all.begin(), all.end(), [&](const CatalogueEntry& entry) { return fits_pattern(entry.record->type, pattern); }));
    }
  CHECK(fits_pattern("rotational.disc_brake", "*brake"));
  CHECK_FALSE(fits_pattern("rotational.brake_pad", "*brake"));
  CHECK(fits_pattern("signals.heat_capacity", "signals.heat_*"));
  CHECK(purpose_of("fans.blade", purposes()) == purposes().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& type = all[i].record->type;
    if (type == "rotational.lugre_friction") CHECK(holds(component_html(all, i), "<a href=\"which_friction.html\">"));
    if (type == "rotational.spring") CHECK_FALSE(holds(component_html(all, i), "which_friction.html"));
  }
  CHECK(holds(which_friction_html(), "<code>lugre_friction</code></td>"));
}

TEST_CASE("a page of the guide keeps its tables, lists and code, and what is hostile in it stays text") {
  CHECK(guide_html("# Which\n\nOne `<b>`\nand [two](there.md).\n") == "<h1>Which</h1>\n<p>One <code>&lt;b&gt;</code> and two. </p>\n");
  CHECK(guide_html("| a | b |\n| --- | --- |\n| 1 | *x* y |\n") ==
        "<section class=\"wide\" tabindex=\"0\"><table>\n<tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr>\n"
        "<tr><td>1</td><td><em>x</em> y</td></tr>\n</table></section>\n");
  CHECK(guide_html("F_s^2 `F_s` sigma_1\n") == "<p><i>F</i><sub>s</sub><sup>2</sup> <code>F_s</code> <i>σ</i><sub>1</sub> </p>\n");
  CHECK(guide_html("- one\n  more\n- two * three\n\n    code < 1\n") ==
        "<ul>\n<li>one more </li>\n<li>two * three </li>\n</ul>\n<pre>code &lt; 1\n</pre>\n");
}

TEST_CASE("what two contacts of one component hold has two names, and two signs in a row are one") {
  const ComponentRecord& play = test::builtin_registry().record("translational.backlash");
  std::string all;
  for (const FactTable& table : facts_of(play))
    if (table.heading == "equations")
      for (const auto& row : table.rows)
        for (const Cell& cell : row) all += cell.text + cell.mathml;
  CHECK(holds(all, "impulse_upper"));
  CHECK(holds(all, "impulse_lower"));
  for (const FactTable& table : facts_of(play))
    for (const auto& row : table.rows)
      for (const Cell& cell : row) CHECK_FALSE(holds(cell.text, "- -"));
  CHECK_FALSE(holds(all, "<mo>−</mo><mrow><mo>−</mo>"));
  CHECK_FALSE(holds(all, "<mo>−</mo><mrow><mrow><mo>−</mo>"));
}

TEST_CASE("a letter that a law gives a parameter itself is its symbol") {
  const Notation notation(test::builtin_registry().record("translational.hard_stop"));
  CHECK(notation.of_name("transition_region") == "<mi>h</mi>");
}

TEST_CASE("cells of tables have the letters of the law: prose, indices and ranges") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const auto page_of = [&](const std::string& type) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const CatalogueEntry& own) { return own.record->type == type; });
    REQUIRE(found != all.end());
    return component_html(all, static_cast<std::size_t>(found - all.begin()));
  };
  const std::string motor = page_of("rotational.pmsm");
  CHECK(holds(motor, "<td><i>i</i><sub>d</sub><sup>*</sup> while Sd is left open</td>"));
  CHECK(holds(motor, "<i>i</i><sub>q</sub><sup>*</sup> or <i>u</i><sub>q</sub>"));
  CHECK(holds(motor, "<td>wanted_u_d</td><td><span class=\"math\"><math><msub><mi>u</mi><mi mathvariant=\"normal\">d,wanted</mi></msub>"));
  const auto range_of = [&](const std::string& type, const std::string& parameter) {
    for (const FactTable& table : facts_of(test::builtin_registry().record(type)))
      for (const auto& row : table.rows)
        if (table.heading == "parameters" && row.front().text == parameter) return row[3];
    return Cell("");
  };
  CHECK(range_of("mechanisms.universal_joint", "joint_angle").text == ">= 0, <= 80");  // degrees, as the parameter
  CHECK(range_of("mechanisms.vehicle_body", "slope").text == ">= -90, <= 90");
  ExprPool pool;
  const auto printed = [&](double value) { return to_text(pool, pool.constant(value), [](std::int32_t) { return std::string(); }); };
  CHECK(printed(-std::acos(0.0)) == "-pi/2");
  CHECK(printed(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(mathml_number(1e-200) == "<msup><mn>10</mn><mn>−200</mn></msup>");
  const Cell level = range_of("translational.dry_friction", "static_force");
  CHECK(holds(level.mathml, "<mo>≥</mo><msub><mi>F</mi><mi mathvariant=\"normal\">C</mi></msub>"));
}

TEST_CASE("laws and prose are set as in a book: differentials, products of vectors, letters in sentences, no units as letters") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const auto page_of = [&](const std::string& type) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const CatalogueEntry& own) { return own.record->type == type; });
    REQUIRE(found != all.end());
    return component_html(all, static_cast<std::size_t>(found - all.begin()));
  };
  const auto law_of = [](const std::string& html) {
    const std::size_t law = html.find("<pre class=\"law\">");
    return html.substr(law, html.find("</pre>", law) - law);
  };
  const std::string body = page_of("spatial.body"), stop = page_of("translational.hard_stop");
  CHECK(holds(law_of(body), "<i>c</i> × <i>F</i> + <i>I</i> d<i>ω</i>/d<i>t</i> + <i>ω</i> × <i>I</i> <i>ω</i>"));
  CHECK(holds(body, "≤</mo><mrow><msub><mi>J</mi><mi mathvariant=\"normal\">yy</mi></msub><mo>+</mo>"));  // not 1 times it
  CHECK_FALSE(holds(law_of(stop), "<i>h</i> = "));                                                        // what h is stands below
  CHECK(holds(stop, "<math><mi>h</mi></math></span> transition_region"));
  CHECK(holds(law_of(stop), "<i>v</i><sup>+</sup> = −<i>e</i> <i>v</i><sup>−</sup>"));
  CHECK(holds(stop, "<td class=\"default\">10<sup>6</sup></td>"));
  CHECK(holds(law_of(page_of("rotational.dc_motor")), "<math><mi>T</mi></math> = <i>k</i> <i>i</i>"));
  CHECK(holds(law_of(page_of("translational.karnopp_pair")), "<i>F</i> = <i>F</i><sub>h</sub>, cut off"));  // F_h is no parameter
  CHECK(holds(page_of("spatial.revolute"), "</math></span> orientation matrix of a</span>"));
  CHECK(holds(page_of("signals.motion_profile"), "<msup><msub><mi>h</mi><mi mathvariant=\"normal\">3</mi></msub><mn>2</mn></msup>"));
  const std::string planar = page_of("joints.planar");
  CHECK(holds(planar, "4·10<sup>−6</sup> for a disc with 12"));
  CHECK(holds(planar, "<i>α</i><sub>i</sub> their moment factors"));
  const std::string friction = page_of("translational.friction"), screw = page_of("mechanisms.leadscrew");
  CHECK(holds(friction, "<p><i>F</i> is transmitted from R to C. <i>W</i> is 1"));
  CHECK(holds(friction, "100 N/(m/s)"));
  CHECK(holds(friction, "smooth through <i>v</i> = 0"));
  CHECK(holds(screw, "tan(<i>λ</i>) + <i>μ</i>′"));
  CHECK(holds(friction, "</math></span> transition_coefficient"));  // only the law "legacy" has it
  CHECK(holds(page_of("rotational.pmsm"), "<td>d_current</td><td><span class=\"math\"><math><msub><mi>I</mi>"));
}

TEST_CASE("equations of many like parts are shown for a few, and a long list of sub-expressions is there to be opened") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string html = component_html(all, i), &type = all[i].record->type;
    CAPTURE(type);
    if (type == "translational.bristle_friction") {
      CHECK(holds(html, "<p>Shown for bristles = 3.</p>"));
      CHECK(holds(html, "<td class=\"default\">20</td>"));  // the default
      CHECK(holds(component_markdown(all[i]), "Shown for bristles = 3."));
      CHECK_FALSE(holds(html, "broken4"));
    }
    if (type == "spatial.body") CHECK(std::regex_search(html, std::regex("<details><summary>where: \\d+ sub-expressions</summary>")));
    if (type == "translational.friction") CHECK_FALSE(holds(html, "sub-expressions"));
  }
}

TEST_CASE("what a joint in space declares for x, y and z is one equation of vectors") {
  const auto equations_of = [](const std::string& type) {
    const std::vector<FactTable> tables = facts_of(test::builtin_registry().record(type));
    const auto found = std::find_if(tables.begin(), tables.end(), [](const FactTable& own) { return own.heading == "equations"; });
    REQUIRE(found != tables.end());
    return *found;
  };
  const FactTable revolute = equations_of("spatial.revolute");
  CHECK(revolute.typeset_rows.size() + 30 < revolute.rows.size());
  const auto typeset = [&](const std::string& label) {
    const auto found =
        std::find_if(revolute.typeset_rows.begin(), revolute.typeset_rows.end(), [&](const auto& row) { return row[0].text == label; });
    REQUIRE(found != revolute.typeset_rows.end());
    return std::regex_replace((*found)[1].mathml, std::regex("<[^>]*>"), "");
  };
  CHECK(typeset("position") == "rb=ra");
  CHECK(std::regex_match(typeset("angular velocity"), std::regex("ωb=ωa\\+h\\d+")));
  CHECK(std::regex_match(typeset("angular acceleration"), std::regex("ω̇b=h\\d+\\+ωa×h\\d+")));
  CHECK(std::regex_match(typeset("F1"), std::regex("F1=−h\\d+·Fb")));
  // Every row of vectors is a row of the list, or stands for three of them; a spring along one line has none.
  for (const auto& row : revolute.typeset_rows)
    CHECK(std::any_of(revolute.rows.begin(), revolute.rows.end(), [&](const auto& own) { return own[1].text == row[1].text; }));
  CHECK(equations_of("translational.spring").typeset_rows.empty());
}

TEST_CASE("a law is set in the letters of the tables and equations, and what they stand for is below it") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const std::regex underscore("<mi[^>]*>[^<]*_[^<]*</mi>"), italic_index("<mi>[^<]*</mi></msub>");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string html = component_html(all, i);
    CAPTURE(all[i].record->type);
    CHECK_FALSE(std::regex_search(html, underscore));
    CHECK_FALSE(holds(html, "N*m"));
    CHECK_FALSE(std::regex_search(html, italic_index));
    for (const VariableDeclaration& own : all[i].record->variables)  // a symbol is not the name once more
      CHECK_FALSE(
          holds(html, "<td>" + own.name + "</td><td><span class=\"math\"><math><mi mathvariant=\"normal\">" + own.name + "</mi></math>"));
    const std::size_t law = html.find("<pre class=\"law\">");
    if (all[i].record->type == "mechanisms.planetary_gear") CHECK(holds(html, "<h1>mechanisms.<wbr>planetary_<wbr>gear</h1>"));
    if (all[i].record->type == "mechanisms.slider_crank")  // in N: no place x
      CHECK(
          holds(html, "<td>bearing_x</td><td><span class=\"math\"><math><msub><mi>F</mi><mi mathvariant=\"normal\">bearing,x</mi></msub>"));
    if (all[i].record->type == "rotational.clutch")
      CHECK(
          holds(html.substr(law, html.find("</pre>", law) - law), "<msub><mi>F</mi><mi mathvariant=\"normal\">maximum,normal</mi></msub>"));
    if (all[i].record->type != "translational.friction") continue;
    const std::string letter = "<msub><mi>F</mi><mi mathvariant=\"normal\">brk</mi></msub>";
    CHECK(holds(html, "<i>F</i><sub>brk</sub>"));
    CHECK(holds(html, "<td>breakaway_force</td><td><span class=\"math\"><math>" + letter));
    CHECK(holds(html, letter + "</math></span> breakaway_force"));
    CHECK(holds(html, "≥ 0"));
    CHECK_FALSE(holds(html, "force on C</span>"));  // F_C is the Coulomb force there
    CHECK(holds(html, "<mi mathvariant=\"normal\">port,C</mi>"));
    CHECK(holds(html, "N·s/m"));
  }
}

TEST_CASE("coefficients of a transfer function have the letters and the numbers of its law") {
  for (const char* type : {"signals.transfer_function", "signals.discrete_transfer_function"}) {
    const ComponentRecord& record = test::builtin_registry().record(type);
    const Notation notation(record);
    CHECK(notation.of_name("denominator") == "<mi>a</mi>");
    std::set<std::string> letters;
    for (std::size_t s = 0; s < record.symbols.size(); ++s)
      if (record.symbols[s].kind == SymbolKind::parameter && record.parameters[static_cast<std::size_t>(record.symbols[s].index)].list >= 0)
        letters.insert(std::regex_replace(notation.of_symbol(static_cast<std::int32_t>(s)), std::regex("<[^>]*>"), ""));
    CHECK(letters == std::set<std::string>{"a0", "a1", "b0"});
    CHECK(holds(notation.law_html("b_m"), "<i>b</i><sub><i>m</i></sub>"));
  }
  CHECK(holds(Notation(test::builtin_registry().record("translational.speed_load")).law_html("F_n"), "<i>F</i><sub>n</sub>"));  // nominal
}

TEST_CASE("weights of a controller are no angular velocities, and a ratio that must not be zero says so") {
  const ComponentRecord& pid = test::builtin_registry().record("signals.pid_controller");
  CHECK(holds(Notation(pid).law_html("w_p"), "<i>w</i><sub>p</sub>"));
  const ComponentRecord& gear = test::builtin_registry().record("mechanisms.lossy_gear");
  CHECK(Notation(gear).law_html("w_S >= -eta_1*dx/dt + 1e-9") ==
        "<i>ω</i><sub>S</sub> ≥ −<i>η</i><sub>1</sub>·d<i>x</i>/d<i>t</i> + 1·10<sup>−9</sup>");
  bool found = false;
  for (const FactTable& table : facts_of(gear))
    for (const auto& row : table.rows)
      if (row.front().text == "ratio" && row.size() > 3) found = row[3].text == "not 0";
  CHECK(found);
}

TEST_CASE("shares of pi are written so") {
  ExprPool pool;
  const auto text = [&](double value) { return to_text(pool, pool.constant(value), [](std::int32_t) { return std::string(); }); };
  CHECK(text(6.283185307179586) == "2*pi");
  CHECK(text(0.7853981633974483) == "pi/4");
  CHECK(text(3.141592653589793) == "pi");
  CHECK(text(3.1416) == "3.1416");
  CHECK(text(0) == "0");
}

TEST_CASE("every page has all that is declared") {
  Registry& registry = test::builtin_registry();
  const std::vector<CatalogueEntry> all = catalogue_of(registry);
  REQUIRE(all.size() == registry.types().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ComponentRecord& record = *all[i].record;
    INFO(record.type);
    const std::string html = component_html(all, i), markdown = component_markdown(all[i]), text = port_drawing_text(record);
    for (const ConnectorDeclaration& connector : record.named_connectors()) {
      CHECK(holds(text, connector.name));
      CHECK(holds(html, ">" + connector.name + "<"));
    }
    for (const ParameterDeclaration& parameter : record.parameters) {
      if (parameter.list >= 0) continue;
      CHECK(holds(html, "<td>" + parameter.name + "</td>"));
      CHECK(holds(markdown, "| `" + parameter.name + "` |"));
    }
    for (const char* tag : {"table", "tr", "td", "section", "details", "mrow", "math", "svg"}) {
      const auto count = [&](const std::string& part) {
        std::size_t sum = 0;
        for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1)) ++sum;
        return sum;
      };
      const std::string name = tag;
      CHECK(count("<" + name + ">") + count("<" + name + " ") == count("</" + name + ">"));
    }
    CHECK(!holds(html, "http://"));
    CHECK(!holds(html, "https://"));
  }
}

TEST_CASE("variables that differ in a number alone share a row, and every other one has its own") {
  Registry& registry = test::builtin_registry();
  const auto stem = [](const std::string& name) { return name.substr(0, name.find_last_not_of("0123456789") + 1); };
  std::set<std::string> folded;
  for (const std::string& type : registry.types()) {
    const ComponentRecord& record = registry.record(type);
    std::map<std::string, std::string> told;  // the rest of its row, by what stands in its first cell
    for (const FactTable& table : facts_of(record))
      if (table.heading == "variables")
        for (const auto& row : table.rows) told[row[0].text] = row[2].text;
    for (const VariableDeclaration& own : record.variables) {
      CAPTURE(type, own.name);
      if (told.contains(own.name)) continue;
      const auto range = std::find_if(told.begin(), told.end(), [&](const auto& row) {
        const std::size_t to = row.first.find(" to ");
        return to != std::string::npos && stem(row.first.substr(0, to)) == stem(own.name) && row.second == own.doc;
      });
      CHECK(range != told.end());
      if (range != told.end()) folded.insert(type + " " + range->first);
    }
  }
  CHECK(folded.contains("spatial.closure share_11 to share_66"));
  CHECK(folded.contains("translational.bristle_friction b1 to b20"));
  CHECK(folded.contains("translational.bristle_friction broken1 to broken20"));
}

TEST_CASE("an option's other choices show what they change, and only that") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const auto spring =
      std::find_if(all.begin(), all.end(), [](const auto& entry) { return entry.record->type == "rotational.nonlinear_spring"; });
  REQUIRE(spring != all.end());
  REQUIRE(spring->variants.size() == 2);
  CHECK(spring->variants[1].choice == "table");
  for (const FactTable& table : spring->variants[1].tables) CHECK(table.heading != "ports");
}

TEST_CASE("letters of a law have their star and their prime at the shoulder, and a star between factors is a product") {
  const Notation motor(test::builtin_registry().record("rotational.pmsm"));
  CHECK(motor.law_html("i_q* = S") == "<i>i</i><sub>q</sub><sup>*</sup> = <i>S</i>");
  CHECK(motor.law_html("b (i* - i)") == "<i>b</i> (<i>i</i><sup>*</sup> − <i>i</i>)");
  CHECK(motor.law_html("2*L*i") == "2·<i>L</i>·<i>i</i>");
  CHECK(motor.prose_html("i_d* is Sd, left open d_current: zero") == "<i>i</i><sub>d</sub><sup>*</sup> is Sd, left open d_current: zero");
  const Notation worm(test::builtin_registry().record("mechanisms.worm_gear"));
  CHECK(worm.law_html("mu_s' |n|") == "<i>μ</i><sub>s</sub>′ |<i>n</i>|");
}

}  // namespace
}  // namespace stribeck
