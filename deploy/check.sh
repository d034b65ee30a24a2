#!/usr/bin/env bash
# Checks what is in this folder, as far as that goes without a container engine and without systemd as process 1:
# the Dockerfile is linted, and its steps are run in an empty folder; compose.yaml is held to the Compose specification; the units are
# verified, and their exposure is scored; a database is restored by the steps of docs/OPERATIONS.md; nginx reads its file, and then really
# stands in front of the program, over TLS.
#
# deploy/check.sh               everything; compiles the program as the image does (some minutes)
# deploy/check.sh FILE          the same with a program that was built already, such as target/release/readout
#
# Needs Debian's nginx, systemd, openssl, prometheus, python3-venv and what BUILD_PACKAGES of the Makefile names. Run it as root, or without:
# then the program runs as you, and only root can start it as nobody.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${1:+$(realpath "$1")}
work=$(mktemp -d)
running=()
finish() {
  for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap finish EXIT
step() { echo "== $1"; }
fail() { echo "deploy/check.sh: $1" >&2; exit 1; }

step "tools"
tools=.venv-deploy
if ! cmp -s deploy/requirements.txt "$tools/installed"; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check -r deploy/requirements.txt
  cp deploy/requirements.txt "$tools/installed"
fi

step "scripts and the Dockerfile: shellcheck, hadolint"
"$tools/bin/shellcheck" deploy/check.sh deploy/readout-admin
"$tools/bin/hadolint" deploy/Dockerfile

step "compose.yaml: the Compose specification"
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
# What it lays into a container is there: an engine would make an empty folder in its place. What the role's script does is tested with a
# real PostgreSQL in crates/readout/tests/operations/own_role.rs.
sed -n 's#^ *- \./\([^:]*\):.*#\1#p' deploy/compose.yaml > "$work/mounted"
[ -s "$work/mounted" ] || fail "compose.yaml makes no role for its database"
while read -r file; do
  [ -f "deploy/$file" ] || fail "compose.yaml lays deploy/$file into a container, which is not there"
done < "$work/mounted"

step "alarms: promtool"
promtool check config deploy/prometheus.yml

step "units: systemd-analyze"
mkdir "$work/units"
for unit in deploy/readout*.service deploy/readout*.timer; do
  # The program is not installed where the unit says.
  sed 's#/usr/local/bin/readout#/bin/true#' "$unit" > "$work/units/$(basename "$unit")"
done
(cd "$work/units" && systemd-analyze verify --man=no ./*.service ./*.timer)
for unit in readout readout-backup; do
  # In tenths: 1.5 is the worst that is taken; 10.0 is a unit without any of it.
  systemd-analyze security --offline=true --threshold=15 "$work/units/$unit.service" | tail -n 1
done

step "readout-admin: reads its settings as systemd does"
if [ "$(id -u)" = 0 ]; then
  mkdir "$work/admin"
  chmod 0755 "$work" "$work/admin"
  # shellcheck disable=SC2016
  printf '%s\n' '# a comment' 'READOUT_PLAIN=a$HOME`id`' 'READOUT_MAIL_FROM="Readout <no-reply@hospital.example>"' > "$work/admin/readout.env"
  printf '#!/bin/sh\nenv | grep ^READOUT_ | sort; echo "$#"\n' > "$work/admin/readout"
  chmod 0755 "$work/admin/readout"
  sed "s#/etc/readout/#$work/admin/#; s#/var/lib/readout#$work/admin#; s#/usr/local/bin/#$work/admin/#; s#-u readout#-u nobody#" \
    deploy/readout-admin > "$work/admin/readout-admin"
  # shellcheck disable=SC2016
  printf '%s\n' 'READOUT_MAIL_FROM=Readout <no-reply@hospital.example>' 'READOUT_PLAIN=a$HOME`id`' 2 > "$work/admin/expected"
  READOUT_OF_ROOT=1 sh "$work/admin/readout-admin" user list | diff "$work/admin/expected" - || fail "readout-admin reads its settings otherwise"
  printf '#!/bin/sh\necho next "$#"\n' > "$work/admin/next"
  chmod 0755 "$work/admin/next"
  [ "$(READOUT="$work/admin/next" sh "$work/admin/readout-admin" doctor)" = "next 1" ] || fail "readout-admin runs no other file of the program"
else
  echo "NOT CHECKED: only root can become another user"
fi

step "Dockerfile: its steps in an empty folder"
if [ -n "$binary" ]; then
  python3 deploy/check_image.py --binary "$binary"
else
  python3 deploy/check_image.py --keep "$work/readout"
  binary=$work/readout
fi

step "restore: the steps of docs/OPERATIONS.md"
mkdir -p "$work/restore/data" "$work/restore/bin"
backup=$work/restore/backup.sqlite
READOUT_DATA_DIR=$work/restore/data "$binary" migrate
READOUT_DATA_DIR=$work/restore/data "$binary" backup "$backup" > /dev/null
echo "a database that is damaged" > "$work/restore/data/readout.sqlite"
printf '#!/bin/sh\n' > "$work/restore/bin/systemctl"
printf '#!/bin/sh\nREADOUT_DATA_DIR=%s READOUT_SPEECH_ENGINE=off exec %s "$@"\n' "$work/restore/data" "$binary" > "$work/restore/bin/readout-admin"
chmod 0755 "$work"/restore/bin/*
# Its first block, in this folder and without another user.
awk '/^To restore:/ { near = 1 } near && /^```/ { if (inside) exit; inside = 1; next } inside' docs/OPERATIONS.md |
  sed "s#/var/lib/readout#$work/restore/data#; s#/var/backups/readout/readout-....sqlite#$backup#; s# -o readout -g readout##" > "$work/restore/steps"
grep -q "mv readout.sqlite" "$work/restore/steps" || fail "docs/OPERATIONS.md has no steps to restore"
PATH=$work/restore/bin:$PATH bash -eu "$work/restore/steps" > "$work/restore/told" || fail "the steps to restore fail: $(cat "$work/restore/told")"
grep -q "^ok  *database: " "$work/restore/told" || fail "nothing is restored: $(cat "$work/restore/told")"
[ ! -e "$work/restore/data/before" ] || fail "the steps to restore leave a whole database behind, in before/"

step "nginx: reads its file, and stands in front of two servers over TLS"
name=readout.hospital.example
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
  -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
plain=$(free_port) secure=$(free_port) first=$(free_port) second=$(free_port)
mkdir "$work/log" "$work/data"
touch "$work/log/out" "$work/mail-port"
# The file as it is, but for ports, the certificate and where it logs.
sed -e "s#/etc/ssl/readout#$work#; s#/var/log/nginx#$work/log#" \
  -e "s#127.0.0.1:8080#127.0.0.1:$first#; s#127.0.0.1:8081#127.0.0.1:$second#" \
  -e "s#listen 80;#listen 127.0.0.1:$plain;#; s#listen 443#listen 127.0.0.1:$secure#; /listen \[::\]/d" \
  deploy/nginx.conf > "$work/readout.conf"
cat > "$work/nginx.conf" <<CONF
worker_processes 1;
pid $work/nginx.pid;
daemon off;
error_log $work/log/error.log warn;
# As docs/OPERATIONS.md has it.
worker_rlimit_nofile 16384;
events { worker_connections 4096; }
http {
  # As Debian's own nginx.conf has it, around conf.d.
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; gzip on; access_log $work/log/other.log;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  # So that the check can come from any address: it says which.
  set_real_ip_from 127.0.0.1; real_ip_header X-Checked-From;
  include $work/readout.conf;
}
CONF
nginx -q -t -c "$work/nginx.conf"
nginx -c "$work/nginx.conf" &
running+=($!)
# The second server is not there: as when one of two has failed. Mail goes to an SMTP server that takes every mail and keeps it.
python3 deploy/check_mail.py "$work/mail" > "$work/mail-port" &
running+=($!)
until [ -s "$work/mail-port" ]; do sleep 0.1; done
READOUT_LISTEN=127.0.0.1:$first READOUT_DATA_DIR=$work/data READOUT_PUBLIC_URL=https://$name READOUT_BILLING=off \
  READOUT_SUPPORT_EMAIL=it@hospital.test \
  READOUT_SMTP_URL=smtp://127.0.0.1:$(cat "$work/mail-port") READOUT_MAIL_FROM="Readout <no-reply@hospital.example>" \
  "$binary" serve > "$work/log/out" 2> "$work/log/readout" &
server=$!
running+=("$server")
until grep -q "is ready" "$work/log/out"; do kill -0 "$server" || fail "the program did not start"; sleep 0.1; done
python3 deploy/check_nginx.py --port "$secure" --plain "$plain" --name "$name" --certificate "$work/fullchain.pem" \
  --mail "$work/mail" --logs "$work/log"
echo "All of deploy/ was checked. No image was built: there is no container engine in this check."
