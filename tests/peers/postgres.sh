#!/usr/bin/env bash
# A PostgreSQL for tests. It listens on a socket in a temporary folder and nowhere else, so that it meets neither another one nor the
# network, and it needs no cluster of the machine's own. A line "another" on standard input asks for a new, empty database, whose
# address is answered on standard output; "stop" ends the server at once and with every connection, "start" starts it again; "freeze" lets
# it stand still with its connections open, so that it answers nothing, "thaw" lets it go on. When standard input ends, however whoever held it ended, server and data are gone.
#
# With "small-disk" the databases lie on a disk of their own of 32 MB, which this script and PostgreSQL alone see: "fill" takes all its
# room, "free" gives it back. Who may not mount a disk is answered "no mount".
set -eu

small_disk=no
case "${1:-}" in
  small-disk)
    unshare -m true 2>/dev/null || { echo "no mount"; exit; }
    exec unshare -m "$0" small-disk-mounted ;;
  small-disk-mounted) small_disk=yes ;;
esac

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$bin" ] && command -v initdb >/dev/null 2>&1; then
  bin=$(dirname "$(command -v initdb)")
fi
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is not installed: apt-get install postgresql (make test does). READOUT_TEST_DATABASE=sqlite leaves its tests out." >&2
  exit 1
fi

folder=$(mktemp -d /tmp/readout-postgres.XXXXXX)
as_owner=()
if [ "$(id -u)" -eq 0 ]; then
  # PostgreSQL refuses to run as root.
  chown postgres "$folder"
  as_owner=(runuser -u postgres --)
fi
if [ "$small_disk" = yes ]; then
  mkdir "$folder/disk"
  mount -t tmpfs -o size=32m,mode=777 none "$folder/disk" || { rmdir "$folder/disk" "$folder"; echo "no mount"; exit; }
fi
cd "$folder"

# Sends a signal to the server and every process of it.
signal() {
  local server
  server=$(head -n 1 "$folder/data/postmaster.pid")
  kill "-$1" "$server" $(ps -o pid= --ppid "$server")
}

finish() {
  # Whoever waits for what this script still says waits no longer.
  exec >/dev/null 2>&1
  signal CONT || true
  "${as_owner[@]}" "$bin/pg_ctl" stop -D "$folder/data" -m immediate || true
  if [ "$small_disk" = yes ]; then umount "$folder/disk" || true; fi
  rm -rf "$folder"
}
trap finish EXIT
# Ctrl-C reaches every process of a terminal. This one ends when its input does.
trap '' INT TERM HUP

"${as_owner[@]}" "$bin/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2; exit 1; }
settings="-c listen_addresses='' -c unix_socket_directories='$folder' -c max_connections=300 -c shared_buffers=64MB"
settings="$settings -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
start() {
  "${as_owner[@]}" "$bin/pg_ctl" start -w -D "$folder/data" -l "$folder/data/server.log" -o "$settings" >>"$folder/log" 2>&1 ||
    { cat "$folder/log" "$folder/data/server.log" >&2; exit 1; }
}
start
ask() {
  "$bin/psql" -q -h "$folder" -U postgres -d postgres -c "$1" >&2
}

where=
if [ "$small_disk" = yes ]; then
  "${as_owner[@]}" mkdir "$folder/disk/tables"
  ask "create tablespace small location '$folder/disk/tables'"
  where="tablespace small"
fi

number=0
while read -r wish; do
  case "$wish" in
    stop)
      "${as_owner[@]}" "$bin/pg_ctl" stop -D "$folder/data" -m fast >>"$folder/log" 2>&1
      echo stopped ;;
    start)
      start
      echo started ;;
    freeze)
      signal STOP
      echo frozen ;;
    thaw)
      signal CONT
      echo thawed ;;
    fill)
      # Down to the last byte that the file system gives.
      head -c 64M /dev/zero >"$folder/disk/filler" 2>/dev/null || true
      echo filled ;;
    free)
      rm "$folder/disk/filler"
      echo freed ;;
    *)
      number=$((number + 1))
      ask "create database readout_$number $where"
      echo "postgres://postgres@localhost/readout_$number?host=$folder" ;;
  esac
done
