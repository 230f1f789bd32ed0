// Simulates a failing disk for programs started with LD_PRELOAD=failing-disk.so (Linux).
//
// Each call that changes something in a given folder is counted as a step. Other calls are not affected. These
// environment variables configure the disk:
//
//   FAILING_DISK_FOLDER  The folder, as an absolute path without symbolic links.
//   FAILING_DISK_LOG     A file outside the folder. It gets one line per step, which starts with "failed" if it failed.
//   FAILING_DISK_ERROR   ENOSPC, EIO, EROFS, or KILL, which kills the program.
//   FAILING_DISK_FROM    The number of the first step that fails, starting at 0.
//   FAILING_DISK_COUNT   The number of steps that fail.
//
// All writes to the index of SQLite's write-ahead log (-shm) are counted as a single step, because each program creates
// the index again. A full disk accepts half of the first write that fails, and files can still be removed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder;
static long first = LONG_MAX, last = LONG_MAX;
static int failure = EIO;
static int kills;
static int journal = -1;
static atomic_long steps;
static atomic_long index_step = -1;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("FAILING_DISK_FOLDER");
    const char *from = getenv("FAILING_DISK_FROM");
    const char *count = getenv("FAILING_DISK_COUNT");
    const char *name = getenv("FAILING_DISK_ERROR");
    const char *path = getenv("FAILING_DISK_LOG");
    if (from) first = atol(from);
    if (from && count && atol(count) < LONG_MAX - first) last = first + atol(count);
    if (name && !strcmp(name, "ENOSPC")) failure = ENOSPC;
    if (name && !strcmp(name, "EROFS")) failure = EROFS;
    kills = name && !strcmp(name, "KILL");
    if (path)
        journal = syscall(
            SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_inside(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/// Counts a step and returns whether it fails.
static int fails(const char *call, const char *path) {
    if (!is_inside(path)) return 0;
    int is_index = strlen(path) > 4 && !strcmp(path + strlen(path) - 4, "-shm");
    long step = is_index ? atomic_load(&index_step) : -1;
    int is_new = step < 0;
    if (is_new) step = atomic_fetch_add(&steps, 1);
    if (is_index) atomic_store(&index_step, step);
    int fails = step >= first && step < last;
    if (!is_new) {
        if (fails) errno = failure;
        return fails;
    }
    char line[PATH_MAX + 100];
    int length = snprintf(line, sizeof line, "%s%ld %s .%s\n", fails ? "failed " : "", step, call,
                          path + strlen(folder));
    if (journal >= 0) syscall(SYS_write, journal, line, (size_t)length);
    if (fails && kills) raise(SIGKILL);
    if (fails) errno = failure;
    return fails;
}

static int file_fails(const char *call, int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(call, path);
}

/// Returns whether a removal fails. A full disk does not prevent removals.
static int removal_fails(const char *call, const char *path) {
    return fails(call, path) && failure != ENOSPC;
}

/// Returns the number of bytes that a failing write still stores.
static size_t torn(size_t size) {
    return failure == ENOSPC && atomic_load(&steps) == first + 1 ? size / 2 : 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t size) {
    if (file_fails("write", file) && !(size = torn(size))) return -1;
    return NEXT(write)(file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (file_fails("pwrite", file) && !(size = torn(size))) return -1;
    return NEXT(pwrite)(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    if (file_fails("pwrite", file) && !(size = torn(size))) return -1;
    return NEXT(pwrite64)(file, bytes, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return file_fails("writev", file) ? -1 : NEXT(writev)(file, parts, count);
}

int fsync(int file) { return file_fails("fsync", file) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return file_fails("fdatasync", file) ? -1 : NEXT(fdatasync)(file); }

int ftruncate(int file, off_t size) {
    return file_fails("ftruncate", file) ? -1 : NEXT(ftruncate)(file, size);
}

int ftruncate64(int file, off64_t size) {
    return file_fails("ftruncate", file) ? -1 : NEXT(ftruncate64)(file, size);
}

int posix_fallocate(int file, off_t offset, off_t size) {
    return file_fails("fallocate", file) ? failure : NEXT(posix_fallocate)(file, offset, size);
}

int posix_fallocate64(int file, off64_t offset, off64_t size) {
    return file_fails("fallocate", file) ? failure : NEXT(posix_fallocate64)(file, offset, size);
}

int fchmod(int file, mode_t mode) { return file_fails("fchmod", file) ? -1 : NEXT(fchmod)(file, mode); }

int fchmodat(int parent, const char *path, mode_t mode, int flags) {
    return file_fails("fchmodat", parent) ? -1 : NEXT(fchmodat)(parent, path, mode, flags);
}

int chmod(const char *path, mode_t mode) { return fails("chmod", path) ? -1 : NEXT(chmod)(path, mode); }

int rename(const char *path, const char *target) {
    return fails("rename", target) ? -1 : NEXT(rename)(path, target);
}

int link(const char *path, const char *target) {
    return fails("link", target) ? -1 : NEXT(link)(path, target);
}

int symlink(const char *path, const char *target) {
    return fails("symlink", target) ? -1 : NEXT(symlink)(path, target);
}

int mkdir(const char *path, mode_t mode) {
    struct stat status;
    // If the folder exists, the call fails with its usual error on any disk.
    int isThere = stat(path, &status) == 0;
    return !isThere && fails("mkdir", path) ? -1 : NEXT(mkdir)(path, mode);
}

int rmdir(const char *path) { return removal_fails("rmdir", path) ? -1 : NEXT(rmdir)(path); }

int unlink(const char *path) { return removal_fails("unlink", path) ? -1 : NEXT(unlink)(path); }

int unlinkat(int parent, const char *path, int flags) {
    return removal_fails("unlink", path) ? -1 : NEXT(unlinkat)(parent, path, flags);
}

/// Returns whether opening a file fails. Creating a file can fail on any failing disk, but opening an existing file
/// for writing fails only on a read-only disk.
static int open_fails(const char *path, int flags) {
    struct stat status;
    int makes = flags & O_CREAT && stat(path, &status) != 0;
    int writes = failure == EROFS && flags & (O_WRONLY | O_RDWR);
    return (makes || writes) && fails(makes ? "make" : "open", path);
}

#define MODE(flags)                                                                                \
    mode_t mode = 0;                                                                               \
    if ((flags) & O_CREAT) {                                                                       \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = va_arg(rest, mode_t);                                                               \
        va_end(rest);                                                                              \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return open_fails(path, flags) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return open_fails(path, flags) ? -1 : NEXT(open64)(path, flags, mode);
}

int openat(int parent, const char *path, int flags, ...) {
    MODE(flags)
    return open_fails(path, flags) ? -1 : NEXT(openat)(parent, path, flags, mode);
}

int openat64(int parent, const char *path, int flags, ...) {
    MODE(flags)
    return open_fails(path, flags) ? -1 : NEXT(openat64)(parent, path, flags, mode);
}
