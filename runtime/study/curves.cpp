#include "study/curves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/format.h"
#include "results/document.h"
#include "results/output_file.h"
#include "study/plan.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;
using ZarrJson = document::Json;  // apart from that which reads files

constexpr const char* kStore = "curves.zarr";
constexpr const char* kMeta = "zarr.json";
static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

template <typename Number>
std::string bytes_of(const std::vector<Number>& values) {
  std::string bytes(values.size() * sizeof(Number), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

struct ArrayShape {
  std::string type = "float64";
  ZarrJson fill = "NaN";
  std::vector<std::int64_t> shape, chunk;
  std::vector<std::string> dimensions;
  ZarrJson attributes = ZarrJson::object();
};

std::string metadata_of(const ArrayShape& array) {
  const auto named = [](const char* name, ZarrJson configuration) {
    return ZarrJson{{"name", name}, {"configuration", std::move(configuration)}};
  };
  const ZarrJson meta = {{"zarr_format", 3},
                         {"node_type", "array"},
                         {"shape", array.shape},
                         {"data_type", array.type},
                         {"chunk_grid", named("regular", {{"chunk_shape", array.chunk}})},
                         {"chunk_key_encoding", named("default", {{"separator", "."}})},
                         {"fill_value", array.fill},
                         {"codecs", ZarrJson::array({named("bytes", {{"endian", "little"}})})},
                         {"attributes", array.attributes},
                         {"dimension_names", array.dimensions}};
  return document::indented(meta);
}

ZarrJson attributes_of(const std::string& unit, const std::string& long_name) {
  ZarrJson attributes = ZarrJson::object();
  if (!unit.empty()) attributes["units"] = unit;
  if (!long_name.empty()) attributes["long_name"] = long_name;
  return attributes;
}

/// Attributes of numbers that stand for words, as the conventions "CF" have them (cfconventions.org, section 3.5): one word each, so
/// blanks become underscores.
ZarrJson attributes_of_words(const std::vector<std::string>& words) {
  ZarrJson values = ZarrJson::array();
  std::string meanings;
  for (std::size_t w = 0; w < words.size(); ++w) {
    values.push_back(w);
    std::string word = words[w];
    std::ranges::replace(word, ' ', '_');
    meanings += (w > 0 ? " " : "") + word;
  }
  return {{"flag_values", values}, {"flag_meanings", meanings}};
}

}  // namespace

CurveStore::CurveStore(const StudyFolder& folder, const StudyPlan& plan)
    : plan_(plan),
      path_(folder.path() + "/" + kStore),
      samples_(folder.record().samples),
      chunk_(folder.record().chunk),
      chunks_(folder.chunks()) {}

/// Under another name, then renamed.
void CurveStore::write_file_of(const std::string& array, const std::string& name, const std::string& content) const {
  const std::string draft = array + "/" + draft_name(), target = array + "/" + name;
  std::error_code fault;
  fs::create_directories(array, fault);
  if (!fault) {
    write_file(draft, content);
    fs::rename(draft, target, fault);
  }
  if (!fault) return;
  std::error_code none;
  fs::remove(draft, none);
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::output_unwritable;
  diagnostic.message = "cannot write the curves: " + fault.message();
  diagnostic.where.file = target;
  diagnostic.remedy = "see to it that the folder can be written to";
  throw Failure(std::move(diagnostic));
}

void CurveStore::make() const {
  if (!is_wanted() || fs::exists(path_ + "/" + kMeta)) return;
  const auto instants = static_cast<std::int64_t>(plan_.curve_times_s.size());
  write_file_of(array_of("time"), "c.0", bytes_of(plan_.curve_times_s));
  write_file_of(array_of("time"), kMeta,
                metadata_of({.shape = {instants}, .chunk = {instants}, .dimensions = {"time"}, .attributes = attributes_of("s", "")}));
  for (const StudyCurve& curve : plan_.curves)
    write_file_of(array_of(curve.name), kMeta,
                  metadata_of({.shape = {samples_, instants},
                               .chunk = {chunk_, instants},
                               .dimensions = {"sample", "time"},
                               .attributes = attributes_of(curve.unit, curve.of)}));
  // Last: whoever finds it finds all of it.
  write_file_of(
      path_, kMeta,
      document::indented({{"zarr_format", 3},
                          {"node_type", "group"},
                          {"attributes", {{"title", plan_.title.empty() ? plan_.file : plan_.title}, {"source", "stribeck study"}}}}));
}

void CurveStore::write(std::int64_t chunk, const std::vector<std::vector<double>>& samples) const {
  if (!is_wanted()) return;
  make();
  const std::size_t instants = plan_.curve_times_s.size();
  for (std::size_t c = 0; c < plan_.curves.size(); ++c) {
    // All chunks of an array are of one size; what is beyond its end does not count.
    std::vector<double> values(static_cast<std::size_t>(chunk_) * instants, std::nan(""));
    for (std::size_t s = 0; s < samples.size(); ++s) {
      if (samples[s].empty()) continue;
      const auto from = samples[s].begin() + static_cast<std::ptrdiff_t>(c * instants);
      std::copy(from, from + static_cast<std::ptrdiff_t>(instants), values.begin() + static_cast<std::ptrdiff_t>(s * instants));
    }
    write_file_of(array_of(plan_.curves[c].name), fmt::format("c.{}.0", chunk), bytes_of(values));
  }
}

std::optional<std::vector<std::vector<double>>> CurveStore::read(std::int64_t chunk) const {
  const std::size_t instants = plan_.curve_times_s.size();
  std::vector<std::vector<double>> samples(static_cast<std::size_t>(std::min(chunk_, samples_ - chunk * chunk_)));
  for (const StudyCurve& curve : plan_.curves) {
    std::ifstream file(array_of(curve.name) + fmt::format("/c.{}.0", chunk), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.size() != static_cast<std::size_t>(chunk_) * instants * sizeof(double)) return std::nullopt;
    std::vector<double> values(instants);
    for (std::size_t s = 0; s < samples.size(); ++s) {
      std::memcpy(values.data(), bytes.data() + s * instants * sizeof(double), instants * sizeof(double));
      samples[s].insert(samples[s].end(), values.begin(), values.end());
    }
  }
  return samples;
}

void CurveStore::write_columns(const StudyColumns& columns) const {
  if (!is_wanted()) return;
  const auto describe = [&](const std::string& name, const std::string& type, ZarrJson fill, ZarrJson attributes) {
    write_file_of(array_of(name), kMeta,
                  metadata_of({.type = type,
                               .fill = std::move(fill),
                               .shape = {samples_},
                               .chunk = {samples_},
                               .dimensions = {"sample"},
                               .attributes = std::move(attributes)}));
  };
  for (const StudyColumn& column : columns.columns) {
    ZarrJson attributes = column.words.empty() ? attributes_of(column.unit, "") : attributes_of_words(column.words);
    attributes["role"] = column.is_factor ? "factor" : "scalar";
    write_file_of(array_of(column.name), "c.0", bytes_of(column.values));
    describe(column.name, "float64", "NaN", std::move(attributes));
  }
  write_file_of(array_of("status"), "c.0", bytes_of(columns.states));
  describe("status", "uint8", 0, attributes_of_words({"done", "failed", "excluded", "missing"}));
}

void CurveStore::tidy() const {
  std::error_code none;
  // Of the curves alone: programs that end at once write the columns at once, each by a draft of its own.
  for (const StudyCurve& curve : plan_.curves)
    for (const fs::directory_entry& entry : fs::directory_iterator(array_of(curve.name), none))
      if (is_draft(entry.path().filename().string())) fs::remove(entry.path(), none);
}

void finish_curves(const StudyFolder& folder, const StudyPlan& plan) {
  const CurveStore store(folder, plan);
  if (!store.is_wanted()) return;
  store.tidy();
  store.write_columns(columns_of(folder, plan));
}

}  // namespace stribeck
