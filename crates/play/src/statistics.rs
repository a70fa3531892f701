//! What results say about players: means, shares of wins and ratings, each with the interval in which the truth lies in
//! 95 of 100 cases.

mod mean;
mod proportion;
mod rating;
mod several;

pub use mean::{Interval, Sample, probability_of_greater};
pub use proportion::wilson;
pub use rating::{Rating, Ratings, Score};
pub use several::probability_of_any;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;
