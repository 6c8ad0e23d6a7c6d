#include "catalogue/guide_page.h"

#include <cctype>
#include <sstream>
#include <vector>

#include "base/text.h"
#include "catalogue/notation.h"
#include "drawing/markup.h"

namespace stribeck {
namespace {

/// "[more](guide/x.md)" as "more".
std::string without_links(std::string text) {
  for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
    const std::size_t middle = text.find("](", open), close = middle == std::string::npos ? middle : text.find(')', middle);
    if (close == std::string::npos) break;
    text = text.substr(0, open) + text.substr(open + 1, middle - open - 1) + text.substr(close + 1);
  }
  return text;
}

std::string inline_html(const std::string& text) {
  std::string html;
  bool is_code = false, is_stressed = false;
  const std::string plain = without_links(text);
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const char next = at + 1 < plain.size() ? plain[at + 1] : ' ';
    const bool may_stress = is_stressed ? plain[at - 1] != ' ' : next != ' ' && (at == 0 || plain[at - 1] == ' ');
    if (plain[at] == '`') {
      html += is_code ? "</code>" : "<code>";
      is_code = !is_code;
    } else if (plain[at] == '*' && !is_code && may_stress) {
      html += is_stressed ? "</em>" : "<em>";
      is_stressed = !is_stressed;
    } else if (!is_code && (plain.compare(at, 2, "<=") == 0 || plain.compare(at, 2, ">=") == 0)) {
      html += with_signs(plain.substr(at++, 2));
    } else if (!is_code && plain[at] == '^' && std::isdigit(static_cast<unsigned char>(next)) != 0) {
      html += "<sup>" + std::string(1, next) + "</sup>";
      ++at;
    } else {
      html += escaped(std::string(1, plain[at]));
    }
  }
  return with_indexed_letters(html) + (is_code ? "</code>" : "") + (is_stressed ? "</em>" : "");
}

std::string row_html(std::string_view line, bool is_head) {
  std::string html = "<tr>";
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    html += (is_head ? "<th scope=\"col\">" : "<td>") + inline_html(std::string(trimmed(line.substr(at, end - at)))) +
            (is_head ? "</th>" : "</td>");
    at = end + 1;
  }
  return html + "</tr>\n";
}

enum class Block : std::uint8_t { none, paragraph, list, table, code };

class Writer {
 public:
  std::string write(std::string_view markdown) {
    std::istringstream lines{std::string(markdown)};
    for (std::string line; std::getline(lines, line);) add(line);
    end();
    return std::move(html_);
  }

 private:
  void add(const std::string& line) {
    const std::string_view text = trimmed(line);
    if (text.empty() || text.starts_with("<!--")) return end();
    if (line.starts_with("#")) return add_heading(line);
    if (line.starts_with("    ") && (block_ == Block::none || block_ == Block::code)) return gather(Block::code, line.substr(4) + "\n");
    if (line.starts_with("|")) return add_row(line);
    if (line.starts_with("- ")) {
      if (block_ == Block::list) flush_item();
      return gather(Block::list, line.substr(2) + " ");
    }
    gather(block_ == Block::list ? Block::list : Block::paragraph, std::string(text) + " ");
  }

  void add_heading(const std::string& line) {
    end();
    const std::size_t level = line.find_first_not_of('#');
    const std::string tag = "h" + std::to_string(level);
    html_ += "<" + tag + ">" + inline_html(line.substr(level + 1)) + "</" + tag + ">\n";
  }

  void add_row(const std::string& line) {
    if (line.starts_with("| ---")) return;
    const bool is_first = block_ != Block::table;
    if (is_first) begin(Block::table);
    html_ += row_html(line, is_first);
  }

  void gather(Block block, const std::string& text) {
    if (block_ != block) begin(block);
    text_ += text;
  }

  void begin(Block block) {
    end();
    block_ = block;
    if (block == Block::table) html_ += "<section class=\"wide\" tabindex=\"0\"><table>\n";
    if (block == Block::list) html_ += "<ul>\n";
  }
  void flush_item() {
    html_ += "<li>" + inline_html(text_) + "</li>\n";
    text_.clear();
  }
  void end() {
    if (block_ == Block::paragraph) html_ += "<p>" + inline_html(text_) + "</p>\n";
    if (block_ == Block::code) html_ += "<pre>" + escaped(text_) + "</pre>\n";
    if (block_ == Block::list) flush_item(), html_ += "</ul>\n";
    if (block_ == Block::table) html_ += "</table></section>\n";
    text_.clear();
    block_ = Block::none;
  }

  Block block_ = Block::none;
  std::string text_, html_;
};

}  // namespace

std::string guide_html(std::string_view markdown) { return Writer().write(markdown); }

}  // namespace stribeck
