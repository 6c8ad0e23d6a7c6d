#include "results/output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/diagnostic.h"

namespace stribeck {
namespace {

/// Large enough that the system calls of a long run do not show, small enough that a reader at the other end of a pipe keeps busy.
constexpr std::size_t kBufferBytes = std::size_t{1} << 17;

constexpr const char* kPartial = ".partial";
constexpr const char* kTemporary = ".part-";  // and the number of the process

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A name outlasts the machine's failure only once its folder is written out too. Some file systems do not offer it: they do it by
/// themselves.
void sync_folder_of(const std::string& path) {
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

std::string shown(const std::string& path) { return path == "-" ? "standard output" : path; }

std::string remedy_for(int error, const std::string& path) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return "make the folder " + folder_of(path) + " first, or name another one";
    case EACCES:
    case EPERM:
    case EROFS:
      return "write to a folder that is yours to write to";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "free some space, write to another disk, or ask for fewer rows with --interval";
    case EBUSY:
      return "wait for the run that writes it, or name another file";
    case EISDIR:
      return "name a file in it, such as " + path + "/result.csv";
    case EPIPE:
      return "let the program that reads the output read all of it, or write to a file with --csv FILE";
    case ESPIPE:
      return "this format is written to and fro: name a file on a disk, or take --csv -";
    case EBADF:
      return "write to a file with --csv FILE";
    default:
      return "write to another file";
  }
}

/// The file that a name stands for, so that a symbolic link stays a link and its target is replaced.
std::string follow_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? std::string(real.get()) : path;
}

unsigned mode_for_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~static_cast<unsigned>(mask);
}

}  // namespace

OutputFile::OutputFile(std::string path, Lasting lasting) : path_(std::move(path)), lasting_(lasting) {
  buffer_.reserve(2 * kBufferBytes);
  if (path_ == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  target_ = follow_links(path_);
  if (::stat(target_.c_str(), &status) != 0) {
    if (path_.empty() || path_.back() == '/') fail("open", path_.empty() ? ENOENT : EISDIR);
    open_temporary(mode_for_new_files());
  } else if (!S_ISREG(status.st_mode) && lasting_ != Lasting::no) {
    fail("go back in", S_ISDIR(status.st_mode) ? EISDIR : ESPIPE);
  } else if (S_ISDIR(status.st_mode)) {
    fail("open", EISDIR);
  } else if (!S_ISREG(status.st_mode)) {
    open_straight();
  } else {
    // rename() would replace a file that is marked read-only; its owner meant otherwise.
    if (::access(target_.c_str(), W_OK) != 0) fail("open", errno);
    open_temporary(static_cast<unsigned>(status.st_mode) & 0777U);
  }
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::open_straight() {
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor_ < 0) fail("open", errno);
}

void OutputFile::open_temporary(unsigned mode) {
  if (lasting_ != Lasting::no) {
    if (lasting_ == Lasting::continued) return;  // once it is known what is to be found there
    open_lasting(target_ + kPartial, O_CREAT);
    if (::ftruncate(descriptor_, 0) != 0) fail("empty", errno);
    if (::fchmod(descriptor_, static_cast<mode_t>(mode)) != 0) fail("set the permissions of", errno);
    return;
  }
  const std::string name = target_ + kTemporary + std::to_string(::getpid());
  ::unlink(name.c_str());  // left by a killed process that had our number
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor_ < 0) fail("open", errno);
  temporary_ = name;
  if (::fchmod(descriptor_, static_cast<mode_t>(mode)) != 0) fail("set the permissions of", errno);
}

/// Two runs that write the same rows would spoil them.
void OutputFile::open_lasting(const std::string& name, int flags) {
  descriptor_ = ::open(name.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
  if (descriptor_ < 0) fail("open", errno);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("write to", EBUSY);
  temporary_ = name;
}

void OutputFile::sync() {
  flush();
  if (::fdatasync(descriptor_) != 0) fail("write to", errno);
  if (!is_safe_) sync_folder_of(temporary_);
  is_safe_ = true;
}

void OutputFile::carry(Archive& archive) {
  Fingerprint fingerprint = fingerprint_;
  std::uint64_t size = size_;
  archive(size), archive(fingerprint), archive(later_from_), archive(later_to_);
  if (archive.reading()) take_up(size, fingerprint);
}

/// A run that was killed while it finished has named its rows already.
void OutputFile::take_up(std::uint64_t size, const Fingerprint& fingerprint) {
  const std::string partial = target_ + kPartial;
  const std::string found = ::access(partial.c_str(), F_OK) == 0 ? partial : target_;
  if (::access(found.c_str(), F_OK) != 0)
    throw Failure(Diagnostic{.code = ErrorCode::result_unreadable,
                             .message = "the rows that the checkpoint belongs to are gone: there is no " + partial,
                             .where = {},
                             .because = {},
                             .remedy = "put the file back, or remove the checkpoint, to begin anew",
                             .details = {}});
  open_lasting(found, 0);
  temporary_.clear();  // not ours before it has proved to be
  std::array<char, kBufferBytes> block{};
  while (size_ < size) {
    const ssize_t count = ::read(descriptor_, block.data(), std::min<std::uint64_t>(block.size(), size - size_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    const std::uint64_t end = size_ + static_cast<std::uint64_t>(count);
    for (std::uint64_t i = std::max(size_, later_from_); i < std::min(end, later_to_); ++i) block[i - size_] = '\0';
    fingerprint_.add({block.data(), static_cast<std::size_t>(count)});
    size_ = end;
  }
  if (size_ != size || fingerprint_.value() != fingerprint.value())
    throw Failure(Diagnostic{.code = ErrorCode::result_unreadable,
                             .message = "the rows in " + found + " are not those that the checkpoint belongs to",
                             .where = {},
                             .because = size_ < size ? "there are fewer" : "they differ from what the run had written",
                             .remedy = "begin the run anew, without --resume",
                             .details = {}});
  if (found != partial && ::rename(found.c_str(), partial.c_str()) != 0) fail("name", errno);
  temporary_ = partial;
  is_safe_ = true;
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("cut", errno);
  if (::lseek(descriptor_, static_cast<off_t>(size), SEEK_SET) < 0) fail("go on in", errno);
}

void OutputFile::write(std::string_view text) {
  buffer_.append(text);
  if (lasting_ != Lasting::no) {
    size_ += text.size();
    fingerprint_.add(text);
  }
  if (buffer_.size() >= kBufferBytes) flush();
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd ready{descriptor_, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      fail("write to", errno);
    }
  }
  buffer_.clear();
}

void OutputFile::require_temporary() {
  if (temporary_.empty()) fail("go back in", ESPIPE);
}

void OutputFile::replace(std::size_t offset, std::string_view text) {
  require_temporary();
  flush();
  while (!text.empty()) {
    const ssize_t count = ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(offset));
    if (count < 0 && errno != EINTR) fail("write to", errno);
    if (count <= 0) continue;
    text.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::size_t>(count);
  }
}

std::string OutputFile::lend() {
  require_temporary();
  return temporary_;
}

void OutputFile::sync_and_close() {
  flush();
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("write to", errno);
  if (path_ == "-") return;
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail("close", errno);
}

void OutputFile::rename_to(const std::string& name) {
  if (::rename(temporary_.c_str(), name.c_str()) != 0) fail("name", errno);
  sync_folder_of(name);
  temporary_.clear();
}

void OutputFile::commit() {
  sync_and_close();
  if (!temporary_.empty()) rename_to(target_);
}

std::string OutputFile::keep_partial() {
  sync_and_close();
  if (temporary_.empty()) return "";
  rename_to(target_ + kPartial);
  return path_ + kPartial;
}

void OutputFile::remove() {
  is_safe_ = false;
  discard();
}

void OutputFile::discard() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty() && !is_safe_) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::fail(const char* doing, int error) {
  discard();
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::output_unwritable;
  diagnostic.message = std::string("cannot ") + doing + " " + (path_.empty() ? "a file without a name" : shown(path_)) + ": " +
                       std::generic_category().message(error);
  if (path_ != "-") diagnostic.where.file = path_;
  if (error == EBUSY) diagnostic.because = "another run is writing it";
  if (error == EPIPE) diagnostic.because = "the program that read the output closed it before the end";
  diagnostic.remedy = remedy_for(error, path_);
  throw Failure(std::move(diagnostic));
}

void remove_abandoned(const std::string& path) {
  const std::filesystem::path target(path);
  const std::string begin = target.filename().string() + kTemporary;
  std::error_code none;  // what cannot be removed stays
  for (const auto& entry : std::filesystem::directory_iterator(target.has_parent_path() ? target.parent_path() : ".", none)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin)) continue;
    pid_t process = 0;
    const char* const end = name.data() + name.size();
    const auto [stopped, error] = std::from_chars(name.data() + begin.size(), end, process);
    const bool is_dead = error == std::errc{} && stopped == end && ::kill(process, 0) != 0 && errno == ESRCH;
    if (is_dead) std::filesystem::remove(entry.path(), none);
  }
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void write_to_standard_output(std::string_view text) { write_file("-", text); }

}  // namespace stribeck
