//! The positions at which values are used, and the outputs that they are written to.

use super::NO_USE;
use crate::code::graph::{GateGraph, GateNode};

/// Marks the end of a list of outputs.
const NO_OUTPUT: u32 = u32::MAX;

/// The positions of the gates that use each value, in ascending order.
pub(super) struct Uses {
    /// For each value, the index in `positions` at which its remaining uses begin.
    cursors: Vec<u32>,
    /// The uses of each value, followed by [`NO_USE`].
    positions: Vec<u32>,
}

impl Uses {
    pub(super) fn new(graph: &GateGraph) -> Uses {
        let mut cursors = vec![0u32; graph.values() + 1];
        for &input in graph.nodes.iter().flat_map(GateNode::inputs) {
            cursors[input as usize + 1] += 1;
        }
        for value in 0..graph.values() {
            cursors[value + 1] += cursors[value] + 1;
        }
        let mut positions = vec![NO_USE; cursors[graph.values()] as usize];
        let mut ends = cursors.clone();
        for (position, node) in graph.nodes.iter().enumerate() {
            for &input in node.inputs() {
                positions[ends[input as usize] as usize] = position as u32;
                ends[input as usize] += 1;
            }
        }
        Uses { cursors, positions }
    }

    /// Returns the position of the next use of a value, [`NO_USE`] if there is none.
    pub(super) fn next(&self, value: u32) -> u32 {
        self.positions[self.cursors[value as usize] as usize]
    }

    /// Passes over the next use of a value.
    pub(super) fn advance(&mut self, value: u32) {
        self.cursors[value as usize] += 1;
    }
}

/// The outputs that come from each value, as linked lists.
pub(super) struct OutputLists {
    /// The first output of each value, [`NO_OUTPUT`] if there is none.
    first: Vec<u32>,
    /// The output after each output of the same value.
    next: Vec<u32>,
}

impl OutputLists {
    pub(super) fn new(graph: &GateGraph) -> OutputLists {
        let mut first = vec![NO_OUTPUT; graph.values()];
        let mut next = vec![NO_OUTPUT; graph.outputs.len()];
        for (index, output) in graph.outputs.iter().enumerate().rev() {
            if let Some(value) = output.value() {
                next[index] = std::mem::replace(&mut first[value as usize], index as u32);
            }
        }
        OutputLists { first, next }
    }

    /// Returns the first output of a value.
    pub(super) fn first(&self, value: u32) -> Option<u32> {
        Some(self.first[value as usize]).filter(|&output| output != NO_OUTPUT)
    }

    /// Returns the output after another one of the same value.
    pub(super) fn after(&self, output: u32) -> Option<u32> {
        Some(self.next[output as usize]).filter(|&output| output != NO_OUTPUT)
    }
}
