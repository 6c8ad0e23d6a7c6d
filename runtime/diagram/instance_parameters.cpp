#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

/// The parameters of one instance, from the diagram and from the command line, which wins.
class ParameterReader {
 public:
  ParameterReader(Reading& reading, Instance& instance, Json member) : reading_(reading), instance_(instance), member_(member) {
    object_ = member.find("parameters");
    if (object_ && !is_kind(reading.report, object_, JsonKind::object, "\"parameters\"")) object_ = {};
    const auto given = reading.given.find(member.key());
    if (given != reading.given.end()) given_ = &given->second;
  }

  void read() {
    choose_options();
    check_names();
    instance_.parameters.reserve(record().parameters.size());
    instance_.generic_dimensions.reserve(record().parameters.size());
    std::vector<Json> sources;
    sources.reserve(record().parameters.size());
    for (const ParameterDeclaration& declared : record().parameters) sources.push_back(read_parameter(declared));
    for (const ListDeclaration& declared : record().lists) read_list(declared);
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

  /// The options decide what the component declares, so they come first.
  void choose_options() {
    const ComponentRecord& defaults = record();
    if (defaults.options.empty()) return;
    std::vector<int> choices;
    for (const OptionDeclaration& option : defaults.options) choices.push_back(choice(option));
    try {
      instance_.record = &reading_.registry.record(defaults.type, choices);
    } catch (const Failure& failure) {
      report().add(failure);
    }
  }

  int choice(const OptionDeclaration& option) {
    const Json word = find(option.name);
    if (!word || !is_kind(report(), word, JsonKind::string, quoted(option.name))) return option.fallback;
    const auto chosen = std::find(option.choices.begin(), option.choices.end(), word.text());
    if (chosen != option.choices.end()) return static_cast<int>(chosen - option.choices.begin());
    std::string remedy = did_you_mean(word.text(), option.choices);
    if (remedy.empty()) remedy = fmt::format("the choices are {}", fmt::join(option.choices, ", "));
    report().error(ErrorCode::value_bad_choice, word.where(), fmt::format("{} cannot be {}", quoted(option.name), quoted(word.text())),
                   option.doc, remedy);
    return option.fallback;
  }

  bool is_declared(std::string_view name) const {
    return record().find_parameter(name) >= 0 || record().find_option(name) >= 0 || record().find_list(name) >= 0;
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
    for (const auto& parameter : record().parameters) names.push_back(parameter.name);
    for (const auto& option : record().options) names.push_back(option.name);
    for (const auto& list : record().lists) names.push_back(list.name);
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty())
      remedy = names.empty() ? "this type has no parameters" : fmt::format("its parameters are {}", fmt::join(names, ", "));
    report().error(ErrorCode::diagram_unknown_parameter, place.where(), fmt::format("{} has no parameter {}", record().type, quoted(name)),
                   {}, remedy);
  }

  void missing(std::string_view name, std::string_view unit, const std::string& doc) {
    report().error(ErrorCode::diagram_missing_parameter, (object_ ? object_ : member_).where(),
                   fmt::format("{} needs the parameter {}", record().type, quoted(name)), doc, fmt::format("give it {}", unit_words(unit)));
  }

  /// Appends the value; not a number where there is none, so that limits which need it are passed over. Returns where it came from.
  Json read_parameter(const ParameterDeclaration& declared) {
    double value = std::numeric_limits<double>::quiet_NaN();
    Dimension dimension = Dimension::unchecked();
    const Json source = find(declared.name);
    if (source) {
      const auto found =
          read_value(report(), reading_.parameters, source, {quoted(declared.name), declared.unit, declared.dimension, declared.doc});
      if (found) {
        value = found->si;
        dimension = found->dimension;
      }
    } else if (declared.has_fallback) {
      value = declared.fallback;
    } else {
      missing(declared.name, declared.unit, declared.doc);
    }
    instance_.parameters.push_back(value);
    instance_.generic_dimensions.push_back(dimension);
    return source;
  }

  void read_list(const ListDeclaration& declared) {
    std::vector<double>& values = instance_.lists.emplace_back();
    const Json source = find(declared.name);
    if (!source) {
      if (declared.fallback.empty()) missing(declared.name, declared.unit, declared.doc);
      values = declared.fallback;
      return;
    }
    if (!is_kind(report(), source, JsonKind::array, quoted(declared.name))) return;
    const Wanted wanted{fmt::format("an entry of {}", quoted(declared.name)), declared.unit, declared.dimension, declared.doc};
    bool complete = true;
    for (const Json entry : source) {
      const auto found = read_value(report(), reading_.parameters, entry, wanted);
      if (found) values.push_back(found->si);
      complete = complete && found.has_value();
    }
    if (values.empty() && complete) bad_list(source, fmt::format("the list {} is empty", quoted(declared.name)), declared.doc);
    if (declared.ascending && complete) check_ascending(source, declared, values);
    if (!complete) values.clear();
  }

  void bad_list(Json at, std::string message, const std::string& doc) {
    report().error(ErrorCode::diagram_bad_list, at.where(), std::move(message), doc);
  }

  void check_ascending(Json source, const ListDeclaration& declared, const std::vector<double>& values) {
    auto entry = source.begin();
    for (std::size_t i = 1; i < values.size(); ++i) {
      ++entry;
      if (values[i] > values[i - 1]) continue;
      bad_list(*entry,
               fmt::format("entry {} of {} is {} after {} (SI), but the list must ascend", i + 1, quoted(declared.name),
                           short_number(values[i]), short_number(values[i - 1])),
               declared.doc);
      return;
    }
  }

  void check_tables() {
    for (const TableDeclaration& table : record().tables) {
      const auto x = static_cast<std::size_t>(table.abscissae), y = static_cast<std::size_t>(table.ordinates);
      const std::size_t nx = instance_.lists[x].size(), ny = instance_.lists[y].size();
      if (nx == ny || nx == 0 || ny == 0) continue;
      const Json source = find(record().lists[y].name);
      bad_list(source ? source : member_,
               fmt::format("{} has {} entries, but {} has {}", quoted(record().lists[y].name), ny, quoted(record().lists[x].name), nx),
               "the two lists make one table");
    }
  }

  Reading& reading_;
  Instance& instance_;
  Json member_, object_;
  const std::vector<Given>* given_ = nullptr;
};

}  // namespace

void read_instance_parameters(Reading& reading, Instance& instance, Json member) { ParameterReader(reading, instance, member).read(); }

}  // namespace stribeck
