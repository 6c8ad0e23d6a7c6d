#pragma once
// A run that can be continued: everything the rest of it follows from, in a file that is replaced whole.
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// What a run is, a labelled text each: the program's version, the model, the experiment.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

struct Checkpoint {
  RunIdentity identity;
  double every_s = 0;   ///< wall time between two of them, as the user asked for it
  std::string run;      ///< RunSettings::at_leg
  std::string results;  ///< how far the files and pictures came
  void carry(Archive& archive) { archive(identity), archive(every_s), archive(run), archive(results); }
};

/// Takes the place of the one before in one instant, so that one of the two is there whatever happens. Throws Failure output.unwritable.
void write_checkpoint(const std::string& path, Checkpoint& checkpoint);
/// Throws Failure file.missing, or result.unreadable if a byte of it is not what was written.
Checkpoint read_checkpoint(const std::string& path);
/// Throws Failure arguments.invalid, which names what differs.
void require_same_run(const std::string& path, const RunIdentity& then, const RunIdentity& now);

}  // namespace stribeck
