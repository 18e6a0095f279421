#!/usr/bin/gjs -m
// What an app in JavaScript does when it starts: claims what is due, shows it, and reports.
//   gjs -m launch.js [APP]
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';

const name = 'org.walkthroughd.Walkthrough1';
const path = '/org/walkthroughd/Walkthrough1';
const app = System.programArgs[0] ?? 'org.example.Editor';
const locale = GLib.get_language_names().join(':');

function call(method, types, values, milliseconds) {
    const parameters = new GLib.Variant(types, values);
    return Gio.DBus.session
        .call_sync(name, path, name, method, parameters, null, Gio.DBusCallFlags.NONE, milliseconds, null)
        .recursiveUnpack();
}

// Shows the pages; a real app has a dialog here. True where the person went through them.
function show(walkthrough, pages) {
    print(`${walkthrough.name} ${walkthrough.version}: ${walkthrough.kind}`);
    // The body is CommonMark. A picture's path is in page.image, its text in page['image-alt'].
    for (const page of pages)
        print(`- ${page.title}\n${page.body}`);
    return true;
}

function claim() {
    try {
        return call('Claim', '(ss)', [app, locale], 1000);
    } catch {
        return [false]; // Without a service there is nothing to show.
    }
}

const [granted, walkthrough, pages] = claim();
if (granted) {
    const outcome = show(walkthrough, pages) ? 'Complete' : 'Skip';
    try {
        // The version is the one that Claim gave: what an update brings meanwhile stays due.
        call(outcome, '(ss)', [app, walkthrough.version], 5000);
    } catch (error) {
        printerr(`The walkthrough will be shown again: ${error.message}`);
    }
}
