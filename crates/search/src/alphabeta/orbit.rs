//! Keys that are equal for states that are images of each other: the smallest of the keys of all images.
//!
//! The key of an image is a sum over its facts, so that the images themselves are not computed.

use analyze::GameSymmetry;
use game::{Fact, Machine, State};

/// Keys of states of a game with symmetries.
#[derive(Clone, Default)]
pub struct Orbit {
    images: Vec<Images>,
}

#[derive(Clone)]
struct Images {
    /// The symmetry; `None` for the identity.
    symmetry: Option<GameSymmetry>,
    /// Summand of each fact's image, as far as it has been computed.
    summands: Vec<Option<Summand>>,
}

#[derive(Clone, Copy)]
enum Summand {
    Number(u64),
    /// The fact has no image under the symmetry.
    Nothing,
}

impl Orbit {
    /// Creates the keys for these symmetries; without any symmetry there are none.
    pub fn new(symmetries: &[GameSymmetry]) -> Orbit {
        if symmetries.is_empty() {
            return Orbit::default();
        }
        let all = [None].into_iter().chain(symmetries.iter().cloned().map(Some));
        let images = |symmetry| Images { symmetry, summands: Vec::new() };
        Orbit { images: all.map(images).collect() }
    }

    /// Returns the key of a state; `None` without symmetries.
    pub fn key(&mut self, machine: &dyn Machine, state: &State) -> Option<u64> {
        if self.images.is_empty() {
            return None;
        }
        let facts = machine.facts(state);
        self.images.iter_mut().filter_map(|images| images.key(machine, &facts)).min()
    }
}

impl Images {
    fn key(&mut self, machine: &dyn Machine, facts: &[Fact]) -> Option<u64> {
        let mut key = 0u64;
        for &fact in facts {
            match self.summand(machine, fact) {
                Summand::Number(number) => key = key.wrapping_add(number),
                Summand::Nothing => return None,
            }
        }
        Some(key)
    }

    fn summand(&mut self, machine: &dyn Machine, fact: Fact) -> Summand {
        let place = fact.0 as usize;
        if let Some(&Some(known)) = self.summands.get(place) {
            return known;
        }
        let image = match &mut self.symmetry {
            None => Some(fact),
            Some(symmetry) => symmetry.image(machine, fact),
        };
        let summand = image.map_or(Summand::Nothing, |image| Summand::Number(mixed(image.0)));
        if self.summands.len() <= place {
            self.summands.resize(place + 1, None);
        }
        self.summands[place] = Some(summand);
        summand
    }
}

/// Returns a pseudo-random number for each fact, by SplitMix64.
fn mixed(fact: u32) -> u64 {
    let mut number = (u64::from(fact) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
