//! The best of several things, where chance decides between equals.

use crate::Random;
use rand::RngExt;

/// The best of what was offered so far.
#[derive(Clone, Copy, Debug)]
pub struct Best<T> {
    chosen: Option<T>,
    value: f64,
    /// How many were as good.
    ties: u32,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { chosen: None, value: f64::NEG_INFINITY, ties: 0 }
    }
}

impl<T> Best<T> {
    /// Takes it if it is better than all before, or as good and chance is for it: in the end all of the best are equally likely.
    #[inline]
    pub fn offer(&mut self, offered: T, value: f64, random: &mut Random) {
        if value > self.value || self.chosen.is_none() {
            *self = Best { chosen: Some(offered), value, ties: 1 };
        } else if value == self.value {
            self.ties += 1;
            if random.random_range(0..self.ties) == 0 {
                self.chosen = Some(offered);
            }
        }
    }

    /// The best; nothing if nothing was offered.
    pub fn chosen(self) -> Option<T> {
        self.chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_equally_likely() {
        let mut random = crate::random(1);
        let mut counts = [0; 5];
        for _ in 0..3000 {
            let mut best = Best::default();
            for (place, value) in [1.0, 7.0, 7.0, f64::NAN, 7.0].into_iter().enumerate() {
                best.offer(place, value, &mut random);
            }
            counts[best.chosen().unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!([1, 2, 4].iter().all(|&place| (850..1150).contains(&counts[place])), "{counts:?}");
        assert_eq!(Best::<u8>::default().chosen(), None);
    }
}
