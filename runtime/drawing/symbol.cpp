#include "drawing/symbol.h"

#include <algorithm>

#include "base/format.h"
#include "drawing/page_layout.h"
#include "drawing/symbol_file.h"
#include "equations/record_forms.h"
#include "explain/element_form.h"

namespace stribeck {
namespace {

constexpr double kArm = 38;                        // half the length of a two-port sign
constexpr double kBoxFont = 11;                    // px
constexpr double kShapeGap = 15, kShapeEdge = 21;  // px between the signals of a shape, and beside them

int count_ports(const ComponentRecord& record) {
  return static_cast<int>(std::count_if(record.connectors.begin(), record.connectors.end(),
                                        [](const ConnectorDeclaration& connector) { return connector.kind == ConnectorKind::port; }));
}

bool has_output(const ComponentRecord& record) {
  return std::any_of(record.connectors.begin(), record.connectors.end(),
                     [](const ConnectorDeclaration& connector) { return connector.kind == ConnectorKind::output; });
}

const Domain* domain_of(const ComponentRecord& record) {
  for (const ConnectorDeclaration& connector : record.named_connectors())
    if (connector.kind == ConnectorKind::port) return &domains()[static_cast<std::size_t>(connector.domain)];
  return nullptr;
}

bool is_rotational(const ComponentRecord& record) {
  const Domain* domain = domain_of(record);
  return domain != nullptr && domain->position_unit == "rad";
}

bool is_linear(const ComponentRecord& record) {
  const RecordForms forms = linear_forms(record);
  return std::all_of(forms.relations.begin(), forms.relations.end(), [](const RelationForm& form) { return form.linear; });
}

/// Its law has cases: it acts in some positions and not in others.
bool has_cases(const ComponentRecord& record) {
  for (std::int32_t node = 0; node < static_cast<std::int32_t>(record.pool.size()); ++node)
    if (record.pool.node(node).op == Operator::select) return true;
  return false;
}

bool gives_position(const ComponentRecord& record) {
  return std::any_of(record.displacements.begin(), record.displacements.end(),
                     [](const DisplacementDeclaration& own) { return own.kind != DisplacementDeclaration::Kind::free; });
}

Symbol symbol_of_source(const ComponentRecord& record, const ElementForm& form) {
  const bool fixed = std::none_of(record.connectors.begin(), record.connectors.end(),
                                  [](const ConnectorDeclaration& connector) { return connector.kind != ConnectorKind::port; });
  if (form.letters == "Sf" && fixed && count_ports(record) == 1) return Symbol::ground;
  return form.letters.ends_with("Sf") ? Symbol::velocity_source : Symbol::force_source;
}

Symbol symbol_of_line(const ComponentRecord& record, const ElementForm& form) {
  const auto is_contact = [](const FrictionDeclaration& own) { return own.contact.gap != ExprId::none; };
  if (std::any_of(record.frictions.begin(), record.frictions.end(), is_contact)) return Symbol::stop;
  if (!record.frictions.empty() && record.frictions.front().creep == ExprId::none) return Symbol::dry_friction;
  if (form.letters == "C") return Symbol::spring;
  if (form.letters == "R") return is_linear(record) ? Symbol::damper : Symbol::friction;
  if (form.letters == "RC") return has_cases(record) ? Symbol::stop : Symbol::spring_damper;
  return Symbol::box;
}

/// What a circle of a source holds: the sign of the quantity that it gives.
std::string_view letter_of(Symbol symbol, const ComponentRecord& record) {
  const bool rotational = is_rotational(record);
  if (symbol == Symbol::force_source) return rotational ? "T" : "F";
  if (gives_position(record)) return rotational ? "φ" : "x";
  return rotational ? "ω" : "v";
}

std::string circle_with(std::string_view letter) {
  return fmt::format(
      "<circle r=\"16\" class=\"body\"/><text y=\"5\" font-size=\"14\" font-style=\"italic\" text-anchor=\"middle\" "
      "class=\"type\">{}</text>",
      letter);
}

std::string path(std::string_view data) { return fmt::format("<path d=\"{}\"/>", data); }

std::string text_in_box(const ComponentRecord& record) {
  return fmt::format("<text y=\"4\" font-size=\"{}\" text-anchor=\"middle\" class=\"type\">{}</text>", kBoxFont, type_words(record));
}

std::string rectangle(const Extent& extent, double corner) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" class=\"body\"/>", -extent.width / 2, -extent.height / 2,
                     extent.width, extent.height, corner);
}

/// Two plates on a shaft, or a block on a floor.
std::string rubbing(const ComponentRecord& record, bool sticks) {
  const std::string_view look = sticks ? "solid" : "body";
  if (is_rotational(record))
    return path("M-38 0H-9M9 0H38") + fmt::format(
                                          "<rect x=\"-9\" y=\"-15\" width=\"6\" height=\"30\" class=\"{0}\"/>"
                                          "<rect x=\"3\" y=\"-15\" width=\"6\" height=\"30\" class=\"{0}\"/>",
                                          look);
  return path("M-38 0H-28V-6H-15M26 2V0H38") + fmt::format("<rect x=\"-15\" y=\"-13\" width=\"30\" height=\"13\" class=\"{}\"/>", look) +
         path("M-22 2H26M-18 9L-12 2M-8 9L-2 2M2 9L8 2M12 9L18 2");
}

Symbol inferred_symbol(const ComponentRecord& record) {
  const ElementForm form = element_form(record);
  const int ports = count_ports(record);
  if (ports == 0) return Symbol::box;
  if (form.forceless || (form.link && has_output(record))) return Symbol::sensor;
  if (form.is_source && record.dissipated != ExprId::none && is_rotational(record)) return Symbol::motor;
  if (form.is_source && record.stored == ExprId::none) return symbol_of_source(record, form);  // a vehicle with wind is no source
  if (ports == 1 && form.letters == "I") return is_rotational(record) ? Symbol::inertia : Symbol::mass;
  if (ports == 2 && (form.one_force || !record.frictions.empty())) return symbol_of_line(record, form);
  if (ports == 2 && form.letters.ends_with("TF") && is_rotational(record) && !gives_position(record)) {
    const bool alike = std::all_of(record.connectors.begin(), record.connectors.end(), [&](const ConnectorDeclaration& connector) {
      return connector.kind != ConnectorKind::port || connector.domain == record.connectors.front().domain;
    });
    if (alike) return Symbol::gear;
  }
  return Symbol::box;
}

/// Texts stay readable in what is turned over, and stay with what they stand at: their place is turned over, they are not.
std::string mirrored(std::string svg) {
  constexpr std::string_view kText = "<text ", kBack = "transform=\"scale(-1 1)\" ", kPlace = " x=\"";
  for (std::size_t at = svg.find(kText); at != std::string::npos; at = svg.find(kText, at + 1)) {
    svg.insert(at + kText.size(), kBack);
    const std::size_t place = svg.find(kPlace, at);
    if (place > svg.find('>', at)) continue;  // in the middle
    const std::size_t number = place + kPlace.size();
    if (svg[number] == '-')
      svg.erase(number, 1);
    else if (svg[number] != '0')
      svg.insert(number, 1, '-');
  }
  return "<g transform=\"scale(-1 1)\">" + svg + "</g>";
}

std::string inferred_svg(Symbol symbol, const ComponentRecord& record, const Extent& extent);

}  // namespace

Symbol symbol_of(const ComponentRecord& record) {
  const Symbol inferred = inferred_symbol(record);
  const SymbolFile* file = symbol_file_of(record.type);
  if (file == nullptr) return inferred;
  if (file->look == SymbolLook::sign) return is_sign(inferred) && inferred != Symbol::ground ? inferred : Symbol::sign;
  return file->look == SymbolLook::shape ? Symbol::shape : Symbol::box;
}

bool is_sign(Symbol symbol) {
  return symbol != Symbol::box && symbol != Symbol::shape && symbol != Symbol::mass && symbol != Symbol::inertia;
}

bool is_round(Symbol symbol, const ComponentRecord& record) {
  const SymbolFile* file = symbol_file_of(record.type);
  return symbol == Symbol::shape && file != nullptr && file->svg.find("<circle cx=\"0\" cy=\"0\"") < file->svg.find("<path");
}

bool acts_between_ports(const ComponentRecord& record) {
  const ElementForm form = element_form(record);
  return form.one_force || form.link || form.forceless ||
         std::any_of(record.displacements.begin(), record.displacements.end(),
                     [](const DisplacementDeclaration& own) { return own.port_c >= 0; });
}

bool tells_sticking(Symbol symbol, const ComponentRecord& record) {
  return symbol_file_of(record.type) == nullptr && (symbol == Symbol::friction || symbol == Symbol::dry_friction);
}

Extent extent_of(Symbol symbol, const ComponentRecord& record) {
  if (const SymbolFile* file = symbol_file_of(record.type); file != nullptr) {
    if (symbol != Symbol::shape) return {file->width, file->height};
    const auto inputs = std::count_if(record.connectors.begin(), record.connectors.end(),
                                      [](const ConnectorDeclaration& connector) { return connector.kind == ConnectorKind::input; });
    const double factor = std::max(1.0, (kShapeGap * static_cast<double>(inputs - 1) + kShapeEdge) / file->height);
    return {factor * file->width, factor * file->height};
  }
  const double words = text_width(type_words(record), kBoxFont) + 16;
  switch (symbol) {
    case Symbol::mass:
    case Symbol::inertia:
      return {54, 38};
    case Symbol::ground:
      return {12, 36};
    case Symbol::force_source:
    case Symbol::velocity_source:
    case Symbol::motor:
    case Symbol::sensor:
      return {2 * kArm - 20, 36};
    case Symbol::gear:
      return {2 * kArm, 48};
    case Symbol::spring_damper:
      return {2 * kArm, 52};
    case Symbol::box:
      return {std::max(54.0, words), 32};
    default:
      return {2 * kArm, 32};
  }
}

std::string symbol_svg(Symbol symbol, const ComponentRecord& record, const Extent& extent, const SymbolUse& use) {
  const SymbolFile* file = symbol_file_of(record.type);
  std::string svg = file == nullptr ? inferred_svg(symbol, record, extent) : filled_in(file->svg, *file, record, use.instance);
  if (file != nullptr && symbol == Symbol::shape && extent.height > file->height)
    svg = fmt::format("<g transform=\"scale({:.3f})\">{}</g>", extent.height / file->height, svg);
  if (file != nullptr && symbol == Symbol::box) svg = rectangle(extent, domain_of(record) == nullptr ? 6 : 2) + svg;
  return use.is_mirrored ? mirrored(std::move(svg)) : svg;
}

namespace {

std::string inferred_svg(Symbol symbol, const ComponentRecord& record, const Extent& extent) {
  switch (symbol) {
    case Symbol::spring:
      return path("M-38 0H-24L-20 -10L-12 10L-4 -10L4 10L12 -10L20 10L24 0H38");
    case Symbol::damper:
      return path("M-38 0H2M2 -8V8M-14 -12H16V12H-14M16 0H38");
    case Symbol::spring_damper:
      return path(
          "M-38 0H-28M28 0H38M-28 -13V14M28 -13V14M-28 -13H-20L-17 -20L-11 -6L-5 -20L1 -6L7 -20L13 -6L17 -13H28M-28 14H0M0 8V20"
          "M-12 5H12V23H-12M12 14H28");
    case Symbol::stop:
      return path("M-38 0H0M0 -7V7M-16 -5V-14H18V14H-16V5M18 0H38");
    case Symbol::friction:
      return rubbing(record, false);
    case Symbol::dry_friction:
      return rubbing(record, true);
    case Symbol::mass:
      return rectangle(extent, 0);
    case Symbol::inertia: {
      const double inner = extent.width / 2 - 6;
      return rectangle(extent, 3) + path(fmt::format("M{0} {1}V{2}M{3} {1}V{2}", -inner, -extent.height / 2, extent.height / 2, inner));
    }
    case Symbol::ground:
      return wall_svg(false);
    case Symbol::force_source:
    case Symbol::velocity_source:
      return path("M-28 0H-16M16 0H28") + circle_with(letter_of(symbol, record));
    case Symbol::motor:
      return path("M-28 0H-16M16 0H28") + circle_with("M");
    case Symbol::sensor:
      return path("M-28 0H-16M16 0H28") + "<circle r=\"16\" class=\"body\"/>" + path("M-10 4A11 11 0 0 1 10 4M0 8L6 -6");
    case Symbol::gear:
      return path("M-38 0H-30M30 0H38") + "<circle cx=\"-10\" r=\"20\" class=\"teeth\"/><circle cx=\"20\" r=\"10\" class=\"teeth\"/>" +
             "<circle cx=\"-10\" r=\"2.5\" class=\"solid\"/><circle cx=\"20\" r=\"2.5\" class=\"solid\"/>";
    case Symbol::sign:
    case Symbol::shape:
      break;  // only what a file draws
    case Symbol::box:
      return rectangle(extent, record.connectors.empty() || domain_of(record) == nullptr ? 8 : 2) + text_in_box(record);
  }
  return "";
}

}  // namespace

std::string wall_svg(bool hatch_left) {
  return hatch_left ? path("M0 -15V15M-7 -8L0 -15M-7 0L0 -7M-7 8L0 1M-7 16L0 9") : path("M0 -15V15M0 -8L7 -15M0 0L7 -7M0 8L7 1M0 16L7 9");
}

std::string type_words(const ComponentRecord& record) {
  std::string words = record.type.substr(record.type.rfind('.') + 1);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace stribeck
