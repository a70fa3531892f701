//! Finds the renamings of a rule sheet: the automorphisms of its graph, restricted to symbols and arguments.

use super::{NamedSorts, Renaming, SortedName};
use crate::graph;
use crate::rulegraph::{Applied, UnorderedRuleGraph};
use crate::sorts::{Sort, Sorts};
use gdl::{Rules, Symbol};
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Largest number of renamings that are made of the generators.
pub(in crate::symmetry) const MAX_RENAMINGS: usize = 63;
/// Number of steps after which the search for automorphisms is aborted: about a second.
const MAX_STEPS: u64 = 1_000_000_000;

/// A permutation of vertices: the image of each.
type Permutation = Vec<u32>;

/// Returns the renamings that leave these rules unchanged, without the identity; empty if the search takes too long.
pub(in crate::symmetry) fn renamings(rules: &Rules) -> Vec<Renaming> {
    let sorts = Sorts::of(rules);
    let graph = UnorderedRuleGraph::new(rules, &sorts);
    let Some(form) = graph::canonical_form(graph.labelled().graph(), MAX_STEPS) else {
        return Vec::new();
    };
    let named = NamedVertices::of(&graph);
    let mut generators: Vec<Permutation> =
        form.generators.iter().map(|generator| named.restricted(generator)).collect();
    generators.retain(|generator| !is_identity(generator));
    let products = products(&generators, named.vertices.len());
    let sorts = Arc::new(NamedSorts::new(rules, &graph, &sorts));
    products.iter().map(|product| named.renaming(rules, &sorts, product)).collect()
}

/// The vertices of symbols and arguments, renumbered from 0.
struct NamedVertices {
    /// The vertex of the graph for each new number.
    vertices: Vec<u32>,
    /// The new number of each vertex of the graph.
    numbers: HashMap<u32, u32>,
    symbols: Vec<((Symbol, Option<Sort>), u32)>,
    arguments: Vec<(Applied, Vec<u32>)>,
}

impl NamedVertices {
    fn of(graph: &UnorderedRuleGraph) -> NamedVertices {
        let symbols = graph.symbols.values().copied();
        let vertices: Vec<u32> =
            symbols.chain(graph.arguments.values().flatten().copied()).collect();
        let numbers: HashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
        let symbols = graph.symbols.iter().map(|(&symbol, vertex)| (symbol, numbers[vertex]));
        let arguments = graph.arguments.iter().map(|(&applied, vertices)| {
            (applied, vertices.iter().map(|vertex| numbers[vertex]).collect())
        });
        let (symbols, arguments) = (symbols.collect(), arguments.collect());
        NamedVertices { symbols, arguments, vertices, numbers }
    }

    /// Restricts an automorphism of the whole graph to these vertices.
    fn restricted(&self, generator: &[u32]) -> Permutation {
        self.vertices.iter().map(|&vertex| self.numbers[&generator[vertex as usize]]).collect()
    }

    /// Returns the renaming that corresponds to a permutation.
    fn renaming(&self, rules: &Rules, sorts: &Arc<NamedSorts>, permutation: &[u32]) -> Renaming {
        Renaming {
            names: self.renamed_symbols(rules, permutation),
            arguments: self.moved_arguments(rules, permutation),
            sorts: Arc::clone(sorts),
        }
    }

    /// Returns the new name of every symbol that a permutation moves.
    fn renamed_symbols(
        &self,
        rules: &Rules,
        permutation: &[u32],
    ) -> BTreeMap<SortedName, SortedName> {
        let by_vertex: HashMap<u32, (Symbol, Option<Sort>)> =
            self.symbols.iter().map(|&(symbol, vertex)| (vertex, symbol)).collect();
        let name = |(symbol, sort): (Symbol, Option<Sort>)| -> SortedName {
            (rules.symbols().name(symbol).to_owned(), sort)
        };
        let image = |vertex: u32| permutation[vertex as usize];
        let moved = self.symbols.iter().filter(|&&(_, vertex)| image(vertex) != vertex);
        moved.map(|&(symbol, vertex)| (name(symbol), name(by_vertex[&image(vertex)]))).collect()
    }

    /// Returns the new index of every argument, for symbols whose arguments a permutation moves.
    fn moved_arguments(
        &self,
        rules: &Rules,
        permutation: &[u32],
    ) -> BTreeMap<(String, usize), Vec<usize>> {
        let indices: HashMap<u32, usize> = self
            .arguments
            .iter()
            .flat_map(|(_, vertices)| vertices.iter().copied().zip(0..))
            .collect();
        let all = self.arguments.iter().map(|((symbol, count), vertices)| {
            let places: Vec<usize> =
                vertices.iter().map(|&vertex| indices[&permutation[vertex as usize]]).collect();
            ((rules.symbols().name(*symbol).to_owned(), *count), places)
        });
        all.filter(|(_, places)| !places.is_sorted()).collect()
    }
}

fn is_identity(permutation: &[u32]) -> bool {
    permutation.iter().enumerate().all(|(number, &image)| number as u32 == image)
}

/// Returns the generators and their products without the identity, shorter products first and no more than
/// [`MAX_RENAMINGS`].
fn products(generators: &[Permutation], size: usize) -> Vec<Permutation> {
    let identity: Permutation = (0..size as u32).collect();
    let mut seen: HashSet<Permutation> = HashSet::from_iter([identity.clone()]);
    let mut waiting = VecDeque::from([identity]);
    let mut products = Vec::new();
    while let Some(permutation) = waiting.pop_front() {
        for generator in generators {
            let product: Permutation =
                permutation.iter().map(|&image| generator[image as usize]).collect();
            if seen.insert(product.clone()) {
                if products.len() == MAX_RENAMINGS {
                    return products;
                }
                products.push(product.clone());
                waiting.push_back(product);
            }
        }
    }
    products
}
