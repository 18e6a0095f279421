#!/bin/sh
# What a program in shell does when it starts: asks whether something is due, shows it, and reports.
#   launch.sh [APP]
app=${1:-org.example.Editor}
locale=${LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-C}}}}

call() {
  method=$1
  shift
  dbus-send --session --print-reply --reply-timeout=1000 --dest=org.walkthroughd.Walkthrough1 \
    /org/walkthroughd/Walkthrough1 "org.walkthroughd.Walkthrough1.$method" "$@" 2>/dev/null
}

# Without a service there is nothing to show. (Claim is of no use here: dbus-send leaves the bus at once.)
call ShouldShow "string:$app" | grep -q 'boolean true' || exit 0

pages=$(call Pages "string:$app" "string:$locale") || exit 0
value() { printf '%s\n' "$pages" | sed -n "/string \"$1\"\$/{n;s/^[^\"]*\"\\(.*\\)\"\$/\\1/p;}"; }

echo "$(value name) $(value version):"
value title | sed 's/^/- /'

# The version is the one that Pages gave: what an update brings meanwhile stays due.
call Complete "string:$app" "string:$(value version)" >/dev/null ||
  echo "The walkthrough will be shown again." >&2
