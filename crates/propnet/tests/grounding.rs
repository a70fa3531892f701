//! Rules that would take unlimited time or memory: grounding ends soon, with the reason or with a machine that plays
//! correctly, and never crashes.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what ends soon is measured"
)]

use agon_propnet::CircuitMachine;
use circuit::{BuildError, Limits};
use game::{Machine, MachineExt, State};
use ground::GroundError;
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const INSTANCES: usize = 500_000;
const MEMORY: usize = 128;
const STEPS: u64 = 20_000_000;
const GATES: usize = 1_000_000;

/// Maximum time and memory that a sheet may take under these limits.
const SECONDS: u64 = 20;
const MEBIBYTES: usize = 1024;

fn limits(go_on: &dyn Fn() -> bool) -> Limits<'_> {
    let ground = ground::Limits { instances: INSTANCES, memory: MEMORY, steps: STEPS, go_on };
    Limits { ground, gates: GATES }
}

/// Grounds the rules, completed to a game in which `you` may always `go` and nothing ever happens.
fn ground(rules: &str) -> Result<CircuitMachine, BuildError> {
    let sheet =
        format!("(role you) (legal you go) (goal you 100) (<= terminal (true over)) {rules}");
    ground_sheet(sheet)
}

fn ground_sheet(sheet: String) -> Result<CircuitMachine, BuildError> {
    watched(move || CircuitMachine::from_rules(&oracle::rules_of(sheet), &limits(&|| true)))
}

/// Runs `work` in a thread of its own, and fails if it takes too much time or memory. Only one call runs at a time,
/// because the memory of the whole process is measured.
fn watched<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (sender, receiver) = channel();
    let thread = std::thread::spawn(move || sender.send(work()));
    let (start, before) = (Instant::now(), resident());
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let panic =
                    thread.join().expect_err("a thread that does not panic sends its result");
                std::panic::resume_unwind(panic);
            }
        }
        assert!(start.elapsed() < Duration::from_secs(SECONDS), "it takes more than {SECONDS} s");
        if resident() > before + MEBIBYTES {
            // After a panic here, the thread would go on taking memory, and output by `eprintln` would be lost.
            let name = std::thread::current().name().unwrap_or_default().to_owned();
            let _ = writeln!(std::io::stderr(), "{name} takes more than {MEBIBYTES} MiB");
            std::process::exit(1);
        }
    }
}

/// Returns the memory of this process in MiB; 0 where the system does not report it.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: usize = pages.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    pages * 4 / 1024
}

/// Returns the limit of grounding that the rules reach.
fn stops(rules: &str) -> GroundError {
    match ground(rules) {
        Ok(_) => panic!("it was grounded"),
        Err(BuildError::Ground(reason)) => reason,
        Err(error) => panic!("it was grounded, but {error}"),
    }
}

/// Returns whether the fact `yes` is true after one step, and after two.
fn yes(rules: &str) -> [bool; 2] {
    play(ground(rules).expect("it can be grounded"))
}

/// Returns whether the fact `yes` is true after one step of a machine, and after two.
fn play(mut machine: CircuitMachine) -> [bool; 2] {
    let go = machine.find_move("go").expect("it is always legal");
    let yes = machine.find_fact("yes").expect("a rule produces it");
    let mut state = machine.initial_state().expect("there is an initial state");
    [(); 2].map(|()| {
        let mut next = State::default();
        machine.next(&state, &[go], &mut next).expect("circuits do not stop");
        state = next;
        machine.facts(&state).contains(&yes)
    })
}

/// Checks that the rules are played as expected, or that a limit is reached: one of size, not of time.
fn plays_or_stops(rules: &str, expected: [bool; 2]) {
    match ground(rules) {
        Ok(machine) => assert_eq!(play(machine), expected),
        Err(reason) => assert!(is_limit(&reason), "{reason}"),
    }
}

fn is_limit(reason: &BuildError) -> bool {
    use GroundError::{Instances, Memory, Splits, Steps};
    match reason {
        BuildError::Gates(_) => true,
        BuildError::Ground(reason) => {
            matches!(reason, Instances(_) | Memory(_) | Splits(_) | Steps(_))
        }
        _ => false,
    }
}

/// Joins the texts for all numbers of a range.
fn each(numbers: std::ops::Range<usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

fn digits() -> String {
    each(0..10, |n| format!("(digit {n}) (init (digit {n}))"))
}

#[test]
fn counters_that_never_end() {
    let dynamic = "(init (count 0)) (<= (next (count (s ?n))) (true (count ?n)))";
    assert_eq!(stops(dynamic), GroundError::TermDepth(250));
}

#[test]
fn terms_that_double() {
    let doubling = "(init (pile x)) (<= (next (pile (two ?x ?x))) (true (pile ?x)))";
    assert_eq!(stops(doubling), GroundError::TermSize(10_000));
}

#[test]
fn terms_that_combine() {
    let pairs = "(init (pile x)) (init (pile y))
        (<= (next (pile (pair ?x ?y))) (true (pile ?x)) (true (pile ?y)))";
    let reason = stops(pairs);
    assert!(matches!(reason, GroundError::Instances(_) | GroundError::Memory(_)), "{reason}");
}

#[test]
fn a_product_of_ten_static_relations() {
    let product = "(<= (all ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (digit ?a) (digit ?b) (digit ?c) (digit ?d)
        (digit ?e) (digit ?f) (digit ?g) (digit ?h) (digit ?i) (digit ?j))
        (<= (next yes) (all ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (not (all ?j ?i ?h ?g ?f ?e ?d ?c ?b ?a)))";
    let reason = stops(&format!("{}{product}", digits()));
    assert!(matches!(reason, GroundError::Instances(_) | GroundError::Memory(_)), "{reason}");
}

#[test]
fn a_product_of_ten_relations_in_play() {
    let product =
        "(<= (next (all ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)) (true (digit ?a)) (true (digit ?b))
        (true (digit ?c)) (true (digit ?d)) (true (digit ?e)) (true (digit ?f)) (true (digit ?g))
        (true (digit ?h)) (true (digit ?i)) (true (digit ?j)))";
    let reason = stops(&format!("{}{product}", digits()));
    assert!(matches!(reason, GroundError::Instances(_) | GroundError::Memory(_)), "{reason}");
}

#[test]
fn a_product_that_needs_only_one_solution_is_split() {
    let product = "(<= (next (digit ?a)) (true (digit ?a)) (distinct ?a 7))
        (<= (next yes) (true (digit ?a)) (true (digit ?b)) (true (digit ?c)) (true (digit ?d))
        (true (digit ?e)) (true (digit ?f)) (true (digit ?g)) (true (digit ?h)) (true (digit 7)))";
    assert_eq!(yes(&format!("{}{product}", digits())), [true, false]);
}

#[test]
fn a_static_relation_restricts_the_instances_of_a_part() {
    // Four places show one colour: only the four places of a face matter, not any four.
    let places =
        each(0..40, |place| format!("(init (shows p{place} red)) (init (shows p{place} blue))"));
    let faces = each(0..10, |face| {
        let corners = each(4 * face..4 * face + 4, |corner| format!(" p{corner}"));
        format!("(face f{face} {corners})")
    });
    let rules = format!(
        "{places} {faces}
         (<= (next (shows ?p ?c)) (true (shows ?p ?c)))
         (<= (even ?f) (face ?f ?a ?b ?c ?d)
             (true (shows ?a ?k)) (true (shows ?b ?k)) (true (shows ?c ?k)) (true (shows ?d ?k)))
         (<= (next yes) (even f3))"
    );
    assert_eq!(yes(&rules), [true, true]);
}

#[test]
fn a_clock_of_ten_digits() {
    let hands = "?a ?b ?c ?d ?e ?f ?g ?h ?i";
    let clock = format!(
        "(clock 0 0 0 0 0 0 0 0 0) (next-digit 9 0) {}
         (<= (clock ?b ?c ?d ?e ?f ?g ?h ?i ?a) (clock {hands}))
         (<= (clock ?n ?b ?c ?d ?e ?f ?g ?h ?i) (clock {hands}) (next-digit ?a ?n))
         (<= (next yes) (clock 9 9 9 9 9 9 9 9 9))",
        each(0..9, |n| format!("(next-digit {n} {})", n + 1))
    );
    let reason = stops(&clock);
    assert!(matches!(reason, GroundError::Instances(_) | GroundError::Memory(_)), "{reason}");
}

#[test]
fn sixty_disjunctions_in_one_rule() {
    let plain = each(0..60, |n| format!("(or (true (left {n})) (true (right {n})))"));
    let facts = each(0..60, |n| {
        let side = if n % 2 == 0 { "left" } else { "right" };
        format!("(init ({side} {n})) ")
    });
    let keep = each(0..59, |n| format!("(<= (next (left {n})) (true (left {n})))"));
    let rules = format!("{facts} {keep} (init (left 59)) (<= (next yes) {plain})");
    assert_eq!(yes(&rules), [true, false]);
}

#[test]
fn sixty_disjunctions_about_one_variable() {
    let shared = each(0..60, |n| format!("(or (true (left {n} ?x)) (distinct ?x {n}))"));
    let rules = format!(
        "(init (at 3)) (init (left 3 3)) (<= (next (at ?x)) (true (at ?x)))
         (<= (next yes) (true (at ?x)) {shared})"
    );
    assert_eq!(yes(&rules), [true, false]);
}

#[test]
fn sixty_disjunctions_that_wait_for_each_other() {
    let chain = each(0..60, |n| format!("(or (left ?x{n} ?x{}) (right ?x{n} ?x{}))", n + 1, n + 1));
    let rules = format!("(left a b) (right b a) (<= (next yes) {chain} (distinct ?x0 b))");
    plays_or_stops(&rules, [true, true]);
}

const LONG: usize = 100_000;

#[test]
fn a_long_chain_of_static_relations() {
    let chain = each(0..LONG, |n| format!("(<= p{n} p{})\n", n + 1));
    plays_or_stops(&format!("{chain} p{LONG} (<= (next yes) p0)"), [true, true]);
}

#[test]
fn a_long_chain_of_relations_in_play() {
    let chain = each(0..LONG, |n| format!("(<= p{n} p{})\n", n + 1));
    let rules = format!("{chain} (init on) (<= p{LONG} (true on)) (<= (next yes) p0)");
    assert_eq!(yes(&rules), [true, false]);
}

#[test]
fn a_long_chain_of_rules_each_with_a_condition_of_its_own() {
    let chain =
        each(0..LONG, |n| format!("(<= (p {n}) (p {}) (true (on {n})))(init (on {n}))\n", n + 1));
    plays_or_stops(&format!("{chain} (p {LONG}) (<= (next yes) (p 0))"), [true, false]);
}

#[test]
fn a_long_chain_of_relations_each_with_a_condition_of_its_own() {
    let chain = each(0..LONG, |n| format!("(<= p{n} p{} (true (on {n})))(init (on {n}))\n", n + 1));
    plays_or_stops(&format!("{chain} p{LONG} (<= (next yes) p0)"), [true, false]);
}

#[test]
fn a_long_chain_of_gates_each_used_once() {
    let chain =
        each(0..LONG, |n| format!("(<= p{n} p{} (not (true (off {n}))))(init (off {n}))\n", n + 1));
    let rules = format!("{chain} p{LONG} (<= (next yes) (not p0))");
    plays_or_stops(&rules, [true, false]);
}

#[test]
fn a_long_chain_of_disjunctions() {
    let chain = each(0..LONG, |n| {
        format!("(<= (p {n}) (p {}))(<= (p {n}) (true (on {})))(init (on {n}))\n", n + 1, n % 50)
    });
    plays_or_stops(&format!("{chain} (<= (next yes) (p 0))"), [true, false]);
}

#[test]
fn a_long_chain_that_ends_in_a_negation_of_the_same_relation() {
    let chain = each(0..LONG, |n| format!("(<= (p{n} a) (p{} a))\n", n + 1));
    let rules = format!("{chain} (<= (p{LONG} a) (not (p{LONG} b))) (<= (next yes) (p0 a))");
    plays_or_stops(&rules, [true, true]);
}

const MANY: usize = 5_000;

#[test]
fn a_rule_with_many_ground_conditions() {
    let conditions = each(0..MANY, |n| format!("(true (on {n}))"));
    let facts = each(0..MANY, |n| format!("(init (on {n}))"));
    plays_or_stops(&format!("{facts} (<= (next yes) {conditions})"), [true, false]);
}

#[test]
fn a_rule_with_many_conditions_on_one_variable() {
    let conditions = each(0..MANY, |n| format!("(true (on {n} ?x))"));
    let facts = each(0..MANY, |n| format!("(init (on {n} a))"));
    plays_or_stops(&format!("{facts} (<= (next yes) {conditions})"), [true, false]);
}

#[test]
fn a_rule_with_many_conditions_on_a_variable_each() {
    let conditions = each(0..MANY, |n| format!("(true (on {n} ?x{n}))"));
    let facts = each(0..MANY, |n| format!("(init (on {n} a))"));
    plays_or_stops(&format!("{facts} (<= (next yes) {conditions})"), [true, false]);
}

#[test]
fn a_rule_with_a_chain_of_many_variables() {
    let conditions = each(0..MANY, |n| format!("(true (link ?x{n} ?x{}))", n + 1));
    let rules = format!("(init (link a b)) (init (link b a)) (<= (next yes) {conditions})");
    plays_or_stops(&rules, [true, false]);
}

#[test]
fn a_rule_with_many_static_conditions() {
    let conditions = each(0..MANY, |n| format!("(link ?x{n} ?x{})", n + 1));
    let rules = format!("(link a b) (link b a) (<= (next yes) {conditions})");
    plays_or_stops(&rules, [true, true]);
}

#[test]
fn a_head_with_three_hundred_variables() {
    let names = each(0..300, |n| format!(" ?x{n}"));
    let conditions = each(0..300, |n| format!("(true (bit ?x{n}))"));
    let rules = format!("(init (bit 0)) (init (bit 1)) (<= (next (all{names})) {conditions})");
    let reason = stops(&rules);
    assert!(matches!(reason, GroundError::Steps(_) | GroundError::Memory(_)), "{reason}");
}

#[test]
fn more_variables_than_can_be_numbered() {
    for count in [65_535, 65_536, 65_537] {
        let (names, values) = (each(0..count, |n| format!(" ?x{n}")), " v".repeat(count));
        let rules = format!("(all{values}) (<= (next yes) (all{names}) (not (true (none ?x2))))");
        plays_or_stops(&rules, [true, true]);
    }
}

#[test]
fn relations_with_fifty_arguments() {
    let names = each(0..50, |n| format!(" ?x{n}"));
    let values = each(0..50, |n| format!(" v{n}"));
    let rules = format!(
        "(init (row{values})) (row{values})
         (<= (same{names}) (row{names}))
         (<= (next (row{names})) (true (row{names})) (same{names}))
         (<= (next yes) (true (row{names})) (not (true yes)) (same{names}))"
    );
    assert_eq!(yes(&rules), [true, false]);
}

#[test]
fn views_of_views_that_double() {
    let doubling = each(1..60, |n| {
        let inner = n - 1;
        format!("(<= (v{n} ?a ?b ?c ?d) (v{inner} ?a ?b ?c ?d) (v{inner} ?d ?c ?b ?a))")
    });
    let rules = format!(
        "(e a) (<= (v0 ?a ?b ?c ?d) (e ?a) (e ?b) (e ?c) (e ?d)) {doubling}
         (<= (next yes) (v59 a a a a))"
    );
    plays_or_stops(&rules, [true, true]);
}

#[test]
fn views_of_each_other() {
    let rules = "(e a a)
        (<= (v ?a ?b ?c ?d) (w ?b (h ?b ?b) ?c (h ?b ?c)) (e ?a ?b) (e ?c ?d))
        (<= (w ?a ?b ?c ?d) (v ?c ?c (h ?a ?c) ?b) (e ?a ?b) (e ?c ?d))
        (<= (next yes) (not (v a a a a)))
        (<= (next no) (w a a a a))";
    assert_eq!(yes(rules), [true, true]);
}

#[test]
fn a_big_cycle() {
    let links = each(0..60, |n| format!("(init (link {n} {}))(init (link {} {n}))", n + 1, n + 1));
    let rules = format!(
        "{links} (<= (path ?x ?y) (true (link ?x ?y)))
         (<= (path ?x ?z) (path ?x ?y) (true (link ?y ?z)))
         (<= (next (link ?x ?y)) (true (link ?x ?y)) (distinct ?x 30))
         (<= (next yes) (path 0 60))"
    );
    plays_or_stops(&rules, [true, false]);
}

#[test]
fn thousands_of_roles() {
    let roles = each(0..3_000, |n| {
        format!(
            "(role r{n}) (legal r{n} (wait {n})) (<= (next (waited {n})) (does r{n} (wait {n})))"
        )
    });
    let sheet = format!("{roles} (goal r0 100) (<= terminal (true (waited 1)))");
    let mut machine = ground_sheet(sheet).expect("it can be grounded");
    let state = machine.initial_state().expect("there is an initial state");
    assert!(!machine.terminal(&state).expect("circuits do not stop"));
}

#[test]
fn grounding_can_be_interrupted() {
    let product = "(<= (next (all ?a ?b ?c ?d ?e)) (true (digit ?a)) (true (digit ?b))
        (true (digit ?c)) (true (digit ?d)) (true (digit ?e)))";
    let sheet = format!(
        "(role you) (legal you go) (goal you 100) (<= terminal (true over)) {}{product}",
        digits()
    );
    let rules = oracle::rules_of(sheet);
    let ground = ground::Limits { go_on: &|| false, ..Default::default() };
    let limits = Limits { ground, ..Limits::default() };
    assert_eq!(
        CircuitMachine::from_rules(&rules, &limits).err(),
        Some(GroundError::Interrupted.into())
    );
}
