//! Learning before the first move: it goes on from one slice of time to the next, and matches that learn at the same
//! time do not wait for each other.

mod common;

use agon_search::{LearningCache, Limit, Player, PlayerSettings, PriorKnowledge, Seat, players};
use common::{Game, game};
use game::{Machine, Role};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Number of matches that values are learnt from.
const MATCHES: usize = 60;

/// Returns a player that begins with values from [`MATCHES`] matches.
fn player(game: &Game, role: u32, knowledge: &PriorKnowledge) -> Box<dyn Player> {
    let mut settings = PlayerSettings::default();
    settings.add(&format!("values.matches={MATCHES}")).unwrap();
    let seat = Seat { knowledge: knowledge.clone(), ..game.seat(Role(role), 3) };
    players::build("uct-values", &settings, seat).unwrap()
}

/// Lets a player think until it has asked this many times whether to stop, or made this many simulations.
fn think(player: &mut dyn Player, questions: usize, simulations: u64) {
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
    player.think(&Limit { simulations: Some(simulations), stop: &stop }).unwrap();
}

#[test]
fn learning_goes_on_in_the_next_slice_of_time() {
    let game = game("tic-tac-toe");
    let mut sliced = player(&game, 0, &PriorKnowledge::default());
    // A slice allows 4 matches, and no simulation.
    (0..MATCHES.div_ceil(4) + 1).for_each(|_| think(&mut *sliced, 4, 0));
    think(&mut *sliced, 55, 50);
    assert_eq!(sliced.report().simulations, 50, "nothing is left to learn");
    let mut at_once = player(&game, 0, &PriorKnowledge::default());
    at_once.think(&Limit::simulations(50)).unwrap();
    assert_eq!(sliced.report(), at_once.report());
}

/// Waits for a message from another thread; false if there is none for a long time.
#[allow(clippy::disallowed_methods, reason = "a match that waits must fail the test, not hang it")]
fn arrives(receiver: &Receiver<()>) -> bool {
    receiver.recv_timeout(Duration::from_secs(20)).is_ok()
}

#[test]
fn two_matches_learn_values_at_the_same_time() {
    let game = game("tic-tac-toe");
    let knowledge = PriorKnowledge::default();
    let [mut one, mut other] = [0, 0].map(|role| player(&game, role, &knowledge));
    let ((begun, has_begun), (done, is_done)) = (channel(), channel());
    let learnt_meanwhile = std::thread::scope(|scope| {
        scope.spawn(move || {
            has_begun.recv().unwrap();
            other.think(&Limit::simulations(10)).unwrap();
            done.send(()).unwrap();
            other
        });
        let (is_done, first) = (std::sync::Mutex::new(is_done), AtomicUsize::new(0));
        let waited = AtomicUsize::new(0);
        // The first question is asked while the player learns.
        let stop = || {
            if first.fetch_add(1, Ordering::Relaxed) == 0 {
                begun.send(()).unwrap();
                waited.store(usize::from(arrives(&is_done.lock().unwrap())), Ordering::Relaxed);
            }
            false
        };
        one.think(&Limit { simulations: Some(10), stop: &stop }).unwrap();
        waited.load(Ordering::Relaxed) == 1
    });
    assert!(learnt_meanwhile, "the other match waited");
    assert_eq!(one.report().simulations, 10);
    let mut alone = player(&game, 0, &PriorKnowledge::default());
    alone.think(&Limit::simulations(10)).unwrap();
    assert_eq!(one.report(), alone.report(), "results do not depend on who was first");
}

#[test]
fn two_matches_learn_weights_at_the_same_time() {
    let cache = LearningCache::default();
    let (done, is_done) = channel();
    let mut learnt_meanwhile = false;
    std::thread::scope(|scope| {
        let cache = &cache;
        let learn = || {
            scope.spawn(move || {
                let nothing = cache.state_evaluator(Role(0), 5, || Err(()));
                done.send(()).unwrap();
                nothing.is_err()
            });
            learnt_meanwhile = arrives(&is_done);
            Err(())
        };
        assert!(cache.state_evaluator(Role(0), 5, learn).is_err());
    });
    assert!(learnt_meanwhile, "the other match waited");
}

/// Number of games that features are learnt from, and of those in which they are tried.
const GAMES: (u64, u64) = (40, 20);

/// A player that learns features from [`GAMES`].
fn gifl(name: &str, game: &Game) -> Box<dyn Player> {
    let mut settings = PlayerSettings::default();
    settings.add(&format!("gifl.runs={}", GAMES.0)).unwrap();
    settings.add(&format!("gifl.trials={}", GAMES.1)).unwrap();
    let seat = Seat { playouts: Some(game.lanes()), ..game.seat(Role(0), 3) };
    players::build(name, &settings, seat).unwrap()
}

/// A player that is given only slices of a few milliseconds learns from all its games, and moves whenever it is asked.
#[test]
fn features_are_learnt_in_slices_of_time() {
    let game = game("tic-tac-toe");
    for name in ["gifl", "gifl-2009", "gifl-alphabeta", "agon"] {
        let mut sliced = gifl(name, &game);
        let mut slices = 0;
        while sliced.report().simulations == 0 {
            // A slice is over long before all games are played, and often within a game.
            think(&mut *sliced, 300, 50);
            let chosen = sliced.choose().unwrap();
            assert!(game.machine.move_text(chosen).starts_with("(mark"), "{name}");
            slices += 1;
            assert!(slices < 100_000, "{name} never ends learning");
        }
        assert!(slices > 5, "{name}: {slices} slices are no test");
        let mut at_once = gifl(name, &game);
        at_once.think(&Limit::simulations(50)).unwrap();
        // What was learnt is the same, however often learning was interrupted.
        assert_eq!(sliced.active_features(), at_once.active_features(), "{name}");
        think(&mut *sliced, usize::MAX, 50);
        assert!(sliced.report().simulations > 0, "{name}");
    }
}

/// Without time for learning, features are those of the games that were played by then.
#[test]
fn learning_of_features_ends_with_its_time() {
    let game = game("tic-tac-toe");
    let mut settings = PlayerSettings::default();
    settings.add("gifl.runs=1000000000").unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let time = Arc::clone(&asked);
    let has_time = move || time.fetch_add(1, Ordering::Relaxed) < 100_000;
    let seat = Seat { feature_time: Some(Arc::new(has_time)), ..game.seat(Role(0), 3) };
    let mut player = players::build("gifl", &settings, seat).unwrap();
    think(&mut *player, 1000, 10);
    let learning = player.report();
    assert_eq!(learning.simulations, 0);
    assert!(learning.notes().iter().any(|it| it.starts_with("still learning features: ")));
    player.think(&Limit::simulations(10)).unwrap();
    assert_eq!(player.report().simulations, 10);
    assert!(asked.load(Ordering::Relaxed) > 100_000);
}
