//! Players on the network, as processes of their own.

use crate::run::root;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A program that plays over the network, until this value is dropped.
pub struct Player {
    process: Child,
    /// The address at which it accepts connections.
    pub address: String,
}

impl Player {
    /// Starts one with these settings, on any free port.
    pub fn new(agent: &str) -> Player {
        let mut program = Command::new(env!("CARGO_BIN_EXE_agon"));
        program.args(["net", "player", "--port", "0", "--player", agent, "--name", "Tester"]);
        Player::of(&mut program)
    }

    /// Starts a program that says, at the end of its first line, where it waits.
    pub fn of(program: &mut Command) -> Player {
        program.current_dir(root()).stdout(Stdio::piped());
        let mut process = program.spawn().expect("the program starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("standard output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it waits");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        Player { process, address }
    }

    /// Opens a connection to the player.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the player is there");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
        stream
    }

    /// Sends these bytes, as they are, and reads the answer to its end.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Sends a message the usual way; the answer.
    pub fn says(&self, message: &str) -> String {
        let length = message.len();
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}");
        body(&self.raw(request.as_bytes()))
    }

    /// Waits until it ends by itself; its exit code.
    pub fn ends(mut self) -> Option<i32> {
        self.process.wait().expect("the program ends").code()
    }

    /// Whether it has no match.
    pub fn is_available(&self) -> bool {
        self.says("(INFO)") == "((name Tester) (status available) (species program))"
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the body of a successful response.
pub fn body(response: &str) -> String {
    let (head, body) = response.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.0 200 OK"), "{response}");
    body.to_owned()
}

/// Returns the rules of a bundled game.
pub fn rules(game: &str) -> &'static str {
    oracle::sheet(game)
}
