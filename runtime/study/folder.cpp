#include "study/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/format.h"
#include "results/output_file.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStudyLine = "stribeck study 1\n";
constexpr std::string_view kChunkLine = "stribeck study chunk 1\n";
constexpr const char* kStudy = "study";
constexpr const char* kDraft = "draft-";
constexpr std::array kFolders{"chunks", "again", "marks", "leases"};

[[noreturn]] void fail(ErrorCode code, std::string message, const std::string& file, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where.file = file;
  diagnostic.remedy = std::move(remedy);
  throw Failure(std::move(diagnostic));
}

/// Nothing if there is none.
std::optional<std::string> text_if_any(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::string bytes_of(const StudyRecord& record) {
  StudyRecord copy = record;
  std::string diagram = to_bytes(record.diagram);
  Archive archive;
  archive(copy.version, copy.plan_file, copy.plan, diagram, copy.samples, copy.chunk, copy.lease_s, copy.plugins);
  return archive.take();
}

StudyRecord record_of(std::string_view bytes, const std::string& file) {
  StudyRecord record;
  std::string diagram;
  Archive archive(bytes);
  archive(record.version, record.plan_file, record.plan, diagram, record.samples, record.chunk, record.lease_s, record.plugins);
  record.diagram = program_source(diagram, file);
  return record;
}

/// What tells one start of a machine from all others: processes and locks of leases that name it are ours to ask. Empty if unknown.
std::string this_machine() {
  std::string id = text_if_any("/proc/sys/kernel/random/boot_id").value_or("");
  while (!id.empty() && id.back() == '\n') id.pop_back();
  return id;
}

std::string name_of_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// Content of a lease: the machine, then who it is for people, then what changes.
std::string owner_of_lease(bool is_locked) {
  const std::string machine = is_locked ? this_machine() : "";
  return fmt::format("{} {}:{}", machine.empty() ? "-" : machine, name_of_host(), ::getpid());
}

void write_beat(int descriptor, const std::string& owner, std::uint64_t count) {
  const std::string content = fmt::format("{} {:020}\n", owner, count);  // of one length, so that it is replaced in place
  static_cast<void>(::pwrite(descriptor, content.data(), content.size(), 0) < 0);
}

void make_folder(const std::string& path) {
  std::error_code fault;
  fs::create_directories(path, fault);
  if (fault)
    fail(ErrorCode::output_unwritable, fmt::format("cannot make the folder: {}", fault.message()), path, "name another folder with --dir");
}

bool is_same_study(const StudyRecord& a, const StudyRecord& b) {
  return a.version == b.version && a.plan == b.plan && to_bytes(a.diagram) == to_bytes(b.diagram);
}

void refuse_other_study(const StudyRecord& there, const StudyRecord& ours, const std::string& path) {
  const char* const what = there.version != ours.version ? "the study was begun by another version of stribeck"
                           : there.plan != ours.plan     ? "the folder holds the study of another plan"
                                                         : "the diagram has changed since the study began";
  fail(ErrorCode::arguments_invalid, what, path,
       there.version != ours.version ? fmt::format("go on with version {}, or name another folder with --dir", there.version)
                                     : "name another folder with --dir, or remove this one");
}

/// Of a file that only one program can create; -1 and errno if it is there. It appears locked and with its content, whenever its maker is
/// killed, but where the file system knows no second names.
int create_lease(const std::string& path, const std::string& draft, std::string& owner) {
  if (::access(path.c_str(), F_OK) == 0) return errno = EEXIST, -1;
  ::unlink(draft.c_str());  // of a process of this number that was killed: it may have a second name
  const int descriptor = ::open(draft.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  owner = owner_of_lease(::flock(descriptor, LOCK_EX | LOCK_NB) == 0);
  write_beat(descriptor, owner, 0);
  int fault = ::link(draft.c_str(), path.c_str()) == 0 ? 0 : errno;
  // Where the answer of a server is lost and the question comes again, the file is there, and ours: it then has both names.
  struct stat names {};
  if (fault == EEXIST && ::fstat(descriptor, &names) == 0 && names.st_nlink == 2) fault = 0;
  ::unlink(draft.c_str());
  if (fault == 0) return descriptor;
  ::close(descriptor);
  if (fault == EEXIST) return errno = fault, -1;
  const int plain = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (plain < 0) return -1;
  owner = owner_of_lease(::flock(plain, LOCK_EX | LOCK_NB) == 0);
  write_beat(plain, owner, 0);
  return plain;
}

/// Written whole, or not there: the first of two programs that do so at once wins.
void write_once(const std::string& path, const std::string& content) {
  const std::string draft = fmt::format("{}.{}", path, draft_name());
  write_file(draft, content);
  if (::link(draft.c_str(), path.c_str()) != 0 && errno != EEXIST && ::rename(draft.c_str(), path.c_str()) != 0) {
    const std::string why = std::generic_category().message(errno);
    ::unlink(draft.c_str());
    fail(ErrorCode::output_unwritable, fmt::format("cannot write: {}", why), path, "name another folder with --dir");
  }
  ::unlink(draft.c_str());
}

/// A folder without a study is empty, but for what programs leave that are killed or at it now.
void refuse_foreign_folder(const std::string& path) {
  const std::string draft = fmt::format("{}.{}", kStudy, kDraft);
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, none))
    if (!entry.path().filename().string().starts_with(draft) && !fs::exists(path + "/" + kStudy))
      fail(ErrorCode::arguments_invalid, "the folder is not empty and holds no study", path, "name another folder with --dir");
}

/// Of a file whose name is one.
std::optional<std::int64_t> number_of_file(const std::string& name) {
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
  return fault == std::errc{} && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

/// The chunk of a lease, by the name of its file; nothing if it is none.
std::optional<std::int64_t> chunk_of_lease(const std::string& name) {
  std::int64_t chunk = 0, number = 0;
  const char* const end = name.data() + name.size();
  const auto [dot, fault] = std::from_chars(name.data(), end, chunk);
  if (fault != std::errc{} || dot == end || *dot != '.') return std::nullopt;
  const auto [last, other] = std::from_chars(dot + 1, end, number);
  return other == std::errc{} && last == end ? std::optional(chunk) : std::nullopt;
}

}  // namespace

std::string draft_name() {
  static std::atomic<int> threads = 0;
  thread_local const int thread = ++threads;
  return fmt::format("{}{}-{}-{}", kDraft, name_of_host(), ::getpid(), thread);
}
bool is_draft(const std::string& name) { return name.starts_with(kDraft); }

Lease::Lease(Lease&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), owner_(std::move(other.owner_)) {}

Lease::~Lease() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

void Lease::beat(std::uint64_t count) { write_beat(descriptor_, owner_, count); }

StudyFolder::StudyFolder(std::string path) : path_(std::move(path)) {
  const std::string file = path_ + "/" + kStudy;
  const auto text = text_if_any(file);
  if (!text) fail(ErrorCode::file_missing, "the folder holds no study", path_, "name the folder of one, which stribeck study PLAN makes");
  const auto bytes = unsealed(kStudyLine, *text);
  if (!bytes)
    fail(ErrorCode::result_unreadable, "the file is not what stribeck study has written", file, "restore it, or begin the study anew");
  record_ = record_of(*bytes, file);
}

StudyFolder StudyFolder::make(const std::string& path, const StudyRecord& record) {
  make_folder(path);
  const std::string file = path + "/" + kStudy, plan = path + "/plan.json";
  if (!fs::exists(file)) {
    refuse_foreign_folder(path);
    write_once(file, sealed(kStudyLine, bytes_of(record)));
  }
  StudyFolder made(path);
  if (!is_same_study(made.record_, record)) refuse_other_study(made.record_, record, path);
  if (!fs::exists(plan)) write_once(plan, record.plan);
  for (const char* folder : kFolders) make_folder(path + "/" + folder);
  return made;
}

std::string StudyFolder::name_of(const char* kind, std::int64_t chunk) const { return fmt::format("{}/{}/{:06}", path_, kind, chunk); }

std::string StudyFolder::name_of_draft(const char* kind) const { return fmt::format("{}/{}/{}", path_, kind, draft_name()); }

std::vector<bool> StudyFolder::listed() const {
  std::vector<bool> done(static_cast<std::size_t>(chunks()), false);
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/chunks", none)) {
    const auto chunk = number_of_file(entry.path().filename().string());
    if (chunk && *chunk >= 0 && *chunk < chunks()) done[static_cast<std::size_t>(*chunk)] = true;
  }
  return done;
}

bool StudyFolder::is_done(std::int64_t chunk) const { return ::access(name_of("chunks", chunk).c_str(), F_OK) == 0; }

std::optional<std::vector<StudyRow>> StudyFolder::read_rows(const std::string& file) const {
  const auto text = text_if_any(file);
  if (!text) return std::nullopt;
  const auto bytes = unsealed(kChunkLine, *text);
  if (!bytes) fail(ErrorCode::result_unreadable, "the file is not what a worker has written", file, "remove it, and go on with the study");
  std::vector<StudyRow> rows;
  Archive archive(*bytes);
  archive(rows);
  return rows;
}

std::optional<std::vector<StudyRow>> StudyFolder::rows_of(std::int64_t chunk) const { return read_rows(name_of("chunks", chunk)); }
std::optional<std::vector<StudyRow>> StudyFolder::earlier_rows_of(std::int64_t chunk) const { return read_rows(name_of("again", chunk)); }

void StudyFolder::finish(std::int64_t chunk, std::vector<StudyRow> rows) {
  Archive archive;
  archive(rows);
  const std::string name = name_of("chunks", chunk);
  const std::string draft = name_of_draft("chunks");
  try {
    write_file(draft, sealed(kChunkLine, archive.take()));
    if (::rename(draft.c_str(), name.c_str()) != 0) {
      const std::string why = std::generic_category().message(errno);
      ::unlink(draft.c_str());
      fail(ErrorCode::output_unwritable, fmt::format("cannot name the rows: {}", why), name, "see to it that the folder can be written to");
    }
  } catch (const Failure&) {
    if (!is_done(chunk)) throw;  // another worker was first, and the study may have been tidied up
  }
  ::unlink(name_of("again", chunk).c_str());
  remove_marks(chunk);
  for (int number = 1; ::unlink(fmt::format("{}.{}", name_of("leases", chunk), number).c_str()) == 0; ++number) {
  }
}

void StudyFolder::tidy() const {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/chunks", none))
    if (is_draft(entry.path().filename().string())) fs::remove(entry.path(), none);
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/leases", none)) {
    const std::string name = entry.path().filename().string();
    if (chunk_of_lease(name) || is_draft(name)) fs::remove(entry.path(), none);
  }
}

std::map<std::int64_t, std::string> StudyFolder::marks_of(std::int64_t chunk) const {
  std::map<std::int64_t, std::string> marks;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/marks", none)) {
    const auto sample = number_of_file(entry.path().filename().string());
    if (sample && *sample >= first_of(chunk) && *sample < end_of(chunk)) marks[*sample] = text_if_any(entry.path().string()).value_or("");
  }
  return marks;
}

void StudyFolder::remove_marks(std::int64_t chunk) const {
  for (const auto& [sample, mark] : marks_of(chunk)) ::unlink(name_of_mark(sample).c_str());
}

void StudyFolder::set_back(std::int64_t chunk) {
  remove_marks(chunk);
  if (::rename(name_of("chunks", chunk).c_str(), name_of("again", chunk).c_str()) != 0)
    fail(ErrorCode::output_unwritable, fmt::format("cannot set chunk {} back: {}", chunk, std::generic_category().message(errno)), path_,
         "see to it that the folder can be written to");
}

/// True if its worker is gone.
bool StudyFolder::is_abandoned(const std::string& lease) {
  const int descriptor = ::open(lease.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  std::array<char, 512> buffer{};
  const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
  const std::string content(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const std::string machine = this_machine();
  // The lock of a process goes with it.
  const bool is_ours_to_ask = !machine.empty() && content.starts_with(machine + " ");
  const bool is_free = is_ours_to_ask && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  if (is_free) return true;
  const auto now = std::chrono::steady_clock::now();
  Seen& seen = seen_.try_emplace(lease, Seen{content, now}).first->second;
  if (seen.content != content) seen = {content, now};
  return std::chrono::duration<double>(now - seen.since).count() > record_.lease_s;
}

std::optional<Lease> StudyFolder::claim(std::int64_t chunk) {
  if (is_done(chunk)) return std::nullopt;
  for (int number = 1;; ++number) {
    const std::string path = fmt::format("{}.{}", name_of("leases", chunk), number);
    std::string owner;
    const int descriptor = create_lease(path, name_of_draft("leases"), owner);
    if (descriptor >= 0) {
      Lease lease(path, descriptor, owner);
      if (is_done(chunk)) return std::nullopt;  // it was finished before its lease was given up
      return lease;
    }
    if (errno != EEXIST)
      fail(ErrorCode::output_unwritable, fmt::format("cannot claim samples: {}", std::generic_category().message(errno)), path,
           "see to it that the folder can be written to");
    // Who holds the last number is at work, as long as it changes.
    if (::access(fmt::format("{}.{}", name_of("leases", chunk), number + 1).c_str(), F_OK) == 0) continue;
    if (!is_abandoned(path)) return std::nullopt;
  }
}

std::vector<std::pair<std::int64_t, std::string>> StudyFolder::workers() const {
  std::vector<std::pair<std::int64_t, std::string>> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/leases", none)) {
    const std::string name = entry.path().filename().string(), content = text_if_any(entry.path().string()).value_or("");
    const auto chunk = chunk_of_lease(name);
    const std::size_t from = content.find(' '), to = content.rfind(' ');
    if (chunk && from != std::string::npos && to > from) found.emplace_back(*chunk, content.substr(from + 1, to - from - 1));
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace stribeck
