#include "drawing/mechanism_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/decimal.h"
#include "base/text.h"
#include "drawing/markup.h"

namespace stribeck {
namespace {

using Json = nlohmann::ordered_json;
using Local = std::array<double, 3>;

constexpr std::size_t kMostInstants = 600;
constexpr std::size_t kMostNumbers = 400'000;  // about 3 MB on the page
constexpr double kTurn = 6.283185307179586;

bool is_spatial(const Instance& instance) { return instance.record->type.starts_with("spatial."); }

/// The word of an option; empty where the type has none of that name.
std::string choice(const Instance& instance, std::string_view name) {
  const int option = instance.record->find_option(name);
  if (option < 0) return "";
  const OptionDeclaration& declared = instance.record->options[static_cast<std::size_t>(option)];
  return declared.choices[static_cast<std::size_t>(declared.chosen)];
}

double number(const Instance& instance, std::string_view name) {
  const int parameter = instance.record->find_parameter(name);
  return parameter < 0 ? 0 : instance.parameters[static_cast<std::size_t>(parameter)];
}

/// A list of three numbers, or of two in the plane of the mechanism.
Local vector(const Instance& instance, std::string_view name) {
  const int list = instance.record->find_list(name);
  if (list < 0) return {};
  const std::vector<double>& values = instance.lists[static_cast<std::size_t>(list)];
  if (values.size() == 3) return {values[0], values[1], values[2]};
  if (values.size() != 2) return {};
  const std::string plane = choice(instance, "plane");
  if (plane == "xy") return {values[0], values[1], 0};
  return plane == "xz" ? Local{values[0], 0, values[1]} : Local{0, values[0], values[1]};
}

Local plus(const Local& a, double factor, const Local& b) { return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]}; }
Local cross(const Local& a, const Local& b) { return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}; }
Local of_length_one(const Local& a) {
  const double size = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return size > 0 ? Local{a[0] / size, a[1] / size, a[2] / size} : Local{0, 0, 1};
}

using Line = std::vector<Local>;

Line ring(const Local& middle, const Local& first, const Local& second, double radius) {
  constexpr int kCorners = 24;
  Line line;
  for (int i = 0; i <= kCorners; ++i) {
    const double angle = kTurn * i / kCorners;
    line.push_back(plus(plus(middle, radius * std::cos(angle), first), radius * std::sin(angle), second));
  }
  return line;
}

void add_box(std::vector<Line>& lines, const Local& middle, const Local& sides) {
  const auto corner = [&](double x, double y, double z) {
    return Local{middle[0] + x * sides[0] / 2, middle[1] + y * sides[1] / 2, middle[2] + z * sides[2] / 2};
  };
  for (const double z : {-1., 1.})
    lines.push_back({corner(-1, -1, z), corner(1, -1, z), corner(1, 1, z), corner(-1, 1, z), corner(-1, -1, z)});
  for (const double x : {-1., 1.})
    for (const double y : {-1., 1.}) lines.push_back({corner(x, y, -1), corner(x, y, 1)});
}

void add_tube(std::vector<Line>& lines, const Local& middle, const Local& axis, double length, const std::vector<double>& radii) {
  const Local n = of_length_one(axis), beside = std::abs(n[0]) < 0.6 ? Local{1, 0, 0} : Local{0, 1, 0};
  const Local first = of_length_one(cross(n, beside)), second = cross(n, first);
  const Local low = plus(middle, -length / 2, n), high = plus(middle, length / 2, n);
  for (const double radius : radii) {
    lines.push_back(ring(low, first, second, radius));
    lines.push_back(ring(high, first, second, radius));
  }
  for (const Local& side : {first, second})
    for (const double way : {-1., 1.}) lines.push_back({plus(low, way * radii[0], side), plus(high, way * radii[0], side)});
}

/// The edges of a body's shape, in its frame.
std::vector<Line> edges_of(const Instance& body) {
  const std::string shape = choice(body, "shape");
  const auto value = [&](const char* name) { return number(body, name); };
  const Local middle = vector(body, "center");
  std::vector<Line> lines;
  if (shape == "box") add_box(lines, middle, {value("size_x"), value("size_y"), value("size_z")});
  if (shape == "plate") {
    const double a = value("length"), b = value("width"), thick = value("thickness");
    const std::string plane = choice(body, "plane");
    add_box(lines, middle, plane == "xz" ? Local{a, thick, b} : plane == "yz" ? Local{thick, a, b} : Local{a, b, thick});
  }
  if (shape == "cylinder") add_tube(lines, middle, vector(body, "axis_direction"), value("length"), {value("radius")});
  if (shape == "tube")
    add_tube(lines, middle, vector(body, "axis_direction"), value("length"), {value("outer_radius"), value("inner_radius")});
  if (shape == "sphere") {
    const double radius = value("radius");
    lines = {ring(middle, {1, 0, 0}, {0, 1, 0}, radius), ring(middle, {1, 0, 0}, {0, 0, 1}, radius),
             ring(middle, {0, 1, 0}, {0, 0, 1}, radius)};
  }
  return lines;
}

/// Lists what the picture has, and numbers the outputs that it needs.
class Listing {
 public:
  explicit Listing(const Diagram& diagram) {
    for (const Instance& instance : diagram.instances)
      if (is_spatial(instance)) take(instance);
  }
  const std::vector<std::string>& columns() const { return columns_; }
  const Json& parts() const { return parts_; }
  const Json& up() const { return up_; }

 private:
  int column(const std::string& name) {
    const auto [known, is_new] = numbers_.try_emplace(name, static_cast<int>(columns_.size()));
    if (is_new) columns_.push_back(name);
    return known->second;
  }
  Json triple(const std::string& stem) { return {column(stem + "_x"), column(stem + "_y"), column(stem + "_z")}; }

  void take(const Instance& instance) {
    const ComponentRecord& record = *instance.record;
    const std::string& name = instance.name;
    if (record.type == "spatial.world") {
      const Local g = vector(instance, "gravity");
      if (g != Local{}) up_ = {-g[0], -g[1], -g[2]};
      return;
    }
    const std::string type = record.type.substr(record.type.find('.') + 1);
    Json part = {{"name", name}, {"type", type}};
    if (record.find_connector("frame") >= 0) {
      part["at"] = triple(name + ".frame.r");
      part["center"] = vector(instance, "center");
      Json lines = Json::array();
      for (const Line& line : edges_of(instance)) lines.push_back(line);
      part["lines"] = std::move(lines);
      part["axes"] = {triple(name + ".frame.e1"), triple(name + ".frame.e2"), triple(name + ".frame.e3")};
    } else if (record.find_connector("a") >= 0 && record.find_connector("b") >= 0) {
      part["a"] = triple(name + ".a.r"), part["b"] = triple(name + ".b.r");
      if (type != "transform" && type != "free" && type != "motion_sensor") part["force"] = triple(name + ".b.F");
      if (record.find_variable("mode") >= 0) part["mode"] = column(name + ".mode");
    } else {
      return;
    }
    parts_.push_back(std::move(part));
  }

  std::vector<std::string> columns_;
  std::map<std::string, int> numbers_;
  Json parts_ = Json::array();
  Json up_ = {0, 0, 1};
};

}  // namespace

std::vector<std::string> mechanism_columns(const Diagram& diagram) { return Listing(diagram).columns(); }

std::string mechanism_html(const Diagram& diagram, const Trajectory& trajectory) {
  const Listing listing(diagram);
  const std::vector<double>& times = trajectory.times_s();
  if (listing.columns().empty() || times.empty()) return "";
  const std::size_t instants = std::clamp(kMostNumbers / listing.columns().size(), std::size_t{2}, kMostInstants);
  const double begin = times.front(), length = times.back() - begin;
  Json data = {{"parts", listing.parts()}, {"up", listing.up()}, {"begin", begin}, {"end", times.back()}};
  Json columns = Json::array();
  const auto short_value = [](double value) { return std::stod(fmt::format("{:.6g}", value)); };  // a picture shows no more
  for (const std::string& name : listing.columns()) {
    const auto found = trajectory.find(name);
    Json values = Json::array();
    for (std::size_t i = 0; found && i < instants; ++i)
      values.push_back(short_value(trajectory.at(*found, begin + length * static_cast<double>(i) / static_cast<double>(instants - 1))));
    columns.push_back(std::move(values));
  }
  data["columns"] = std::move(columns);
  const std::string text = in_script(data.dump());
  return "<div id=\"mechanism\"><div class=\"tools\"><button type=\"button\" class=\"play\">play</button>"
         "<input class=\"when\" type=\"range\" min=\"0\" max=\"1000\" value=\"0\" aria-label=\"instant\"> <output class=\"time\"></output>"
         "<label><input class=\"forces\" type=\"checkbox\" checked> forces</label>"
         "<button type=\"button\" class=\"home\">turn back</button></div>\n"
         "<canvas tabindex=\"0\" role=\"img\" aria-label=\"the mechanism; arrow keys turn it, plus and minus bring it nearer\"></canvas>\n"
         "<p class=\"said\"></p>\n"
         "<p class=\"key\"><span class=\"joint\"></span>joint <span class=\"stuck\"></span>joint that sticks "
         "<span class=\"reaction\"></span>force in a joint, on its frame b <span class=\"pull\"></span>force of a source or spring. Drag "
         "to turn, wheel to "
         "bring nearer.</p></div>\n<script type=\"application/json\" id=\"mechanism-data\">" +
         text + "</script>\n";
}

}  // namespace stribeck
