//! Learning what features are worth, by playing: TD(λ) with a linear function that is squashed (document 001, chapter 5).
//!
//! A [`Learner`] judges states by a [`Model`] of features and moves its weights by the difference between what it thinks of one state and of the
//! next. It looks one move ahead, as its [`Rival`]s do.

mod contest;
mod file;
mod judgement;
mod learner;
mod model;
mod study;

pub use contest::{Greedy, Judge, Mirror, Near, Rival, Uniform, between, play};
pub use file::{File, Learnt, TdError};
pub use judgement::{Active, Judgement};
pub use learner::{Learner, Settings};
pub use model::{Model, reward};
pub use study::Study;
