//! An interpreter of gates for processors without 512-bit registers.
//!
//! Gates with the same table run as one loop, so that the processor can foresee what to do next. Values
//! share slots of the working memory once they are dead.

use super::Statistics;
use super::graph::{Graph, Node, Output, permute_inputs};
use super::order::{Roots, WALKS, order};
use crate::lanes::word::Word;
use std::collections::VecDeque;

/// Gates are grouped by table within stretches of so many; with longer ones more values are alive.
const STRETCH: usize = 4096;

/// A slot for each value would be too much memory; they are used again.
type Slot = u32;

/// A gate whose table is known from its run.
#[derive(Clone, Copy, Debug)]
struct Step {
    target: Slot,
    inputs: [Slot; 3],
}

/// Gates with the same table.
#[derive(Clone, Copy, Debug)]
struct Run {
    table: u8,
    length: u32,
}

/// What an output is copied from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Constant(bool),
    Slot { slot: Slot, inverted: bool },
}

/// A program for the interpreter. The first slots are inputs, random words and masks.
pub(super) struct Interpreter {
    inputs: usize,
    randoms: usize,
    masks: usize,
    runs: Vec<Run>,
    steps: Vec<Step>,
    outputs: Vec<Origin>,
    slots: usize,
}

impl Interpreter {
    pub(super) fn new(graph: &Graph) -> Interpreter {
        let grouped = group(&graph.reordered(&order(graph, &Roots::new(graph), WALKS[0])));
        let (slots, count) = assign_slots(&grouped);
        let sources = grouped.sources() as usize;
        let step = |(index, node): (usize, &Node)| Step {
            target: slots[sources + index],
            inputs: node.inputs.map(|input| slots[input as usize]),
        };
        let mut runs: Vec<Run> = Vec::new();
        for node in &grouped.nodes {
            match runs.last_mut() {
                Some(run) if run.table == node.table => run.length += 1,
                _ => runs.push(Run { table: node.table, length: 1 }),
            }
        }
        let origin = |&output: &Output| match output {
            Output::Constant(bit) => Origin::Constant(bit),
            Output::Plain(value) => Origin::Slot { slot: slots[value as usize], inverted: false },
            Output::Inverted(value) => Origin::Slot { slot: slots[value as usize], inverted: true },
        };
        Interpreter {
            inputs: grouped.inputs as usize,
            randoms: grouped.randoms as usize,
            masks: grouped.masks as usize,
            runs,
            steps: grouped.nodes.iter().enumerate().map(step).collect(),
            outputs: grouped.outputs.iter().map(origin).collect(),
            slots: count,
        }
    }

    /// Runs on any processor.
    pub(super) fn run(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        slots: &mut [Word],
    ) {
        self.interpret(input, random, masks, output, slots);
    }

    /// Runs with AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub(super) fn run_avx2(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        slots: &mut [Word],
    ) {
        self.interpret(input, random, masks, output, slots);
    }

    #[inline(always)]
    fn interpret(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        slots: &mut [Word],
    ) {
        let (first, rest) = slots.split_at_mut(self.inputs);
        first.copy_from_slice(&input[..self.inputs]);
        let (second, rest) = rest.split_at_mut(self.randoms);
        second.copy_from_slice(&random[..self.randoms]);
        for (slot, &mask) in rest.iter_mut().zip(&masks[..self.masks]) {
            *slot = Word([mask; 8]);
        }
        let mut steps = self.steps.as_slice();
        for run in &self.runs {
            let (now, later) = steps.split_at(run.length as usize);
            run_table(run.table, now, slots);
            steps = later;
        }
        for (word, origin) in output.iter_mut().zip(&self.outputs) {
            *word = match *origin {
                Origin::Constant(bit) => Word([0u64.wrapping_sub(bit as u64); 8]),
                Origin::Slot { slot, inverted } => {
                    let complement = 0u64.wrapping_sub(inverted as u64);
                    Word(slots[slot as usize].0.map(|bits| bits ^ complement))
                }
            };
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let given = self.inputs + self.randoms + self.masks;
        Statistics {
            gates: self.steps.len(),
            instructions: self.steps.len(),
            loads: given + 3 * self.steps.len() + self.outputs.len(),
            stores: given + self.steps.len() + self.outputs.len(),
            spills: 0,
            scratch_words: self.slots,
            code_bytes: self.runs.len() * size_of::<Run>() + self.steps.len() * size_of::<Step>(),
        }
    }
}

/// Orders gates so that those with the same table follow each other, and permutes their inputs so that few
/// different tables remain.
fn group(graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    let forms: Vec<_> = (0..=255).map(cheapest_form).collect();
    for node in &mut graph.nodes {
        let (table, order) = forms[node.table as usize];
        *node = Node { table, arity: 3, inputs: order.map(|place| node.inputs[place]) };
    }
    let mut order = Vec::with_capacity(graph.nodes.len());
    for start in (0..graph.nodes.len()).step_by(STRETCH) {
        let end = graph.nodes.len().min(start + STRETCH);
        group_stretch(&graph, start, end, &mut order);
    }
    graph.reordered(&order)
}

/// Appends the nodes of a stretch: always all that can be computed with one table, the most frequent.
fn group_stretch(graph: &Graph, start: usize, end: usize, order: &mut Vec<u32>) {
    let first = graph.sources() + start as u32;
    let inside = |node: &Node| {
        node.inputs.into_iter().filter_map(|input| input.checked_sub(first)).map(|at| at as usize)
    };
    let nodes = &graph.nodes[start..end];
    let mut missing = vec![0u8; nodes.len()];
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut ready: Vec<VecDeque<u32>> = vec![VecDeque::new(); 256];
    for (index, node) in nodes.iter().enumerate() {
        for input in inside(node) {
            missing[index] += 1;
            users[input].push(index as u32);
        }
        if missing[index] == 0 {
            ready[node.table as usize].push_back(index as u32);
        }
    }
    let fullest = |ready: &[VecDeque<u32>]| {
        let table = (0..256).max_by_key(|&table| ready[table].len());
        table.filter(|&table| !ready[table].is_empty())
    };
    while let Some(table) = fullest(&ready) {
        // First come, first served: a gate that follows one of its inputs closely would wait for it.
        while let Some(index) = ready[table].pop_front() {
            order.push(start as u32 + index);
            for &user in &users[index as usize] {
                missing[user as usize] -= 1;
                if missing[user as usize] == 0 {
                    ready[nodes[user as usize].table as usize].push_back(user);
                }
            }
        }
    }
}

/// A slot for each value, and how many slots there are. Outputs keep theirs to the end.
fn assign_slots(graph: &Graph) -> (Vec<Slot>, usize) {
    let sources = graph.sources();
    let mut last_use = vec![0u32; graph.values()];
    for (index, node) in graph.nodes.iter().enumerate() {
        node.inputs.iter().for_each(|&input| last_use[input as usize] = index as u32);
    }
    for value in graph.outputs.iter().filter_map(Output::value) {
        last_use[value as usize] = u32::MAX;
    }
    let mut slots: Vec<Slot> = (0..sources).collect();
    let mut free: Vec<Slot> = Vec::new();
    let mut count = sources;
    for (index, node) in graph.nodes.iter().enumerate() {
        for (place, &input) in node.inputs.iter().enumerate() {
            let repeated = node.inputs[..place].contains(&input);
            if last_use[input as usize] == index as u32 && !repeated {
                free.push(slots[input as usize]);
            }
        }
        slots.push(free.pop().unwrap_or_else(|| {
            count += 1;
            count - 1
        }));
    }
    (slots, count as usize)
}

/// The halves of a table, as tables of the first two inputs: the answer when the third is zero, and
/// whether the third changes it.
const fn halves(table: u8) -> (u8, u8) {
    let mut zero = 0;
    let mut change = 0;
    let mut row = 0;
    while row < 4 {
        let (even, odd) = (table >> (2 * row) & 1, table >> (2 * row + 1) & 1);
        zero |= even << row;
        change |= (even ^ odd) << row;
        row += 1;
    }
    (zero, change)
}

/// The table with its inputs permuted so that it takes the fewest operations, and the permutation.
fn cheapest_form(table: u8) -> (u8, [usize; 3]) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let forms = orders.map(|order| (permute_inputs(table, order), order));
    forms.into_iter().min_by_key(|&(form, _)| (operations(form), form)).expect("six forms")
}

/// How many operations a table takes as `zero ^ third & change`.
fn operations(table: u8) -> u32 {
    let (zero, change) = halves(table);
    let of_two = |table: u8| match table {
        0b0000 | 0b1111 | 0b1100 | 0b1010 => 0,
        0b0011 | 0b0101 | 0b1000 | 0b1110 | 0b0110 | 0b0100 | 0b0010 => 1,
        _ => 2,
    };
    of_two(zero) + of_two(change) + (zero != 0) as u32 + (change != 0b1111) as u32
}

/// A function of two inputs by its table.
#[inline(always)]
fn of_two(table: u8, a: u64, b: u64) -> u64 {
    match table {
        0b0000 => 0,
        0b0001 => !(a | b),
        0b0010 => !a & b,
        0b0011 => !a,
        0b0100 => a & !b,
        0b0101 => !b,
        0b0110 => a ^ b,
        0b0111 => !(a & b),
        0b1000 => a & b,
        0b1001 => !(a ^ b),
        0b1010 => b,
        0b1011 => !a | b,
        0b1100 => a,
        0b1101 => a | !b,
        0b1110 => a | b,
        _ => !0,
    }
}

/// Runs gates with one table, known when this is compiled.
#[inline(always)]
fn run_steps<const TABLE: u8>(steps: &[Step], slots: &mut [Word]) {
    let (zero, change) = const { halves(TABLE) };
    for step in steps {
        let [a, b, c] = step.inputs.map(|slot| slots[slot as usize].0);
        let mut result = [0; 8];
        for lane in 0..8 {
            let changed = of_two(change, a[lane], b[lane]) & c[lane];
            result[lane] = of_two(zero, a[lane], b[lane]) ^ changed;
        }
        slots[step.target as usize] = Word(result);
    }
}

/// Defines `run_table`, which runs gates with any of the tables listed.
macro_rules! define_run_table {
    ($($table:literal)*) => {
        /// The tables that are the cheapest forms of all tables of two or three inputs.
        #[cfg(test)]
        const FORMS: &[u8] = &[$($table),*];

        #[inline(always)]
        fn run_table(table: u8, steps: &[Step], slots: &mut [Word]) {
            match table {
                $($table => run_steps::<$table>(steps, slots),)*
                _ => unreachable!("table {table:#x} is not a cheapest form"),
            }
        }
    };
}

define_run_table! {
    0x01 0x02 0x03 0x06 0x07 0x08 0x09 0x0a 0x0b 0x16 0x17 0x18 0x19 0x1b 0x1c 0x28 0x29 0x2a 0x2b
    0x2f 0x3e 0x54 0x56 0x57 0x58 0x59 0x5a 0x5b 0x5c 0x5f 0x68 0x69 0x6a 0x6b 0x6e 0x6f 0x7e 0x7f
    0x80 0x81 0x82 0x83 0x87 0x88 0x89 0x8a 0x8b 0x8f 0x94 0x96 0x97 0x98 0x99 0x9a 0x9b 0x9e 0xa8
    0xa9 0xab 0xac 0xad 0xaf 0xbc 0xce 0xd4 0xd7 0xdb 0xde 0xdf 0xe8 0xe9 0xeb 0xec 0xee 0xfd 0xfe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_a_form_that_is_compiled() {
        for table in 0..=255u8 {
            let place = |place: usize| [0xF0u8, 0xCC, 0xAA][place];
            let stride = |place: usize| 4 >> place;
            let depends = |&at: &usize| (table & place(at)) >> stride(at) != table & !place(at);
            if (0..3).filter(depends).count() >= 2 {
                assert!(FORMS.contains(&cheapest_form(table).0), "{table:#x}");
            }
        }
    }
}
