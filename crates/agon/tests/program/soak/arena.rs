//! Many spectators and many matches in one arena.

use super::{GAMES, alone, setting};
use crate::arena::{Program, open};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Measurements of all visitors: errors and response times.
#[derive(Default)]
struct Seen {
    events: AtomicUsize,
    ends: AtomicUsize,
    begun: AtomicUsize,
    /// Connections that broke off in the middle of a match.
    dropped: AtomicUsize,
    /// Positions that came after later ones.
    disordered: AtomicUsize,
    /// Response times in milliseconds.
    answers: Mutex<Vec<f64>>,
}

#[test]
#[ignore = "takes five minutes, for people"]
fn soak_of_the_arena_with_many_spectators() {
    let _alone = alone();
    let time = Duration::from_secs(setting("AGON_SOAK_SECONDS", 300));
    let (spectators, matches) =
        (setting("AGON_SOAK_SPECTATORS", 200), setting("AGON_SOAK_MATCHES", 20));
    let (program, _, address) = open(&["serve", "--port", "0"]);
    let (seen, is_over, running) =
        (Seen::default(), AtomicBool::new(false), Mutex::new(Vec::new()));
    let begun = Instant::now();
    let mut most_memory = 0;
    std::thread::scope(|scope| {
        for number in 0..matches {
            let (address, seen, running, is_over) = (&address, &seen, &running, &is_over);
            scope.spawn(move || keep_playing(address, number, seen, running, is_over));
        }
        while running.lock().unwrap().len() < matches {
            std::thread::sleep(Duration::from_millis(50));
        }
        for number in 0..spectators {
            let (address, seen, running, is_over) = (&address, &seen, &running, &is_over);
            scope.spawn(move || watch_on(address, number, seen, running, is_over));
        }
        while begun.elapsed() < time {
            let asked = Instant::now();
            let answer = ask(&address, "GET", "/api/matches", "");
            assert!(answer.is_array(), "{answer}");
            seen.answers.lock().unwrap().push(1000.0 * asked.elapsed().as_secs_f64());
            most_memory = most_memory.max(memory(&program));
            std::thread::sleep(Duration::from_millis(100));
        }
        // Everybody leaves with the next thing that they hear; the arena is closed afterwards.
        is_over.store(true, Ordering::SeqCst);
    });
    let mut answers = seen.answers.into_inner().unwrap();
    answers.sort_by(f64::total_cmp);
    let share = |share: f64| answers[((answers.len() - 1) as f64 * share) as usize];
    println!(
        "{spectators} spectators, {matches} matches at a time for {} s: {} matches begun, {} ends and {} events seen, \
         {} connections dropped, {} events out of order",
        time.as_secs(),
        seen.begun.load(Ordering::SeqCst),
        seen.ends.load(Ordering::SeqCst),
        seen.events.load(Ordering::SeqCst),
        seen.dropped.load(Ordering::SeqCst),
        seen.disordered.load(Ordering::SeqCst),
    );
    println!(
        "{} answers: {:.1} ms in the median, {:.1} ms in 99 of 100, {:.1} ms at most; {most_memory} MiB of memory at most",
        answers.len(),
        share(0.5),
        share(0.99),
        share(1.0)
    );
    assert_eq!(seen.dropped.load(Ordering::SeqCst), 0, "nothing is dropped");
    assert_eq!(seen.disordered.load(Ordering::SeqCst), 0, "nothing comes too late");
    assert!(seen.ends.load(Ordering::SeqCst) > 0, "ends are seen");
}

/// Plays one match after the other until the test is over.
fn keep_playing(
    address: &str,
    number: usize,
    seen: &Seen,
    running: &Mutex<Vec<String>>,
    is_over: &AtomicBool,
) {
    let players =
        [["agon", "cadia-2010"], ["cadia-2008", "gifl"], ["mc", "flux"], ["cadia-2009", "kuhl"]];
    let mut round = number;
    while !is_over.load(Ordering::SeqCst) {
        let game = GAMES[round % GAMES.len()];
        let wish =
            json!({ "game": game, "players": players[round % players.len()], "seconds": 1.0 });
        let begun = ask(address, "POST", "/api/matches", &wish.to_string());
        let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
        seen.begun.fetch_add(1, Ordering::SeqCst);
        running.lock().unwrap().push(id.clone());
        while !is_over.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(500));
            let status = &ask(address, "GET", &format!("/api/matches/{id}"), "")["status"];
            if status != "preparing" && status != "running" {
                assert!(status == "over" || is_over.load(Ordering::SeqCst), "{status}");
                break;
            }
        }
        running.lock().unwrap().retain(|other| *other != id);
        round += 7;
    }
}

/// Watches one match after the other to its end.
fn watch_on(
    address: &str,
    number: usize,
    seen: &Seen,
    running: &Mutex<Vec<String>>,
    is_over: &AtomicBool,
) {
    let mut turn = number;
    while !is_over.load(Ordering::SeqCst) {
        let id = {
            let running = running.lock().unwrap();
            running.get(turn % running.len().max(1)).cloned()
        };
        turn += 1;
        match id {
            Some(id) => watch(address, &id, seen, is_over),
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn watch(address: &str, id: &str, seen: &Seen, is_over: &AtomicBool) {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET /api/matches/{id}/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let (mut name, mut last) = (String::new(), 0);
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        if let Some(event) = line.strip_prefix("event: ") {
            name = event.to_owned();
        } else if let Some(data) = line.strip_prefix("data: ") {
            seen.events.fetch_add(1, Ordering::SeqCst);
            if name == "position" {
                let position: Value = serde_json::from_str(data).unwrap();
                let ply = position["ply"].as_u64().unwrap_or(0);
                seen.disordered.fetch_add(usize::from(ply < last), Ordering::SeqCst);
                last = ply;
                if position["status"] == "over" {
                    seen.ends.fetch_add(1, Ordering::SeqCst);
                    return;
                }
            }
        }
        if is_over.load(Ordering::SeqCst) {
            return;
        }
    }
    if !is_over.load(Ordering::SeqCst) {
        seen.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Asks the arena for JSON.
pub fn ask(address: &str, method: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    // At the end the arena is gone.
    let _ = stream.read_to_string(&mut answer);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or(Value::Null)
}

/// Returns the memory that a program uses in MiB, or 0 if the system does not tell.
fn memory(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.0.id()));
    let line = status.ok().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("VmRSS:").map(str::to_owned))
    });
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}
