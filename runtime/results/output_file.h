#pragma once
// A result file that appears under its name only when it is complete (design D9).
#include <string>
#include <string_view>

namespace stribeck {

/// Writes to a temporary file beside the target, `NAME.part-PID`, and renames it in commit(). Standard output ("-") and whatever is no
/// regular file (a pipe, /dev/null) is written straight through. Every function throws Failure output.unwritable with the system's
/// words; after that nothing stands under the final name that was not there before.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  /// Removes the temporary file unless commit() or keep_partial() took it.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Overwrites what was written at `offset` bytes from the beginning: a count that is known only at the end. Not possible, and told so,
  /// where the file is written straight through.
  void replace(std::size_t offset, std::string_view text);
  /// The name under which a library may write the file itself; write() is not to be used then. Not possible where the file is written
  /// straight through.
  std::string lend();
  /// The file is complete: it is written out and takes its name.
  void commit();
  /// The file stays incomplete: what was written is kept as `NAME.partial`. Returns that name, or "" for what is written straight through.
  std::string keep_partial();
  const std::string& path() const { return path_; }

 private:
  void open_straight();
  void open_temporary(unsigned mode);
  void flush();
  void sync_and_close();
  void rename_to(const std::string& name);
  void discard();
  void require_temporary();
  [[noreturn]] void fail(const char* doing, int error);

  std::string path_;       ///< as the user named it
  std::string target_;     ///< with symbolic links followed
  std::string temporary_;  ///< empty when written straight through
  std::string buffer_;
  int descriptor_ = -1;
};

/// Writes a whole text to standard output. Throws Failure output.unwritable.
void write_to_standard_output(std::string_view text);

}  // namespace stribeck
