"""A stand-in for a program that writes to the cluster: writer.py prepare|write|list --dsn DSN [OPTION...]

`write` adds numbered items until it is terminated, and writes a line with a monotonic time and a key to the log for
each acknowledged one. `list` prints the key of every item that is present, as often as it took effect. `prepare`
creates the tables. It shows the rules that every program has to follow so that nothing is lost or doubled:

- An outcome is unknown if the connection breaks, if no answer arrives in time, or if a warning accompanies the
  answer: a commit whose wait for the standby was canceled succeeds with a warning only. Nothing is therefore ever
  canceled.
- An unknown outcome is settled by applying the same item again on a writable session, never by reading: a demoted
  primary shows committed rows that are removed later.
- A repeated statement must write something even if the item exists. Otherwise it has nothing to commit, does not wait
  for the standby, and acknowledges what only this node's disk may have.
"""

import argparse
import pathlib
import random
import select
import signal
import sys
import time

import psycopg
from psycopg import pq

#: Seconds to wait for an answer. libpq has no such limit, and the kernel of a stopped server keeps connections alive.
DEADLINE = 5
RETRIES = 10
#: Serialization failures and deadlocks: the transaction was rolled back, and the session goes on.
ROLLED_BACK = ("40001", "40P01")
#: Classes of errors that repeating does not repair, such as wrong SQL; any other error ends the session, not the
#: program.
HOPELESS = ("22", "23", "42")

TABLES = (
    "CREATE TABLE author (name text PRIMARY KEY, items bigint NOT NULL)",
    "CREATE TABLE item (author text, number bigint, PRIMARY KEY (author, number))",
    # Without a key: an item that is applied twice is listed twice.
    "CREATE TABLE effect (author text, number bigint)",
)
REGISTER = "INSERT INTO author VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET items = author.items"
WRITE = """WITH added AS (INSERT INTO item VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING author, number),
effects AS (INSERT INTO effect SELECT author, number FROM added)
UPDATE author SET items = items + (SELECT count(*) FROM added) WHERE name = $1"""
#: What a program does that has not thought of unknown outcomes; it shows that the test finds doubled items.
WRITE_CARELESSLY = """WITH added AS (INSERT INTO effect VALUES ($1, $2))
UPDATE author SET items = items + 1 WHERE name = $1"""
LIST = "SELECT author || '-' || number FROM effect"
MISCOUNTED = """SELECT name FROM author LEFT JOIN (SELECT author, count(*) FROM effect GROUP BY 1) e ON author = name
WHERE items <> coalesce(count, 0)"""


class UnknownOutcome(Exception):
    """The session cannot be used any more, and its last statement may or may not have been committed."""


class Refused(Exception):
    """The server has rolled the statement back; the message is the SQLSTATE."""


class Session:
    """A connection on which no call waits for longer than the deadline."""

    def __init__(self, dsn):
        self.connection = pq.PGconn.connect(dsn.encode())
        self.warned = False
        if self.connection.status != pq.ConnStatus.OK:
            message = self.connection.error_message.decode(errors="replace")
            self.connection.finish()
            raise UnknownOutcome(message)
        self.connection.notice_handler = self._notice

    def run(self, statement, *parameters):
        """Runs a statement in a transaction of its own, and returns the rows of its result."""
        self.warned = False
        try:
            self.connection.send_query_params(statement.encode(), [str(each).encode() for each in parameters])
            result, rows = self._result(), []
        except psycopg.Error as error:
            raise UnknownOutcome(str(error)) from error
        if result is None or self.warned:
            raise UnknownOutcome("the answer is missing or doubtful")
        if result.status not in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
            state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
            message = f"{state} {result.error_message.decode(errors='replace')}"
            if state in ROLLED_BACK:
                raise Refused(message)
            if state[:2] in HOPELESS:
                raise SystemExit(message)
            # Among them 57P01 (terminated), 08* (connection lost) and 25006 (read-only).
            raise UnknownOutcome(message)
        for row in range(result.ntuples):
            rows.append([result.get_value(row, column).decode() for column in range(result.nfields)])
        return rows

    def close(self):
        self.connection.finish()

    def _result(self):
        deadline, last = time.monotonic() + DEADLINE, None
        while True:
            while self.connection.is_busy():
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self.connection.socket], [], [], left)[0]:
                    raise UnknownOutcome(f"no answer within {DEADLINE} s")
                self.connection.consume_input()
            result = self.connection.get_result()
            if result is None:
                return last
            last = result

    def _notice(self, _):
        self.warned = True


class Client:
    """Applies statements until each is acknowledged, over as many sessions as this takes."""

    def __init__(self, dsn):
        self.dsn = dsn
        self.session = None

    def apply(self, statement, *parameters):
        refusals = 0
        while True:
            try:
                self.session = self.session or Session(self.dsn)
                return self.session.run(statement, *parameters)
            except Refused:
                refusals += 1
                if refusals > RETRIES:
                    raise
                time.sleep(random.uniform(0, 0.01 * 2 ** min(refusals, 6)))
            except UnknownOutcome as error:
                print(f"{time.monotonic():.3f} {' '.join(str(error).split())}", file=sys.stderr, flush=True)
                if self.session:
                    self.session.close()
                    self.session = None
                time.sleep(random.uniform(0.05, 0.3))


def write(options):
    client, number, statement = Client(options.dsn), 0, WRITE_CARELESSLY if options.careless else WRITE
    client.apply(REGISTER, options.name)
    with open(options.log, "a", buffering=1, encoding="utf-8") as log:
        while True:
            client.apply(statement, options.name, number)
            log.write(f"{time.monotonic():.6f} {options.name}-{number}\n")
            number += 1
            time.sleep(options.pause)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("prepare", "write", "list"))
    parser.add_argument("--dsn", required=True)
    parser.add_argument("--log", type=pathlib.Path, default="/dev/stdout")
    parser.add_argument("--name", default="writer")
    parser.add_argument("--pause", type=float, default=0.01, help="seconds between two items")
    parser.add_argument("--careless", action="store_true", help="double items with an unknown outcome")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    if options.what == "write":
        write(options)
    client = Client(options.dsn)
    if options.what == "prepare":
        for table in TABLES:
            client.apply(table)
        return
    for row in client.apply(LIST):
        print(row[0])
    if wrong := client.apply(MISCOUNTED):
        sys.exit(f"The counters of these authors are wrong: {wrong}")


if __name__ == "__main__":
    main()
