//! `-v`: messages on standard error about decisions, such as the machine that plays a game and the reason.

use std::sync::atomic::{AtomicBool, Ordering};

static VERBOSE: AtomicBool = AtomicBool::new(false);

/// Turns messages on or off, once, after the command line was read.
pub fn set(verbose: bool) {
    VERBOSE.store(verbose, Ordering::Relaxed);
}

/// Whether messages are wanted.
pub fn is_on() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Writes a message to standard error, if messages are wanted.
pub fn say(message: &str) {
    if is_on() {
        eprintln!("{message}");
    }
}

/// Prints the number of times that rules were grounded: once for each game, unless something is wrong.
pub fn say_groundings() {
    match ground::count() {
        0 => {}
        1 => say("rules were grounded 1 time"),
        count => say(&format!("rules were grounded {count} times")),
    }
}
