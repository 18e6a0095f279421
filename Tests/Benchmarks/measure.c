// The measuring client. One piece of code drives every service and every program, so that what differs between
// two figures is what was measured and not who measured it.
//
//   measure calls ROUNDS COUNT CONNECTIONS QUEUED CALL...   on each connection so many calls, then all replies; COUNT
//                                                           times
//   measure visits ROUNDS COUNT CALL...                     connect, call, leave; COUNT times
//   measure durable ROUNDS CALL FILE CALL                   the call; FILE replaced durably, and the second call
//   measure ask CALL                                        one call on a new connection
//   measure spawn ROUNDS COMMAND...                         whole processes, each command split at spaces
//   measure read DIRECTORY...                               opens and reads every file
//   measure pid NAME                                        the process that owns a bus name
//   measure serve NAME                                      answers true to ShouldShow, whatever the app
//
// A CALL is "NAME PATH INTERFACE MEMBER [s:TEXT]... [= true|false|COUNT]"; after = is what the reply must
// begin with (COUNT: an array of so many); any other ends the program. A # in a text is a number that rises
// with each call. Each round measures all CALLs in turn and prints a line of nanoseconds: of `calls` the wall clock's
// and the service's CPU time for each CALL, else the wall clock's.

#include <dbus/dbus.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000, MAX_WORDS = 16, MAX_THINGS = 12 };

extern char **environ;

static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("measure: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void *given(void *memory)
{
    if (memory == NULL) die("no memory");
    return memory;
}

static int64_t nanoseconds(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) die("clock: %s", strerror(errno));
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// Prints a figure of a line.
static void say(int64_t figure) { printf("%" PRId64 " ", figure); }

static int64_t wall(void) { return nanoseconds(CLOCK_MONOTONIC); }

static int number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < 1 || value > 100000000) die("'%s' is no count", text);
    return (int)value;
}

// Splits a text at spaces, in place; the list ends with NULL.
static int split(char *text, char *words[MAX_WORDS + 1])
{
    int count = 0;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (count == MAX_WORDS) die("too many words");
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

// MARK: Calls

struct call {
    const char *name, *path, *interface, *member;
    char **arguments;
    int argument_count;
    const char *expected;
};

static struct call parse_call(const char *text)
{
    char **words = given(calloc(MAX_WORDS + 1, sizeof *words));
    int count = split(given(strdup(text)), words);
    struct call call = {.arguments = words + 4, .argument_count = count - 4};
    if (count >= 2 && strcmp(words[count - 2], "=") == 0) {
        call.expected = words[count - 1];
        call.argument_count -= 2;
    }
    if (call.argument_count < 0) die("'%s' is no call", text);
    call.name = words[0];
    call.path = words[1];
    call.interface = words[2];
    call.member = words[3];
    return call;
}

static void append(DBusMessageIter *to, const char *argument)
{
    static unsigned calls;
    char text[512];
    const char *value = argument + 2;
    if (strncmp(argument, "s:", 2) != 0) die("'%s' is no argument", argument);
    const char *mark = strchr(value, '#');
    if (mark != NULL) {
        snprintf(text, sizeof text, "%.*s%u%s", (int)(mark - value), value, ++calls, mark + 1);
        value = text;
    }
    if (!dbus_message_iter_append_basic(to, DBUS_TYPE_STRING, &value)) die("no memory");
}

static DBusMessage *message(const struct call *call)
{
    DBusMessage *message =
        given(dbus_message_new_method_call(call->name, call->path, call->interface, call->member));
    DBusMessageIter arguments;
    dbus_message_iter_init_append(message, &arguments);
    for (int i = 0; i < call->argument_count; i++) append(&arguments, call->arguments[i]);
    return message;
}

static DBusPendingCall *begin(DBusConnection *connection, const struct call *call)
{
    DBusMessage *question = message(call);
    DBusPendingCall *pending = NULL;
    if (!dbus_connection_send_with_reply(connection, question, &pending, PATIENCE_MS)) die("no memory");
    if (pending == NULL) die("%s: the connection is closed", call->member);
    dbus_message_unref(question);
    return pending;
}

static void verify(DBusMessage *reply, const struct call *call)
{
    if (dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_ERROR) {
        const char *why = "";
        dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &why, DBUS_TYPE_INVALID);
        die("%s: %s: %s", call->member, dbus_message_get_error_name(reply), why);
    }
    if (call->expected == NULL) return;
    char answer[32] = "something else";
    DBusMessageIter first;
    dbus_message_iter_init(reply, &first);
    if (dbus_message_iter_get_arg_type(&first) == DBUS_TYPE_BOOLEAN) {
        dbus_bool_t value;
        dbus_message_iter_get_basic(&first, &value);
        strcpy(answer, value ? "true" : "false");
    } else if (dbus_message_iter_get_arg_type(&first) == DBUS_TYPE_ARRAY) {
        snprintf(answer, sizeof answer, "%d", dbus_message_iter_get_element_count(&first));
    }
    if (strcmp(answer, call->expected) != 0)
        die("%s %s: %s instead of %s", call->member, call->arguments[0], answer, call->expected);
}

static DBusMessage *end(DBusPendingCall *pending, const struct call *call)
{
    dbus_pending_call_block(pending);
    DBusMessage *reply = given(dbus_pending_call_steal_reply(pending));
    dbus_pending_call_unref(pending);
    verify(reply, call);
    return reply;
}

static void ask(DBusConnection *connection, const struct call *call)
{
    dbus_message_unref(end(begin(connection, call), call));
}

static DBusConnection *enter(void)
{
    DBusError error = DBUS_ERROR_INIT;
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address == NULL) die("DBUS_SESSION_BUS_ADDRESS is not set");
    DBusConnection *connection = dbus_connection_open_private(address, &error);
    if (connection == NULL || !dbus_bus_register(connection, &error)) die("%s", error.message);
    return connection;
}

static void leave(DBusConnection *connection)
{
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
}

static pid_t owner(DBusConnection *connection, const char *name)
{
    char text[512];
    snprintf(text, sizeof text,
             DBUS_SERVICE_DBUS " " DBUS_PATH_DBUS " " DBUS_INTERFACE_DBUS " GetConnectionUnixProcessID s:%s", name);
    struct call call = parse_call(text);
    DBusMessage *reply = end(begin(connection, &call), &call);
    dbus_uint32_t pid;
    if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &pid, DBUS_TYPE_INVALID)) die("no process");
    dbus_message_unref(reply);
    return pid;
}

// MARK: What is measured

// Calls on connections at once, as many on each before any reply is waited for.
static void burst(DBusConnection **connections, int count, int queued, const struct call *call,
                  DBusPendingCall **pending)
{
    for (int i = 0; i < count * queued; i++) pending[i] = begin(connections[i / queued], call);
    for (int i = 0; i < count * queued; i++) dbus_message_unref(end(pending[i], call));
}

static void measure_calls(int rounds, int repeats, int count, int queued, int things, char **texts)
{
    struct call calls[MAX_THINGS];
    clockid_t cpu[MAX_THINGS];
    DBusConnection **connections = given(calloc(count, sizeof *connections));
    DBusPendingCall **pending = given(calloc((size_t)count * queued, sizeof *pending));
    for (int i = 0; i < count; i++) connections[i] = enter();
    for (int i = 0; i < things; i++) {
        calls[i] = parse_call(texts[i]);
        burst(connections, count, queued, &calls[i], pending);
        if (clock_getcpuclockid(owner(connections[0], calls[i].name), &cpu[i]) != 0) die("no clock");
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < things; i++) {
            int64_t cpu_start = nanoseconds(cpu[i]), start = wall();
            for (int n = 0; n < repeats; n++) burst(connections, count, queued, &calls[i], pending);
            int64_t stop = wall();
            say(stop - start);
            say(nanoseconds(cpu[i]) - cpu_start);
        }
        puts("");
    }
    for (int i = 0; i < count; i++) leave(connections[i]);
}

static void measure_visits(int rounds, int repeats, int things, char **texts)
{
    struct call calls[MAX_THINGS];
    for (int i = 0; i < things; i++) calls[i] = parse_call(texts[i]);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < things; i++) {
            int64_t start = wall();
            for (int n = 0; n < repeats; n++) {
                DBusConnection *connection = enter();
                ask(connection, &calls[i]);
                leave(connection);
            }
            say(wall() - start);
        }
        puts("");
    }
}

static void replace_durably(const char *path, const char *bytes, size_t size)
{
    char stage[4096], directory[4096];
    snprintf(stage, sizeof stage, "%s.stage", path);
    snprintf(directory, sizeof directory, "%s", path);
    *strrchr(directory, '/') = '\0';
    int file = open(stage, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size || fsync(file) != 0 || close(file) != 0
        || rename(stage, path) != 0)
        die("%s: %s", path, strerror(errno));
    int above = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (above < 0 || fsync(above) != 0 || close(above) != 0) die("%s: %s", directory, strerror(errno));
}

static void measure_durable(int rounds, const char *text, const char *path, const char *floor_text)
{
    char bytes[65536];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, bytes, sizeof bytes);
    if (size < 0) die("%s: %s", path, strerror(errno));
    close(file);
    struct call floor = parse_call(floor_text), call = parse_call(text);
    DBusConnection *connection = enter();
    ask(connection, &floor);
    ask(connection, &call);
    for (int round = 0; round < rounds; round++) {
        int64_t start = wall();
        ask(connection, &call);
        int64_t between = wall();
        replace_durably(path, bytes, size);
        ask(connection, &floor);
        say(between - start);
        say(wall() - between);
        puts("");
    }
    leave(connection);
}

static void measure_ask(const char *text)
{
    struct call call = parse_call(text);
    DBusConnection *connection = enter();
    int64_t start = wall();
    ask(connection, &call);
    say(wall() - start);
    puts("");
    leave(connection);
}

static void measure_spawn(int rounds, int things, char **texts)
{
    char *commands[MAX_THINGS][MAX_WORDS + 1];
    for (int i = 0; i < things; i++)
        if (split(given(strdup(texts[i])), commands[i]) == 0) die("'%s' is no command", texts[i]);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < things; i++) {
            pid_t child;
            int status;
            int64_t start = wall();
            if (posix_spawn(&child, commands[i][0], &quiet, NULL, commands[i], environ) != 0)
                die("%s cannot be started", commands[i][0]);
            if (waitpid(child, &status, 0) != child || status != 0) die("'%s' failed: %d", texts[i], status);
            say(wall() - start);
        }
        puts("");
    }
}

static void measure_read(int things, char **directories)
{
    static char bytes[1 << 20];
    int64_t start = wall();
    for (int i = 0; i < things; i++) {
        DIR *directory = opendir(directories[i]);
        if (directory == NULL) die("%s: %s", directories[i], strerror(errno));
        for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
            if (entry->d_name[0] == '.') continue;
            int file = openat(dirfd(directory), entry->d_name, O_RDONLY | O_CLOEXEC);
            if (file < 0) die("%s: %s", entry->d_name, strerror(errno));
            while (read(file, bytes, sizeof bytes) > 0) continue;
            close(file);
        }
        closedir(directory);
    }
    say(wall() - start);
    puts("");
}

static void print_pid(const char *name)
{
    DBusConnection *connection = enter();
    printf("%d\n", owner(connection, name));
    leave(connection);
}

// What a service must do at least: look what is called, take a string, give a truth value.
static void serve(const char *name)
{
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = enter();
    if (dbus_bus_request_name(connection, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) < 0) die("%s", error.message);
    do {
        for (DBusMessage *call; (call = dbus_connection_pop_message(connection)) != NULL; dbus_message_unref(call)) {
            const char *app;
            if (!dbus_message_is_method_call(call, "org.walkthroughd.Walkthrough1", "ShouldShow")
                || !dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &app, DBUS_TYPE_INVALID))
                continue;
            dbus_bool_t is_due = *app != '\0';
            DBusMessage *reply = dbus_message_new_method_return(call);
            dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &is_due, DBUS_TYPE_INVALID);
            dbus_connection_send(connection, reply, NULL);
            dbus_message_unref(reply);
        }
    } while (dbus_connection_read_write(connection, -1));
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    int operands = count - 2;
    char **operand = words + 2;
    if (operands > MAX_THINGS) die("too many operands");
    if (strcmp(what, "calls") == 0 && operands > 4)
        measure_calls(number(operand[0]), number(operand[1]), number(operand[2]), number(operand[3]),
                      operands - 4, operand + 4);
    else if (strcmp(what, "visits") == 0 && operands > 2)
        measure_visits(number(operand[0]), number(operand[1]), operands - 2, operand + 2);
    else if (strcmp(what, "durable") == 0 && operands == 4)
        measure_durable(number(operand[0]), operand[1], operand[2], operand[3]);
    else if (strcmp(what, "ask") == 0 && operands == 1)
        measure_ask(operand[0]);
    else if (strcmp(what, "spawn") == 0 && operands > 1)
        measure_spawn(number(operand[0]), operands - 1, operand + 1);
    else if (strcmp(what, "read") == 0 && operands > 0)
        measure_read(operands, operand);
    else if (strcmp(what, "pid") == 0 && operands == 1)
        print_pid(operand[0]);
    else if (strcmp(what, "serve") == 0 && operands == 1)
        serve(operand[0]);
    else
        die("its purpose, at the top of the source, says how it is used");
    return 0;
}
