// The C library and Linux. There is no Glibc module in Embedded Swift; this has what it would add, and what it omits.
// Without _GNU_SOURCE, which clashes with `import Glibc` in the tests.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <dirent.h>

// Literals, because their names need _GNU_SOURCE or are macros that Swift does not see.
static const int O_PATH_LINUX = 010000000;
static const unsigned RENAME_EXCHANGE_LINUX = 2;
static const int DT_UNKNOWN_LINUX = 0;
static const int DT_LNK_LINUX = 10;
static const long FUSE_SUPER_MAGIC_LINUX = 0x65735546;

// GNU functions, which the headers hide without _GNU_SOURCE.
#include <malloc.h>
extern int pipe2(int descriptors[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int renameat2(int from, const char *source, int to, const char *target, unsigned flags);
extern void *memmem(const void *where, size_t size, const void *what, size_t length);


// Macros and functions with variable arguments, which Swift does not see.
__attribute__((swift_name("getter:errno()"))) static inline int errno_linux(void) { return errno; }
__attribute__((swift_name("setter:errno(_:)"))) static inline void set_errno_linux(int number) { errno = number; }
__attribute__((swift_name("open(_:_:_:)"))) static inline int open_linux(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}
__attribute__((swift_name("openat(_:_:_:)"))) static inline int openat_linux(int directory, const char *path, int flags) {
  return openat(directory, path, flags);
}
__attribute__((swift_name("ioctl(_:_:_:)"))) static inline int ioctl_linux(int file, unsigned long request, void *argument) {
  return ioctl(file, request, argument);
}
__attribute__((swift_name("open(_:_:)"))) static inline int open_existing_linux(const char *path, int flags) {
  return open(path, flags);
}
__attribute__((swift_name("getter:SIG_DFL()"))) static inline __sighandler_t default_handler_linux(void) { return SIG_DFL; }
__attribute__((swift_name("getter:SIG_IGN()"))) static inline __sighandler_t ignoring_handler_linux(void) { return SIG_IGN; }
