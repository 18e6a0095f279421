"""What takes long to show: that nothing is lost, nothing leaks and nobody else is disturbed, whatever happens.

Each trial makes a home, buses and daemons of its own. Exit status: 1 where a promise does not hold.
"""

import argparse
import json
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import bus
from rig import APPS, NAME, OBJECT, Failure, Flat, Home, Session, eventually, expect

OWN_ERRORS = ("org.walkthroughd.Error.", "org.freedesktop.DBus.Error.InvalidArgs",
              "org.freedesktop.DBus.Error.LimitsExceeded")
METHODS = {
    "ShouldShow": "s", "Pages": "ss", "Complete": "ss", "Skip": "ss", "Postpone": "su", "Claim": "ss", "Release": "s",
    "AllPages": "ss", "Reset": "s", "Mute": "sb", "Status": "s", "List": "", "ListDue": "",
}
WILD = [
    "", " ", ".", "..", "/", "../../etc/passwd", "../" * 50 + "x", "a/../../b", "%s%n%x", "\n", "a\nb\n", "\x1b[2J",
    "\x7f", "\u202eabc", "\ufeff", "😀", "e\u0301", "C:", "::::", "~", "v", "0", "-1", "1:2:3", "1.0", "1000000",
    "999999999999999999999999999999", "1000000.0.1", "0~~", "en_US.UTF-8@x@y", "de:en", "C", "x-test", ".json",
    "org.example.*", "*", "org.example.None", "a" * 255, "a." * 128, "a" * 256, "x" * 4096, "\U0010ffff", "con", "-rf",
]
NUMBERS = [0, 1, 2, 59, 86400, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1]


def ask(connection, member, *arguments):
    return connection.call(NAME, OBJECT, NAME, member, METHODS[member], *arguments)


def pipelined(session, connection, calls, judge, width=64):
    """Makes calls, always so many at a time, and gives each reply to the judge."""
    while calls:
        part, calls = calls[:width], calls[width:]
        packed = [connection.pack(NAME, OBJECT, NAME, member, METHODS[member], *arguments)
                  for member, *arguments in part]
        connection.socket.sendall(b"".join(data for data, _ in packed))
        waiting = {serial: call for (_, serial), call in zip(packed, part)}
        while waiting:
            received = connection.receive()
            call = waiting.pop(received.fields.get("serial"), None)
            if call:
                judge(call, received)
    session.expect_alive()


# --- Trials ---------------------------------------------------------------------------------------------------------


def wild(options, count):
    """Every method with the right types and wild values."""
    home = Home()
    session = Session(home, options)
    dice = random.Random(options.seed)
    huge = ["x" * (1 << 20), "../" * (1 << 18), "9." * (1 << 19) + "9", "\n" * (1 << 20)]
    errors = 0

    def text():
        chance = dice.random()
        if chance < 0.4:
            return dice.choice(APPS)
        if chance < 0.401:
            return dice.choice(huge)
        if chance < 0.5:
            return "".join(chr(dice.choice([dice.randrange(1, 0x250), dice.randrange(0x2000, 0x3000)]))
                           for _ in range(dice.randrange(40)))
        return dice.choice(WILD)

    def call():
        member = dice.choice(list(METHODS))
        make = {"s": text, "u": lambda: dice.choice(NUMBERS), "b": lambda: dice.random() < 0.5}
        return (member, *(make[kind]() for kind in METHODS[member]))

    def judge(call, received):
        nonlocal errors
        errors += received.kind == bus.ERROR
        if received.error and not received.error.startswith(OWN_ERRORS):
            raise Failure(f"{call[0]} {[str(word)[:80] for word in call[1:]]} is answered {received.error}")

    def some(count):
        done = 0
        while done < count:
            part = min(4096, count - done)
            pipelined(session, connection, [call() for _ in range(part)], judge)
            done += part

    with session.connect() as connection:
        some(max(count // 5, 4000))
        flat = Flat(session)
        some(count)
        said = flat.check(2048)
    for path in home.files() - home.installed:
        parts = path.split("/")
        ours = path == "config/walkthroughd/policy.json" or parts[:2] == ["state", "walkthroughd"] and (
            len(parts) == 3 and parts[2] == "baselines.json"
            or len(parts) == 4 and parts[2] == "records" and parts[3][:-5] in APPS and parts[3].endswith(".json"))
        expect(ours, f"it wrote {path}")
    session.end()
    home.remove()
    return f"{count} calls, {errors} errors; {said}"


def plain(options, count):
    """Questions, again and again."""
    home = Home()
    session = Session(home, options)
    dice = random.Random(options.seed)

    def judge(call, received):
        expect(received.kind == bus.RETURN, f"{call} is answered {received.error}")

    def some(count):
        for start in range(0, count, 10_000):
            calls = [(dice.choice(["ShouldShow", "ShouldShow", "Status"]), dice.choice(APPS))
                     for _ in range(min(10_000, count - start))]
            calls.append(("Pages", dice.choice(APPS), "de"))
            pipelined(session, connection, calls, judge)

    with session.connect() as connection:
        some(min(count, 20_000))
        flat = Flat(session)
        some(count)
        said = flat.check()
    session.end()
    home.remove()
    return f"{count} calls; {said}"


def kills(options, count):
    """Two daemons on one home, killed at random moments of writing: every reply that was sent holds."""
    home = Home()
    sessions = [Session(home, options) for _ in range(2)]
    dice = random.Random(options.seed)
    promised = {app: 0 for app in APPS}
    made = acknowledged = killed = 0
    while made < count:
        connections = [session.connect() for session in sessions]
        waiting = []
        for connection in connections:
            calls = {}
            for _ in range(dice.randrange(4, 24)):
                made += 1
                app = dice.choice(APPS[:3])
                version = made if dice.random() < 0.8 else dice.randrange(1, made + 1)
                member = dice.choice(["Complete", "Skip"])
                serial = connection.send(NAME, OBJECT, NAME, member, "ss", app, str(version))
                calls[serial] = (app, version)
            waiting.append(calls)
        time.sleep(dice.random() * 0.02)
        victims = [session for session in sessions if dice.random() < 0.7]
        for session in victims:
            session.daemon.send_signal(signal.SIGKILL)
        for session, connection, calls in zip(sessions, connections, waiting):
            while calls:
                received = connection.receive()
                app, version = calls.pop(received.fields.get("serial"), (None, 0))
                if app and received.kind == bus.RETURN:
                    acknowledged += 1
                    promised[app] = max(promised[app], version)
                elif app and session not in victims:
                    raise Failure(f"{app} {version} is answered {received.error}")
            connection.close()
        for session in victims:
            session.kill()
            session.start()
            killed += 1
        for session in sessions:
            with session.connect() as connection:
                for app in APPS[:3]:
                    status = ask(connection, "Status", app).arguments[0]
                    seen = int(status.get("seen", "0"))
                    expect(seen >= promised[app], f"{app} was promised to be at {promised[app]} and is at {seen}")
    for path in home.path.glob("state/walkthroughd/records/*.json"):
        expect(json.loads(path.read_text())["app"] == path.stem, f"{path} is no record")
    left = [path for path in home.files() if path.endswith(".walkthroughd-stage")]
    for session in sessions:
        session.end()
    home.remove()
    return f"{made} calls, {acknowledged} answered, {killed} kills; {len(left)} stages of writes that were cut short"


def connections(options, count):
    """Connections one after another."""
    home = Home()
    session = Session(home, options)

    def some(count):
        for number in range(count):
            with session.connect() as connection:
                member = ["ShouldShow", "Claim"][number % 2]
                arguments = [APPS[number % len(APPS)], "C"][:number % 2 + 1]
                expect(ask(connection, member, *arguments).kind == bus.RETURN, f"{member} is refused")

    some(500)
    flat = Flat(session)
    some(count)
    said = flat.check()
    with session.connect() as connection:
        due = lambda: ask(connection, "ShouldShow", APPS[1]).arguments == [True]
        eventually(due, "the claims of those who left are over")
    session.end()
    home.remove()
    return f"{count} connections; {said}"


def silent(options, count):
    """A client that never reads its replies, and others that are served meanwhile."""
    home = Home()
    session = Session(home, options)
    flat = Flat(session)
    unread = session.connect()
    unread.socket.setblocking(False)
    data = b"".join(unread.pack(NAME, OBJECT, NAME, "Pages", "ss", app, "C")[0] for app in APPS)
    sent = longest = 0
    stuck = time.monotonic() + options.patience
    with session.connect() as other:
        while sent < count and time.monotonic() < stuck:
            try:
                done = unread.socket.send(data[sent % len(data):] or data)
                sent += done
                stuck = time.monotonic() + 3
            except BlockingIOError:
                # The bus takes no more of it.
                select.select([], [unread.socket], [], 0.1)
            except ConnectionError:
                break
            begin = time.monotonic()
            expect(ask(other, "ShouldShow", APPS[0]).arguments == [True], "another is not answered")
            longest = max(longest, time.monotonic() - begin)
        worst = session.kilobytes()
        unread.close()
        expect(ask(other, "ShouldShow", APPS[0]).arguments == [True], "another is not answered")
    session.expect_alive()
    said = flat.check(4096)
    expect(worst < flat.before[0] + options.scale * 70_000, f"it grew to {worst} KB")
    session.end()
    home.remove()
    return f"{sent} bytes of calls; at most {worst} KB meanwhile, another waited at most {longest * 1000:.0f} ms; {said}"


def malformed(options, count):
    """Garbage and half messages on the bus's socket."""
    home = Home()
    session = Session(home, options)
    dice = random.Random(options.seed)
    flat = Flat(session)
    for _ in range(count):
        try:
            with session.connect() as connection:
                data = bytearray(connection.pack(NAME, OBJECT, NAME, "Complete", "ss", APPS[0], "1")[0])
                for _ in range(dice.randrange(1, 6)):
                    data[dice.randrange(len(data))] = dice.randrange(256)
                if dice.random() < 0.3:
                    del data[dice.randrange(len(data)):]
                connection.socket.sendall(data)
                # The bus may still wait for the rest of it: nothing more will come.
                connection.socket.shutdown(socket.SHUT_WR)
                while True:
                    connection.receive()
        except (bus.Gone, OSError, UnicodeDecodeError, ValueError):
            continue
    session.expect_alive()
    said = flat.check()
    with session.connect() as connection:
        expect(ask(connection, "ShouldShow", APPS[1]).arguments == [True], "it does not answer any more")
    session.end()
    home.remove()
    return f"{count} messages; {said}"


TRIALS = {
    # name: (trial, calls of a soak, of the short form)
    "wild": (wild, 100_000, 4_000),
    "plain": (plain, 1_000_000, 20_000),
    "kills": (kills, 2_000, 200),
    "connections": (connections, 10_000, 300),
    "silent": (silent, 20_000_000, 300_000),
    "malformed": (malformed, 10_000, 200),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help=", ".join(TRIALS) + "; all where none is named")
    parser.add_argument("--programs", type=Path, required=True, help="the directory that walkthroughd is in")
    parser.add_argument("--short", action="store_true", help="the short form")
    parser.add_argument("--seed", type=int, default=None, help="of chance")
    parser.add_argument("--under", choices=["valgrind", "asan"], help="what watches the daemon: slower and larger")
    options = parser.parse_args()
    options.seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    options.launcher, options.environment, options.scale, options.patience = [], {}, 1, 60
    if options.under == "valgrind":
        options.launcher = ["/usr/bin/valgrind", "--quiet", "--error-exitcode=99",
                            f"--suppressions={Path(__file__).with_name('valgrind.supp')}"]
        options.scale, options.patience = 50, 600
    elif options.under == "asan":
        # What is freed is kept for a while, to notice who still uses it. What lives as long as the process is no leak;
        # that nothing else is one, flat memory shows.
        options.environment = {"ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=1", "SWIFT_BACKTRACE": "enable=no"}
        options.scale, options.patience = 50, 300
    print(f"seed {options.seed}", flush=True)
    status = 0
    for name in options.trials or TRIALS:
        trial, many, few = TRIALS[name]
        begin = time.monotonic()
        try:
            said = trial(options, few if options.short else many)
            print(f"{name}: {said} ({time.monotonic() - begin:.0f} s)", flush=True)
        except (Failure, bus.Gone, OSError) as failure:
            print(f"{name}: FAILED: {repr(failure)[:6000]}", flush=True)
            status = 1
            for session in list(Session.open):
                session.close()
                shutil.rmtree(session.home.path, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
