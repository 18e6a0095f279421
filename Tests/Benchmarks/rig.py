# What measuring takes: programs, private buses with their own homes, and what /proc says of a process.

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

WALKTHROUGH = "org.walkthroughd.Walkthrough1"
WALKTHROUGH_PATH = "/org/walkthroughd/Walkthrough1"
ECHO = "com.example.Echo"
FLOOR = "org.walkthroughd.Floor"
PERMISSIONS = "org.freedesktop.impl.portal.PermissionStore"
PERMISSIONS_PATH = "/org/freedesktop/impl/portal/PermissionStore"

_PATH = "/usr/bin:/bin"
_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def walkthrough_call(member, *arguments, expect=None):
    """A CALL of measure.c to the daemon."""
    words = [WALKTHROUGH, WALKTHROUGH_PATH, WALKTHROUGH, member, *arguments]
    return " ".join(words + ([] if expect is None else ["=", str(expect).lower()]))


def echo_call(*arguments):
    """A CALL of measure.c to the C floor, which answers anything with nothing: the same message but for the name."""
    return " ".join([ECHO, WALKTHROUGH_PATH, WALKTHROUGH, "ShouldShow", *arguments])


def floor_call(*arguments):
    """A CALL of measure.c to the least service there can be, which looks at the message and answers true."""
    return " ".join([FLOOR, WALKTHROUGH_PATH, WALKTHROUGH, "ShouldShow", *arguments, "=", "true"])


def permissions_call(interface, member, *arguments):
    """A CALL of measure.c to the nearest real service."""
    return " ".join([PERMISSIONS, PERMISSIONS_PATH, interface, member, *arguments])


def seconds_of_cpu(pid):
    """The CPU time that a process has used."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def context_switches(pid):
    """How often a process was taken off a processor, and so on one before: of its own will or not."""
    lines = [line for task in Path(f"/proc/{pid}/task").iterdir() for line in (task / "status").open()]
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


def kilobytes(pid, kind):
    """Memory of a process: `Pss`, `Private_Dirty` and the like."""
    for line in Path(f"/proc/{pid}/smaps_rollup").open():
        if line.startswith(kind + ":"):
            return int(line.split()[1])
    raise LookupError(kind)


class Failure(Exception):
    """Something could not be measured, or was not answered right."""


def wait_until(condition, what):
    """Waits for a condition, not for ever."""
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"waited in vain: {what}")
        time.sleep(0.02)


def wait_until_quiet(pid, seconds=0.3):
    """Waits until a process has used no CPU time for so long."""
    last, since = None, 0

    def is_quiet():
        nonlocal last, since
        now = seconds_of_cpu(pid)
        if now != last:
            last, since = now, time.monotonic()
        return time.monotonic() - since >= seconds

    wait_until(is_quiet, f"process {pid} rests")


class Rig:
    """The programs that are measured, and a directory on a disk for all that they need."""

    def __init__(self, programs, scratch):
        self.daemon = Path(programs, "walkthroughd").resolve()
        self.client = Path(programs, "walkthrough").resolve()
        self.scratch = Path(tempfile.mkdtemp(prefix="walkthrough-benchmark-", dir=scratch))
        self.measure_program = self.scratch / "measure"
        self._names = 0
        source = Path(__file__).with_name("measure.c")
        flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "dbus-1"], text=True).split()
        warnings = ["-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *warnings, "-o", self.measure_program, source, *flags], check=True)
        self.services = self.directory()
        for name, command in {
            WALKTHROUGH: f'"{self.daemon}"',
            ECHO: f"/usr/bin/dbus-test-tool echo --name={ECHO}",
            FLOOR: f'"{self.measure_program}" serve {FLOOR}',
            PERMISSIONS: "/usr/libexec/xdg-permission-store",
        }.items():
            text = f"[D-BUS Service]\nName={name}\nExec={command}\n"
            (self.services / f"{name}.service").write_text(text)

    def directory(self):
        """A new directory."""
        self._names += 1
        path = self.scratch / str(self._names)
        path.mkdir()
        return path

    def clean(self):
        """Removes everything. What an interrupted service still writes may stay."""
        shutil.rmtree(self.scratch, ignore_errors=True)

    def measure(self, *words, environment=None):
        """Runs measure.c; gives its lines as lists of numbers."""
        command = [self.measure_program, *map(str, words)]
        result = subprocess.run(command, env=environment or {}, capture_output=True, text=True)
        if result.returncode != 0:
            raise Failure(result.stderr.strip())
        return [[int(word) for word in line.split()] for line in result.stdout.splitlines()]


class Bus:
    """A private session bus that activates what is measured, in a home of its own; ends with its `with`."""

    def __init__(self, rig, data, home=None):
        self._rig = rig
        self.home = home or rig.directory()
        self.state = self.home / "state"
        socket = rig.directory() / "bus"
        configuration = socket.with_name("bus.conf")
        configuration.write_text(_CONFIGURATION.format(socket=socket, services=rig.services))
        self.environment = {
            "PATH": _PATH,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "GSETTINGS_SCHEMA_DIR": "/usr/share/glib-2.0/schemas",
            "XDG_CONFIG_DIRS": str(self.home / "etc"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_DIRS": str(data),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_RUNTIME_DIR": str(self.home),
            "XDG_STATE_HOME": str(self.state),
        }
        self._log = open(socket.with_name("log"), "w")
        self._daemon = subprocess.Popen(
            ["/usr/bin/dbus-daemon", f"--config-file={configuration}", "--print-address", "--nofork"],
            env=self.environment, stdout=subprocess.PIPE, stderr=self._log, text=True)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._daemon.stdout.readline().strip()
        if not self.environment["DBUS_SESSION_BUS_ADDRESS"]:
            raise Failure(f"no bus: {Path(self._log.name).read_text()}")
        self._services = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the bus, and waits for the services, which end with it."""
        self._daemon.terminate()
        self._daemon.wait()
        self._daemon.stdout.close()
        self._log.close()
        for _, pidfd in self._services.values():
            if not select.select([pidfd], [], [], 10)[0]:
                signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            os.close(pidfd)

    def measure(self, *words):
        """Runs measure.c on this bus."""
        return self._rig.measure(*words, environment=self.environment)

    def ask(self, call):
        """Calls once on a new connection; gives the seconds until the answer."""
        seconds = self.measure("ask", call)[0][0] / 1e9
        self.process(call.split()[0])
        return seconds

    def process(self, name):
        """The process of a service that was called before. It is waited for when the bus ends."""
        if name not in self._services:
            pid = self.measure("pid", name)[0][0]
            self._services[name] = pid, os.pidfd_open(pid)
        return self._services[name][0]
