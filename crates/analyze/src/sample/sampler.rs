//! Plays random games and stores their states; it interprets nothing.

use super::{GameSample, SampledFact, SampledFactId, SampledGame, SampledState, Sampling};
use game::playout::{JointMove, random_joint};
use game::{Fact, Machine, MachineExt, Move, Random, Role, State, StopReason};
use hashbrown::HashMap;
use term::Term;

/// Largest number of states of one game; longer games are aborted.
const MAX_GAME_STATES: usize = 500;
/// Largest number of games, reached where games are too short for the number of states that was requested.
const MAX_GAMES: usize = 1000;
/// Number of stored facts, summed over all states, after which no further game begins.
const MAX_STORED_FACTS: usize = 4_000_000;

/// Plays random games until there are as many states as requested.
pub(super) fn sample(
    sampling: &Sampling,
    machine: &mut dyn Machine,
) -> Result<GameSample, StopReason> {
    let mut sampler = Sampler {
        sampling,
        random: game::random(sampling.seed),
        sample: GameSample::default(),
        ids: HashMap::new(),
        states: 0,
        stored_facts: 0,
    };
    while sampler.sample.games.len() < MAX_GAMES && sampler.stored_facts < MAX_STORED_FACTS {
        if sampler.has_enough(0) {
            break;
        }
        let game = sampler.game(machine)?;
        sampler.states += game.states.len();
        sampler.sample.games.push(game);
    }
    Ok(sampler.sample)
}

/// The sample while games are played for it.
struct Sampler<'a> {
    sampling: &'a Sampling<'a>,
    random: Random,
    sample: GameSample,
    /// Ids of the machine's facts in the sample.
    ids: HashMap<Fact, SampledFactId>,
    /// Number of states of all games but the current one.
    states: usize,
    /// Number of facts of all states together.
    stored_facts: usize,
}

impl Sampler<'_> {
    /// Whether sampling ends here, with this number of states in the current game.
    fn has_enough(&self, in_game: usize) -> bool {
        self.states + in_game >= self.sampling.states && !(self.sampling.go_on)()
    }

    /// Plays one random game and records it.
    fn game(&mut self, machine: &mut dyn Machine) -> Result<SampledGame, StopReason> {
        let mut game = SampledGame::default();
        let (mut state, mut next) = (machine.initial_state()?, State::default());
        let (mut legal, mut joint) = (Vec::new(), Vec::new());
        while game.states.len() < MAX_GAME_STATES && !self.has_enough(game.states.len()) {
            if machine.terminal(&state)? {
                game.states.push(self.state(machine, &state, true)?);
                game.goals = Some(goals(machine, &state)?);
                break;
            }
            game.states.push(self.state(machine, &state, false)?);
            let moves = random_joint(machine, &state, &mut self.random, &mut legal, &mut joint)?;
            if moves != JointMove::Chosen {
                break;
            }
            machine.next(&state, &joint, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        Ok(game)
    }

    /// Stores the facts of a state and its legal moves.
    fn state(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        is_over: bool,
    ) -> Result<SampledState, StopReason> {
        let facts = machine.facts(state).into_iter().map(|fact| self.fact(machine, fact));
        let facts: Vec<SampledFactId> = facts.collect();
        self.stored_facts += facts.len();
        let mut legal: Vec<Vec<Move>> = Vec::new();
        for role in machine.role_ids().filter(|_| !is_over) {
            let mut moves = Vec::new();
            machine.legal(state, role, &mut moves)?;
            legal.push(moves);
        }
        self.note_choices(&legal);
        Ok(SampledState { facts, choices: legal.iter().map(Vec::len).collect() })
    }

    /// Notes which legal moves of each role were forced and which were alternatives.
    fn note_choices(&mut self, legal: &[Vec<Move>]) {
        let choosers = legal.iter().filter(|moves| moves.len() > 1).count();
        let GameSample { forced, chosen, .. } = &mut self.sample;
        for (role, moves) in (0..).map(Role).zip(legal) {
            match moves.as_slice() {
                &[only] if choosers > 0 => forced.extend([(role, only)]),
                [_] => {}
                several => chosen.extend(several.iter().map(|&action| (role, action))),
            }
        }
    }

    /// Returns the id of a fact of the machine; a fact that is new to the sample is added.
    fn fact(&mut self, machine: &dyn Machine, fact: Fact) -> SampledFactId {
        let GameSample { terms, facts, .. } = &mut self.sample;
        *self.ids.entry(fact).or_insert_with(|| {
            let term = machine.vocabulary().fact_term(fact);
            let name = terms.add(Term::applied(term.name(), &[]));
            let arguments = term.arguments().map(|argument| terms.add(argument)).collect();
            facts.push(SampledFact { name, arguments });
            SampledFactId(facts.len() as u32 - 1)
        })
    }
}

/// Returns the goal value of each role in a state.
fn goals(machine: &mut dyn Machine, state: &State) -> Result<Vec<u8>, StopReason> {
    machine.role_ids().map(|role| Ok(machine.goal(state, role)?.value())).collect()
}
