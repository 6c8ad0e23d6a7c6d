#include <algorithm>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "diagram/list_file.h"
#include "diagram/mesh_file.h"
#include "diagram/mesh_integrals.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

/// The parameters of one instance, from the diagram and from the command line, which wins.
class ParameterReader {
 public:
  ParameterReader(Reading& reading, const Scope& scope, Instance& instance, Json member)
      : reading_(reading), scope_(scope), instance_(instance), member_(member) {
    object_ = member.find("parameters");
    if (object_ && !is_kind(reading.report, object_, JsonKind::object, "\"parameters\"")) object_ = {};
    const auto given = reading.given.find(std::string_view(instance.name));
    if (given != reading.given.end()) given_ = &given->second;
  }

  void read() {
    choose_structure();
    check_names();
    instance_.parameters.reserve(record().parameters.size());
    instance_.generic_dimensions.reserve(record().parameters.size());
    std::vector<Json> sources;
    sources.reserve(record().parameters.size());
    for (const ParameterDeclaration& declared : record().parameters) sources.push_back(read_parameter(declared));
    for (const ListDeclaration& declared : record().lists) read_list(declared);
    take_entries();
    check_tables();
    check_limits(reading_, instance_, sources, member_);
  }

 private:
  const ComponentRecord& record() const { return *instance_.record; }
  Report& report() { return reading_.report; }

  Json find(std::string_view name) const {
    Json result;
    if (given_ != nullptr) {
      for (const Given& given : *given_) {
        if (given.parameter == name) result = given.value;
      }
    }
    return !result && object_ ? object_.find(name) : result;
  }

  /// The options decide what the component declares, so they come first, each by the choice of those before it, on which it may depend;
  /// then sizes, which may depend on them, then formulas.
  void choose_structure() {
    Structure structure;
    taking([&](Registry& registry) {
      return &registry.record(
          record().type, [&](const OptionDeclaration& option) { return choice(option); }, structure.choices);
    });
    for (const SizeDeclaration& size : record().sizes) structure.sizes.push_back(size.list < 0 ? count(size) : length(size));
    if (!structure.sizes.empty()) {
      take_record(structure);
      check_lengths();
    }
    for (const FormulaDeclaration& declared : record().formulas) {
      formulas_.push_back(read_formula(declared));
      structure.formulas.push_back(formulas_.back().written);
    }
    if (!structure.formulas.empty()) take_record(structure);
  }

  void take_record(const Structure& structure) {
    taking([&](Registry& registry) {
      if (structure.formulas.empty()) return &registry.record(record().type, structure);
      return reading_.diagram.own_records.emplace_back(registry.record_with_formulas(record().type, structure)).get();
    });
  }

  template <typename Take>
  void taking(Take take) {
    try {
      instance_.record = take(reading_.registry.contains(record().type) ? reading_.registry : reading_.own);
    } catch (const Failure& failure) {
      report().add(failure);
    }
  }

  int count(const SizeDeclaration& size) {
    const Json given = find(size.name);
    if (!given) return size.fallback;
    const auto found = read_value(report(), *scope_.parameters, given, {in_quotes(size.name), "1", Dimension{}, size.doc});
    if (!found) return size.fallback;
    if (found->si == std::floor(found->si) && found->si >= size.low && found->si <= size.high) return static_cast<int>(found->si);
    report().error(ErrorCode::value_out_of_range, given.where(),
                   fmt::format("{} is {}, but must be a whole number from {} to {}", in_quotes(size.name), short_number(found->si),
                               size.low, size.high),
                   size.doc);
    return size.fallback;
  }

  int length(const SizeDeclaration& size) {
    const ListDeclaration& list = record().lists[static_cast<std::size_t>(size.list)];
    if (list.is_mesh) return size.fallback;
    const Json given = find(list.name);
    if (given && given.is(JsonKind::object)) {
      const auto& read = from_file(given, list);
      return read ? static_cast<int>(read->values.size()) : size.fallback;
    }
    return given && given.is(JsonKind::array) && given.count() > 0 ? given.count() : size.fallback;
  }

  /// How long a list may be can depend on how long others are.
  void check_lengths() {
    for (const SizeDeclaration& size : record().sizes) {
      if (size.list < 0 || (size.chosen >= size.low && size.chosen <= size.high)) continue;
      const ListDeclaration& list = record().lists[static_cast<std::size_t>(size.list)];
      const Json given = find(list.name);
      const std::string wanted = size.low == size.high    ? fmt::format("{}", size.low)
                                 : size.chosen < size.low ? fmt::format("at least {}", size.low)
                                                          : fmt::format("at most {}", size.high);
      bad_list(given ? given : member_, fmt::format("{} has {} entries, but must have {}", in_quotes(list.name), size.chosen, wanted),
               list.doc);
    }
  }

  /// Its default after an error.
  Parameters::Formula read_formula(const FormulaDeclaration& declared) {
    Parameters::Formula fallback{{declared.fallback, {}}, {}};
    const Json given = find(declared.name);
    if (!given || !is_kind(report(), given, JsonKind::string, in_quotes(declared.name))) return fallback;
    return scope_.parameters->formula(given, declared.names).value_or(fallback);
  }

  /// Where neither the diagram nor the command line chooses.
  int usual_choice(const OptionDeclaration& option) const {
    const std::string_view plane = option.name == kPlaneOption ? reading_.definitions.plane_of(member_.key_position().file) : "";
    const auto chosen = std::ranges::find(option.choices, plane);
    return chosen == option.choices.end() ? option.fallback : static_cast<int>(chosen - option.choices.begin());
  }

  int choice(const OptionDeclaration& option) {
    const Json word = find(option.name);
    if (!word) return usual_choice(option);
    if (word && word.is(JsonKind::boolean))  // of an FMU
      for (std::size_t i = 0; i < option.choices.size(); ++i)
        if (option.choices[i] == (word.truth() ? "true" : "false")) return static_cast<int>(i);
    if (!is_kind(report(), word, JsonKind::string, in_quotes(option.name))) return option.fallback;
    const auto chosen = std::find(option.choices.begin(), option.choices.end(), word.text());
    if (chosen != option.choices.end()) return static_cast<int>(chosen - option.choices.begin());
    std::string remedy = did_you_mean(word.text(), option.choices);
    if (remedy.empty()) remedy = fmt::format("the choices are {}", fmt::join(option.choices, ", "));
    report().error(ErrorCode::value_bad_choice, word.where(),
                   fmt::format("{} cannot be {}", in_quotes(option.name), in_quotes(word.text())), option.doc, remedy);
    return option.fallback;
  }

  bool is_declared(std::string_view name) const {
    return record().find_parameter(name) >= 0 || record().find_option(name) >= 0 || record().find_list(name) >= 0 ||
           record().find_size(name) >= 0 || record().find_formula(name) >= 0;
  }

  void check_names() {
    if (object_) {
      for (const Json member : object_) check_name(member.key(), {member, true});
    }
    if (given_ == nullptr) return;
    for (const Given& given : *given_) check_name(given.parameter, {given.value});
  }

  void check_name(std::string_view name, const Place& place) {
    if (is_declared(name)) return;
    std::vector<std::string> names;
    for (const auto& parameter : record().parameters)
      if (parameter.is_named()) names.push_back(parameter.name);
    for (const auto& option : record().options) names.push_back(option.name);
    for (const auto& list : record().lists) names.push_back(list.name);
    for (const auto& size : record().sizes)
      if (size.list < 0) names.push_back(size.name);
    for (const auto& formula : record().formulas) names.push_back(formula.name);
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty())
      remedy = names.empty() ? "this type has no parameters" : fmt::format("its parameters are {}", fmt::join(names, ", "));
    report().error(ErrorCode::diagram_unknown_parameter, place.where(),
                   fmt::format("{} has no parameter {}", record().type, in_quotes(name)), {}, remedy);
  }

  void missing(std::string_view name, std::string_view unit, const std::string& doc) {
    report().error(ErrorCode::diagram_missing_parameter, (object_ ? object_ : member_).where(),
                   fmt::format("{} needs the parameter {}", record().type, in_quotes(name)), doc,
                   fmt::format("give it {}", unit_words(unit)));
  }

  /// Appends the value; not a number where there is none, so that limits which need it are passed over. Returns where it came from.
  Json read_parameter(const ParameterDeclaration& declared) {
    double value = std::numeric_limits<double>::quiet_NaN();
    Dimension dimension = Dimension::unchecked();
    const Json source = declared.is_named() ? find(declared.name) : Json{};
    if (source) {
      const auto found =
          read_value(report(), *scope_.parameters, source, {in_quotes(declared.name), declared.unit, declared.dimension, declared.doc});
      if (found) {
        value = found->si;
        dimension = found->dimension;
        if (declared.unit.starts_with("any") && found->has_unit && !trimmed(found->written).starts_with('='))
          instance_.written_units.push_back(static_cast<std::int32_t>(instance_.parameters.size()));
        if (const std::string_view unit = scope_.parameters->unit_of(*found); !unit.empty() && unit != declared.unit)
          instance_.shown_units.push_back({static_cast<std::int32_t>(instance_.parameters.size()), std::string(unit)});
      }
    } else if (declared.formula >= 0) {
      value = formulas_[static_cast<std::size_t>(declared.formula)].values[static_cast<std::size_t>(declared.used)];
    } else if (declared.list >= 0) {
      // take_entries() follows
    } else if (declared.has_fallback) {
      value = declared.fallback;
      if (declared.is_pure_by_default) {
        dimension = Dimension{};
        instance_.written_units.push_back(static_cast<std::int32_t>(instance_.parameters.size()));
      }
    } else {
      missing(declared.name, declared.unit, declared.doc);
    }
    instance_.parameters.push_back(value);
    instance_.generic_dimensions.push_back(dimension);
    return source;
  }

  /// Read once, however often it is asked for.
  const std::optional<ListFromFile>& from_file(Json source, const ListDeclaration& declared) {
    const auto [known, is_new] = files_.try_emplace(declared.name);
    const Where where = source.where();
    // What the command line gives is read as if it stood in the diagram.
    if (is_new)
      known->second = list_from_file(report(), reading_.sources, where.line > 0 ? where.file : reading_.diagram.file, source, declared);
    return known->second;
  }

  void take_mesh(Json source, const ListDeclaration& declared, std::vector<double>& values) {
    const Where where = source.where();
    const std::string& from = where.line > 0 ? where.file : reading_.diagram.file;
    if (const auto mesh = mesh_from_file(report(), reading_.sources, from, source, declared)) values = integrals_of(report(), *mesh);
  }

  void take_file(Json source, const ListDeclaration& declared, std::vector<double>& values) {
    const auto& read = from_file(source, declared);
    if (!read) return;
    values = read->values;
    check_list([&](std::size_t i) { return read->places[i]; }, declared, values);
  }

  /// Values of a signal, whose unit is open.
  bool is_of_signal(const ListDeclaration& declared) const {
    const auto& connectors = record().connectors;
    return declared.dimension.any &&
           std::any_of(connectors.begin(), connectors.end(), [&](const ConnectorDeclaration& c) { return c.unit == declared.unit; });
  }
  /// The entries of a list that are written with units agree.
  void take_dimension(Dimension& written, const Value& found, Json entry, const std::string& what) {
    if (written.any) written = found.dimension;
    if (agree(written, found.dimension)) return;
    report().error(ErrorCode::value_wrong_dimension, entry.where(),
                   fmt::format("{} is in {}, but one before it in {}", what, to_text(found.dimension), to_text(written)));
  }

  void read_list(const ListDeclaration& declared) {
    std::vector<double>& values = instance_.lists.emplace_back();
    Dimension& written = instance_.list_dimensions.emplace_back(Dimension::unchecked());
    const Json source = find(declared.name);
    if (!source) {
      if (declared.fallback.empty()) missing(declared.name, declared.unit, declared.doc);
      values = declared.fallback;
      return check_list([&](std::size_t) { return member_.where(); }, declared, values);
    }
    if (declared.is_mesh) return take_mesh(source, declared, values);
    if (source.is(JsonKind::object)) return take_file(source, declared, values);
    if (!is_kind(report(), source, JsonKind::array, in_quotes(declared.name))) return;
    const Wanted wanted{fmt::format("an entry of {}", in_quotes(declared.name)), declared.unit, declared.dimension, declared.doc};
    bool complete = true;
    for (const Json entry : source) {
      const auto found = read_value(report(), *scope_.parameters, entry, wanted);
      if (found) values.push_back(found->si);
      if (found && found->has_unit && is_of_signal(declared)) take_dimension(written, *found, entry, wanted.what);
      complete = complete && found.has_value();
    }
    if (values.empty() && complete) bad_list(source, fmt::format("the list {} is empty", in_quotes(declared.name)), declared.doc);
    const auto place = [&](std::size_t i) {
      auto entry = source.begin();
      for (std::size_t k = 0; k < i; ++k) ++entry;
      return (*entry).where();
    };
    if (!complete) return values.clear();
    check_list(place, declared, values);
  }

  void bad_list(Json at, std::string message, const std::string& doc) { bad_list(at.where(), std::move(message), doc); }
  void bad_list(Where at, std::string message, const std::string& doc) {
    report().error(ErrorCode::diagram_bad_list, std::move(at), std::move(message), doc);
  }

  /// place(i): where entry i stands.
  void check_list(const std::function<Where(std::size_t)>& place, const ListDeclaration& declared, const std::vector<double>& values) {
    check_entries(reading_, declared, values, place);
    for (std::size_t i = 1; declared.ascending && i < values.size(); ++i) {
      if (values[i] > values[i - 1]) continue;
      if (declared.jumps && values[i] == values[i - 1] && (i == 1 || values[i - 2] < values[i])) continue;
      bad_list(place(i),
               fmt::format("entry {} of {} is {} after {} (SI), but the list must ascend", i + 1, in_quotes(declared.name),
                           short_number(values[i]), short_number(values[i - 1])),
               declared.doc);
      return;
    }
  }

  /// Entries that the component takes out of lists; a list that could not be read is empty.
  void take_entries() {
    for (std::size_t i = 0; i < record().parameters.size(); ++i) {
      const ParameterDeclaration& declared = record().parameters[i];
      if (declared.list < 0) continue;
      const std::vector<double>& list = instance_.lists[static_cast<std::size_t>(declared.list)];
      const auto entry = static_cast<std::size_t>(declared.entry);
      if (entry < list.size()) instance_.parameters[i] = list[entry];
    }
  }

  void check_tables() {
    for (const TableDeclaration& table : record().tables) {
      if (table.row > 0 || table.is_past()) continue;  // the rows of a list are checked together
      const auto x = static_cast<std::size_t>(table.abscissae), y = static_cast<std::size_t>(table.ordinates);
      const std::size_t nx = instance_.lists[x].size(), ny = instance_.lists[y].size(), rows = static_cast<std::size_t>(table.rows);
      if (rows * nx == ny || nx == 0 || ny == 0) continue;
      const Json source = find(record().lists[y].name);
      const std::string shape = rows == 1 ? fmt::format("{}", nx) : fmt::format("{}, which makes {} rows of {}", nx, rows, nx);
      bad_list(
          source ? source : member_,
          fmt::format("{} has {} entries, but {} has {}", in_quotes(record().lists[y].name), ny, in_quotes(record().lists[x].name), shape),
          rows == 1 ? "the two lists make one table" : "the lists make one table, its rows one after the other");
      instance_.lists[y].clear();
    }
  }

  Reading& reading_;
  const Scope& scope_;
  Instance& instance_;
  Json member_, object_;
  const std::vector<Given>* given_ = nullptr;
  std::vector<Parameters::Formula> formulas_;                 // in the order of declaration
  std::map<std::string, std::optional<ListFromFile>> files_;  // by list
};

}  // namespace

void read_instance_parameters(Reading& reading, const Scope& scope, Instance& instance, Json member) {
  ParameterReader(reading, scope, instance, member).read();
}

}  // namespace stribeck
