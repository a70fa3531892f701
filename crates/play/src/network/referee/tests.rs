//! Matches between a referee and a player in this process.

use super::*;
use crate::network::http::{Reply, Request, Service, serve};
use game::{Fact, GoalSet, Vocabulary};
use propnet::CircuitMachine;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

fn nim() -> (String, CircuitMachine) {
    (oracle::bundled("nim").rules().to_owned(), oracle::machine("nim"))
}

/// A machine whose first role is called `random`.
struct WithChance {
    machine: CircuitMachine,
    roles: Vec<String>,
}

impl Machine for WithChance {
    fn roles(&self) -> &[String] {
        &self.roles
    }
    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        self.machine.initial(out)
    }
    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.machine.legal(state, role, out)
    }
    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.machine.next(state, joint, out)
    }
    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.machine.terminal(state)
    }
    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.machine.goal(state, role)
    }
    fn facts(&self, state: &State) -> Vec<Fact> {
        self.machine.facts(state)
    }
    fn state(&self, facts: &[Fact]) -> State {
        self.machine.state(facts)
    }
    fn vocabulary(&self) -> &dyn Vocabulary {
        self.machine.vocabulary()
    }
    fn fork(&self) -> Box<dyn Machine> {
        Box::new(WithChance { machine: self.machine.clone(), roles: self.roles.clone() })
    }
}

/// A service that answers `(take 1)` in upper case where this is legal, and keeps the messages that it received.
#[derive(Default)]
struct Taker {
    told: Mutex<Vec<String>>,
}

impl Service for Taker {
    fn answer(&self, request: Request) -> Reply {
        let mut told = self.told.lock().unwrap();
        told.push(request.text);
        let ours = told.iter().filter(|text| text.starts_with("(PLAY")).count() % 2 == 0;
        let text = if ours { " ( TAKE\n1 ) " } else { "NOOP" };
        Reply { text: text.to_owned(), ..Reply::default() }
    }
}

fn taker() -> (Arc<Taker>, Address) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let taker = Arc::new(Taker::default());
    let service = Arc::clone(&taker);
    std::thread::spawn(move || serve(listener, service));
    (taker, Address { host: "127.0.0.1".to_owned(), port })
}

fn setup<'a>(machine: &'a mut dyn Machine, rules: &str, players: Vec<Address>) -> RefereeSetup<'a> {
    RefereeSetup {
        id: "m.1".to_owned(),
        rules: rules.to_owned(),
        machine,
        players,
        start_clock: Duration::from_secs(1),
        play_clock: Duration::from_secs(1),
        scrambler: None,
        seed: 1,
        game_meta_url: String::new(),
        max_length: 100,
    }
}

#[test]
fn the_role_random_is_played_by_the_referee() {
    let (rules, machine) = nim();
    let mut machine = WithChance { machine, roles: vec!["random".into(), "black".into()] };
    let (taker, address) = taker();
    let mut events = 0;
    let mut watch = |_: &MatchRecord, _: RefereeEvent| {
        events += 1;
        Ok(())
    };
    let record =
        referee_match(setup(&mut machine, &rules, vec![address]), &mut watch, &|| false).unwrap();
    assert!(record.is_completed && !record.is_aborted);
    assert_eq!(record.player_names_from_host[0], "random");
    assert!(record.errors.iter().flatten().all(String::is_empty), "{:?}", record.errors);
    assert_eq!(events, record.moves.len() + 2);
    let told = taker.told.lock().unwrap();
    assert!(told[0].starts_with("(START m.1 black ("), "{}", told[0]);
    assert_eq!(told[1], "(PLAY m.1 NIL)");
    assert_eq!(told[2], format!("(PLAY m.1 ({}))", record.moves[0].join(" ")));
    let last = record.moves.last().unwrap().join(" ");
    assert_eq!(told[told.len() - 1], format!("(STOP m.1 ({last}))"));
    assert_eq!(told.len(), record.moves.len() + 2);
}

#[test]
fn a_match_that_is_too_long_or_cannot_be_watched_is_aborted() {
    let (rules, mut machine) = nim();
    let (taker, address) = taker();
    let players = vec![address.clone(), address];
    let short = RefereeSetup { max_length: 1, ..setup(&mut machine, &rules, players.clone()) };
    let mut aborted = false;
    let mut watch = |record: &MatchRecord, event: RefereeEvent| {
        aborted |= matches!(event, RefereeEvent::Aborted) && record.is_aborted;
        Ok(())
    };
    let held = referee_match(short, &mut watch, &|| false);
    assert!(matches!(held, Err(RefereeError::TooLong(1))) && aborted);
    assert_eq!(taker.told.lock().unwrap().last().unwrap(), "(ABORT m.1)");

    let mut watch = |_: &MatchRecord, _: RefereeEvent| Err("the disk is full".to_owned());
    let held = referee_match(setup(&mut machine, &rules, players), &mut watch, &|| false);
    assert_eq!(held.unwrap_err().to_string(), "the disk is full");
    let held =
        referee_match(setup(&mut machine, &rules, Vec::new()), &mut |_, _| Ok(()), &|| false);
    assert!(matches!(held, Err(RefereeError::Players { needed: 2, given: 0, .. })));
}
