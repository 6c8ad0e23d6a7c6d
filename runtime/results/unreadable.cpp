#include "results/unreadable.h"

#include <cerrno>
#include <system_error>

#include "base/diagnostic.h"
#include "base/text.h"

namespace stribeck {

void refuse_result(const std::string& file, std::size_t line, std::string message, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::result_unreadable;
  diagnostic.message = std::move(message);
  diagnostic.where.file = file;
  diagnostic.where.line = static_cast<int>(line);
  diagnostic.remedy = std::move(remedy);
  throw Failure(std::move(diagnostic));
}

void refuse_missing_result(const std::string& file) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::file_missing;
  diagnostic.message = "cannot read the result " + in_quotes(file) + ": " + std::generic_category().message(errno);
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
