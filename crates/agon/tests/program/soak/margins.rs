//! Answers to PLAY while all processors are busy: none may be late. The test prints the remaining times.

use super::{GAMES, alone, in_parallel, processors, setting};
use crate::player::{Player, rules};
use game::{Machine, MachineExt, Move, State};
use rand::RngExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Seconds that were left when an answer arrived; less than none, if it was late.
#[derive(Default)]
struct Margins {
    left: Mutex<Vec<f64>>,
    illegal: AtomicU64,
}

impl Margins {
    fn count(&self) -> usize {
        self.left.lock().expect("nobody panics").len()
    }
}

/// A match that the test itself holds, with random moves for all other roles.
struct Course {
    machine: Box<dyn Machine>,
    state: State,
    random: game::Random,
}

impl Course {
    fn new(game: &str, seed: u64) -> Course {
        let mut machine: Box<dyn Machine> = Box::new(oracle::reference(game));
        let state = machine.initial_state().expect("a state");
        Course { machine, state, random: game::random(seed) }
    }

    fn legal(&mut self, role: usize) -> Vec<Move> {
        let mut legal = Vec::new();
        let role = game::Role(role as u32);
        self.machine.legal(&self.state, role, &mut legal).expect("moves");
        legal
    }

    /// Makes this move for this role and random ones for the others; the message's text of them.
    fn advance(&mut self, role: usize, action: Move) -> String {
        let mut joint = Vec::new();
        for other in 0..self.machine.roles().len() {
            let legal = self.legal(other);
            let any = legal[self.random.random_range(0..legal.len())];
            joint.push(if other == role { action } else { any });
        }
        let mut next = State::default();
        self.machine.next(&self.state, &joint, &mut next).expect("a state");
        self.state = next;
        self.machine.joint_text(&joint)
    }
}

/// Plays a match with the player, until it is over or there are enough answers.
fn play(player: &Player, number: usize, clock: u64, wanted: usize, margins: &Margins) {
    let game = GAMES[number % GAMES.len()];
    let (mut course, role) = (Course::new(game, number as u64), number / GAMES.len() % 2);
    let id = format!("soak.{number}");
    let name = course.machine.roles()[role].clone();
    let start = format!("(START {id} {name} ({}\n) {clock} {clock})", rules(game));
    assert_eq!(player.says(&start), "ready", "{game}");
    let mut moves = "NIL".to_owned();
    while !course.machine.terminal(&course.state).expect("an answer") && margins.count() < wanted {
        let legal = course.legal(role);
        let begun = Instant::now();
        let answer = player.says(&format!("(PLAY {id} {moves})"));
        let took = begun.elapsed();
        let found = course.machine.find_move(&answer).filter(|action| legal.contains(action));
        if found.is_none() {
            println!("{game}: `{answer}` is not legal");
            margins.illegal.fetch_add(1, Ordering::Relaxed);
        }
        // A single move is answered without thinking, and tells nothing.
        if legal.len() > 1 {
            let left = Duration::from_secs(clock).as_secs_f64() - took.as_secs_f64();
            margins.left.lock().expect("nobody panics").push(left);
        }
        moves = course.advance(role, found.unwrap_or(legal[0]));
    }
    assert_eq!(player.says(&format!("(STOP {id} {moves})")), "done", "{game}");
}

/// Keeps all processors busy as long as it goes on.
fn under_load(act: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..processors() {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // Also when it panics, lest nobody ever ends.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act));
        done.store(true, Ordering::Relaxed);
        outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

#[test]
#[ignore = "plays for many minutes"]
fn soak_of_answers_under_load() {
    let _alone = alone();
    let wanted: usize = setting("AGON_SOAK_PLAYS", 1000);
    let clock = setting("AGON_SOAK_CLOCK", 1);
    let threads = setting("AGON_SOAK_AT_ONCE", processors());
    let agent = setting("AGON_SOAK_AGENT", "cadia-2010".to_owned());
    println!(
        "{wanted} answers of {agent}, {threads} at once, clock of {clock} s, all processors busy"
    );
    let margins = Margins::default();
    under_load(|| {
        // Every match has at least one answer.
        in_parallel(
            wanted,
            threads,
            || Player::new(&agent),
            |player, number| {
                if margins.count() < wanted {
                    play(player, number, clock, wanted, &margins);
                }
            },
        );
    });
    let illegal = margins.illegal.into_inner();
    let mut left = margins.left.into_inner().expect("nobody panics");
    left.sort_by(f64::total_cmp);
    let late = left.iter().filter(|left| **left < 0.0).count();
    let at = |share: f64| left[(share * (left.len() - 1) as f64) as usize];
    println!("answers {}, late {late}, illegal {illegal}", left.len());
    println!("seconds left: least {:.3}, 1 % {:.3}, median {:.3}", at(0.0), at(0.01), at(0.5));
    assert_eq!((late, illegal), (0, 0));
}
