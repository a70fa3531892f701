//! Nim with one heap of five, from which one or two are taken.

use crate::{Position, confirm};

/// What is left on the heap.
#[derive(Clone, Copy)]
struct Heap(u8);

impl Position for Heap {
    fn start() -> Self {
        Heap(5)
    }

    fn successors(&self) -> Vec<Self> {
        (1..=2).filter(|taken| *taken <= self.0).map(|taken| Heap(self.0 - taken)).collect()
    }
}

#[test]
fn nim_counts_are_confirmed() {
    confirm::<Heap>("nim");
}
