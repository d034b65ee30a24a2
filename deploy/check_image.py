"""Runs the steps of deploy/Dockerfile in an empty folder, where there is no container engine.

What a step copies comes from the files that .dockerignore lets through and from earlier stages, so that a file which the build needs and
the image would not have is missed here too. Steps that install Debian packages are not run: the packages must be on this machine, and
be those that the Makefile names. The last stage's health check is tried against the program, which runs as nobody in particular.

What this cannot show: that the base images have what is expected of them, and that an engine accepts the file.
"""

import argparse
import fnmatch
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 10001
WITHOUT_POWER = ["--clear-groups", "--no-new-privs", "--bounding-set=-all"]


def instructions(text):
    """Each instruction of the Dockerfile with its lines joined, comments left out."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    for line in joined.splitlines():
        if line.strip():
            word, rest = line.split(maxsplit=1)
            yield word, re.sub(r"\s+", " ", rest).strip()


def admitted(path, rules):
    """What .dockerignore says of a path: the last rule that fits it, or a folder above it, decides."""
    answer = True
    parents = [path, *(str(parent) for parent in Path(path).parents if str(parent) != ".")]
    for rule in rules:
        pattern = rule.removeprefix("!").strip("/")
        names = [pattern, pattern.removeprefix("**/")] if pattern.startswith("**/") else [pattern]
        depth = [parent for parent in parents if pattern.startswith("**/") or parent.count("/") == pattern.count("/")]
        targets = [Path(parent).name for parent in depth] if pattern.startswith("**/") else depth
        if any(fnmatch.fnmatchcase(target, name) for target in targets for name in names):
            answer = rule.startswith("!")
    return answer


def context(to):
    """The files under version control that .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if admitted(name, rules) and (ROOT / name).is_file():
            target = to / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


def copy(source, target, whole_name):
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        is_folder = whole_name.endswith("/")
        target = target / source.name if is_folder else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def packages_of(command):
    installed = re.search(r"--no-install-recommends ([^&]+)", command)
    return sorted(installed.group(1).split()) if installed else []


def check_packages(packages, stage):
    missing = [
        name
        for name in packages
        if subprocess.run(["dpkg-query", "-W", name], capture_output=True, check=False).returncode != 0
    ]
    if missing:
        sys.exit(f"stage {stage}: not on this machine, so its steps cannot be run: {' '.join(missing)}")
    print(f"   packages are there: {' '.join(packages)}")


def build(work, binary):
    """Every stage; gives the root of the last one with what its instructions said about it."""
    sent = work / "context"
    context(sent)
    stages, about, root, folder, name = {}, {}, None, "/", ""
    for word, rest in instructions((ROOT / "deploy" / "Dockerfile").read_text()):
        if word == "FROM":
            name = rest.split(" AS ")[1] if " AS " in rest else "last"
            root = stages[name] = work / "stages" / name
            root.mkdir(parents=True)
            folder, about = "/", {}
            print(f"-- {word} {rest}", flush=True)
        elif word == "WORKDIR":
            folder = rest
        elif word == "COPY":
            *sources, target = [part for part in rest.split() if not part.startswith("--")]
            origin = next((part.split("=")[1] for part in rest.split() if part.startswith("--from=")), None)
            base = stages[origin] if origin else sent
            for source in sources:
                found = base / source.strip("/")
                if not found.exists():
                    sys.exit(f"COPY {source}: .dockerignore keeps it out, or it is not there")
                into = target if target.startswith("/") else f"{folder}/{target}"
                copy(found, root / into.strip("/"), target)
        elif word == "RUN":
            command = re.sub(r"--mount=\S+ ", "", rest)
            if command.startswith("apt-get"):
                packages = packages_of(command)
                if name == "program":
                    makefile = (ROOT / "Makefile").read_text()
                    named = sorted(re.search(r"^BUILD_PACKAGES := (.*)$", makefile, re.MULTILINE).group(1).split())
                    if named != packages:
                        sys.exit(f"the Makefile's BUILD_PACKAGES are {named}, the image's {packages}")
                check_packages(packages, name)
                continue
            where = root / folder.strip("/")
            where.mkdir(parents=True, exist_ok=True)
            for tool, option in [("cargo build", "--locked"), ("npm ci", "--ignore-scripts")]:
                if tool in command and option not in command:
                    sys.exit(f"{tool} without {option}: what is built would not be what was looked at")
            if binary and "cargo build" in command:
                print(f"   NOT COMPILED: {binary} stands in for it", flush=True)
                metadata = ["cargo", "metadata", "--locked", "--offline", "--format-version", "1", "--no-deps"]
                subprocess.run(metadata, cwd=where, check=True, stdout=subprocess.DEVNULL)
                shutil.copy2(binary, where / "readout")
                continue
            print(f"   {command}", flush=True)
            command = command.replace(" /build/", f" {root}/build/")
            subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=where, check=True)
        else:
            about.setdefault(word, []).append(rest)
    return root, about


def read_only_but(folder):
    """Begins a command whose file system is read-only, as a container's can be, but for one folder."""
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind / && shift && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-euc", script, "sh", str(folder)]


def try_health(root, about, work):
    """Starts the program as the image does, on another port, and asks as its health check does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = work / "data"
    data.mkdir()
    work.chmod(0o755)
    environment = dict(pair.split("=", 1) for line in about["ENV"] for pair in line.split())
    environment |= {"READOUT_LISTEN": f"127.0.0.1:{port}", "READOUT_DATA_DIR": str(data), "PATH": os.environ["PATH"]}
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(data, NOBODY, NOBODY)
    as_nobody = [*read_only_but(data), "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", *WITHOUT_POWER] if is_root else []
    program = root / "usr/local/bin/readout"
    health = re.search(r"CMD (\[.*\])$", about["HEALTHCHECK"][0]).group(1)
    command = [part.replace("8080", str(port)) for part in json.loads(health)]
    before = subprocess.run(command, capture_output=True, check=False).returncode
    server = subprocess.Popen(
        [*as_nobody, program, "serve"], env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        print("  ", server.stdout.readline().decode().strip())
        after = subprocess.run(command, capture_output=True, check=False).returncode
        # What the server builds of itself at the first start is all that it writes beside its database.
        until = time.monotonic() + 60
        while not list(data.glob("speech/*.lm")) and time.monotonic() < until:
            time.sleep(0.2)
        built = list(data.glob("speech/*.lm"))
    finally:
        server.terminate()
        ended = server.wait(30)
    if before == 0 or after != 0 or ended != 0:
        sys.exit(f"health check: {before} without the program (not 0), {after} with it (0), end of the program {ended} (0)")
    if not built:
        sys.exit("the speech engine has not built its language model in the data folder")
    who = f"user {NOBODY} without capabilities on a read-only file system" if is_root else "you, not as nobody"
    print(f"   health check: fails without the program, passes with it; run as {who}; ends by SIGTERM with 0")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--binary", help="a built program that stands in for the step that compiles it")
    arguments.add_argument("--keep", help="where to put the program that was compiled")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="readout-image-") as folder:
        work = Path(folder)
        root, about = build(work, given.binary)
        if about["USER"] != [f"{NOBODY}:{NOBODY}"]:
            sys.exit("the image does not run as a numeric user that is not root")
        try_health(root, about, work)
        if given.keep:
            shutil.copy2(root / "usr/local/bin/readout", given.keep)


main()
