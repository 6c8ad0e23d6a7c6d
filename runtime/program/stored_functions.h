#pragma once
// External functions of a program that is written into a file: where they are in the library of their plugin, which the file names.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/archive.h"
#include "base/external_function.h"
#include "base/wrong_derivative.h"

namespace stribeck {

class StoredFunctions {
 public:
  StoredFunctions() = default;
  /// `calls`: some that were made, so that whoever reads the file can see that the function is the same there. Throws Failure
  /// program.unreadable for functions that another process does not find.
  explicit StoredFunctions(std::span<const CallNotes::Call> calls) : calls_(calls) {}
  void carry(Archive& archive);

  /// The number of the function, which is added, with all its derivatives.
  std::int32_t add(const std::shared_ptr<const ExternalFunction>& function);

  /// Whether what was read are functions.
  bool are_sound() const;
  /// Finds those that were read, which are sound. `folder`: where their libraries are; empty: only those that this process has loaded are
  /// taken. `path`: of the program file, for messages. Throws Failure program.unreadable.
  void find(const std::string& folder, const std::string& path);
  /// Null if there is no such number.
  std::shared_ptr<const ExternalFunction> get(std::int32_t number) const;

 private:
  struct Stored {
    std::string name, owner;
    std::array<std::string, kMostArguments> arguments;
    std::int32_t argument_count = 1;
    std::string library;      ///< name of its file, without a folder
    std::string fingerprint;  ///< of the file's bytes
    std::uint64_t value = 0;
    std::optional<std::uint64_t> data;
    std::array<std::int32_t, kMostArguments> derivatives{-1, -1, -1};
    bool was_called = false;  ///< with this result:
    std::array<double, kMostArguments> with{};
    double result = 0;
    void carry(Archive& archive) {
      archive(name, owner, arguments, argument_count, library, fingerprint, value, data, derivatives, was_called, with, result);
    }
  };
  std::span<const CallNotes::Call> calls_;
  /// Each library is read once, however many functions it has.
  template <typename Read>
  const std::string& known_fingerprint(const std::string& library, Read read) {
    const auto known = fingerprints_.find(library);
    return known != fingerprints_.end() ? known->second : fingerprints_.emplace(library, read()).first->second;
  }

  std::map<std::string, std::string> fingerprints_;  // by path
  std::vector<Stored> stored_;
  std::vector<std::shared_ptr<const ExternalFunction>> functions_;  ///< by the same number
};

/// The libraries that these functions are in, by path, each once. Those of FMUs are in none.
std::vector<std::string> libraries_of(std::span<const std::shared_ptr<const ExternalFunction>> functions);

}  // namespace stribeck
