#include "drawing/plot_html.h"

#include "drawing/gnuplot.h"

namespace stribeck {

std::string plot_html(const PlotPage& page) {
  const std::string picture = draw(page, PictureFormat::svg);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Stribeck</title>\n" + picture.substr(picture.find("<svg")) +
         "</html>\n";
}

}  // namespace stribeck
