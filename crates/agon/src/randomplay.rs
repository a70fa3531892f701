//! Random games on any machine: so many, or for so long, and what came of them.

use crate::engine::Engine;
use crate::interrupt::interrupted;
use crate::progress::Progress;
use crate::statistics::{Estimate, Sample};
use anyhow::anyhow;
use circuit::lanes::Lanes;
use circuit::lanes::playout::Totals;
use game::playout::{End, Player};
use game::{Machine, Role, State};
use std::time::{Duration, Instant};

/// What is to be played.
#[derive(Clone, Copy)]
pub struct Wish {
    /// How many games; lanes may play more.
    pub games: u64,
    /// How long at most.
    pub seconds: Option<f64>,
    /// The seed of the random moves.
    pub seed: u64,
    /// After how many moves a game is left.
    pub max_length: usize,
}

/// What was played.
pub struct Played {
    /// How many games came to an end.
    pub finished: u64,
    /// How many were left because they were too long.
    pub unfinished: u64,
    /// How many ended without exactly one goal value for each role. Lanes cannot tell.
    pub odd_goals: Option<u64>,
    /// The length of finished games.
    pub length: Estimate,
    /// What each role got in them.
    pub goals: Vec<Estimate>,
    /// How many joint moves were made in all games.
    pub changes: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Played {
    /// All games.
    pub fn games(&self) -> u64 {
        self.finished + self.unfinished
    }

    /// So many things in this time, for each second.
    pub fn per_second(&self, things: u64) -> f64 {
        things as f64 / self.seconds.max(1e-9)
    }
}

/// Lanes play at least this many games.
pub const FEWEST_IN_LANES: u64 = circuit::lanes::word::LANES as u64;

/// Lanes that have begun a game play it to its end, so with greater lengths than this a game without end would
/// keep them from stopping in time.
pub const LONGEST_IN_LANES: usize = 100_000;

impl Wish {
    /// What speaks against lanes, if something does.
    pub fn unfit_for_lanes(&self) -> Option<&'static str> {
        if self.games < FEWEST_IN_LANES {
            Some("lanes play at least 512 games and fewer were asked for")
        } else if self.max_length > LONGEST_IN_LANES {
            Some("lanes cannot leave games in time that may have more than 100000 moves")
        } else {
            None
        }
    }

    fn progress(&self) -> Progress {
        match self.games {
            u64::MAX => Progress::counting("games"),
            games => Progress::new(games, "games"),
        }
    }

    fn in_time(&self, begun: Instant) -> bool {
        let late = self.seconds.is_some_and(|seconds| begun.elapsed().as_secs_f64() >= seconds);
        !late && !interrupted()
    }
}

/// A number of seconds on the command line.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "not a positive number of seconds".to_owned())
}

/// Plays; an error if a role has no legal move where the game is not over.
pub fn play(engine: &mut Engine, wish: &Wish) -> anyhow::Result<Played> {
    match engine {
        Engine::Single(machine, _) => play_single(&mut **machine, wish),
        Engine::Lanes(lanes) => play_lanes(lanes, wish),
    }
}

/// Plays one state at a time.
pub fn play_single(machine: &mut dyn Machine, wish: &Wish) -> anyhow::Result<Played> {
    let (mut random, mut player) = (game::random(wish.seed), Player::default());
    let mut lengths = Sample::default();
    let mut goals = vec![Sample::default(); machine.roles().len()];
    let (mut finished, mut unfinished, mut odd_goals, mut changes) = (0, 0, 0, 0);
    let mut progress = wish.progress();
    let begun = Instant::now();
    let go_on = || wish.in_time(begun);
    while finished + unfinished < wish.games && go_on() {
        let playout = player.play_while(machine, &mut random, wish.max_length, &go_on)?;
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
                drop(progress);
                return Err(no_legal_move(machine, role, player.state()));
            }
        }
        progress.at(finished + unfinished);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let goals = goals.iter().map(Sample::estimate).collect();
    let (length, odd_goals) = (lengths.estimate(), Some(odd_goals));
    Ok(Played { finished, unfinished, odd_goals, length, goals, changes, seconds })
}

/// Plays many games at once.
pub fn play_lanes(lanes: &mut Lanes, wish: &Wish) -> anyhow::Result<Played> {
    let mut progress = wish.progress();
    let begun = Instant::now();
    let mut go_on = |totals: &Totals| {
        let games = totals.finished + totals.unfinished;
        progress.at(games);
        games < wish.games && totals.stuck == 0 && wish.in_time(begun)
    };
    let totals = lanes.playouts(wish.seed, wish.max_length as u64, &mut go_on)?;
    let seconds = begun.elapsed().as_secs_f64();
    drop(progress);
    if totals.stuck > 0 {
        return Err(where_stuck(lanes, &totals, wish));
    }
    // The moves are those of all games, so with some left they do not tell how long the others were.
    let known = totals.unfinished == 0 && totals.finished > 0;
    Ok(Played {
        finished: totals.finished,
        unfinished: totals.unfinished,
        odd_goals: None,
        length: Estimate { mean: known.then(|| totals.mean_length()), interval: None },
        goals: (0..totals.goals.len()).map(|role| goal(&totals, role).estimate()).collect(),
        changes: totals.moves,
        seconds,
    })
}

/// What a role got in the lanes' games; those that are not counted gave it nothing.
fn goal(totals: &Totals, role: usize) -> Sample {
    let mut sample = Sample::default();
    let counts = &totals.goals[role][1..];
    sample.add_many(0.0, totals.finished - counts.iter().sum::<u64>());
    for (value, &count) in (1..).zip(counts) {
        sample.add_many(f64::from(value), count);
    }
    sample
}

/// How long a state is looked for in which play cannot go on.
const SEARCH: Duration = Duration::from_secs(5);

/// The error for lanes in which play could not go on; they do not keep the state, so such a game is looked for one
/// state at a time.
fn where_stuck(lanes: &Lanes, totals: &Totals, wish: &Wish) -> anyhow::Error {
    let mut machine = lanes.machine().clone();
    let (mut random, mut player) = (game::random(wish.seed), Player::default());
    let begun = Instant::now();
    let go_on = || begun.elapsed() < SEARCH && !interrupted();
    while let Ok(Some(playout)) =
        player.play_while(&mut machine, &mut random, wish.max_length, &go_on)
    {
        if let End::NoLegalMove(role) = playout.end {
            return no_legal_move(&machine, role, player.state());
        }
    }
    let games = totals.finished + totals.unfinished + totals.stuck;
    anyhow!("in {} of {games} games a role had no legal move before the end", totals.stuck)
}

/// The error for a state in which play cannot go on.
pub fn no_legal_move(machine: &dyn Machine, role: Role, state: &State) -> anyhow::Error {
    anyhow!(
        "role {} has no legal move in the state\n{}",
        machine.roles()[role.0 as usize],
        crate::commands::show::columns(&machine.state_texts(state))
    )
}
