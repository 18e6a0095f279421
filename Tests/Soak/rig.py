# Homes, buses and daemons for the soak, and what /proc says of a daemon.

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import bus

NAME = "org.walkthroughd.Walkthrough1"
OBJECT = "/org/walkthroughd/Walkthrough1"
APPS = [f"org.example.App{number}" for number in range(8)]

_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Failure(Exception):
    """Something that is promised does not hold."""


def expect(holds, what):
    if not holds:
        raise Failure(what)


def eventually(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"never: {what}")
        time.sleep(0.01)


class Home:
    """A person's directories, with some apps installed."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="walkthrough-soak-"))
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.path), "LANG": "C.UTF-8", "XDG_DATA_HOME": f"{self.path}/data",
            "XDG_DATA_DIRS": f"{self.path}/system", "XDG_STATE_HOME": f"{self.path}/state",
            "XDG_CONFIG_HOME": f"{self.path}/config", "XDG_CONFIG_DIRS": f"{self.path}/etc",
        }
        manifests = self.path / "data/walkthroughs"
        manifests.mkdir(parents=True)
        for app in APPS:
            page = '{"id": "hello", "title": "Hello", "body": "' + "text. " * 80 + '"}'
            text = f'{{"format": 1, "id": "{app}", "version": "1000000", "pages": [{page}]}}'
            (manifests / f"{app}.json").write_text(text)
        self.installed = self.files()

    def files(self):
        return {str(Path(root, name).relative_to(self.path)) for root, _, names in os.walk(self.path) for name in names}

    def remove(self):
        shutil.rmtree(self.path)


class Session:
    """A bus and a daemon on it, which can be killed and started again."""

    # Those that are to be closed when a trial fails.
    open = []

    def __init__(self, home, options):
        self.home, self.options, self.daemon = home, options, None
        Session.open.append(self)
        self.directory = Path(tempfile.mkdtemp(prefix="walkthrough-soak-bus-"))
        configuration = self.directory / "bus.conf"
        configuration.write_text(_CONFIGURATION.format(socket=self.directory / "bus"))
        self.bus = subprocess.Popen(
            ["/usr/bin/dbus-daemon", f"--config-file={configuration}", "--print-address", "--nofork"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.bus.stdout.readline().strip()
        self.log = (self.directory / "log").open("ab")
        self.start()

    def start(self):
        """Starts the daemon, and waits until it has its name."""
        environment = dict(self.home.environment, DBUS_SESSION_BUS_ADDRESS=self.address)
        environment.update(self.options.environment)
        command = [*self.options.launcher, str(self.options.programs / "walkthroughd")]
        self.daemon = subprocess.Popen(command, env=environment, stderr=self.log, stdin=subprocess.DEVNULL)
        with self.connect() as connection:
            def is_served():
                expect(self.daemon.poll() is None, f"the daemon does not start: {self.said()}")
                return connection.bus("NameHasOwner", "s", NAME).arguments == [True]
            eventually(is_served, "the daemon has its name")

    def connect(self):
        return bus.Connection(self.address, seconds=self.options.patience)

    def kill(self):
        """Ends the daemon as a crash does."""
        self.daemon.kill()
        self.daemon.wait()

    def said(self):
        return (self.directory / "log").read_text(errors="replace")

    def expect_alive(self):
        expect(self.daemon.poll() is None, f"the daemon ended with {self.daemon.returncode}: {self.said()}")

    def kilobytes(self):
        """Memory that is the daemon's own."""
        for line in Path(f"/proc/{self.daemon.pid}/smaps_rollup").open():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1])
        raise LookupError

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    def end(self):
        """Ends the daemon in order; what it says then is a failure, a sanitizer's report for one."""
        if self.daemon.poll() is None:
            self.daemon.terminate()
            status = self.daemon.wait(timeout=self.options.patience)
            expect(status == 0, f"the daemon ended with {status}: {self.said()}")
        self.close()

    def close(self):
        Session.open.remove(self)
        for process in (self.daemon, self.bus):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        self.bus.stdout.close()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Flat:
    """That memory and descriptors do not grow, once everything was done some time."""

    def __init__(self, session):
        self.session = session
        self.before = (session.kilobytes(), session.descriptors())

    def check(self, allowance=1024):
        # What was asked last is answered, but a moment later it may still be closed or freed.
        after = None

        def is_flat():
            nonlocal after
            after = (self.session.kilobytes(), self.session.descriptors())
            return after[0] - self.before[0] <= self.session.options.scale * allowance and after[1] <= self.before[1]

        try:
            eventually(is_flat, "flat", seconds=10)
        except Failure:
            raise Failure(f"memory (KB) and descriptors were {self.before} and are {after}") from None
        return f"memory {self.before[0]} → {after[0]} KB, descriptors {self.before[1]} → {after[1]}"
