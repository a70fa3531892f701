//! The match loop with participants that behave, fail, choose illegal moves and interrupt the match, under every
//! failure policy.
//!
//! In the game, each of two roles adds 1 or 2 to a count at every step; it is over at 6 or more. From a count of 3 on,
//! the second role has no legal move if the game is faulty.

use agon_game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, MatchStep, MoveFailure,
    Obstacle, Participants, Position,
};
use agon_game::{Fact, GoalSet, Machine, MachineExt, Move, Role, State, StopReason, Vocabulary};
use term::Term;

#[derive(Clone)]
struct Count {
    roles: Vec<String>,
    is_faulty: bool,
}

fn count(state: &State) -> u32 {
    state.words()[0]
}

impl Machine for Count {
    fn roles(&self) -> &[String] {
        &self.roles
    }
    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        *out = State::from_words(vec![0]);
        Ok(())
    }
    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        out.clear();
        if !(self.is_faulty && role == Role(1) && count(state) >= 3) {
            out.extend([Move(1), Move(2)]);
        }
        Ok(())
    }
    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        *out = State::from_words(vec![count(state) + joint.iter().map(|it| it.0).sum::<u32>()]);
        Ok(())
    }
    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        Ok(count(state) >= 6)
    }
    fn goal(&mut self, _: &State, _: Role) -> Result<GoalSet, StopReason> {
        Ok(GoalSet::default())
    }
    fn facts(&self, state: &State) -> Vec<Fact> {
        vec![Fact(count(state))]
    }
    fn state(&self, facts: &[Fact]) -> State {
        State::from_words(facts.iter().map(|fact| fact.0).collect())
    }
    fn vocabulary(&self) -> &dyn Vocabulary {
        self
    }
    fn fork(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}

impl Vocabulary for Count {
    fn fact_term(&self, fact: Fact) -> Term {
        Term::applied(&fact.0.to_string(), &[])
    }
    fn move_term(&self, action: Move) -> Term {
        Term::applied(&action.0.to_string(), &[])
    }
    fn find_fact(&self, _: &Term) -> Option<Fact> {
        None
    }
    fn find_move(&self, _: &Term) -> Option<Move> {
        None
    }
}

type Answer = Result<Move, Obstacle<&'static str>>;

/// Participants of which the second gives this answer at every step, with a record of all calls.
struct Scripted {
    answer: fn() -> Answer,
    first_is_asked_last: bool,
    calls: Vec<String>,
}

impl Participants for Scripted {
    type Failure = &'static str;

    fn begin_turn(&mut self, position: &mut Position) -> Result<(), Obstacle<&'static str>> {
        self.calls.push(format!("turn {}", position.length));
        Ok(())
    }

    fn is_asked_last(&self, role: Role) -> bool {
        self.first_is_asked_last && role == Role(0)
    }

    fn choose(&mut self, position: &mut Position, role: Role) -> Answer {
        assert_eq!(position.legal_of(role), [Move(1), Move(2)]);
        self.calls.push(format!("choose {}", role.0));
        if role == Role(0) { Ok(Move(1)) } else { (self.answer)() }
    }

    fn replaced(&mut self, role: Role, failure: MoveFailure<&'static str>) {
        self.calls.push(format!("replaced {}: {failure}", role.0));
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<&'static str>> {
        let moved = step.joint.iter().map(|action| action.0).sum::<u32>();
        assert_eq!(count(step.after), count(step.before) + moved);
        self.calls.push(format!("step {} to {}", step.length, count(step.after)));
        Ok(())
    }
}

type Outcome = Result<MatchEnd<&'static str>, MatchLoopError<&'static str>>;

fn play(
    answer: fn() -> Answer,
    on_failure: FailurePolicy,
    max_length: usize,
) -> (Outcome, Scripted) {
    let roles = ["first", "second"].map(str::to_owned).to_vec();
    run(Count { roles, is_faulty: false }, answer, on_failure, max_length)
}

fn run(
    mut machine: Count,
    answer: fn() -> Answer,
    on_failure: FailurePolicy,
    max_length: usize,
) -> (Outcome, Scripted) {
    let mut scripted = Scripted { answer, first_is_asked_last: false, calls: Vec::new() };
    let start = machine.initial_state().unwrap();
    let rules = MatchRules { max_length, on_failure };
    let mut runner = MatchRunner::default();
    let random = &mut agon_game::random(1);
    let outcome = runner.play(&mut machine, &start, rules, &mut scripted, random);
    (outcome, scripted)
}

#[test]
fn a_match_is_played_to_its_end_and_reported() {
    let (outcome, scripted) = play(|| Ok(Move(2)), FailurePolicy::Error, 9);
    assert_eq!(outcome, Ok(MatchEnd::Terminal));
    let turn = |turn: usize, sum: usize| {
        [
            format!("turn {turn}"),
            "choose 0".into(),
            "choose 1".into(),
            format!("step {} to {sum}", turn + 1),
        ]
    };
    assert_eq!(scripted.calls, [turn(0, 3), turn(1, 6)].concat());
    let (outcome, _) = play(|| Ok(Move(2)), FailurePolicy::Error, 1);
    assert_eq!(outcome, Ok(MatchEnd::TooLong));
    // A match that is over at its largest length is over, not too long.
    let (outcome, _) = play(|| Ok(Move(2)), FailurePolicy::Error, 2);
    assert_eq!(outcome, Ok(MatchEnd::Terminal));
}

#[test]
fn failures_and_illegal_moves_have_the_consequence_of_the_policy() {
    let fail: fn() -> Answer = || Err(Obstacle::Failed(Role(1), "it is tired"));
    let cheat: fn() -> Answer = || Ok(Move(3));
    let cases = [
        (fail, MoveFailure::Failed("it is tired"), "replaced 1: it is tired"),
        (cheat, MoveFailure::IllegalMove(Move(3)), "replaced 1: the chosen move is not legal"),
    ];
    for (answer, failure, text) in cases {
        let (outcome, scripted) = play(answer, FailurePolicy::RandomMove, 9);
        assert_eq!(outcome, Ok(MatchEnd::Terminal));
        assert!(scripted.calls.contains(&text.to_owned()), "{:?}", scripted.calls);
        let (outcome, _) = play(answer, FailurePolicy::Forfeit, 9);
        assert_eq!(outcome, Ok(MatchEnd::Forfeited(Role(1), failure.clone())));
        let (outcome, _) = play(answer, FailurePolicy::Error, 9);
        assert_eq!(outcome, Err(MatchLoopError::Participant(Role(1), failure)));
    }
}

#[test]
fn interruptions_and_machines_that_stop_end_the_match_under_every_policy() {
    for policy in [FailurePolicy::RandomMove, FailurePolicy::Forfeit, FailurePolicy::Error] {
        let (outcome, scripted) = play(|| Err(Obstacle::Interrupted), policy, 9);
        assert_eq!(outcome, Ok(MatchEnd::Interrupted));
        assert_eq!(scripted.calls, ["turn 0", "choose 0", "choose 1"]);
        let (outcome, _) = play(|| Err(StopReason::Interrupted.into()), policy, 9);
        assert_eq!(outcome, Err(MatchLoopError::Machine(StopReason::Interrupted)));
    }
}

#[test]
fn a_role_without_a_legal_move_ends_the_match_before_anybody_is_asked() {
    let roles = ["first", "second"].map(str::to_owned).to_vec();
    let faulty = Count { roles, is_faulty: true };
    let (outcome, scripted) = run(faulty, || Ok(Move(2)), FailurePolicy::Error, 9);
    assert_eq!(outcome, Ok(MatchEnd::NoLegalMove(Role(1))));
    assert_eq!(scripted.calls.last().unwrap(), "step 1 to 3");
}

#[test]
fn roles_can_be_asked_after_all_others() {
    let roles = ["first", "second"].map(str::to_owned).to_vec();
    let mut machine = Count { roles, is_faulty: false };
    let mut scripted =
        Scripted { answer: || Ok(Move(1)), first_is_asked_last: true, calls: Vec::new() };
    let start = machine.initial_state().unwrap();
    let rules = MatchRules { max_length: 1, on_failure: FailurePolicy::Error };
    let random = &mut agon_game::random(1);
    let outcome = MatchRunner::default().play(&mut machine, &start, rules, &mut scripted, random);
    assert_eq!(outcome, Ok(MatchEnd::TooLong));
    assert_eq!(scripted.calls, ["turn 0", "choose 1", "choose 0", "step 1 to 2"]);
}
