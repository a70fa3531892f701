//! Values on the command line that several commands read.

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "not a positive number of seconds".to_owned())
}
