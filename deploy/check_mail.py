"""An SMTP server for deploy/check.sh: takes every mail on a free port of this computer, which it prints, and keeps it in a folder."""

import socketserver
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])


class Session(socketserver.StreamRequestHandler):
    def handle(self):
        self.say("220 ready")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"EHLO":
                self.say("250 hello")
            elif word == b"DATA":
                self.say("354 go on")
                self.take()
                self.say("250 kept")
            elif word == b"QUIT":
                return self.say("221 bye")
            else:
                self.say("250 fine")

    def take(self):
        mail = b""
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            mail += line
        count = len(list(FOLDER.iterdir()))
        (FOLDER / f"{count:03}.eml").write_bytes(mail)

    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")


FOLDER.mkdir()
with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    server.serve_forever()
