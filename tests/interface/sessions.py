"""Hooks of schemathesis for fuzz.py: what one user asks is asked by many in turn, each at an address of their own.

The program admits so much of one user and of one address a minute; a fuzz run asks a hundred times that, and would mostly be told to
wait. Only requests that carry the session known to schemathesis get another one: what is asked without, or with a made-up one, stays so.
Counts the answers by their status, for fuzz.py to tell.
"""

import itertools
import json
import os
from collections import Counter
from pathlib import Path

import schemathesis

SESSIONS = os.environ["READOUT_FUZZ_SESSIONS"].split(",")
TALLY = Path(os.environ["READOUT_FUZZ_TALLY"])
COOKIE = "readout"

turns = itertools.count()
statuses = Counter()


@schemathesis.hook
def before_call(context, case, kwargs):
    turn = next(turns) % len(SESSIONS)
    case.headers["X-Forwarded-For"] = f"198.51.100.{turn + 1}"
    if case.cookies.get(COOKIE) == SESSIONS[0]:
        case.cookies[COOKIE] = SESSIONS[turn]


@schemathesis.hook
def after_call(context, case, response):
    statuses[response.status_code] += 1
    TALLY.write_text(json.dumps(statuses), encoding="utf-8")
