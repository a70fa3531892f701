//! The contract test must find machines that break the contract, and the comparison machines that
//! differ: here are some, each wrong in one way, around a small game written by hand.
//!
//! The game: a heap of five; the roles in turn take one or two, the other one waits; who takes the last
//! one gets 100.

use game::contract::{self, Extent};
use game::perft::{PerftError, perft};
use game::playout::{End, Player};
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason};

/// What is wrong with the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slip {
    Nothing,
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
    ForgetsItsStart,
    OtherGoals,
    OtherEnd,
    NoMoveLeft,
}

const WAIT: Move = Move(3);

/// Facts 0 to 5 are the sizes of the heap, 10 and 11 tell whose turn it is.
#[derive(Clone)]
struct Heap {
    slip: Slip,
    forked: bool,
    asked: u32,
    roles: Vec<String>,
}

impl Heap {
    fn new(slip: Slip) -> Heap {
        let roles = vec!["first".to_owned(), "second".to_owned()];
        Heap { slip, forked: false, asked: 0, roles }
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
        let size = if self.slip == Slip::ForgetsItsStart && self.asked > 1 { 4 } else { 5 };
        *out = State::from_words(vec![size, 10]);
        Ok(())
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.asked += 1;
        out.clear();
        if self.slip == Slip::NoMoveLeft && Heap::size(state) == Some(1) {
            return Ok(());
        }
        match (Heap::turn(state) == Some(role.0), Heap::size(state)) {
            (true, Some(size)) => out.extend((1..=size.min(2)).map(Move)),
            _ => out.push(WAIT),
        }
        match self.slip {
            Slip::MovesOutOfOrder => out.reverse(),
            Slip::MovesTwice => out.extend_from_within(..),
            Slip::AnswersChange if self.asked.is_multiple_of(7) => out.truncate(1),
            Slip::ForkDisagrees if self.forked => out.truncate(1),
            _ => {}
        }
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        let turn = Heap::turn(state).unwrap_or(0);
        let taken = joint[turn as usize].0;
        let size = Heap::size(state).unwrap_or(0).saturating_sub(taken);
        let lost = u32::from(self.slip == Slip::ForkStepsElsewhere && self.forked);
        *out = State::from_words(vec![size.saturating_sub(lost), 11 - turn]);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        if self.slip == Slip::PartialStatesRefused && state.words().len() < 2 {
            return Err(StopReason::Steps(0));
        }
        let end = if self.slip == Slip::OtherEnd { 1 } else { 0 };
        Ok(Heap::size(state).is_some_and(|size| size <= end))
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        let wins = Heap::turn(state) != Some(role.0);
        let mut goals = GoalSet::default();
        goals.insert(match (wins, self.slip) {
            (true, Slip::OtherGoals) => 99,
            (true, _) => 100,
            (false, _) => 0,
        });
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        let mut facts: Vec<Fact> = state.words().iter().map(|&word| Fact(word)).collect();
        if self.slip == Slip::FactsOutOfOrder {
            facts.reverse();
        }
        facts
    }

    fn state(&self, facts: &[Fact]) -> State {
        let skipped = usize::from(self.slip == Slip::StateNotRebuilt);
        State::from_words(facts.iter().skip(skipped).map(|fact| fact.0).collect())
    }

    fn fact_text(&self, fact: Fact) -> String {
        format!("(fact {})", fact.0)
    }

    fn move_text(&self, action: Move) -> String {
        if action == WAIT { "wait".to_owned() } else { format!("(take {})", action.0) }
    }

    fn find_fact(&self, text: &str) -> Option<Fact> {
        let wrong = u32::from(self.slip == Slip::FactNotFoundByText);
        (0..=11)
            .map(Fact)
            .find(|&fact| self.fact_text(fact) == text)
            .map(|fact| Fact(fact.0 + wrong))
    }

    fn find_move(&self, text: &str) -> Option<Move> {
        if self.slip == Slip::MoveNotFoundByText {
            return None;
        }
        (0..=3).map(Move).find(|&action| self.move_text(action) == text)
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(Heap { forked: true, ..self.clone() })
    }
}

const EXTENT: Extent = Extent { seed: 1, games: 5, max_length: 10 };

/// The contract finds the slip, in these words.
fn finds(slip: Slip, expected: &str) {
    match contract::check(&mut Heap::new(slip), EXTENT) {
        Ok(_) => panic!("{slip:?} is not found"),
        Err(violation) => assert!(violation.what.contains(expected), "{slip:?}: {violation}"),
    }
}

#[test]
fn a_machine_that_keeps_the_contract_passes() {
    let states = contract::check(&mut Heap::new(Slip::Nothing), EXTENT).expect("it keeps it");
    assert!(states >= 5 * 4, "{states}");
}

#[test]
fn every_breach_is_found() {
    finds(Slip::MovesOutOfOrder, "legal moves are not in ascending order");
    finds(Slip::MovesTwice, "legal moves are not in ascending order");
    finds(Slip::FactsOutOfOrder, "facts are not in ascending order");
    finds(Slip::StateNotRebuilt, "a state rebuilt from its facts is another state");
    finds(Slip::FactNotFoundByText, "a fact is not found by its text");
    finds(Slip::MoveNotFoundByText, "a move is not found by its text");
    finds(Slip::AnswersChange, "answers change");
    finds(Slip::ForkDisagrees, "a fork gives other answers");
    finds(Slip::ForkStepsElsewhere, "a fork gives another next state");
    finds(Slip::PartialStatesRefused, "the machine stopped");
    finds(Slip::ForgetsItsStart, "the initial state differs");
}

/// Comparing with a machine that has the slip shows this difference.
fn differs(slip: Slip, expected: &str) {
    let (mut good, mut bad) = (Heap::new(Slip::Nothing), Heap::new(slip));
    match contract::compare(("good", &mut good), ("bad", &mut bad), EXTENT) {
        Ok(_) => panic!("{slip:?} is not seen"),
        Err(violation) => assert!(violation.what.contains(expected), "{slip:?}: {violation}"),
    }
}

#[test]
fn machines_that_differ_are_told_apart() {
    let (mut a, mut b) = (Heap::new(Slip::Nothing), Heap::new(Slip::Nothing));
    assert!(contract::compare(("a", &mut a), ("b", &mut b), EXTENT).is_ok());
    differs(Slip::OtherGoals, "goal of role 1: good says 100, bad says 99");
    differs(Slip::OtherEnd, "terminal: good says false, bad says true");
    differs(Slip::NoMoveLeft, "legal moves of role");
    differs(Slip::MoveNotFoundByText, "bad does not know a legal move");
}

#[test]
fn perft_counts_lines_of_each_length() {
    let mut machine = Heap::new(Slip::Nothing);
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().expect("there is one");
    let lines = perft(machine, &state, 6, &mut |_| {}).expect("all lines can be played");
    assert_eq!(lines, [2, 4, 7, 5, 1, 0]);
}

#[test]
fn perft_names_role_and_state_without_moves() {
    let mut machine = Heap::new(Slip::NoMoveLeft);
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().expect("there is one");
    match perft(machine, &state, 6, &mut |_| {}) {
        Err(PerftError::NoLegalMove(role, state)) => {
            assert_eq!((role, Heap::size(&state)), (Role(0), Some(1)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn playouts_end_where_they_must() {
    let mut player = Player::default();
    let mut random = game::random(3);
    let mut play = |slip, most| {
        player.play(&mut Heap::new(slip), &mut random, most).expect("the machine never stops")
    };
    for _ in 0..20 {
        let playout = play(Slip::Nothing, 10);
        assert!((3..=5).contains(&playout.length));
        let End::Terminal(goals) = playout.end else { panic!("{playout:?}") };
        let values: Vec<_> = goals.iter().map(|goal| goal.unique()).collect();
        assert!(values == [Some(100), Some(0)] || values == [Some(0), Some(100)]);
    }
    assert_eq!(play(Slip::Nothing, 2).end, End::TooLong);
    let stuck = (0..20).any(|_| matches!(play(Slip::NoMoveLeft, 10).end, End::NoLegalMove(_)));
    assert!(stuck);
}

#[test]
fn the_same_seed_gives_the_same_playouts() {
    let lengths = |seed| {
        let mut player = Player::default();
        let mut random = game::random(seed);
        let mut machine = Heap::new(Slip::Nothing);
        let mut play =
            || player.play(&mut machine, &mut random, 10).expect("it never stops").length;
        (0..30).map(|_| play()).collect::<Vec<_>>()
    };
    assert_eq!(lengths(1), lengths(1));
    assert_ne!(lengths(1), lengths(2));
}
