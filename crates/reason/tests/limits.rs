//! Rules that would take for ever: each limit ends the question with its own reason, and the machine
//! stays usable afterwards.

use agon_reason::{BuildError, Limits, ReferenceMachine};
use game::{Machine, MachineExt, Move, Role, State, StopReason};

const LIMITS: Limits = Limits { steps: 200_000, memory: 4, depth: 5_000, terms: 20_000 };

fn build(sheet: &str, limits: Limits) -> Result<ReferenceMachine, BuildError> {
    ReferenceMachine::new(oracle::rules_of(sheet), limits)
}

/// Returns a game in which the move `trap` leads to a state where `legal` needs the relation `hard`.
fn trap(hard: &str) -> String {
    let items: String = (0..40).map(|number| format!("(item i{number}) ")).collect();
    format!(
        "(role you) (init (at start)) {items}
         (<= (legal you trap) (true (at start)))
         (<= (legal you leave) (true (at start)))
         (<= (legal you sit) (true (at trap)) hard)
         (<= (next (at trap)) (does you trap))
         (<= (next (at home)) (does you leave))
         (<= terminal (true (at home)))
         (goal you 100)
         {hard}"
    )
}

/// Returns the reason why `legal` stops after the move `trap`. Checks that the machine answers correctly before and
/// afterwards.
fn stop_in_trap(hard: &str, limits: Limits) -> StopReason {
    let mut machine = build(&trap(hard), limits).expect("the initial state reaches no limit");
    let start = machine.initial_state().expect("there is an initial state");
    let mut moves: Vec<Move> = Vec::new();
    machine.legal(&start, Role(0), &mut moves).expect("the initial state reaches no limit");
    assert_eq!(moves.len(), 2);
    let trap = machine.find_move("trap").expect("it is legal");
    let mut trapped = State::default();
    machine.next(&start, &[trap], &mut trapped).expect("the step reaches no limit");
    let reason =
        machine.legal(&trapped, Role(0), &mut Vec::new()).expect_err("`hard` reaches a limit");
    assert!(!machine.terminal(&trapped).expect("other questions reach no limit"));
    let before = moves.clone();
    machine.legal(&start, Role(0), &mut moves).expect("the initial state still reaches no limit");
    assert_eq!(moves, before);
    reason
}

#[test]
fn too_many_steps() {
    let hard = "(<= hard (true (at trap)) (item ?a) (item ?b) (item ?c) (not (triple ?a ?b ?c)))
                (<= (triple ?a ?b ?c) (item ?a) (item ?b) (item ?c))";
    let limits = Limits { steps: 20_000, ..LIMITS };
    assert_eq!(stop_in_trap(hard, limits), StopReason::Steps(20_000));
}

#[test]
fn too_much_memory() {
    let hard = "(<= hard (all ?a ?b ?c ?d) (distinct ?a ?a))
                (<= (all ?a ?b ?c ?d) (true (at trap)) (item ?a) (item ?b) (item ?c) (item ?d))";
    let limits = Limits { steps: 100_000_000, ..LIMITS };
    assert_eq!(stop_in_trap(hard, limits), StopReason::Memory(limits.memory));
}

#[test]
fn rules_that_call_each_other_too_deeply() {
    let chain: String = (0..4_000)
        .map(|n| format!("(<= (down d{n}) (true (at trap)) (down d{}))\n", n + 1))
        .collect();
    let hard = format!("(<= hard (down d0)) (<= (down d4000) (true (at home))) {chain}");
    let limits = Limits { depth: 1_000, ..LIMITS };
    assert_eq!(stop_in_trap(&hard, limits), StopReason::Depth(1_000));
}

#[test]
fn deep_recursion_does_not_crash() {
    let chain: String = (0..60_000)
        .map(|n| format!("(<= (down d{n}) (true (at trap)) (down d{}))\n", n + 1))
        .collect();
    let sheet = trap(&format!("(<= hard (down d0)) (<= (down d60000) (true (at trap))) {chain}"));
    let mut machine = build(&sheet, Limits::default()).expect("it can be played");
    let start = machine.initial_state().expect("there is an initial state");
    let trap = machine.find_move("trap").expect("it is legal");
    let mut trapped = State::default();
    machine.next(&start, &[trap], &mut trapped).expect("the step reaches no limit");
    let mut moves = Vec::new();
    machine.legal(&trapped, Role(0), &mut moves).expect("deep, but not too deep");
    assert_eq!(machine.move_text(moves[0]), "sit");
}

/// Plays a game whose facts grow with every step until a limit is reached, and returns the reason.
fn stop_in_play(next: &str, limits: Limits) -> StopReason {
    let sheet = format!(
        "(role you) (init (pile z)) (legal you go) {next}
         (<= terminal (not (true (pile z))) (true (pile never))) (goal you 100)"
    );
    let mut machine = build(&sheet, limits).expect("it can be played for a while");
    let mut state = machine.initial_state().expect("there is an initial state");
    let go = machine.find_move("go").expect("it is legal");
    for _ in 0..100_000 {
        let mut next = State::default();
        match machine.next(&state, &[go], &mut next) {
            Ok(()) => state = next,
            Err(reason) => return reason,
        }
    }
    panic!("no limit is reached");
}

#[test]
fn too_many_terms() {
    let next = "(<= (next (pile (left ?x))) (true (pile ?x)))
                (<= (next (pile (right ?x))) (true (pile ?x)))";
    assert_eq!(stop_in_play(next, LIMITS), StopReason::Terms(LIMITS.terms));
}

#[test]
fn too_deep_terms() {
    let next = "(<= (next (pile (more ?x))) (true (pile ?x)))";
    assert_eq!(stop_in_play(next, LIMITS), StopReason::TermDepth(2000));
}

#[test]
fn disjunctions_that_wait_for_each_other_split_into_too_many_cases() {
    let ors: String = (0..20)
        .map(|n| format!("(or (left ?x{n} ?x{}) (right ?y{n} ?y{}))\n", n + 1, n + 1))
        .collect();
    let sheet = format!(
        "(role you) (legal you go) (goal you 100) (left a b) (right a b) (<= terminal {ors})"
    );
    match build(&sheet, LIMITS) {
        Err(BuildError::Splits(cases)) => assert_eq!(cases, 1_000),
        _ => panic!("it cannot be compiled"),
    }
}

#[test]
fn thousands_of_disjunctions_that_wait_for_each_other_do_not_overflow_the_stack() {
    let ors: String =
        (0..3_000).map(|n| format!("(or (true (q ?x{n})) (true (s ?x{})))\n", n + 1)).collect();
    let sheet = format!(
        "(role you) (legal you go) (goal you 100) (init (q a)) (init (s a)) (<= terminal {ors})"
    );
    match build(&sheet, LIMITS) {
        Err(BuildError::Splits(cases)) => assert_eq!(cases, 1_000),
        _ => panic!("it cannot be compiled"),
    }
}

#[test]
fn the_survey_does_not_change_the_limits() {
    let sheet = "(role you) (init f) (init (g f f)) (goal you 100) (legal you go)
                 (<= (next (g ?x ?y)) (true ?x) (true ?y)) (<= (next f) (true f))
                 (<= terminal (not (true f)))";
    let mut machine = build(sheet, LIMITS).expect("it can be played for a while");
    let start = machine.initial_state().expect("there is an initial state");
    let go = machine.find_move("go").expect("it is legal");
    let mut next = State::default();
    machine.next(&start, &[go], &mut next).expect("one step makes few terms");
    assert_eq!(machine.facts(&next).len(), 5);
}

#[test]
fn chance_and_hidden_information_are_refused() {
    let sheet = "(role random) (legal random go) (goal random 100) terminal";
    assert!(matches!(build(sheet, LIMITS), Err(BuildError::HiddenInformation)));
}

#[test]
fn forks_in_threads_share_their_ids() {
    let sheet = "(role you) (init (pile z)) (goal you 100)
                 (<= (legal you (put ?x)) (true (pile ?x)))
                 (<= (next (pile (more ?x))) (does you (put ?x)))
                 (<= (next (pile (less ?x))) (does you (put ?x)))
                 (<= terminal (not (true (pile z))) (true (pile none)))";
    let machine = build(sheet, LIMITS).expect("it can be played");
    let play = |mut machine: Box<dyn Machine>, seed: u64| {
        let mut random = game::random(seed);
        let mut state = machine.initial_state().expect("there is an initial state");
        for _ in 0..12 {
            let next = game::playout::random_step(&mut *machine, &state, &mut random);
            state = next.expect("no limit is near").expect("there is always a move");
        }
        state
    };
    let states: Vec<State> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                let fork = machine.fork();
                scope.spawn(move || play(fork, seed))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    // The first machine has made none of these terms, but it names them in the same way as its forks.
    for state in &states {
        let texts = machine.state_texts(state);
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert!(texts.iter().all(|text| text.matches('(').count() == 13), "{texts:?}");
        assert_eq!(machine.fork().state_texts(state), texts);
    }
}
