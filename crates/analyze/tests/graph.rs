//! Canonical forms compared with an independent test of isomorphism, and automorphisms of graphs whose groups are
//! known.

use agon_analyze::graph::{CanonicalForm, ColouredGraph, canonical_form};
use petgraph::algo::is_isomorphic_matching;
use petgraph::graph::DiGraph;
use rand::RngExt as Rng;
use rand::seq::SliceRandom;
use std::collections::{BTreeSet, HashSet};

const STEPS: u64 = 100_000_000;

fn form(graph: &ColouredGraph) -> CanonicalForm {
    canonical_form(graph, STEPS).expect("the graph is small")
}

/// Returns the graph with these colours and edges.
fn graph(colours: &[u32], edges: &[(u32, u32)]) -> ColouredGraph {
    let mut graph = ColouredGraph::default();
    colours.iter().for_each(|&colour| {
        graph.vertex(colour);
    });
    edges.iter().for_each(|&(from, to)| graph.edge(from, to));
    graph
}

/// Returns a graph of one colour with each edge in both directions.
fn undirected(vertices: u32, edges: &[(u32, u32)]) -> ColouredGraph {
    let both: Vec<(u32, u32)> =
        edges.iter().flat_map(|&(one, other)| [(one, other), (other, one)]).collect();
    graph(&vec![0; vertices as usize], &both)
}

/// Returns the same graph with its vertices renumbered at random, and the new number of each vertex.
fn shuffled(original: &ColouredGraph, random: &mut impl Rng) -> (ColouredGraph, Vec<u32>) {
    let mut numbers: Vec<u32> = (0..original.colours().len() as u32).collect();
    numbers.shuffle(random);
    let mut colours = vec![0; numbers.len()];
    numbers
        .iter()
        .zip(original.colours())
        .for_each(|(&new, &colour)| colours[new as usize] = colour);
    let number = |vertex: u32| numbers[vertex as usize];
    let mut edges: Vec<(u32, u32)> =
        original.edges().iter().map(|&(from, to)| (number(from), number(to))).collect();
    edges.shuffle(random);
    (graph(&colours, &edges), numbers)
}

/// Returns a random graph that is nearly symmetric: few colours, and about as many edges from each vertex.
fn nearly_symmetric(random: &mut impl Rng) -> ColouredGraph {
    let size = random.random_range(1..9u32);
    let colours: Vec<u32> = (0..size).map(|_| random.random_range(0..2)).collect();
    let steps: Vec<u32> =
        (0..random.random_range(0..3)).map(|_| random.random_range(1..9)).collect();
    let mut edges: BTreeSet<(u32, u32)> = BTreeSet::new();
    for vertex in 0..size {
        edges.extend(steps.iter().map(|step| (vertex, (vertex + step) % size)));
    }
    for _ in 0..random.random_range(0..3) {
        let edge = (random.random_range(0..size), random.random_range(0..size));
        if !edges.remove(&edge) {
            edges.insert(edge);
        }
    }
    graph(&colours, &edges.into_iter().collect::<Vec<_>>())
}

fn is_isomorphic(one: &ColouredGraph, other: &ColouredGraph) -> bool {
    let [one, other] = [one, other].map(|graph| {
        let mut made = DiGraph::<u32, ()>::new();
        let vertices: Vec<_> =
            graph.colours().iter().map(|&colour| made.add_node(colour)).collect();
        for &(from, to) in graph.edges() {
            made.add_edge(vertices[from as usize], vertices[to as usize], ());
        }
        made
    });
    is_isomorphic_matching(&one, &other, |one, other| one == other, |(), ()| true)
}

fn is_automorphism(graph: &ColouredGraph, image: &[u32]) -> bool {
    let edges: HashSet<(u32, u32)> = graph.edges().iter().copied().collect();
    let keeps_colour = (0..image.len())
        .all(|vertex| graph.colours()[vertex] == graph.colours()[image[vertex] as usize]);
    let is_edge =
        |&(from, to): &(u32, u32)| edges.contains(&(image[from as usize], image[to as usize]));
    keeps_colour && edges.iter().all(is_edge)
}

/// Returns the number of automorphisms that the generators produce.
fn order(generators: &[Vec<u32>], vertices: usize) -> usize {
    let identity: Vec<u32> = (0..vertices as u32).collect();
    let (mut seen, mut waiting) = (HashSet::from([identity.clone()]), vec![identity]);
    while let Some(permutation) = waiting.pop() {
        for generator in generators {
            let product: Vec<u32> =
                permutation.iter().map(|&image| generator[image as usize]).collect();
            if seen.insert(product.clone()) {
                waiting.push(product);
            }
        }
    }
    seen.len()
}

/// Returns the number of automorphisms, counted by trying all permutations.
fn order_by_trying(graph: &ColouredGraph, image: &mut Vec<u32>) -> usize {
    let size = graph.colours().len();
    if image.len() == size {
        return usize::from(is_automorphism(graph, image));
    }
    let mut count = 0;
    for vertex in 0..size as u32 {
        if !image.contains(&vertex) {
            image.push(vertex);
            count += order_by_trying(graph, image);
            image.pop();
        }
    }
    count
}

#[test]
fn forms_are_equal_exactly_for_isomorphic_graphs() {
    let mut random = game::random(1);
    let mut same = 0;
    let mut before = graph(&[0], &[]);
    for _ in 0..5_000 {
        let original = nearly_symmetric(&mut random);
        let (other, _) = shuffled(&original, &mut random);
        assert!(form(&original).is_of_same_graph(&form(&other)), "{original:?} {other:?}");
        // Two graphs that may be isomorphic or not: this one and the previous one, then this one with one edge moved.
        let expected = is_isomorphic(&original, &before);
        assert_eq!(
            form(&original).is_of_same_graph(&form(&before)),
            expected,
            "{original:?} {before:?}"
        );
        same += usize::from(expected);
        let mut edges = original.edges().to_vec();
        if let Some(edge) = edges.first_mut() {
            edge.1 = (edge.1 + 1) % original.colours().len() as u32;
        }
        edges.sort_unstable();
        edges.dedup();
        let moved = graph(original.colours(), &edges);
        let expected = is_isomorphic(&original, &moved);
        assert_eq!(form(&original).is_of_same_graph(&form(&moved)), expected, "{original:?}");
        same += usize::from(expected);
        before = shuffled(&moved, &mut random).0;
    }
    assert!((500..9_500).contains(&same), "{same}");
}

#[test]
fn the_numbering_leads_to_the_form() {
    let mut random = game::random(2);
    for _ in 0..1_000 {
        let original = nearly_symmetric(&mut random);
        let found = form(&original);
        let mut places = vec![0; found.order.len()];
        (0..).zip(&found.order).for_each(|(place, &vertex)| places[vertex as usize] = place);
        let place = |vertex: u32| places[vertex as usize];
        let edges: BTreeSet<(u32, u32)> =
            original.edges().iter().map(|&(from, to)| (place(from), place(to))).collect();
        assert_eq!(edges.into_iter().collect::<Vec<_>>(), found.edges);
        let colour = |&vertex: &u32| original.colours()[vertex as usize];
        assert_eq!(found.order.iter().map(colour).collect::<Vec<_>>(), found.colours);
    }
}

#[test]
fn generators_produce_all_automorphisms_and_no_others() {
    let mut random = game::random(3);
    let mut greatest = 0;
    for _ in 0..300 {
        let graph = nearly_symmetric(&mut random);
        if graph.colours().len() > 7 {
            continue;
        }
        let generators = form(&graph).generators;
        assert!(generators.iter().all(|generator| is_automorphism(&graph, generator)));
        let expected = order_by_trying(&graph, &mut Vec::new());
        assert_eq!(order(&generators, graph.colours().len()), expected, "{graph:?}");
        greatest = greatest.max(expected);
    }
    assert!(greatest > 100, "{greatest}");
}

#[test]
fn known_graphs_have_known_groups() {
    let circle: Vec<(u32, u32)> = (0..12).map(|vertex| (vertex, (vertex + 1) % 12)).collect();
    let whole: Vec<(u32, u32)> =
        (0..7).flat_map(|one| (0..one).map(move |other| (one, other))).collect();
    let cube: Vec<(u32, u32)> = (0..8u32)
        .flat_map(|one| (0..8).map(move |other| (one, other)))
        .filter(|(one, other)| (one ^ other).is_power_of_two() && one < other)
        .collect();
    let petersen: Vec<(u32, u32)> = (0..5)
        .flat_map(|vertex| {
            [(vertex, (vertex + 1) % 5), (vertex, vertex + 5), (vertex + 5, (vertex + 2) % 5 + 5)]
        })
        .collect();
    let groups = [(12, circle, 24), (7, whole, 5_040), (8, cube, 48), (10, petersen, 120)];
    for (vertices, edges, expected) in groups {
        let graph = undirected(vertices, &edges);
        assert_eq!(order(&form(&graph).generators, vertices as usize), expected);
    }
}

#[test]
fn large_symmetric_graphs_are_solved_or_given_up() {
    // Each of 300 vertices can be exchanged with each other one.
    let alike = graph(&vec![0; 300], &[]);
    assert_eq!(form(&alike).generators.len(), 299);
    // A search with too few steps is aborted.
    assert!(canonical_form(&alike, 1_000).is_none());
    // The partitions of such a graph would take too much memory.
    let too_many = graph(&vec![0; 20_000], &[]);
    assert!(canonical_form(&too_many, 2_000_000_000).is_none());
}
