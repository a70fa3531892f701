//! What a role gets. GDL demands exactly one value from 0 to 100 in a terminal state; real rule
//! sheets sometimes give none, several or strange ones, and play must go on.

use std::fmt;

/// The set of goal values the rules give a role in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoalSet(u128);

/// The bit that stands for any value that is not a whole number from 0 to 100.
const STRANGE: u32 = 127;

impl GoalSet {
    /// Adds a value.
    pub fn insert(&mut self, value: u8) {
        self.0 |= 1 << if value <= 100 { u32::from(value) } else { STRANGE };
    }

    /// Notes that there is a value that is not a whole number from 0 to 100.
    pub fn insert_strange(&mut self) {
        self.0 |= 1 << STRANGE;
    }

    /// The value, if there is exactly one and it is a whole number from 0 to 100.
    pub fn unique(self) -> Option<u8> {
        let value = self.0.trailing_zeros();
        (self.0.is_power_of_two() && value <= 100).then_some(value as u8)
    }

    /// The value to play with: the unique one, else the highest proper one, else 0.
    pub fn value(self) -> u8 {
        self.values().last().unwrap_or(0)
    }

    /// The proper values, in ascending order.
    pub fn values(self) -> impl Iterator<Item = u8> {
        (0..=100u8).filter(move |&value| self.0 >> value & 1 == 1)
    }

    /// Whether there is a value that is not a whole number from 0 to 100.
    pub fn has_strange(self) -> bool {
        self.0 >> STRANGE & 1 == 1
    }

    /// Whether there is no value at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for GoalSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut parts: Vec<String> = self.values().map(|value| value.to_string()).collect();
        if self.has_strange() {
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
        assert!(set(&[101]).has_strange());
    }

    #[test]
    fn play_goes_on_with_the_highest_proper_value() {
        assert_eq!(set(&[0, 50]).value(), 50);
        assert_eq!(set(&[]).value(), 0);
        assert_eq!(set(&[200]).value(), 0);
        assert_eq!(set(&[0, 50]).to_string(), "0, 50");
    }
}
