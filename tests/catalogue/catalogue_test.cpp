// The catalogue: prose and equations taken apart, names of other tools, pages that hold everything.
#include "catalogue/catalogue.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "catalogue/mathml.h"
#include "catalogue/prose.h"
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
  std::string all;
  for (const RelationDeclaration& relation : friction.relations) all += mathml_equation(friction, relation.left, relation.right, "=");
  CHECK(holds(all, "<msup><mi mathvariant=\"normal\">e</mi>"));
  CHECK(holds(all, "<mfrac>"));
  CHECK(holds(all, "<mi>ω</mi>"));
  CHECK(std::count(all.begin(), all.end(), '<') == std::count(all.begin(), all.end(), '>'));
}

TEST_CASE("every page has all that is declared") {
  Registry& registry = test::builtin_registry();
  const std::vector<CatalogueEntry> all = catalogue_of(registry);
  REQUIRE(all.size() == registry.types().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ComponentRecord& record = *all[i].record;
    INFO(record.type);
    const std::string html = component_html(all, i), markdown = component_markdown(all[i]), text = port_drawing_text(record);
    for (const ConnectorDeclaration& connector : record.connectors) {
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

TEST_CASE("an option's other choices show what they change, and only that") {
  const std::vector<CatalogueEntry> all = catalogue_of(test::builtin_registry());
  const auto spring =
      std::find_if(all.begin(), all.end(), [](const auto& entry) { return entry.record->type == "rotational.nonlinear_spring"; });
  REQUIRE(spring != all.end());
  REQUIRE(spring->variants.size() == 2);
  CHECK(spring->variants[1].choice == "table");
  for (const FactTable& table : spring->variants[1].tables) CHECK(table.heading != "ports");
}

}  // namespace
}  // namespace stribeck
