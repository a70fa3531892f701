//! The words that a person types in `agon play`, and the tables that answer `hint` and `thoughts`.

use game::{Machine, MachineExt, Move};
use play::session::Thoughts;

/// The answer to `help`.
pub const HELP: &str = "\
A move is made by its number or its text; the outer parentheses can be left out. Other words:
  moves     lists the moves again
  state     shows the state again
  hint      suggests a move: the strongest player thinks in your place
  thoughts  shows what your opponents thought about their last moves
  undo      takes back your last move
  quit      leaves the game";

/// The meaning of a line that a person typed.
pub enum Word {
    Nothing,
    Move(Move),
    Moves,
    State,
    Hint,
    Thoughts,
    Undo,
    Help,
    Quit,
    Unknown(String),
}

/// Reads a line. The text of a move comes first, so that no word hides a move of that name.
pub fn read(line: &str, machine: &dyn Machine, moves: &[Move]) -> Word {
    let text = line.trim();
    if text.is_empty() {
        return Word::Nothing;
    }
    if let Some(action) = by_text(text, machine, moves).or_else(|| by_number(text, moves)) {
        return Word::Move(action);
    }
    match text.to_ascii_lowercase().as_str() {
        "moves" | "m" => Word::Moves,
        "state" | "s" => Word::State,
        "hint" => Word::Hint,
        "thoughts" | "t" => Word::Thoughts,
        "undo" | "u" => Word::Undo,
        "help" | "h" | "?" => Word::Help,
        "quit" | "q" | "exit" => Word::Quit,
        _ => Word::Unknown(text.to_owned()),
    }
}

/// Returns the legal move with this text, with or without its outer parentheses.
fn by_text(text: &str, machine: &dyn Machine, moves: &[Move]) -> Option<Move> {
    let find = |text: &str| machine.find_move(text).filter(|action| moves.contains(action));
    find(text).or_else(|| find(&format!("({text})")))
}

/// Returns the move with this number in the list, from 1.
fn by_number(text: &str, moves: &[Move]) -> Option<Move> {
    let place = text.parse::<usize>().ok()?.checked_sub(1)?;
    moves.get(place).copied()
}

/// Largest number of moves in a table of thoughts.
const SHOWN_MOVES: usize = 5;

/// Largest number of joint moves shown of a principal line.
const SHOWN_LINE: usize = 6;

/// Returns the thoughts of a player: its best moves with visits and values, and the principal line.
pub fn thoughts(thoughts: &Thoughts, machine: &dyn Machine) -> String {
    let report = &thoughts.report;
    let seconds = thoughts.time.as_secs_f64();
    let mut text = format!("  {} simulations in {seconds:.2} s", report.simulations);
    for note in report.notes() {
        text += &format!("; {note}");
    }
    text.push('\n');
    let texts =
        report.moves.iter().take(SHOWN_MOVES).map(|valued| machine.move_text(valued.action));
    let texts: Vec<String> = texts.collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(4);
    if !texts.is_empty() {
        text += &format!("  {:<width$}  {:>9}  {:>5}\n", "move", "visits", "value");
    }
    for (name, valued) in texts.iter().zip(&report.moves) {
        text += &format!("  {name:<width$}  {:>9}  {:>5.1}\n", valued.visits, valued.value);
    }
    if !report.line.is_empty() {
        let line = report.line.iter().take(SHOWN_LINE).map(|joint| machine.joint_text(joint));
        text += &format!("  principal line: {}\n", line.collect::<Vec<_>>().join(" "));
    }
    text
}
