#include "imports/xml_tree.h"

#include <expat.h>

#include <memory>

#include "base/diagnostic.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

constexpr std::size_t kDeepest = 200;

struct Building {
  XML_Parser parser = nullptr;
  XmlElement root;
  std::vector<XmlElement*> open;
  std::string refused;

  void refuse(const char* why) {
    refused = why;
    XML_StopParser(parser, XML_FALSE);
  }
};

std::string local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

void begin_element(void* data, const XML_Char* name, const XML_Char** attributes) {
  auto& building = *static_cast<Building*>(data);
  if (building.open.size() >= kDeepest) return building.refuse("elements are nested too deeply");
  XmlElement& element = building.open.empty() ? building.root : building.open.back()->children.emplace_back();
  element.name = local_name(name);
  element.line = static_cast<int>(XML_GetCurrentLineNumber(building.parser));
  for (; *attributes != nullptr; attributes += 2) element.attributes.emplace_back(attributes[0], attributes[1]);
  building.open.push_back(&element);
}

void end_element(void* data, const XML_Char* /*name*/) { static_cast<Building*>(data)->open.pop_back(); }

void begin_type(void* data, const XML_Char* /*name*/, const XML_Char* /*system*/, const XML_Char* /*public_name*/, int /*internal*/) {
  static_cast<Building*>(data)->refuse("it has a document type, which may define entities that grow or name other files");
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view wanted) const {
  for (const auto& [key, value] : attributes)
    if (key == wanted) return &value;
  return nullptr;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  for (const XmlElement& element : children)
    if (element.name == wanted) return &element;
  return nullptr;
}

XmlElement parse_xml(std::string_view text, const std::string& file, const std::string& part) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr), &XML_ParserFree);
  Building building;
  building.parser = parser.get();
  XML_SetUserData(parser.get(), &building);
  XML_SetElementHandler(parser.get(), begin_element, end_element);
  XML_SetStartDoctypeDeclHandler(parser.get(), begin_type);
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_OK) return std::move(building.root);
  const auto line = static_cast<int>(XML_GetCurrentLineNumber(parser.get()));
  const std::string why = building.refused.empty() ? XML_ErrorString(XML_GetErrorCode(parser.get())) : building.refused;
  throw Failure(Diagnostic{.code = ErrorCode::fmu_unreadable,
                           .message = (part.empty() ? in_quotes(file) : part + " of " + in_quotes(file)) + " cannot be read: " + why +
                                      (part.empty() ? "" : " (line " + std::to_string(line) + ")"),
                           .where = {.file = file, .line = part.empty() ? line : 0, .pointer = {}, .instance = {}, .relation = {}},
                           .because = {},
                           .remedy = "xmllint shows where it is damaged; ask who made it for another one",
                           .details = {}});
}

}  // namespace stribeck::imports
