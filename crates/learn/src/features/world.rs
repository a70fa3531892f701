//! What can hold in a game, and where: every relation with all that it can be said of, and for each the sampled states in which it holds.
//!
//! States are looked at side by side: one bit for each. A formula is evaluated once for all of them.

use super::formula::Term;
use super::orders;
use super::theory::Theory;
use circuit::{Circuit, Limits, Object, Signal, Stop, Watched};
use game::{Fact, Machine, State};
use gdl::{Relation, Rules, Symbol, word};
use hashbrown::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// A ground term, as a number.
pub type TermId = u32;

/// All ground terms.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    terms: Vec<(Symbol, Box<[TermId]>)>,
    ids: HashMap<(Symbol, Box<[TermId]>), TermId>,
}

impl Pool {
    fn add(&mut self, object: &Object) -> TermId {
        let arguments = object.arguments.iter().map(|part| self.add(part)).collect();
        let key = (object.symbol, arguments);
        let next = self.terms.len() as TermId;
        *self.ids.entry(key).or_insert_with_key(|key| {
            self.terms.push(key.clone());
            next
        })
    }

    /// The function and its arguments.
    pub fn parts(&self, id: TermId) -> (Symbol, &[TermId]) {
        let (symbol, arguments) = &self.terms[id as usize];
        (*symbol, arguments)
    }

    /// The term of a function applied to arguments, if there is one.
    pub fn find(&self, symbol: Symbol, arguments: Box<[TermId]>) -> Option<TermId> {
        self.ids.get(&(symbol, arguments)).copied()
    }

    /// A term that has no variables.
    pub fn term(&self, id: TermId) -> Term {
        let (symbol, arguments) = self.parts(id);
        Term::Function(symbol, arguments.iter().map(|&part| self.term(part)).collect())
    }
}

/// All that a relation can be said of.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it is applied to, and on where it holds.
    pub rows: Vec<Row>,
    /// The rows with something in a place.
    index: HashMap<(Place, u32), Vec<u32>>,
}

/// What a relation is applied to.
#[derive(Clone, Debug)]
pub struct Row {
    /// The terms.
    pub arguments: Box<[TermId]>,
    /// On where it holds.
    pub signal: Signal,
}

/// A place in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// An argument, whole.
    Argument(u8),
    /// The function of an argument.
    Function(u8),
    /// An argument of an argument.
    Inner(u8, u8),
}

impl Table {
    fn add(&mut self, row: Row, pool: &Pool) {
        let number = self.rows.len() as u32;
        let mut note = |place: Place, key: u32| {
            self.index.entry((place, key)).or_default().push(number);
        };
        for (place, &argument) in (0..).zip(&row.arguments) {
            let (symbol, inner) = pool.parts(argument);
            note(Place::Argument(place), argument);
            note(Place::Function(place), symbol.0);
            for (within, &part) in (0..).zip(inner) {
                note(Place::Inner(place, within), part);
            }
        }
        self.rows.push(row);
    }

    /// The rows that have something in a place.
    pub fn with(&self, place: Place, key: u32) -> &[u32] {
        self.index.get(&(place, key)).map_or(&[], |rows| rows)
    }
}

/// What can hold in a game.
pub struct World {
    /// The ground terms.
    pub pool: Pool,
    tables: HashMap<Symbol, Table>,
    /// The circuit that the signals are of.
    pub circuit: Circuit,
    /// How many rows were looked at so far: how much work it was, on every computer.
    looked: AtomicU64,
}

impl World {
    /// Grounds the rules, with everything that features may speak of; relations that count numbers are added to the theory. The machine plays by the
    /// same circuit: its facts have the same numbers.
    pub fn new(
        rules: &Rules,
        theory: &mut Theory,
        limits: &Limits,
    ) -> Result<(World, circuit::CircuitMachine), Stop> {
        let is_fit = |name: Symbol| {
            let depends = theory.definition(name).is_some_and(|it| it.on_moves);
            !depends
                && ![word::INIT, word::NEXT, word::DOES, word::BASE, word::INPUT].contains(&name)
        };
        let relations = (0..rules.relations().len() as u32).map(Relation);
        let relations: Vec<Relation> =
            relations.filter(|&relation| is_fit(rules.relation(relation).name)).collect();
        let (built, watched) = circuit::build_watching(rules, &relations, limits)?;
        let mut world = World {
            pool: Pool::default(),
            tables: HashMap::new(),
            circuit: built.circuit.clone(),
            looked: AtomicU64::new(0),
        };
        for Watched { relation, arguments, signal } in &watched {
            let arguments = arguments.iter().map(|object| world.pool.add(object)).collect();
            world.add(rules.relation(*relation).name, Row { arguments, signal: *signal });
        }
        orders::add(theory, &mut world);
        Ok((world, circuit::CircuitMachine::from_built(built)))
    }

    /// How many rows were looked at so far.
    pub fn looked(&self) -> u64 {
        self.looked.load(Ordering::Relaxed)
    }

    /// Notes that so many rows were looked at.
    pub fn look(&self, rows: u64) {
        self.looked.fetch_add(rows, Ordering::Relaxed);
    }

    /// Adds something that a relation can be said of.
    pub fn add(&mut self, relation: Symbol, row: Row) {
        self.tables.entry(relation).or_default().add(row, &self.pool);
    }

    /// All that a relation can be said of, if there is anything.
    pub fn table(&self, relation: Symbol) -> Option<&Table> {
        self.tables.get(&relation)
    }
}

/// In which of some states each signal of a world is on: a bit for each state.
pub struct Views {
    words: usize,
    /// How many states there are.
    pub states: usize,
    /// The bits of each gate that some relation uses; the others have none.
    bits: Vec<u64>,
    places: HashMap<u32, u32>,
}

impl Views {
    /// Of states of the machine that plays by the world's circuit.
    pub fn new(world: &World, machine: &dyn Machine, states: &[State]) -> Views {
        let mut places = HashMap::new();
        for row in world.tables.values().flat_map(|table| &table.rows) {
            let next = places.len() as u32;
            places.entry(row.signal.gate()).or_insert(next);
        }
        let words = states.len().div_ceil(64);
        let mut views =
            Views { words, states: states.len(), bits: vec![0; places.len() * words], places };
        let circuit = &world.circuit;
        let mut gates = vec![0_u64; circuit.gates() as usize];
        for (word, states) in states.chunks(64).enumerate() {
            gates.fill(0);
            gates[0] = u64::MAX;
            for (place, state) in states.iter().enumerate() {
                for fact in machine.facts(state) {
                    let Fact(fact) = fact;
                    gates[1 + fact as usize] |= 1 << place;
                }
            }
            for and in circuit.ands() {
                let operands = circuit.operands(and).iter();
                gates[and as usize] = operands.fold(u64::MAX, |all, it| {
                    let invert = if it.is_inverted() { u64::MAX } else { 0 };
                    all & (gates[it.gate() as usize] ^ invert)
                });
            }
            for (&gate, &place) in &views.places {
                views.bits[place as usize * words + word] = gates[gate as usize];
            }
        }
        views
    }

    /// The same of the first states only, in whole words.
    pub fn first(&self, states: usize) -> Views {
        let words = states.div_ceil(64).min(self.words);
        let bits = match self.words {
            0 => Vec::new(),
            all => self.bits.chunks_exact(all).flat_map(|bits| &bits[..words]).copied().collect(),
        };
        let states = self.states.min(64 * words);
        Views { words, states, bits, places: self.places.clone() }
    }

    /// How many words the bits of a signal have.
    pub fn words(&self) -> usize {
        self.words
    }

    /// All states.
    pub fn everywhere(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words];
        if let (Some(last), 1..) = (all.last_mut(), self.states % 64) {
            *last = (1 << (self.states % 64)) - 1;
        }
        all
    }

    /// Leaves those of some states in which a signal is on; whether there are any.
    pub fn restrict(&self, states: &mut [u64], signal: Signal) -> bool {
        let place = self.places.get(&signal.gate()).map_or(0, |&place| place as usize);
        let bits = &self.bits[place * self.words..(place + 1) * self.words];
        let invert = if signal.is_inverted() { u64::MAX } else { 0 };
        let mut any = 0;
        for (state, bits) in states.iter_mut().zip(bits) {
            *state &= bits ^ invert;
            any |= *state;
        }
        any != 0
    }
}
