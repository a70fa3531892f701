//! The pancake pile, with a search for the length of its shortest solution.

use super::Position;

/// The pancakes from top to bottom when they are in order.
const SORTED: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// The flip after which the game is over.
const LIMIT: u8 = 40;

/// The pancakes from top to bottom, and the number of flips made.
#[derive(Clone, Copy)]
pub struct Pile {
    pancakes: [u8; 8],
    flips: u8,
}

impl Position for Pile {
    fn start() -> Self {
        Pile { pancakes: [5, 3, 8, 1, 6, 2, 7, 4], flips: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.pancakes == SORTED || self.flips == LIMIT {
            return Vec::new();
        }
        (2..=8)
            .map(|size| {
                let mut next = *self;
                next.pancakes[..size].reverse();
                next.flips += 1;
                next
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_shortest_solution_has_eight_flips() {
        let mut seen = HashSet::from([Pile::start().pancakes]);
        let mut frontier = vec![Pile::start()];
        while frontier.iter().all(|pile| pile.pancakes != SORTED) {
            frontier = frontier
                .iter()
                .flat_map(Pile::successors)
                .filter(|pile| seen.insert(pile.pancakes))
                .collect();
            assert!(!frontier.is_empty(), "the pile cannot be sorted");
        }
        assert_eq!(frontier[0].flips, 8);
    }
}
