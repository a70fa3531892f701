//! Estimates the cycles that instructions take, to choose among orders of the same gates.
//!
//! The model adds up the cycles for which each resource of the processor is busy and takes the greatest sum. Its
//! numbers were measured on a Zen 4. There, estimates are off by up to a sixth for programs of several thousand gates,
//! and by half for smaller ones, since the model begins with an empty cache and ignores latency; but then the orders
//! differ little. The resource that decides between orders is the path between the first and the second cache: in the
//! model it is busiest for nearly all programs, since two cycles to fetch a word are four times as long as an AND.

use super::instruction::{Buffer, Instruction, LastOperand, LogicOperation, MemoryPlace};

/// Cycles to read a word that is in the first cache, and one that is only in the second.
const READ_CYCLES: [f64; 2] = [1.0, 2.2];
/// Cycles to write a word to the first cache.
const WRITE_CYCLES: f64 = 2.0;
/// Cycles of the path between the caches to write a word that is not in the first.
const WRITE_MISS_CYCLES: f64 = 2.5;
/// Number of bytes of code that are decoded in a cycle.
const BYTES_DECODED: f64 = 16.0;
/// Largest number of instructions that the processor keeps in decoded form.
const MAX_KEPT_DECODED: usize = 5000;

/// Estimates the cycles of a run of these instructions, if they are run again and again.
pub(super) fn cycles(instructions: &[Instruction]) -> f64 {
    let mut usage = Usage::default();
    let mut cache = Cache::new();
    for instruction in instructions {
        usage.add(instruction, &mut cache);
    }
    let decoding =
        if instructions.len() > MAX_KEPT_DECODED { usage.bytes / BYTES_DECODED } else { 0.0 };
    let computing = usage.tables.max((usage.tables + usage.operations) / 2.0);
    [usage.memory, usage.writing, computing].into_iter().fold(decoding, f64::max)
}

/// The use of each resource of the processor.
#[derive(Default)]
struct Usage {
    /// Number of bytes of code.
    bytes: f64,
    /// Number of instructions with tables, which one unit computes.
    tables: f64,
    /// Number of other computing instructions, which two units compute.
    operations: f64,
    /// Cycles of the path between the caches.
    memory: f64,
    /// Cycles of the unit that writes.
    writing: f64,
}

impl Usage {
    fn add(&mut self, instruction: &Instruction, cache: &mut Cache) {
        // An offset takes a byte, a table another.
        match instruction {
            Instruction::Move { .. } => self.bytes += 6.0,
            Instruction::Load { place, .. } => {
                self.bytes += 7.0;
                self.memory += READ_CYCLES[cache.misses(place)];
            }
            Instruction::Store { place, .. } => {
                self.bytes += 7.0;
                self.writing += WRITE_CYCLES;
                self.memory += WRITE_MISS_CYCLES * cache.misses(place) as f64;
            }
            Instruction::Compute { operation, second, .. } => {
                self.bytes += 6.0;
                match operation {
                    LogicOperation::Table(_) => {
                        self.bytes += 1.0;
                        self.tables += 1.0;
                    }
                    _ => self.operations += 1.0,
                }
                if let LastOperand::Memory(place) = second {
                    self.bytes += 1.0;
                    self.memory += READ_CYCLES[cache.misses(place)];
                }
            }
        }
    }
}

/// The first cache of the processor: 64 sets of 8 lines. The line of a set that was used least recently is replaced.
struct Cache {
    sets: Vec<[u64; 8]>,
}

impl Cache {
    fn new() -> Cache {
        Cache { sets: vec![[u64::MAX; 8]; 64] }
    }

    /// Uses a word. Returns 1 if it was not in the cache, else 0.
    fn misses(&mut self, place: &MemoryPlace) -> usize {
        let line = if place.buffer == Buffer::Mask { place.index / 8 } else { place.index };
        // The multiple of 13 stands for the addresses of the buffers, which are not known.
        let set = &mut self.sets[(line as usize + 13 * place.buffer as usize) % 64];
        let tag = (place.buffer as u64) << 32 | line as u64;
        let found = set.iter().position(|&held| held == tag);
        set[..=found.unwrap_or(7)].rotate_right(1);
        set[0] = tag;
        found.is_none() as usize
    }
}
