//! Compiled games: names, circuits and proofs agree with each other, and the simulator plays by the rules.

use agon_circuit::exclusions::Exclusions;
use agon_circuit::{Action, BuildError, FactBits, Limits, Model, RandomStep, Simulator};
use game::{Fact, Preference, Role, State, Vocabulary, random};
use ground::Ground;
use std::collections::BTreeSet;
use std::sync::Arc;
use term::Term;

fn term(text: &str) -> Term {
    Term::read(text).expect("it is a term")
}

fn model(sheet: &[u8]) -> Arc<Model> {
    oracle::model_of(&oracle::rules_of(sheet))
}

/// Two lights, which go out when they are pressed; the game ends without the first.
const LIGHTS: &[u8] = b"
    (role you) (init (light 1)) (init (light 2))
    (<= (legal you (press ?x)) (true (light ?x)))
    (<= (next (light ?x)) (true (light ?x)) (not (does you (press ?x))))
    (<= terminal (not (true (light 1))))
    (<= (goal you 100) (not (true (light 2)))) (<= (goal you 30) (true (light 2)))";

/// Returns the facts of a state, in KIF.
fn texts(model: &Model, state: &State) -> BTreeSet<String> {
    FactBits::facts(state).map(|fact| model.names().fact_term(fact).to_string()).collect()
}

/// Returns the groups of exclusive facts that can be proven, in KIF.
fn proven(model: &Model) -> BTreeSet<BTreeSet<String>> {
    let text = |&fact: &Fact| model.names().fact_term(fact).to_string();
    let exclusions = Exclusions::guess(model).proven(model.circuit(), model.phases());
    exclusions.groups().iter().map(|group| group.iter().map(text).collect()).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

#[test]
fn both_circuits_have_the_inputs_and_outputs_of_the_names() {
    for name in ["nim", "tic-tac-toe", "breakthrough"] {
        let model = oracle::model(name);
        let names = model.names();
        for circuit in [model.raw_circuit(), model.circuit()] {
            assert_eq!(circuit.verify(), Ok(()));
            assert_eq!(circuit.fact_count(), names.fact_count());
            assert_eq!(circuit.action_roles().len(), names.action_count());
            assert_eq!(circuit.role_count(), names.role_names().len());
        }
        assert!(model.circuit().operand_count() <= model.raw_circuit().operand_count());
        assert!(model.instances() > 0);
    }
}

#[test]
fn the_initial_state_has_the_initial_facts() {
    let model = model(LIGHTS);
    assert_eq!(texts(&model, model.initial()), set(["(light 1)", "(light 2)"]));
    assert_eq!(model.initial_facts(), [true, true]);
}

#[test]
fn ground_rules_are_compiled_like_the_rules_they_come_from() {
    let rules = oracle::rules("tic-tac-toe");
    let ground = Ground::new(&rules, &ground::Limits::default()).expect("it is a small game");
    let (one, other) =
        (Model::from_ground(ground, Limits::GATES).unwrap(), oracle::model_of(&rules));
    assert_eq!(one.circuit(), other.circuit());
    assert_eq!(one.names().role_names(), other.names().role_names());
    assert_eq!(texts(&one, one.initial()), texts(&other, other.initial()));
}

#[test]
fn the_limit_on_gates_holds_for_watched_atoms_too() {
    // Play depends on `(odd a)` alone.
    let sheet = b"(role you) (legal you wait) (goal you 100) (init (p a)) (init (p b)) (init q)
        (<= (next (p ?x)) (true (p ?x))) (<= (next q) (true q))
        (<= (odd ?x) (true (p ?x)) (not (true q))) (<= terminal (odd a))";
    let rules = oracle::rules_of(sheet);
    let odd = rules.find(rules.symbols().find("odd").expect("a name")).expect("a relation");
    let model = oracle::model_of(&rules);
    let gates = model.raw_circuit().gate_count();
    assert_eq!(model.watch(&[odd]).expect("it is small").1.len(), 2);
    assert_eq!(
        Model::new(&rules, &Limits { gates: gates - 1, ..Limits::default() }).err(),
        Some(BuildError::Gates(gates - 1))
    );
    let limited = Model::new(&rules, &Limits { gates, ..Limits::default() }).expect("just enough");
    assert_eq!(limited.watch(&[odd]).err(), Some(BuildError::Gates(gates)));
}

#[test]
fn the_simulator_goes_from_state_to_state() {
    let model = model(LIGHTS);
    let mut simulator = Simulator::new(&*model);
    simulator.load(model.initial());
    let mut legal = Vec::new();
    simulator.legal(Role(0), &mut legal);
    assert_eq!((legal.len(), simulator.is_terminal(), simulator.goal(Role(0))), (2, false, 30));
    let press = |light| {
        let action = model.names().find_move(&term(&format!("(press {light})"))).unwrap();
        model.names().action(Role(0), action).unwrap()
    };
    simulator.advance(&[press(2)]);
    assert_eq!(texts(&model, simulator.state()), set(["(light 1)"]));
    assert_eq!((simulator.is_terminal(), simulator.goal(Role(0))), (false, 100));
    simulator.legal(Role(0), &mut legal);
    assert_eq!(legal, [press(1)]);
    simulator.advance(&[press(1)]);
    assert!(simulator.is_terminal());
    simulator.load(model.initial());
    assert_eq!(simulator.state(), model.initial());
}

#[test]
fn a_random_step_reports_the_end_and_a_role_without_moves() {
    let model = model(LIGHTS);
    let mut simulator = Simulator::new(&*model);
    let (mut random, mut legal) = (random(1), Vec::<Action>::new());
    // Without any fact the first light is out: the game is over.
    assert_eq!(simulator.random_step(&mut random, &mut legal), RandomStep::Over);
    simulator.load(model.initial());
    let steps = (0..3).map(|_| simulator.random_step(&mut random, &mut legal));
    assert!(steps.skip(1).any(|step| step == RandomStep::Over));
    let stuck = "(role you) (role me) (legal you wait) (init p)
        (<= (next p) (true p)) (<= (legal me wait) (not (true p))) (<= terminal (true q)) (goal you 0)";
    let stuck = self::model(stuck.as_bytes());
    let mut simulator = Simulator::new(&*stuck);
    simulator.load(stuck.initial());
    assert_eq!(simulator.random_step(&mut random, &mut legal), RandomStep::NoLegalMove(Role(1)));
}

#[test]
fn threads_share_what_is_derived_later() {
    let model = oracle::model("tic-tac-toe");
    let found: Vec<&Exclusions> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| model.exclusions())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.iter().all(|exclusions| std::ptr::eq(*exclusions, found[0])));
    assert_eq!(model.length(), model.length());
}

#[test]
fn a_square_of_tic_tac_toe_holds_one_mark() {
    let groups = proven(&oracle::model("tic-tac-toe"));
    assert_eq!(groups.len(), 10, "{groups:?}");
    assert!(groups.contains(&set(["(cell 1 1 b)", "(cell 1 1 x)", "(cell 1 1 o)"])));
}

#[test]
fn exclusions_are_proven_only_where_places_could_be_shared() {
    // In tic-tac-toe each move needs another square to be blank, which several squares can be. In the second game each
    // move needs the piece to be on a certain square, and it is on one at a time.
    assert!(oracle::model("tic-tac-toe").exclusions().groups().is_empty());
    let piece = b"(role you) (init (at 1)) (goal you 100) (<= terminal (true (at 4)))
        (way 1 2) (way 1 3) (way 2 1) (way 2 3) (way 3 1) (way 3 4)
        (<= (legal you (go ?x ?y)) (true (at ?x)) (way ?x ?y))
        (<= (next (at ?y)) (does you (go ?x ?y)))";
    let model = model(piece);
    let squares = set(["(at 1)", "(at 2)", "(at 3)", "(at 4)"]);
    assert_eq!(proven(&model), BTreeSet::from([squares]));
    assert_eq!(model.exclusions().groups().len(), 1);
    assert!(model.exclusions().hold_in(model.initial()));
}

#[test]
fn groups_that_play_refutes_later_are_not_proven() {
    // The lights are turned on after more steps than are sampled in a game that ends early.
    let sheet = b"(role you) (init (step 0)) (legal you wait) (legal you end)
        (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y) (does you wait))
        (<= (next (on a)) (true (step 2)) (does you wait))
        (<= (next (on b)) (true (step 2)) (does you wait))
        (<= terminal (true (step 3))) (<= terminal (not (true (step 0))) (not (true (step 1))) (not (true (step 2))))
        (goal you 100)";
    let model = model(sheet);
    let guess = Exclusions::guess(&model);
    let proven = guess.clone().proven(model.circuit(), model.phases());
    let both = [model.names().find_fact(&term("(on a)")), model.names().find_fact(&term("(on b)"))];
    let [Some(a), Some(b)] = both else { panic!("both facts exist") };
    assert!(proven.group(a).is_none() || proven.group(a) != proven.group(b));
}

#[test]
fn preferred_moves_are_the_only_legal_ones_where_there_are_some() {
    let model = model(LIGHTS);
    let action = model.names().find_move(&term("(press 2)")).unwrap();
    let preference = Preference { role: Role(0), action, facts: Vec::new(), rank: 0 };
    let preferring = model.preferring(&[preference]);
    assert!(std::ptr::eq(model.names(), preferring.names()));
    assert!(std::ptr::eq(model.initial(), preferring.initial()));
    let mut simulator = Simulator::new(&preferring);
    simulator.load(preferring.initial());
    let mut legal = Vec::new();
    simulator.legal(Role(0), &mut legal);
    assert_eq!(legal, [model.names().action(Role(0), action).unwrap()]);
    simulator.advance(&legal);
    simulator.legal(Role(0), &mut legal);
    assert_eq!(legal.len(), 1, "without a legal preferred move, the other moves are legal");
}
