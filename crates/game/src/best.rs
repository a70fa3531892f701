//! The best of several values with ties broken at random.
//!
//! Nothing here depends on games.

use crate::Random;
use rand::RngExt;

/// The best of the candidates offered so far. Ties are broken uniformly at random.
#[derive(Clone, Copy, Debug)]
pub struct Best<T> {
    chosen: Option<T>,
    value: f64,
    /// Number of candidates with the best value.
    ties: u32,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { chosen: None, value: f64::NEG_INFINITY, ties: 0 }
    }
}

impl<T> Best<T> {
    /// Offers a candidate. It replaces the best one if it is better, or if it is as good and chance decides for it, so
    /// that all best candidates are equally likely in the end.
    #[inline]
    pub fn offer(&mut self, candidate: T, value: f64, random: &mut Random) {
        if value > self.value || self.chosen.is_none() {
            *self = Best { chosen: Some(candidate), value, ties: 1 };
        } else if value == self.value {
            self.ties += 1;
            if random.random_range(0..self.ties) == 0 {
                self.chosen = Some(candidate);
            }
        }
    }

    /// Returns the best candidate, or `None` if none was offered.
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
