// The text is read into entries in the order in which they stand, each with the comments around it; then it is decided from the innermost
// outwards what can stand on one line, and written from the front. No step calls itself, so that depth costs no stack.
#include "diagram/json_layout.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/index.h"
#include "diagram/json_tree.h"

namespace stribeck {

namespace {

constexpr std::size_t kWidth = 140;

struct Comment {
  std::string text;
  bool is_line = false;      ///< ends with its line
  bool after_blank = false;  ///< a blank line stands before it
  bool begins_line = false;  ///< nothing else stands before it in its line
  bool ends_line = false;    ///< nothing else stands behind it in its line
};

/// One value, with its key in an object.
struct Entry {
  std::string_view key, scalar;
  char bracket = 0;  ///< '{' or '[', 0: a scalar
  std::size_t parent = 0, end = 0;
  std::vector<Comment> before, behind, last;  ///< above it, at the end of its line, above its closing bracket
  bool after_blank = false;
  bool begins_open = false;  ///< its first entry stands on a new line
  bool must_open = false, only_numbers = true, has_comment = false;
  std::size_t width = 0;  ///< on one line, key and all
  std::size_t children = 0;
};

struct Token {
  char kind = 0;  ///< a bracket, ',', ':', 'v' a value or key; 0: the end
  std::string_view text;
  std::vector<Comment> before;
  bool begins_line = false, after_blank = false;
};

/// Bytes that begin a character: those that follow in UTF-8 take no column.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

/// Takes a text that JsonTree has accepted apart.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  Token next() {
    Token token;
    for (;;) {
      const std::size_t lines = skip_space();
      if (!token.before.empty()) token.before.back().ends_line = lines > 0 || at_ >= text_.size();
      if (at_ < text_.size() && text_[at_] == '/') {
        token.before.push_back(comment(lines));
        continue;
      }
      token.begins_line = lines > 0;
      token.after_blank = lines > 1;
      break;
    }
    if (at_ >= text_.size()) return token;
    const std::size_t from = at_;
    token.kind = text_[at_];
    if (std::string_view("{}[],:").find(token.kind) != std::string_view::npos) {
      ++at_;
    } else {
      skip_value();
      token.kind = 'v';
    }
    token.text = text_.substr(from, at_ - from);
    return token;
  }

 private:
  /// How many line ends stand there.
  std::size_t skip_space() {
    std::size_t lines = 0;
    for (; at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos; ++at_)
      if (text_[at_] == '\n' || (text_[at_] == '\r' && text_.substr(at_ + 1, 1) != "\n")) ++lines;
    return lines;
  }

  Comment comment(std::size_t lines) {
    const std::size_t from = at_;
    Comment comment;
    comment.is_line = text_[at_ + 1] == '/';
    comment.begins_line = lines > 0 || from == 0;
    comment.after_blank = lines > 1;
    if (comment.is_line)
      while (at_ < text_.size() && !is_end_of_line(text_[at_])) ++at_;
    else
      at_ = text_.find("*/", at_ + 2) + 2;
    comment.text = with_line_feeds(text_.substr(from, at_ - from));
    if (comment.is_line) comment.text.erase(comment.text.find_last_not_of(" \t") + 1);
    return comment;
  }

  static std::string with_line_feeds(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] != '\r')
        result += text[i];
      else if (text.substr(i + 1, 1) != "\n")
        result += '\n';
    return result;
  }

  void skip_value() {
    if (text_[at_] != '"') {
      at_ = std::min(text_.size(), text_.find_first_of(" \t\r\n,:{}[]/", at_));
      return;
    }
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void move_to(std::vector<Comment>& target, std::vector<Comment>& comments) {
  std::move(comments.begin(), comments.end(), std::back_inserter(target));
  comments.clear();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lexer_(text) {}

  std::vector<Entry> entries() {
    for (Token token = lexer_.next();; token = lexer_.next()) {
      if (token.kind == 0) {
        take_behind(token.before, true);
        move_to(foot_, token.before);
        return std::move(entries_);
      }
      take(token);
    }
  }

  std::vector<Comment> foot() { return std::move(foot_); }

 private:
  void take(Token& token) {
    const bool closes = token.kind == '}' || token.kind == ']';
    if (token.kind == ',') {
      move_to(entries_[previous_].behind, token.before);
      after_comma_ = true;
      return;
    }
    if (token.kind == ':') {
      move_to(waiting_, token.before);
      return;
    }
    if (!is_first_ && !has_key_) take_behind(token.before, closes);
    if (closes) return close(token);
    if (!has_key_) {
      begins_line_ =
          token.begins_line || std::any_of(token.before.begin(), token.before.end(), [](const Comment& c) { return c.begins_line; });
      after_blank_ = token.after_blank;
    }
    move_to(waiting_, token.before);
    if (token.kind == 'v' && !open_.empty() && entries_[open_.back()].bracket == '{' && !has_key_) {
      key_ = token.text;
      has_key_ = true;
      return;
    }
    add(token);
  }

  /// Comments that go on in the line of the entry before belong to it, unless the next entry follows in that line.
  void take_behind(std::vector<Comment>& comments, bool at_end) {
    const auto other = std::find_if(comments.begin(), comments.end(), [](const Comment& c) { return c.begins_line; });
    if (other == comments.begin() || entries_.empty()) return;
    if (after_comma_ && !at_end && !std::prev(other)->ends_line) return;
    std::move(comments.begin(), other, std::back_inserter(entries_[previous_].behind));
    comments.erase(comments.begin(), other);
  }

  void add(const Token& token) {
    Entry entry;
    entry.key = key_;
    entry.after_blank = after_blank_;
    move_to(entry.before, waiting_);
    entry.parent = open_.empty() ? 0 : open_.back();
    if (token.kind == 'v')
      entry.scalar = token.text;
    else
      entry.bracket = token.kind;
    if (!open_.empty()) {
      Entry& outer = entries_[open_.back()];
      if (outer.children++ == 0) outer.begins_open = begins_line_;
    }
    previous_ = entries_.size();
    entry.end = previous_ + 1;
    entries_.push_back(std::move(entry));
    key_ = {};
    has_key_ = after_comma_ = false;
    is_first_ = token.kind != 'v';
    if (is_first_) open_.push_back(previous_);
  }

  void close(Token& token) {
    previous_ = open_.back();
    open_.pop_back();
    move_to(entries_[previous_].last, token.before);
    entries_[previous_].end = entries_.size();
    is_first_ = after_comma_ = false;
  }

  Lexer lexer_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> open_;
  std::vector<Comment> waiting_, foot_;
  std::string_view key_;
  std::size_t previous_ = 0;  ///< the entry that ended last
  bool has_key_ = false, after_comma_ = false, begins_line_ = false, after_blank_ = false;
  bool is_first_ = true;  ///< no entry has ended since the bracket opened
};

/// From the innermost outwards: how wide each is on one line, and which cannot stand on one.
void measure(std::vector<Entry>& entries) {
  for (std::size_t i = entries.size(); i-- > 0;) {
    Entry& entry = entries[i];
    entry.has_comment = entry.has_comment || !entry.last.empty();
    if (entry.bracket != 0) {
      const bool spaced = entry.bracket == '{' && entry.children > 0;
      entry.width += 2 + (spaced ? 2 : 0) + (entry.children > 1 ? 2 * (entry.children - 1) : 0);
      const bool fills = entry.bracket == '[' && entry.only_numbers;
      entry.must_open = entry.must_open || entry.has_comment || (entry.begins_open && !fills);
    } else {
      entry.width = columns(entry.scalar);
    }
    if (!entry.key.empty()) entry.width += columns(entry.key) + 2;
    if (i == 0) return;
    Entry& outer = entries[entry.parent];
    outer.width += entry.width;
    outer.must_open = outer.must_open || entry.must_open;
    outer.has_comment = outer.has_comment || entry.has_comment || !entry.before.empty() || !entry.behind.empty();
    outer.only_numbers = outer.only_numbers && entry.bracket == 0 && !entry.scalar.starts_with('"');
  }
}

class Writer {
 public:
  explicit Writer(const std::vector<Entry>& entries) : entries_(entries) {}

  std::string text(const std::vector<Comment>& foot) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      close_before(i);
      begin(i);
    }
    close_before(entries_.size());
    for (const Comment& comment : foot) on_own_line(comment, comment.after_blank);
    return std::move(text_) + "\n";
  }

 private:
  enum class Form : std::uint8_t { line, fill, open };
  struct Level {
    std::size_t entry;
    Form form;
  };

  void new_line(bool blank) {
    if (text_.empty()) return;
    text_ += blank ? "\n\n" : "\n";
    column_ = 2 * depth_;
    text_.append(column_, ' ');
  }
  void put(std::string_view text) {
    text_ += text;
    column_ += columns(text);
  }
  void on_own_line(const Comment& comment, bool blank) {
    new_line(blank);
    put(comment.text);
  }

  void begin(std::size_t i) {
    const Entry& entry = entries_[i];
    const bool first = i == 0 || i == levels_.back().entry + 1;
    if (i == 0 || levels_.back().form == Form::open) {
      bool blank_allowed = !first;
      for (const Comment& comment : entry.before) {
        on_own_line(comment, comment.after_blank && blank_allowed);
        blank_allowed = true;
      }
      new_line(entry.after_blank && blank_allowed);
    } else if (levels_.back().form == Form::fill) {
      // With a comma behind it, it has to fit.
      if (first || column_ + 1 + entry.width + 1 > kWidth)
        new_line(false);
      else
        put(" ");
    } else if (first) {
      put(entries_[entry.parent].bracket == '{' ? " " : "");
    } else {
      put(" ");
    }
    Form form = Form::line;
    if (entry.bracket != 0 && (entry.children > 0 || entry.has_comment) && (levels_.empty() || levels_.back().form != Form::line)) {
      const bool fits = column_ + entry.width + (i == 0 ? 0 : 1) <= kWidth;
      if (entry.must_open || !fits) form = entry.bracket == '[' && entry.only_numbers && !entry.has_comment ? Form::fill : Form::open;
    }
    if (!entry.key.empty()) {
      put(entry.key);
      put(": ");
    }
    if (entry.bracket == 0) {
      put(entry.scalar);
      finish(i);
      return;
    }
    put(entry.bracket == '{' ? "{" : "[");
    levels_.push_back({i, form});
    if (form != Form::line) ++depth_;
  }

  /// Ends what ends before entry i.
  void close_before(std::size_t i) {
    while (!levels_.empty() && entries_[levels_.back().entry].end <= i) {
      const Level level = levels_.back();
      const Entry& entry = entries_[level.entry];
      bool blank_allowed = entry.children > 0;
      for (const Comment& comment : entry.last) {
        on_own_line(comment, comment.after_blank && blank_allowed);
        blank_allowed = true;
      }
      if (level.form != Form::line) {
        --depth_;
        new_line(false);
      } else if (entry.bracket == '{' && entry.children > 0) {
        put(" ");
      }
      put(entry.bracket == '{' ? "}" : "]");
      levels_.pop_back();
      finish(level.entry);
    }
  }

  /// Comma and comments behind an entry.
  void finish(std::size_t i) {
    const Entry& entry = entries_[i];
    if (i != 0 && entry.end < entries_[entry.parent].end) put(",");
    bool goes_on = true;
    for (const Comment& comment : entry.behind) {
      if (goes_on)
        put(" " + comment.text);
      else
        on_own_line(comment, false);
      goes_on = goes_on && !comment.is_line;
    }
  }

  const std::vector<Entry>& entries_;
  std::vector<Level> levels_;
  std::string text_;
  std::size_t column_ = 0, depth_ = 0;
};

/// Everything but the layout, in order of tokens and in order of comments.
std::pair<std::string, std::string> substance(std::string_view text) {
  Lexer lexer(text);
  std::pair<std::string, std::string> found;
  for (;;) {
    const Token token = lexer.next();
    for (const Comment& comment : token.before) found.second += comment.text + "\n";
    if (token.kind == 0) return found;
    found.first += std::string(token.text) + "\n";
  }
}

}  // namespace

std::string laid_out(std::string_view text, const std::string& file) {
  const JsonTree accepted(text, file);
  Reader reader(text);
  std::vector<Entry> entries = reader.entries();
  measure(entries);
  std::string result = Writer(entries).text(reader.foot());
  if (substance(result) != substance(text)) throw std::logic_error("the layout of " + file + " would change more than the layout");
  return result;
}

}  // namespace stribeck
