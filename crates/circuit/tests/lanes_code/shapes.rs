//! Programs to try backends on: random ones of many shapes, and ones built like a step of a game.

use circuit::lanes::program::{Gate, Program, Value};
use game::Random;
use rand::RngExt;

/// Tables of gates that are written by hand.
pub mod table {
    pub const AND: u8 = 0x80;
    pub const OR: u8 = 0xFE;
    pub const XOR: u8 = 0x96;
    pub const MAJORITY: u8 = 0xE8;
}

/// Builds programs gate by gate.
#[derive(Default)]
pub struct Builder {
    pub program: Program,
}

impl Builder {
    pub fn new(inputs: u32, randoms: u32, masks: u32) -> Builder {
        Builder { program: Program { inputs, randoms, masks, ..Program::default() } }
    }

    pub fn gate(&mut self, table: u8, a: Value, b: Value, c: Value) -> Value {
        self.program.gates.push(Gate { table, inputs: [a, b, c] });
        Value(self.program.first_gate() + self.program.gates.len() as u32 - 1)
    }

    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.gate(table::AND, a, b, b)
    }

    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        self.gate(0x3C, a, b, b)
    }

    /// One gate for every two of the values: a tree.
    pub fn reduce(&mut self, table: u8, mut values: Vec<Value>) -> Value {
        while values.len() > 1 {
            let next = values.chunks(3).map(|chunk| match *chunk {
                [a, b, c] => self.gate(table, a, b, c),
                [a, b] => self.gate(table, a, b, b),
                [a, ..] => a,
                [] => unreachable!("chunks are not empty"),
            });
            values = next.collect();
        }
        values[0]
    }

    /// The sum of two binary numbers, lowest bits first.
    pub fn add(&mut self, a: &[Value], b: &[Value]) -> Vec<Value> {
        let mut sum = Vec::new();
        let mut carry: Option<Value> = None;
        for place in 0..a.len().max(b.len()) {
            match (a.get(place), b.get(place), carry) {
                (Some(&a), Some(&b), Some(c)) => {
                    sum.push(self.gate(table::XOR, a, b, c));
                    carry = Some(self.gate(table::MAJORITY, a, b, c));
                }
                (Some(&a), Some(&b), None)
                | (Some(&a), None, Some(b))
                | (None, Some(&a), Some(b)) => {
                    sum.push(self.xor(a, b));
                    carry = Some(self.and(a, b));
                }
                (Some(&a), None, None) | (None, Some(&a), None) => sum.push(a),
                (None, None, _) => unreachable!("a place belongs to one of the numbers"),
            }
        }
        sum.extend(carry);
        sum
    }
}

/// Random gates; operands are recent values with the given probability in percent, else any.
pub fn random(
    random: &mut Random,
    gates: usize,
    recent: u32,
    window: u32,
    sources: [u32; 3],
) -> Program {
    let mut builder = Builder::new(sources[0], sources[1], sources[2]);
    for index in 0..gates {
        let known = builder.program.first_gate() + index as u32;
        if known == 0 {
            break;
        }
        let mut pick = || {
            let close = random.random_range(0..100) < recent;
            let reach = if close { window.min(known) } else { known };
            Value(known - 1 - random.random_range(0..reach))
        };
        let [a, b, c] = [pick(), pick(), pick()];
        builder.gate(random.random_range(0..=255), a, b, c);
    }
    let program = &mut builder.program;
    let values = program.values() as u32;
    if values > 0 {
        let count = random.random_range(0..=values.min(400) + 2);
        program.outputs = (0..count).map(|_| Value(random.random_range(0..values))).collect();
    }
    builder.program
}

/// Like a step of a game: moves are legal if some conjunctions of facts hold, the legal moves are counted
/// by a tree of adders, a random number descends the tree to one of them, and facts change according to the
/// moves near them.
pub fn game_step(random: &mut Random, facts: u32, moves: u32, near: u32) -> Program {
    let randoms = 24;
    let mut builder = Builder::new(facts, randoms, 2);
    let close = |random: &mut Random, at: u32, of: u32, total: u32| {
        let centre = at as u64 * total as u64 / of as u64;
        let offset = random.random_range(0..near.min(total)) as u64;
        Value(((centre + offset) % total as u64) as u32)
    };
    let legal: Vec<Value> = (0..moves)
        .map(|at| {
            let terms = (0..random.random_range(1..4)).map(|_| {
                let [a, b, c] = [0; 3].map(|_| close(random, at, moves, facts));
                let table = [0x80, 0x40, 0x20, 0x08][random.random_range(0..4)];
                builder.gate(table, a, b, c)
            });
            let terms = terms.collect();
            builder.reduce(table::OR, terms)
        })
        .collect();
    let chosen = choose(&mut builder, &legal, facts, randoms);
    let outputs = (0..facts).map(|at| {
        let on: Vec<Value> = (0..random.random_range(1..6))
            .map(|_| chosen[close(random, at, facts, moves).0 as usize])
            .collect();
        let off: Vec<Value> = (0..random.random_range(1..6))
            .map(|_| chosen[close(random, at, facts, moves).0 as usize])
            .collect();
        let (on, off) = (builder.reduce(table::OR, on), builder.reduce(table::OR, off));
        let kept = builder.gate(0x10 | 0x30, Value(at), off, off);
        builder.gate(table::OR, on, kept, kept)
    });
    builder.program.outputs = outputs.collect();
    builder.program
}

/// For each of some values whether it is the one among the true ones that random bits choose.
fn choose(builder: &mut Builder, legal: &[Value], first_random: u32, randoms: u32) -> Vec<Value> {
    let mut levels: Vec<Vec<Vec<Value>>> = vec![legal.iter().map(|&value| vec![value]).collect()];
    while levels[levels.len() - 1].len() > 1 {
        let level = &levels[levels.len() - 1];
        let sums = level.chunks(2).map(|pair| match pair {
            [a, b] => builder.add(a, b),
            pair => pair[0].clone(),
        });
        let sums = sums.collect();
        levels.push(sums);
    }
    // A stand-in for count times random bits: the bits masked by the count.
    let count = levels[levels.len() - 1][0].clone();
    let index = count.iter().enumerate().map(|(place, &bit)| {
        let random = Value(first_random + place as u32 % randoms);
        builder.and(bit, random)
    });
    let index: Vec<Value> = index.collect();
    let all = builder.gate(0xFF, legal[0], legal[0], legal[0]);
    let mut active = vec![(all, index)];
    for level in levels.iter().rev().skip(1) {
        let mut next = Vec::new();
        for (pair, (here, index)) in level.chunks(2).zip(active) {
            let [left, _] = pair else {
                next.push((here, index));
                continue;
            };
            // Borrow of index - left: then the choice is on the left.
            let mut borrow: Option<Value> = None;
            let mut rest = Vec::new();
            for place in 0..index.len().max(left.len()) {
                let (Some(&i), Some(&l)) = (index.get(place), left.get(place)) else {
                    if let (Some(&i), Some(b)) = (index.get(place), borrow) {
                        rest.push(builder.xor(i, b));
                        borrow = Some(builder.gate(0x0C, i, b, b));
                    }
                    continue;
                };
                match borrow {
                    None => {
                        rest.push(builder.xor(i, l));
                        borrow = Some(builder.gate(0x0C, i, l, l));
                    }
                    Some(b) => {
                        rest.push(builder.gate(table::XOR, i, l, b));
                        borrow = Some(builder.gate(0x8E, i, l, b));
                    }
                }
            }
            let borrow = borrow.unwrap_or(here);
            let on_left = builder.and(here, borrow);
            let on_right = builder.gate(0x30, here, borrow, borrow);
            let width = pair[1].len();
            let right: Vec<Value> = rest.iter().copied().take(width).collect();
            let left_index: Vec<Value> = index.iter().copied().take(left.len()).collect();
            next.push((on_left, left_index));
            next.push((on_right, right));
        }
        active = next;
    }
    active.into_iter().map(|(here, _)| here).collect()
}

/// Like a small game after mapping to gates of three inputs: mostly tables, few inputs and outputs, short
/// distances.
pub fn mapped(random: &mut Random, gates: usize, facts: u32) -> Program {
    let tables = [0x80, 0xFE, 0x96, 0xEA, 0xA8, 0x10, 0xCA, 0xE8, 0x2A, 0xF8, 0x08, 0xAE];
    let mut builder = Builder::new(facts, 8, 0);
    for index in 0..gates as u32 {
        let known = builder.program.first_gate() + index;
        let mut pick = || match random.random_range(0..100) {
            0..15 => Value(random.random_range(0..facts)),
            15..90 => Value(known - 1 - random.random_range(0..known.min(20))),
            _ => Value(random.random_range(0..known)),
        };
        let [a, b, c] = [pick(), pick(), pick()];
        let binary = random.random_range(0..100) < 20;
        let table = tables[random.random_range(0..tables.len())];
        builder.gate(table, a, b, if binary { b } else { c });
    }
    let values = builder.program.values() as u32;
    let outputs = (0..facts).map(|at| Value(values - 1 - at * (gates as u32 / facts)));
    builder.program.outputs = outputs.collect();
    builder.program
}

/// Wide disjunctions of conjunctions of random facts.
pub fn or_of_ands(random: &mut Random, facts: u32, outputs: u32, terms: u32) -> Program {
    let mut builder = Builder::new(facts, 0, 0);
    let outputs = (0..outputs).map(|_| {
        let terms = (0..terms).map(|_| {
            let [a, b, c] = [0; 3].map(|_| Value(random.random_range(0..facts)));
            builder.gate(table::AND, a, b, c)
        });
        let terms = terms.collect();
        builder.reduce(table::OR, terms)
    });
    builder.program.outputs = outputs.collect();
    builder.program
}
