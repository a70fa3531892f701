//! Coloured directed graphs with their canonical form and their automorphisms. Nothing is known here about rules.
//!
//! The canonical form is the same for all graphs that differ only in the numbering of their vertices. It comes with the
//! numbering that leads to it, and thus with the bijection between two graphs of the same form. Automorphisms are the
//! permutations of vertices that leave the graph unchanged; they are given by a set of generators.
//!
//! ```
//! use agon_analyze::graph::{ColouredGraph, canonical_form};
//!
//! // An edge in each direction between two vertices of the same colour, which can be exchanged.
//! let mut graph = ColouredGraph::default();
//! let [one, other] = [graph.vertex(0), graph.vertex(0)];
//! graph.edge(one, other);
//! graph.edge(other, one);
//! let form = canonical_form(&graph, 1_000).expect("the graph is small");
//! assert_eq!(form.generators, [[1, 0]]);
//! ```
//!
//! DIVERGENCE: no library is used. The bindings of nauty need libclang to be built, which a fresh machine lacks, and
//! the pure Rust crate `canonical-form` lists automorphisms one by one, where eight things that can be exchanged have
//! 40,320.

mod partition;
mod search;

pub use search::{CanonicalForm, canonical_form};

/// A directed graph with a colour for each vertex: a number that has the same meaning in all graphs that are compared.
#[derive(Clone, Debug, Default)]
pub struct ColouredGraph {
    colours: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl ColouredGraph {
    /// Adds a vertex and returns its number.
    pub fn vertex(&mut self, colour: u32) -> u32 {
        self.colours.push(colour);
        (self.colours.len() - 1) as u32
    }

    /// Adds an edge; adding the same edge again changes nothing.
    pub fn edge(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    /// Returns the colour of each vertex.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// Returns all edges, each as a pair of vertices.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }
}

/// The neighbours of every vertex in one vector, those of each vertex in ascending order.
#[derive(Debug)]
struct Neighbours {
    /// The index of the first neighbour of each vertex, and the end of the last one's.
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

    /// Returns the neighbours of a vertex.
    fn of(&self, vertex: u32) -> &[u32] {
        &self.all[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}
