#pragma once
// XML as a tree, of files that may come from anywhere: no document types, so no entities that grow.
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stribeck::imports {

struct XmlElement {
  std::string name;  ///< without its namespace: "Parameter" of "ssv:Parameter"
  int line = 0;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::deque<XmlElement> children;

  /// Null: it has none of that key.
  const std::string* attribute(std::string_view key) const;
  std::string text(std::string_view key) const {
    const std::string* found = attribute(key);
    return found == nullptr ? std::string() : *found;
  }
  /// The first; null if there is none.
  const XmlElement* child(std::string_view wanted) const;
};

/// Throws Failure fmu.unreadable, with the line. `file` and `part`, which may be empty, for messages.
XmlElement parse_xml(std::string_view text, const std::string& file, const std::string& part);

}  // namespace stribeck::imports
