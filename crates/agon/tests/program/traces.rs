//! `agon dev verify` on good, divergent and damaged traces.

use crate::run::{Output, agon};
use std::io::Write;

const HEADER: &str = r#"{"roles":["white","black"]}"#;
const FIRST: &str = r#"{"g":0,"step":0,"state":["(num 5)","(control white)"],"terminal":false,"legal":[["(take 2)","(take 1)"],["NOOP"]],"move":["(take 2)","noop"]}"#;
const SECOND: &str = r#"{"g":0,"step":1,"state":["(control black)","(num 3)"],"terminal":false,"legal":[["noop"],["(take 1)","(take 2)"]],"move":["noop","(take 1)"]}"#;
const THIRD: &str = r#"{"g":0,"step":2,"state":["(control white)","(num 2)"],"terminal":false,"legal":[["(take 1)","(take 2)"],["noop"]],"move":["(take 2)","noop"]}"#;
const LAST: &str =
    r#"{"g":0,"step":3,"state":["(control black)","(num 0)"],"terminal":true,"goals":[100,0]}"#;
const END: &str = r#"{"end":"ok"}"#;

fn verify(lines: &[&str]) -> Output {
    verify_bytes(lines.join("\n").as_bytes())
}

fn verify_bytes(bytes: &[u8]) -> Output {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(bytes).expect("it is writable");
    let path = file.path().to_str().expect("a plain path").to_owned();
    let output = agon(&["dev", "verify", "nim", "--trace", &path]);
    let clean = |text: String| text.replace(&path, "TRACE");
    Output { stdout: clean(output.stdout), stderr: clean(output.stderr), code: output.code }
}

#[test]
fn a_good_trace_agrees() {
    let output = verify(&[HEADER, FIRST, SECOND, THIRD, LAST, END]);
    assert_eq!(output.stdout, "TRACE: 4 states of 1 games agree\n", "{}", output.stderr);
    assert_eq!(output.code, 0);
}

#[test]
fn a_divergence_is_printed_in_full() {
    let wrong = SECOND.replace("(take 2)", "(take 3)").replace("(num 3)", "(num 4)");
    let output = verify(&[HEADER, FIRST, &wrong, THIRD, LAST, END]);
    assert_eq!(output.code, 1);
    insta::assert_snapshot!(output.stdout, @r"
    TRACE: diverges
    game 0, step 1 (line 3)
    facts: only the machine has (num 3)
    facts: only the trace has (num 4)
    legal moves of black: only the machine has (take 2)
    legal moves of black: only the trace has (take 3)
    moves so far: ((take 2) noop)
    state according to the machine:
      (control black)  (num 3)
    ");
    let wrong = LAST.replace("[100,0]", "[100,null]");
    let output = verify(&[HEADER, FIRST, SECOND, THIRD, &wrong, END]);
    assert!(
        output
            .stdout
            .contains("goal of black: the machine says 0, the trace not exactly one value")
    );
    let wrong = HEADER.replace("black", "red");
    let output = verify(&[&wrong, FIRST, END]);
    assert!(
        output.stdout.contains("roles: the machine has white black, the trace white red"),
        "{}",
        output.stdout
    );
}

#[test]
fn a_corrupt_trace_is_refused_with_line_and_reason() {
    let check = |lines: &[&str], expected: &str| {
        let output = verify(lines);
        assert_eq!(output.code, 1, "{}", output.stdout);
        assert!(output.stderr.contains(expected), "{} lacks {expected}", output.stderr);
    };
    check(&[""], "the trace is empty");
    check(&["{}", END], "line 1 is not a trace's header");
    check(&[HEADER, FIRST, "{\"g\":0", END], "line 3 is not a recorded state");
    check(&[HEADER, FIRST, SECOND], "line 4: the trace is cut off");
    check(&[HEADER, SECOND, END], "line 2: a game must begin with step 0");
    check(&[HEADER, FIRST, FIRST, END], "line 3: a game must begin with step 0");
    check(&[HEADER, END], "the trace records no state");
    check(&[HEADER, FIRST, LAST, END], "line 3: step 3 follows step 0");
    check(
        &[HEADER, &FIRST.replace(",[\"NOOP\"]", ""), END],
        "line 2: legal moves and move must be given",
    );
    check(
        &[HEADER, &FIRST.replace("\"move\":[\"(take 2)\"", "\"move\":[\"(num 5)\""), END],
        "not a legal one",
    );
    check(
        &[HEADER, &FIRST.replace("\"move\":[\"(take 2)\"", "\"move\":[\"(take 9)\""), END],
        "not a legal one",
    );
    check(
        &[HEADER, &LAST.replace("\"step\":3", "\"step\":0").replace(",0]", "]"), END],
        "line 2: goals",
    );
}

#[test]
fn damaged_compression_is_refused() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let text = [HEADER, FIRST, SECOND, THIRD, LAST, END].join("\n");
    encoder.write_all(text.as_bytes()).expect("memory is writable");
    let bytes = encoder.finish().expect("memory is writable");
    assert_eq!(verify_bytes(&bytes).code, 0);
    let output = verify_bytes(&bytes[..bytes.len() - 20]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("line "), "{}", output.stderr);
    assert_eq!(verify_bytes(&[0xff; 100]).code, 1);
}
