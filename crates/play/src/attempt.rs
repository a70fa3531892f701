//! Asking a player for something without being harmed by what it does.

use game::StopReason;
use search::Player;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It gave up; it can be asked again.
    #[error("was given up: {0}")]
    Stop(StopReason),
    /// It panicked: what it leaves behind is not to be trusted.
    #[error("ended in a panic: {0}")]
    Panic(String),
}

/// Lets a player do something.
pub fn attempt<T>(
    player: &mut dyn Player,
    act: impl FnOnce(&mut dyn Player) -> Result<T, StopReason>,
) -> Result<T, Failure> {
    guarded(|| act(player))?.map_err(Failure::Stop)
}

/// Does something that may panic.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(act)).map_err(|panic| Failure::Panic(words(&*panic).to_owned()))
}

/// Lets a player go that panicked: it may panic again, which adds nothing.
pub fn dismiss(player: Option<Box<dyn Player>>) {
    let _ = guarded(|| drop(player));
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it said nothing")
}
