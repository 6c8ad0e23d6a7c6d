#include "diagram/connector_path.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diagram/tapped_variable.h"

namespace stribeck {
namespace {

/// One index: a number or, if it is a range, all from low to high.
struct Axis {
  std::string_view text;
  std::int64_t low = 0, high = 0;
  bool is_range = false;
  std::int64_t extent() const { return high - low + 1; }
};

/// "cell[1:n-1]": a name and its indices.
struct Segment {
  std::string_view name;
  std::vector<Axis> axes;
};

std::vector<std::string> connector_names(const ComponentRecord& record) {
  std::vector<std::string> result;
  for (const ConnectorDeclaration& connector : record.named_connectors()) result.push_back(connector.name);
  return result;
}

class ConnectorReader {
 public:
  ConnectorReader(Reading& reading, const Scope& scope, Json text) : reading_(reading), scope_(scope), text_(text), whole_(text.text()) {}

  std::optional<ConnectorGrid> read() {
    ConnectorGrid grid;
    if (whole_.find('[') == std::string_view::npos) {  // most are single
      const bool good = scope_.prefix.empty() ? add(whole_, grid) : add(scope_.prefix + std::string(whole_), grid);
      return good ? std::optional(std::move(grid)) : std::nullopt;
    }
    if (!split() || !read_axes()) return std::nullopt;
    for (const Segment& segment : segments_)
      for (const Axis& axis : segment.axes)
        if (axis.is_range) grid.extents.push_back(axis.extent());
    return add_all(grid) ? std::optional(std::move(grid)) : std::nullopt;
  }

 private:
  void refuse(std::string_view part, std::string message, std::string remedy = {}) {
    const auto offset = static_cast<std::size_t>(part.data() - whole_.data());
    reading_.report.error(ErrorCode::diagram_bad_index, text_.where_inside(offset), std::move(message), {}, std::move(remedy));
  }

  bool split() {
    std::size_t at = 0;
    while (at <= whole_.size()) {
      const std::size_t end = std::min(whole_.find_first_of(".[", at), whole_.size());
      Segment& segment = segments_.emplace_back();
      segment.name = whole_.substr(at, end - at);
      at = end;
      while (at < whole_.size() && whole_[at] == '[') {
        const std::size_t close = whole_.find(']', at);
        if (close == std::string_view::npos) {
          refuse(whole_.substr(at), fmt::format("in {}: the bracket is not closed", in_quotes(whole_)));
          return false;
        }
        segment.axes.push_back({trimmed(whole_.substr(at + 1, close - at - 1))});
        at = close + 1;
      }
      if (at < whole_.size() && whole_[at] != '.') {
        refuse(whole_.substr(at), fmt::format("in {}: a dot is expected behind an index", in_quotes(whole_)), "write \"cell[2].right\"");
        return false;
      }
      ++at;
    }
    return true;
  }

  bool read_axes() {
    std::string path = scope_.prefix;
    for (Segment& segment : segments_) {
      path += segment.name;
      const Entity* entity = segment.axes.empty() ? nullptr : reading_.find(path);
      if (entity != nullptr && entity->kind == Entity::Kind::unread) return false;
      const bool is_array = entity != nullptr && entity->kind == Entity::Kind::array;
      if (!segment.axes.empty() && !is_array) {
        refuse(segment.name, fmt::format("{} is no array, but has an index", in_quotes(path)),
               entity == nullptr ? did_you_mean(path, component_names(reading_)) : "leave the index out");
        return false;
      }
      const std::vector<std::int32_t> shape =
          is_array ? reading_.shapes[static_cast<std::size_t>(entity->number)].extents : std::vector<std::int32_t>{};
      if (is_array && shape.size() != segment.axes.size()) {
        refuse(segment.name, fmt::format("{} has {} ind{}, but {} given", in_quotes(path), shape.size(), shape.size() == 1 ? "ex" : "ices",
                                         segment.axes.size() == 1 ? "1 is" : fmt::format("{} are", segment.axes.size())));
        return false;
      }
      for (std::size_t d = 0; d < segment.axes.size(); ++d) {
        Axis& axis = segment.axes[d];
        if (!read_axis(axis, path, shape[d])) return false;
        path += fmt::format("[{}]", axis.low);
      }
      path += '.';
    }
    return true;
  }

  bool read_axis(Axis& axis, const std::string& path, std::int32_t extent) {
    axis.low = 1, axis.high = extent, axis.is_range = true;
    if (axis.text != "*") {
      const std::size_t colon = axis.text.find(':');
      axis.is_range = colon != std::string_view::npos;
      const auto low = scope_.parameters->whole_number_in(text_, trimmed(axis.text.substr(0, colon)));
      const auto high = axis.is_range ? scope_.parameters->whole_number_in(text_, trimmed(axis.text.substr(colon + 1))) : low;
      if (!low || !high) return false;
      axis.low = *low, axis.high = *high;
    }
    if (axis.is_range && axis.high == axis.low - 1) return true;  // none: the links of a chain of one
    if (axis.low >= 1 && axis.high <= extent && axis.low <= axis.high) return true;
    const std::string asked = axis.is_range ? fmt::format("{} to {}", axis.low, axis.high) : fmt::format("{}", axis.low);
    refuse(axis.text, extent == 0 ? fmt::format("{} is empty, but {} is asked for", in_quotes(path), asked)
                                  : fmt::format("{} has elements 1 to {}, but {} is asked for", in_quotes(path), extent, asked));
    return false;
  }

  /// Every combination of the indices, the last one fastest.
  bool add_all(ConnectorGrid& grid) {
    std::vector<Axis*> axes;
    for (Segment& segment : segments_)
      for (Axis& axis : segment.axes) axes.push_back(&axis);
    for (const Axis* axis : axes)
      if (axis->extent() == 0) return true;
    std::vector<std::int64_t> index;
    for (const Axis* axis : axes) index.push_back(axis->low);
    for (;;) {
      if (!add(path_at(index), grid)) return false;
      std::size_t d = axes.size();
      while (d > 0 && index[d - 1] == axes[d - 1]->high) --d, index[d] = axes[d]->low;
      if (d == 0) return true;
      ++index[d - 1];
    }
  }

  std::string path_at(const std::vector<std::int64_t>& index) const {
    std::string path = scope_.prefix;
    std::size_t number = 0;
    for (const Segment& segment : segments_) {
      if (&segment != &segments_.front()) path += '.';
      path += segment.name;
      for (std::size_t d = 0; d < segment.axes.size(); ++d) path += '[' + std::to_string(index[number++]) + ']';
    }
    return path;
  }

  /// The connector of that path.
  bool add(std::string_view path, ConnectorGrid& grid) {
    const Found found = find_component(reading_, path, {text_});
    if (found.instance == nullptr) return false;
    ConnectorRef ref{found.number, found.instance->record->find_named_connector(found.rest), text_.position()};
    if (ref.connector < 0) ref.connector = tap_variable(reading_, found.number, found.rest);
    if (ref.connector < 0) {
      report_port(*found.instance, found.rest);
      return false;
    }
    grid.connectors.push_back(ref);
    return true;
  }

  void report_port(const Instance& instance, std::string_view port) {
    const std::vector<std::string> names = connector_names(*instance.record);
    std::string remedy = did_you_mean(port, names);
    if (remedy.empty()) remedy = fmt::format("its ports are {}", fmt::join(names, ", "));
    const std::string what = port.empty() ? fmt::format("{} names a component, but not its port", in_quotes(whole_))
                                          : fmt::format("{} has no port {}", described(instance), in_quotes(port));
    reading_.report.error(ErrorCode::diagram_unknown_port, text_.where(), what, {}, remedy);
  }

  Reading& reading_;
  const Scope& scope_;
  Json text_;
  std::string_view whole_;
  std::vector<Segment> segments_;
};

}  // namespace

std::optional<ConnectorGrid> read_connector(Reading& reading, const Scope& scope, Json text) {
  if (!is_kind(reading.report, text, JsonKind::string, "a connector")) return std::nullopt;
  return ConnectorReader(reading, scope, text).read();
}

}  // namespace stribeck
