//! Statistics of results: means, shares of matches won and ratings, each with its 95 % interval, and verdicts on them.
//!
//! Matches are not played here.

mod bounded;
mod difference;
mod mean;
mod proportion;
mod rating;
mod several;
mod share_won;
mod verdict;

pub use bounded::text_with_interval;
pub use difference::{ShareDifference, exact_probability_of_difference};
pub use mean::{Interval, Sample, probability_of_greater};
pub use proportion::wilson;
pub use rating::{Rating, Ratings, Score};
pub use several::{holm, probability_of_any};
pub use share_won::{Percentage, ShareWon};
pub use verdict::{Verdict, verdict_text};

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;
