#pragma once
// What stands behind the opaque handle of the C interface while a component's declaration runs.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "component/record.h"
#include "expression/print.h"
#include "stribeck/plugin.h"

/// Behind the opaque handle of the C interface.
struct stribeck_recorder {
  stribeck::ComponentRecord& record;
  const stribeck::Structure& structure;
  std::vector<stribeck::Diagnostic> faults;
  std::vector<stribeck::Dimension> dimensions;  // by node of record.pool; unchecked where not known

  stribeck::Where place;  // of what is being declared, for faults; a file alone where nothing better is known
  std::map<std::string, stribeck::Where, std::less<>> places;  // of the names that were declared

  void fault(std::string sentence) { fault_at(place, std::move(sentence)); }
  void fault_at(stribeck::Where where, std::string sentence) {
    stribeck::Diagnostic diagnostic;
    diagnostic.code = stribeck::ErrorCode::component_bad_declaration;
    diagnostic.message = "the component " + record.type + ": " + std::move(sentence);
    diagnostic.where = std::move(where);
    faults.push_back(std::move(diagnostic));
  }

  bool valid(stribeck_expression id) const { return id >= 0 && id < record.pool.size(); }
  stribeck::Dimension dimension_of(stribeck::ExprId id) const {
    const auto i = static_cast<std::size_t>(stribeck::index(id));
    return i < dimensions.size() ? dimensions[i] : stribeck::Dimension::unchecked();
  }
  stribeck::ExprId with_dimension(stribeck::ExprId id, const stribeck::Dimension& dimension) {
    const auto i = static_cast<std::size_t>(stribeck::index(id));
    if (dimensions.size() <= i) dimensions.resize(static_cast<std::size_t>(record.pool.size()) * 2, stribeck::Dimension::unchecked());
    dimensions[i] = dimension;
    return id;
  }
  stribeck::ExprId new_symbol(stribeck::SymbolKind kind, std::size_t index, stribeck::Content content,
                              const stribeck::Dimension& dimension) {
    record.symbols.push_back({kind, static_cast<std::int32_t>(index)});
    return with_dimension(record.pool.symbol(static_cast<std::int32_t>(record.symbols.size()) - 1, content), dimension);
  }
  stribeck::Unit unit(const char* text, const std::string& of) {
    if (std::string_view(text).substr(0, 3) == "any") return {stribeck::Dimension::unchecked()};
    std::string unknown;
    if (const auto found = stribeck::parse_unit(text, &unknown)) return *found;
    fault(of + " has the unit \"" + text + "\", which does not exist");
    return {stribeck::Dimension::unchecked()};
  }
  void claim_name(const char* name) {
    if (name == nullptr || *name == '\0') return fault("a declaration has no name");
    const bool taken = record.find_connector(name) >= 0 || record.find_parameter(name) >= 0 || record.find_option(name) >= 0 ||
                       record.find_list(name) >= 0 || record.find_variable(name) >= 0 || record.find_size(name) >= 0 ||
                       record.find_formula(name) >= 0 || record.find_function(name) >= 0 || record.find_request(name) >= 0;
    // An output signal may share its name with nothing either: outputs are addressed by it.
    places.emplace(name, place);
    if (taken) fault(std::string("the name \"") + name + "\" is declared twice");
  }
  void need_doc(const char* name, const char* doc) {
    if (doc == nullptr || *doc == '\0') fault(std::string("\"") + name + "\" has no description");
  }
  std::string text(stribeck::ExprId id) const {
    return stribeck::to_text(
        record.pool, id, [this](std::int32_t symbol) { return stribeck::symbol_name(record, symbol); }, 200);
  }
};

namespace stribeck {

using Recorder = stribeck_recorder;

/// Declares a variable (recorder.cpp).
stribeck_expression new_variable(Recorder* r, const char* name, const char* unit, const char* doc, bool output);

inline stribeck_expression handle(ExprId id) { return index(id); }
inline ExprId expr(stribeck_expression id) { return static_cast<ExprId>(id); }

}  // namespace stribeck
