#include "add_definition.h"

#include <algorithm>

#include "arguments.h"
#include "base/text.h"
#include "diagram/definitions.h"
#include "diagram/json_layout.h"

namespace stribeck::cli {
namespace {

/// Where an object ends.
struct ObjectEnd {
  std::size_t last = 0;   ///< one past its last entry, or past its opening bracket
  std::size_t close = 0;  ///< of its closing bracket
  bool is_empty = true;
};

/// Finds the ends of the root and of its "definitions" in a text that JsonTree has accepted.
class EndFinder {
 public:
  explicit EndFinder(std::string_view text) : text_(text) {
    while (skip_to_token()) take_token();
  }
  ObjectEnd root() const { return root_; }
  ObjectEnd definitions() const { return definitions_; }

 private:
  bool skip_to_token() {
    while (at_ < text_.size()) {
      if (text_.substr(at_).starts_with("//"))
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      else if (text_.substr(at_).starts_with("/*"))
        at_ = text_.find("*/", at_ + 2) + 2;
      else if (std::string_view(" \t\r\n\xEF\xBB\xBF").find(text_[at_]) != std::string_view::npos)
        ++at_;
      else
        return true;
    }
    return false;
  }

  void take_token() {
    const char c = text_[at_];
    const std::size_t begin = at_;
    if (c == '"')
      for (++at_; text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
    ++at_;
    const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (closes && --depth_ == 0) {
      root_.close = begin;
      return;
    }
    if (closes && depth_ == 1 && is_inside_) definitions_.close = begin, is_inside_ = false;
    if (is_inside_) definitions_ = {at_, 0, false};
    root_ = {at_, 0, depth_ == 0};
    if (depth_ == 1 && c == '"') key_ = text_.substr(begin, at_ - begin);
    if (c == '{' && depth_ == 1 && key_ == "\"definitions\"") definitions_ = {at_, 0, true}, is_inside_ = true;
    if (opens) ++depth_;
  }

  std::string_view text_, key_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_inside_ = false;
  ObjectEnd root_, definitions_;
};

std::string inserted(const std::string& text, const ObjectEnd& end, const std::string& entry, const std::string& indent) {
  std::string between = text.substr(end.last, end.close - end.last);  // comments
  between.erase(between.find_last_not_of(" \t\r\n") + 1);
  return text.substr(0, end.last) + (end.is_empty ? "" : ",") + between + "\n" + entry + "\n" + indent + text.substr(end.close);
}

void refuse_known(const std::string& file, const std::string& text, const std::string& type, const Registry& registry) {
  Report report;
  Sources sources;
  const JsonTree tree(text, file);
  const Json root = tree.root();
  if (!is_kind(report, root, JsonKind::object, "a file of definitions")) report.throw_if_errors();
  if (root.find("components")) {
    refuse(in_quotes(file) + " is a diagram, whose definitions others cannot include",
           "move its \"definitions\" into a file of their own, which it includes");
  }
  Definitions definitions(report, sources);
  definitions.read(root, file, registry);
  report.throw_if_errors();
  if (const Definition* known = definitions.find(type)) {
    const Where where = known->json.where_key();
    refuse("the component type " + in_quotes(type) + " exists already, at " + where.file + ":" + std::to_string(where.line),
           "choose another name");
  }
  if (definitions.plugins().contains(type))
    refuse("the component type " + in_quotes(type) + " exists already: " + definitions.plugins().origin(type), "choose another name");
}

}  // namespace

std::string with_definition(const std::string& file, const std::string& type, const std::string& member, const Registry& registry) {
  const std::string text = content_of(file);
  refuse_known(file, text, type, registry);
  const EndFinder ends(text);
  const ObjectEnd definitions = ends.definitions();
  const std::string result = definitions.close > 0 ? inserted(text, definitions, member, "  ")
                                                   : inserted(text, ends.root(), "  \"definitions\": {\n" + member + "\n  }", "");
  return laid_out(text, file) == text ? laid_out(result, file) : result;
}

}  // namespace stribeck::cli
