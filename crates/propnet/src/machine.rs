//! The machine that plays one state at a time. The values of all gates are kept from one question to the next, and only
//! gates that differ are evaluated again ([`circuit::Propagation`]). Nothing is allocated for a question.
//!
//! Each phase of the game has a circuit of its own, in which the facts that are known in the phase are constant, such
//! as those that say whose turn it is. States and moves that do not agree with any phase are played by a circuit for
//! all states.

use crate::values::{OutputValues, WORD};
use crate::wiring::Wiring;
use circuit::phases::Signatures;
use circuit::{BuildError, FactBits, Gate, Limits, Model, specialise};
use game::playout::PlayoutRunner;
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason, Vocabulary};
use gdl::Rules;
use std::sync::{Arc, OnceLock};

/// A machine that plays through the circuit, one state at a time.
#[derive(Clone)]
pub struct CircuitMachine {
    model: Arc<Model>,
    wirings: Arc<Wirings>,
    /// The values of the circuit of each phase, then those of the circuit for all states.
    values: Vec<OutputValues>,
    /// The index of the values that were used last.
    recent: usize,
}

/// The circuits of a game, prepared for propagation; all forks share them.
struct Wirings {
    signatures: Signatures,
    /// For each phase, whether each action may be legal in it.
    possible: Vec<Vec<bool>>,
    /// The circuit of each phase, then that for all states.
    circuits: Vec<Wiring>,
    /// The gate of each action.
    action_gates: Vec<Gate>,
    /// The gate of each role's moves that are not actions.
    other_gates: Vec<Gate>,
    /// Estimated time of a move in microseconds, once it was asked for.
    move_cost: OnceLock<f64>,
}

/// Number of random games from which the time of a move is estimated.
const SAMPLE_GAMES: usize = 16;
/// Number of moves after which such a game is aborted.
const SAMPLE_LENGTH: usize = 1000;

/// Estimated time of a move in microseconds, apart from what depends on the game.
const BASE_TIME: f64 = 0.15;
/// Estimated time for every operand that changes, in microseconds. Together they give from 0.8 (othello) to 2.1 times
/// (pentago), in skirmish 2.9 times, the time that was measured in eleven games: 0.2 µs (tic-tac-toe-3d) to 9.2 µs
/// (othello).
const OPERAND_TIME: f64 = 1.0 / 150.0;

/// Largest number of operands of a circuit that is specialised for its phases.
const MAX_SPECIALISED: usize = 2_000_000;

impl Wirings {
    fn new(model: &Model) -> Wirings {
        let (circuit, phases) = (model.circuit(), model.phases());
        let (mut possible, mut circuits) = (Vec::new(), Vec::new());
        if circuit.operand_count() <= MAX_SPECIALISED && phases.tell_something() {
            for facts in &phases.facts {
                let special = specialise(circuit, facts);
                circuits.push(Wiring::new(&special.circuit));
                possible.push(special.possible);
            }
        }
        circuits.push(Wiring::new(circuit));
        Wirings {
            signatures: Signatures::of(phases),
            possible,
            circuits,
            action_gates: circuit.actions().map(|(it, _)| circuit.action(it).gate()).collect(),
            other_gates: circuit.roles().map(|role| circuit.other_move(role).gate()).collect(),
            move_cost: OnceLock::new(),
        }
    }
}

impl CircuitMachine {
    /// Makes a machine for a compiled game.
    pub fn new(model: Arc<Model>) -> CircuitMachine {
        let wirings = Arc::new(Wirings::new(&model));
        CircuitMachine::with_wirings(model, wirings)
    }

    fn with_wirings(model: Arc<Model>, wirings: Arc<Wirings>) -> CircuitMachine {
        let values = wirings.circuits.iter().map(|wiring| wiring.all_off.clone()).collect();
        CircuitMachine { model, wirings, values, recent: 0 }
    }

    /// Compiles rules and makes a machine for them.
    ///
    /// # Errors
    /// If the rules cannot be grounded or compiled within the limits.
    pub fn from_rules(rules: &Rules, limits: &Limits) -> Result<CircuitMachine, BuildError> {
        Ok(CircuitMachine::new(Arc::new(Model::new(rules, limits)?)))
    }

    /// Returns the compiled game that the machine plays.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the number of operands that have changed since the machine was made: a measure of time that is the same
    /// on every computer.
    pub fn work(&self) -> u64 {
        self.values.iter().map(OutputValues::work).sum()
    }

    /// Returns the mean number of operands that change with each move of a few random games.
    fn sample_work(&self) -> f64 {
        let mut machine = CircuitMachine::with_wirings(self.model.clone(), self.wirings.clone());
        let (mut player, mut random) = (PlayoutRunner::default(), game::random(1));
        let lengths = (0..SAMPLE_GAMES).map(|_| {
            let playout = player.play(&mut machine, &mut random, SAMPLE_LENGTH);
            playout.map_or(0, |playout| playout.length)
        });
        let moves: usize = lengths.sum();
        machine.work() as f64 / moves.max(1) as f64
    }

    /// Returns the first phase whose known facts all agree with a state; `None` if there is none.
    pub fn phase(&self, state: &State) -> Option<usize> {
        self.wirings.signatures.phase(state)
    }

    /// Loads a state into the values of its phase and returns their index.
    fn load(&mut self, state: &State) -> usize {
        if self.values[self.recent].are_of(state) {
            return self.recent;
        }
        let general = self.values.len() - 1;
        let phase = if general == 0 { None } else { self.wirings.signatures.phase(state) };
        let index = phase.unwrap_or(general);
        self.load_into(index, state);
        index
    }

    /// Whether the circuit with this index covers a joint move: that of a phase is only valid for moves that may be
    /// legal there.
    fn is_possible(&self, index: usize, joint: &[Move]) -> bool {
        let names = self.model.names();
        self.wirings.possible.get(index).is_none_or(|possible| {
            joint.iter().zip(names.roles()).all(|(&action, role)| {
                let action = names.action(role, action);
                action.is_some_and(|action| possible[action.0 as usize])
            })
        })
    }

    fn load_into(&mut self, index: usize, state: &State) {
        self.values[index].load(&self.wirings.circuits[index].fanout, state);
        self.recent = index;
    }
}

impl Machine for CircuitMachine {
    fn roles(&self) -> &[String] {
        self.model.names().role_names()
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        out.clone_from(self.model.initial());
        Ok(())
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        let index = self.load(state);
        let values = &self.values[index];
        out.clear();
        let moves = self.model.names().moves_of(role);
        let place = &self.wirings.circuits[index].layout.legal[role.0 as usize];
        let is_met = place.condition.is_none_or(|condition| values.is_on(condition));
        let conditional = values.output_words(place.conditional);
        let others = place.others.map(|others| values.output_words(others));
        for (word, moves) in moves.chunks(WORD as usize).enumerate() {
            let mut legal = if is_met { conditional[word] } else { 0 };
            if let Some(others) = others {
                legal |= others[word];
            }
            while legal != 0 {
                out.push(moves[legal.trailing_zeros() as usize]);
                legal &= legal - 1;
            }
        }
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        let mut index = self.load(state);
        if !self.is_possible(index, joint) {
            index = self.values.len() - 1;
            self.load_into(index, state);
        }
        let CircuitMachine { model, wirings, values, .. } = self;
        let (names, wiring, values) = (model.names(), &wirings.circuits[index], &mut values[index]);
        for (&action, role) in joint.iter().zip(names.roles()) {
            let gate = match names.action(role, action) {
                Some(action) => wirings.action_gates[action.0 as usize],
                None => wirings.other_gates[role.0 as usize],
            };
            values.set_move(role, gate);
        }
        values.update(&wiring.fanout);
        let words = out.words_mut();
        words.clear();
        words.extend_from_slice(&values.output_words(0)[..wiring.layout.state_words]);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        let index = self.load(state);
        Ok(self.values[index].output(self.wirings.circuits[index].layout.terminal))
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        let index = self.load(state);
        let mut goals = GoalSet::default();
        for &(value, bit) in &self.wirings.circuits[index].layout.goals[role.0 as usize] {
            if self.values[index].output(bit) {
                match value {
                    Some(value) => goals.insert(value),
                    None => goals.insert_improper(),
                }
            }
        }
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        FactBits::facts(state).collect()
    }

    fn changes(&self, before: &State, after: &State, out: &mut Vec<(Fact, bool)>) {
        out.clear();
        FactBits::changes(before, after, |fact, is_true| out.push((fact, is_true)));
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut state = FactBits::new(self.model.circuit().fact_count()).empty();
        facts.iter().for_each(|&fact| FactBits::insert(&mut state, fact));
        state
    }

    fn subtract(&self, state: &State, other: &State, out: &mut State) {
        out.clone_from(state);
        for (word, other) in out.words_mut().iter_mut().zip(other.words()) {
            *word &= !other;
        }
    }

    fn vocabulary(&self) -> &dyn Vocabulary {
        self.model.names()
    }

    fn move_cost(&mut self) -> Option<f64> {
        let estimate = || BASE_TIME + OPERAND_TIME * self.sample_work();
        Some(*self.wirings.move_cost.get_or_init(estimate))
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
