//! What players of a game need, made by our machines: the fastest that can be had in the time there is.

use crate::engine::Kind;
use crate::recall::recall;
use analyze::{Analyst, Watch};
use circuit::CircuitMachine;
use circuit::lanes::code::Backend;
use circuit::lanes::{Lanes, LanesError, Weights};
use game::{Machine, Move, Preference, Role, State, StopReason};
use gdl::Rules;
use play::{GameReader, SeatError, Seats};
use reason::ReferenceMachine;
use search::{Costs, Memory, Playouts, Seat, Sums};
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What grounding the rules of a game may take.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// How long.
    pub patience: Duration,
    /// Memory, in MiB.
    pub memory: usize,
    /// Steps of inference for each question, where the rules are evaluated directly.
    pub steps: u64,
}

/// So long, and as much as ever of everything else.
impl From<Duration> for Means {
    fn from(patience: Duration) -> Means {
        let (memory, steps) = (circuit::Limits::default().memory, reason::Limits::default().steps);
        Means { patience, memory, steps }
    }
}

/// The seats of one game.
pub struct GameSeats {
    machine: Mutex<Box<dyn Machine>>,
    /// Where lanes are kept, if the game is played through a circuit that they can be made of.
    shelf: Option<Arc<Shelf>>,
    /// How many threads a player may use.
    threads: usize,
    analyst: Arc<Analyst>,
    memory: Memory,
}

impl GameSeats {
    /// Seats at a game with these rules. Where the machine is left to us, the rules are grounded if it takes no more than
    /// the means, such as so long, and otherwise evaluated directly.
    pub fn new(rules: Rules, kind: Kind, means: impl Into<Means>) -> anyhow::Result<GameSeats> {
        let means = means.into();
        let machine = match kind {
            Kind::Reference => None,
            Kind::Auto => grounded(&rules, means).ok(),
            Kind::Circuit | Kind::Lanes => Some(grounded(&rules, means)?),
        };
        // Where the reference machine was asked for, nobody has tried.
        let can_be_grounded = machine.is_some() || kind == Kind::Reference;
        let (machine, shelf): (Box<dyn Machine>, _) = match machine {
            None => {
                let limits = reason::Limits { steps: means.steps, ..reason::Limits::default() };
                (Box::new(ReferenceMachine::new(rules.clone(), limits)?), None)
            }
            Some(machine) => {
                let can_be_compiled = machine.circuit().edges() <= most_operands(means.patience);
                let shelf = can_be_compiled.then(|| Shelf::new(&machine));
                (Box::new(machine), shelf)
            }
        };
        let analyst = Arc::new(Analyst::new(rules, can_be_grounded));
        Ok(GameSeats {
            machine: Mutex::new(machine),
            shelf,
            threads: 1,
            analyst,
            memory: Memory::default(),
        })
    }

    /// Lets players use so many threads; without this, one.
    pub fn with_threads(self, threads: usize) -> GameSeats {
        GameSeats { threads, ..self }
    }

    /// Tells players what is known about the game.
    pub fn with_memory(self, memory: Memory) -> GameSeats {
        GameSeats { memory, ..self }
    }

    fn fork(&self) -> Box<dyn Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }
}

fn grounded(rules: &Rules, means: Means) -> Result<CircuitMachine, StopReason> {
    let begun = Instant::now();
    let go_on = || begun.elapsed() < means.patience;
    let limits = circuit::Limits { memory: means.memory, go_on: &go_on, ..Default::default() };
    CircuitMachine::new(rules, &limits)
}

impl Seats for GameSeats {
    fn seat(&self, role: Role, seed: u64) -> Result<Seat, SeatError> {
        let playouts = self
            .shelf
            .as_ref()
            .map(|shelf| Box::new(LanePlayouts::new(shelf)) as Box<dyn Playouts>);
        let (machine, threads) = (self.fork(), self.threads);
        let analyst = Some(Arc::clone(&self.analyst));
        Ok(Seat {
            machine,
            playouts,
            role,
            seed,
            threads,
            analyst,
            watching: None,
            studying: None,
            memory: self.memory.clone(),
            texts: read_text,
        })
    }

    fn machine(&self) -> Result<Box<dyn Machine>, SeatError> {
        Ok(self.fork())
    }
}

/// No file that a setting names has more bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a file that a setting names.
pub fn read_text(path: &str) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = file.take(MOST_BYTES + 1).read_to_string(&mut text);
    read.map_err(|error| error.to_string())?;
    match text.len() as u64 > MOST_BYTES {
        true => Err(format!("it has more than {} MiB", MOST_BYTES >> 20)),
        false => Ok(text),
    }
}

/// Bigger circuits are not given lanes, however long one would wait for them.
const MAX_OPERANDS: usize = 400_000;
/// About how many operands are compiled in a millisecond; chess has 50,000 and takes less than half a second.
const OPERANDS_PER_MILLISECOND: u128 = 100;

/// The size of circuits that are compiled about as quickly as somebody is patient.
fn most_operands(patience: Duration) -> usize {
    let operands = patience.as_millis().saturating_mul(OPERANDS_PER_MILLISECOND);
    usize::try_from(operands).unwrap_or(usize::MAX).min(MAX_OPERANDS)
}

/// Playouts that take more moves are left.
const MAX_LENGTH: u64 = 10_000;

/// Lanes that nobody uses at the moment: compiling is dear, and a tournament plays the same game again and again.
struct Shelf {
    machine: Mutex<CircuitMachine>,
    lanes: Mutex<Vec<Lanes>>,
}

impl Shelf {
    fn new(machine: &CircuitMachine) -> Arc<Shelf> {
        Arc::new(Shelf { machine: Mutex::new(machine.clone()), lanes: Mutex::new(Vec::new()) })
    }

    fn take(&self) -> Result<Lanes, LanesError> {
        if let Some(lanes) = self.lanes.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(lanes);
        }
        let machine = self.machine.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Lanes::new(&machine, Backend::best())
    }
}

/// How long a gate takes in a playout, its lane's share of a word, in microseconds: from 0.6e-6 (othello) to 1.9e-6 (checkers) in eleven games
/// of the library, with weights, 16 playouts of 64 states and AVX-512.
const GATE: f64 = 1.0e-6;
/// How long it takes to see what follows a move, in microseconds: so much …
const LOOK: f64 = 0.15;
/// … and so much for every operand that changes in the machine of one state. This gives from 0.8 (othello) to 2.1 times (pentago), in skirmish 2.9
/// times, what was measured in the same games: 0.2 µs (tic-tac-toe-3d) to 9.2 µs (othello).
const OPERAND: f64 = 1.0 / 150.0;

/// Lanes as players see them; they are compiled when they are first used, because many players never do.
struct LanePlayouts {
    lanes: Option<Lanes>,
    weights: Option<Weights>,
    /// Whether the lanes prefer moves, so that nobody else can use them.
    is_special: bool,
    shelf: Arc<Shelf>,
}

impl LanePlayouts {
    fn new(shelf: &Arc<Shelf>) -> LanePlayouts {
        LanePlayouts { lanes: None, weights: None, is_special: false, shelf: Arc::clone(shelf) }
    }

    /// Lets others use the lanes.
    fn give_back(&mut self) {
        if let Some(lanes) = self.lanes.take().filter(|_| !self.is_special) {
            self.shelf.lanes.lock().unwrap_or_else(PoisonError::into_inner).push(lanes);
        }
    }

    /// Its lanes, to be put back.
    fn lanes(&mut self) -> Result<Lanes, StopReason> {
        match self.lanes.take() {
            Some(lanes) => Ok(lanes),
            None => self.shelf.take().map_err(stop_reason),
        }
    }
}

impl Playouts for LanePlayouts {
    fn play_out(&mut self, states: &[State], times: u32, seed: u64) -> Result<Sums, StopReason> {
        let mut lanes = self.lanes()?;
        let outcomes = lanes.play_out(states, times, self.weights.as_ref(), MAX_LENGTH, seed);
        let outcomes = outcomes.map_err(stop_reason)?;
        self.lanes = Some(lanes);
        let finished = (0..states.len()).map(|state| outcomes.finished(state)).collect();
        let goals = (0..states.len()).flat_map(|state| outcomes.goals(state).iter().copied());
        Ok(Sums { finished, goals: goals.collect() })
    }

    fn costs(&mut self) -> Result<Costs, StopReason> {
        let mut lanes = self.lanes()?;
        let gates = lanes.gates_of_a_playout(self.weights.is_some()).map_err(stop_reason)?;
        let look = LOOK + OPERAND * lanes.work_of_a_move();
        self.lanes = Some(lanes);
        Ok(Costs { playout: GATE * gates, look })
    }

    fn prefer(&mut self, preferences: &[Preference]) -> Result<(), StopReason> {
        let machine = self.shelf.machine.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let lanes = Lanes::preferring(&machine, preferences, Backend::best());
        let lanes = lanes.map_err(stop_reason)?;
        if lanes.machine().circuit().edges() > MAX_OPERANDS {
            return Err(StopReason::Gates(MAX_OPERANDS));
        }
        self.give_back();
        (self.lanes, self.is_special) = (Some(lanes), true);
        Ok(())
    }

    fn weigh(&mut self, weight: &dyn Fn(Role, Move) -> f64) {
        let machine = self.shelf.machine.lock().unwrap_or_else(PoisonError::into_inner);
        self.weights = Some(Weights::new(&machine, weight));
    }

    fn fork(&self) -> Box<dyn Playouts> {
        Box::new(LanePlayouts::new(&self.shelf))
    }
}

impl Drop for LanePlayouts {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Lanes that the system has no memory for cannot play, like those of a circuit that is too big.
fn stop_reason(error: LanesError) -> StopReason {
    match error {
        LanesError::Stop(reason) => reason,
        LanesError::Code(_) | LanesError::TooBig => StopReason::Gates(MAX_OPERANDS),
    }
}

/// Reads rules that come over the network.
pub struct NetworkReader {
    /// The machine to use.
    pub kind: Kind,
    /// What grounding may take.
    pub means: Means,
    /// How many threads a player may use.
    pub threads: usize,
    /// A file of knowledge.
    pub knowledge: Option<PathBuf>,
}

/// A part of the patience, from 0 to 1, that looking for a game in a file of knowledge may take.
const SHARE_OF_RECALL: f64 = 0.1;
/// At least so many states of random games are looked at for it.
const LEAST_STATES: usize = 50;

impl NetworkReader {
    /// What is known about a game. Whatever is wrong with the file, the match can be played.
    fn memory(&self, rules: &Rules, seats: &GameSeats) -> Memory {
        let Some(file) = &self.knowledge else { return Memory::default() };
        let (begun, most) = (Instant::now(), self.means.patience.mul_f64(SHARE_OF_RECALL));
        let go_on = || begun.elapsed() < most;
        let watch = Watch { states: LEAST_STATES, go_on: &go_on, seed: 1 };
        match recall(file, rules, &mut *seats.fork(), &watch) {
            Ok(recalled) => recalled.memory,
            Err(error) => {
                eprintln!("{}: {error:#}", file.display());
                Memory::default()
            }
        }
    }
}

impl GameReader for NetworkReader {
    fn read(&self, rules: &str) -> Result<Box<dyn Seats>, SeatError> {
        let checked = gdl::check("rules", rules.as_bytes());
        let first = checked
            .faults
            .kept()
            .iter()
            .find(|fault| fault.kind.severity() == gdl::Severity::Error);
        let why = || match first {
            Some(fault) => format!("{}: {}", fault.kind.name(), fault.message),
            None => "they have errors".to_owned(),
        };
        let Some(rules) = checked.rules else {
            return Err(SeatError(format!("the rules cannot be played: {}", why())));
        };
        if rules.has_hidden_information() {
            return Err(SeatError(reason::BuildError::HiddenInformation.to_string()));
        }
        let seats = GameSeats::new(rules.clone(), self.kind, self.means);
        let seats = seats.map_err(|error| SeatError(format!("{error:#}")))?;
        let memory = self.memory(&rules, &seats);
        Ok(Box::new(seats.with_threads(self.threads).with_memory(memory)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(kind: Kind, patience: Duration) -> GameSeats {
        let game = library::find("tic-tac-toe").expect("it is bundled");
        let rules = gdl::check(game.name(), game.rules().as_bytes()).rules.expect("it is clean");
        GameSeats::new(rules, kind, patience).expect("it can be played")
    }

    #[test]
    fn seats_have_lanes_that_play_out_states() {
        let seats = seats(Kind::Auto, Duration::from_secs(10));
        for seed in 0..2 {
            let mut seat = seats.seat(Role(0), seed).expect("a seat");
            let state = seat.machine.initial_state().expect("a state");
            let mut playouts = seat.playouts.expect("the game can be compiled");
            let sums = playouts.play_out(&[state.clone(), state], 1000, seed).expect("playouts");
            assert_eq!(sums.finished, [1000, 1000]);
            // Whoever begins wins more often; wins and draws of both come to 100.
            assert_eq!(sums.goals.iter().sum::<u64>(), 200_000);
            assert!(sums.goals[0] > sums.goals[1] && sums.goals[2] > sums.goals[3]);
        }
        let shelf = seats.shelf.expect("lanes are kept");
        assert_eq!(shelf.lanes.lock().expect("nobody panicked").len(), 1, "they are used again");
    }

    #[test]
    fn without_time_for_grounding_the_reference_machine_plays() {
        for seats in [seats(Kind::Auto, Duration::ZERO), seats(Kind::Reference, Duration::ZERO)] {
            let seat = seats.seat(Role(0), 1).expect("a seat");
            assert!(seat.playouts.is_none());
            assert_eq!(seat.machine.roles(), ["xplayer", "oplayer"]);
        }
    }

    #[test]
    fn what_is_wrong_with_rules_is_said() {
        let means = Duration::from_secs(1).into();
        let reader = NetworkReader { kind: Kind::Auto, means, threads: 1, knowledge: None };
        let why = |rules: &str| reader.read(rules).err().expect("an error").to_string();
        assert!(why("(role").contains("unclosed-parenthesis"), "{}", why("(role"));
        let hidden = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../games/bad/hidden-information/rules.kif"
        ));
        assert!(why(&hidden.expect("it is there")).contains("GDL-II"));
    }
}
