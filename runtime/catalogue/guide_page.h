#pragma once
// A page of the guide, as the pages of components link it.
#include <string>
#include <string_view>

namespace stribeck {

/// The Markdown that the guide uses as the content of a page: headings, paragraphs, lists, tables, indented code, backticks and emphasis.
/// Links keep their words alone: what they lead to is not beside the pages.
std::string guide_html(std::string_view markdown);

}  // namespace stribeck
