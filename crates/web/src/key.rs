//! Names that cannot be guessed: of matches, and of the seats in them.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u128);

impl Key {
    /// A new one. The system's own random numbers: those of games follow from their seeds.
    pub fn new() -> Result<Key, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Key(u128::from_le_bytes(bytes)))
    }

    /// A seed for random choices that is not told to anybody.
    pub fn seed(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Key {
    type Err = ();

    fn from_str(text: &str) -> Result<Key, ()> {
        let is_plain = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_plain {
            return Err(());
        }
        u128::from_str_radix(text, 16).map(Key).map_err(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_and_read() {
        let (one, other) = (Key::new().unwrap(), Key::new().unwrap());
        assert!(one != other, "two keys are the same");
        assert!(one.to_string().parse() == Ok(one));
        for text in ["", "1", "+0000000000000000000000000000001", &"g".repeat(32), &"0".repeat(33)]
        {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }
}
