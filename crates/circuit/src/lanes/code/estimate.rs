//! How many cycles instructions take, roughly: a model of a processor that fetches in order, computes out
//! of order within a window, and has one path to memory. It ranks orders of the same gates; its numbers
//! were measured on a Zen 4.

use super::allocate::{Buffer, Instruction, Operand, Operation, Place};
use std::collections::VecDeque;

pub(super) fn cycles(instructions: &[Instruction]) -> f64 {
    let var = |n: &str, d: f64| std::env::var(n).ok().and_then(|v| v.parse().ok()).unwrap_or(d);
    let window = var("WINDOW", 96.0) as usize;
    let rob = 300usize;
    let fetch = if instructions.len() > 5000 { 16.0 } else { 30.0 };
    let (load1, load2, store1, store2) = (1.0, 2.2, 2.0, 2.5);
    let (latency1, latency2) = (8.0, 18.0);
    let mut ready = [0.0f64; 32];
    let mut written: std::collections::HashMap<(u8, u32), f64> = Default::default();
    let mut cache = Cache::new();
    let (mut front, mut pipes, mut tables, mut memory) = (0.0f64, [0.0f64; 2], 0.0f64, 0.0f64);
    let mut waiting: VecDeque<f64> = VecDeque::new(); // issue times
    let mut retiring: VecDeque<f64> = VecDeque::new();
    let mut last_retire = 0.0f64;
    let mut store_time = 0.0f64;
    for i in instructions {
        let bytes = match i {
            Instruction::Load { .. } | Instruction::Store { .. } => 7.0,
            Instruction::Move { .. } => 6.0,
            Instruction::Compute { operation, second, .. } => {
                6.0 + matches!(operation, Operation::Table(_)) as u8 as f64
                    + matches!(second, Operand::Memory(_)) as u8 as f64
            }
        };
        front += f64::max(bytes / fetch, 0.2);
        if waiting.len() >= window {
            // entries leave as they issue; approximate by the oldest
            let t = waiting.pop_front().unwrap();
            front = front.max(t);
        }
        if retiring.len() >= rob {
            front = front.max(retiring.pop_front().unwrap());
        }
        let mut access = |place: &Place, at: f64, store: bool| -> f64 {
            let hit = cache.access(place);
            let key = (place.buffer as u8, place.index);
            if store {
                store_time = store_time.max(at) + if hit { store1 } else { store2 };
                memory = f64::max(memory, at) + if hit { 0.0 } else { store2 };
                written.insert(key, at + 8.0);
                at
            } else {
                memory = f64::max(memory, at) + if hit { load1 } else { load2 };
                let base = memory + if hit { latency1 } else { latency2 };
                base.max(written.get(&key).copied().unwrap_or(0.0))
            }
        };
        let done = match i {
            Instruction::Move { target, source } => {
                ready[target.0 as usize] = ready[source.0 as usize].max(front);
                front
            }
            Instruction::Load { target, place } => {
                let t = access(place, front, false);
                ready[target.0 as usize] = t;
                t
            }
            Instruction::Store { source, place } => {
                let at = ready[source.0 as usize].max(front);
                access(place, at, true);
                at
            }
            Instruction::Compute { operation, target, first, second } => {
                let mut at = front.max(ready[first.0 as usize]);
                at = at.max(match second {
                    Operand::Register(r) => ready[r.0 as usize],
                    Operand::Memory(place) => access(place, front, false),
                });
                let table = matches!(operation, Operation::Table(_));
                if table {
                    at = at.max(ready[target.0 as usize]).max(tables);
                    tables = at + 1.0;
                }
                let pipe = if pipes[0] <= pipes[1] { 0 } else { 1 };
                at = at.max(pipes[pipe]);
                pipes[pipe] = at + 1.0;
                waiting.push_back(at);
                ready[target.0 as usize] = at + 1.0;
                at + 1.0
            }
        };
        last_retire = last_retire.max(done);
        retiring.push_back(last_retire);
    }
    last_retire.max(store_time).max(memory)
}

struct Cache {
    ways: Vec<[u64; 8]>,
}

impl Cache {
    fn new() -> Cache {
        Cache { ways: vec![[u64::MAX; 8]; 64] }
    }
    fn access(&mut self, place: &Place) -> bool {
        let line = if place.buffer == Buffer::Mask { place.index / 8 } else { place.index };
        let set = &mut self.ways[(line as usize + place.buffer as usize * 13) % 64];
        let tag = (place.buffer as u64) << 32 | line as u64;
        let at = set.iter().position(|&t| t == tag);
        let hit = at.is_some();
        set[..=at.unwrap_or(7)].rotate_right(1);
        set[0] = tag;
        hit
    }
}
