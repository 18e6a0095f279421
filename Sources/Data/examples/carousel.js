#!/usr/bin/gjs -m
// A window of GTK 4 and libadwaita that shows what is due, page by page, when an app starts.
//   gjs -m carousel.js [APP]
import Adw from 'gi://Adw?version=1';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=4.0';
import System from 'system';
const id = System.programArgs[0] ?? 'org.example.Editor';
const name = 'org.walkthroughd.Walkthrough1';
const app = new Adw.Application({application_id: id});

// Without a service there is nothing to show: the answer is as for an app that has nothing due.
function answer(bus, result) {
    try { return bus.call_finish(result).recursiveUnpack(); } catch { return [false]; }
}

function call(method, values, done) {
    Gio.DBus.session.call(name, '/org/walkthroughd/Walkthrough1', name, method, new GLib.Variant('(ss)', values),
        null, Gio.DBusCallFlags.NONE, 1000, null, (bus, result) => done(answer(bus, result)));
}

function view(page) {
    // The body is CommonMark, which this label shows as it is. Texts come from a file: never as Pango markup.
    const child = new Gtk.Label({label: page.body, wrap: true, halign: Gtk.Align.CENTER});
    const paintable = page.image ? Gtk.Picture.new_for_filename(page.image).paintable : null;
    return new Adw.StatusPage({title: GLib.markup_escape_text(page.title, -1), paintable, child, hexpand: true});
}

function show(walkthrough, pages) {
    const window = new Adw.Window({application: app, title: walkthrough.name, default_width: 640, default_height: 480});
    const carousel = new Adw.Carousel();
    const bar = new Adw.HeaderBar({title_widget: new Adw.CarouselIndicatorDots({carousel})});
    const next = new Gtk.Button({action_name: 'app.next'});
    bar.pack_start(new Gtk.Button({label: walkthrough['label-skip'] ?? 'Skip', action_name: 'app.skip'}));
    bar.pack_end(next);
    pages.forEach(page => carousel.append(view(page)));
    window.content = new Gtk.Box({orientation: Gtk.Orientation.VERTICAL});
    [bar, carousel].forEach(child => window.content.append(child));
    const isLast = () => Math.round(carousel.position) + 1 >= pages.length;
    const labels = {next: walkthrough['label-next'] ?? 'Next', done: walkthrough['label-done'] ?? 'Done'};
    const relabel = () => (next.label = isLast() ? labels.done : labels.next);
    carousel.connect('page-changed', relabel);
    relabel();
    const end = method => call(method, [id, walkthrough.version], () => window.close());
    const turn = () => carousel.scroll_to(carousel.get_nth_page(Math.round(carousel.position) + 1), true);
    app.add_action_entries([{name: 'skip', activate: () => end('Skip')},
        {name: 'next', activate: () => isLast() ? end('Complete') : turn()}]);
    window.present(); // Closed without an answer, nothing is remembered: the claim ends with this process.
}

app.connect('activate', () => {
    app.hold(); // Until there is an answer, and then a window.
    call('Claim', [id, GLib.get_language_names().join(':')], ([granted, walkthrough, pages]) => {
        if (granted) show(walkthrough, pages);
        app.release();
    });
});
app.run([]);
