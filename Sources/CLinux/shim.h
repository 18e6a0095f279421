// What Glibc's Swift module omits. Without _GNU_SOURCE, which clashes with `import Glibc`.
#pragma once
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>

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
