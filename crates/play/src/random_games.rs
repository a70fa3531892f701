//! Random games on any machine, either a given number of them or for a given time, and their statistics.

use crate::statistics::Sample;
use engine::RandomPlay;
use game::playout::{End, PlayoutRunner};
use game::playouts::{PlayoutError, PlayoutOptions, Playouts, Totals};
use game::{Machine, MachineExt, Role, State, StopReason};
use std::time::{Duration, Instant};

/// The random games to play.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// Number of games; lanes may play more.
    pub games: u64,
    /// Time limit in seconds.
    pub seconds: Option<f64>,
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of moves after which a game is aborted.
    pub max_length: usize,
}

/// The statistics of random games.
#[derive(Clone, Debug)]
pub struct RandomGameStats {
    /// Number of games that reached a terminal state.
    pub finished: u64,
    /// Number of games that were aborted because they were too long.
    pub unfinished: u64,
    /// Number of games that ended without exactly one goal for each role; `None` for lanes, which do not know it.
    pub odd_goals: Option<u64>,
    /// Lengths of the finished games. Lanes know only the mean, and not even that if some games were aborted.
    pub length: Lengths,
    /// Goals of each role in the finished games.
    pub goals: Vec<Sample>,
    /// Number of joint moves in all games.
    pub changes: u64,
    /// Duration of all games in seconds.
    pub seconds: f64,
}

/// The lengths of games, as detailed as the backend knows them.
#[derive(Clone, Copy, Debug)]
pub enum Lengths {
    /// The lengths of all games.
    Sample(Sample),
    /// Only the mean of the lengths.
    Mean(f64),
    /// The lengths are not known.
    Unknown,
}

impl Lengths {
    /// Returns the mean length.
    pub fn mean(&self) -> Option<f64> {
        match self {
            Lengths::Sample(sample) => sample.mean(),
            Lengths::Mean(mean) => Some(*mean),
            Lengths::Unknown => None,
        }
    }

    /// Returns the mean length, with its 95 % interval as far as that is known; `None` if nothing is known.
    pub fn text(&self) -> Option<String> {
        match self {
            Lengths::Sample(sample) => sample.length_text(),
            Lengths::Mean(mean) => Some(format!("{mean:.1}")),
            Lengths::Unknown => None,
        }
    }

    /// Returns half the width of the 95 % interval of the true mean.
    pub fn margin(&self) -> Option<f64> {
        match self {
            Lengths::Sample(sample) => sample.margin(),
            Lengths::Mean(_) | Lengths::Unknown => None,
        }
    }
}

/// The reason why random games were not played.
#[derive(Debug, thiserror::Error)]
pub enum RandomGamesError {
    /// A role cannot move although the game is not over: the rules are at fault.
    #[error("role {} has no legal move in the state {}", .role, .facts.join(" "))]
    NoLegalMove {
        /// The role without a legal move.
        role: String,
        /// The facts of the state.
        facts: Vec<String>,
    },
    /// A role could not move in some games of the lanes, which do not keep the state.
    #[error("in {stuck} of {games} games a role had no legal move before the end")]
    Stuck {
        /// Number of games that could not go on.
        stuck: u64,
        /// Number of games, with those that could not go on.
        games: u64,
    },
    /// The rules could not be followed.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The lanes returned an error.
    #[error(transparent)]
    Lanes(#[from] PlayoutError),
}

impl RandomGameStats {
    /// Returns the number of games, finished or not.
    pub fn games(&self) -> u64 {
        self.finished + self.unfinished
    }

    /// Returns a count divided by the seconds of all games.
    pub fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds.max(1e-9)
    }
}

/// Smallest number of games that lanes play.
pub const FEWEST_IN_LANES: u64 = RandomPlay::GAMES_AT_ONCE;

/// Largest length of games for which lanes are used. Lanes play all games that they begin to the end, so that an
/// endless game would keep them from stopping in time.
pub const LONGEST_IN_LANES: usize = 100_000;

impl RandomGames {
    /// Returns the reason not to play these games in lanes, if there is one.
    pub fn unfit_for_lanes(&self) -> Option<&'static str> {
        if self.games < FEWEST_IN_LANES {
            Some("lanes play at least 512 games and fewer were asked for")
        } else if self.max_length > LONGEST_IN_LANES {
            Some("lanes cannot leave games in time that may have more than 100000 moves")
        } else {
            None
        }
    }

    fn is_late(&self, begun: Instant) -> bool {
        self.seconds.is_some_and(|seconds| begun.elapsed().as_secs_f64() >= seconds)
    }
}

/// Plays random games, many at once if that was chosen. `go_on` is asked from time to time, with the number of games so
/// far.
pub fn play(
    play: &mut RandomPlay,
    setup: &RandomGames,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<RandomGameStats, RandomGamesError> {
    match &mut play.playouts {
        Some(playouts) => play_many(&mut **playouts, &mut *play.machine, setup, go_on),
        None => play_single(&mut *play.machine, setup, go_on),
    }
}

/// Plays random games one state at a time. `go_on` is also asked within long games, with the number of games before.
pub fn play_single(
    machine: &mut dyn Machine,
    setup: &RandomGames,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<RandomGameStats, RandomGamesError> {
    let (mut random, mut player) = (game::random(setup.seed), PlayoutRunner::default());
    let mut lengths = Sample::default();
    let mut goals = vec![Sample::default(); machine.roles().len()];
    let (mut finished, mut unfinished, mut odd_goals, mut changes) = (0, 0, 0, 0);
    let begun = Instant::now();
    while finished + unfinished < setup.games {
        let games = finished + unfinished;
        let in_time = || !setup.is_late(begun) && go_on(games);
        if !in_time() {
            break;
        }
        let playout = player.play_while(machine, &mut random, setup.max_length, &in_time)?;
        let Some(playout) = playout else { break };
        changes += playout.length as u64;
        match playout.end {
            End::Terminal(values) => {
                finished += 1;
                lengths.add(playout.length as f64);
                odd_goals += u64::from(values.iter().any(|goal| goal.unique().is_none()));
                for (sample, goal) in goals.iter_mut().zip(values) {
                    sample.add(f64::from(goal.value()));
                }
            }
            End::TooLong => unfinished += 1,
            End::NoLegalMove(role) => {
                return Err(no_legal_move(machine, role, player.state()));
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let (length, odd_goals) = (Lengths::Sample(lengths), Some(odd_goals));
    Ok(RandomGameStats { finished, unfinished, odd_goals, length, goals, changes, seconds })
}

/// Plays many random games at once. `go_on` is asked from time to time, with the number of games so far. The machine, one
/// of the same game, searches for the state where games got stuck.
pub fn play_many(
    playouts: &mut dyn Playouts,
    machine: &mut dyn Machine,
    setup: &RandomGames,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<RandomGameStats, RandomGamesError> {
    let begun = Instant::now();
    let mut continues = |totals: &Totals| {
        let games = totals.finished + totals.unfinished;
        let is_wanted = games < setup.games && totals.stuck == 0 && !setup.is_late(begun);
        go_on(games) && is_wanted
    };
    let options = PlayoutOptions { seed: setup.seed, max_length: setup.max_length as u64 };
    let totals = playouts.play_from_start(options, &mut continues)?;
    let seconds = begun.elapsed().as_secs_f64();
    if totals.stuck > 0 {
        return Err(stuck(machine, &totals, setup, go_on));
    }
    // The moves are those of all games: if some were aborted, the mean length of the others is unknown.
    let known = totals.unfinished == 0 && totals.finished > 0;
    Ok(RandomGameStats {
        finished: totals.finished,
        unfinished: totals.unfinished,
        odd_goals: None,
        length: if known { Lengths::Mean(totals.mean_length()) } else { Lengths::Unknown },
        goals: (0..totals.goals.len()).map(|role| goals(&totals, role)).collect(),
        changes: totals.moves,
        seconds,
    })
}

/// Returns the goals of a role in the games of the lanes; it got 0 in those that are not counted.
fn goals(totals: &Totals, role: usize) -> Sample {
    let mut sample = Sample::default();
    let counts = &totals.goals[role][1..];
    sample.add_many(0.0, totals.finished - counts.iter().sum::<u64>());
    for (value, &count) in (1..).zip(counts) {
        sample.add_many(f64::from(value), count);
    }
    sample
}

/// Time limit of the search for a state in which play cannot go on.
const SEARCH: Duration = Duration::from_secs(5);

/// Returns the error for lanes in which play could not go on. They do not keep the state, so such a game is searched
/// for one state at a time.
fn stuck(
    machine: &mut dyn Machine,
    totals: &Totals,
    setup: &RandomGames,
    go_on: &dyn Fn(u64) -> bool,
) -> RandomGamesError {
    let (mut random, mut player) = (game::random(setup.seed), PlayoutRunner::default());
    let begun = Instant::now();
    let games = totals.finished + totals.unfinished + totals.stuck;
    let in_time = || begun.elapsed() < SEARCH && go_on(games);
    while let Ok(Some(playout)) =
        player.play_while(machine, &mut random, setup.max_length, &in_time)
    {
        if let End::NoLegalMove(role) = playout.end {
            return no_legal_move(machine, role, player.state());
        }
    }
    RandomGamesError::Stuck { stuck: totals.stuck, games }
}

/// Returns the error for a state in which a role cannot move.
fn no_legal_move(machine: &dyn Machine, role: Role, state: &State) -> RandomGamesError {
    let role = machine.roles()[role.0 as usize].clone();
    RandomGamesError::NoLegalMove { role, facts: machine.state_texts(state) }
}
