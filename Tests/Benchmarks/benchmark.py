# Measures the daemon and the client against their peers, and prints one table. Tests/benchmark runs it.

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

from rig import Failure, Rig
from rows import ROWS, Bench

_PROJECT = Path(__file__).resolve().parents[2]


def options():
    parser = argparse.ArgumentParser(
        prog="Tests/benchmark", description="Measures against peers, in turn, and prints one table.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: minutes less, and more noise")
    parser.add_argument("--row", action="append", metavar="NAME", help="only this row; may be given again")
    parser.add_argument("--rows", action="store_true", help="list the names of the rows")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--programs", metavar="DIR", help="measure walkthroughd and walkthrough of DIR, build none")
    parser.add_argument("--scratch", metavar="DIR", default="/var/tmp", help="where to write, on a disk (/var/tmp)")
    return parser.parse_args()


def quantity(values, unit):
    """A median, as people write it."""
    value = sorted(values)[len(values) // 2]
    if unit == "KB":
        return f"{value:,.0f} KB"
    if value < 1e-3:
        return f"{value * 1e6:.1f} µs"
    return f"{value * 1e3:.2f} ms"


def goal(row):
    return "" if row.goal is None else f"≤ {row.goal}" if row.goal else "0"


def cells(row, figure):
    """A line of the table."""
    is_met = row.goal is None or (figure.value <= row.goal and not figure.problem)
    verdict = figure.problem or ("" if row.goal is None else "met" if is_met else "missed")
    if figure.peers is None:
        return [row.figure, goal(row), f"{figure.value:g}", "", "", "", verdict]
    spread = "{:.2f}–{:.2f}".format(*figure.quartiles)
    sizes = [quantity(values, figure.unit) for values in (figure.ours, figure.peers)]
    return [row.figure, goal(row), f"{figure.value:.2f}", spread, *sizes, verdict]


HEADINGS = ["figure", "goal", "measured", "quartiles", "ours", "peer", "verdict"]


def as_text(table):
    widths = [max(len(line[column]) for _, line in table) for column in range(len(HEADINGS))]
    for is_binding, line in table:
        padded = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print(("* " if is_binding else "  ") + "  ".join(padded).rstrip())
    print("\n* binding", flush=True)


def as_markdown(table):
    for number, (is_binding, line) in enumerate(table):
        figure = f"**{line[0]}**" if is_binding else line[0]
        print("| " + " | ".join([figure, *line[1:]]) + " |")
        if number == 0:
            print("|---|" + "---:|" * (len(HEADINGS) - 1))


def main():
    given = options()
    names = [row.name for row in ROWS]
    if given.rows:
        print("\n".join(names))
        return
    for name in given.row or []:
        if name not in names:
            sys.exit(f"there is no row '{name}'; --rows lists them")
    chosen = [row for row in ROWS if not given.row or row.name in given.row]
    # Asked to end, it leaves as after Ctrl-C: buses and files go.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    programs = given.programs or subprocess.check_output([_PROJECT / "systemd/build"], text=True).strip()
    if os.getloadavg()[0] > 0.5:
        print("This machine is busy: the figures will be unsteady.", file=sys.stderr)
    rig = Rig(programs, given.scratch)
    bench = Bench(rig, given.quick)
    table = [(False, HEADINGS)]
    try:
        for row in chosen:
            print(f"{row.name} ...", file=sys.stderr)
            try:
                table.append((row.is_binding, cells(row, row.measure(bench))))
            except (Failure, subprocess.CalledProcessError) as failure:
                print(f"{row.name}: {failure}", file=sys.stderr)
                table.append((row.is_binding, [row.figure, goal(row), "", "", "", "", "failed"]))
        (as_markdown if given.markdown else as_text)(table)
    finally:
        rig.clean()
    sys.exit(any(line[-1] == "failed" for _, line in table))


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
