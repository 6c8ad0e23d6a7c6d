#include "lasting.h"

#include <filesystem>
#include <utility>

#include "results/output_file.h"

namespace stribeck::python {

LastingRun::LastingRun(std::string path, double every_s, const Model& model, const std::string& rows) : path_(std::move(path)) {
  if (path_.empty()) return;
  checkpoint_.every_s = every_s;
  checkpoint_.identity = {{"version of stribeck", STRIBECK_VERSION}};
  for (const auto& part : identity_of(model)) checkpoint_.identity.push_back(part);
  checkpoint_.identity.emplace_back("list of results", "in Python's memory: " + rows);
  std::error_code none;
  if (!std::filesystem::exists(path_, none)) return;
  Checkpoint found = read_checkpoint(path_);
  require_same_run(path_, found.identity, checkpoint_.identity);
  found.every_s = every_s;
  checkpoint_ = std::move(found);
  resumes_ = true;
}

void LastingRun::attach(RunOptions& options, std::function<void(Archive&)> carry) {
  if (path_.empty()) return;
  carry_ = std::move(carry);
  if (resumes_) {
    Archive archive(checkpoint_.results);
    carry_(archive);
    options.resume = &checkpoint_.run;
  }
  const auto between = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(checkpoint_.every_s));
  next_ = std::chrono::steady_clock::now() + between;
  options.at_leg = [this, between](std::string state) {
    if (std::chrono::steady_clock::now() < next_) return;
    Archive archive;
    carry_(archive);
    Checkpoint now{checkpoint_.identity, checkpoint_.every_s, std::move(state), archive.take()};
    write_checkpoint(path_, now);
    next_ = std::chrono::steady_clock::now() + between;
  };
}

void LastingRun::remove() {
  if (path_.empty()) return;
  std::error_code none;
  std::filesystem::remove(path_, none);
  remove_abandoned(path_);
}

}  // namespace stribeck::python
