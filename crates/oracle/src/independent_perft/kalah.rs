//! Kalah on one ring of ten places, sown seed by seed: the pits and the store
//! of the first player, then those of the second.

use super::Position;

const PITS: usize = 4;
const SEEDS: u8 = 3;

/// Number of places of one player.
const SIDE: usize = PITS + 1;

#[derive(Clone, Copy)]
pub struct Ring {
    places: [u8; 2 * SIDE],
    mover: usize,
}

fn store(player: usize) -> usize {
    player * SIDE + PITS
}

impl Ring {
    fn pits(&self, player: usize) -> &[u8] {
        &self.places[player * SIDE..store(player)]
    }

    fn over(&self) -> bool {
        let half = PITS as u8 * SEEDS;
        (0..2).any(|player| {
            self.places[store(player)] > half || self.pits(player).iter().all(|seeds| *seeds == 0)
        })
    }

    fn after(&self, pit: usize) -> Self {
        let other = 1 - self.mover;
        let mut next = *self;
        let mut place = self.mover * SIDE + pit;
        let mut hand = std::mem::take(&mut next.places[place]);
        while hand > 0 {
            place = (place + 1) % (2 * SIDE);
            if place != store(other) {
                next.places[place] += 1;
                hand -= 1;
            }
        }
        if place == store(self.mover) {
            return next;
        }
        let across = 2 * PITS - place;
        let is_own = place / SIDE == self.mover;
        if is_own && next.places[place] == 1 && next.places[across] > 0 {
            next.places[store(self.mover)] += 1 + next.places[across];
            next.places[place] = 0;
            next.places[across] = 0;
        }
        next.mover = other;
        next
    }
}

impl Position for Ring {
    fn start() -> Self {
        let mut places = [SEEDS; 2 * SIDE];
        places[store(0)] = 0;
        places[store(1)] = 0;
        Ring { places, mover: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let pits = self.pits(self.mover);
        (0..PITS).filter(|pit| pits[*pit] > 0).map(|pit| self.after(pit)).collect()
    }
}
