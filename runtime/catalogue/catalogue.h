#pragma once
// The component catalogue: a page for each type and an index to search, in Markdown and in HTML, from the declarations alone.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catalogue/facts.h"
#include "component/registry.h"
#include "diagram/other_names.h"

namespace stribeck {

/// What an option changes: the rows of the tables that are not there by default.
struct Variant {
  std::string option, choice;
  const ComponentRecord* record = nullptr;
  std::vector<FactTable> tables;
};

/// Curves as SVG, as wide as a screen shows and as a phone does, with letters of one size; empty if they could not be drawn.
struct Picture {
  std::string wide, narrow;
};

/// A diagram that shows the component at work.
struct Example {
  std::string file;  ///< as a person opens it: "diagrams/verify/rotational_spring.json"
  std::string title, description;
  std::string source;
  std::string schematic;  ///< SVG; empty if it could not be drawn
  Picture plot;
};

struct CatalogueEntry {
  const ComponentRecord* record = nullptr;
  std::vector<FactTable> tables;
  std::vector<Variant> variants;
  std::vector<OtherName> others;
  Picture law;  ///< its force over its velocity; empty if there is none
  std::optional<Example> example;
};

/// All types, sorted, without examples; with the names of docs/other_names.json.
std::vector<CatalogueEntry> catalogue_of(Registry& registry);

/// "rotational" of "rotational.spring".
std::string family_of(const std::string& type);

/// Pages of the whole catalogue link each other as TYPE.html and index.html, TYPE.md and README.md.
std::string component_html(std::span<const CatalogueEntry> all, std::size_t which);
/// Sections by purpose.
std::string index_html(std::span<const CatalogueEntry> all);
/// docs/which_friction.md, to which the pages of frictions lead.
std::string which_friction_html();
std::string component_markdown(const CatalogueEntry& entry);
std::string index_markdown(std::span<const CatalogueEntry> all);
/// Every type on one page, a line each: no links.
std::string list_markdown(std::span<const CatalogueEntry> all);

/// The component with its ports and signals, as SVG and as characters.
std::string port_drawing_svg(const ComponentRecord& record);
std::string port_drawing_text(const ComponentRecord& record);
/// Its modes and what leads from one to the other, as SVG; empty if it has none.
std::string mode_graph_svg(const ComponentRecord& record);

}  // namespace stribeck
