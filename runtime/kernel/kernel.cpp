// The C interface: no exception leaves it, and every call says in a message why it was refused or failed.
#include "stribeck/kernel.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "kernel/instance.h"

struct stribeck_program {
  std::shared_ptr<const stribeck::KernelProgram> program;
};

struct stribeck_instance {
  stribeck::KernelInstance instance;
  stribeck_message why;
};

namespace {

using stribeck::Diagnostic;
using stribeck::Failure;
using stribeck::KernelInstance;

void set(char* to, std::size_t size, std::string_view text) {
  const std::size_t length = std::min(size - 1, text.size());
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

void say(stribeck_message* why, std::string_view code, std::string_view text) {
  if (why == nullptr) return;
  set(why->code, sizeof why->code, code);
  set(why->text, sizeof why->text, text);
}

void say(stribeck_message* why, const Failure& failure) {
  if (failure.diagnostics().empty()) return say(why, "run.failed", failure.what());
  const Diagnostic& first = failure.diagnostics().front();
  say(why, describe(first.code).code, to_text(first));
}

/// Runs a call; what it throws becomes a status and a message. `call` returns whether the motion goes on.
template <typename Call>
stribeck_status guarded(stribeck_instance* instance, Call call, bool only_looks = false) {
  if (instance == nullptr) return stribeck_refused;
  try {
    return call(instance->instance) ? stribeck_ok : stribeck_ended;
  } catch (const KernelInstance::Refused& refused) {
    say(&instance->why, "kernel.refused", refused.remedy.empty() ? refused.why : refused.why + ": " + refused.remedy);
    return stribeck_refused;
  } catch (const Failure& failure) {
    say(&instance->why, failure);
    if (only_looks) return stribeck_undefined;
  } catch (const std::bad_alloc&) {
    say(&instance->why, "run.out_of_memory", "memory is exhausted");
  } catch (const std::exception& failure) {
    say(&instance->why, "run.failed", failure.what());
  }
  instance->instance.break_off();
  return stribeck_failed;
}

/// The same of calls after which the motion goes on. `only_looks`: also if there is nothing to be seen.
template <typename Call>
stribeck_status done(stribeck_instance* instance, Call call, bool only_looks = false) {
  const auto and_goes_on = [&](KernelInstance& of) {
    call(of);
    return true;
  };
  return guarded(instance, and_goes_on, only_looks);
}

void require(bool is_there) {
  if (!is_there) throw KernelInstance::Refused{"a pointer is null", ""};
}

}  // namespace

stribeck_status stribeck_program_read(const void* bytes, size_t size, const char* name, stribeck_program** program, stribeck_message* why) {
  if (program == nullptr || (bytes == nullptr && size > 0)) {
    say(why, "kernel.refused", "a pointer is null");
    return stribeck_refused;
  }
  *program = nullptr;
  try {
    const std::string_view content(static_cast<const char*>(bytes), size);
    auto read = std::make_shared<const stribeck::KernelProgram>(content, name == nullptr ? "the program" : name);
    *program = new stribeck_program{std::move(read)};
    return stribeck_ok;
  } catch (const Failure& failure) {
    say(why, failure);
  } catch (const std::exception& failure) {
    say(why, "run.out_of_memory", failure.what());
  }
  return stribeck_failed;
}

void stribeck_program_free(stribeck_program* program) { delete program; }

size_t stribeck_count(const stribeck_program* program, stribeck_kind kind) {
  const auto* const named = program == nullptr ? nullptr : program->program->of(kind);
  return named == nullptr ? 0 : named->size();
}

stribeck_status stribeck_describe(const stribeck_program* program, stribeck_kind kind, size_t number, stribeck_variable* variable) {
  if (variable == nullptr || number >= stribeck_count(program, kind)) return stribeck_refused;
  const stribeck::KernelProgram::Named& named = (*program->program->of(kind))[number];
  *variable = {named.name.c_str(), named.unit.c_str(), named.doc.c_str(), named.value, named.shapes ? 1 : 0};
  return stribeck_ok;
}

size_t stribeck_find(const stribeck_program* program, stribeck_kind kind, const char* name) {
  if (name == nullptr) return SIZE_MAX;
  const size_t count = stribeck_count(program, kind);
  for (size_t number = 0; number < count; ++number)
    if ((*program->program->of(kind))[number].name == name) return number;
  return SIZE_MAX;
}

void stribeck_program_experiment(const stribeck_program* program, stribeck_experiment* experiment) {
  if (program == nullptr || experiment == nullptr) return;
  const stribeck::ProgramExperiment& own = program->program->image.experiment;
  *experiment = {own.start_s, own.stop_s, own.rtol, own.atol, own.step_s, {}};
  set(experiment->solver, sizeof experiment->solver, own.solver);
}

stribeck_instance* stribeck_instance_new(stribeck_program* program) {
  if (program == nullptr) return nullptr;
  try {
    return new stribeck_instance{KernelInstance(program->program), {}};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void stribeck_instance_free(stribeck_instance* instance) { delete instance; }

void stribeck_reset(stribeck_instance* instance) {
  done(instance, [](KernelInstance& of) { of.reset(); });
}

const stribeck_message* stribeck_why(const stribeck_instance* instance) { return instance == nullptr ? nullptr : &instance->why; }

stribeck_status stribeck_set_experiment(stribeck_instance* instance, const stribeck_experiment* experiment) {
  return done(instance, [&](KernelInstance& of) {
    require(experiment != nullptr);
    of.set_experiment(*experiment);
  });
}

stribeck_status stribeck_set_parameters(stribeck_instance* instance, size_t count, const size_t* numbers, const double* values) {
  return done(instance, [&](KernelInstance& of) {
    require(count == 0 || (numbers != nullptr && values != nullptr));
    of.set_parameters({numbers, count}, values);
  });
}

stribeck_status stribeck_set_inputs(stribeck_instance* instance, size_t count, const size_t* numbers, const double* values,
                                    const double* slopes) {
  return done(instance, [&](KernelInstance& of) {
    require(count == 0 || (numbers != nullptr && values != nullptr));
    of.set_inputs({numbers, count}, values, slopes);
  });
}

stribeck_status stribeck_initialise(stribeck_instance* instance, stribeck_way way) {
  return done(instance, [&](KernelInstance& of) { of.initialise(way); });
}

stribeck_status stribeck_set_stop(stribeck_instance* instance, double stop_s) {
  return done(instance, [&](KernelInstance& of) { of.set_stop(stop_s); });
}

double stribeck_time(const stribeck_instance* instance) { return instance == nullptr ? 0 : instance->instance.time(); }

stribeck_status stribeck_get(stribeck_instance* instance, stribeck_kind kind, size_t count, const size_t* numbers, double* values) {
  return done(
      instance,
      [&](KernelInstance& of) {
        require(count == 0 || (numbers != nullptr && values != nullptr));
        of.get(kind, {numbers, count}, values);
      },
      true);
}

stribeck_status stribeck_step_to(stribeck_instance* instance, double time_s, int stops_at_event) {
  return guarded(instance, [&](KernelInstance& of) { return of.step_to(time_s, stops_at_event != 0); });
}

stribeck_status stribeck_place(stribeck_instance* instance, double time_s, const double* states) {
  return done(instance, [&](KernelInstance& of) {
    require(states != nullptr || of.program().image.program.states() == 0);
    of.place(time_s, states);
  });
}

stribeck_status stribeck_derivatives(stribeck_instance* instance, double* derivatives) {
  return done(
      instance,
      [&](KernelInstance& of) {
        require(derivatives != nullptr || of.program().image.program.states() == 0);
        of.derivatives(derivatives);
      },
      true);
}

stribeck_status stribeck_jacobian_times(stribeck_instance* instance, const double* direction, double* product) {
  return done(
      instance,
      [&](KernelInstance& of) {
        require((direction != nullptr && product != nullptr) || of.program().image.program.states() == 0);
        of.jacobian_times(direction, product);
      },
      true);
}

size_t stribeck_count_indicators(const stribeck_instance* instance) {
  return instance == nullptr ? 0 : instance->instance.count_indicators();
}

stribeck_status stribeck_indicators(stribeck_instance* instance, double* indicators) {
  return done(
      instance,
      [&](KernelInstance& of) {
        require(indicators != nullptr);
        of.indicators(indicators);
      },
      true);
}

stribeck_status stribeck_complete_step(stribeck_instance* instance, int* is_event) {
  return done(instance, [&](KernelInstance& of) {
    require(is_event != nullptr);
    *is_event = of.complete_step() ? 1 : 0;
  });
}

stribeck_status stribeck_happen(stribeck_instance* instance, double* next_event_s) {
  return guarded(instance, [&](KernelInstance& of) {
    const bool goes_on = of.happen();
    if (next_event_s != nullptr) *next_event_s = of.next_event_s();
    return goes_on;
  });
}

double stribeck_next_event(const stribeck_instance* instance) { return instance == nullptr ? 0 : instance->instance.next_event_s(); }

stribeck_status stribeck_save(stribeck_instance* instance, const void** bytes, size_t* size) {
  return done(instance, [&](KernelInstance& of) {
    require(bytes != nullptr && size != nullptr);
    const std::string_view saved = of.save();
    *bytes = saved.data(), *size = saved.size();
  });
}

stribeck_status stribeck_restore(stribeck_instance* instance, const void* bytes, size_t size) {
  return done(instance, [&](KernelInstance& of) {
    require(bytes != nullptr);
    of.restore({static_cast<const char*>(bytes), size});
  });
}
