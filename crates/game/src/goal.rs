//! Goal values of a role in a state. GDL demands exactly one value from 0 to 100 in a terminal state; real rule
//! sheets sometimes give none, several or improper ones, and play must go on.
//!
//! Nothing here computes goals; machines do.

use std::fmt;

/// The set of goal values that the rules give a role in a state. A proper value is a whole number from 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoalSet(u128);

/// The bit for all values that are not whole numbers from 0 to 100.
const IMPROPER: u32 = 127;

impl GoalSet {
    /// Adds a value; one above 100 is an improper value.
    pub fn insert(&mut self, value: u8) {
        self.0 |= 1 << if value <= 100 { u32::from(value) } else { IMPROPER };
    }

    /// Adds a value that is not a whole number from 0 to 100.
    pub fn insert_improper(&mut self) {
        self.0 |= 1 << IMPROPER;
    }

    /// Returns the value if there is exactly one and it is proper.
    pub fn unique(self) -> Option<u8> {
        let value = self.0.trailing_zeros();
        (self.0.is_power_of_two() && value <= 100).then_some(value as u8)
    }

    /// Returns the value to play for: the highest proper value, or 0 if there is none.
    pub fn value(self) -> u8 {
        self.values().last().unwrap_or(0)
    }

    /// Returns the proper values, in ascending order.
    pub fn values(self) -> impl Iterator<Item = u8> {
        (0..=100u8).filter(move |&value| self.0 >> value & 1 == 1)
    }

    /// Whether one of the values is not a whole number from 0 to 100.
    pub fn has_improper(self) -> bool {
        self.0 >> IMPROPER & 1 == 1
    }

    /// Whether the set has no value at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for GoalSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut parts: Vec<String> = self.values().map(|value| value.to_string()).collect();
        if self.has_improper() {
            parts.push("a value that is not a number from 0 to 100".to_owned());
        }
        if parts.is_empty() {
            parts.push("no value".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: &[u8]) -> GoalSet {
        let mut set = GoalSet::default();
        values.iter().for_each(|&value| set.insert(value));
        set
    }

    #[test]
    fn only_a_single_proper_value_is_unique() {
        assert_eq!(set(&[0]).unique(), Some(0));
        assert_eq!(set(&[100, 100]).unique(), Some(100));
        assert_eq!(set(&[0, 100]).unique(), None);
        assert_eq!(set(&[]).unique(), None);
        assert_eq!(set(&[101]).unique(), None);
        assert!(set(&[101]).has_improper());
    }

    #[test]
    fn play_goes_on_with_the_highest_proper_value() {
        assert_eq!(set(&[0, 50]).value(), 50);
        assert_eq!(set(&[]).value(), 0);
        assert_eq!(set(&[200]).value(), 0);
        assert_eq!(set(&[0, 50]).to_string(), "0, 50");
    }
}
