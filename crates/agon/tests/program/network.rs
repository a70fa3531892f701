//! Matches over the network, between our programs and with others that bend the protocol in every way we know of.

use crate::player::{Player, body, rules};
use crate::run::{addresses, agon, json};
use game::{Machine, MachineExt};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn record(path: &Path) -> Value {
    json(&std::fs::read_to_string(path).expect("there is a record"))
}

/// Holds a match of this game; what was printed, and the record.
pub fn held(game: &str, list: &str, more: &[&str]) -> (String, Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("record.json");
    let file = path.to_str().expect("a plain path");
    let arguments = [&["net", "referee", game], &addresses(list)[..]].concat();
    let rest = ["--start-clock", "2", "--play-clock", "1", "--seed", "5", "--record", file];
    let output = agon(&[&arguments[..], &rest[..], more].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    (output.stdout, record(&path))
}

/// Whether nobody did anything wrong.
pub fn without_errors(record: &Value) -> bool {
    let rows = record["errors"].as_array().expect("errors of each step");
    rows.iter().flat_map(|row| row.as_array().expect("of each role")).all(|error| error == "")
}

/// Returns the line of play of a record, a joint move on each line.
fn line(record: &Value) -> String {
    let joint = |moves: &Value| {
        let moves = moves.as_array().expect("a move of each role").iter();
        let texts: Vec<&str> = moves.map(|text| text.as_str().expect("a text")).collect();
        format!("({})\n", texts.join(" "))
    };
    record["moves"].as_array().expect("moves").iter().map(joint).collect()
}

/// Replays the record with another machine: its states and goals must be those of the rules.
pub fn is_true(game: &str, record: &Value) {
    let mut machine = oracle::reference(game);
    let state = game::line::replay(&mut machine, &line(record)).expect("legal moves");
    assert!(machine.terminal(&state).expect("an answer"));
    let last = record["states"].as_array().and_then(|states| states.last()).expect("states");
    assert_eq!(*last, format!("( {} )", machine.state_texts(&state).join(" ")));
    for role in machine.role_ids() {
        let goal = machine.goal(&state, role).expect("an answer").value();
        assert_eq!(record["goalValues"][role.0 as usize], goal);
    }
    let count = |key: &str| record[key].as_array().map_or(0, Vec::len);
    assert_eq!(count("states"), count("moves") + 1);
    assert_eq!(count("errors"), count("states"));
    assert_eq!(count("stateTimes"), count("states"));
}

#[test]
fn referee_and_players_play_several_matches_in_turn() {
    let (one, two) = (Player::new("random"), Player::new("legal"));
    let both = format!("{},http://{}/", one.address, two.address);
    for (game, scramble) in
        [("tic-tac-toe", false), ("nim", true), ("connect-four", true), ("roshambo", true)]
    {
        let more: &[&str] = if scramble { &["--scramble"] } else { &[] };
        let (output, record) = held(game, &both, more);
        assert!(output.contains("\nover after "), "{output}");
        assert!(without_errors(&record), "{record}");
        assert_eq!(record["scrambled"], scramble);
        assert_eq!(record["isCompleted"], true);
        assert_eq!(record["playerNamesFromHost"][0], one.address.as_str());
        is_true(game, &record);
    }
    let (_, record) = held("eight-puzzle", &two.address, &["--scramble"]);
    assert!(without_errors(&record), "{record}");
    is_true("eight-puzzle", &record);
    assert!(one.is_available() && two.is_available());
}

#[test]
fn players_that_think_answer_in_time() {
    let (one, two) = (Player::new("cadia-2007"), Player::new("cadia-2010"));
    let both = format!("{},{}", one.address, two.address);
    let (_, record) = held("nim", &both, &["--scramble"]);
    assert!(without_errors(&record), "{record}");
    is_true("nim", &record);
    let times = record["stateTimes"].as_array().expect("times").iter();
    let times: Vec<u64> = times.map(|time| time.as_u64().expect("a time")).collect();
    // The first move is asked for when the start clock is over.
    let slowest = times[1..].windows(2).map(|pair| pair[1] - pair[0]).max();
    assert!(slowest.is_some_and(|slowest| slowest < 3000), "{times:?}");
}

#[test]
fn players_that_are_not_there_or_talk_nonsense_are_marked_and_the_match_goes_on() {
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr();
    let nobody = nobody.expect("an address").to_string();
    let player = Player::new("random");
    let (output, record) = held("nim", &format!("{nobody},{}", player.address), &[]);
    assert!(output.contains("[CE]"), "{output}");
    let errors = record["errors"].as_array().expect("errors");
    assert!(errors.iter().all(|row| row[0] == "CE" && row[1] == ""), "{record}");
    is_true("nim", &record);

    // It answers everything with `resign`, but the first move not at all.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let nonsense = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        let mut silent = Vec::new();
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.expect("a connection");
            let _ = stream.read(&mut [0; 1 << 16]);
            if number == 1 {
                silent.push(stream);
                continue;
            }
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 6\r\n\r\nresign");
        }
    });
    let (_, record) = held("nim", &format!("{nonsense},{}", player.address), &["--scramble"]);
    assert_eq!(record["errors"][0], serde_json::json!(["", ""]));
    assert_eq!(record["errors"][1], serde_json::json!(["TO", ""]));
    assert_eq!(record["errors"][2], serde_json::json!(["IL resign", ""]));
    is_true("nim", &record);
}

#[test]
fn what_makes_no_match_is_said_before_anything_runs() {
    let output = agon(&["net", "referee", "nim", "--address", "localhost:1"]);
    assert_eq!(output.code, 2);
    let expected = "error: the game needs 2 players (white, black), and there are 1\n";
    assert_eq!(output.stderr, expected);
    assert_eq!(agon(&["net", "referee", "nim", "--address", "a b", "--address", "c"]).code, 2);
    assert_eq!(agon(&["net", "referee", "nimm", "--address", "a", "--address", "b"]).code, 2);
    let output = agon(&["net", "player", "--player", "nobody"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("there is no player `nobody`"), "{}", output.stderr);
    assert_eq!(agon(&["net", "player", "--player", "random", "--name", "a b"]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_is_aborted_and_recorded() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let sleepy = listener.local_addr().expect("an address").to_string();
    let messages = std::thread::spawn(move || {
        let mut messages = Vec::new();
        let mut open = Vec::new();
        // START is answered, PLAY is not, and then ABORT comes.
        for number in 0..3 {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut bytes = [0; 1 << 16];
            let count = stream.read(&mut bytes).expect("a message");
            messages.push(String::from_utf8_lossy(&bytes[..count]).into_owned());
            if number != 1 {
                let _ = stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
            open.push(stream);
        }
        messages
    });
    let player = Player::new("random");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("record.json");
    let mut referee = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["net", "referee", "nim", "--address", &sleepy, "--address", &player.address])
        .args(["--start-clock", "1", "--play-clock", "100", "--record"])
        .arg(&path)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while !path.exists() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    let id = referee.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("there is a command kill");
    assert_eq!(referee.wait().expect("it ends").code(), Some(1));
    let record = record(&path);
    assert_eq!((&record["isAborted"], &record["isCompleted"]), (&true.into(), &false.into()));
    assert_eq!(record["states"].as_array().map(Vec::len), Some(1));
    let messages = messages.join().expect("the peer ends");
    assert!(messages[1].contains("(PLAY ") && messages[2].contains("(ABORT "), "{messages:?}");
    assert!(player.is_available());
}

/// The messages have the form that another program uses: upper case, no lengths, and messages in paths.
#[test]
fn another_programs_referee_plays_a_match() {
    let player = Player::new("random");
    let without_length = |message: &str| {
        let mut stream = player.connect();
        write!(stream, "POST / HTTP/1.0\r\nACCEPT: text/delim\r\nSENDER: OTHER\r\n\r\n{message}")
            .expect("it is sent");
        stream.shutdown(Shutdown::Write).expect("the stream is ended");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        body(&answer)
    };
    let in_path = |message: &str| {
        let encoded: String = message.bytes().map(|byte| format!("%{byte:02X}")).collect();
        body(&player.raw(format!("GET /{encoded} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()))
    };
    let checked = gdl::check("rules", rules("tic-tac-toe").as_bytes());
    let text = gdl::print::kif(&checked.sheet).to_ascii_uppercase();
    let mut machine = oracle::reference_of(checked.rules.expect("clean"));
    let start = format!("( START MATCH.7 OPLAYER ({text}) 1 1 EXTRA (ARGUMENTS))");
    assert_eq!(without_length(&start), "ready");
    let (mut state, mut moves) = (machine.initial_state().expect("a state"), "NIL".to_owned());
    let mut step = 0;
    while !machine.terminal(&state).expect("an answer") {
        let message = format!("(PLAY MATCH.7 {moves})");
        let answer = if step % 2 == 0 { in_path(&message) } else { without_length(&message) };
        let mut joint = Vec::new();
        for role in machine.role_ids() {
            let mut legal = Vec::new();
            machine.legal(&state, role, &mut legal).expect("moves");
            let theirs = machine.find_move(&answer).filter(|action| legal.contains(action));
            joint.push(match role.0 {
                0 => legal[step % legal.len()],
                _ => theirs.unwrap_or_else(|| panic!("`{answer}` is not legal")),
            });
        }
        moves = machine.joint_text(&joint).to_ascii_uppercase();
        let mut next = game::State::default();
        machine.next(&state, &joint, &mut next).expect("a state");
        (state, step) = (next, step + 1);
    }
    assert_eq!(in_path("(STOP OTHER NIL)"), "busy");
    assert_eq!(in_path(&format!("(Stop match.7\n{moves})")), "done");
    assert!(
        player
            .raw(b"OPTIONS / HTTP/1.0\r\n\r\n")
            .contains("Access-Control-Allow-Methods: POST, GET, OPTIONS")
    );
    assert_eq!(body(&player.raw(b"OPTIONS / HTTP/1.0\r\n\r\n")), "");
    assert!(player.is_available());
}

#[test]
fn hostile_peers_are_survived() {
    let player = Player::new("random");
    let refused = |bytes: &[u8]| {
        let mut stream = player.connect();
        // The player may hang up before it has heard everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.0 400 "), "{answer}");
    };
    refused(b"");
    refused(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc");
    refused(&[0; 100_000]);
    refused(&[b'x'; 3_000_000]);
    refused(b"POST / HTTP/1.0\r\nContent-Length: 18446744073709551615\r\n\r\n(INFO)");
    refused(b"POST / HTTP/1.0\r\nContent-Length: 9000000\r\n\r\n(INFO)");
    refused(&[b"POST / HTTP/1.0\r\n\r\n".as_slice(), &vec![b'('; 9_000_000]].concat());
    refused(&[b"POST / HTTP/1.0\r\n\r\n".as_slice(), &vec![b'('; 2_000_000]].concat());
    refused(b"POST / HTTP/1.0\r\n\r\n\xff\xfe(");
    for message in [
        "(",
        ")",
        "((((((((((",
        "(PLAY)",
        "(START m you)",
        "(HELLO)",
        "() ()",
        "(START m r (x) -1 1)",
    ] {
        let length = message.len();
        refused(format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}").as_bytes());
    }
    // Rules that cannot be played, of all sizes.
    let rules = ["", "(role you)", &"(f ".repeat(100_000), &"(a b)".repeat(400_000)];
    for rules in rules {
        let closing = ")".repeat(rules.matches('(').count() - rules.matches(')').count());
        assert_eq!(player.says(&format!("(START m you ({rules}{closing}) 10 10)")), "busy");
    }
    // Many that stay, silent or slow, while a match is played.
    let mut staying: Vec<TcpStream> = (0..100).map(|_| player.connect()).collect();
    for stream in &mut staying[50..] {
        let _ = stream.write_all(b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(IN");
    }
    // Some leave without waiting for an answer.
    for _ in 0..20 {
        let mut stream = player.connect();
        let _ = stream.write_all(b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)");
    }
    let address = player.address.clone();
    let slow = std::thread::spawn(move || {
        let mut stream = TcpStream::connect(address).expect("the player is there");
        for byte in b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)" {
            stream.write_all(&[*byte])?;
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    });
    let other = Player::new("legal");
    let both = format!("{},{}", player.address, other.address);
    let (_, record) = held("connect-four", &both, &[]);
    assert!(without_errors(&record), "{record}");
    let answer = slow.join().expect("the slow peer ends");
    assert!(answer.is_ok_and(|answer| answer.contains("(name Tester)")));
    drop(staying);
    assert!(player.is_available());
}
