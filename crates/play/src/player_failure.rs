//! Calling a player so that its errors and panics become values.

use search::{Player, ThinkError};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The way in which a player failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFailure {
    /// The player returned an error; it can be called again.
    #[error("was aborted: {0}")]
    Stop(ThinkError),
    /// The player panicked; its state cannot be trusted, and it must not be called again.
    #[error("ended in a panic: {0}")]
    Panic(String),
}

/// Calls a player and turns an error or a panic into a [`PlayerFailure`].
pub fn call_player<T>(
    player: &mut dyn Player,
    act: impl FnOnce(&mut dyn Player) -> Result<T, ThinkError>,
) -> Result<T, PlayerFailure> {
    catch_panic(|| act(player))?.map_err(PlayerFailure::Stop)
}

/// Calls a function and turns a panic into a [`PlayerFailure`].
pub fn catch_panic<T>(act: impl FnOnce() -> T) -> Result<T, PlayerFailure> {
    catch_unwind(AssertUnwindSafe(act))
        .map_err(|panic| PlayerFailure::Panic(panic_message(&*panic).to_owned()))
}

/// Drops a player that may have panicked, and ignores a panic while it is dropped.
pub fn drop_player(player: Option<Box<dyn Player>>) {
    let _ = catch_panic(|| drop(player));
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it said nothing")
}
