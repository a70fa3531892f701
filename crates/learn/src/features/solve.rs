//! All bindings of a formula's variables, and where they hold: in which of some sampled states, or by which signals of a circuit.

use super::formula::{Atom, Formula, Term};
use super::world::{Place, Table, TermId, Views, World};
use circuit::{Circuit, Signal};
use hashbrown::HashMap;

/// A variable that no part of the formula binds.
pub const UNBOUND: TermId = TermId::MAX;

/// There are too many bindings to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many bindings")]
pub struct TooMany;

/// Keeps track of where what has been bound so far holds.
pub trait Track {
    /// Where bindings hold.
    type Place;

    /// Remembers how it is now.
    fn push(&mut self);

    /// Leaves only where a signal is on; whether that may be anywhere.
    fn restrict(&mut self, signal: Signal) -> bool;

    /// Goes back to what was remembered last.
    fn pop(&mut self);

    /// Where everything so far holds.
    fn place(&mut self) -> Self::Place;

    /// Begins with something that is to be negated.
    fn enter(&mut self);

    /// What is negated holds where everything so far does.
    fn cover(&mut self);

    /// Whether there is anywhere left to look.
    fn is_open(&self) -> bool;

    /// Leaves only where nothing of what is negated holds; whether that may be anywhere.
    fn leave(&mut self) -> bool;
}

/// Takes what the variables stand for, and where that holds.
type Found<'a, P> = dyn FnMut(&[TermId], P) -> Result<(), TooMany> + 'a;

/// Looks for bindings.
struct Search<'a, T: Track> {
    world: &'a World,
    track: T,
    bound: Vec<TermId>,
    /// The variables that have been bound, in this order.
    trail: Vec<u32>,
    /// How many rows may still be looked at.
    left: u64,
    /// How many negations stand around what is looked at.
    depth: u32,
}

/// A term without unbound variables.
enum Ground {
    Known(TermId),
    /// One that nothing in the game is said of.
    Strange(Term),
}

/// Calls with every way of binding the variables of a formula, and where it holds. The same may come several times.
fn search<T: Track>(
    world: &World,
    formula: &Formula,
    track: T,
    most: u64,
    found: &mut Found<T::Place>,
) -> Result<T, TooMany> {
    let bound = vec![UNBOUND; formula.width() as usize];
    let mut search = Search { world, track, bound, trail: Vec::new(), left: most, depth: 0 };
    search.track.push();
    let ended = search.run(vec![formula], found);
    world.look(most - search.left);
    ended?;
    search.track.pop();
    Ok(search.track)
}

impl<T: Track> Search<'_, T> {
    fn run(&mut self, mut open: Vec<&Formula>, found: &mut Found<T::Place>) -> Result<(), TooMany> {
        let world = self.world;
        while let Some(next) = (0..open.len()).min_by_key(|&it| self.cost(open[it])) {
            match open.remove(next) {
                Formula::True => {}
                Formula::False => return Ok(()),
                Formula::And(parts) => open.extend(parts),
                Formula::Same(one, other) => {
                    let is_same = match (self.ground(one), self.ground(other)) {
                        (Some(one), Some(other)) => one.is(&other),
                        (Some(Ground::Known(id)), None) => self.fits(other, id),
                        (None, Some(Ground::Known(id))) => self.fits(one, id),
                        _ => false,
                    };
                    if !is_same {
                        return Ok(());
                    }
                }
                Formula::Distinct(one, other) => match (self.ground(one), self.ground(other)) {
                    (Some(one), Some(other)) if !one.is(&other) => {}
                    _ => return Ok(()),
                },
                Formula::Not(inner) => {
                    let mark = self.trail.len();
                    self.track.enter();
                    self.depth += 1;
                    self.run(vec![inner], found)?;
                    self.depth -= 1;
                    self.undo(mark);
                    if !self.track.leave() {
                        return Ok(());
                    }
                }
                Formula::Or(parts) => {
                    for part in parts {
                        let mark = self.trail.len();
                        self.track.push();
                        let rest = open.iter().copied().chain([part]).collect();
                        self.run(rest, found)?;
                        self.track.pop();
                        self.undo(mark);
                    }
                    return Ok(());
                }
                Formula::Atom(atom) => {
                    let Some(table) = world.table(atom.relation) else { return Ok(()) };
                    match self.candidates(atom, table) {
                        Some(rows) => {
                            for &row in rows {
                                self.row(atom, table, row, &open, found)?;
                            }
                        }
                        None => {
                            for row in 0..table.rows.len() as u32 {
                                self.row(atom, table, row, &open, found)?;
                            }
                        }
                    }
                    return Ok(());
                }
            }
        }
        if self.depth > 0 {
            self.track.cover();
            return Ok(());
        }
        found(&self.bound, self.track.place())
    }

    /// Goes on with an atom taken to be one of its relation's rows.
    fn row(
        &mut self,
        atom: &Atom,
        table: &Table,
        row: u32,
        open: &[&Formula],
        found: &mut Found<T::Place>,
    ) -> Result<(), TooMany> {
        if !self.track.is_open() {
            return Ok(());
        }
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let row = &table.rows[row as usize];
        let mark = self.trail.len();
        let mut pairs = atom.arguments.iter().zip(&row.arguments);
        if pairs.all(|(term, &id)| self.fits(term, id)) {
            self.track.push();
            if self.track.restrict(row.signal) {
                self.run(open.to_vec(), found)?;
            }
            self.track.pop();
        }
        self.undo(mark);
        Ok(())
    }

    /// Unbinds what was bound since.
    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.bound[variable as usize] = UNBOUND;
        }
    }

    /// Whether a term is, or can be, a ground one; its variables are bound for that.
    fn fits(&mut self, term: &Term, id: TermId) -> bool {
        match term {
            Term::Variable(variable) => {
                let bound = &mut self.bound[*variable as usize];
                if *bound == UNBOUND {
                    *bound = id;
                    self.trail.push(*variable);
                }
                *bound == id
            }
            Term::Function(symbol, arguments) => {
                let world = self.world;
                let (other, parts) = world.pool.parts(id);
                *symbol == other
                    && arguments.len() == parts.len()
                    && arguments.iter().zip(parts).all(|(term, &part)| self.fits(term, part))
            }
        }
    }

    /// A term in which nothing is unbound.
    fn ground(&self, term: &Term) -> Option<Ground> {
        match term {
            Term::Variable(variable) => match self.bound[*variable as usize] {
                UNBOUND => None,
                id => Some(Ground::Known(id)),
            },
            Term::Function(symbol, arguments) => {
                let parts: Option<Vec<Ground>> =
                    arguments.iter().map(|it| self.ground(it)).collect();
                let parts = parts?;
                let known: Option<Box<[TermId]>> = parts
                    .iter()
                    .map(|part| match part {
                        Ground::Known(id) => Some(*id),
                        Ground::Strange(_) => None,
                    })
                    .collect();
                let id = known.and_then(|parts| self.world.pool.find(*symbol, parts));
                let strange = || {
                    let term = |part: Ground| match part {
                        Ground::Known(id) => self.world.pool.term(id),
                        Ground::Strange(term) => term,
                    };
                    Ground::Strange(Term::Function(*symbol, parts.into_iter().map(term).collect()))
                };
                Some(id.map_or_else(strange, Ground::Known))
            }
        }
    }

    /// How soon a part should be looked at: what can be decided first, then what has fewest rows, last what can only be decided when all that
    /// can be bound is bound.
    fn cost(&self, formula: &Formula) -> usize {
        const LATE: usize = usize::MAX - 3;
        let is_ground = |term: &Term| self.ground(term).is_some();
        match formula {
            Formula::True | Formula::False | Formula::And(_) => 0,
            Formula::Same(one, other) if is_ground(one) || is_ground(other) => 0,
            Formula::Same(..) => LATE,
            Formula::Distinct(one, other) if is_ground(one) && is_ground(other) => 0,
            Formula::Distinct(..) => LATE + 1,
            Formula::Not(_) => {
                let mut is_open = false;
                formula.each_variable(&mut |it| is_open |= self.bound[it as usize] == UNBOUND);
                if is_open { LATE + 2 } else { 1 }
            }
            Formula::Or(_) => 100,
            Formula::Atom(atom) => self.world.table(atom.relation).map_or(0, |table| {
                self.candidates(atom, table).map_or(table.rows.len(), <[u32]>::len)
            }),
        }
    }

    /// The rows of a relation that an atom can be, or a few more; nothing if that can be any.
    fn candidates<'t>(&self, atom: &Atom, table: &'t Table) -> Option<&'t [u32]> {
        let mut best: Option<&[u32]> = None;
        let mut offer = |rows: &'t [u32]| {
            if best.is_none_or(|best| rows.len() < best.len()) {
                best = Some(rows);
            }
        };
        let mut look = |place: Place, term: &Term| match self.ground(term) {
            Some(Ground::Known(id)) => offer(table.with(place, id)),
            Some(Ground::Strange(_)) => offer(&[]),
            None => {}
        };
        for (place, argument) in (0..).zip(&atom.arguments) {
            look(Place::Argument(place), argument);
            if let Term::Function(_, inner) = argument {
                (0..).zip(inner).for_each(|(within, it)| look(Place::Inner(place, within), it));
            }
        }
        for (place, argument) in (0..).zip(&atom.arguments) {
            if let Term::Function(symbol, _) = argument {
                offer(table.with(Place::Function(place), symbol.0));
            }
        }
        best
    }
}

impl Ground {
    fn is(&self, other: &Ground) -> bool {
        match (self, other) {
            (Ground::Known(one), Ground::Known(other)) => one == other,
            (Ground::Strange(one), Ground::Strange(other)) => one == other,
            _ => false,
        }
    }
}

/// In which of some states bindings hold.
struct InStates<'a> {
    views: &'a Views,
    /// The states, as they were remembered.
    stack: Vec<u64>,
    /// Where on the stack each negation began.
    scopes: Vec<usize>,
}

impl<'a> InStates<'a> {
    fn new(views: &'a Views) -> InStates<'a> {
        InStates { views, stack: Vec::new(), scopes: Vec::new() }
    }

    /// Where on the stack the states are in which everything so far holds.
    fn last(&self) -> usize {
        self.stack.len() - self.views.words()
    }
}

impl Track for InStates<'_> {
    type Place = Vec<u64>;

    fn push(&mut self) {
        let words = self.views.words();
        match self.stack.len().checked_sub(words) {
            Some(last) => self.stack.extend_from_within(last..),
            None => self.stack = self.views.everywhere(),
        }
    }

    fn restrict(&mut self, signal: Signal) -> bool {
        let last = self.last();
        self.views.restrict(&mut self.stack[last..], signal)
    }

    fn pop(&mut self) {
        self.stack.truncate(self.last());
    }

    fn place(&mut self) -> Vec<u64> {
        self.stack[self.last()..].to_vec()
    }

    fn enter(&mut self) {
        self.push();
        self.scopes.push(self.last());
    }

    /// States in which it is known to hold need not be looked at again.
    fn cover(&mut self) {
        let (words, last) = (self.views.words(), self.last());
        let first = self.scopes.last().copied().unwrap_or(last);
        let (before, found) = self.stack.split_at_mut(last);
        for states in before[first..].chunks_exact_mut(words) {
            states.iter_mut().zip(found.iter()).for_each(|(states, found)| *states &= !found);
        }
        found.fill(0);
    }

    fn is_open(&self) -> bool {
        self.stack[self.last()..].iter().any(|&word| word != 0)
    }

    /// What was not covered is what is left.
    fn leave(&mut self) -> bool {
        self.scopes.pop();
        let last = self.last();
        let (before, left) = self.stack.split_at_mut(last);
        let top = &mut before[last - left.len()..];
        top.copy_from_slice(left);
        self.pop();
        self.is_open()
    }
}

/// By which signals bindings hold: all of these are on.
struct BySignals<'a> {
    circuit: &'a mut Circuit,
    signals: Vec<Signal>,
    marks: Vec<usize>,
    /// What stands around each negation, and by which signals what is negated holds.
    outside: Vec<Outside>,
}

struct Outside {
    signals: Vec<Signal>,
    marks: Vec<usize>,
    inner: Vec<Vec<Signal>>,
}

impl Track for BySignals<'_> {
    type Place = Vec<Signal>;

    fn push(&mut self) {
        self.marks.push(self.signals.len());
    }

    fn restrict(&mut self, signal: Signal) -> bool {
        if signal != Signal::TRUE {
            self.signals.push(signal);
        }
        signal != Signal::FALSE
    }

    fn pop(&mut self) {
        self.signals.truncate(self.marks.pop().unwrap_or(0));
    }

    fn place(&mut self) -> Vec<Signal> {
        self.signals.clone()
    }

    fn enter(&mut self) {
        let (signals, marks) = (std::mem::take(&mut self.signals), std::mem::take(&mut self.marks));
        self.outside.push(Outside { signals, marks, inner: Vec::new() });
    }

    fn cover(&mut self) {
        if let Some(outside) = self.outside.last_mut() {
            outside.inner.push(self.signals.clone());
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn leave(&mut self) -> bool {
        let Some(Outside { signals, marks, inner }) = self.outside.pop() else { return false };
        (self.signals, self.marks) = (signals, marks);
        if inner.iter().any(Vec::is_empty) {
            return false;
        }
        for signals in inner {
            let all = self.circuit.and(signals);
            self.signals.push(!all);
        }
        true
    }
}

/// All bindings of a formula's variables.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// What the variables stand for, and the states in which that holds, a bit for each.
    pub all: Vec<(Box<[TermId]>, Vec<u64>)>,
    /// How many states there are.
    states: usize,
}

/// How much is looked at for one formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// So many rows of relations, at the most.
    pub rows: u64,
    /// So many bindings, at the most.
    pub bindings: usize,
}

impl Bindings {
    /// Of a formula, in some states.
    pub fn find(
        world: &World,
        views: &Views,
        formula: &Formula,
        patience: Patience,
    ) -> Result<Bindings, TooMany> {
        let mut places: HashMap<Vec<TermId>, usize> = HashMap::new();
        let mut all: Vec<(Box<[TermId]>, Vec<u64>)> = Vec::new();
        let track = InStates::new(views);
        search(world, formula, track, patience.rows, &mut |bound, states| {
            let next = all.len();
            let place = *places.entry_ref(bound).or_insert(next);
            match all.get_mut(place) {
                Some((_, before)) => merge(before, &states),
                None if next >= patience.bindings => return Err(TooMany),
                None => all.push((bound.into(), states)),
            }
            Ok(())
        })?;
        Ok(Bindings { all, states: views.states })
    }

    /// In which states the formula holds, a bit for each.
    pub fn anywhere(&self) -> Vec<u64> {
        let mut all = vec![0; self.states.div_ceil(64)];
        self.all.iter().for_each(|(_, states)| merge(&mut all, states));
        all
    }

    /// How many different bindings of some variables there are in each state.
    pub fn counts(&self, variables: &[u32]) -> Vec<u32> {
        let mut counts = vec![0; self.states];
        let mut count = |states: &[u64]| {
            for (word, &bits) in states.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    counts[64 * word + bits.trailing_zeros() as usize] += 1;
                    bits &= bits - 1;
                }
            }
        };
        // Most of the time bindings of all variables are counted, and these are different.
        let width = self.all.first().map_or(0, |(bound, _)| bound.len());
        if variables.len() == width {
            self.all.iter().for_each(|(_, states)| count(states));
            return counts;
        }
        // Bindings that agree in these variables, one after the other.
        let part = |&place: &usize| variables.iter().map(move |&it| self.all[place].0[it as usize]);
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_unstable_by(|one, other| part(one).cmp(part(other)));
        let mut together = vec![0; self.states.div_ceil(64)];
        for group in order.chunk_by(|one, other| part(one).eq(part(other))) {
            together.fill(0);
            group.iter().for_each(|&place| merge(&mut together, &self.all[place].1));
            count(&together);
        }
        counts
    }
}

/// In which states a formula holds, a bit for each. States in which it is known to hold are not looked at again, so this is much less work than to
/// find all bindings.
pub fn holds(
    world: &World,
    views: &Views,
    formula: &Formula,
    rows: u64,
) -> Result<Vec<u64>, TooMany> {
    let never = Formula::Not(Box::new(formula.clone()));
    let mut states = views.everywhere();
    search(world, &never, InStates::new(views), rows, &mut |_, never| {
        states.iter_mut().zip(never).for_each(|(states, never)| *states &= !never);
        Ok(())
    })?;
    Ok(states)
}

fn merge(into: &mut [u64], from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into |= from);
}

/// Signals, as many of which are on in a state as there are different bindings of some variables there. What they are made of is added to the
/// circuit, which has to be a copy of the world's.
pub fn signals(
    world: &World,
    circuit: &mut Circuit,
    formula: &Formula,
    variables: &[u32],
    patience: Patience,
) -> Result<Vec<Signal>, TooMany> {
    let mut places: HashMap<Vec<TermId>, usize> = HashMap::new();
    let mut groups: Vec<Vec<Vec<Signal>>> = Vec::new();
    let track = BySignals { circuit, signals: Vec::new(), marks: Vec::new(), outside: Vec::new() };
    let mut count = 0;
    let track = search(world, formula, track, patience.rows, &mut |bound, mut signals| {
        count += 1;
        if count > patience.bindings {
            return Err(TooMany);
        }
        signals.sort_unstable();
        signals.dedup();
        let part: Vec<TermId> = variables.iter().map(|&it| bound[it as usize]).collect();
        let next = groups.len();
        let place = *places.entry(part).or_insert(next);
        if place == next {
            groups.push(Vec::new());
        }
        groups[place].push(signals);
        Ok(())
    })?;
    let circuit = track.circuit;
    let group = |ways: Vec<Vec<Signal>>| {
        let ways: Vec<Signal> = ways.into_iter().map(|signals| circuit.and(signals)).collect();
        circuit.or(ways)
    };
    Ok(groups.into_iter().map(group).collect())
}
