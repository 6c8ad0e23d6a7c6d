#include "drawing/plot_html.h"

#include "drawing/markup.h"
#include "drawing/viewer.h"

namespace stribeck {

std::string plot_html(const PlotPage& page) {
  const Viewer viewer = viewer_of(page, {});
  std::string notes;
  for (const std::string& note : page.notes) notes += "<p class=\"lead\">" + escaped(note) + "</p>\n";
  return page_head(page.title) + "<main>\n<h1>" + escaped(page.title) + "</h1>\n" + notes +
         (viewer.remark.empty() ? "" : "<p class=\"warning\">" + viewer.remark + "</p>\n") + viewer.body + "</main>\n" + viewer.arrays +
         "</body>\n</html>\n";
}

}  // namespace stribeck
