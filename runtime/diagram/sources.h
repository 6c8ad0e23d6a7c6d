#pragma once
// The files that a diagram is read from: itself, what it includes, lists of numbers. Each is read once, whoever asks and however often.
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/archive.h"

namespace stribeck {

class Sources {
 public:
  /// The text of a file, a pipe or (for "-") standard input. Throws Failure file.missing. The text stays where it is.
  const std::string& text_of(const std::string& file);
  /// The same of a file that another file names, which must be one: a pipe would be waited for.
  const std::string& text_of_regular(const std::string& file);
  /// `text` stands for the file from now on, which need not be there.
  void put(const std::string& file, std::string text) { texts_[file] = std::move(text); }
  /// Everything that was read, to be read again from there.
  void carry(Archive& archive) { archive(texts_, found_); }
  /// Of everything that was read.
  void add_to(Fingerprint& fingerprint) const;
  std::vector<std::string> files() const;
  /// The file that a diagram names in other words, as a library by its name: found once, as files are read once; empty: not yet.
  std::string& found(const std::string& diagram, std::string_view name) { return found_[{diagram, std::string(name)}]; }

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::pair<std::string, std::string>, std::string> found_;
};

/// The text of a file; of standard input for "-". Throws Failure file.missing.
std::string content_of(const std::string& file);

}  // namespace stribeck
