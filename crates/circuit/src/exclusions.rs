//! Facts that are never on together, and facts that stay on once they are: a square holds one piece, a mark is never
//! taken back. Nobody says so in the rules; it is proven here.
//!
//! Groups of facts that differ in one argument are guessed from a little random play and then proven by induction, in
//! `cases` and `proof`: the initial state has at most one fact of each, and no legal joint move leads from a state that has to one
//! that has not. What is proven therefore also goes on holding from any state in which it holds and which belongs to
//! one of the game's phases, whether or not play can reach it.

mod cases;
mod needs;
mod proof;

use crate::build::Names;
use crate::ground::values::Value;
use crate::machine::CircuitMachine;
use crate::network::Circuit;
use cases::Cases;
use game::playout::random_step;
use game::{Fact, Machine, State, StopReason};
use gdl::Symbol;
use hashbrown::HashMap;
pub use needs::Needs;
use proof::Proof;

/// Circuits with more operands, or more facts, are left alone: the proof would take longer than it spares.
const MAX_OPERANDS: usize = 150_000;
const MAX_FACTS: u32 = 5_000;
/// In circuits with more operands, what is not settled move by move is not asked of the solver.
const MAX_SOLVED: usize = 20_000;

/// How many games are played to guess from, and how many of their states are looked at in all.
const SAMPLE_GAMES: usize = 8;
const SAMPLE_STATES: usize = 400;

/// Disjoint groups of facts, of each of which at most one is on.
#[derive(Clone, Debug, Default)]
pub struct Exclusions {
    groups: Vec<Vec<Fact>>,
    /// The group of each fact that has one.
    by_fact: Vec<Option<u32>>,
}

impl Exclusions {
    /// Finds and proves them. That there are none may also mean that looking for them would take too long.
    pub fn find(machine: &mut CircuitMachine) -> Result<Exclusions, StopReason> {
        Ok(Exclusions::guess(machine)?.proven(machine))
    }

    /// Groups that a little play does not speak against; nothing is proven of them but that they hold in the
    /// initial state.
    pub fn guess(machine: &mut CircuitMachine) -> Result<Exclusions, StopReason> {
        if is_too_big(machine) {
            return Ok(Exclusions::default());
        }
        let sample = Sample::of(machine)?;
        let initial = machine.initial_facts();
        let mut groups = candidates(machine.names(), &sample);
        groups.retain(|group| group.iter().filter(|fact| initial[fact.0 as usize]).count() <= 1);
        Ok(Exclusions::new(groups, initial.len()))
    }

    /// Those of the groups that follow from each other: what cannot be proven is dropped, and the rest is proven
    /// again without it.
    pub fn proven(mut self, machine: &CircuitMachine) -> Exclusions {
        let facts = self.by_fact.len();
        let mut budget = proof::BUDGET;
        loop {
            let mut settled = Cases::settled(machine.circuit(), machine.phases(), &self);
            if settled.contains(&false) && machine.circuit().edges() <= MAX_SOLVED {
                let mut proof = Proof::new(machine, self.groups(), budget);
                for (group, settled) in self.groups.iter().zip(&mut settled) {
                    *settled = *settled || proof.keeps(group);
                }
                budget = proof.budget();
            }
            if !settled.contains(&false) {
                return self;
            }
            let groups = self.groups.into_iter().zip(settled).filter(|(_, settled)| *settled);
            self = Exclusions::new(groups.map(|(group, _)| group).collect(), facts);
        }
    }

    fn new(groups: Vec<Vec<Fact>>, facts: usize) -> Exclusions {
        let mut by_fact = vec![None; facts];
        for (index, group) in groups.iter().enumerate() {
            group.iter().for_each(|fact| by_fact[fact.0 as usize] = Some(index as u32));
        }
        Exclusions { groups, by_fact }
    }

    /// The groups.
    pub fn groups(&self) -> &[Vec<Fact>] {
        &self.groups
    }

    /// The group that a fact belongs to.
    pub fn group(&self, fact: Fact) -> Option<usize> {
        self.by_fact.get(fact.0 as usize).copied().flatten().map(|group| group as usize)
    }

    /// Whether a state has at most one fact of each group.
    pub fn hold_in(&self, state: &State) -> bool {
        let mut taken = vec![false; self.groups.len()];
        let mut groups = facts_of(state).filter_map(|fact| self.group(fact));
        groups.all(|group| !std::mem::replace(&mut taken[group], true))
    }
}

/// The facts that stay on, once they are on, until the game is over. It is only said of facts that can be off.
pub fn latches(
    machine: &mut CircuitMachine,
    exclusions: &Exclusions,
) -> Result<Vec<Fact>, StopReason> {
    if is_too_big(machine) {
        return Ok(Vec::new());
    }
    let sample = Sample::of(machine)?;
    let phases = machine.phases();
    let mut candidates = sample.never_lost();
    candidates.retain(|&fact| (0..phases.count()).any(|phase| phases.known(phase, fact).is_none()));
    let mut proof = Proof::new(machine, exclusions.groups(), proof::BUDGET);
    candidates.retain(|&fact| proof.stays(fact));
    Ok(candidates)
}

fn is_too_big(machine: &CircuitMachine) -> bool {
    let circuit = machine.circuit();
    circuit.edges() > MAX_OPERANDS || circuit.facts() > MAX_FACTS
}

/// The inputs, and the gates that the next state depends on.
fn needed_for_next(circuit: &Circuit) -> Vec<bool> {
    let mut needed = vec![false; circuit.gates() as usize];
    needed[..circuit.first_and() as usize].fill(true);
    circuit.outputs.next.iter().for_each(|signal| needed[signal.gate() as usize] = true);
    for and in circuit.ands().rev() {
        if needed[and as usize] {
            let operands = circuit.operands(and).iter();
            operands.for_each(|operand| needed[operand.gate() as usize] = true);
        }
    }
    needed
}

/// The facts that are on in a state.
fn facts_of(state: &State) -> impl Iterator<Item = Fact> + '_ {
    state.words().iter().zip(0..).flat_map(|(&word, place)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        let bits = rest.take_while(|&word| word != 0).map(u32::trailing_zeros);
        bits.map(move |bit| Fact(place * 32 + bit))
    })
}

/// Which facts are on in some states of random play.
struct Sample {
    /// For each fact, a bit for each state.
    states: Vec<[u64; SAMPLE_STATES.div_ceil(64)]>,
    /// For each state, whether the one before it in the sample led to it.
    follows: Vec<bool>,
}

impl Sample {
    fn of(machine: &mut CircuitMachine) -> Result<Sample, StopReason> {
        let states = vec![Default::default(); machine.circuit().facts() as usize];
        let mut sample = Sample { states, follows: Vec::new() };
        let mut random = game::random(1);
        for _ in 0..SAMPLE_GAMES {
            let mut state = State::default();
            machine.initial(&mut state)?;
            let mut follows = false;
            while sample.follows.len() < SAMPLE_STATES {
                sample.add(&state, follows);
                let Some(next) = random_step(machine, &state, &mut random)? else { break };
                (state, follows) = (next, true);
            }
        }
        Ok(sample)
    }

    fn add(&mut self, state: &State, follows: bool) {
        let place = self.follows.len();
        facts_of(state)
            .for_each(|fact| self.states[fact.0 as usize][place / 64] |= 1 << (place % 64));
        self.follows.push(follows);
    }

    fn facts(&self) -> usize {
        self.states.len()
    }

    fn is_on(&self, fact: usize, place: usize) -> bool {
        self.states[fact][place / 64] >> (place % 64) & 1 == 1
    }

    /// Whether no two of the facts were on together.
    fn excludes(&self, group: &[Fact]) -> bool {
        let mut seen = [0; SAMPLE_STATES.div_ceil(64)];
        group.iter().all(|fact| {
            let on = &self.states[fact.0 as usize];
            let apart = seen.iter().zip(on).all(|(seen, on)| seen & on == 0);
            seen.iter_mut().zip(on).for_each(|(seen, on)| *seen |= on);
            apart
        })
    }

    /// The facts that were never on and then off in the next state.
    fn never_lost(&self) -> Vec<Fact> {
        let stays = |&fact: &usize| {
            let mut places = 1..self.follows.len();
            places.all(|place| {
                !self.follows[place] || !self.is_on(fact, place - 1) || self.is_on(fact, place)
            })
        };
        (0..self.facts()).filter(stays).map(|fact| Fact(fact as u32)).collect()
    }
}

/// What facts of a group have in common: the function, the place of the argument in which they differ, and all other
/// arguments.
type Key<'a> = (Symbol, usize, Vec<&'a Value>);

/// Disjoint groups that the sample does not speak against. All facts of a function are grouped by the same argument
/// if they can be, the one by which most of them can.
fn candidates(names: &Names, sample: &Sample) -> Vec<Vec<Fact>> {
    let mut groups: HashMap<Key, Vec<Fact>> = HashMap::new();
    for fact in (0..sample.facts() as u32).map(Fact) {
        let (symbol, arguments) = names.fact_parts(fact);
        for place in 0..arguments.len() {
            let others = arguments.iter().enumerate().filter(|(other, _)| *other != place);
            let key = (symbol, place, others.map(|(_, argument)| argument).collect());
            groups.entry(key).or_default().push(fact);
        }
    }
    groups.retain(|_, group| group.len() > 1 && sample.excludes(group));
    let mut covered: HashMap<(Symbol, usize, usize), usize> = HashMap::new();
    let kind = |(symbol, place, others): &Key| (*symbol, *place, others.len());
    for (key, group) in &groups {
        *covered.entry(kind(key)).or_default() += group.len();
    }
    let mut ordered: Vec<(usize, Vec<Fact>)> =
        groups.into_iter().map(|(key, group)| (covered[&kind(&key)], group)).collect();
    ordered.sort_by(|(covered, group), (other_covered, other)| {
        let by_size = other_covered.cmp(covered).then(other.len().cmp(&group.len()));
        by_size.then_with(|| group.cmp(other))
    });
    let mut taken = vec![false; sample.facts()];
    let mut disjoint: Vec<Vec<Fact>> = Vec::new();
    for (_, mut group) in ordered {
        group.retain(|fact| !taken[fact.0 as usize]);
        if group.len() > 1 {
            group.iter().for_each(|fact| taken[fact.0 as usize] = true);
            disjoint.push(group);
        }
    }
    disjoint
}
