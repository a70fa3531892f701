//! Runs the program from the root of the project.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output and the exit code of a run of the program.
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Returns the root folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the project is there")
}

/// Runs `agon` with these arguments.
pub fn agon(arguments: &[&str]) -> Output {
    agon_with_input(arguments, "")
}

/// Returns the flags that name these players, which are separated by commas.
pub fn players(list: &str) -> Vec<&str> {
    list.split(',').flat_map(|player| ["--player", player]).collect()
}

/// Returns the flags that name these addresses of players, which are separated by commas.
pub fn addresses(list: &str) -> Vec<&str> {
    list.split(',').flat_map(|address| ["--address", address]).collect()
}

/// Runs `agon` with these arguments and this text on standard input.
pub fn agon_with_input(arguments: &[&str], input: &str) -> Output {
    agon_in(&root(), arguments, input)
}

/// Runs `agon` in a folder, with these arguments and this text on standard input.
pub fn agon_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // The program may end without reading it all.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Output {
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("output is UTF-8"),
        code: output.status.code().expect("the program was not killed"),
    }
}

/// Replaces every number with a decimal point (times, speeds) by `#`.
pub fn masked(text: &str) -> String {
    let mask = |word: &str| {
        let is_time = word.contains('.') && word.parse::<f64>().is_ok();
        if is_time { "#".to_owned() } else { word.to_owned() }
    };
    let lines = text.lines().map(|line| line.split(' ').map(mask).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Parses a text as JSON.
pub fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("the output is JSON")
}
