//! Random ids that cannot be guessed: ids of matches and of games sent by users, and keys of people's roles.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A number of 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RandomId(u128);

impl RandomId {
    /// Returns a new id from the operating system's random numbers, unlike the random numbers of games, which follow
    /// from seeds.
    pub fn new() -> Result<RandomId, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(RandomId(u128::from_le_bytes(bytes)))
    }

    /// Returns a seed for the random choices of a match, which players and people do not know.
    pub fn seed(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl Display for RandomId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for RandomId {
    type Err = ();

    fn from_str(text: &str) -> Result<RandomId, ()> {
        let is_plain = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_plain {
            return Err(());
        }
        u128::from_str_radix(text, 16).map(RandomId).map_err(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_and_read() {
        let (one, other) = (RandomId::new().unwrap(), RandomId::new().unwrap());
        assert!(one != other, "two keys are the same");
        assert!(one.to_string().parse() == Ok(one));
        for text in ["", "1", "+0000000000000000000000000000001", &"g".repeat(32), &"0".repeat(33)]
        {
            assert!(text.parse::<RandomId>().is_err(), "{text}");
        }
    }
}
