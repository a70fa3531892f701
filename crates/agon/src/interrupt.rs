//! Ctrl-C during long work: the work stops as soon as it can and shows the result so far.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a player is thinking while a person plays.
static IS_THINKING: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended.
const ENDED_BY_CTRL_C: i32 = 130;

/// Installs a handler with which the first Ctrl-C only asks the work to stop, and the second one ends the program.
pub fn watch() {
    let installed = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_CTRL_C);
        }
        eprintln!("\nThe work ends as soon as it can; Ctrl-C again ends it at once.");
    });
    // Without a handler Ctrl-C ends the program as usual, which is no reason not to work.
    drop(installed);
}

/// Installs a handler for matches with a person: Ctrl-C ends the program while it waits for the person, and makes a
/// player that thinks stop and move.
pub fn watch_session() {
    let installed = ctrlc::set_handler(|| {
        if !IS_THINKING.load(Ordering::Relaxed) || INTERRUPTED.swap(true, Ordering::Relaxed) {
            // The prompt or `^C` is on the last line.
            println!();
            std::process::exit(ENDED_BY_CTRL_C);
        }
    });
    drop(installed);
}

/// Runs something during which a player is thinking.
pub fn while_thinking<T>(act: impl FnOnce() -> T) -> T {
    INTERRUPTED.store(false, Ordering::Relaxed);
    IS_THINKING.store(true, Ordering::Relaxed);
    let result = act();
    IS_THINKING.store(false, Ordering::Relaxed);
    result
}

/// Whether Ctrl-C has been pressed since [`watch`], or since the player began to think.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
