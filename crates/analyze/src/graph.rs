//! Coloured directed graphs, with a canonical form and their automorphisms.
//!
//! The canonical form of a graph is the same for all graphs that differ only by the numbers of their vertices; with it comes the numbering
//! that leads there, and thus the bijection between two graphs of the same form. Automorphisms are those numberings that change
//! nothing; they come as a set of generators.
//!
//! DIVERGENCE: no library is used. The bindings of nauty need libclang to be built, which a fresh machine lacks, and the pure Rust crate
//! `canonical-form` lists automorphisms one by one, where eight things that can be exchanged have 40,320.

mod partition;
mod search;

pub use search::{Form, search};

/// A directed graph whose vertices have colours: numbers that say the same in all graphs that are compared.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    colours: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// Adds a vertex; its number.
    pub fn vertex(&mut self, colour: u32) -> u32 {
        self.colours.push(colour);
        (self.colours.len() - 1) as u32
    }

    /// Adds an edge; there is one at most from one vertex to another.
    pub fn edge(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    /// The colour of each vertex.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// All edges.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }
}

/// The neighbours of each vertex, one after the other, in order.
#[derive(Debug)]
struct Neighbours {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Neighbours {
    fn new(vertices: usize, edges: impl Iterator<Item = (u32, u32)>) -> Neighbours {
        let mut edges: Vec<(u32, u32)> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0; vertices + 1];
        edges.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        Neighbours { starts, all: edges.into_iter().map(|(_, to)| to).collect() }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.all[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}
