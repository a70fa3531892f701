//! Values on the command line that several commands read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value that an option can have: its name on the command line, the value, and its explanation in the help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Reads the name of one of several values.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let shown = |&(name, _, help): &Choice<T>| PossibleValue::new(name).help(help);
    PossibleValuesParser::new(choices.iter().map(shown)).try_map(|chosen| {
        let found = choices.iter().find(|(name, ..)| *name == chosen);
        found.map(|(_, value, _)| *value).ok_or("not one of the names")
    })
}

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "not a positive number of seconds".to_owned())
}
