//! The auction: only the purses and the number of items left decide how many
//! joint moves there are.

use super::Position;

const BIDDERS: usize = 3;

#[derive(Clone, Copy)]
pub struct Sale {
    items: u32,
    purses: [u32; BIDDERS],
}

impl Sale {
    /// Returns the sale after the next item has gone to the highest bid, if there is only one such bid.
    fn after(&self, bids: [u32; BIDDERS]) -> Self {
        let highest = *bids.iter().max().expect("there are bidders");
        let mut next = Sale { items: self.items - 1, purses: self.purses };
        if bids.iter().filter(|bid| **bid == highest).count() == 1 {
            for (purse, bid) in next.purses.iter_mut().zip(bids) {
                if bid == highest {
                    *purse -= bid;
                }
            }
        }
        next
    }
}

impl Position for Sale {
    fn start() -> Self {
        Sale { items: 5, purses: [5; BIDDERS] }
    }

    fn successors(&self) -> Vec<Self> {
        let mut all = Vec::new();
        if self.items == 0 {
            return all;
        }
        for first in 0..=self.purses[0] {
            for second in 0..=self.purses[1] {
                for third in 0..=self.purses[2] {
                    all.push(self.after([first, second, third]));
                }
            }
        }
        all
    }

    fn moves(&self) -> u64 {
        match self.items {
            0 => 0,
            _ => self.purses.iter().map(|purse| u64::from(purse + 1)).product(),
        }
    }
}
