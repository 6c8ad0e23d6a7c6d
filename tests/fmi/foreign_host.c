/* Loads an FMU of FMI 2.0 where no Python is, as under an emulator of another platform, and takes steps by co-simulation.
   foreign_host LIBRARY GUID RESOURCES STOP STEPS REFERENCE: prints the value of that variable at the end. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
static void* library_of(const char* path) { return (void*)LoadLibraryA(path); }
static void* function_of(void* library, const char* name) { return (void*)GetProcAddress((HMODULE)library, name); }
#else
#include <dlfcn.h>
static void* library_of(const char* path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
static void* function_of(void* library, const char* name) { return dlsym(library, name); }
#endif

typedef struct {
  void (*log)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;

static void say(void* environment, const char* instance, int status, const char* category, const char* format, ...) {
  va_list arguments;
  (void)environment, (void)status;
  fprintf(stderr, "%s: %s: ", instance, category);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
}

int main(int count, char** words) {
  const Callbacks callbacks = {say, calloc, free, NULL, NULL};
  void *library, *it;
  double stop, value = 0;
  int steps, k;
  unsigned reference;
  if (count != 7) return 2;
  library = library_of(words[1]);
  if (library == NULL) return fprintf(stderr, "cannot load %s\n", words[1]), 1;
#define FUNCTION(type, name, ...) type (*name)(__VA_ARGS__) = (type(*)(__VA_ARGS__))function_of(library, "fmi2" #name)
  FUNCTION(void*, Instantiate, const char*, int, const char*, const char*, const Callbacks*, int, int);
  FUNCTION(int, SetupExperiment, void*, int, double, double, int, double);
  FUNCTION(int, EnterInitializationMode, void*);
  FUNCTION(int, ExitInitializationMode, void*);
  FUNCTION(int, DoStep, void*, double, double, int);
  FUNCTION(int, GetReal, void*, const unsigned*, size_t, double*);
  FUNCTION(int, Terminate, void*);
  FUNCTION(void, FreeInstance, void*);
  it = Instantiate("it", 1, words[2], words[3], &callbacks, 0, 0);
  if (it == NULL) return fprintf(stderr, "no instance\n"), 1;
  stop = atof(words[4]), steps = atoi(words[5]), reference = (unsigned)strtoul(words[6], NULL, 10);
  if (SetupExperiment(it, 0, 0, 0, 0, 0) || EnterInitializationMode(it) || ExitInitializationMode(it))
    return fprintf(stderr, "no start\n"), 1;
  for (k = 0; k < steps; ++k)
    if (DoStep(it, stop * k / steps, stop * (k + 1) / steps - stop * k / steps, 1)) return fprintf(stderr, "no step %d\n", k), 1;
  if (GetReal(it, &reference, 1, &value)) return fprintf(stderr, "no value\n"), 1;
  Terminate(it), FreeInstance(it);
  printf("%.17g\n", value);
  return 0;
}
