//! Programs of the lanes to test and measure backends with: random ones of many shapes, ones read from bytes, and ones
//! built like a step of a game.

use game::Random;
use lanes::internals::{LaneProgram, TableGate, WordId};
use rand::RngExt;

/// Tables of gates by name.
pub mod table {
    /// On where all three inputs are on.
    pub const AND: u8 = 0x80;
    /// On where at least one of the three inputs is on.
    pub const OR: u8 = 0xFE;
    /// On where one or all three of the inputs are on: the sum bit of a full adder.
    pub const XOR: u8 = 0x96;
    /// On where at least two of the inputs are on: the carry bit of a full adder.
    pub const MAJORITY: u8 = 0xE8;
}

/// Builds programs gate by gate.
#[derive(Default)]
pub struct ProgramBuilder {
    /// The program so far.
    pub program: LaneProgram,
}

impl ProgramBuilder {
    /// Creates a builder for a program that reads these numbers of words.
    pub fn new(inputs: u32, randoms: u32, masks: u32) -> ProgramBuilder {
        ProgramBuilder { program: LaneProgram { inputs, randoms, masks, ..LaneProgram::default() } }
    }

    /// Adds a gate of three inputs and returns its word.
    pub fn gate(&mut self, table: u8, a: WordId, b: WordId, c: WordId) -> WordId {
        self.program.gates.push(TableGate { table, inputs: [a, b, c] });
        WordId(self.program.first_gate() + self.program.gates.len() as u32 - 1)
    }

    /// Adds the conjunction of two values.
    pub fn and(&mut self, a: WordId, b: WordId) -> WordId {
        self.gate(table::AND, a, b, b)
    }

    /// Adds the exclusive disjunction of two values.
    pub fn xor(&mut self, a: WordId, b: WordId) -> WordId {
        self.gate(0x3C, a, b, b)
    }

    /// Combines values by a tree of gates of one table.
    pub fn reduce(&mut self, table: u8, mut values: Vec<WordId>) -> WordId {
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

    /// Adds the gates that compute the sum of two binary numbers, lowest bits first.
    pub fn add(&mut self, a: &[WordId], b: &[WordId]) -> Vec<WordId> {
        let mut sum = Vec::new();
        let mut carry: Option<WordId> = None;
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

/// Generates a program of a random shape, with up to 5000 gates.
pub fn any(random: &mut Random) -> LaneProgram {
    let gates = match random.random_range(0..10) {
        0..6 => random.random_range(0..60),
        6..9 => random.random_range(0..600),
        _ => random.random_range(0..5000),
    };
    let sources = [0; 3].map(|_| random.random_range(0..40) * random.random_range(0..2));
    let recent = random.random_range(0..=100);
    let window = random.random_range(1..100);
    self::random(random, gates, recent, window, sources)
}

/// Returns the program that bytes describe: three bytes for the numbers of inputs, random words and masks, one for the
/// number of outputs, then seven for each gate. Any bytes describe a valid program.
pub fn from_bytes(bytes: &[u8]) -> LaneProgram {
    let (sizes, gates) = bytes.split_at(bytes.len().min(4));
    let size = |place: usize| u32::from(sizes.get(place).copied().unwrap_or_default());
    let mut builder = ProgramBuilder::new(size(0) % 64 + 1, size(1) % 64, size(2) % 64);
    for gate in gates.chunks_exact(7) {
        let known = builder.program.values() as u32;
        // Distances count back from the last value, so small numbers make deep programs.
        let operand = |at: usize| {
            let distance = u32::from(u16::from_le_bytes([gate[at], gate[at + 1]]));
            WordId(known - 1 - distance % known)
        };
        let [a, b, c] = [operand(1), operand(3), operand(5)];
        builder.gate(gate[0], a, b, c);
    }
    let values = builder.program.values() as u32;
    // The outputs are the last value, and others at even distances before it.
    let outputs = size(3) + 1;
    builder.program.outputs = (0..outputs)
        .map(|at| WordId(values - 1 - at * values.div_ceil(outputs) % values))
        .collect();
    builder.program
}

/// Generates a program of random gates with these numbers of inputs, random words and masks. Operands are among the
/// last
/// `window` values with a probability of `recent` percent, else any values.
pub fn random(
    random: &mut Random,
    gates: usize,
    recent: u32,
    window: u32,
    sources: [u32; 3],
) -> LaneProgram {
    let mut builder = ProgramBuilder::new(sources[0], sources[1], sources[2]);
    for index in 0..gates {
        let known = builder.program.first_gate() + index as u32;
        if known == 0 {
            break;
        }
        let mut pick = || {
            let close = random.random_range(0..100) < recent;
            let reach = if close { window.min(known) } else { known };
            WordId(known - 1 - random.random_range(0..reach))
        };
        let [a, b, c] = [pick(), pick(), pick()];
        builder.gate(random.random_range(0..=255), a, b, c);
    }
    let program = &mut builder.program;
    let values = program.values() as u32;
    if values > 0 {
        let count = random.random_range(0..=values.min(400) + 2);
        program.outputs = (0..count).map(|_| WordId(random.random_range(0..values))).collect();
    }
    builder.program
}

/// Generates a program like a step of a game: moves are legal if some conjunctions of facts are true, the legal moves
/// are counted by a tree of adders, a random number descends the tree to one of them, and facts change according to the
/// moves near them.
pub fn game_step(random: &mut Random, facts: u32, moves: u32, near: u32) -> LaneProgram {
    let randoms = 24;
    let mut builder = ProgramBuilder::new(facts, randoms, 2);
    let close = |random: &mut Random, at: u32, of: u32, total: u32| {
        let centre = at as u64 * total as u64 / of as u64;
        let offset = random.random_range(0..near.min(total)) as u64;
        WordId(((centre + offset) % total as u64) as u32)
    };
    let legal: Vec<WordId> = (0..moves)
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
        let on: Vec<WordId> = (0..random.random_range(1..6))
            .map(|_| chosen[close(random, at, facts, moves).0 as usize])
            .collect();
        let off: Vec<WordId> = (0..random.random_range(1..6))
            .map(|_| chosen[close(random, at, facts, moves).0 as usize])
            .collect();
        let (on, off) = (builder.reduce(table::OR, on), builder.reduce(table::OR, off));
        let kept = builder.gate(0x10 | 0x30, WordId(at), off, off);
        builder.gate(table::OR, on, kept, kept)
    });
    builder.program.outputs = outputs.collect();
    builder.program
}

/// Adds the random choice of a legal move. Returns for each move the value that is on where the move is chosen.
fn choose(
    builder: &mut ProgramBuilder,
    legal: &[WordId],
    first_random: u32,
    randoms: u32,
) -> Vec<WordId> {
    let mut levels: Vec<Vec<Vec<WordId>>> = vec![legal.iter().map(|&value| vec![value]).collect()];
    while levels[levels.len() - 1].len() > 1 {
        let level = &levels[levels.len() - 1];
        let sums = level.chunks(2).map(|pair| match pair {
            [a, b] => builder.add(a, b),
            pair => pair[0].clone(),
        });
        let sums = sums.collect();
        levels.push(sums);
    }
    // The count masks random bits, which stand for the product of the count and a random number.
    let count = levels[levels.len() - 1][0].clone();
    let index = count.iter().enumerate().map(|(place, &bit)| {
        let random = WordId(first_random + place as u32 % randoms);
        builder.and(bit, random)
    });
    let index: Vec<WordId> = index.collect();
    let all = builder.gate(0xFF, legal[0], legal[0], legal[0]);
    let mut active = vec![(all, index)];
    for level in levels.iter().rev().skip(1) {
        let mut next = Vec::new();
        for (pair, (here, index)) in level.chunks(2).zip(active) {
            let [left, _] = pair else {
                next.push((here, index));
                continue;
            };
            // The borrow of index - left is on where the choice is on the left.
            let mut borrow: Option<WordId> = None;
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
            let right: Vec<WordId> = rest.iter().copied().take(width).collect();
            let left_index: Vec<WordId> = index.iter().copied().take(left.len()).collect();
            next.push((on_left, left_index));
            next.push((on_right, right));
        }
        active = next;
    }
    active.into_iter().map(|(here, _)| here).collect()
}

/// Generates a program like a small game after mapping to gates of three inputs: mostly tables, few inputs and outputs,
/// short distances.
pub fn mapped(random: &mut Random, gates: usize, facts: u32) -> LaneProgram {
    let tables = [0x80, 0xFE, 0x96, 0xEA, 0xA8, 0x10, 0xCA, 0xE8, 0x2A, 0xF8, 0x08, 0xAE];
    let mut builder = ProgramBuilder::new(facts, 8, 0);
    for index in 0..gates as u32 {
        let known = builder.program.first_gate() + index;
        let mut pick = || match random.random_range(0..100) {
            0..15 => WordId(random.random_range(0..facts)),
            15..90 => WordId(known - 1 - random.random_range(0..known.min(20))),
            _ => WordId(random.random_range(0..known)),
        };
        let [a, b, c] = [pick(), pick(), pick()];
        let binary = random.random_range(0..100) < 20;
        let table = tables[random.random_range(0..tables.len())];
        builder.gate(table, a, b, if binary { b } else { c });
    }
    let values = builder.program.values() as u32;
    let outputs = (0..facts).map(|at| WordId(values - 1 - at * (gates as u32 / facts)));
    builder.program.outputs = outputs.collect();
    builder.program
}

/// Generates a program of wide disjunctions of conjunctions of random facts.
pub fn or_of_ands(random: &mut Random, facts: u32, outputs: u32, terms: u32) -> LaneProgram {
    let mut builder = ProgramBuilder::new(facts, 0, 0);
    let outputs = (0..outputs).map(|_| {
        let terms = (0..terms).map(|_| {
            let [a, b, c] = [0; 3].map(|_| WordId(random.random_range(0..facts)));
            builder.gate(table::AND, a, b, c)
        });
        let terms = terms.collect();
        builder.reduce(table::OR, terms)
    });
    builder.program.outputs = outputs.collect();
    builder.program
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn any_bytes_are_a_valid_program() {
        let mut random = game::random(1);
        for length in 0..200 {
            let mut bytes = vec![0; length];
            random.fill_bytes(&mut bytes);
            let program = from_bytes(&bytes);
            assert_eq!(program.verify(), Ok(()));
            assert_eq!(program.gates.len(), length.saturating_sub(4) / 7);
        }
    }
}
