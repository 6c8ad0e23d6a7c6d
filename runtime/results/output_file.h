#pragma once
// A result file that appears under its name only when it is complete (design D9).
#include <string>
#include <string_view>

#include "base/archive.h"

namespace stribeck {

/// Whether what is written is to outlive a program that is killed: begun anew, or what is there continued.
enum class Lasting : std::uint8_t { no, anew, continued };

/// Writes to a temporary file beside the target, `NAME.part-PID`, and renames it in commit(). Standard output ("-") and whatever is no
/// regular file (a pipe, /dev/null) is written straight through. Every function throws Failure output.unwritable with the system's
/// words; after that nothing stands under the final name that was not there before.
/// One that lasts is written to `NAME.partial`, locked against other runs, and stays there whatever happens, once sync() was called.
class OutputFile {
 public:
  explicit OutputFile(std::string path, Lasting lasting = Lasting::no);
  /// Removes the temporary file unless commit() or keep_partial() took it.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Overwrites what was written at `offset` bytes from the beginning: a count that is known only at the end. Not possible, and told so,
  /// where the file is written straight through.
  void replace(std::size_t offset, std::string_view text);
  /// Those bytes, zeros so far, are told later by replace(): they do not count when it is asked whether a file is still the one it was.
  void expect_replacement(std::size_t offset, std::size_t size) { later_from_ = offset, later_to_ = offset + size; }
  /// What was written so far survives the machine's failure too.
  void sync();
  /// How far it came, after sync(). Reading: goes on from there; what follows is cut off. That comes first where it is to be continued.
  /// Throws Failure result.unreadable if what is there is not what was written.
  void carry(Archive& archive);
  /// The name under which a library may write the file itself; write() is not to be used then. Not possible where the file is written
  /// straight through.
  std::string lend();
  /// The file is complete: it is written out and takes its name.
  void commit();
  /// The file stays incomplete: what was written is kept as `NAME.partial`. Returns that name, or "" for what is written straight through.
  std::string keep_partial();
  /// Nobody needs it any more.
  void remove();
  const std::string& path() const { return path_; }

 private:
  void open_straight();
  void open_temporary(unsigned mode);
  void open_lasting(const std::string& name, int flags);
  void take_up(std::uint64_t size, const Fingerprint& fingerprint);
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
  Lasting lasting_ = Lasting::no;
  bool is_safe_ = false;  ///< lasting: is to be kept even if the run fails
  std::uint64_t size_ = 0;
  Fingerprint fingerprint_;  ///< of what lasts
  std::uint64_t later_from_ = 0, later_to_ = 0;
};

/// Removes the temporary files of this name that programs of this machine left when they were killed.
void remove_abandoned(const std::string& path);
/// Writes a whole text to a file, or to standard output ("-"). Throws Failure output.unwritable.
void write_file(const std::string& path, std::string_view text);
/// The same, to standard output. Throws Failure output.unwritable.
void write_to_standard_output(std::string_view text);

}  // namespace stribeck
