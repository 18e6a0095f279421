#!/usr/bin/python3
"""What an app in Python does when it starts: claims what is due, shows it, and reports.

launch.py [APP]      needs dbus-python (Debian: python3-dbus)
"""
import os
import sys

import dbus

NAME, PATH = "org.walkthroughd.Walkthrough1", "/org/walkthroughd/Walkthrough1"
app = sys.argv[1] if len(sys.argv) > 1 else "org.example.Editor"
variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
locale = next(filter(None, map(os.environ.get, variables)), "C")


def show(walkthrough, pages):
    """Shows the pages; a real app has a dialog here. True where the person went through them."""
    print(f"{walkthrough['name']} {walkthrough['version']}: {walkthrough['kind']}")
    for page in pages:
        # The body is CommonMark. A picture's path is in page["image"], its text in page["image-alt"].
        print(f"- {page['title']}\n{page['body']}")
    return True


def main():
    try:
        service = dbus.Interface(dbus.SessionBus().get_object(NAME, PATH, introspect=False), NAME)
        granted, walkthrough, pages = service.Claim(app, locale, timeout=1)
    except dbus.DBusException:
        return  # Without a service there is nothing to show.
    if not granted:
        return  # Nothing is due, or another window shows it.
    report = service.Complete if show(walkthrough, pages) else service.Skip
    try:
        # The version is the one that Claim gave: what an update brings meanwhile stays due. dbus-python would send
        # it as the variant that it came in.
        report(app, str(walkthrough["version"]), timeout=5)
    except dbus.DBusException as error:
        print(f"The walkthrough will be shown again: {error.get_dbus_message()}", file=sys.stderr)


main()
