//! The search for the canonical form and the automorphisms of a graph, by individualisation and refinement (B. McKay,
//! *Practical Graph Isomorphism*, 1981): where refinement splits no more cells, each vertex of a cell is put into a
//! cell of its own in turn. Of all numberings that are reached in this way the one with the greatest form is canonical.
//! Two numberings with the same form make an automorphism, which saves branches that are images of others.

use super::partition::{Partition, Refiner, mixed};
use super::{ColouredGraph, Neighbours};
use petgraph::unionfind::UnionFind;
use std::cmp::Ordering;

/// The canonical form of a graph, with the numbering that leads to it and the automorphisms of the graph.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// The canonical numbering: the vertices in their new order.
    pub order: Vec<u32>,
    /// The edges between the new numbers, in ascending order.
    pub edges: Vec<(u32, u32)>,
    /// The colours of the vertices in their new order.
    pub colours: Vec<u32>,
    /// Generators of the automorphisms, each as the image of every vertex.
    pub generators: Vec<Vec<u32>>,
}

impl CanonicalForm {
    /// Returns a hash: equal for graphs that differ only in their numbering, and almost certainly different for others.
    pub fn key(&self) -> u64 {
        let colours = self.colours.iter().map(|&colour| u64::from(colour));
        let edges = self.edges.iter().map(|&(from, to)| u64::from(from) << 32 | u64::from(to));
        colours.chain(edges).fold(self.colours.len() as u64, mixed)
    }

    /// Whether the graphs differ only in their numbering. The bijection leads from one `order` to the other.
    pub fn is_of_same_graph(&self, other: &CanonicalForm) -> bool {
        self.colours == other.colours && self.edges == other.edges
    }
}

/// Largest number of vertices in all partitions that are kept, one for each level of the search.
const MAX_KEPT_VERTICES: usize = 4_000_000;

/// Returns the canonical form and the automorphisms of a graph; `None` if the search takes more than this number of
/// steps, each of about a nanosecond, or too much memory.
pub fn canonical_form(graph: &ColouredGraph, max_steps: u64) -> Option<CanonicalForm> {
    let vertices = graph.colours().len();
    let successors = Neighbours::new(vertices, graph.edges().iter().copied());
    let predecessors =
        Neighbours::new(vertices, graph.edges().iter().map(|&(from, to)| (to, from)));
    let mut search = FormSearch {
        successors: &successors,
        refiner: Refiner::new([&successors, &predecessors], vertices),
        max_steps,
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
    let Numbering { order, edges, .. } = search.best?;
    let colours = order.iter().map(|&vertex| graph.colours()[vertex as usize]).collect();
    Some(CanonicalForm { order, edges, colours, generators: search.generators })
}

/// The state of the search.
struct FormSearch<'a> {
    successors: &'a Neighbours,
    refiner: Refiner<'a>,
    max_steps: u64,
    /// The vertices that were put into cells of their own on the way to the current node, and the hash of the
    /// refinement after each.
    path: Vec<u32>,
    traces: Vec<u64>,
    /// The numbering that was reached first, and the one with the greatest form.
    first: Option<Numbering>,
    best: Option<Numbering>,
    /// Sets of vertices that automorphisms map to each other. All automorphisms that were found below a node of the
    /// first path keep that path, so that the sets hold for each of its nodes.
    orbits: UnionFind<u32>,
    generators: Vec<Vec<u32>>,
}

/// A numbering that was reached at a leaf of the search tree.
#[derive(Clone)]
struct Numbering {
    path: Vec<u32>,
    traces: Vec<u64>,
    order: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl FormSearch<'_> {
    /// Explores the subtree of a node. Returns the level at which the search continues, this node's or one above it;
    /// `None` if a limit is reached.
    fn explore(&mut self, partition: Partition) -> Option<usize> {
        let vertices = partition.order().len();
        self.refiner.steps += vertices as u64;
        if self.refiner.steps > self.max_steps || self.path.len() * vertices > MAX_KEPT_VERTICES {
            return None;
        }
        if partition.is_discrete() {
            return Some(self.reach(&partition));
        }
        let level = self.path.len();
        let target = partition.target_cell().to_vec();
        let mut tried: Vec<u32> = Vec::new();
        let (mut own, mut known_generators) = (UnionFind::new_empty(), usize::MAX);
        for vertex in target {
            let is_on_first_path =
                self.first.as_ref().is_none_or(|first| first.path.starts_with(&self.path));
            // The orbits are computed only when a second vertex is tried, which is rare.
            if !is_on_first_path && !tried.is_empty() && known_generators != self.generators.len() {
                known_generators = self.generators.len();
                own = self.orbits_that_keep_the_path(vertices);
            }
            let orbits = if is_on_first_path { &self.orbits } else { &own };
            if tried.iter().any(|&other| orbits.find(other) == orbits.find(vertex)) {
                continue;
            }
            tried.push(vertex);
            let next = self.descend(&partition, vertex)?;
            if next < level {
                return Some(next);
            }
        }
        Some(level)
    }

    /// Explores the child in which a vertex has a cell of its own, if it is promising. Returns the level at which the
    /// search continues.
    fn descend(&mut self, partition: &Partition, vertex: u32) -> Option<usize> {
        let level = self.path.len();
        let mut child = partition.clone();
        let trace = self.refiner.individualise(&mut child, vertex);
        self.path.push(vertex);
        self.traces.push(trace);
        let next = if self.is_promising() { self.explore(child)? } else { level };
        self.path.truncate(level);
        self.traces.truncate(level);
        Some(next)
    }

    /// Whether the subtree of the current node may contain an image of the first numbering, or one that is at least as
    /// good as the best.
    fn is_promising(&self) -> bool {
        let (Some(first), Some(best)) = (&self.first, &self.best) else { return true };
        first.traces.starts_with(&self.traces)
            || compare_prefixes(&self.traces, &best.traces).is_ge()
    }

    /// Compares a numbering with the first and the best one. Returns the level at which the search continues.
    fn reach(&mut self, partition: &Partition) -> usize {
        let reached = Numbering {
            path: self.path.clone(),
            traces: self.traces.clone(),
            order: partition.order().to_vec(),
            edges: self.renumbered(partition.places()),
        };
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else {
            self.first = Some(reached.clone());
            self.best = Some(reached);
            return self.path.len();
        };
        for known in [first, best] {
            if known.traces == reached.traces && known.edges == reached.edges {
                let level = common_length(&known.path, &reached.path);
                let generator = bijection(&known.order, &reached.order);
                join(&mut self.orbits, &generator);
                self.generators.push(generator);
                return level;
            }
        }
        if (&reached.traces, &reached.edges) > (&best.traces, &best.edges) {
            self.best = Some(reached);
        }
        self.path.len()
    }

    /// Returns the edges between the new numbers, in ascending order.
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

    /// Returns the orbits of those known automorphisms that keep every vertex of the path.
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

/// Compares two sequences up to the end of the shorter one.
fn compare_prefixes(one: &[u64], other: &[u64]) -> Ordering {
    let length = one.len().min(other.len());
    one[..length].cmp(&other[..length])
}

/// Returns the length of the common prefix of two paths.
fn common_length(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Returns the permutation that maps one numbering to the other.
fn bijection(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut image = vec![0; from.len()];
    from.iter().zip(to).for_each(|(&from, &to)| image[from as usize] = to);
    image
}

/// Joins the orbits of vertices that a generator maps to each other.
fn join(orbits: &mut UnionFind<u32>, generator: &[u32]) {
    for (vertex, &image) in (0..).zip(generator) {
        orbits.union(vertex, image);
    }
}
