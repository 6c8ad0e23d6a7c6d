#pragma once
// Pictures that a command writes beside its other results.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "drawing/plot_page.h"
#include "results/output_file.h"

namespace stribeck::cli {

/// --plot FILE ... and --overlay FILE ...: checked and opened before the run, so that nobody waits for a picture that cannot be written.
class PlotFiles {
 public:
  /// Throws Failure arguments.invalid, file.missing, result.unreadable, output.unwritable, tool.missing or tool.failed.
  PlotFiles(const std::vector<std::string>& paths, const std::vector<std::string>& overlays);

  bool wanted() const { return !files_.empty(); }
  /// Draws and completes every file; returns what the page leaves out, a sentence each.
  std::vector<std::string> write(const Diagram& diagram, const PlotRows& rows, std::size_t asked);
  /// The same of a page that stands.
  void write(const PlotPage& page);
  /// The same, with a page for browsers of its own.
  void write(const PlotPage& page, const std::function<std::string()>& html);

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::vector<OtherResult> others_;
};

}  // namespace stribeck::cli
