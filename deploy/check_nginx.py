"""Uses Readout through nginx as a browser would: redirect, TLS, sign-in by mail, a large recording, a live dictation; then as a stranger who
sends too much, and looks at what the logs hold.

For deploy/check.sh. Python's own library is enough for it.
"""

import argparse
import base64
import http.client
import json
import os
import quopri
import re
import resource
import socket
import ssl
import struct
import sys
import time
import warnings
from pathlib import Path
from urllib.parse import urlencode

arguments = argparse.ArgumentParser(description=__doc__)
for option in ["port", "plain", "name", "certificate", "mail", "logs"]:
    arguments.add_argument(f"--{option}", required=True)
GIVEN = arguments.parse_args()
NAME, PORT = GIVEN.name, int(GIVEN.port)
TRUST = ssl.create_default_context(cafile=GIVEN.certificate)


def expect(what, is_so):
    print(f"   {'ok  ' if is_so else 'NOT '} {what}")
    if not is_so:
        sys.exit(1)


def connection():
    class Here(http.client.HTTPSConnection):
        def connect(self):
            plain = socket.create_connection(("127.0.0.1", PORT), timeout=60)
            self.sock = TRUST.wrap_socket(plain, server_hostname=NAME)

    return Here(NAME, PORT)


def ask(method, path, body=None, headers=None):
    link = connection()
    link.request(method, path, body, {"Host": NAME, **(headers or {})})
    answer = link.getresponse()
    answer.text = answer.read()
    link.close()
    return answer


def redirect():
    plain = http.client.HTTPConnection("127.0.0.1", int(GIVEN.plain), timeout=10)
    plain.request("GET", "/app?a=b", headers={"Host": NAME})
    answer = plain.getresponse()
    expect("http leads to https", (answer.status, answer.getheader("location")) == (308, f"https://{NAME}/app?a=b"))


def another_name():
    try:
        stranger = ssl.create_default_context()
        stranger.check_hostname, stranger.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", PORT), timeout=10) as plain:
            stranger.wrap_socket(plain, server_hostname="other.example")
        expect("another name gets no answer", False)
    except ssl.SSLError:
        expect("another name gets no answer", True)


def versions():
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        alone = ssl.create_default_context(cafile=GIVEN.certificate)
        alone.minimum_version = alone.maximum_version = version
        with socket.create_connection(("127.0.0.1", PORT), timeout=10) as plain:
            with alone.wrap_socket(plain, server_hostname=NAME) as link:
                expect(f"{link.version()} is spoken, with {link.cipher()[0]}", "GCM" in link.cipher()[0] or "CHACHA" in link.cipher()[0])
    old, weak = "ALL:@SECLEVEL=0", "ALL:!ECDHE:@SECLEVEL=0"
    for what, version, suites in [
        ("TLS 1.0", ssl.TLSVersion.TLSv1, old),
        ("TLS 1.1", ssl.TLSVersion.TLSv1_1, old),
        ("a key exchange without forward secrecy", ssl.TLSVersion.TLSv1_2, weak),
        ("a suite with CBC", ssl.TLSVersion.TLSv1_2, "ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES128-SHA:@SECLEVEL=0"),
    ]:
        expect(f"{what} is refused", refused_by_server(version, suites))


def refused_by_server(version, suites):
    """Whether nginx says no. When it is the TLS library of this side that cannot ask, nothing was tried."""
    weak = ssl.create_default_context(cafile=GIVEN.certificate)
    with warnings.catch_warnings():
        # That these versions are old is why they are asked for.
        warnings.simplefilter("ignore", DeprecationWarning)
        weak.minimum_version = weak.maximum_version = version
    weak.set_ciphers(suites)
    try:
        with socket.create_connection(("127.0.0.1", PORT), timeout=10) as plain:
            weak.wrap_socket(plain, server_hostname=NAME).close()
        return False
    except ssl.SSLError as refusal:
        return refusal.reason in ("TLSV1_ALERT_PROTOCOL_VERSION", "SSLV3_ALERT_HANDSHAKE_FAILURE") or sys.exit(f"not tried: {refusal}")


def headers():
    page = ask("GET", "/")
    expect("the landing page comes, although one of two servers is not there", page.status == 200 and b"Readout" in page.text)
    for name, value in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ]:
        expect(f"{name} is {value}", page.headers.get_all(name) == [value])
    permitted = page.getheader("permissions-policy").split(", ")
    expect("the page may ask for the microphone and for devices, and for no camera", {"microphone=(self)", "hid=(self)", "camera=()"} <= set(permitted))
    policy = page.getheader("content-security-policy").split("; ")
    expect("what the policy does not name is forbidden", "default-src 'none'" in policy and not any("unsafe" in part for part in policy))
    told = ask("GET", "/api/auth/user")
    expect("what the interface says is kept by nobody", told.getheader("cache-control") == "no-store" and told.status == 401)
    expect("HSTS is sent once", page.headers.get_all("strict-transport-security") == ["max-age=31536000"])
    expect("the content security policy is sent once", len(page.headers.get_all("content-security-policy")) == 1)
    expect("nginx does not say its version", page.getheader("server") == "nginx")
    told = ask("GET", "/.well-known/security.txt")
    told = ask("GET", "/.well-known/security.txt")
    expect("who finds a weakness is told where to write", told.status == 200 and b"Contact: mailto:it@hospital.test" in told.text)


def sign_in():
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
    sent = ask("POST", "/api/login/email", urlencode({"email": "asha@hospital.example"}), form)
    expect("a sign-in link is sent", sent.status == 200)
    mail = quopri.decodestring(next(Path(GIVEN.mail).iterdir()).read_bytes()).decode()
    token = re.search(rf"https://{re.escape(NAME)}/api/login/email\?token=([0-9a-f]{{64}})", mail)
    expect("the link in the mail leads to the public address", token is not None)
    opened = ask("GET", f"/api/login/email?token={token.group(1)}")
    expect("the link opens a page with a button", opened.status == 200 and token.group(1).encode() in opened.text)
    comes_from(f"/api/login/email?token={token.group(1)}", opened)
    confirmed = ask("POST", "/api/login/email/confirm", urlencode({"token": token.group(1)}), form)
    cookie = confirmed.getheader("set-cookie", "")
    marks = ["__Host-readout=", "Secure", "HttpOnly", "SameSite=Lax"]
    expect("the button signs in with a secure cookie", confirmed.status == 303 and all(mark in cookie for mark in marks))
    session = {"Cookie": cookie.split(";")[0]}
    expect("who is signed in is known", ask("GET", "/api/auth/user", headers=session).status == 200)
    return session, token.group(1)


def comes_from(path, page):
    """Fetches something as the browser does for a page: with the Referer that the page's policy admits. Goes on until nginx has found
    the second server missing on the way and has written that down, with the Referer."""
    policy = page.getheader("referrer-policy")
    whole = policy not in ("no-referrer", "origin", "strict-origin")
    headers = {} if policy == "no-referrer" else {"Referer": f"https://{NAME}{path if whole else '/'}"}
    written = Path(GIVEN.logs) / "readout-error.log"
    before = len(written.read_text())
    until = time.monotonic() + 30
    while '"GET /favicon.ico ' not in written.read_text()[before:] and time.monotonic() < until:
        expect_quietly(ask("GET", "/favicon.ico", headers=headers).status == 200)
        time.sleep(0.2)
    expect(f"nginx has written what a page fetched that came from {path.split('?')[0]}", "favicon" in written.read_text()[before:])


def expect_quietly(is_so):
    if not is_so:
        expect("every page comes from the server that is there", False)


def same_answer():
    """Whoever has an account and whoever has none get the same page, but for the address in it."""
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
    pages = []
    for address in ["asha@hospital.example", "nobody@hospital.example"]:
        answer = ask("POST", "/api/login/email", urlencode({"email": address}), form)
        pages.append((answer.status, answer.text.decode().replace(address, "")))
    expect("nobody learns who has an account", pages[0] == pages[1] and pages[0][0] == 200)


def other_site(session):
    evil = {**session, "Content-Type": "application/json", "Origin": "https://evil.example"}
    expect("another site changes nothing", ask("PUT", "/api/user/profile", "{}", evil).status == 403)


def large_recording(session):
    """50 MB of something that is no recording: past nginx, and refused by Readout in a sentence."""
    body = json.dumps({"audioData": base64.b64encode(b"\0" * (50 * 1024 * 1024)).decode()})
    answer = ask("POST", "/api/transcribe", body, {**session, "Content-Type": "application/json", "Origin": f"https://{NAME}"})
    told = json.loads(answer.text)
    expect(f"a recording of 50 MB in base64 reaches Readout ({len(body) / 1e6:.0f} MB sent)", told["code"] == "unreadable_recording")


def live(session):
    link = TRUST.wrap_socket(socket.create_connection(("127.0.0.1", PORT), timeout=30), server_hostname=NAME)
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        "GET /api/transcribe/live HTTP/1.1", f"Host: {NAME}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", f"Origin: https://{NAME}", f"Cookie: {session['Cookie']}", "", "",
    ]
    link.sendall("\r\n".join(head).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += link.recv(4096)
    expect("a WebSocket passes nginx", answer.startswith(b"HTTP/1.1 101"))
    text, mask = json.dumps({"type": "start", "mime": "audio/webm"}).encode(), os.urandom(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
    link.sendall(struct.pack("!BB", 0x81, 0x80 | len(text)) + mask + masked)
    told = answer.split(b"\r\n\r\n", 1)[1]
    while b'"type"' not in told:
        told += link.recv(4096)
    expect("a live dictation begins", b'"ready"' in told)
    link.close()


def too_much(session):
    """More than Readout takes is refused before it is kept: what does not fit into memory would be written to the disk."""
    form = {"Content-Type": "application/json", "Origin": f"https://{NAME}"}
    large = b"7" * 7_000_000
    for path in ["/", "/api/structure-report", "/api/check-report", "/api/export-word", "/api/webhooks/razorpay", "/api/login/email"]:
        expect(f"7 MB to {path} are refused", ask("POST", path, large, form).status == 413)
    expect("22 MB of templates are refused", ask("POST", "/api/custom-templates/import", b"7" * 22_500_000, {**session, **form}).status == 413)
    longest = json.dumps({"transcriptionText": "a" * 6_000_000})
    told = json.loads(ask("POST", "/api/structure-report", longest, {**session, **form}).text)
    expect("what nginx lets through Readout refuses in a sentence", told["code"] == "too_large")
    pieces = (b"7" for _ in range(10))
    told = json.loads(ask("POST", "/api/webhooks/razorpay", (b"{}" for _ in range(10)), form).text)
    expect("an event that says no length reaches Readout", "code" in told)
    expect("a body that says no length is refused", ask("POST", "/api/structure-report", pieces, {**session, **form}).status == 411)


def half_sent(address):
    """A request from an address that has sent one byte of its body."""
    link = TRUST.wrap_socket(socket.create_connection(("127.0.0.1", PORT), timeout=30), server_hostname=NAME)
    head = f"POST /api/login/email HTTP/1.1\r\nHost: {NAME}\r\nX-Checked-From: {address}\r\nContent-Length: 100\r\n\r\n7"
    link.sendall(head.encode())
    return link


def answers(address, status):
    """Whether a request from an address gets this status, at once or when nginx has noticed what went on before."""
    until = time.monotonic() + 10
    while (told := ask("GET", "/healthz", headers={"X-Checked-From": address}).status) != status and time.monotonic() < until:
        time.sleep(0.1)
    return told == status


def one_address():
    """300 requests at a time from one address."""
    links = [half_sent("198.51.100.7") for _ in range(300)]
    expect("one address has 300 requests at a time", answers("198.51.100.7", 429))
    expect("and its neighbour is answered", answers("198.51.100.8", 200))
    for link in links:
        link.close()
    expect("and is answered again afterwards", answers("198.51.100.7", 200))


def one_site():
    """300 requests at a time from addresses of one network of IPv6, and 300 from another one of the same site."""
    links = [half_sent(f"2001:db8:1:1:{number + 1:x}::1") for number in range(300)]
    expect("one network of IPv6 has 300 requests at a time", answers("2001:db8:1:1::7", 429))
    expect("another network of its site is answered", answers("2001:db8:1:2::7", 200))
    links += [half_sent(f"2001:db8:1::{number + 1:x}") for number in range(300)]
    expect("a network whose number is zero is one too", answers("2001:db8:1::aaaa", 429))
    expect("one site of IPv6 has 600 requests at a time", answers("2001:db8:1:2::7", 429))
    expect("and another site is answered", answers("2001:db8:2:1::7", 200))
    for link in links:
        link.close()
    expect("and the first is answered again afterwards", answers("2001:db8:1:1::7", 200))


def many_connections():
    """As many as 300 workspaces have. Each has begun to ask: when there are no places, nginx closes those that it has not read from."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    links = []
    for _ in range(1200):
        links.append(socket.create_connection(("127.0.0.1", int(GIVEN.plain)), timeout=10))
        links[-1].sendall(b"GET /healthz HTTP/1.1\r\n")
    # Until nginx has taken them all, or not.
    time.sleep(2)
    expect("1,200 connections are kept open, and one more is answered", all(map(is_open, links)) and ask("GET", "/healthz").status == 200)
    for link in links:
        link.close()


def is_open(link):
    link.setblocking(False)
    try:
        return link.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def limits():
    """31 links from one address, which says another one each time: counted by what nginx sees."""
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
    statuses = []
    for number in range(31):
        claimed = {**form, "X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=198.51.100.{number}"}
        statuses.append(ask("POST", "/api/login/email", urlencode({"email": f"u{number}@hospital.example"}), claimed).status)
    expect("who lies about the own address is counted all the same", 429 in statuses)


def logs(token):
    nginx = "".join(log.read_text() for log in Path(GIVEN.logs).glob("*.log"))
    expect("nginx logs no token, no code and no address of a mailbox", not any(word in nginx for word in (token, "token=", "code=", "@")))
    expect("nginx has written no body to the disk", "temporary file" not in nginx)
    program = (Path(GIVEN.logs) / "readout").read_text()
    expect("Readout logs no token and no address of a mailbox", token not in program and "token=" not in program and "@" not in program)
    lines = [json.loads(line) for line in (Path(GIVEN.logs) / "readout.log").read_text().splitlines()]
    expect("nginx logs one JSON line a request, with Readout's request id", any(len(line["request_id"]) == 32 for line in lines))


redirect()
another_name()
versions()
headers()
signed_in, secret = sign_in()
returned = "/api/login/google/callback?code=secret&state=secret"
comes_from(returned, ask("GET", returned))
same_answer()
other_site(signed_in)
large_recording(signed_in)
live(signed_in)
too_much(signed_in)
one_address()
one_site()
many_connections()
limits()
logs(secret)
