"""Asks the running program everything that its OpenAPI document allows, and much that it does not, with schemathesis.

    tests/interface/fuzz.py PROGRAM [--seconds 60] [--users trial,subscriber,admin]

Starts PROGRAM in a folder of its own and signs in a user of each kind. No answer may be a server error, but for the 503 that the
document promises; every answer must have a status, a content type and a shape of the document; what the document forbids must be
refused, and what nobody signed in for must not be answered. Exits with 1 when something is found. What ends a session is asked of users
that were made for it, at the end.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADMIN = "admin@example.org"
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


class Server:
    """The program, with its data in a folder that goes away with it."""

    def __init__(self, program: Path, folder: str):
        self.program = program
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", folder),
            "READOUT_LISTEN": "127.0.0.1:0",
            "READOUT_DATA_DIR": folder,
            "READOUT_ADMIN_EMAILS": ADMIN,
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

    def post(self, path: str, fields: dict[str, str]) -> tuple[str, str | None]:
        """The body and the cookie of the answer to a form."""
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self.url + path, body, {"Origin": self.url})
        opener = urllib.request.build_opener(NoRedirect)
        try:
            answer = opener.open(request)
        except urllib.error.HTTPError as redirect:
            answer = redirect
        cookie = answer.headers.get("Set-Cookie")
        return answer.read().decode(), cookie.split(";")[0] if cookie else None

    def sign_in(self, email: str) -> str:
        """Signs in as a browser does and gives the session's cookie."""
        sent, _ = self.post("/api/login/email", {"email": email, "next": "/app"})
        token = re.search(r"token=([\w-]+)", sent)[1]
        _, cookie = self.post("/api/login/email/confirm", {"token": token})
        return cookie

    def end(self) -> list[str]:
        """Stops it and gives what it wrote into its log."""
        self.process.terminate()
        self.process.wait(timeout=60)
        self.log.seek(0)
        return self.log.readlines()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def asked(server: Server, cookie: str, seconds: int, seed: int, only: list[str] | None) -> bool:
    """Whether nothing was found with this session."""
    # Known to it as the way to sign in, so that it asks without it too.
    settings = Path(server.environment["READOUT_DATA_DIR"]) / "schemathesis.toml"
    settings.write_text(f'[auth.openapi.session]\napi_key = "{cookie.split("=", 1)[1]}"\n', encoding="utf-8")
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
        check=False,
    )
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
        held = True
        try:
            for user in options.users.split(","):
                email = f"{user}@example.org"
                cookie = server.sign_in(email)
                if user == "subscriber":
                    server.command("user", "activate", email)
                print(f"== as {user}", flush=True)
                held &= asked(server, cookie, options.seconds, options.seed, None)
            for name in ENDS_SESSION:
                print(f"== {name}, which ends a session", flush=True)
                cookie = server.sign_in("leaving@example.org")
                held &= asked(server, cookie, min(options.seconds, 10), options.seed, [name])
        finally:
            log = server.end()
        wrong = [line for line in log if re.search(r"\bERROR\b|panicked", line)]
        if wrong:
            print("The server logged:", *wrong[:20], sep="\n")
        sys.exit(0 if held and not wrong else 1)


if __name__ == "__main__":
    main()
