/* What an app in C does when it starts: claims what is due, shows it, and reports. With code that is generated
   from the interface's description, org.walkthroughd.Walkthrough1.xml:
     gdbus-codegen --interface-prefix org.walkthroughd. --c-namespace Wt --c-generate-autocleanup all \
       --generate-c-code walkthrough org.walkthroughd.Walkthrough1.xml
     cc launch.c walkthrough.c $(pkg-config --cflags --libs gio-unix-2.0) -o launch */
#include <stdio.h>
#include "walkthrough.h"

// Shows the pages; a real app has a dialog here. TRUE where the person went through them.
static gboolean show(GVariant *walkthrough, GVariant *pages) {
  const char *name = "", *version = "", *kind = "";
  g_variant_lookup(walkthrough, "name", "&s", &name);
  g_variant_lookup(walkthrough, "version", "&s", &version);
  g_variant_lookup(walkthrough, "kind", "&s", &kind);
  printf("%s %s: %s\n", name, version, kind);
  for (gsize i = 0; i < g_variant_n_children(pages); i++) {
    g_autoptr(GVariant) page = g_variant_get_child_value(pages, i);
    const char *title = "", *body = "";
    g_variant_lookup(page, "title", "&s", &title);
    // CommonMark. A picture's path is in "image", its text in "image-alt".
    g_variant_lookup(page, "body", "&s", &body);
    printf("- %s\n%s\n", title, body);
  }
  return TRUE;
}

int main(int argc, char **argv) {
  const char *app = argc > 1 ? argv[1] : "org.example.Editor";
  g_autofree char *locale = g_strjoinv(":", (char **)g_get_language_names());
  g_autoptr(WtWalkthrough1) service = wt_walkthrough1_proxy_new_for_bus_sync(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, "org.walkthroughd.Walkthrough1",
      "/org/walkthroughd/Walkthrough1", NULL, NULL);
  if (service == NULL) return 0;  // Without a bus there is nothing to show.
  g_dbus_proxy_set_default_timeout(G_DBUS_PROXY(service), 1000);

  gboolean granted = FALSE;
  g_autoptr(GVariant) walkthrough = NULL, pages = NULL;
  // Without a service there is nothing to show either.
  if (!wt_walkthrough1_call_claim_sync(service, app, locale, &granted, &walkthrough, &pages, NULL, NULL)) return 0;
  if (!granted) return 0;  // Nothing is due, or another window shows it.

  const char *version = "";
  g_variant_lookup(walkthrough, "version", "&s", &version);
  g_autoptr(GError) error = NULL;
  // The version is the one that Claim gave: what an update brings meanwhile stays due.
  gboolean told = show(walkthrough, pages)
                      ? wt_walkthrough1_call_complete_sync(service, app, version, NULL, &error)
                      : wt_walkthrough1_call_skip_sync(service, app, version, NULL, &error);
  if (!told) fprintf(stderr, "The walkthrough will be shown again: %s\n", error->message);
  return 0;
}
