#include "results/checkpoint.h"

#include <fstream>
#include <iterator>

#include "base/text.h"
#include "results/output_file.h"

namespace stribeck {
namespace {

constexpr std::string_view kMagic = "stribeck checkpoint 6\n";

[[noreturn]] void refuse(ErrorCode code, const std::string& path, std::string message, std::string because, std::string remedy) {
  throw Failure(Diagnostic{.code = code,
                           .message = std::move(message),
                           .where = {.file = path, .pointer = {}, .instance = {}, .relation = {}},
                           .because = std::move(because),
                           .remedy = std::move(remedy),
                           .details = {}});
}

}  // namespace

void write_checkpoint(const std::string& path, Checkpoint& checkpoint) {
  Archive archive;
  archive(checkpoint);
  OutputFile file(path);
  file.write(sealed(kMagic, archive.take()));
  file.commit();
}

Checkpoint read_checkpoint(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    refuse(ErrorCode::file_missing, path, "there is no checkpoint " + path, "none was written yet, or the run was completed",
           "begin the run without --resume, or with --checkpoint every 60s beside it, which begins anew where there is none");
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::string_view all = text;
  if (!all.starts_with(kMagic))
    refuse(ErrorCode::result_unreadable, path, path + " is no checkpoint of this version of stribeck",
           "it does not begin with " + in_quotes(kMagic.substr(0, kMagic.size() - 1)), "move it away, and begin the run anew");
  const std::optional<std::string_view> bytes = unsealed(kMagic, all);
  if (!bytes)
    refuse(ErrorCode::result_unreadable, path, "the checkpoint " + path + " is damaged", "its contents do not agree with its fingerprint",
           "remove it, and begin the run anew");
  Checkpoint checkpoint;
  Archive archive(*bytes);
  archive(checkpoint);
  return checkpoint;
}

void require_same_run(const std::string& path, const RunIdentity& then, const RunIdentity& now) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < then.size() && then[i] == now[i]) continue;
    const std::string before = i < then.size() ? then[i].second : "unknown";
    refuse(ErrorCode::arguments_invalid, path, "the checkpoint is one of another run: its " + now[i].first + " differs",
           "it was " + before + " and is " + now[i].second + " now", "give the options of the run that was interrupted, or begin anew");
  }
}

}  // namespace stribeck
