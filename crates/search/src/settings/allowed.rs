//! The values that a setting may have: what is checked, and the words in which lists say so.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A type of settings.
pub trait SettingValue: FromStr + Display + PartialOrd {
    /// Whether the value is a number, and not infinite. Allowed that are not numbers are finite.
    fn is_finite(&self) -> bool {
        true
    }
}

impl SettingValue for bool {}
impl SettingValue for i32 {}
impl SettingValue for u32 {}
impl SettingValue for u64 {}
impl SettingValue for usize {}
impl SettingValue for String {}

impl SettingValue for f64 {
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
}

/// Lower end of the values of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Least<T> {
    /// This value or more.
    From(T),
    /// More than this value.
    Above(T),
}

/// The values that a setting may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowed<T> {
    least: Option<Least<T>>,
    most: Option<T>,
    note: &'static str,
}

impl<T> Allowed<T> {
    /// All values of the type, described in these words.
    pub fn any(note: &'static str) -> Allowed<T> {
        Allowed { least: None, most: None, note }
    }

    /// Allowed from this one on.
    pub fn at_least(least: T) -> Allowed<T> {
        Allowed { least: Some(Least::From(least)), most: None, note: "" }
    }

    /// Allowed above this one.
    pub fn above(least: T) -> Allowed<T> {
        Allowed { least: Some(Least::Above(least)), most: None, note: "" }
    }

    /// Allowed between these two, both included.
    pub fn between(least: T, most: T) -> Allowed<T> {
        Allowed { least: Some(Least::From(least)), most: Some(most), note: "" }
    }

    /// These values up to one, which is included.
    pub fn up_to(self, most: T) -> Allowed<T> {
        Allowed { most: Some(most), ..self }
    }

    /// The same values with a note, such as their unit, which is written right behind them.
    pub fn noted(self, note: &'static str) -> Allowed<T> {
        Allowed { note, ..self }
    }
}

impl Allowed<bool> {
    /// `true` and `false`.
    pub fn truth() -> Allowed<bool> {
        Allowed::any("true or false")
    }
}

impl<T: SettingValue> Allowed<T> {
    /// Whether a setting may have this value.
    pub(super) fn contains(&self, value: &T) -> bool {
        let is_enough = match &self.least {
            None => true,
            Some(Least::From(least)) => value >= least,
            Some(Least::Above(least)) => value > least,
        };
        is_enough && value.is_finite() && self.most.as_ref().is_none_or(|most| value <= most)
    }
}

impl<T: Display> Display for Allowed<T> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match (&self.least, &self.most) {
            (Some(Least::From(least)), None) => write!(f, "{least} or more")?,
            (Some(Least::From(least)), Some(most)) => write!(f, "{least} to {most}")?,
            (Some(Least::Above(least)), None) => write!(f, "above {least}")?,
            (Some(Least::Above(least)), Some(most)) => write!(f, "above {least}, up to {most}")?,
            (None, Some(most)) => write!(f, "up to {most}")?,
            (None, None) => {}
        }
        f.write_str(self.note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_included_unless_they_are_said_to_be_above() {
        assert!(Allowed::at_least(1).contains(&1usize) && !Allowed::at_least(1).contains(&0usize));
        assert!(
            Allowed::between(0.0, 1.0).contains(&1.0) && !Allowed::between(0.0, 1.0).contains(&1.1)
        );
        assert!(!Allowed::above(0.0).contains(&0.0) && Allowed::above(0.0).contains(&0.001));
        assert!(!Allowed::above(0.5).up_to(1.0).contains(&1.5));
        assert!(Allowed::any("a name").contains(&"x".to_owned()));
    }

    #[test]
    fn numbers_that_are_none_or_infinite_are_no_values() {
        for values in [Allowed::any(""), Allowed::at_least(0.0), Allowed::above(0.0)] {
            assert!(!values.contains(&f64::NAN) && !values.contains(&f64::INFINITY), "{values}");
        }
    }

    #[test]
    fn values_are_described() {
        assert_eq!(Allowed::at_least(0.0).noted(", on goals").to_string(), "0 or more, on goals");
        assert_eq!(Allowed::between(1, 256).to_string(), "1 to 256");
        assert_eq!(Allowed::above(0.5).up_to(1.0).to_string(), "above 0.5, up to 1");
        assert_eq!(Allowed::truth().to_string(), "true or false");
    }
}
