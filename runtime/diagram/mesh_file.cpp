#include "diagram/mesh_file.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/file_names.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

// A binary file: a heading of 80 bytes, the number of triangles in 4, then 50 bytes each: normal, three vertices, two bytes without
// meaning; all numbers little-endian, those of points single floats. 3D Systems (1989), StereoLithography Interface Specification.
constexpr std::size_t kHeading = 84, kTriangle = 50, kFloat = 4;

[[noreturn]] void bad_mesh(const std::string& file, int line, std::string message, std::string because = {}) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::file_bad_mesh;
  diagnostic.message = std::move(message);
  diagnostic.because = std::move(because);
  diagnostic.where.file = file;
  diagnostic.where.line = line;
  diagnostic.where.column = line > 0 ? 1 : 0;
  throw Failure(std::move(diagnostic));
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = kFloat; i-- > 0;) word = word << 8U | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

Mesh read_binary(std::string_view content, const std::string& file) {
  Mesh mesh;
  mesh.triangles.resize((content.size() - kHeading) / kTriangle);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::size_t first = kHeading + i * kTriangle + 3 * kFloat;  // behind the normal, which the order of the vertices says, too
    for (std::size_t k = 0; k < 9; ++k) {
      const double value = std::bit_cast<float>(word_at(content, first + k * kFloat));
      if (!std::isfinite(value)) bad_mesh(file, 0, fmt::format("triangle {} of {} has a corner that is no number", i + 1, in_quotes(file)));
      mesh.triangles[i].at(k / 3).at(k % 3) = value;
    }
  }
  return mesh;
}

/// The words of an ASCII file, one after the other.
class Words {
 public:
  Words(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  int line() const { return line_; }
  /// Empty at the end.
  std::string_view next() {
    while (!rest_.empty() && is_blank(rest_.front())) skip();
    std::size_t length = 0;
    while (length < rest_.size() && !is_blank(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }
  void rest_of_line() {
    while (!rest_.empty() && rest_.front() != '\n') skip();
  }
  void expect(std::string_view wanted) { expect(wanted, next()); }
  void expect(std::string_view wanted, std::string_view word) const {
    if (lower(word) != wanted)
      bad_mesh(file_, line_,
               fmt::format("{} stands where a mesh has {}", word.empty() ? "the end of the file" : in_quotes(word), in_quotes(wanted)));
  }
  double number() {
    std::string_view word = next();
    const std::string_view written = word;
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
      bad_mesh(file_, line_, written.empty() ? "the file ends within a triangle" : fmt::format("{} is no number", in_quotes(written)));
    return value;
  }
  static std::string lower(std::string_view word) {
    std::string result(word);
    for (char& letter : result)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return result;
  }

 private:
  static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }
  void skip() {
    if (rest_.front() == '\n') ++line_;
    rest_.remove_prefix(1);
  }
  std::string_view rest_;
  const std::string& file_;
  int line_ = 1;
};

Mesh read_ascii(std::string_view content, const std::string& file) {
  Mesh mesh;
  Words words(content, file);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    words.expect("solid", word);
    words.rest_of_line();
    for (word = words.next(); Words::lower(word) != "endsolid"; word = words.next()) {
      words.expect("facet", word);
      words.expect("normal");
      words.rest_of_line();  // the order of the vertices says it, too
      words.expect("outer"), words.expect("loop");
      std::array<Point, 3>& triangle = mesh.triangles.emplace_back();
      for (Point& corner : triangle) {
        words.expect("vertex");
        if (&corner == triangle.data()) mesh.lines.push_back(words.line());
        for (double& coordinate : corner) coordinate = words.number();
      }
      words.expect("endloop"), words.expect("endfacet");
    }
    words.rest_of_line();
  }
  return mesh;
}

}  // namespace

Mesh read_stl(std::string_view content, const std::string& file) {
  const bool is_binary = content.size() >= kHeading && (content.size() - kHeading) % kTriangle == 0 &&
                         word_at(content, kHeading - kFloat) == (content.size() - kHeading) / kTriangle;
  if (!is_binary && Words::lower(trimmed(content).substr(0, 5)) != "solid")
    bad_mesh(file, 0, fmt::format("{} is no STL file", in_quotes(file)),
             "one in ASCII begins with \"solid\"; one in binary is 84 bytes and 50 for each triangle long, of which it names the number");
  Mesh mesh = is_binary ? read_binary(content, file) : read_ascii(content, file);
  mesh.file = file;
  if (mesh.triangles.empty()) bad_mesh(file, 0, fmt::format("{} has no triangles", in_quotes(file)));
  return mesh;
}

std::optional<Mesh> mesh_from_file(Report& report, Sources& sources, const std::string& diagram_file, Json source,
                                   const ListDeclaration& wanted) {
  const std::string remedy = fmt::format("write {}: {{ \"file\": \"part.stl\", \"unit\": \"mm\" }}", in_quotes(wanted.name));
  const auto refuse = [&](Json at, const std::string& message) {
    report.error(ErrorCode::diagram_bad_list, at.where(), message, wanted.doc, remedy);
    return std::nullopt;
  };
  if (!source.is(JsonKind::object)) return refuse(source, fmt::format("{} is no mesh", in_quotes(wanted.name)));
  check_keys(report, source, {"file", "unit"}, "a mesh");
  const Json file = source.find("file"), written = source.find("unit");
  if (!file || !file.is(JsonKind::string)) return refuse(source, fmt::format("{} does not name its \"file\"", in_quotes(wanted.name)));
  if (!written || !written.is(JsonKind::string))
    return refuse(source, fmt::format("{} has no \"unit\": an STL file does not say in which its numbers are", in_quotes(wanted.name)));
  const auto unit = parse_unit(written.text());
  if (!unit || !agree(unit->dimension, parse_unit("m")->dimension)) {
    report.error(ErrorCode::value_wrong_dimension, written.where(), fmt::format("{} is no unit of length", in_quotes(written.text())),
                 wanted.doc);
    return std::nullopt;
  }
  const std::string path = path_from(diagram_file, file.text());
  try {
    Mesh mesh = read_stl(sources.text_of_regular(path), path);
    mesh.unit_m = unit->factor;
    return mesh;
  } catch (const Failure& failure) {
    const Diagnostic& why = failure.diagnostics().front();
    if (why.code == ErrorCode::file_missing)
      report.error(why.code, file.where(), why.message, {}, "file names start from the diagram's folder");
    else
      report.error(why.code, why.where, why.message, why.because);
    return std::nullopt;
  }
}

}  // namespace stribeck
