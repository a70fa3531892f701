//! An interpreter of gates for processors without 512-bit registers.
//!
//! Gates with the same table run as one loop (`group`, `tables`), so that the processor can predict its branches.
//! Values that are no longer needed leave their word of the working memory to others.

mod group;
mod tables;

use super::CodeStatistics;
use super::graph::{GateGraph, GateNode, OutputSource};
use super::order::{Roots, WALKS, order};
use crate::word::Word;
use group::group;
use tables::run_table;

/// The index of a word of working memory, which several values use one after the other.
type WordIndex = u32;

/// A gate whose table is that of its run.
#[derive(Clone, Copy, Debug)]
struct WordGate {
    target: WordIndex,
    inputs: [WordIndex; 3],
}

/// A run of successive gates with the same table.
#[derive(Clone, Copy, Debug)]
struct TableRun {
    table: u8,
    length: u32,
}

/// The constant or word that an output is copied from.
#[derive(Clone, Copy, Debug)]
enum WordOutput {
    Constant(bool),
    Word { index: WordIndex, inverted: bool },
}

impl WordOutput {
    /// Returns the output of a value, given the word of each value.
    fn new(output: &OutputSource, words: &[WordIndex]) -> WordOutput {
        let index = |value: u32| words[value as usize];
        match *output {
            OutputSource::Constant(bit) => WordOutput::Constant(bit),
            OutputSource::Plain(value) => WordOutput::Word { index: index(value), inverted: false },
            OutputSource::Inverted(value) => {
                WordOutput::Word { index: index(value), inverted: true }
            }
        }
    }
}

/// A program for the interpreter. The first words are inputs, random words and masks.
pub(crate) struct Interpreter {
    inputs: usize,
    randoms: usize,
    masks: usize,
    runs: Vec<TableRun>,
    /// The gates of all runs.
    gates: Vec<WordGate>,
    outputs: Vec<WordOutput>,
    /// Number of words of working memory.
    words: usize,
}

impl Interpreter {
    /// Translates a graph to the form that is interpreted.
    pub(crate) fn new(graph: &GateGraph) -> Interpreter {
        let grouped = group(&graph.reordered(&order(graph, &Roots::new(graph), WALKS[0])));
        let (words, count) = assign_words(&grouped);
        let sources = grouped.sources() as usize;
        let gate = |(index, node): (usize, &GateNode)| WordGate {
            target: words[sources + index],
            inputs: node.inputs.map(|input| words[input as usize]),
        };
        Interpreter {
            inputs: grouped.inputs as usize,
            randoms: grouped.randoms as usize,
            masks: grouped.masks as usize,
            runs: table_runs(&grouped),
            gates: grouped.nodes.iter().enumerate().map(gate).collect(),
            outputs: grouped.outputs.iter().map(|output| WordOutput::new(output, &words)).collect(),
            words: count,
        }
    }

    /// Runs the program, compiled for the processor features of the caller.
    ///
    /// # Panics
    /// If a buffer is shorter than the program needs.
    #[inline(always)]
    pub(crate) fn run(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        words: &mut [Word],
    ) {
        let (first, rest) = words.split_at_mut(self.inputs);
        first.copy_from_slice(&input[..self.inputs]);
        let (second, rest) = rest.split_at_mut(self.randoms);
        second.copy_from_slice(&random[..self.randoms]);
        for (word, &mask) in rest.iter_mut().zip(&masks[..self.masks]) {
            *word = Word([mask; 8]);
        }
        let mut gates = self.gates.as_slice();
        for run in &self.runs {
            let (now, later) = gates.split_at(run.length as usize);
            run_table(run.table, now, words);
            gates = later;
        }
        for (word, origin) in output.iter_mut().zip(&self.outputs) {
            *word = match *origin {
                WordOutput::Constant(bit) => Word([0u64.wrapping_sub(bit as u64); 8]),
                WordOutput::Word { index, inverted } => {
                    let complement = 0u64.wrapping_sub(inverted as u64);
                    Word(words[index as usize].0.map(|bits| bits ^ complement))
                }
            };
        }
    }

    /// Returns the sizes of the translated program.
    pub(crate) fn statistics(&self) -> CodeStatistics {
        let given = self.inputs + self.randoms + self.masks;
        CodeStatistics {
            gates: self.gates.len(),
            instructions: self.gates.len(),
            loads: given + 3 * self.gates.len() + self.outputs.len(),
            stores: given + self.gates.len() + self.outputs.len(),
            spills: 0,
            scratch_words: self.words,
            code_bytes: self.runs.len() * size_of::<TableRun>()
                + self.gates.len() * size_of::<WordGate>(),
        }
    }
}

/// Returns the runs of successive nodes with the same table.
fn table_runs(graph: &GateGraph) -> Vec<TableRun> {
    let mut runs: Vec<TableRun> = Vec::new();
    for node in &graph.nodes {
        match runs.last_mut() {
            Some(run) if run.table == node.table => run.length += 1,
            _ => runs.push(TableRun { table: node.table, length: 1 }),
        }
    }
    runs
}

/// Returns a word for each value, and the number of words. Outputs keep theirs to the end.
fn assign_words(graph: &GateGraph) -> (Vec<WordIndex>, usize) {
    let sources = graph.sources();
    let mut last_use = vec![0u32; graph.values()];
    for (index, node) in graph.nodes.iter().enumerate() {
        node.inputs.iter().for_each(|&input| last_use[input as usize] = index as u32);
    }
    for value in graph.outputs.iter().filter_map(OutputSource::value) {
        last_use[value as usize] = u32::MAX;
    }
    let mut words: Vec<WordIndex> = (0..sources).collect();
    let mut free: Vec<WordIndex> = Vec::new();
    let mut count = sources;
    for (index, node) in graph.nodes.iter().enumerate() {
        for (place, &input) in node.inputs.iter().enumerate() {
            let repeated = node.inputs[..place].contains(&input);
            if last_use[input as usize] == index as u32 && !repeated {
                free.push(words[input as usize]);
            }
        }
        words.push(free.pop().unwrap_or_else(|| {
            count += 1;
            count - 1
        }));
    }
    (words, count as usize)
}
