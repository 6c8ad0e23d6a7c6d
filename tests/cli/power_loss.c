/* Loaded before the C library: notes what a program does to the files of one folder, so that a test can tell what a failure of power at any
   moment would have left of them. STRIBECK_WATCHED: the folder; STRIBECK_NOTES: where the notes go, a line each:
     create PATH | write PATH OFFSET HEX | cut PATH SIZE | sync PATH | rename FROM TO | remove PATH   (a folder's path: its names are synced) */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { kFiles = 1024, kPath = 4096 };
static char paths[kFiles][kPath]; /* of open files, by descriptor */

static int is_watched(const char* path) {
  const char* folder = getenv("STRIBECK_WATCHED");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static FILE* notes(void) {
  static FILE* file;
  if (!file) file = fopen(getenv("STRIBECK_NOTES"), "ae");
  return file;
}

static void* next(const char* name) { return dlsym(RTLD_NEXT, name); }

static int note_opened(int file, const char* path, int flags, int existed) {
  if (file < 0 || file >= kFiles) return file;
  paths[file][0] = '\0';
  if (!is_watched(path)) return file;
  strncpy(paths[file], path, kPath - 1);
  if ((flags & O_CREAT) && !existed) fprintf(notes(), "create %s\n", path), fflush(notes());
  return file;
}

static int open_as(const char* name, const char* path, int flags, mode_t mode) {
  const int existed = access(path, F_OK) == 0;
  int (*real)(const char*, int, ...) = next(name);
  return note_opened(real(path, flags, mode), path, flags, existed);
}

#define OPEN(name)                             \
  int name(const char* path, int flags, ...) { \
    mode_t mode = 0;                           \
    if (flags & O_CREAT) {                     \
      va_list rest;                            \
      va_start(rest, flags);                   \
      mode = va_arg(rest, mode_t);             \
      va_end(rest);                            \
    }                                          \
    return open_as(#name, path, flags, mode);  \
  }
OPEN(open)
OPEN(open64)

static void note_written(int file, off_t offset, const unsigned char* bytes, ssize_t count) {
  if (file < 0 || file >= kFiles || !paths[file][0] || count <= 0) return;
  fprintf(notes(), "write %s %lld ", paths[file], (long long)offset);
  for (ssize_t i = 0; i < count; ++i) fprintf(notes(), "%02x", bytes[i]);
  fputc('\n', notes());
  fflush(notes());
}

ssize_t write(int file, const void* bytes, size_t count) {
  ssize_t (*real)(int, const void*, size_t) = next("write");
  const off_t offset = lseek(file, 0, SEEK_CUR);
  const ssize_t written = real(file, bytes, count);
  note_written(file, offset, bytes, written);
  return written;
}

#define PWRITE(name)                                                         \
  ssize_t name(int file, const void* bytes, size_t count, off_t offset) {    \
    ssize_t (*real)(int, const void*, size_t, off_t) = next(#name);          \
    const ssize_t written = real(file, bytes, count, offset);                \
    note_written(file, offset, bytes, written);                              \
    return written;                                                          \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define NOTED(file) ((file) >= 0 && (file) < kFiles && paths[file][0])

#define TRUNCATE(name)                                                                                       \
  int name(int file, off_t size) {                                                                           \
    int (*real)(int, off_t) = next(#name);                                                                   \
    if (NOTED(file)) fprintf(notes(), "cut %s %lld\n", paths[file], (long long)size), fflush(notes());       \
    return real(file, size);                                                                                 \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name)                                                                       \
  int name(int file) {                                                                   \
    int (*real)(int) = next(#name);                                                      \
    if (NOTED(file)) fprintf(notes(), "sync %s\n", paths[file]), fflush(notes());        \
    return real(file);                                                                   \
  }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char* from, const char* to) {
  int (*real)(const char*, const char*) = next("rename");
  const int result = real(from, to);
  if (result == 0 && is_watched(from)) {
    fprintf(notes(), "rename %s %s\n", from, to), fflush(notes());
    for (int file = 0; file < kFiles; ++file)
      if (strcmp(paths[file], from) == 0) strncpy(paths[file], to, kPath - 1);
  }
  return result;
}

#define REMOVE(name)                                                                            \
  int name(const char* path) {                                                                  \
    int (*real)(const char*) = next(#name);                                                     \
    const int result = real(path);                                                              \
    if (result == 0 && is_watched(path)) fprintf(notes(), "remove %s\n", path), fflush(notes()); \
    return result;                                                                              \
  }
REMOVE(unlink)
REMOVE(remove)
