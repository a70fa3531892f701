//! GIFL: features from the differences between states (document 004, *Feature Learning Using State Differences*).
//!
//! A random game is looked at from its end, two plies at a time. The winner's last move is good wherever the facts are true that
//! it needs to win: an *offensive* feature. In the state before, those moves of the loser are good that would have made it
//! useless: a *defensive* feature. What the loser's state needed is what the winner's earlier moves are good for, and so on,
//! level by level ([`Trainer`]).
//!
//! Whether features help is seen in more random games (`trial`), if wanted.
//!
//! Which facts are needed is found by taking one away after the other and asking the machine again; the states in which it is
//! asked need not be reachable.

mod condition;
mod feature;
mod sequence;
mod text;
mod trainer;
mod trial;

pub use condition::GoOn;
pub use feature::{Feature, Features, Kind};
pub use text::{Lessons, TextError, Words};
pub use trainer::{TrainError, Trainer, Training};
