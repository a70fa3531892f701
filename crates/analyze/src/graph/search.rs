//! The search for the canonical form and for automorphisms, by individualisation and refinement (B. McKay, *Practical Graph
//! Isomorphism*, 1981): where refinement tells no more vertices apart, each vertex of a cell is singled out in turn. Of all numberings
//! that are reached so the one with the greatest form is canonical. Two that have the same form make an automorphism, which
//! saves branches that are images of others.

use super::partition::{Partition, Refiner, mixed};
use super::{Graph, Neighbours};
use petgraph::unionfind::UnionFind;
use std::cmp::Ordering;

/// What the search finds.
#[derive(Clone, Debug)]
pub struct Form {
    /// The canonical numbering: the vertices in their new order.
    pub order: Vec<u32>,
    /// The edges between the new numbers, in order.
    pub edges: Vec<(u32, u32)>,
    /// The colours of the vertices in their new order.
    pub colours: Vec<u32>,
    /// Automorphisms, as the image of each vertex, from which all others can be made.
    pub generators: Vec<Vec<u32>>,
}

impl Form {
    /// A number that is the same for graphs that differ only by the numbers of their vertices, and hardly ever for others.
    pub fn key(&self) -> u64 {
        let colours = self.colours.iter().map(|&colour| u64::from(colour));
        let edges = self.edges.iter().map(|&(from, to)| u64::from(from) << 32 | u64::from(to));
        colours.chain(edges).fold(self.colours.len() as u64, mixed)
    }

    /// Whether the graphs are the same up to the numbers of their vertices; the bijection is from one `order` to the other.
    pub fn is_of_same_graph(&self, other: &Form) -> bool {
        self.colours == other.colours && self.edges == other.edges
    }
}

/// The partitions of all nodes above the present one are kept: no more than so many vertices in all of them.
const MOST_KEPT: usize = 4_000_000;

/// Finds the canonical form and the automorphisms of a graph, if that takes no more than this number of steps; one is about a nanosecond.
pub fn search(graph: &Graph, most_steps: u64) -> Option<Form> {
    let vertices = graph.colours().len();
    let successors = Neighbours::new(vertices, graph.edges().iter().copied());
    let predecessors =
        Neighbours::new(vertices, graph.edges().iter().map(|&(from, to)| (to, from)));
    let mut search = Search {
        successors: &successors,
        refiner: Refiner::new([&successors, &predecessors], vertices),
        most_steps,
        path: Vec::new(),
        traces: Vec::new(),
        first: None,
        best: None,
        orbits: UnionFind::new(vertices),
        generators: Vec::new(),
    };
    let mut partition = Partition::new(graph.colours());
    search.refiner.refine_all(&mut partition);
    search.explore(partition)?;
    let Leaf { order, edges, .. } = search.best?;
    let colours = order.iter().map(|&vertex| graph.colours()[vertex as usize]).collect();
    Some(Form { order, edges, colours, generators: search.generators })
}

struct Search<'a> {
    successors: &'a Neighbours,
    refiner: Refiner<'a>,
    most_steps: u64,
    /// The vertices that are singled out, and what refinement said of each.
    path: Vec<u32>,
    traces: Vec<u64>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// Which vertices automorphisms take to each other. All that were found below a node of the first path keep that path, so that
    /// this holds for whichever node of it is explored.
    orbits: UnionFind<u32>,
    generators: Vec<Vec<u32>>,
}

/// A numbering that was reached.
#[derive(Clone)]
struct Leaf {
    path: Vec<u32>,
    traces: Vec<u64>,
    order: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Search<'_> {
    /// Explores what is below a node. What comes back is the level of the node to go on with, which is this one's or one above it;
    /// nothing if it takes too long.
    fn explore(&mut self, partition: Partition) -> Option<usize> {
        let vertices = partition.order().len();
        self.refiner.steps += vertices as u64;
        if self.refiner.steps > self.most_steps || self.path.len() * vertices > MOST_KEPT {
            return None;
        }
        if partition.is_discrete() {
            return Some(self.leaf(&partition));
        }
        let level = self.path.len();
        let target = partition.target().to_vec();
        let mut tried: Vec<u32> = Vec::new();
        let (mut own, mut known) = (UnionFind::new_empty(), usize::MAX);
        for vertex in target {
            let is_on_first_path =
                self.first.as_ref().is_none_or(|first| first.path.starts_with(&self.path));
            // Mostly the first vertex is the only one that is tried, and they are not needed.
            if !is_on_first_path && !tried.is_empty() && known != self.generators.len() {
                known = self.generators.len();
                own = self.orbits_that_keep_the_path(vertices);
            }
            let orbits = if is_on_first_path { &self.orbits } else { &own };
            if tried.iter().any(|&other| orbits.find(other) == orbits.find(vertex)) {
                continue;
            }
            tried.push(vertex);
            let mut child = partition.clone();
            let trace = self.refiner.single_out(&mut child, vertex);
            self.path.push(vertex);
            self.traces.push(trace);
            let next = if self.is_promising() { self.explore(child)? } else { level };
            self.path.truncate(level);
            self.traces.truncate(level);
            if next < level {
                return Some(next);
            }
        }
        Some(level)
    }

    /// Whether below the present node there may be an image of the first numbering, or one that is no worse than the best.
    fn is_promising(&self) -> bool {
        let (Some(first), Some(best)) = (&self.first, &self.best) else { return true };
        first.traces.starts_with(&self.traces) || compared(&self.traces, &best.traces).is_ge()
    }

    /// Looks at a numbering; the level to go on with.
    fn leaf(&mut self, partition: &Partition) -> usize {
        let leaf = Leaf {
            path: self.path.clone(),
            traces: self.traces.clone(),
            order: partition.order().to_vec(),
            edges: self.renumbered(partition.places()),
        };
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else {
            self.first = Some(leaf.clone());
            self.best = Some(leaf);
            return self.path.len();
        };
        for known in [first, best] {
            if known.traces == leaf.traces && known.edges == leaf.edges {
                let level = common(&known.path, &leaf.path);
                let generator = bijection(&known.order, &leaf.order);
                join(&mut self.orbits, &generator);
                self.generators.push(generator);
                return level;
            }
        }
        if (&leaf.traces, &leaf.edges) > (&best.traces, &best.edges) {
            self.best = Some(leaf);
        }
        self.path.len()
    }

    /// The edges between new numbers, in order.
    fn renumbered(&mut self, places: &[u32]) -> Vec<(u32, u32)> {
        let mut edges = Vec::with_capacity(self.successors.all.len());
        for vertex in 0..places.len() as u32 {
            let from = places[vertex as usize];
            edges.extend(self.successors.of(vertex).iter().map(|&to| (from, places[to as usize])));
        }
        edges.sort_unstable();
        self.refiner.steps += 16 * edges.len() as u64;
        edges
    }

    /// The orbits of those automorphisms that keep every vertex that is singled out.
    fn orbits_that_keep_the_path(&mut self, vertices: usize) -> UnionFind<u32> {
        let mut orbits = UnionFind::new(vertices);
        for generator in &self.generators {
            if self.path.iter().all(|&vertex| generator[vertex as usize] == vertex) {
                join(&mut orbits, generator);
            }
        }
        self.refiner.steps += (vertices * (1 + self.generators.len())) as u64;
        orbits
    }
}

/// Compares as far as both go.
fn compared(one: &[u64], other: &[u64]) -> Ordering {
    let length = one.len().min(other.len());
    one[..length].cmp(&other[..length])
}

/// How far two paths are the same.
fn common(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// What takes one numbering to the other.
fn bijection(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut image = vec![0; from.len()];
    from.iter().zip(to).for_each(|(&from, &to)| image[from as usize] = to);
    image
}

/// Notes that a generator takes vertices to each other.
fn join(orbits: &mut UnionFind<u32>, generator: &[u32]) {
    for (vertex, &image) in (0..).zip(generator) {
        orbits.union(vertex, image);
    }
}
