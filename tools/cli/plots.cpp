#include "plots.h"

#include <algorithm>
#include <array>
#include <optional>

#include "arguments.h"
#include "base/path.h"
#include "base/text.h"
#include "drawing/gnuplot.h"
#include "drawing/plot_html.h"

namespace stribeck::cli {
namespace {

std::string ending_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos || path.find('/', dot) != std::string::npos ? "" : path.substr(dot);
}

constexpr std::array<std::string_view, 3> kPictures{".svg", ".png", ".pdf"};  // in the order of PictureFormat

std::optional<PictureFormat> picture_format(const std::string& path) {
  const auto found = std::find(kPictures.begin(), kPictures.end(), ending_of(path));
  if (found == kPictures.end()) return std::nullopt;
  return static_cast<PictureFormat>(found - kPictures.begin());
}

/// "runs/slow.csv" is called slow.
std::string stem_of(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.rfind('.'));
}

}  // namespace

PlotFiles::PlotFiles(const std::vector<std::string>& paths, const std::vector<std::string>& overlays) {
  if (paths.empty() && !overlays.empty()) refuse("--overlay needs a picture to lie on", "name one: --plot curves.svg");
  for (const std::string& path : paths)
    if (!picture_format(path) && ending_of(path) != ".html")
      refuse("--plot cannot tell from " + in_quotes(path) + " what to draw", "end the name in .svg, .png, .pdf or .html");
  if (std::any_of(paths.begin(), paths.end(), [](const std::string& path) { return picture_format(path).has_value(); })) require_gnuplot();
  for (const std::string& overlay : overlays) others_.push_back({stem_of(overlay), read_result(overlay)});
  for (const std::string& path : paths) files_.push_back(std::make_unique<OutputFile>(path));
}

std::vector<std::string> PlotFiles::write(const Diagram& diagram, const PlotRows& rows, std::size_t asked) {
  const PlotPage page = plot_page(diagram, rows, asked, others_);
  write(page);
  return page.remarks;
}

void PlotFiles::write(const PlotPage& page) {
  write(page, [&] { return plot_html(page); });
}

void PlotFiles::write(const PlotPage& page, const std::function<std::string()>& html) {
  for (const auto& file : files_) {
    const auto format = picture_format(file->path());
    file->write(format ? draw(page, *format) : html());
    file->commit();
  }
}

}  // namespace stribeck::cli
