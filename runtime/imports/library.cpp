#include "imports/library.h"

#include <dlfcn.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/archive.h"
#include "base/format.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

constexpr std::size_t kMostSaid = 2000;

std::string error_of_loading() {
  const char* said = ::dlerror();
  return said == nullptr ? "" : said;
}

struct WholeRange {
  ValueType type;
  double low, high;
};
constexpr std::array<WholeRange, 6> kWholeRanges{{{ValueType::int8, -128, 127},
                                                  {ValueType::uint8, 0, 255},
                                                  {ValueType::int16, -32768, 32767},
                                                  {ValueType::uint16, 0, 65535},
                                                  {ValueType::int32, -2147483648.0, 2147483647.0},
                                                  {ValueType::uint32, 0, 4294967295.0}}};

}  // namespace

void Setting::carry(Archive& archive) { archive(variable, value, text); }
void Outcome::carry(Archive& archive) { archive(values, is_over); }

Library::Library(const std::string& file) : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr)
    throw FmuFault("cannot be loaded", error_of_loading(), "install what it needs (ldd shows it), or ask for a binary for this machine");
}

void* Library::symbol(const char* name) const {
  void* const found = ::dlsym(handle_, name);
  if (found == nullptr)
    throw FmuFault(fmt::format("has no function {}", name), "its library lacks what its version of FMI requires",
                   "ask who made the FMU for another one");
  return found;
}

void FmuLog::add(int status, const char* category, const std::string& message) {
  if (status == kFmiOk || text_.size() > kMostSaid) return;
  text_ += (text_.empty() ? "" : "; ") + message;
  if (category == nullptr) return;
}

std::string FmuLog::take() {
  std::string text = std::move(text_);
  text_.clear();
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

void check_status(int status, const char* function, FmuLog& log) {
  if (status == kFmiOk || status == kFmiWarning) {
    log.take();
    return;
  }
  constexpr std::array<const char*, 6> kWords{"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const bool is_known = status >= 0 && status < static_cast<int>(kWords.size());
  throw FmuFault(fmt::format("returned {} from {}", is_known ? kWords[static_cast<std::size_t>(status)] : std::to_string(status), function),
                 log.take(), status == kFmiDiscard ? "try shorter steps" : "look at its inputs and parameters at that time",
                 status == kFmiDiscard);
}

std::int64_t whole(const FmuVariable& variable, double value) {
  const double rounded = std::round(value);
  double low = -9.2e18, high = 9.2e18;
  for (const WholeRange& range : kWholeRanges)
    if (range.type == variable.type) low = range.low, high = range.high;
  if (!(rounded >= low && rounded <= high))
    throw FmuFault(fmt::format("cannot be given {} for {}", short_number(value), in_quotes(variable.name)),
                   fmt::format("it takes whole numbers from {} to {}", short_number(low), short_number(high)), "limit the signal");
  const auto number = static_cast<std::int64_t>(rounded);
  bool is_item = variable.items.empty();
  for (const EnumerationItem& item : variable.items) is_item = is_item || item.value == number;
  if (!is_item) {
    std::string items;
    for (const EnumerationItem& item : variable.items) items += fmt::format("{}{} ({})", items.empty() ? "" : ", ", item.value, item.name);
    throw FmuFault(fmt::format("cannot be given {} for {}", number, in_quotes(variable.name)), "it takes " + items, "limit the signal");
  }
  return number;
}

std::string uri_of(const std::string& folder) {
  std::string uri = "file://";
  for (const char c : folder) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("/-_.~").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return uri;
}

std::unique_ptr<FmuInstance> instance_in_this_process(const InstanceOrder& order) {
  if (order.exchange != nullptr) return order.description->version == 2 ? exchange_of_fmi2(order) : exchange_of_fmi3(order);
  return order.description->version == 2 ? instance_of_fmi2(order) : instance_of_fmi3(order);
}

StateFunctions::StateFunctions(const Library& library, const Names& names) : names_(names) {
  library.find(get_, names.get);
  library.find(set_, names.set);
  library.find(free_, names.free);
  library.find(size_, names.size);
  library.find(serialize_, names.serialize);
  library.find(deserialize_, names.deserialize);
}

std::string StateFunctions::state(void* component, const Check& check) const {
  void* state = nullptr;
  check(get_(component, &state), names_.get);
  std::size_t size = 0;
  check(size_(component, state, &size), names_.size);
  std::string bytes(size, '\0');
  check(serialize_(component, state, bytes.data(), size), names_.serialize);
  check(free_(component, &state), names_.free);
  return bytes;
}

void StateFunctions::set_state(void* component, const std::string& bytes, const Check& check) const {
  void* state = nullptr;
  check(deserialize_(component, bytes.data(), bytes.size(), &state), names_.deserialize);
  check(set_(component, state), names_.set);
  check(free_(component, &state), names_.free);
}

}  // namespace stribeck::imports
