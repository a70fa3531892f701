//! A game that is open: its machine, the programs of its lanes, and what is known about it.

use crate::compile::build;
use crate::{CompileError, MachineKind, Playable, Resources, Unplayable};
use analyze::Analyst;
use circuit::{BuildError, Model};
use game::playouts::Playouts;
use game::{Machine, Role};
use gdl::Rules;
use lanes::{Backend, LaneCode, Lanes, LanesError};
use propnet::CircuitMachine;
use reason::ReferenceMachine;
use search::{PriorKnowledge, Seat};
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A game whose rules were compiled once, or are evaluated as they are. It is shared by everything that plays the game.
pub struct OpenGame {
    /// The kind of machine that was asked for.
    kind: MachineKind,
    machine: Mutex<Box<dyn Machine>>,
    /// The programs of the lanes, if the game is played through a circuit that they can be made from.
    lanes: Option<Arc<LaneCode>>,
    /// The reason why the rules were not compiled, if that was tried in vain.
    compile_error: Option<CompileError>,
    /// The limits of the reference machine, if that plays the game.
    reference: Option<reason::Limits>,
    analyst: Arc<Analyst>,
    threads: usize,
    knowledge: PriorKnowledge,
}

/// The reason why a game cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The circuit machine or lanes were asked for, and the rules cannot be compiled.
    #[error("the rules cannot be grounded: {0}")]
    Compile(#[from] CompileError),
    /// Lanes were asked for, and their programs cannot be compiled.
    #[error(transparent)]
    Lanes(#[from] LanesError),
    /// No machine plays these rules.
    #[error("the rules cannot be played: {0}")]
    Rules(#[from] reason::BuildError),
}

impl From<OpenError> for Unplayable {
    fn from(error: OpenError) -> Unplayable {
        Unplayable(error.to_string())
    }
}

impl OpenGame {
    /// Opens the game with these rules.
    pub fn open(
        rules: Rules,
        kind: MachineKind,
        resources: Resources,
    ) -> Result<OpenGame, OpenError> {
        if rules.has_hidden_information() {
            return Err(reason::BuildError::HiddenInformation.into());
        }
        let mut compile_error = None;
        let analyst = match kind {
            MachineKind::Reference => Analyst::new(rules),
            MachineKind::Auto | MachineKind::Circuit | MachineKind::Lanes => {
                match build(&rules, resources) {
                    Ok(model) => {
                        let game = OpenGame::of_model(rules, &model, resources.patience);
                        return Ok(OpenGame { kind, ..game });
                    }
                    Err(error) => {
                        let reason = CompileError::new(error, resources);
                        if kind != MachineKind::Auto {
                            return Err(reason.into());
                        }
                        compile_error = Some(reason);
                        Analyst::with_model(rules, Err(error))
                    }
                }
            }
        };
        let limits = reason::Limits { steps: resources.steps, ..Default::default() };
        let machine = ReferenceMachine::new(analyst.rules().clone(), limits)?;
        let game = OpenGame::new(Box::new(machine), None, Arc::new(analyst));
        Ok(OpenGame { kind, compile_error, reference: Some(limits), ..game })
    }

    /// Opens a game that is already compiled. Players get lanes only if these can be compiled in about `patience`.
    pub fn of_model(rules: Rules, model: &Arc<Model>, patience: Duration) -> OpenGame {
        let machine = CircuitMachine::new(Arc::clone(model));
        let analyst = Analyst::with_model(rules, Ok(Arc::clone(model)));
        OpenGame::new(Box::new(machine), lane_code(model, patience), Arc::new(analyst))
    }

    fn new(
        machine: Box<dyn Machine>,
        lanes: Option<Arc<LaneCode>>,
        analyst: Arc<Analyst>,
    ) -> OpenGame {
        OpenGame {
            kind: MachineKind::Auto,
            machine: Mutex::new(machine),
            lanes,
            compile_error: None,
            reference: None,
            analyst,
            threads: 1,
            knowledge: PriorKnowledge::default(),
        }
    }

    /// Allows each player this number of threads; without this, one.
    pub fn with_threads(self, threads: usize) -> OpenGame {
        OpenGame { threads, ..self }
    }

    /// Gives players what is known about the game from earlier matches.
    pub fn with_knowledge(self, knowledge: PriorKnowledge) -> OpenGame {
        OpenGame { knowledge, ..self }
    }

    /// Returns what is derived from the rules once, for everything that plays, analyses or draws the game.
    pub fn analyst(&self) -> &Arc<Analyst> {
        &self.analyst
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        self.analyst.rules()
    }

    /// Returns the compiled game; an error if the rules cannot be compiled. If the reference machine was asked for,
    /// they are compiled when this is first called.
    pub fn model(&self) -> Result<&Arc<Model>, BuildError> {
        self.analyst.model()
    }

    /// Returns the kind of machine that was asked for.
    pub fn kind(&self) -> MachineKind {
        self.kind
    }

    /// Returns the reason why the reference machine plays the game, if it was not asked for.
    pub fn compile_error(&self) -> Option<&CompileError> {
        self.compile_error.as_ref()
    }

    /// Returns a machine of the caller's own.
    pub fn fork(&self) -> Box<dyn Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }

    /// Returns the game for one match, which must not depend on other matches: the game itself, or one with a machine
    /// of its own where the reference machine plays, which numbers facts and moves in the order in which play meets
    /// them.
    pub fn for_match(self: &Arc<OpenGame>) -> Result<Arc<OpenGame>, OpenError> {
        let Some(limits) = self.reference else { return Ok(Arc::clone(self)) };
        let machine = ReferenceMachine::new(self.rules().clone(), limits)?;
        let game = OpenGame::new(Box::new(machine), None, Arc::clone(&self.analyst));
        // Players learn values of states, whose facts have other numbers in each match.
        let knowledge = PriorKnowledge { learning: Arc::default(), ..self.knowledge.clone() };
        let (kind, threads, compile_error) = (self.kind, self.threads, self.compile_error.clone());
        let reference = Some(limits);
        Ok(Arc::new(OpenGame { kind, threads, compile_error, reference, knowledge, ..game }))
    }
}

impl Playable for OpenGame {
    fn seat(&self, role: Role, seed: u64) -> Result<Seat, Unplayable> {
        let lanes = self.lanes.as_ref().map(|code| Lanes::from(Arc::clone(code)));
        Ok(Seat {
            machine: self.fork(),
            playouts: lanes.map(|lanes| Box::new(lanes) as Box<dyn Playouts>),
            role,
            seed,
            threads: self.threads,
            analyst: Some(Arc::clone(&self.analyst)),
            keep_sampling: None,
            learning_time: None,
            feature_time: None,
            knowledge: self.knowledge.clone(),
            read_text,
        })
    }

    fn machine(&self) -> Result<Box<dyn Machine>, Unplayable> {
        Ok(self.fork())
    }

    fn analyst(&self) -> &Arc<Analyst> {
        &self.analyst
    }
}

/// Largest size of a file that a player's setting names.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a file that a player's setting names; at most 256 MiB.
pub fn read_text(path: &str) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > MAX_BYTES {
        return Err(format!("it has more than {} MiB", MAX_BYTES >> 20));
    }
    Ok(text)
}

/// Largest number of operands of a circuit that players get lanes for, however much time there is.
const MAX_OPERANDS: usize = 400_000;
/// Estimated number of operands that are compiled in a millisecond. Chess has 50,000 and takes less than half a second.
const OPERANDS_PER_MILLISECOND: u128 = 100;

/// Returns the programs of the lanes, if they can be compiled in about `patience`. They are compiled when they are
/// first used, because many players never use them.
fn lane_code(model: &Arc<Model>, patience: Duration) -> Option<Arc<LaneCode>> {
    let operands = patience.as_millis().saturating_mul(OPERANDS_PER_MILLISECOND);
    let most = usize::try_from(operands).unwrap_or(usize::MAX).min(MAX_OPERANDS);
    LaneCode::with_limit(Arc::clone(model), Backend::best(), most).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::playout::random_step;
    use game::playouts::PlayoutOptions;
    use game::{MachineExt, State};

    fn open(kind: MachineKind, patience: Duration) -> OpenGame {
        let resources = Resources::within(patience);
        OpenGame::open(oracle::rules("tic-tac-toe"), kind, resources).expect("it can be played")
    }

    #[test]
    fn seats_have_lanes_that_play_out_states() {
        let game = open(MachineKind::Auto, Duration::from_secs(10));
        for seed in 0..2 {
            let mut seat = game.seat(Role(0), seed).expect("a seat");
            let state = seat.machine.initial_state().expect("a state");
            let mut playouts = seat.playouts.expect("the game can be compiled");
            let options = PlayoutOptions { seed, max_length: 100 };
            let states = [state.clone(), state];
            let sums = playouts.play_out(&states, 1000, options).expect("playouts");
            assert_eq!([sums.finished(0), sums.finished(1)], [1000, 1000]);
            // Whoever begins wins more often; wins and draws of both come to 100.
            assert_eq!(sums.goals.iter().sum::<u64>(), 200_000);
            assert!(sums.goals[0] > sums.goals[1] && sums.goals[2] > sums.goals[3]);
        }
    }

    #[test]
    fn without_time_for_grounding_the_reference_machine_plays() {
        let without_time = open(MachineKind::Auto, Duration::ZERO);
        let reference = open(MachineKind::Reference, Duration::ZERO);
        assert!(without_time.model().is_err() && reference.model().is_ok());
        for game in [without_time, reference] {
            let seat = game.seat(Role(0), 1).expect("a seat");
            assert!(seat.playouts.is_none());
            assert_eq!(seat.machine.roles(), ["xplayer", "oplayer"]);
        }
    }

    #[test]
    fn without_time_for_grounding_there_is_no_circuit() {
        let rules = oracle::rules("tic-tac-toe");
        let opened = OpenGame::open(rules, MachineKind::Circuit, Resources::within(Duration::ZERO));
        let error = opened.err().expect("there is no time").to_string();
        assert!(error.starts_with("the rules cannot be grounded: "), "{error}");
    }

    /// Plays a random game and returns its last state.
    fn end(game: &OpenGame, seed: u64) -> State {
        let (mut machine, mut random) = (game.fork(), game::random(seed));
        let mut state = machine.initial_state().expect("a state");
        while let Some(next) = random_step(&mut *machine, &state, &mut random).expect("a step") {
            state = next;
        }
        state
    }

    /// The reference machine numbers facts in the order in which they first occur in play.
    #[test]
    fn a_match_of_the_reference_machine_does_not_depend_on_others() {
        let open = || {
            let (kind, resources) = (MachineKind::Reference, Resources::default());
            let rules = oracle::rules("breakthrough-6x6");
            Arc::new(OpenGame::open(rules, kind, resources).expect("it can be played"))
        };
        let alone = end(&open(), 1);
        let game = open();
        let first = game.for_match().expect("it can be played");
        end(&first, 2);
        assert_ne!(end(&first, 1), alone, "the number of a fact depends on the game before");
        let second = game.for_match().expect("it can be played");
        assert_eq!(end(&second, 1), alone);
        let learnt = [&first, &second].map(|game| &game.knowledge.learning);
        assert!(!Arc::ptr_eq(learnt[0], learnt[1]), "values belong to the numbers of one match");
        // The compiled game is shared all the same.
        let models = [&first, &second].map(|game| game.model().expect("it can be compiled"));
        assert!(Arc::ptr_eq(models[0], models[1]));
    }

    #[test]
    fn a_compiled_game_is_shared_by_all_matches() {
        let game = Arc::new(open(MachineKind::Circuit, Duration::from_secs(10)));
        assert!(Arc::ptr_eq(&game, &game.for_match().expect("it can be played")));
    }
}
