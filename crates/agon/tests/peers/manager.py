"""A peer for Agon that shares nothing with it: a game manager and a player of the GGP protocol.

It is written from the description of the protocol alone, with Python's standard library, and knows the rules of
tic-tac-toe and connect four by hand.

    manager.py manage HOST:PORT GAME RULES [--matches N] [--grace SECONDS]
        plays whole matches against the player there, each role in turn, and checks every answer
    manager.py play [--matches N]
        plays tic-tac-toe for whoever asks, and checks every message; ends after so many matches

Both exit with 1 and a list of faults if the other side broke the protocol.
"""

import argparse
import http.client
import http.server
import math
import random
import re
import sys
import time
import urllib.parse


class TicTacToe:
    """Cells are marked in turn; three in a line win."""

    roles = ["xplayer", "oplayer"]

    def __init__(self):
        self.cells = {}
        self.turn = 0

    def legal(self, role):
        if role != self.turn:
            return ["noop"]
        free = [(m, n) for m in (1, 2, 3) for n in (1, 2, 3) if (m, n) not in self.cells]
        return [f"(mark {m} {n})" for m, n in free]

    def apply(self, joint):
        m, n = map(int, re.findall(r"\d+", joint[self.turn]))
        self.cells[m, n] = self.turn
        self.turn = 1 - self.turn

    def winner(self):
        triples = [[(i, j) for j in (1, 2, 3)] for i in (1, 2, 3)]
        triples += [[(j, i) for j in (1, 2, 3)] for i in (1, 2, 3)]
        triples += [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 2), (3, 1)]]
        for triple in triples:
            owners = {self.cells.get(cell) for cell in triple}
            if len(owners) == 1 and None not in owners:
                return owners.pop()
        return None

    def over(self):
        return self.winner() is not None or len(self.cells) == 9


class ConnectFour:
    """Discs are dropped into seven columns of six; four in a line win."""

    roles = ["white", "red"]

    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.turn = 0

    def legal(self, role):
        if role != self.turn:
            return ["noop"]
        return [f"(drop {x + 1})" for x in range(7) if len(self.columns[x]) < 6]

    def apply(self, joint):
        column = int(re.search(r"\d+", joint[self.turn]).group()) - 1
        self.columns[column].append(self.turn)
        self.turn = 1 - self.turn

    def at(self, x, y):
        inside = 0 <= x < 7 and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None

    def winner(self):
        for x in range(7):
            for y in range(6):
                for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                    owners = {self.at(x + i * dx, y + i * dy) for i in range(4)}
                    if len(owners) == 1 and None not in owners:
                        return owners.pop()
        return None

    def over(self):
        return self.winner() is not None or all(len(column) == 6 for column in self.columns)


GAMES = {"tic-tac-toe": TicTacToe, "connect-four": ConnectFour}


def parse(text):
    """A text of words and lists, as Python's strings and lists; words in lower case."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise ValueError(f"a parenthesis too many in {text[:80]!r}")
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError(f"not one term: {text[:80]!r}")
    return stack[0][0]


def show(term):
    return term if isinstance(term, str) else "(" + " ".join(map(show, term)) + ")"


class Faults:
    """What the other side did wrong; everything is reported, not only the first."""

    def __init__(self):
        self.found = []

    def expect(self, holds, what):
        if not holds:
            self.found.append(what)
            print(f"FAULT: {what}", file=sys.stderr, flush=True)

    def equal(self, found, expected, what):
        self.expect(found == expected, f"{what}: {found!r} instead of {expected!r}")


class Manager:
    """Sends messages to a player in all ways that the protocol knows, and checks the answers."""

    def __init__(self, options):
        self.host, port = options.player.rsplit(":", 1)
        self.port = int(port)
        self.game = GAMES[options.game]
        with open(options.rules, encoding="utf-8") as file:
            self.rules = file.read()
        self.start_clock, self.play_clock = options.start_clock, options.play_clock
        self.grace = options.grace
        self.random = random.Random(options.seed)
        self.faults = Faults()
        self.latest = -math.inf

    def request(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=600)
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            return response, response.read().decode("utf-8")
        finally:
            connection.close()

    def ask(self, message, path=False):
        """Sends a message, in the body or in the path; the answer."""
        if path:
            response, text = self.request("GET", "/" + urllib.parse.quote(message, safe=""), None, {})
        else:
            headers = {
                "Accept": "text/delim",
                "Sender": "GAMESERVER",
                "Receiver": "PLAYER",
                "Content-Type": "text/acl",
            }
            response, text = self.request("POST", "/", message.encode("utf-8"), headers)
        self.faults.equal(response.status, 200, f"status of the answer to {message[:40]}")
        self.faults.equal(response.getheader("Content-Type"), "text/acl", "Content-Type")
        length = str(len(text.encode("utf-8")))
        self.faults.equal(response.getheader("Content-Length"), length, "Content-Length")
        self.faults.equal(response.getheader("Access-Control-Allow-Origin"), "*", "Allow-Origin")
        return text.strip()

    def answer(self, message, expected, path=False):
        self.faults.equal(self.ask(message, path).lower(), expected, f"answer to {message[:40]}")

    def timed(self, message, clock, path=False):
        begun = time.monotonic()
        text = self.ask(message, path)
        took = time.monotonic() - begun
        self.latest = max(self.latest, took - clock)
        late = f"the answer to {message[:40]} took {took:.3f} s, and the clock was {clock} s"
        self.faults.expect(took <= clock + self.grace, late)
        return text

    def status(self, expected):
        """INFO: a list of pairs, of which the status is one; or a bare word, which is the status."""
        info = parse(self.ask("(INFO)"))
        if isinstance(info, str):
            self.faults.equal(info, expected, "INFO")
            return
        pairs = {pair[0]: show(pair[1]) for pair in info if len(pair) == 2}
        self.faults.equal(pairs.get("status"), expected, "status in INFO")
        self.faults.expect(bool(pairs.get("name")), "INFO has no name")

    def start(self, name, role, upper=False):
        rules = self.rules.upper() if upper else self.rules
        role = self.game.roles[role].upper() if upper else self.game.roles[role]
        message = f"(START {name} {role} ({rules}\n) {self.start_clock} {self.play_clock})"
        self.faults.equal(self.timed(message, self.start_clock).lower(), "ready", "answer to START")

    def match(self, name, role, upper=False):
        """A whole match, in which the player has this role and we have the other."""
        self.start(name, role, upper)
        self.status("busy")
        self.answer(f"(START {name}.other {self.game.roles[role]} ({self.rules}\n) 5 5)", "busy")
        self.answer(f"(PREVIEW ({self.rules}\n) 5)", "busy")
        state, moves, step = self.game(), "NIL", 0
        while not state.over():
            self.answer(f"(PLAY {name}.other NIL)", "busy")
            text = self.timed(f"(PLAY {name} {moves})", self.play_clock, path=step % 3 == 2)
            joint = [self.random.choice(state.legal(other)) for other in (0, 1)]
            legal = state.legal(role)
            move = show(parse(text))
            self.faults.expect(move in legal, f"{name}: {text!r} is not among {legal}")
            if move in legal:
                joint[role] = move
            state.apply(joint)
            moves = "(" + " ".join(joint) + ")"
            moves = moves.upper() if upper else moves
            step += 1
        self.answer(f"(STOP {name}.other {moves})", "busy")
        self.answer(f"(STOP {name} {moves})", "done")
        self.status("available")
        print(f"{name}: {step} moves, winner {state.winner()}, the player was {role}", flush=True)

    def aborted(self, name):
        """A match that is aborted after its first move leaves the player free for the next."""
        self.start(name, 0)
        move = show(parse(self.timed(f"(PLAY {name} NIL)", self.play_clock)))
        self.faults.expect(move in self.game().legal(0), f"{name}: {move} is not legal")
        self.answer(f"(ABORT {name}.other)", "busy")
        self.answer(f"(ABORT {name})", "aborted", path=True)
        self.answer(f"(ABORT {name})", "busy")
        self.answer(f"(PLAY {name} NIL)", "busy")
        self.status("available")

    def options(self):
        response, text = self.request("OPTIONS", "/", None, {})
        self.faults.equal((response.status, text), (200, ""), "answer to OPTIONS")
        allowed = response.getheader("Access-Control-Allow-Methods")
        self.faults.equal(allowed, "POST, GET, OPTIONS", "Allow-Methods")

    def run(self, matches):
        self.options()
        self.status("available")
        self.answer("(ping)", "ready")
        self.answer(f"(PREVIEW ({self.rules}\n) 5)", "ready")
        self.status("available")
        for number in range(matches):
            self.match(f"peer.{number}", number % 2, upper=number % 2 == 1)
        self.aborted("peer.aborted")
        print(f"latest answer: {self.latest:+.3f} s after its clock", flush=True)


class Table(http.server.BaseHTTPRequestHandler):
    """A player of tic-tac-toe, one match at a time; what it knows of the match is kept by its server."""

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        text = self.rfile.read(length).decode("utf-8")
        faults = self.server.faults
        for name, value in [("Accept", "text/delim"), ("Content-Type", "text/acl")]:
            faults.equal(self.headers.get(name), value, f"header {name}")
        for name in ["Host", "Sender", "Receiver"]:
            faults.expect(bool(self.headers.get(name)), f"there is no header {name}")
        answer = self.server.reply(parse(text)).encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", "text/acl")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class Player(http.server.HTTPServer):
    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Table)
        self.random = random.Random(options.seed)
        self.left = options.matches
        self.faults = Faults()
        self.name = None

    def handle_error(self, request, client_address):
        self.faults.expect(False, f"a message that cannot be understood: {sys.exc_info()[1]!r}")

    def reply(self, message):
        words = {"start": self.begin, "play": self.play, "stop": self.stop, "abort": self.abort}
        first = message[0] if isinstance(message, list) and message else message
        if first in words:
            return words[first](*message[1:])
        if first == "preview":
            return "busy" if self.name else "ready"
        self.faults.expect(first == "info", f"an unknown message {first!r}")
        return f"((name peer) (status {'busy' if self.name else 'available'}) (species program))"

    def begin(self, name, role, rules, start_clock, play_clock, *_):
        if self.name is not None:
            self.faults.expect(False, f"START {name} during the match {self.name}")
            return "busy"
        self.faults.expect(["role", role] in rules, f"{role} is not a role of the rules")
        self.faults.expect(int(start_clock) >= 0 and int(play_clock) > 0, "clocks are positive")
        self.name, self.role = name, TicTacToe.roles.index(role)
        self.state, self.asked = TicTacToe(), False
        return "ready"

    def follow(self, word, name, moves):
        """Applies the moves; whether the message fits the match."""
        self.faults.equal(name, self.name, f"the match of {word}")
        if name != self.name:
            return False
        if moves == "nil":
            self.faults.expect(word == "play" and not self.asked, f"{word} without moves")
        else:
            joint = [show(move) for move in moves]
            for role, move in enumerate(joint):
                legal = self.state.legal(role)
                self.faults.expect(move in legal, f"{word}: {move} of {role} is not among {legal}")
            if self.asked:
                self.faults.equal(joint[self.role], self.chosen, "our own move")
            self.state.apply(joint)
        over = self.state.over()
        self.faults.equal(over, word == "stop", f"{word}: whether the game is over")
        return True

    def play(self, name, moves):
        if not self.follow("play", name, moves):
            return "busy"
        self.asked = True
        self.chosen = self.random.choice(self.state.legal(self.role))
        # Names are case-insensitive, and spaces do not matter.
        return self.chosen.upper().replace(" ", "  ")

    def stop(self, name, moves):
        if not self.follow("stop", name, moves):
            return "busy"
        self.end()
        return "done"

    def abort(self, name):
        self.faults.expect(False, f"ABORT of {name}")
        self.end()
        return "aborted"

    def end(self):
        self.name = None
        self.left -= 1

    def run(self):
        print(f"peer waits on 127.0.0.1:{self.server_port}", flush=True)
        while self.left > 0:
            self.handle_request()


def arguments():
    parser = argparse.ArgumentParser(description="A peer for tests of the GGP protocol.")
    commands = parser.add_subparsers(dest="command", required=True)
    manage = commands.add_parser("manage", help="hold matches with a player")
    manage.add_argument("player", metavar="HOST:PORT")
    manage.add_argument("game", choices=sorted(GAMES))
    manage.add_argument("rules", metavar="RULES")
    manage.add_argument("--start-clock", type=int, default=2)
    manage.add_argument("--play-clock", type=int, default=1)
    # What the game managers of ggp-base add to the clock.
    manage.add_argument("--grace", type=float, default=1.0, metavar="SECONDS")
    play = commands.add_parser("play", help="play tic-tac-toe")
    play.add_argument("--port", type=int, default=0)
    for command in (manage, play):
        command.add_argument("--matches", type=int, default=1)
        command.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    if options.command == "manage":
        peer = Manager(options)
        peer.run(options.matches)
    else:
        peer = Player(options)
        peer.run()
    sys.exit(1 if peer.faults.found else 0)


if __name__ == "__main__":
    main()
