//! The arena as a program: its first output, its address and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The program, which is ended with the test.
pub struct Program(pub Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program; what it says until it has said where the arena is, and where that is.
pub fn open(arguments: &[&str]) -> (Program, String, String) {
    open_with(arguments, Stdio::inherit())
}

/// Starts the program with this standard error.
pub fn open_with(arguments: &[&str], stderr: Stdio) -> (Program, String, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .expect("the program starts");
    let mut program = Program(program);
    let mut lines = BufReader::new(program.0.stdout.take().expect("it is piped")).lines();
    let mut said = String::new();
    loop {
        let line = lines.next().expect("it says where the arena is").expect("it is text");
        said += &format!("{line}\n");
        if let Some((_, address)) = line.split_once("http://") {
            let address = address.trim_end_matches('/').to_owned();
            return (program, said, address);
        }
    }
}

fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the arena is there");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn without_arguments_it_greets_and_opens_the_arena() {
    let (_program, said, address) = open(&[]);
    assert!(said.contains("agon play connect-four"), "{said}");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(ask(&address, "/").contains("Tic-tac-toe"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_closes_the_arena() {
    let (mut program, _, address) = open(&["serve", "--port", "0"]);
    assert!(ask(&address, "/api/games/nim").contains("\"seats\":[\"white\",\"black\"]"));
    let number = program.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().expect("kill").success());
    assert_eq!(program.0.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let output = crate::run::agon(&["serve", "--port", &port]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("cannot listen on 127.0.0.1"), "{}", output.stderr);
}
