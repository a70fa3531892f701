//! Many playouts at once: every gate is a word in which each bit belongs to another playout.
//!
//! `step` puts the programs of play together from the circuit, specialised for each phase, with the random choice of
//! `select` inside, in which the moves that `slots` has found share a place, in two-input `logic`, which `map` turns
//! into three-input gates; `code` runs such programs; `playout` plays from the initial state, `batch` from many
//! different states.

pub mod batch;
pub mod board;
pub mod code;
pub mod logic;
pub mod map;
pub mod playout;
pub mod program;
pub mod random;
pub mod select;
mod slots;
pub mod squeeze;
pub mod step;
pub mod transpose;
pub mod word;

use crate::exclusions::Exclusions;
use crate::machine::CircuitMachine;
use crate::network::Action;
use crate::phases::Phases;
use batch::{Order, Outcomes};
use board::Board;
use code::{Backend, CodeError};
use game::{Machine, Move, Preference, Random, Role, State, StopReason};
use playout::{Cycle, Length, Running, Totals};
use rand::RngExt;
use std::collections::BTreeMap;
use step::{Plan, Refill, Step};
use word::LANES;

/// Plays hundreds of games at once.
pub struct Lanes {
    machine: CircuitMachine,
    phases: Phases,
    backend: Backend,
    length: Length,
    /// How many operands change in the machine of one state with each move.
    work: f64,
    /// The programs that have been used, by what becomes of lanes whose game is over and the bits of a weight.
    cycles: BTreeMap<(Refill, u32), Cycle>,
    board: Board,
}

/// Why there are no playouts.
#[derive(Debug, thiserror::Error)]
pub enum LanesError {
    /// The code cannot be run.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// A question about the game was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The programs would be too big.
    #[error("the circuit has more than {MAX_OPERANDS} operands")]
    TooBig,
}

/// A circuit with more operands than this is not compiled: a step would take longer than playing one state at a
/// time, and compiling it for minutes.
const MAX_OPERANDS: usize = 800_000;

/// How many bits a weight has: a move is at most 63 times as likely as another.
pub const WEIGHT_BITS: u32 = 6;

/// The weight of each move of each role in playouts that are not uniform.
pub struct Weights {
    /// By action.
    weights: Vec<u8>,
}

impl Weights {
    /// Weights from any positive numbers: the greatest becomes the greatest weight there is, and the others in
    /// proportion, but none less than 1.
    pub fn new(machine: &CircuitMachine, mut weight: impl FnMut(Role, Move) -> f64) -> Weights {
        let names = machine.names();
        let numbers: Vec<f64> = machine
            .roles()
            .iter()
            .zip(0..)
            .flat_map(|(_, role)| {
                names.actions_of(Role(role)).map(move |action| (Role(role), action))
            })
            .map(|(role, action)| weight(role, names.actions[action as usize]))
            .collect();
        let greatest = numbers.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let most = f64::from((1u32 << WEIGHT_BITS) - 1);
        let weights =
            numbers.iter().map(|number| (number / greatest * most).round().clamp(1.0, most) as u8);
        Weights { weights: weights.collect() }
    }

    /// The weight of a role's move, from 1 to 63; 1 for one that it never has.
    pub fn of(&self, machine: &CircuitMachine, role: Role, action: Move) -> u32 {
        let action = machine.names().action(role, action);
        action.map_or(1, |action| u32::from(self.weights[action.0 as usize]))
    }

    /// What the steps of all phases need to know of them.
    fn all_masks(&self, cycle: &Cycle) -> Vec<Vec<u64>> {
        cycle.steps.iter().map(|part| self.masks(&part.step)).collect()
    }

    /// What a step needs to know of them.
    pub fn masks(&self, step: &Step) -> Vec<u64> {
        let on = |&(action, bit): &(Action, u32)| self.weights[action.0 as usize] >> bit & 1 == 1;
        step.masks.iter().map(|mask| if on(mask) { u64::MAX } else { 0 }).collect()
    }
}

impl Lanes {
    /// Prepares playouts of the machine's game. Programs are compiled when they are first used.
    pub fn new(machine: &CircuitMachine, backend: Backend) -> Result<Lanes, LanesError> {
        Lanes::preferring(machine, &[], backend)
    }

    /// Prepares playouts in which moves are made that are preferred, where there are some. The states that are played out
    /// may be any of the game: what is known of them does not come from the preferences.
    pub fn preferring(
        machine: &CircuitMachine,
        preferences: &[Preference],
        backend: Backend,
    ) -> Result<Lanes, LanesError> {
        if machine.circuit().edges() > MAX_OPERANDS {
            return Err(LanesError::TooBig);
        }
        let mut machine = machine.clone();
        let exclusions = useful_exclusions(&mut machine)?;
        let phases = Phases { exclusions, ..machine.phases().clone() };
        if !preferences.is_empty() {
            machine = machine.preferring(preferences);
            if machine.circuit().edges() > MAX_OPERANDS {
                return Err(LanesError::TooBig);
            }
        }
        let before = machine.work();
        let (length, moves) = Length::of(&mut machine)?;
        let work = (machine.work() - before) as f64 / moves;
        let (cycles, board) = (BTreeMap::new(), Board::default());
        Ok(Lanes { machine, phases, backend, length, work, cycles, board })
    }

    /// The game's phases.
    pub fn phases(&self) -> &Phases {
        &self.phases
    }

    /// The machine of the game.
    pub fn machine(&self) -> &CircuitMachine {
        &self.machine
    }

    /// What runs the programs.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The programs of playouts from the initial state.
    pub fn from_start(&mut self) -> Result<&Cycle, LanesError> {
        self.compile(Refill::Initial, 1)?;
        Ok(&self.cycles[&(Refill::Initial, 1)])
    }

    /// Compiles programs, unless it was done before.
    fn compile(&mut self, refill: Refill, weight_bits: u32) -> Result<(), LanesError> {
        if self.cycles.contains_key(&(refill, weight_bits)) {
            return Ok(());
        }
        let initial = self.machine.initial_facts();
        let circuit = self.machine.circuit();
        let plan = Plan { circuit, initial: &initial, phases: self.phases(), refill, weight_bits };
        let cycle = Cycle::new(&plan, self.length, self.backend)?;
        self.cycles.insert((refill, weight_bits), cycle);
        Ok(())
    }

    /// Plays random games from the initial state for as long as `go_on` says so, which is asked now and then; then
    /// those that have begun are played to their end, so that short games are not preferred. A game that takes more
    /// than `max_length` moves is left.
    pub fn playouts(
        &mut self,
        seed: u64,
        max_length: u64,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, LanesError> {
        self.play(None, seed, max_length, go_on)
    }

    /// Plays like [`Lanes::playouts`], with moves as likely as their weights say.
    pub fn weighted_playouts(
        &mut self,
        weights: &Weights,
        seed: u64,
        max_length: u64,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, LanesError> {
        self.play(Some(weights), seed, max_length, go_on)
    }

    fn play(
        &mut self,
        weights: Option<&Weights>,
        seed: u64,
        max_length: u64,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, LanesError> {
        let initial = self.machine.initial_facts();
        let mut initial_state = State::default();
        self.machine.initial(&mut initial_state)?;
        let mut totals = Totals::new(self.machine.roles().len());
        if self.machine.terminal(&initial_state)? {
            return self.over_at_once(&initial_state, totals, go_on);
        }
        let bits = weight_bits(weights);
        self.compile(Refill::Initial, bits)?;
        let cycle = &self.cycles[&(Refill::Initial, bits)];
        let masks = weights.map_or(Vec::new(), |weights| weights.all_masks(cycle));
        let mut running = Running::new(cycle, &initial, &masks, seed, max_length);
        while go_on(&totals) {
            for _ in 0..ASK_EVERY {
                running.round(&mut totals);
            }
        }
        running.drain(&mut totals);
        Ok(totals)
    }

    /// How many gates are run for the playout of a state, in a word of lanes, with weights or without: how dear playouts are, on
    /// any computer. The programs are compiled for it.
    pub fn gates_of_a_playout(&mut self, is_weighted: bool) -> Result<f64, LanesError> {
        let bits = if is_weighted { WEIGHT_BITS } else { 1 };
        self.compile(Refill::Own, bits)?;
        Ok(self.cycles[&(Refill::Own, bits)].gates_of_a_game())
    }

    /// How many operands change with each move in the machine that plays one state at a time: how dear moves are there.
    pub fn work_of_a_move(&self) -> f64 {
        self.work
    }

    /// Plays every state out so many times; `weights` say how likely each move is, without them all legal moves are
    /// equally likely. A playout that takes more than about `max_length` moves is left.
    pub fn play_out(
        &mut self,
        states: &[State],
        times: u32,
        weights: Option<&Weights>,
        max_length: u64,
        seed: u64,
    ) -> Result<Outcomes, LanesError> {
        let (refill, bits) = (self.refill(states.len(), times), weight_bits(weights));
        self.compile(refill, bits)?;
        let cycle = &self.cycles[&(refill, bits)];
        let masks = weights.map_or(Vec::new(), |weights| weights.all_masks(cycle));
        let order = Order { states, times, max_length, seed, masks: &masks };
        let (mut outcomes, others) = batch::run(cycle, &order, &mut self.board);
        if !others.is_empty() {
            let mut random = game::random(seed);
            for index in others.into_iter().map(|index| index as usize) {
                let state = states[index].clone();
                let goals = self.play_one(state, weights, max_length, &mut random)?;
                outcomes.add(index, goals.as_deref());
            }
        }
        Ok(outcomes)
    }

    /// What is best done with lanes whose game is over when so many states are played out so often. Played once, lanes
    /// need no other state if there are not more states than lanes, or if waiting for the longest game costs less than
    /// giving states to single lanes.
    fn refill(&self, states: usize, times: u32) -> Refill {
        let waiting = self.machine.circuit().edges() as f64 * self.length.difference();
        match times == 1 && (states <= LANES || waiting < WORTH_REFILLING) {
            true => Refill::Never,
            false => Refill::Own,
        }
    }

    /// Games that are over before they begin.
    fn over_at_once(
        &mut self,
        state: &State,
        mut totals: Totals,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, LanesError> {
        while go_on(&totals) {
            totals.finished += LANES as u64;
            for role in 0..totals.goals.len() {
                let value = self.machine.goal(state, Role(role as u32))?.value();
                totals.goals[role][usize::from(value)] += LANES as u64;
            }
        }
        Ok(totals)
    }

    /// Plays out a state that the lanes have refused.
    fn play_one(
        &mut self,
        mut state: State,
        weights: Option<&Weights>,
        max_length: u64,
        random: &mut Random,
    ) -> Result<Option<Vec<u64>>, StopReason> {
        let roles = (0..self.machine.roles().len() as u32).map(Role);
        let (mut legal, mut joint, mut next) = (Vec::new(), Vec::new(), State::default());
        for _ in 0..max_length {
            if self.machine.terminal(&state)? {
                let goals = roles.map(|role| Ok(self.machine.goal(&state, role)?.value().into()));
                return goals.collect::<Result<_, StopReason>>().map(Some);
            }
            joint.clear();
            for role in roles.clone() {
                self.machine.legal(&state, role, &mut legal)?;
                let weight = |&action: &Move| {
                    weights.map_or(1, |weights| weights.of(&self.machine, role, action))
                };
                let total: u32 = legal.iter().map(weight).sum();
                if total == 0 {
                    return Ok(None);
                }
                let mut number = random.random_range(0..total);
                let chosen = legal.iter().find(|action| {
                    let here = weight(action);
                    let found = number < here;
                    number = number.wrapping_sub(here);
                    found
                });
                joint.extend(chosen);
            }
            self.machine.next(&state, &joint, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        Ok(None)
    }
}

/// From how many operands on, in the moves by which lengths of games differ, lanes are given another state before all
/// are done. Of 14 games, 4096 states each, eleven were faster the way this chooses; pacman3p and reversi would
/// have been faster without refilling, and breakthrough was equally fast.
const WORTH_REFILLING: f64 = 100_000.0;

/// How many bits the weights of moves have; without weights, one.
fn weight_bits(weights: Option<&Weights>) -> u32 {
    if weights.is_some() { WEIGHT_BITS } else { 1 }
}

/// After how many rounds it is asked whether to go on.
const ASK_EVERY: usize = 64;

/// Facts that exclude each other, if any moves can share a place in the choice because of them: the proof is spared
/// where nothing would come of it.
fn useful_exclusions(machine: &mut CircuitMachine) -> Result<Exclusions, StopReason> {
    let guess = Exclusions::guess(machine)?;
    let is_useful = slots::are_shared(machine.circuit(), machine.phases(), &guess);
    Ok(if is_useful { guess.proven(machine) } else { Exclusions::default() })
}
