//! Nim with one heap of five, from which one or two are taken.

use super::Position;

/// The number of things left on the heap.
#[derive(Clone, Copy)]
pub struct Heap(u8);

impl Position for Heap {
    fn start() -> Self {
        Heap(5)
    }

    fn successors(&self) -> Vec<Self> {
        (1..=2).filter(|taken| *taken <= self.0).map(|taken| Heap(self.0 - taken)).collect()
    }
}
