//! The contract test must find machines that break the contract, and the comparison must find machines that differ. The
//! machines here play a small game written by hand, and each of them is wrong in one way.
//!
//! In the game, the roles take one or two things from a heap of five in turn, while the other role waits. The role that
//! takes the last thing gets 100.

use agon_game::contract::{self, RandomGames, Violation};
use agon_game::perft::{PerftError, perft};
use agon_game::playout::{End, PlayoutRunner};
use agon_game::{Fact, GoalSet, Machine, MachineExt, Move, Role, State, StopReason, Vocabulary};
use term::Term;

/// The way in which a machine is wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Flaw {
    None,
    MovesOutOfOrder,
    MovesTwice,
    FactsOutOfOrder,
    StateNotRebuilt,
    FactNotFoundByText,
    MoveNotFoundByText,
    AnswersChange,
    ForkDisagrees,
    ForkStepsElsewhere,
    PartialStatesRefused,
    InitialStateChanges,
    OtherGoals,
    OtherEnd,
    NoMoveLeft,
}

const WAIT: Move = Move(3);

/// A machine for the game. Facts 0 to 5 are the sizes of the heap, facts 10 and 11 say which role's turn it is.
#[derive(Clone)]
struct Heap {
    flaw: Flaw,
    forked: bool,
    asked: u32,
    roles: Vec<String>,
}

impl Heap {
    fn new(flaw: Flaw) -> Heap {
        let roles = vec!["first".to_owned(), "second".to_owned()];
        Heap { flaw, forked: false, asked: 0, roles }
    }

    fn size(state: &State) -> Option<u32> {
        state.words().iter().copied().find(|&fact| fact <= 5)
    }

    fn turn(state: &State) -> Option<u32> {
        state.words().iter().copied().find(|&fact| fact >= 10).map(|fact| fact - 10)
    }
}

impl Machine for Heap {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        self.asked += 1;
        let size = if self.flaw == Flaw::InitialStateChanges && self.asked > 1 { 4 } else { 5 };
        *out = State::from_words(vec![size, 10]);
        Ok(())
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.asked += 1;
        out.clear();
        if self.flaw == Flaw::NoMoveLeft && Heap::size(state) == Some(1) {
            return Ok(());
        }
        match (Heap::turn(state) == Some(role.0), Heap::size(state)) {
            (true, Some(size)) => out.extend((1..=size.min(2)).map(Move)),
            _ => out.push(WAIT),
        }
        match self.flaw {
            Flaw::MovesOutOfOrder => out.reverse(),
            Flaw::MovesTwice => out.extend_from_within(..),
            Flaw::AnswersChange if self.asked.is_multiple_of(7) => out.truncate(1),
            Flaw::ForkDisagrees if self.forked => out.truncate(1),
            _ => {}
        }
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        let turn = Heap::turn(state).unwrap_or(0);
        let taken = joint[turn as usize].0;
        let size = Heap::size(state).unwrap_or(0).saturating_sub(taken);
        let lost = u32::from(self.flaw == Flaw::ForkStepsElsewhere && self.forked);
        *out = State::from_words(vec![size.saturating_sub(lost), 11 - turn]);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        if self.flaw == Flaw::PartialStatesRefused && state.words().len() < 2 {
            return Err(StopReason::Steps(0));
        }
        let end = if self.flaw == Flaw::OtherEnd { 1 } else { 0 };
        Ok(Heap::size(state).is_some_and(|size| size <= end))
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        let wins = Heap::turn(state) != Some(role.0);
        let mut goals = GoalSet::default();
        goals.insert(match (wins, self.flaw) {
            (true, Flaw::OtherGoals) => 99,
            (true, _) => 100,
            (false, _) => 0,
        });
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        let mut facts: Vec<Fact> = state.words().iter().map(|&word| Fact(word)).collect();
        if self.flaw == Flaw::FactsOutOfOrder {
            facts.reverse();
        }
        facts
    }

    fn state(&self, facts: &[Fact]) -> State {
        let skipped = usize::from(self.flaw == Flaw::StateNotRebuilt);
        State::from_words(facts.iter().skip(skipped).map(|fact| fact.0).collect())
    }

    fn vocabulary(&self) -> &dyn Vocabulary {
        self
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(Heap { forked: true, ..self.clone() })
    }
}

impl Vocabulary for Heap {
    fn fact_term(&self, fact: Fact) -> Term {
        Term::applied("fact", &[number(fact.0)])
    }

    fn move_term(&self, action: Move) -> Term {
        if action == WAIT {
            Term::applied("wait", &[])
        } else {
            Term::applied("take", &[number(action.0)])
        }
    }

    fn find_fact(&self, term: &Term) -> Option<Fact> {
        let wrong = u32::from(self.flaw == Flaw::FactNotFoundByText);
        (0..=11)
            .map(Fact)
            .find(|&fact| self.fact_term(fact) == *term)
            .map(|fact| Fact(fact.0 + wrong))
    }

    fn find_move(&self, term: &Term) -> Option<Move> {
        if self.flaw == Flaw::MoveNotFoundByText {
            return None;
        }
        (0..=3).map(Move).find(|&action| self.move_term(action) == *term)
    }
}

fn number(number: u32) -> Term {
    Term::applied(&number.to_string(), &[])
}

/// The random games that the contract test and the comparison play.
const EXTENT: RandomGames = RandomGames { seed: 1, games: 5, max_length: 10 };

/// Asserts that the contract test finds the flaw, with a message that contains this text.
fn assert_found(flaw: Flaw, expected: &str) {
    match contract::check(&mut Heap::new(flaw), EXTENT) {
        Ok(_) => panic!("{flaw:?} is not found"),
        Err(violation) => {
            assert!(violation.to_string().contains(expected), "{flaw:?}: {violation}")
        }
    }
}

#[test]
fn a_machine_that_keeps_the_contract_passes() {
    let states =
        contract::check(&mut Heap::new(Flaw::None), EXTENT).expect("it keeps the contract");
    assert!(states >= 5 * 4, "{states}");
}

#[test]
fn every_violation_is_found() {
    assert_found(Flaw::MovesOutOfOrder, "legal moves are not in ascending order");
    assert_found(Flaw::MovesTwice, "legal moves are not in ascending order");
    assert_found(Flaw::FactsOutOfOrder, "facts are not in ascending order");
    assert_found(Flaw::StateNotRebuilt, "a state rebuilt from its facts is another state");
    assert_found(Flaw::FactNotFoundByText, "a fact is not found by its text");
    assert_found(Flaw::MoveNotFoundByText, "a move is not found by its text");
    assert_found(Flaw::AnswersChange, "answers change");
    assert_found(Flaw::ForkDisagrees, "a fork gives other answers");
    assert_found(Flaw::ForkStepsElsewhere, "a fork gives another next state");
    assert_found(Flaw::InitialStateChanges, "the initial state differs");
}

#[test]
fn a_machine_that_stops_is_told_apart_from_one_that_is_wrong() {
    let stopped = contract::check(&mut Heap::new(Flaw::PartialStatesRefused), EXTENT);
    let Err(violation @ Violation::Stopped { reason: StopReason::Steps(0), .. }) = stopped else {
        panic!("{stopped:?}");
    };
    let text = violation.to_string();
    assert!(text.starts_with("the machine stopped: ") && text.contains("\nafter "), "{text}");
    let broken = contract::check(&mut Heap::new(Flaw::MovesTwice), EXTENT);
    assert!(matches!(broken, Err(Violation::Broken { .. })), "{broken:?}");
}

/// Asserts that the comparison of a correct machine with one that has the flaw finds this difference.
fn assert_difference(flaw: Flaw, expected: &str) {
    let (mut good, mut bad) = (Heap::new(Flaw::None), Heap::new(flaw));
    match contract::compare(("good", &mut good), ("bad", &mut bad), EXTENT) {
        Ok(_) => panic!("{flaw:?} is not found"),
        Err(violation) => {
            assert!(violation.to_string().contains(expected), "{flaw:?}: {violation}")
        }
    }
}

#[test]
fn machines_that_differ_are_distinguished() {
    let (mut a, mut b) = (Heap::new(Flaw::None), Heap::new(Flaw::None));
    assert!(contract::compare(("a", &mut a), ("b", &mut b), EXTENT).is_ok());
    assert_difference(Flaw::OtherGoals, "goal of role 1: good says 100, bad says 99");
    assert_difference(Flaw::OtherEnd, "terminal: good says false, bad says true");
    assert_difference(Flaw::NoMoveLeft, "legal moves of role");
    assert_difference(Flaw::MoveNotFoundByText, "bad does not know a legal move");
}

#[test]
fn perft_counts_lines_of_each_length() {
    let mut machine = Heap::new(Flaw::None);
    let state = machine.initial_state().expect("there is an initial state");
    let lines = perft(&mut machine, &state, 6, &mut |_| {}).expect("all lines can be played");
    assert_eq!(lines, [2, 4, 7, 5, 1, 0]);
}

#[test]
fn perft_names_role_and_state_without_moves() {
    let mut machine = Heap::new(Flaw::NoMoveLeft);
    let state = machine.initial_state().expect("there is an initial state");
    match perft(&mut machine, &state, 6, &mut |_| {}) {
        Err(PerftError::NoLegalMove(role, state)) => {
            assert_eq!((role, Heap::size(&state)), (Role(0), Some(1)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn playouts_end_in_a_terminal_state_at_the_limit_or_without_a_legal_move() {
    let mut player = PlayoutRunner::default();
    let mut random = agon_game::random(3);
    let mut play = |flaw, most| {
        player.play(&mut Heap::new(flaw), &mut random, most).expect("the machine never stops")
    };
    for _ in 0..20 {
        let playout = play(Flaw::None, 10);
        assert!((3..=5).contains(&playout.length));
        let End::Terminal(goals) = playout.end else { panic!("{playout:?}") };
        let values: Vec<_> = goals.iter().map(|goal| goal.unique()).collect();
        assert!(values == [Some(100), Some(0)] || values == [Some(0), Some(100)]);
    }
    assert_eq!(play(Flaw::None, 2).end, End::TooLong);
    let stuck = (0..20).any(|_| matches!(play(Flaw::NoMoveLeft, 10).end, End::NoLegalMove(_)));
    assert!(stuck);
}

#[test]
fn the_same_seed_gives_the_same_playouts() {
    let lengths = |seed| {
        let mut player = PlayoutRunner::default();
        let mut random = agon_game::random(seed);
        let mut machine = Heap::new(Flaw::None);
        let mut play =
            || player.play(&mut machine, &mut random, 10).expect("it never stops").length;
        (0..30).map(|_| play()).collect::<Vec<_>>()
    };
    assert_eq!(lengths(1), lengths(1));
    assert_ne!(lengths(1), lengths(2));
}
