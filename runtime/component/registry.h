#pragma once
// The component types of this process: built in and from plugins, both through the same C interface.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "component/record.h"
#include "stribeck/plugin.h"

namespace stribeck {

/// What records a type: a function of a library, or the reader of a definition in JSON.
using Declare = std::function<void(const stribeck_interface*, stribeck_recorder*)>;

/// Letters, digits and underscores between dots; no word begins with a digit.
bool is_type_name(std::string_view name);

class Registry {
 public:
  /// One type of its own; `content`: fingerprint of the file that it comes from, if that may be another one next time.
  void add(std::string type, Declare declare, std::string doc, std::string origin, std::string content = {});
  /// Takes every component of a library: its entry function, and the name of the file for messages.
  void add_library(stribeck_library_function library, const std::string& origin);
  /// Takes the types of another registry that this one does not have.
  void take(Registry& other) { entries_.merge(other.entries_); }
  bool contains(std::string_view type) const;
  const std::string& origin(std::string_view type) const { return entries_.find(type)->second.origin; }
  const std::string& content(std::string_view type) const { return entries_.find(type)->second.content; }
  std::vector<std::string> types() const;  ///< sorted
  /// The record of a type for what a diagram chooses of it. Recorded at first use.
  /// Throws Failure with component.bad_declaration if the component declares nonsense.
  const ComponentRecord& record(std::string_view type, const Structure& structure = {});
  /// The same by a choice for each option, asked for in order: which options there are may depend on the choices before. They are added to
  /// `choices`.
  const ComponentRecord& record(std::string_view type, const std::function<int(const OptionDeclaration&)>& choice,
                                std::vector<int>& choices);
  /// The same, for as long as somebody keeps it: with formulas there are as many records as texts of them, which a parameter's value is
  /// part of.
  std::shared_ptr<const ComponentRecord> record_with_formulas(std::string_view type, const Structure& structure);
  /// All records, which from now on belong to the caller: none can be asked for again.
  std::vector<std::shared_ptr<const ComponentRecord>> take_records();

 private:
  struct Entry {
    Declare declare;
    std::string doc, origin, content;
    std::map<Structure, std::unique_ptr<ComponentRecord>> records;
    std::map<Structure, std::weak_ptr<const ComponentRecord>> with_formulas;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

/// Runs a declaration once and checks it: units of both sides, as many relations as unknowns, unique names, parameters used.
std::unique_ptr<ComponentRecord> record_component(std::string_view type, const Declare& declare, std::string_view doc,
                                                  std::string_view origin, const Structure& structure);

}  // namespace stribeck
