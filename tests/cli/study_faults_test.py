"""A shared folder that is slow, keeps what it knows of names too long and has no locks, and a disk that is full for a while: a library that
comes before libc's (LD_PRELOAD) makes them so. A clock that jumps, and a worker that sleeps for longer than its lease. The table has the bytes of an
undisturbed run."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, is_sanitized, start, stribeck  # noqa: E402

STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
SAMPLES = 120

# Names in the folder STRIBECK_SHARED: calls wait some milliseconds; a file that was not there is still not there for STRIBECK_STALE_MS after it was
# looked for, as in a cache of names; every seventh link is made and yet said to have been there, as when an answer is lost and the question comes again;
# flock is each process's own affair; nothing can be written while STRIBECK_FULL exists. With STRIBECK_JUMPS the time of day is another day at every look.
LAYER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
enum { kKnown = 4096 };
static char known[kKnown][160];
static double known_until[kKnown];
static unsigned calls;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static int is_ours(const char* path) { const char* shared = getenv("STRIBECK_SHARED"); return shared && path && strncmp(path, shared, strlen(shared)) == 0; }
static void wait_a_little(void) { usleep(1000 * (1 + (unsigned)(getpid() * 31 + calls++ * 7) % 5)); }
static unsigned slot_of(const char* path) { unsigned hash = 5381; for (; *path; ++path) hash = hash * 33 + (unsigned char)*path; return hash % kKnown; }
static int is_stale(const char* path) {
  const unsigned slot = slot_of(path);
  return strncmp(known[slot], path, sizeof known[slot] - 1) == 0 && now() < known_until[slot];
}
static void remember(const char* path) {
  const char* ms = getenv("STRIBECK_STALE_MS");
  const unsigned slot = slot_of(path);
  strncpy(known[slot], path, sizeof known[slot] - 1), known_until[slot] = now() + (ms ? atof(ms) : 0) / 1000;
}
static int is_full(void) { const char* full = getenv("STRIBECK_FULL"); int (*own)(const char*, int) = dlsym(RTLD_NEXT, "access"); return full && own(full, F_OK) == 0; }
#define OWN(name) own = own ? own : dlsym(RTLD_NEXT, name)
static long jump(void) { return getenv("STRIBECK_JUMPS") ? ((long)(getpid() * 31 + ++calls * 7919) % 7 - 3) * 86400 : 0; }
int clock_gettime(clockid_t clock, struct timespec* t) {
  static int (*own)(clockid_t, struct timespec*); OWN("clock_gettime");
  const int result = own(clock, t);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) t->tv_sec += jump();
  return result;
}
int gettimeofday(struct timeval* t, void* zone) {
  static int (*own)(struct timeval*, void*); OWN("gettimeofday");
  const int result = own(t, zone);
  if (result == 0) t->tv_sec += jump();
  return result;
}
time_t time(time_t* to) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return to ? *to = t.tv_sec : t.tv_sec;
}
int access(const char* path, int mode) {
  static int (*own)(const char*, int); OWN("access");
  if (!is_ours(path)) return own(path, mode);
  wait_a_little();
  if (is_stale(path)) return errno = ENOENT, -1;
  const int result = own(path, mode);
  if (result != 0 && errno == ENOENT) remember(path), errno = ENOENT;
  return result;
}
int link(const char* from, const char* to) {
  static int (*own)(const char*, const char*); OWN("link");
  if (!is_ours(to)) return own(from, to);
  wait_a_little();
  if (is_full()) return errno = ENOSPC, -1;
  const int result = own(from, to);
  if (result == 0 && strstr(to, "/leases/") && calls % 7 == 0) return errno = EEXIST, -1;
  return result;
}
int rename(const char* from, const char* to) {
  static int (*own)(const char*, const char*); OWN("rename");
  if (is_ours(to)) wait_a_little();
  return own(from, to);
}
int flock(int file, int how) { (void)file; (void)how; return 0; }
static int opened(const char* name, const char* path, int flags, int mode) {
  int (*own)(const char*, int, ...) = dlsym(RTLD_NEXT, name);
  if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) return errno = ENOENT, -1;
  if (!is_ours(path)) return own(path, flags, mode);
  wait_a_little();
  return own(path, flags, mode);
}
int open(const char* path, int flags, ...) { va_list list; va_start(list, flags); const int mode = va_arg(list, int); va_end(list); return opened("open", path, flags, mode); }
int open64(const char* path, int flags, ...) { va_list list; va_start(list, flags); const int mode = va_arg(list, int); va_end(list); return opened("open64", path, flags, mode); }
FILE* fopen64(const char* path, const char* mode) {
  static FILE* (*own)(const char*, const char*); OWN("fopen64");
  if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) return errno = ENOENT, (FILE*)0;
  if (is_ours(path)) wait_a_little();
  return own(path, mode);
}
ssize_t write(int file, const void* data, size_t size) {
  static ssize_t (*own)(int, const void*, size_t); OWN("write");
  char name[64], path[512];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(name, path, sizeof path - 1);
  if (length > 0) path[length] = 0;
  if (length > 0 && is_ours(path) && is_full()) return errno = ENOSPC, -1;
  return own(file, data, size);
}
"""


@unittest.skipIf(is_sanitized(), "a sanitizer's own library wants to come first")
@unittest.skipUnless(shutil.which("cc"), "no C compiler here")
class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.layer = Path(folder.name) / "layer.so"
        (Path(folder.name) / "layer.c").write_text(LAYER)
        subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", Path(folder.name) / "layer.c", "-o", cls.layer, "-ldl"], check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.shared, self.full = self.folder / "shared.study", self.folder / "full"
        self.plan = self.folder / "plan.json"
        self.plan.write_text(json.dumps({
            "format": "stribeck-study/1", "diagram": str(STICK_SLIP), "sampling": {"method": "sobol", "count": SAMPLES},
            "factors": {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}}, "speed": {"uniform": {"from": "1 rpm", "to": "3 rpm"}}},
            "scalars": {"peak": {"max": "load.w"}}, "curves": {"turn": "spring.phi"}, "experiment": {"stop": "1 s"}}))

    def worker(self, *options, stale_ms=300, lease_s=2, **more):
        environment = {**os.environ, **more, "LD_PRELOAD": str(self.layer), "STRIBECK_SHARED": str(self.shared), "STRIBECK_FULL": str(self.full),
                       "STRIBECK_STALE_MS": str(stale_ms)}
        return start("study", self.plan, "--dir", self.shared, "--chunk", 4, "--lease", lease_s, "--quiet", *options, env=environment, stderr=subprocess.PIPE, text=True)

    def check(self):
        whole = stribeck("study", self.plan, "--dir", self.folder / "whole", "--chunk", 4, "--quiet")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertEqual(stribeck("study", "export", self.shared).stdout, (self.folder / "whole/table.csv").read_text())
        for file in (self.folder / "whole/curves.zarr/turn").iterdir():
            self.assertEqual((self.shared / "curves.zarr/turn" / file.name).read_bytes(), file.read_bytes(), file.name)

    def chunks(self, wanted):
        end = time.monotonic() + 100
        while not (self.shared / "chunks").exists() or len(list((self.shared / "chunks").glob("0*"))) < wanted:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_a_slow_folder_that_keeps_old_names(self):
        """Three programs that take one another for other machines; one is killed with its worker, and its lease runs out."""
        workers = [self.worker(lease_s=5) for _ in range(3)]
        self.chunks(4)
        self.kill_one_of(workers)
        self.check()

    def kill_one_of(self, workers):
        """With all its processes. The chunk that it was at is taken over, and no other: who has waited for a lease in vain has taken a living worker for
        gone, or has not seen that the lease is its own."""
        for process in (workers[1].pid, *self.children_of(workers[1])):
            os.kill(process, signal.SIGKILL)
        taken_over = set()
        while any(workers[number].poll() is None for number in (0, 2)):
            taken_over |= {path.stem for path in (self.shared / "leases").glob("0*.*") if path.suffix != ".1"}
            time.sleep(0.002)
        for number in (0, 2):
            _, said = workers[number].communicate()
            self.assertEqual(workers[number].returncode, 0, said)
        workers[1].communicate()
        self.assertLessEqual(len(taken_over), 1)

    @staticmethod
    def children_of(process):
        return [int(word) for path in Path(f"/proc/{process.pid}/task").glob("*/children") for word in path.read_text().split()]

    def test_a_clock_that_jumps(self):
        """By days, forwards and backwards, another way in each program: a lease that is a day old is not taken over, one whose worker is gone is."""
        workers = [self.worker(lease_s=5, STRIBECK_JUMPS="1") for _ in range(3)]
        self.chunks(4)
        self.kill_one_of(workers)
        self.check()

    def test_a_worker_that_sleeps_is_taken_for_gone_and_wakes_up(self):
        """For longer than its lease: another one makes the chunk, and the sleeper then makes the same bytes or finds the study complete."""
        sleeper, other = self.worker(stale_ms=0), self.worker(stale_ms=0)
        self.chunks(3)
        asleep = self.children_of(sleeper)
        for process in asleep:
            os.kill(process, signal.SIGSTOP)
        try:
            _, said = other.communicate(timeout=100)
            self.assertEqual(other.returncode, 0, said)
            self.check()
        finally:
            for process in asleep:
                os.kill(process, signal.SIGCONT)
        _, said = sleeper.communicate(timeout=100)
        self.assertEqual(sleeper.returncode, 0, said)
        self.check()
        self.assertEqual(list((self.shared / "leases").iterdir()), [])

    def test_a_disk_that_is_full_for_a_while(self):
        random.seed(2)
        for _ in range(3):
            study = self.worker("-j", 2, stale_ms=0)
            self.chunks(1 + random.randrange(3) + len(list((self.shared / "chunks").glob("0*"))) if (self.shared / "chunks").exists() else 2)
            self.full.touch()
            _, said = study.communicate(timeout=100)
            self.full.unlink()
            if study.returncode == 0:
                break
            self.assertIn("error[output.unwritable]", said)
            self.assertIn("No space left", said)
        again = self.worker("-j", 2, stale_ms=0)
        _, said = again.communicate(timeout=100)
        self.assertEqual(again.returncode, 0, said)
        self.check()


if __name__ == "__main__":
    unittest.main()
