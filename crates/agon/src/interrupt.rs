//! Ctrl-C during long work: the work stops at the next good moment and shows what it has.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From here on, Ctrl-C no longer ends the program at once; a second Ctrl-C does.
pub fn watch() {
    let installed = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C ends the program as usual, which is no reason not to work.
    drop(installed);
}

/// Whether Ctrl-C has been pressed since [`watch`].
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
