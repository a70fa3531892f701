//! An arena for a test, and a client that sends requests to it.

use agon_web::{Arena, ArenaLimits, ReportFile, Reports};
use engine::{GameOpener, MachineKind, OpenGame, Playable, Resources, Unplayable};
use gdl::Rules;
use play::matches::PlayedMatch;
use play::tournament::{Tournament, TournamentRecord, TournamentResults};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// Opens games, with limits that soon refuse rules that are too large for a test.
pub struct Opener;

impl GameOpener for Opener {
    fn open(&self, rules: Rules) -> Result<Arc<dyn Playable>, Unplayable> {
        let resources = Resources { memory: 256, ..Resources::within(Duration::from_secs(20)) };
        Ok(Arc::new(OpenGame::open(rules, MachineKind::Circuit, resources)?))
    }
}

/// Reports of a test: one report, two tournaments, and names that must not be requested.
struct Shelf;

impl Reports for Shelf {
    fn names(&self) -> Vec<String> {
        vec!["tiny-small".to_owned()]
    }

    fn read(&self, name: &str, file: ReportFile) -> Option<String> {
        assert!(!name.contains(['/', '.']), "`{name}` was asked for");
        match (name, file) {
            ("tiny-small", ReportFile::Text) => Some("# Tiny\n\n<script>1</script>\n".to_owned()),
            ("tiny-small", ReportFile::Figure) => Some("<svg/>".to_owned()),
            _ => None,
        }
    }

    fn tournaments(&self) -> Vec<String> {
        vec!["broken".to_owned(), "cup".to_owned(), "my cup".to_owned()]
    }

    fn tournament(&self, name: &str) -> Option<Result<(Tournament, TournamentResults), String>> {
        assert!(!name.contains(['/', '.']), "`{name}` was asked for");
        match name {
            "cup" => Some(Ok(cup())),
            "broken" => Some(Err("line 3 is not the result of a match".to_owned())),
            _ => None,
        }
    }
}

/// Returns a tournament with three matches: one that can be stepped through, one with broken moves, and one of an
/// unknown game.
fn cup() -> (Tournament, TournamentResults) {
    let plan = r#"
        games = ["nim", "my.kif"]
        players = ["random", "legal"]
        matches = 2
        simulations = 1
    "#;
    let (plan, mut results) = (Tournament::read(plan).unwrap(), TournamentResults::default());
    for (game, number, joint) in
        [("nim", 0, "((take 1) noop)"), ("nim", 1, "("), ("my.kif", 0, "((take 1) noop)")]
    {
        results.add(TournamentRecord {
            game: game.to_owned(),
            players: vec!["random".to_owned(), "legal".to_owned()],
            number,
            conditions: plan.conditions_text(),
            played: PlayedMatch { goals: None, moves: vec![joint.to_owned()], stats: Vec::new() },
        });
    }
    (plan, results)
}

/// An arena that is open as long as the test runs.
pub struct Open {
    pub address: SocketAddr,
}

/// The answer to a request.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// Returns the answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }
}

impl Open {
    pub fn new() -> Open {
        Open::with(Arc::new(Opener), ArenaLimits::default())
    }

    pub fn with(opener: Arc<dyn GameOpener>, limits: ArenaLimits) -> Open {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let arena = Arena::open(opener, Arc::new(Shelf), limits, address);
        std::thread::spawn(move || arena.serve(listener, std::future::pending()).unwrap());
        Open { address }
    }

    /// Sends bytes as they are, and reads until the connection is closed.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The arena may close the connection before the whole request is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            unchunked(body)
        } else {
            body.to_owned()
        };
        Answer { status, head: head.to_owned(), body }
    }

    pub fn get(&self, path: &str) -> Answer {
        let host = self.address;
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        let (host, length) = (self.address, body.len());
        self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    /// Begins a match and returns the answer.
    #[track_caller]
    pub fn begin(&self, game: &str, players: &[&str], seconds: f64) -> Value {
        let wish = serde_json::json!({ "game": game, "players": players, "seconds": seconds });
        self.post("/api/matches", &wish).expect(201).json()
    }

    /// Waits until a condition holds for a match, and returns its last position.
    #[track_caller]
    pub fn when(&self, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3000 {
            let position = self.get(&format!("/api/matches/{id}")).expect(200).json();
            if holds(&position) {
                return position;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the condition never held");
    }

    /// Watches a match. Returns the names and data of its events.
    pub fn watch(&self, id: &str) -> impl Iterator<Item = (String, Value)> + use<> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let host = self.address;
        let request = format!("GET /api/matches/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        let mut name = String::new();
        std::iter::from_fn(move || {
            loop {
                let line = lines.next()?;
                if let Some(event) = line.strip_prefix("event: ") {
                    name = event.to_owned();
                } else if let Some(data) = line.strip_prefix("data: ") {
                    return Some((name.clone(), serde_json::from_str(data).unwrap()));
                }
            }
        })
    }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let (Some(chunk), Some(after)) = (rest.get(..size), rest.get(size + 2..)) else { break };
        if size == 0 {
            break;
        }
        text += chunk;
        body = after;
    }
    text
}
