#include "checkpoints.h"

#include <filesystem>

#include "arguments.h"
#include "base/text.h"
#include "base/units.h"

namespace stribeck::cli {
namespace {

double seconds_between(const std::vector<std::string>& every) {
  const auto wrong = [&] {
    std::string given;
    for (const std::string& word : every) given += (given.empty() ? "" : " ") + word;
    refuse("--checkpoint takes \"every\" and a time, not " + in_quotes(given), "--checkpoint every 60s");
  };
  if (every.size() != 2 || every.front() != "every") wrong();
  const auto quantity = parse_quantity(every.back());
  if (!quantity || (quantity->has_unit && quantity->dimension != parse_unit("s")->dimension) || !(quantity->value >= 0)) wrong();
  return quantity->value;
}

}  // namespace

void add_checkpoint_options(CLI::App& command, CheckpointArguments& arguments) {
  command
      .add_option("--checkpoint", arguments.every,
                  "keep what it takes to go on after a failure, in the first result's name with .checkpoint")
      ->type_name("every T")
      ->expected(2);
  command.add_flag("--resume", arguments.resume, "go on from the checkpoint, to the same bytes as if nothing had happened");
}

CheckpointWanted wanted_checkpoint(const CheckpointArguments& arguments, const std::string& result) {
  if (!arguments.any()) return {};
  if (result.empty() || result == "-")
    refuse(std::string(arguments.resume ? "--resume" : "--checkpoint") + " needs rows in a file, to go on with",
           "name one: --csv run.csv, or --result run.h5");
  return {result + ".checkpoint", arguments.every.empty() ? std::nullopt : std::optional(seconds_between(arguments.every)),
          arguments.resume};
}

Checkpoints::Checkpoints(const CheckpointWanted& wanted, const std::function<RunIdentity()>& identity)
    : wanted_(!wanted.path.empty()), path_(wanted.path) {
  if (!wanted_) return;
  checkpoint_.identity = identity();
  checkpoint_.every_s = wanted.every_s.value_or(checkpoint_.every_s);
  std::error_code none;
  if (!wanted.resume || (wanted.every_s && !std::filesystem::exists(path_, none))) return;
  Checkpoint found = read_checkpoint(path_);
  require_same_run(path_, found.identity, checkpoint_.identity);
  found.every_s = wanted.every_s.value_or(found.every_s);
  checkpoint_ = std::move(found);
  resumes_ = true;
  written_ = path_;
}

Lasting Checkpoints::lasting() const {
  if (!wanted_) return Lasting::no;
  return resumes_ ? Lasting::continued : Lasting::anew;
}

void Checkpoints::attach(RunOptions& options, std::function<void()> sync, std::function<void(Archive&)> carry) {
  if (!wanted_) return;
  sync_ = std::move(sync);
  carry_ = std::move(carry);
  if (resumes_) {
    Archive archive(checkpoint_.results);
    carry_(archive);
    options.resume = &checkpoint_.run;
  } else {
    std::error_code none;
    std::filesystem::remove(path_, none);  // of an earlier run, whose rows are gone now
  }
  const auto between = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(checkpoint_.every_s));
  next_ = std::chrono::steady_clock::now() + between;
  options.at_leg = [this, between](std::string state) {
    if (std::chrono::steady_clock::now() < next_) return;
    at_leg(std::move(state));
    next_ = std::chrono::steady_clock::now() + between;
  };
}

/// Rows first: a checkpoint speaks of rows that are there.
void Checkpoints::at_leg(std::string state) {
  sync_();
  Archive archive;
  carry_(archive);
  Checkpoint now{checkpoint_.identity, checkpoint_.every_s, std::move(state), archive.take()};
  write_checkpoint(path_, now);
  written_ = path_;
}

void Checkpoints::remove() {
  if (!wanted_) return;
  std::error_code none;
  std::filesystem::remove(path_, none);
  remove_abandoned(path_);
}

}  // namespace stribeck::cli
