#pragma once
// What the functions of FMI 2.0 and 3.0 do alike with what a host hands them. A Component of either version has an `fmu` and can `say`.
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "fmi/fmu.h"

namespace stribeck::fmi {

enum Status { kOk, kWarning, kDiscard, kError, kFatal };

/// Values that are read.
template <typename Value>
using In = const Value*;
/// Values that are written.
template <typename Value>
using Out = Value*;

/// Whether all of them are there.
template <typename... Pointers>
bool are(Fmu& fmu, const Pointers*... pointers) {
  return (... && (pointers != nullptr)) || fmu.refuse("a pointer is null");
}

/// Calls call(component, fmu), which says whether it has succeeded. No exception leaves the library.
template <typename Component, typename Call>
Status guarded_call(void* component, Call call) {
  if (component == nullptr) return kError;
  auto& own = *static_cast<Component*>(component);
  try {
    if (call(own, *own.fmu)) return kOk;
    return own.fmu->outcome() == Fmu::Outcome::undefined ? kDiscard : kError;
  } catch (const std::exception& failure) {
    own.say(failure.what());
    return kFatal;
  }
}

/// What a host holds as the state of an FMU.
using State = std::vector<unsigned char>;

inline bool get_state(Fmu& fmu, void** state) {
  if (!are(fmu, state)) return false;
  auto bytes = std::make_unique<State>();
  if (!fmu.save(*bytes)) return false;
  delete static_cast<State*>(*state);
  *state = bytes.release();
  return true;
}

inline bool set_state(Fmu& fmu, const void* state) {
  const auto* const bytes = static_cast<const State*>(state);
  return bytes != nullptr ? fmu.restore(bytes->data(), bytes->size()) : fmu.refuse("there is no state");
}

inline bool free_state(void** state) {
  if (state != nullptr) delete static_cast<State*>(*state), *state = nullptr;
  return true;
}

inline bool state_size(Fmu& fmu, const void* state, std::size_t* size) {
  if (!are(fmu, static_cast<const State*>(state), size)) return false;
  *size = static_cast<const State*>(state)->size();
  return true;
}

inline bool serialise_state(Fmu& fmu, const void* state, void* bytes, std::size_t size) {
  const auto* const own = static_cast<const State*>(state);
  if (own == nullptr || bytes == nullptr || own->size() > size) return fmu.refuse("the state does not fit");
  std::memcpy(bytes, own->data(), own->size());
  return true;
}

template <typename Byte>
bool deserialise_state(Fmu& fmu, const Byte* bytes, std::size_t size, void** state) {
  if (!are(fmu, state) || (size > 0 && !are(fmu, bytes))) return false;
  *state = new State(bytes, bytes + size);
  return true;
}

}  // namespace stribeck::fmi
