//! About how many cycles instructions take, to choose among orders of the same gates.
//!
//! The model counts what each resource is busy for and takes the busiest. Its numbers were measured on a
//! Zen 4. For programs of several thousand gates it is off by up to a sixth there; for smaller ones by half,
//! since it begins with an empty cache and knows nothing of latency, but then the orders differ little. What
//! decides between orders is the path between the first and the second cache: in the model it is busiest for
//! nearly all programs, since two cycles to fetch a word are four times as long as an AND.

use super::allocate::{Buffer, Instruction, Operand, Operation, Place};

/// Cycles to read a word that is in the first cache, or only in the second.
const READ: [f64; 2] = [1.0, 2.2];
/// Cycles to write a word to the first cache.
const WRITE: f64 = 2.0;
/// Cycles of the path between the caches to write a word that is not in the first.
const WRITE_MISS: f64 = 2.5;
/// Bytes of code decoded in a cycle.
const DECODED: f64 = 16.0;
/// So many instructions need not be decoded again: they are kept in decoded form.
const KEPT_DECODED: usize = 5000;

/// An estimate of the cycles that instructions take when they are run again and again.
pub(super) fn cycles(instructions: &[Instruction]) -> f64 {
    let mut busy = Busy::default();
    let mut cache = Cache::new();
    for instruction in instructions {
        busy.add(instruction, &mut cache);
    }
    let decoding = if instructions.len() > KEPT_DECODED { busy.bytes / DECODED } else { 0.0 };
    let computing = busy.tables.max((busy.tables + busy.operations) / 2.0);
    [busy.memory, busy.writing, computing].into_iter().fold(decoding, f64::max)
}

/// How long each resource is busy.
#[derive(Default)]
struct Busy {
    bytes: f64,
    tables: f64,
    operations: f64,
    memory: f64,
    writing: f64,
}

impl Busy {
    fn add(&mut self, instruction: &Instruction, cache: &mut Cache) {
        // An offset takes a byte, a table another.
        match instruction {
            Instruction::Move { .. } => self.bytes += 6.0,
            Instruction::Load { place, .. } => {
                self.bytes += 7.0;
                self.memory += READ[cache.misses(place)];
            }
            Instruction::Store { place, .. } => {
                self.bytes += 7.0;
                self.writing += WRITE;
                self.memory += WRITE_MISS * cache.misses(place) as f64;
            }
            Instruction::Compute { operation, second, .. } => {
                self.bytes += 6.0;
                match operation {
                    Operation::Table(_) => {
                        self.bytes += 1.0;
                        self.tables += 1.0;
                    }
                    _ => self.operations += 1.0,
                }
                if let Operand::Memory(place) = second {
                    self.bytes += 1.0;
                    self.memory += READ[cache.misses(place)];
                }
            }
        }
    }
}

/// The first cache: 64 sets of 8 lines, the line not used for longest leaves.
struct Cache {
    sets: Vec<[u64; 8]>,
}

impl Cache {
    fn new() -> Cache {
        Cache { sets: vec![[u64::MAX; 8]; 64] }
    }

    /// Uses a word; one if it was not there, else zero.
    fn misses(&mut self, place: &Place) -> usize {
        let line = if place.buffer == Buffer::Mask { place.index / 8 } else { place.index };
        // Buffers begin anywhere.
        let set = &mut self.sets[(line as usize + 13 * place.buffer as usize) % 64];
        let tag = (place.buffer as u64) << 32 | line as u64;
        let found = set.iter().position(|&held| held == tag);
        set[..=found.unwrap_or(7)].rotate_right(1);
        set[0] = tag;
        found.is_none() as usize
    }
}
