//! Which gates have changed.

/// A set of gates that is walked upwards while it grows ahead of the walk.
#[derive(Clone)]
pub(super) struct Marks {
    words: Vec<u64>,
    /// Which words may have marks.
    groups: Vec<u64>,
}

impl Marks {
    pub(super) fn new(gates: usize) -> Marks {
        let words = gates.div_ceil(64);
        Marks { words: vec![0; words], groups: vec![0; words.div_ceil(64)] }
    }

    /// Marks a gate, or takes its mark away.
    pub(super) fn flip(&mut self, gate: u32) {
        let word = gate as usize / 64;
        self.words[word] ^= 1 << (gate % 64);
        self.groups[word / 64] |= 1 << (word % 64);
    }

    /// Visits the marked gates in ascending order and takes their marks away. A visit may flip later gates.
    pub(super) fn walk(&mut self, mut visit: impl FnMut(u32, &mut Marks)) {
        for group in 0..self.groups.len() {
            while self.groups[group] != 0 {
                let word = group * 64 + self.groups[group].trailing_zeros() as usize;
                while self.words[word] != 0 {
                    let bit = self.words[word].trailing_zeros();
                    self.words[word] &= self.words[word] - 1;
                    visit(word as u32 * 64 + bit, self);
                }
                self.groups[group] &= !(1 << (word % 64));
            }
        }
    }
}
