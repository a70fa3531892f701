//! Facts that are near to each other: about the same thing in neighbouring places of a board, or about the values of
//! the same quantity.

use crate::{Analysis, FluentKind, OrderRelation, OrderedArgument};
use circuit::Model;
use game::{Fact, Vocabulary};
use hashbrown::HashMap;
use term::Term;

/// The facts of a compiled game with their distances from each other.
pub(super) struct FactNeighbours {
    /// The group of each fact and the fact's index in it; `None` if nothing is near to the fact.
    places: Vec<Option<(u32, u32)>>,
    groups: Vec<NeighbourGroup>,
}

/// Facts about the same thing in different places, or about the same quantity.
struct NeighbourGroup {
    /// The facts, each with its position along every axis.
    members: Vec<(Fact, Vec<usize>)>,
    /// Number of positions of each axis.
    sizes: Vec<usize>,
}

/// Facts of one group: the index of their fluent, and the arguments that are not positions.
type Thing = (usize, Vec<Term>);

impl FactNeighbours {
    /// Groups the facts by the boards and quantities that were found.
    pub(super) fn new(model: &Model, analysis: &Analysis) -> FactNeighbours {
        let names = model.names();
        let terms: Vec<Term> =
            model.raw_circuit().facts().map(|fact| names.fact_term(fact)).collect();
        let axes = analysis.fluents.iter().map(|fluent| axes(&fluent.kind, &analysis.orders));
        let axes: Vec<Vec<OrderedArgument>> = axes.collect();
        let mut neighbours = FactNeighbours { places: vec![None; terms.len()], groups: Vec::new() };
        let mut groups: HashMap<Thing, u32> = HashMap::new();
        for (fact, term) in (0..).map(Fact).zip(&terms) {
            let Some((thing, position)) = placed(term, analysis, &axes) else { continue };
            let sizes =
                |thing: &Thing| axes[thing.0].iter().map(|axis| axis.values.len()).collect();
            let group = *groups.entry(thing).or_insert_with_key(|thing| {
                neighbours.groups.push(NeighbourGroup { members: Vec::new(), sizes: sizes(thing) });
                neighbours.groups.len() as u32 - 1
            });
            neighbours.add(group, fact, position);
        }
        neighbours
    }

    fn add(&mut self, group: u32, fact: Fact, position: Vec<usize>) {
        let members = &mut self.groups[group as usize].members;
        self.places[fact.0 as usize] = Some((group, members.len() as u32));
        members.push((fact, position));
    }

    /// Returns the number of facts of the compiled game.
    pub(super) fn fact_count(&self) -> usize {
        self.places.len()
    }

    /// Returns how near a fact that is not true is to being true, from 0 to 1: 1 minus its distance from the nearest
    /// fact of its group that is true, or 1 for a fact without a group.
    pub(super) fn nearness(&self, fact: Fact, is_true: &[bool]) -> f64 {
        let Some((group, member)) = self.places[fact.0 as usize] else { return 1.0 };
        let group = &self.groups[group as usize];
        let (_, position) = &group.members[member as usize];
        let there = group.members.iter().filter(|(other, _)| is_true[other.0 as usize]);
        let distances = there.map(|(_, other)| group.distance(position, other));
        1.0 - distances.fold(1.0, f64::min)
    }
}

impl NeighbourGroup {
    /// Returns the distance of two positions, from 0 to 1.
    fn distance(&self, one: &[usize], other: &[usize]) -> f64 {
        let parts = one.iter().zip(other).zip(&self.sizes);
        let sum: f64 = parts.map(|((a, b), &size)| a.abs_diff(*b) as f64 / size as f64).sum();
        sum / self.sizes.len().max(1) as f64
    }
}

/// Returns the thing that a fact is about and its position along every axis; `None` if the fact tells no position.
fn placed(
    fact: &Term,
    analysis: &Analysis,
    axes: &[Vec<OrderedArgument>],
) -> Option<(Thing, Vec<usize>)> {
    let arguments: Vec<Term> = fact.arguments().collect();
    let signature = (fact.name(), arguments.len());
    let fluents = &analysis.fluents;
    let fluent = fluents.iter().position(|it| (it.name.as_str(), it.arity) == signature)?;
    let axes = Some(&axes[fluent]).filter(|axes| !axes.is_empty())?;
    let position = axes.iter().map(|axis| axis.place(&arguments[axis.argument]));
    let position = position.collect::<Option<Vec<usize>>>()?;
    let is_axis = |argument: usize| axes.iter().any(|axis| axis.argument == argument);
    let rest = (0..arguments.len()).filter(|&argument| !is_axis(argument));
    Some(((fluent, rest.map(|argument| arguments[argument].clone()).collect()), position))
}

/// Returns the arguments in which facts of a fluent can be near to each other: all ordered dimensions of a board with
/// contents, or the values of a quantity.
fn axes(kind: &FluentKind, orders: &[OrderRelation]) -> Vec<OrderedArgument> {
    let dimensions = match kind {
        FluentKind::Board(board) if !board.contents.is_empty() => &board.dimensions,
        FluentKind::Quantity(quantity) => &quantity.outputs,
        _ => return Vec::new(),
    };
    OrderedArgument::all(dimensions, orders)
}
