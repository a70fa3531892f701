//! The player's side of the protocol, message by message, with players that misbehave.

use super::*;
use engine::{MachineKind, OpenGame, Playable, Resources, Unplayable};
use game::{Move, StopReason};
use gdl::Rules;
use search::{Limit, Report, ThinkError};

/// Opens games without limits.
struct Opener;

impl GameOpener for Opener {
    fn open(&self, rules: Rules) -> Result<Arc<dyn Playable>, Unplayable> {
        Ok(Arc::new(OpenGame::open(rules, MachineKind::Circuit, Resources::default())?))
    }
}

/// A player whose behaviour is given, with the move that it chooses.
struct Puppet {
    think: fn(&Limit) -> Result<(), StopReason>,
    choice: Move,
    advance: fn() -> Result<(), StopReason>,
}

impl Player for Puppet {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        Ok((self.think)(limit)?)
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        Ok(self.choice)
    }

    fn advance(&mut self, _joint: &[Move]) -> Result<(), StopReason> {
        (self.advance)()
    }

    fn report(&self) -> Report {
        Report::default()
    }
}

fn dutiful(limit: &Limit) -> Result<(), StopReason> {
    while !limit.is_reached(0) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn player_with(make_player: PlayerFactory, patience: Duration) -> NetworkPlayer {
    NetworkPlayer::new(PlayerOptions {
        name: "tester".to_owned(),
        make_player,
        opener: Box::new(|_| Box::new(Opener)),
        seed: 1,
        patience,
        log: Arc::new(|_| {}),
    })
}

fn legal_player() -> NetworkPlayer {
    let make_player =
        |seat| search::players::build("legal", &search::PlayerSettings::default(), seat);
    player_with(Box::new(make_player), Duration::from_secs(10))
}

fn puppet(think: fn(&Limit) -> Result<(), StopReason>, choice: &'static str) -> NetworkPlayer {
    marionette(think, choice, || Ok(()))
}

fn marionette(
    think: fn(&Limit) -> Result<(), StopReason>,
    choice: &'static str,
    advance: fn() -> Result<(), StopReason>,
) -> NetworkPlayer {
    let make_player = move |seat: Seat| {
        let choice = seat.machine.find_move(choice).expect("a move of the game");
        Ok(Box::new(Puppet { think, choice, advance }) as Box<dyn Player>)
    };
    player_with(Box::new(make_player), Duration::from_secs(10))
}

fn says(player: &NetworkPlayer, message: &str) -> String {
    let message = Message::read(message).expect("a message");
    player.reply_to(message, Instant::now()).text
}

fn start(id: &str, role: &str, clock: u64) -> String {
    let rules = oracle::bundled("nim").rules();
    format!("(START {id} {role} ({rules}) {clock} 1)")
}

#[test]
fn a_match_is_played_from_start_to_stop_and_then_another() {
    let player = legal_player();
    assert_eq!(says(&player, "(INFO)"), "((name tester) (status available) (species program))");
    assert_eq!(says(&player, "(ping)"), "ready");
    for id in ["one", "two", "three"] {
        assert_eq!(says(&player, "(PREVIEW ((role you)) 5)"), "ready");
        assert_eq!(says(&player, &start(id, "WHITE", 1)), "ready");
        assert!(says(&player, "(INFO)").contains("(status busy)"));
        assert_eq!(says(&player, "(PREVIEW ((role you)) 5)"), "busy");
        assert_eq!(says(&player, &format!("(PLAY {id} NIL)")), "(take 1)");
        assert_eq!(says(&player, &format!("(PLAY {id} ((TAKE 1) NOOP))")), "noop");
        assert_eq!(says(&player, &format!("(PLAY {id} (noop (take 2)))")), "(take 1)");
        assert_eq!(says(&player, &format!("(STOP {id} ((take 2) noop))")), "done");
        assert!(says(&player, "(INFO)").contains("(status available)"));
    }
}

#[test]
fn other_matches_and_wrong_names_are_told_that_it_is_busy() {
    let player = legal_player();
    assert_eq!(says(&player, "(PLAY m NIL)"), "busy");
    assert_eq!(says(&player, "(STOP m NIL)"), "busy");
    assert_eq!(says(&player, "(ABORT m)"), "busy");
    assert_eq!(says(&player, &start("m", "white", 1)), "ready");
    assert_eq!(says(&player, &start("other", "white", 1)), "busy");
    assert_eq!(says(&player, &start("M", "white", 1)), "ready");
    for message in ["(PLAY other NIL)", "(STOP other NIL)", "(ABORT other)"] {
        assert_eq!(says(&player, message), "busy");
    }
    assert_eq!(says(&player, "(PLAY M NIL)"), "(take 1)");
    assert_eq!(says(&player, "(PLAY m NIL)"), "(take 1)");
    assert_eq!(says(&player, "(ABORT m)"), "aborted");
    assert_eq!(says(&player, &start("other", "white", 1)), "ready");
}

#[test]
fn rules_that_cannot_be_played_are_refused() {
    let player = legal_player();
    assert_eq!(says(&player, "(START m you ((role you) (legal you)) 1 1)"), "busy");
    assert_eq!(says(&player, "(START m you () 1 1)"), "busy");
    assert_eq!(says(&player, &start("m", "red", 1)), "busy");
    assert_eq!(says(&player, &start("m", "white", 1)), "ready");
}

#[test]
fn moves_that_are_not_known_do_not_end_the_match() {
    let player = legal_player();
    says(&player, &start("m", "black", 1));
    assert_eq!(says(&player, "(PLAY m NIL)"), "noop");
    assert!(says(&player, "(PLAY m ((resign (now please)) noop))").starts_with("(take "));
    assert_eq!(says(&player, "(PLAY m (noop))"), "noop");
}

#[test]
fn thinking_takes_the_clock_and_ends_before_it_does() {
    let player = puppet(dutiful, "(take 2)");
    let begun = Instant::now();
    assert_eq!(says(&player, &start("m", "white", 1)), "ready");
    let took = begun.elapsed().as_millis();
    assert!((800..3000).contains(&took), "{took} ms");
    let begun = Instant::now();
    assert_eq!(says(&player, "(PLAY m NIL)"), "(take 2)");
    let took = begun.elapsed().as_millis();
    assert!((800..3000).contains(&took), "{took} ms");
    // With one legal move there is nothing to think about, and whatever is thought about in between is cut short.
    let begun = Instant::now();
    assert_eq!(says(&player, "(PLAY m ((take 2) noop))"), "noop");
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_player_that_does_not_stop_is_not_waited_for() {
    let endless = |_: &Limit| {
        std::thread::sleep(Duration::from_secs(3));
        Ok(())
    };
    let player = puppet(endless, "(take 1)");
    let begun = Instant::now();
    assert_eq!(says(&player, &start("m", "white", 1)), "ready");
    assert!(begun.elapsed() < Duration::from_secs(3));
    std::thread::sleep(Duration::from_millis(2100));
    let begun = Instant::now();
    assert!(says(&player, "(PLAY m NIL)").starts_with("(take "));
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn whatever_the_player_does_the_answer_is_a_legal_move() {
    let failing = |_: &Limit| Err(StopReason::Memory(1));
    let panicking = |_: &Limit| -> Result<(), StopReason> { panic!("as the test wants it") };
    // `noop` is a move of the game, but not white's here.
    for player in [puppet(|_| Ok(()), "noop"), puppet(failing, "noop"), puppet(panicking, "noop")] {
        assert_eq!(says(&player, &start("m", "white", 1)), "ready");
        assert!(says(&player, "(PLAY m NIL)").starts_with("(take "));
        assert_eq!(says(&player, "(PLAY m ((take 1) noop))"), "noop");
        assert!(says(&player, "(PLAY m (noop (take 1)))").starts_with("(take "));
    }
    let lost = marionette(|_| Ok(()), "(take 2)", || Err(StopReason::Interrupted));
    says(&lost, &start("m", "white", 1));
    assert_eq!(says(&lost, "(PLAY m NIL)"), "(take 2)");
    assert_eq!(says(&lost, "(PLAY m ((take 2) noop))"), "noop");
    assert!(says(&lost, "(PLAY m (noop (take 1)))").starts_with("(take "));
    assert_eq!(says(&lost, "(STOP m ((take 2) noop))"), "done");
}

#[test]
fn a_player_that_cannot_be_made_refuses_the_match() {
    let broken = |_| -> Result<Box<dyn Player>, PlayerError> { panic!("as the test wants it") };
    let player = player_with(Box::new(broken), Duration::from_secs(10));
    assert_eq!(says(&player, &start("m", "white", 1)), "busy");
    assert!(says(&player, "(INFO)").contains("(status available)"));
}

#[test]
fn a_match_of_which_nothing_is_heard_is_given_up() {
    let make_player =
        |seat| search::players::build("legal", &search::PlayerSettings::default(), seat);
    let player = player_with(Box::new(make_player), Duration::ZERO);
    assert_eq!(says(&player, &start("m", "white", 1)), "ready");
    std::thread::sleep(Duration::from_millis(2000));
    assert_eq!(says(&player, &start("other", "white", 1)), "busy");
    std::thread::sleep(Duration::from_millis(2500));
    assert_eq!(says(&player, &start("other", "white", 1)), "ready");
    assert_eq!(says(&player, "(PLAY m NIL)"), "busy");
}
