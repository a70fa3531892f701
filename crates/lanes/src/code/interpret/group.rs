//! An order of gates in which those with the same table follow each other.

use super::tables::cheapest_form;
use crate::code::graph::{GateGraph, GateNode};
use std::collections::VecDeque;

/// Number of successive gates among which gates are grouped by their tables. With more of them, more values are alive
/// at a time.
const STRETCH: usize = 4096;

/// Returns the graph with gates of the same table one after the other, and with inputs permuted so that there are few
/// different tables.
pub(super) fn group(graph: &GateGraph) -> GateGraph {
    let mut graph = graph.clone();
    let forms: Vec<_> = (0..=255).map(cheapest_form).collect();
    for node in &mut graph.nodes {
        let (table, order) = forms[node.table as usize];
        *node = GateNode { table, arity: 3, inputs: order.map(|place| node.inputs[place]) };
    }
    let mut order = Vec::with_capacity(graph.nodes.len());
    for start in (0..graph.nodes.len()).step_by(STRETCH) {
        let end = graph.nodes.len().min(start + STRETCH);
        group_stretch(&graph, start, end, &mut order);
    }
    graph.reordered(&order)
}

/// Appends the nodes of a stretch to the order. Each turn chooses the table that most computable gates have, and
/// appends these gates.
fn group_stretch(graph: &GateGraph, start: usize, end: usize, order: &mut Vec<u32>) {
    let first = graph.sources() + start as u32;
    let inside = |node: &GateNode| {
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
        // Gates follow in the order in which they became computable: a gate directly after one of its inputs would have
        // to wait for it.
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
