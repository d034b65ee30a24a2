"""Asks the running program everything that its OpenAPI document allows, and much that it does not, with schemathesis.

    tests/interface/fuzz.py PROGRAM [--seconds 60] [--users trial,subscriber,admin]

Starts PROGRAM in a folder of its own and signs in a user of each kind. No answer may be a server error, but for the 503 that the
document promises; every answer must have a status, a content type and a shape of the document; what the document forbids must be
refused, and what nobody signed in for must not be answered. Exits with 1 when something is found. What ends a session is asked of users
that were made for it, at the end.

Each kind of user is many of them, at addresses of their own (sessions.py), so that the program's limits for one user and one address are
hardly met: at the end it is told how many requests were, and more than one in ten are a failure of this test.
"""

import argparse
import email
import email.policy
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# So many of each kind: what one may ask a minute, times this, is more than is asked.
USERS = 20
# The most of all answers that may be 429.
MOST_THROTTLED = 0.1
SECRET = "a secret of this run"

# What takes away the session or the account that asks.
ENDS_SESSION = ["DELETE /api/user", "POST /api/auth/sign-out-everywhere", "DELETE /api/user/sessions/{id}"]

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "ignored_auth",
    "use_after_free",
]


def addresses(kind: str) -> list[str]:
    return [f"{kind}{number}@example.org" for number in range(USERS)]


class Server:
    """The program, with its data in a folder that goes away with it."""

    def __init__(self, program: Path, folder: str):
        self.program = program
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", folder),
            "READOUT_LISTEN": "127.0.0.1:0",
            "READOUT_DATA_DIR": folder,
            "READOUT_ADMIN_EMAILS": ",".join(addresses("admin")),
            "READOUT_RAZORPAY_WEBHOOK_SECRET": SECRET,
            "READOUT_PAY_URL_INDIA": "https://pay.example/india",
            "READOUT_LOG": "warn",
        }
        self.log = open(Path(folder) / "log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, "serve"], env=self.environment, cwd=folder, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.url = next(
            found[0].rstrip("/") for line in self.process.stdout if (found := re.search(r"https?://\S+", line))
        )

    def command(self, *arguments: str) -> None:
        subprocess.run([self.program, *arguments], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def post(self, path: str, fields: dict[str, str], client: str) -> str | None:
        """The cookie of the answer to a form that came from this address."""
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self.url + path, body, {"Origin": self.url, "X-Forwarded-For": client})
        opener = urllib.request.build_opener(NoRedirect)
        try:
            answer = opener.open(request)
        except urllib.error.HTTPError as redirect:
            answer = redirect
        cookie = answer.headers.get("Set-Cookie")
        return cookie.split(";")[0] if cookie else None

    def sign_in(self, address: str, client: str = "198.51.100.200") -> str:
        """Signs in by the mail that is sent, and gives the session's cookie without its name."""
        outbox = Path(self.environment["READOUT_DATA_DIR"]) / "outbox"
        before = set(outbox.glob("*.eml"))
        self.post("/api/login/email", {"email": address, "next": "/app"}, client)
        (sent,) = set(outbox.glob("*.eml")) - before
        mail = email.message_from_bytes(sent.read_bytes(), policy=email.policy.default)
        token = re.search(r"token=(\w+)", mail.get_body(("plain",)).get_content())[1]
        cookie = self.post("/api/login/email/confirm", {"token": token}, client)
        return cookie.split("=", 1)[1]

    def end(self) -> list[str]:
        """Stops it and gives what it wrote into its log."""
        self.process.terminate()
        self.process.wait(timeout=60)
        self.log.seek(0)
        return self.log.readlines()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def asked(server: Server, sessions: list[str], seconds: int, seed: int, only: list[str] | None, tally: Counter) -> bool:
    """Whether nothing was found with these sessions."""
    folder = Path(server.environment["READOUT_DATA_DIR"])
    counted = folder / "tally.json"
    # Known to it as the way to sign in, so that it asks without it too.
    settings = folder / "schemathesis.toml"
    hooks = json.dumps(str(ROOT / "tests/interface/sessions.py"))
    settings.write_text(f'hooks = {hooks}\n[auth.openapi.session]\napi_key = "{sessions[0]}"\n', encoding="utf-8")
    ends = [["--include-name" if only else "--exclude-name", name] for name in only or ENDS_SESSION]
    run = subprocess.run(
        [
            Path(sys.executable).parent / "schemathesis",
            *["--config-file", settings, "run"],
            ROOT / "web/openapi.json",
            *["--url", server.url],
            *["--header", f"Origin: {server.url}"],
            *["--checks", ",".join(CHECKS)],
            *["--phases", "examples,coverage,fuzzing"],
            *["--max-time", str(seconds), "--seed", str(seed), "--request-timeout", "60"],
            *["--warnings", "off", "--suppress-health-check", "all", "--continue-on-failure"],
            *[argument for pair in ends for argument in pair],
        ],
        cwd=tempfile.gettempdir(),
        env=os.environ | {"READOUT_FUZZ_SESSIONS": ",".join(sessions), "READOUT_FUZZ_TALLY": str(counted)},
        check=False,
    )
    statuses = Counter({int(status): number for status, number in json.loads(counted.read_text(encoding="utf-8")).items()})
    print("By status:", dict(sorted(statuses.items())), flush=True)
    tally.update(statuses)
    return run.returncode == 0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=Path)
    arguments.add_argument("--seconds", type=int, default=60)
    arguments.add_argument("--users", default="trial,subscriber,admin")
    arguments.add_argument("--seed", type=int, default=20261125)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.program.resolve(), folder)
        held, tally = True, Counter()
        try:
            for kind in options.users.split(","):
                sessions = [server.sign_in(address, f"198.51.100.{number + 1}") for number, address in enumerate(addresses(kind))]
                for address in addresses(kind) if kind == "subscriber" else []:
                    server.command("user", "activate", address)
                print(f"== as {kind}", flush=True)
                held &= asked(server, sessions, options.seconds, options.seed, None, tally)
            for name in ENDS_SESSION:
                print(f"== {name}, which ends a session", flush=True)
                sessions = [server.sign_in("leaving@example.org")]
                held &= asked(server, sessions, min(options.seconds, 10), options.seed, [name], tally)
        finally:
            log = server.end()
        wrong = [line for line in log if re.search(r"\bERROR\b|panicked", line)]
        if wrong:
            print("The server logged:", *wrong[:20], sep="\n")
        answers, throttled = tally.total(), tally[429]
        print(f"{answers} requests, {throttled} of them ({throttled / answers:.1%}) told to wait (429)")
        held &= throttled <= MOST_THROTTLED * answers
        sys.exit(0 if held and not wrong else 1)


if __name__ == "__main__":
    main()
