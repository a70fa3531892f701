//! Matches of bundled games, with players that behave and players that do not.

use super::guarded_player::GuardedPlayer;
use super::single::MatchPlayers;
use super::*;
use crate::PlayerName;
use engine::{OpenGame, Playable};
use game::match_loop::{FailurePolicy, MatchEnd, MatchRules, MatchRunner};
use game::{MachineExt, Move, Role, StopReason};
use search::{Limit, Player, Report, ThinkError};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Opens the game of a sheet.
pub(crate) fn game_of(sheet: &str) -> Arc<OpenGame> {
    let rules = oracle::rules_of(sheet);
    let machine = oracle::machine_of(&rules);
    Arc::new(OpenGame::of_model(rules, machine.model(), Duration::from_secs(10)))
}

/// Opens a bundled game.
pub(crate) fn bundled(name: &str) -> Arc<OpenGame> {
    game_of(oracle::sheet(name))
}

fn names(texts: &[&str]) -> Vec<PlayerName> {
    texts.iter().map(|text| text.parse().expect("there is such a player")).collect()
}

fn conditions() -> Conditions {
    Conditions { budget: Budget::Simulations(10), ponder: false, max_length: 1000 }
}

fn play(seats: &dyn Playable, players: &[&str], seed: u64) -> Result<PlayedMatch, MatchError> {
    single(seats, &names(players), seed, conditions())
}

fn single(
    seats: &dyn Playable,
    players: &[PlayerName],
    seed: u64,
    conditions: Conditions,
) -> Result<PlayedMatch, MatchError> {
    let participants = conditions.participants(players);
    let Conditions { ponder, max_length, .. } = conditions;
    Match { game: seats, participants: &participants, seed, ponder, max_length }.play(&|| true)
}

#[test]
fn a_match_is_legal_and_ends_with_the_goals_of_its_last_state() {
    let seats = bundled("connect-four");
    for seed in 0..10 {
        let played = play(&*seats, &["random", "legal"], seed).unwrap();
        let mut machine = seats.machine().unwrap();
        let end = game::line::replay(&mut *machine, &played.moves.join("\n")).unwrap();
        assert!(machine.terminal(&end).unwrap());
        let goals = [0, 1].map(|role| machine.goal(&end, Role(role)).unwrap().value());
        assert_eq!(played.goals, Some(goals.to_vec()));
        assert!(played.stats.iter().all(|stats| stats.errors == 0));
        assert_eq!((played.goal(0), played.goal(1)), (Some(goals[0]), Some(goals[1])));
    }
}

#[test]
fn the_seed_decides() {
    let seats = bundled("connect-four");
    let moves = |seed| play(&*seats, &["random", "random"], seed).unwrap().moves;
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

/// Plays a match of tic-tac-toe between players that think.
fn thoughtful(conditions: Conditions) -> PlayedMatch {
    let seats = bundled("tic-tac-toe");
    single(&*seats, &names(&["cadia-2007", "cadia-2007"]), 1, conditions).unwrap()
}

#[test]
fn players_think_until_the_clock_says_stop() {
    let time = Duration::from_millis(2);
    let budget = Budget::Clocks { start: 10 * time, play: time };
    let played = thoughtful(Conditions { budget, ..conditions() });
    for stats in played.stats {
        assert!(stats.simulations > 0 && stats.longest >= time.as_secs_f64(), "{stats:?}");
        assert!(stats.seconds >= 2.0 * time.as_secs_f64(), "{stats:?}");
    }
}

#[test]
fn what_was_thought_before_the_first_move_is_not_counted() {
    let budget = Budget::Clocks { start: Duration::from_millis(2), play: Duration::ZERO };
    let played = thoughtful(Conditions { budget, ..conditions() });
    assert!(played.stats.iter().all(|stats| stats.simulations == 0), "{played:?}");
}

#[test]
fn players_think_without_a_choice_only_if_they_may() {
    let played = thoughtful(conditions());
    let turns = played.length() as u64;
    // The last mark of a full board is no choice either.
    let choices = [turns.div_ceil(2) - u64::from(turns == 9), turns / 2];
    let simulations =
        |played: &PlayedMatch| [0, 1].map(|seat: usize| played.stats[seat].simulations);
    assert_eq!(simulations(&played), choices.map(|choices| 10 * choices));
    let played = thoughtful(Conditions { ponder: true, ..conditions() });
    assert_eq!(simulations(&played), [10 * played.length() as u64; 2]);
}

#[test]
fn every_player_has_its_own_budget() {
    let seats = bundled("tic-tac-toe");
    let player = &names(&["cadia-2007"])[0];
    let participants =
        [3, 50].map(|count| Participant { player, budget: Budget::Simulations(count) });
    let setup = Match {
        game: &*seats,
        participants: &participants,
        seed: 1,
        ponder: true,
        max_length: 1000,
    };
    let played = setup.play(&|| true).unwrap();
    let simulations = [0, 1].map(|seat: usize| played.stats[seat].simulations);
    assert_eq!(simulations, [3, 50].map(|count| count * played.length() as u64));
}

#[test]
fn long_matches_are_left() {
    let seats = bundled("connect-four");
    let conditions = Conditions { max_length: 3, ..conditions() };
    let played = single(&*seats, &names(&["random", "random"]), 1, conditions).unwrap();
    assert_eq!((played.length(), played.goals, played.stats.len()), (3, None, 2));
}

#[test]
fn the_number_of_players_must_be_that_of_the_roles() {
    let seats = bundled("tic-tac-toe");
    let error = play(&*seats, &["random"], 1).unwrap_err().to_string();
    assert_eq!(error, "the game has 2 roles for players (`xplayer`, `oplayer`), and 1 was given");
    let seats = bundled("hanoi");
    let error = play(&*seats, &["random", "random"], 1).unwrap_err().to_string();
    assert!(error.contains("1 role for players") && error.ends_with("and 2 were given"), "{error}");
}

#[test]
fn a_role_called_random_needs_no_player() {
    let seats = game_of(
        "(role you) (role Random) (init start) (legal you wait) (legal random (roll 1))
         (legal random (roll 2)) (<= (next (rolled ?x)) (does random (roll ?x)))
         (<= terminal (true (rolled ?x))) (goal random 0)
         (<= (goal you 100) (true (rolled 1))) (<= (goal you 0) (true (rolled 2)))
         (<= (goal you 50) (true start))",
    );
    let goals: Vec<Option<u8>> =
        (0..40).map(|seed| play(&*seats, &["legal"], seed).unwrap().goal(0)).collect();
    assert!(goals.contains(&Some(0)) && goals.contains(&Some(100)), "{goals:?}");
    assert!(play(&*seats, &["legal", "legal"], 1).is_err());
}

#[test]
fn rules_without_a_move_are_at_fault() {
    let seats = game_of(
        "(role you) (init (at a)) (<= (legal you go) (true (at a))) (<= (next (at b)) (does you go))
         (<= terminal (true (at c))) (<= (next (at c)) (true (at c))) (goal you 0)",
    );
    let error = play(&*seats, &["random"], 1).unwrap_err().to_string();
    assert_eq!(error, "role `you` has no legal move in the state (at b), which is not terminal");
}

/// A player that fails in the given way.
struct Rogue {
    think: fn() -> Result<(), StopReason>,
    choose: fn() -> Result<Move, StopReason>,
    advance: fn() -> Result<(), StopReason>,
}

impl Player for Rogue {
    fn think(&mut self, _: &Limit) -> Result<(), ThinkError> {
        Ok((self.think)()?)
    }
    fn choose(&mut self) -> Result<Move, StopReason> {
        (self.choose)()
    }
    fn advance(&mut self, _: &[Move]) -> Result<(), StopReason> {
        (self.advance)()
    }
    fn report(&self) -> Report {
        Report { simulations: 5, playouts: 15, ..Report::default() }
    }
}

/// Rules of two turns in which the only role has one legal move.
const TWO_TURNS: &str =
    "(role you) (init (step 0)) (legal you go) (succ 0 1) (succ 1 2) (<= terminal (true (step 2)))
     (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (goal you 100)";

/// The only legal move of these rules.
const GO: Move = Move(0);

/// Plays two turns with a rogue and returns its statistics.
fn stats_of(rogue: Rogue) -> PlayerStats {
    two_turns(GuardedPlayer::new(Role(0), || Ok::<_, ()>(Box::new(rogue))).unwrap())
}

fn two_turns(player: GuardedPlayer) -> PlayerStats {
    let game = game_of(TWO_TURNS);
    let mut machine = game.machine().unwrap();
    assert_eq!(machine.find_move("go"), Some(GO));
    let start = machine.initial_state().unwrap();
    let name = &names(&["random"])[0];
    let participants = [Participant { player: name, budget: Budget::Simulations(1) }];
    let setup =
        Match { game: &*game, participants: &participants, seed: 1, ponder: true, max_length: 9 };
    let (seats, moves, go_on) = (vec![Some(0)], Vec::new(), &|| true);
    let mut players = MatchPlayers { setup: &setup, players: vec![player], seats, moves, go_on };
    let rules = MatchRules { max_length: 9, on_failure: FailurePolicy::RandomMove };
    let random = &mut game::random(1);
    let end = MatchRunner::default().play(&mut *machine, &start, rules, &mut players, random);
    assert_eq!(end, Ok(MatchEnd::Terminal));
    assert_eq!(players.moves, ["(go)", "(go)"]);
    players.players.pop().unwrap().stats
}

#[test]
fn players_that_fail_are_replaced_and_counted() {
    let rogue = || Rogue { think: || Ok(()), choose: || Ok(GO), advance: || Ok(()) };
    let check = |rogue: Rogue, errors: u64, simulations: u64, first: Option<&str>| {
        let found = stats_of(rogue);
        assert_eq!((found.errors, found.simulations), (errors, simulations));
        assert_eq!(found.playouts, 3 * simulations);
        assert_eq!(found.first_error.as_deref(), first);
    };
    check(rogue(), 0, 10, None);
    let illegal = Rogue { choose: || Ok(Move(u32::MAX)), ..rogue() };
    check(illegal, 2, 10, Some("it chose a move that is not legal"));
    let tired = Rogue { think: || Err(StopReason::Steps(7)), ..rogue() };
    let aborted = "thinking was aborted: answering took more than 7 steps of inference";
    check(tired, 2, 10, Some(aborted));
    let mad = Rogue { choose: || panic!("I am lost"), ..rogue() };
    check(mad, 2, 0, Some("thinking ended in a panic: I am lost"));
    let lost = Rogue { advance: || Err(StopReason::Interrupted), ..rogue() };
    check(lost, 2, 0, Some("following the match was aborted: it took too long"));
    let absent =
        two_turns(GuardedPlayer::new(Role(0), || -> Result<_, ()> { panic!("no") }).unwrap());
    assert_eq!(absent.errors, 3);
    assert_eq!(absent.first_error.as_deref(), Some("making the player ended in a panic: no"));
    assert!(GuardedPlayer::new(Role(0), || Err("no such player")).is_err());
}

fn series<'a>(game: &'a Arc<OpenGame>, players: &'a [PlayerName], threads: usize) -> Series<'a> {
    Series { game, players, matches: 6, swap: true, seed: 4, threads, conditions: conditions() }
}

/// Removes everything that depends on the speed of the computer.
fn without_times(mut finished: Vec<SeriesMatch>) -> Vec<SeriesMatch> {
    for stats in finished.iter_mut().flat_map(|one| &mut one.played.stats) {
        (stats.seconds, stats.longest, stats.pace) = (0.0, 0.0, 0.0);
    }
    finished
}

#[test]
fn a_series_is_the_same_on_any_number_of_threads() {
    let game = bundled("tic-tac-toe");
    let players = names(&["random", "legal"]);
    let play = |threads| {
        let mut counted = Vec::new();
        let series = series(&game, &players, threads);
        let finished = series.play(&|| true, &mut |count| counted.push(count)).unwrap();
        assert_eq!(counted, [1, 2, 3, 4, 5, 6]);
        without_times(finished)
    };
    let finished = play(1);
    assert_eq!(finished, play(3));
    let seatings: Vec<Vec<usize>> = finished.iter().map(|one| one.players.clone()).collect();
    assert_eq!(seatings, [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]);
}

#[test]
fn an_interrupted_series_has_what_was_finished() {
    let game = bundled("tic-tac-toe");
    let players = names(&["random", "legal"]);
    let finished = AtomicUsize::new(0);
    let go_on = || finished.load(Ordering::Relaxed) < 2;
    let mut count = |so_far| finished.store(so_far, Ordering::Relaxed);
    let mut series = series(&game, &players, 1);
    series.matches = 1_000_000;
    let finished = series.play(&go_on, &mut count).unwrap();
    assert!((2..100_000).contains(&finished.len()), "{}", finished.len());
    assert!(finished.iter().enumerate().all(|(number, one)| one.number == number));
}

#[test]
fn standings_count_wins_by_player_and_role() {
    let (simulations, playouts, seconds) = (10, 30, 2.0);
    let stats =
        |role| PlayerStats { role, simulations, playouts, seconds, ..PlayerStats::default() };
    let played = |goals: Option<Vec<u8>>| PlayedMatch {
        goals,
        moves: vec!["(a b)".to_owned(); 4],
        stats: vec![stats(0), stats(1)],
    };
    let mut standings = Standings::new(2, 2);
    standings.add(&[0, 1], &played(Some(vec![100, 0])));
    standings.add(&[1, 0], &played(Some(vec![100, 0])));
    standings.add(&[0, 1], &played(Some(vec![50, 50])));
    standings.add(&[1, 0], &played(Some(vec![0, 75])));
    standings.add(&[0, 1], &played(None));
    let first = &standings.players[0];
    assert_eq!((first.matches, first.won, first.drawn, first.lost), (5, 2, 1, 1));
    assert_eq!(first.share_won().map(|share| share.value()), Some(0.625));
    assert_eq!(first.goal.mean(), Some(56.25));
    assert_eq!(first.simulations_per_second(), Some(5.0));
    assert_eq!(first.playouts_per_second(), Some(15.0));
    assert_eq!((standings.matches, standings.unfinished), (5, 1));
    assert_eq!(standings.length.mean(), Some(4.0));
    let roles = &standings.by_role[1];
    assert_eq!((roles[0].won, roles[0].lost, roles[1].drawn, roles[1].lost), (1, 1, 1, 1));
    assert_eq!(PlayerStanding::default().share_won(), None);
}
