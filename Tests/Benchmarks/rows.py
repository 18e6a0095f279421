# The rows of the table: what is measured, against which peer, and the goal.

import statistics
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property

from rig import (
    ECHO, PERMISSIONS, WALKTHROUGH, Bus, context_switches, echo_call, kilobytes, permissions_call, seconds_of_cpu,
    wait_until_quiet, walkthrough_call)
from samples import Samples

ROWS = []


@dataclass
class Row:
    """A row: its name for `--row`, what the table calls it, its goal (None: reported only), and how it is measured."""

    name: str
    figure: str
    goal: float | None
    is_binding: bool
    measure: object


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


class Bench:
    """What rows share: the samples, and a bus with 500 apps where everything was read."""

    def __init__(self, rig, is_quick):
        self._rig = rig
        self._is_quick = is_quick
        self._life = ExitStack()

    def close(self):
        self._life.close()

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

    def _serve(self, samples):
        """A bus on which the daemon has read all and is at rest."""
        bus = self._life.enter_context(Bus(self._rig, samples.directory))
        bus.ask(walkthrough_call("List", expect=samples.apps))
        wait_until_quiet(bus.process(WALKTHROUGH))
        return bus

    @cached_property
    def _steady(self):
        bus = self._serve(self._desktop)
        bus.ask(echo_call())
        bus.ask(permissions_call("org.freedesktop.DBus.Peer", "Ping"))
        return bus

    @property
    def _app(self):
        """An app of which five pages are due."""
        return f"s:{self._desktop.manifest_id(0)}"

    @property
    def _should_show(self):
        return walkthrough_call("ShouldShow", self._app, expect=True)

    # MARK: A call

    def _calls(self, ours, peer, count, connections=1, queued=1):
        rounds = self._count(41, 11)
        lines = self._steady.measure("calls", rounds, count, connections, queued, ours, peer)
        return _columns(lines, per=count * connections * queued)

    @cached_property
    def _round_trips(self):
        return self._calls(self._should_show, echo_call(self._app), self._count(500, 200))

    @row("round-trip", "ShouldShow round trip ÷ C echo", 1.15, binding=True)
    def round_trip(self):
        ours, _, peer, _ = self._round_trips
        return Figure(ours, peer)

    @row("cpu", "CPU a call ÷ C echo", 2)
    def cpu(self):
        _, ours, _, peer = self._round_trips
        return Figure(ours, peer)

    @row("visit", "connect, ask once, leave ÷ the same with C echo", 1.3)
    def visit(self):
        count = self._count(100, 50)
        lines = self._steady.measure(
            "visits", self._count(41, 11), count, self._should_show, echo_call(self._app))
        return Figure(*_columns(lines, per=count))

    @row("pages", "Pages with five pages ÷ PermissionStore.Lookup of as many bytes", 0.85)
    def pages(self):
        bus = self._steady
        pages = walkthrough_call("Pages", self._app, "s:de_DE")
        lookup = permissions_call(PERMISSIONS, "Lookup", "s:bench", "s:pages")
        wanted = bus.measure("size", pages)[0][0]
        self._set_permission("")
        self._set_permission("x" * (wanted - bus.measure("size", lookup)[0][0]))
        if bus.measure("size", lookup)[0][0] != wanted:
            raise RuntimeError("the replies are not of one size")
        ours, _, peer, _ = self._calls(pages, lookup, self._count(300, 100))
        return Figure(ours, peer)

    def _set_permission(self, text):
        subprocess.run(
            ["gdbus", "call", "--session", f"--dest={PERMISSIONS}",
             "--object-path=/org/freedesktop/impl/portal/PermissionStore", f"--method={PERMISSIONS}.Set",
             "bench", "true", "pages", "{'org.example.App': ['yes']}", f"<'{text}'>"],
            env=self._steady.environment, stdout=subprocess.DEVNULL, check=True)

    @row("clients", "8 clients at once ÷ C echo", 1.2)
    def clients(self):
        ours, _, peer, _ = self._calls(
            self._should_show, echo_call(self._app), self._count(100, 40), connections=8)
        return Figure(ours, peer)

    @row("queued", "50 calls queued ÷ C echo", 1.5)
    def queued(self):
        ours, _, peer, _ = self._calls(self._should_show, echo_call(self._app), self._count(20, 8), queued=50)
        return Figure(ours, peer)

    # MARK: Activation

    def _activation(self, samples, peer_call, rounds, is_next=False):
        """Fresh buses in turn. Each asks about another app; the answer must be right."""
        home = None
        if is_next:
            home = self._rig.directory()
            with Bus(self._rig, samples.directory, home) as bus:
                bus.ask(walkthrough_call("ListDue"))
                while not (bus.state / "walkthroughd/baselines.json").exists():
                    time.sleep(0.02)
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

    _ping = permissions_call("org.freedesktop.DBus.Peer", "Ping")

    @row("activation-10", "activation to the first right answer, 10 manifests ÷ PermissionStore's to its first Ping",
         1.0, binding=True)
    def activation_10(self):
        return self._activation(self._ten, self._ping, self._count(41, 11))

    @row("activation-500-first", "the same, 300 metainfo files and 200 manifests, the very first login",
         1.2, binding=True)
    def activation_500_first(self):
        return self._activation(self._desktop, self._ping, self._count(41, 11))

    @row("activation-500-next", "the same, at the next login", 1.2, binding=True)
    def activation_500_next(self):
        return self._activation(self._desktop, self._ping, self._count(41, 11), is_next=True)

    @row("activation-10000-first", "the same, 10,000 manifests, the very first login ÷ C echo's", 3)
    def activation_10000_first(self):
        return self._activation(self._huge, echo_call(), self._count(21, 5))

    @row("activation-10000-next", "the same, at the next login ÷ C echo's", 3)
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
        served = [(samples, self._serve(samples)) for samples in (self._huge, self._ten)]
        columns = [], []
        for number in range(self._count(15, 5)):
            for (samples, bus), column in zip(served, columns):
                column.append(self._cpu_of_change(samples, bus, f"3.{number}"))
        return Figure(*columns)

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

    @row("memory-dirty", "private dirty ÷ PermissionStore's", 2, binding=True)
    def memory_dirty(self):
        return Figure(*self._memory[2:], unit="KB")

    @row("growth", "private dirty after 200,000 calls ÷ before", 1.05)
    def growth(self):
        pid = self._steady.process(WALKTHROUGH)
        visits = self._count(10_000, 1_000)

        def call(rounds):
            self._steady.measure("calls", rounds, 19, 1, 50, self._should_show)
            self._steady.measure("visits", 1, rounds * 50, self._should_show)
            wait_until_quiet(pid)
            return kilobytes(pid, "Private_Dirty")

        return Figure([call(visits // 50)], [call(1)], unit="KB")

    @row("rest", "wake-ups in a minute of rest", 0, binding=True)
    def rest(self):
        seconds = self._count(60, 10)
        pid = self._steady.process(WALKTHROUGH)
        wait_until_quiet(pid, 1)
        before = context_switches(pid)
        time.sleep(seconds)
        return Figure([(context_switches(pid) - before) * 60 // seconds])

    # MARK: Records

    @row("complete", "Complete ÷ C write, fsync, rename, fsync of the directory, and one echo call", 1.25, binding=True)
    def complete(self):
        bus, app = self._steady, self._desktop.manifest_id(2)
        bus.ask(walkthrough_call("Complete", f"s:{app}", "s:0.0"))
        record = bus.state / f"walkthroughd/records/{app}.json"
        peer = self._rig.directory() / "record"
        peer.write_bytes(record.read_bytes())
        # Each call completes a later version, so each writes; ours first, then the peer.
        call = walkthrough_call("Complete", f"s:{app}", "s:0.#")
        lines = bus.measure("durable", self._count(401, 101), peer, echo_call(), call)
        return Figure(*_columns(lines, per=1))

    @row("complete-again", "Complete again with nothing to change, and no write ÷ C echo", 1.5)
    def complete_again(self):
        bus, app = self._steady, self._desktop.manifest_id(4)
        call = walkthrough_call("Complete", f"s:{app}", "s:1.0")
        bus.ask(call)
        wait_until_quiet(bus.process(WALKTHROUGH))
        record = bus.state / f"walkthroughd/records/{app}.json"

        def traces():
            status = [path.stat() for path in (record, record.parent)]
            return [(entry.st_ino, entry.st_ctime_ns) for entry in status]

        before = traces()
        ours, _, peer, _ = self._calls(call, echo_call(f"s:{app}", "s:1.0"), self._count(300, 100))
        return Figure(ours, peer, problem="" if traces() == before else "it wrote")

    # MARK: The client

    @cached_property
    def _programs(self):
        """The client and the peers that do as much, each a process from its start to its end."""
        app = self._desktop.manifest_id(0)
        object_path = "/org/walkthroughd/Walkthrough1"
        commands = [
            f"{self._rig.client} due {app}",
            f"/usr/bin/dbus-send --session --print-reply --dest={WALKTHROUGH} {object_path}"
            f" {WALKTHROUGH}.ShouldShow string:{app}",
            f"/usr/bin/gdbus call --session --dest={WALKTHROUGH} --object-path={object_path}"
            f" --method={WALKTHROUGH}.ShouldShow {app}",
            "/usr/bin/gsettings get org.gnome.desktop.interface clock-format",
        ]
        return _columns(self._steady.measure("spawn", self._count(201, 51), *commands), per=1)

    @row("client", "`walkthrough due APP`, whole process ÷ `dbus-send --print-reply`", 1.5, binding=True)
    def client(self):
        return Figure(self._programs[0], self._programs[1])

    @row("client-gdbus", "the same ÷ `gdbus call`")
    def client_gdbus(self):
        return Figure(self._programs[0], self._programs[2])

    @row("client-gsettings", "the same ÷ `gsettings get`, which asks no service")
    def client_gsettings(self):
        return Figure(self._programs[0], self._programs[3])
