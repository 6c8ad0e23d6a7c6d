#include "fmu_notes.h"

#include <algorithm>

namespace stribeck {

std::vector<Diagnostic> fmu_notes(const Program& program, const std::string& sentence, const std::string& remedy,
                                  const std::string& of_exchange) {
  std::vector<Diagnostic> notes;
  std::vector<const ExternalMemory*> told;
  for (const auto& function : program.functions) {
    if (function->memory == nullptr || std::find(told.begin(), told.end(), function->memory.get()) != told.end()) continue;
    told.push_back(function->memory.get());
    const std::string& said = function->memory->watches_steps() ? of_exchange : sentence;
    if (said.empty()) continue;
    std::string names;
    notes.push_back(Diagnostic{.code = ErrorCode::fmu_unsupported,
                               .message = function->owner + " is an FMU: " + said,
                               .where = program.labels->where_of_owner(function->owner, names),
                               .because = {},
                               .remedy = remedy,
                               .severity = Severity::note,
                               .details = {}});
  }
  return notes;
}

}  // namespace stribeck
