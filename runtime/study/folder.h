#pragma once
// The folder of a study: everything that is known of it, safe against programs that are killed at any moment.
//
//     study            the plan, the diagram with all its files, and how samples are cut into chunks; written once
//     plan.json        the plan, to be read by people
//     chunks/000012    the rows of a chunk, which appear when it is complete: written under another name, then renamed
//     again/000012     the same, of a chunk some of whose samples are to be run again
//     marks/000123     why a sample has ended its worker: a signal, or that it took too long; goes with the rows of its chunk
//     leases/000012.1  who is at work on a chunk: created exclusively; a next number is one that took over from a worker that is gone
//
// A worker is taken for gone where its lease has not changed for a while on the clock of whoever looks, so that the clocks of machines need
// not agree; on the same machine as soon as the lock on its lease is free. Should it only have slept, two workers make the same chunk, and
// the same bytes.
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program_source.h"
#include "study/sample_run.h"

namespace stribeck {

/// What a folder is made of.
struct StudyRecord {
  std::string version;  ///< of stribeck
  std::string plan_file, plan;
  ProgramSource diagram;
  std::int64_t samples = 0, chunk = 1;
  double lease_s = 60;                    ///< after which an unchanged lease is that of a worker that is gone
  std::vector<std::string> plugins = {};  ///< files that component types came from where the study began
};

/// The name of a file that only this thread writes, until it is renamed. `is_draft`: whether a file is one, of anybody.
std::string draft_name();
bool is_draft(const std::string& name);

/// A claim on a chunk. Given up when it goes.
class Lease {
 public:
  Lease(std::string path, int descriptor, std::string owner) : path_(std::move(path)), descriptor_(descriptor), owner_(std::move(owner)) {}
  ~Lease();
  Lease(Lease&& other) noexcept;
  Lease& operator=(Lease&&) = delete;
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  /// Its content changes, to show that somebody is at work. May be called by another thread.
  void beat(std::uint64_t count);

 private:
  std::string path_;
  int descriptor_;
  std::string owner_;
};

class StudyFolder {
 public:
  /// A folder that is there. Throws Failure file.missing or result.unreadable.
  explicit StudyFolder(std::string path);
  /// Makes the folder, or takes one that holds the same study. Throws Failure output.unwritable, or arguments.invalid if it holds another.
  static StudyFolder make(const std::string& path, const StudyRecord& record);

  const std::string& path() const { return path_; }
  const StudyRecord& record() const { return record_; }
  std::int64_t chunks() const { return (record_.samples + record_.chunk - 1) / record_.chunk; }
  std::int64_t first_of(std::int64_t chunk) const { return chunk * record_.chunk; }
  std::int64_t end_of(std::int64_t chunk) const { return std::min(record_.samples, (chunk + 1) * record_.chunk); }

  /// By chunk, whether its rows seem to be there; one look at the folder.
  std::vector<bool> listed() const;
  bool is_done(std::int64_t chunk) const;
  /// The rows of a chunk; none if it is not done. Throws Failure result.unreadable.
  std::optional<std::vector<StudyRow>> rows_of(std::int64_t chunk) const;
  /// Rows that were made before, of a chunk whose failed samples are to be run again.
  std::optional<std::vector<StudyRow>> earlier_rows_of(std::int64_t chunk) const;
  /// Throws Failure output.unwritable; nothing then stands in the folder that was not there before.
  void finish(std::int64_t chunk, std::vector<StudyRow> rows);
  /// Removes what killed workers left, once everything is done.
  void tidy() const;
  /// The failed samples of a chunk are to be run again.
  void set_back(std::int64_t chunk);

  /// What workers have left of the samples of a chunk that have ended them, by their numbers.
  std::map<std::int64_t, std::string> marks_of(std::int64_t chunk) const;
  std::string name_of_mark(std::int64_t sample) const { return name_of("marks", sample); }

  /// Nothing if the chunk is done or another worker has it.
  std::optional<Lease> claim(std::int64_t chunk);
  /// Who is at work: machine and number of the process, and at which chunk.
  std::vector<std::pair<std::int64_t, std::string>> workers() const;

 private:
  std::string name_of(const char* kind, std::int64_t chunk) const;
  /// Of a file that is being written by this process.
  std::string name_of_draft(const char* kind) const;
  void remove_marks(std::int64_t chunk) const;
  std::optional<std::vector<StudyRow>> read_rows(const std::string& file) const;
  bool is_abandoned(const std::string& lease);

  std::string path_;
  StudyRecord record_;
  struct Seen {
    std::string content;
    std::chrono::steady_clock::time_point since;
  };
  std::map<std::string, Seen> seen_;  ///< leases of others, as they were when they last changed
};

}  // namespace stribeck
