#include "program/stored_functions.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/index.h"
#include "base/loaded_library.h"
#include "base/path.h"
#include "base/text.h"
#include "program/unreadable.h"

namespace stribeck {

namespace {

[[noreturn]] void refuse_writing(const ExternalFunction& function, const std::string& because, const std::string& remedy) {
  refuse_program({}, "this diagram has no program file: " + function.owner + " calls the function " + in_quotes(function.name), because,
                 remedy);
}

void* pointer_of(ExternalFunction::Value value) { return reinterpret_cast<void*>(value); }

/// How far values of the same function may differ between two machines, whose mathematical functions differ by a few roundings. A function
/// with other data differs by more.
constexpr double kSameValue = 1e-6;

bool agree(double a, double b) { return std::abs(a - b) <= kSameValue * std::max(std::abs(a), std::abs(b)); }

/// The function's library, and where the function and its data are in it.
struct Place {
  std::string library;
  std::uint64_t value = 0;
  std::optional<std::uint64_t> data;
};

Place place_of(const ExternalFunction& function) {
  const std::string run_it = "run the diagram itself";
  if (function.memory != nullptr)
    refuse_program({}, "this diagram has no program file: " + function.owner + " is an FMU", "what it does is code in a file of its own",
                   "run the diagram itself, or export it without the FMU, whose signals then are inputs and outputs of the boundary");
  const std::optional<LibraryAddress> value = library_address(pointer_of(function.value));
  if (!value) refuse_writing(function, "it is in no plugin, which another process could load", run_it);
  Place place{value->path, value->offset, {}};
  if (function.data != nullptr) {
    const std::optional<LibraryAddress> data = library_address(function.data);
    if (!data || !data->is_constant || data->path != value->path)
      refuse_writing(function, "its data can change, or are outside of its plugin: in another process they may be others",
                     "give it constant data of the plugin, or " + run_it);
    place.data = data->offset;
  }
  return place;
}

/// The path of a function's library by which other processes can load it.
std::string fingerprint_to_store(const ExternalFunction& function, const std::string& library) {
  if (const std::vector<std::string> needed = needed_libraries(library); !needed.empty())
    refuse_writing(function, "its plugin needs the library " + needed.front() + ", which other machines may not have",
                   "link that library into the plugin, or run the diagram itself");
  std::string fingerprint = fingerprint_of_file(library);
  if (fingerprint.empty()) refuse_writing(function, "its plugin " + library + " cannot be read", "is the file still there?");
  return fingerprint;
}

}  // namespace

void StoredFunctions::carry(Archive& archive) { archive(stored_); }

std::int32_t StoredFunctions::add(const std::shared_ptr<const ExternalFunction>& function) {
  const auto known = std::find(functions_.begin(), functions_.end(), function);
  if (known != functions_.end()) return static_cast<std::int32_t>(known - functions_.begin());
  const Place place = place_of(*function);
  const std::string fingerprint = known_fingerprint(place.library, [&] { return fingerprint_to_store(*function, place.library); });
  std::array<std::int32_t, kMostArguments> derivatives{-1, -1, -1};  // before the function itself, so that none is among its own
  for (std::size_t i = 0; i < derivatives.size(); ++i)
    if (function->derivatives[i] != nullptr) derivatives[i] = add(function->derivatives[i]);
  Stored stored{.name = function->name,
                .owner = function->owner,
                .arguments = function->arguments,
                .argument_count = function->argument_count,
                .library = file_name(place.library),
                .fingerprint = fingerprint,
                .value = place.value,
                .data = place.data,
                .derivatives = derivatives};
  const auto call = std::find_if(calls_.begin(), calls_.end(), [&](const CallNotes::Call& c) { return c.function == function.get(); });
  if (call != calls_.end()) {
    const CallResult result = stribeck::call(*function, std::span(call->arguments).first(at(function->argument_count)));
    stored.was_called = !result.failed;
    stored.with = call->arguments;
    stored.result = result.value;
  }
  stored_.push_back(std::move(stored));
  functions_.push_back(function);
  return static_cast<std::int32_t>(functions_.size()) - 1;
}

std::shared_ptr<const ExternalFunction> StoredFunctions::get(std::int32_t number) const {
  return number >= 0 && at(number) < functions_.size() ? functions_[at(number)] : nullptr;
}

bool StoredFunctions::are_sound() const {
  return std::all_of(stored_.begin(), stored_.end(), [](const Stored& stored) {
    const bool is_name = !stored.library.empty() && stored.library.find('/') == std::string::npos;
    return is_name && stored.argument_count >= 1 && stored.argument_count <= kMostArguments;
  });
}

void StoredFunctions::find(const std::string& folder, const std::string& path) {
  struct Found : ExternalFunction {
    std::shared_ptr<const LoadedLibrary> library;
  };
  for (const Stored& stored : stored_) {
    const std::string what = "the function " + in_quotes(stored.name) + " of " + stored.owner;
    const std::vector<std::string> places =
        folder.empty() ? loaded_libraries(stored.library) : std::vector<std::string>{folder + "/" + stored.library};
    const auto is_it = [&](const std::string& place) {
      return known_fingerprint(place, [&] { return fingerprint_of_file(place); }) == stored.fingerprint;
    };
    const auto place = std::find_if(places.begin(), places.end(), is_it);
    if (place == places.end())
      refuse_program(path, "the program file " + path + " needs the plugin " + in_quotes(stored.library),
                     what + " is in it, and no file of that name with the same contents is " + (folder.empty() ? "loaded" : "in " + folder),
                     folder.empty() ? "load it: --plugin" : "put the plugin there with which the diagram was compiled");
    auto function = std::make_shared<Found>();
    std::string why_not;
    function->library = LoadedLibrary::open(*place, why_not);
    if (function->library == nullptr)
      refuse_program(path, "the plugin " + *place + " cannot be loaded", why_not, "is it for this machine?");
    function->name = stored.name;
    function->owner = stored.owner;
    function->arguments = stored.arguments;
    function->argument_count = stored.argument_count;
    function->value = reinterpret_cast<ExternalFunction::Value>(function->library->address(stored.value));
    if (stored.data) function->data = function->library->address(*stored.data);
    const bool is_there = function->value != nullptr && (!stored.data || function->data != nullptr);
    const std::span<const double> with = std::span(stored.with).first(at(stored.argument_count));
    if (!is_there || (stored.was_called && !agree(call(*function, with).value, stored.result)))
      refuse_program(path, what + " is another one here than where its program file was written",
                     "with the same arguments it has another value",
                     "run the diagram itself: functions must depend on their arguments alone");
    for (std::size_t k = 0; k < stored.derivatives.size(); ++k) function->derivatives[k] = get(stored.derivatives[k]);
    functions_.push_back(std::move(function));
  }
}

std::vector<std::string> libraries_of(std::span<const std::shared_ptr<const ExternalFunction>> functions) {
  std::set<std::string> paths;
  for (const auto& function : functions) {
    if (function->memory != nullptr) continue;
    if (const std::optional<LibraryAddress> address = library_address(pointer_of(function->value))) paths.insert(address->path);
  }
  return {paths.begin(), paths.end()};
}

}  // namespace stribeck
