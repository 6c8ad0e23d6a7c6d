#include "drawing/plot_html.h"

#include "drawing/markup.h"
#include "drawing/viewer.h"

namespace stribeck {

std::string plot_html(const PlotPage& page) {
  std::string remark;
  const std::string viewer = viewer_html(page, {}, remark);
  return page_head(page.title) + "<h1>" + escaped(page.title) + "</h1>\n" +
         (remark.empty() ? "" : "<p class=\"warning\">" + remark + "</p>\n") + viewer + "</body>\n</html>\n";
}

}  // namespace stribeck
