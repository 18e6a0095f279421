# The rows of the table: what is measured, against which peer, and the goal.

import statistics
import subprocess
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from rig import (
    PERMISSIONS, PERMISSIONS_PATH, WALKTHROUGH, WALKTHROUGH_PATH, Bus, context_switches, echo_call, floor_call,
    kilobytes, permissions_call, seconds_of_cpu, wait_until, wait_until_quiet, walkthrough_call)
from samples import Samples

ROWS = []


@dataclass
class Row:
    """A row: its name for `--row`, what the table calls it, its goal (None: reported only), and how it is measured."""

    name: str
    figure: str
    goal: float | None
    is_binding: bool
    measure: Callable[["Bench"], "Figure"]


@dataclass
class Figure:
    """What was measured in turn of ours and of the peer, in seconds or kilobytes; without a peer a plain number."""

    ours: list
    peers: list | None = None
    unit: str = "s"
    problem: str = ""

    @property
    def ratios(self):
        if self.peers is None:
            return self.ours
        return [ours / peer for ours, peer in zip(self.ours, self.peers, strict=True)]

    @property
    def value(self):
        return statistics.median(self.ratios)

    @property
    def quartiles(self):
        """Between what a half of the ratios lies."""
        if len(self.ratios) < 4:
            return min(self.ratios), max(self.ratios)
        lower, _, upper = statistics.quantiles(self.ratios, n=4)
        return lower, upper


def row(name, figure, goal=None, binding=False):
    """Adds a method of Bench to the table."""

    def add(method):
        ROWS.append(Row(name, figure, goal, binding, method))
        return method

    return add


def _columns(lines, per):
    """Lines of nanoseconds for `per` things, as a list of seconds for each column."""
    return [[nanoseconds / per / 1e9 for nanoseconds in column] for column in zip(*lines)]


def gdbus(bus, name, path, method, *arguments):
    """Calls with texts of GVariant; gives the answer as such a text."""
    command = ["gdbus", "call", "--session", f"--dest={name}", f"--object-path={path}", f"--method={method}"]
    return subprocess.check_output([*command, *arguments], env=bus.environment, text=True).strip()


def record_of(bus, app):
    """Where the daemon keeps what a person saw of an app."""
    return bus.state / f"walkthroughd/records/{app}.json"


class Bench:
    """Measures the rows. No two of them share a process: nothing that one did or holds is in another's figure."""

    def __init__(self, rig, is_quick):
        self._rig = rig
        self._is_quick = is_quick

    def _count(self, full, quick):
        return quick if self._is_quick else full

    def _samples(self, **counts):
        return Samples(self._rig.directory() / "share", **counts)

    @cached_property
    def _ten(self):
        return self._samples(manifests=10)

    @cached_property
    def _desktop(self):
        return self._samples(metainfo=300, manifests=200)

    @cached_property
    def _huge(self):
        return self._samples(manifests=10_000)

    @contextmanager
    def _serving(self, samples):
        """A bus on which the daemon has read all and is at rest."""
        with Bus(self._rig, samples.directory) as bus:
            bus.ask(walkthrough_call("List", expect=samples.apps))
            wait_until_quiet(bus.process(WALKTHROUGH))
            yield bus

    @contextmanager
    def _desktop_bus(self):
        """The same with a desktop's apps, and the peers."""
        with self._serving(self._desktop) as bus:
            bus.ask(echo_call())
            bus.ask(self._ping)
            yield bus

    _ping = permissions_call("org.freedesktop.DBus.Peer", "Ping")

    @property
    def _app(self):
        """An app of which five pages are due."""
        return f"s:{self._desktop.manifest_id(0)}"

    @property
    def _should_show(self):
        return walkthrough_call("ShouldShow", self._app, expect=True)

    # MARK: A call

    def _calls(self, bus, ours, peer, count, connections=1, queued=1):
        """Seconds of a call, and CPU seconds of it, of ours; then the peer's. Short turns: noise meets few of them."""
        lines = bus.measure("calls", self._count(401, 101), count, connections, queued, ours, peer)
        return _columns(lines, per=count * connections * queued)

    @cached_property
    def _round_trips(self):
        with self._desktop_bus() as bus:
            return self._calls(bus, self._should_show, echo_call(self._app), 50)

    @row("round-trip", "ShouldShow round trip ÷ C echo", 1.15, binding=True)
    def round_trip(self):
        ours, _, peer, _ = self._round_trips
        return Figure(ours, peer)

    @row("round-trip-floor", "the same of a C program that takes an id and answers true, whatever it is ÷ C echo")
    def round_trip_floor(self):
        with self._desktop_bus() as bus:
            bus.ask(floor_call(self._app))
            ours, _, peer, _ = self._calls(bus, floor_call(self._app), echo_call(self._app), 50)
        return Figure(ours, peer)

    @row("cpu", "CPU a call ÷ C echo", 2)
    def cpu(self):
        _, ours, _, peer = self._round_trips
        return Figure(ours, peer)

    @row("round-trip-seen", "ShouldShow round trip of an app that was completed ÷ C echo")
    def round_trip_seen(self):
        with self._desktop_bus() as bus:
            bus.ask(walkthrough_call("Complete", self._app, "s:"))
            # A file that was just written is not trusted to stay as it is.
            time.sleep(3)
            call = walkthrough_call("ShouldShow", self._app, expect=False)
            ours, _, peer, _ = self._calls(bus, call, echo_call(self._app), 50)
        return Figure(ours, peer)

    @row("visit", "connect, ask once, leave ÷ the same with C echo", 1.3)
    def visit(self):
        with self._desktop_bus() as bus:
            calls = self._should_show, echo_call(self._app)
            return Figure(*_columns(bus.measure("visits", self._count(401, 101), 10, *calls), per=10))

    @row("pages", "Pages with five pages ÷ PermissionStore.Lookup of as many bytes", 0.85)
    def pages(self):
        pages = walkthrough_call("Pages", self._app, "s:de_DE")
        lookup = permissions_call(PERMISSIONS, "Lookup", "s:bench", "s:pages")
        with self._desktop_bus() as bus:
            # The very same answer is what the PermissionStore keeps as an entry's data.
            answer = gdbus(bus, WALKTHROUGH, WALKTHROUGH_PATH, f"{WALKTHROUGH}.Pages", self._app[2:], "de_DE")
            gdbus(bus, PERMISSIONS, PERMISSIONS_PATH, f"{PERMISSIONS}.Set",
                  "bench", "true", "pages", "@a{sas} {}", f"<{answer}>")
            ours, _, peer, _ = self._calls(bus, pages, lookup, 50)
        return Figure(ours, peer)

    @row("clients", "8 clients at once ÷ C echo", 1.2)
    def clients(self):
        with self._desktop_bus() as bus:
            calls = self._should_show, echo_call(self._app)
            ours, _, peer, _ = self._calls(bus, *calls, 10, connections=8)
        return Figure(ours, peer)

    @row("queued", "50 calls queued ÷ C echo", 1.5)
    def queued(self):
        with self._desktop_bus() as bus:
            calls = self._should_show, echo_call(self._app)
            ours, _, peer, _ = self._calls(bus, *calls, 2, queued=50)
        return Figure(ours, peer)

    # MARK: Activation

    def _activation(self, samples, peer_call, rounds, is_next=False):
        """Fresh buses in turn. Each asks about another app; the answer must be right."""
        home = None
        if is_next:
            home = self._rig.directory()
            with Bus(self._rig, samples.directory, home) as bus:
                bus.ask(walkthrough_call("ListDue"))
                wait_until((bus.state / "walkthroughd/baselines.json").exists, "baselines are written")
                wait_until_quiet(bus.process(WALKTHROUGH))
        expectations = list(samples.expectations())
        ours, peers = [], []
        for number in range(rounds + 1):
            app, is_due = expectations[number % len(expectations)]
            with Bus(self._rig, samples.directory, home) as bus:
                ours.append(bus.ask(walkthrough_call("ShouldShow", f"s:{app}", expect=is_due)))
            with Bus(self._rig, samples.directory) as bus:
                peers.append(bus.ask(peer_call))
        # The first of each warmed what the kernel keeps of files.
        return Figure(ours[1:], peers[1:])

    @row("activation-10", "activation to the first right answer, 10 manifests ÷ PermissionStore's to its first Ping",
         1, binding=True)
    def activation_10(self):
        return self._activation(self._ten, self._ping, self._count(41, 11))

    @row("activation-500-first", "the same, 300 metainfo files and 200 manifests, at the very first login",
         1.2, binding=True)
    def activation_500_first(self):
        return self._activation(self._desktop, self._ping, self._count(41, 11))

    @row("activation-500-next", "the same, 300 metainfo files and 200 manifests, at the next login", 1.2, binding=True)
    def activation_500_next(self):
        return self._activation(self._desktop, self._ping, self._count(41, 11), is_next=True)

    @row("activation-10000-first",
         "activation to the first right answer, 10,000 manifests, at the very first login ÷ C echo's", 3)
    def activation_10000_first(self):
        return self._activation(self._huge, echo_call(), self._count(21, 5))

    @row("activation-10000-next", "the same, 10,000 manifests, at the next login ÷ C echo's", 3)
    def activation_10000_next(self):
        return self._activation(self._huge, echo_call(), self._count(21, 5), is_next=True)

    # MARK: Many apps

    @row("list-10000", "all 10,000 listed by a new daemon ÷ merely reading their bytes", 20)
    def list_10000(self):
        ours, peers = [], []
        for _ in range(self._count(9, 3)):
            with Bus(self._rig, self._huge.directory) as bus:
                ours.append(bus.ask(walkthrough_call("List", expect=self._huge.apps)))
            peers.append(self._rig.measure("read", *self._huge.directories)[0][0] / 1e9)
        return Figure(ours, peers)

    @row("change-10000", "CPU for one changed manifest at 10,000 ÷ at 10", 3)
    def change_10000(self):
        ours, peers = [], []
        with self._serving(self._huge) as huge, self._serving(self._ten) as ten:
            for number in range(self._count(15, 5)):
                ours.append(self._cpu_of_change(self._huge, huge, f"3.{number}"))
                peers.append(self._cpu_of_change(self._ten, ten, f"3.{number}"))
        return Figure(ours, peers)

    def _cpu_of_change(self, samples, bus, version):
        """What it takes to see an update of an app that has a baseline. It ends completed."""
        pid, app = bus.process(WALKTHROUGH), f"s:{samples.manifest_id(1)}"
        wait_until_quiet(pid)
        before = seconds_of_cpu(pid)
        samples.write_manifest(1, version)
        bus.ask(walkthrough_call("ShouldShow", app, expect=True))
        wait_until_quiet(pid)
        used = seconds_of_cpu(pid) - before
        bus.ask(walkthrough_call("Complete", app, f"s:{version}"))
        return used

    # MARK: Memory and rest

    @cached_property
    def _memory(self):
        """PSS and private dirty memory of the daemon that has read 500 apps, and of the PermissionStore."""
        samples = self._samples(metainfo=300, manifests=250, joined=50)
        figures = [], [], [], []
        for _ in range(self._count(5, 2)):
            with Bus(self._rig, samples.directory) as bus:
                bus.ask(walkthrough_call("List", expect=samples.apps))
                bus.ask(self._ping)
                processes = bus.process(WALKTHROUGH), bus.process(PERMISSIONS)
                for process in processes:
                    wait_until_quiet(process)
                values = [kilobytes(process, kind) for kind in ("Pss", "Private_Dirty") for process in processes]
                for column, value in zip(figures, values):
                    column.append(value)
        return figures

    @row("memory-pss", "memory when all is read, 500 apps: PSS ÷ PermissionStore's", 1.5, binding=True)
    def memory_pss(self):
        return Figure(*self._memory[:2], unit="KB")

    @row("memory-dirty", "memory when all is read, 500 apps: private dirty ÷ PermissionStore's", 2, binding=True)
    def memory_dirty(self):
        return Figure(*self._memory[2:], unit="KB")

    @row("growth", "private dirty after 200,000 calls ÷ before", 1.05)
    def growth(self):
        visits = self._count(10_000, 1_000)
        with self._desktop_bus() as bus:
            pid = bus.process(WALKTHROUGH)

            def dirty_after(visits):
                """Of twenty calls one comes from a new connection, the others wait in line."""
                bus.measure("calls", visits // 50, 19, 1, 50, self._should_show)
                bus.measure("visits", 1, visits, self._should_show)
                wait_until_quiet(pid)
                return kilobytes(pid, "Private_Dirty")

            before = dirty_after(50)
            return Figure([dirty_after(visits)], [before], unit="KB")

    @row("rest", "wake-ups in a minute of rest", 0, binding=True)
    def rest(self):
        seconds = self._count(60, 10)
        with self._desktop_bus() as bus:
            pid = bus.process(WALKTHROUGH)
            wait_until_quiet(pid, 1)
            before = context_switches(pid)
            time.sleep(seconds)
            return Figure([(context_switches(pid) - before) * 60 // seconds])

    # MARK: Records

    @row("complete", "Complete ÷ C write, fsync, rename, fsync of the directory, and one echo call",
         1.25, binding=True)
    def complete(self):
        app = self._desktop.manifest_id(2)
        with self._desktop_bus() as bus:
            bus.ask(walkthrough_call("Complete", f"s:{app}", "s:0.0"))
            peer = self._rig.directory() / "record"
            peer.write_bytes(record_of(bus, app).read_bytes())
            # Each call completes a later version, so each writes.
            call = walkthrough_call("Complete", f"s:{app}", "s:0.#")
            return Figure(*_columns(bus.measure("durable", self._count(401, 101), call, peer, echo_call()), per=1))

    @row("complete-again", "Complete again with nothing to change, and no write ÷ C echo", 1.5)
    def complete_again(self):
        app = self._desktop.manifest_id(4)
        call = walkthrough_call("Complete", f"s:{app}", "s:1.0")
        with self._desktop_bus() as bus:
            bus.ask(call)
            wait_until_quiet(bus.process(WALKTHROUGH))
            record = record_of(bus, app)

            def traces():
                """What a write would change: of the record, and of the directory where one would be staged."""
                return [(path.stat().st_ino, path.stat().st_ctime_ns) for path in (record, record.parent)]

            before = traces()
            ours, _, peer, _ = self._calls(bus, call, echo_call(f"s:{app}", "s:1.0"), 50)
            return Figure(ours, peer, problem="" if traces() == before else "it wrote")

    # MARK: The client

    @cached_property
    def _programs(self):
        """The client and the peers that do as much, each a process from its start to its end."""
        app = self._desktop.manifest_id(0)
        commands = [
            f"{self._rig.client} due {app}",
            f"/usr/bin/dbus-send --session --print-reply --dest={WALKTHROUGH} {WALKTHROUGH_PATH}"
            f" {WALKTHROUGH}.ShouldShow string:{app}",
            f"/usr/bin/gdbus call --session --dest={WALKTHROUGH} --object-path={WALKTHROUGH_PATH}"
            f" --method={WALKTHROUGH}.ShouldShow {app}",
            "/usr/bin/gsettings get org.gnome.desktop.interface clock-format",
        ]
        with self._desktop_bus() as bus:
            return _columns(bus.measure("spawn", self._count(201, 51), *commands), per=1)

    @row("client", "`walkthrough due APP`, whole process ÷ `dbus-send --print-reply`", 1.5, binding=True)
    def client(self):
        return Figure(self._programs[0], self._programs[1])

    @row("client-gdbus", "`walkthrough due APP`, whole process ÷ `gdbus call`")
    def client_gdbus(self):
        return Figure(self._programs[0], self._programs[2])

    @row("client-gsettings", "`walkthrough due APP`, whole process ÷ `gsettings get`, which asks no service")
    def client_gsettings(self):
        return Figure(self._programs[0], self._programs[3])
