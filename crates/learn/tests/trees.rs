//! Feature trees: evaluation, selection and learning.

use agon_learn::trees::{
    self, Aggregator, BoardLayout, FeatureTree, FlatFact, Grid, LinearLearner, Qualifier,
    SelectionTrials, TreeEvaluator, is_turn_taking, select_features,
};
use agon_learn::values::{Agent, RandomAgent, ValueSettings, play_match};
use analyze::Sampling;
use game::{Machine, MachineExt, Role, State};
use term::Term;

/// States of random games, one after the other.
fn states(machine: &mut dyn Machine, count: usize) -> Vec<State> {
    trees::sample_states(machine, count, &mut game::random(3)).unwrap()
}

fn literal(text: &str) -> FlatFact {
    Term::read(text).and_then(|term| FlatFact::of(&term)).expect("it is a flat term")
}

/// Returns an evaluator of the tree of all features of a game, without those that never change.
fn evaluator(rules: &gdl::Rules, machine: &mut dyn Machine) -> TreeEvaluator {
    let analysis = analyze::analyze(rules, machine, &Sampling::states(500, 1)).unwrap();
    let states = states(machine, 500);
    TreeEvaluator::from_states(machine, BoardLayout::new(&analysis), &states)
}

#[test]
fn the_example_of_the_document_is_evaluated() {
    // Section 7.1.3: the tree of figure 7.1 and the state of figure 7.2.
    let rows = ["gwgggw", "bwgggw", "bwbwbw", "bbbbbg", "gbbbbg", "ggbwgg"];
    let mut facts = vec![literal("(control white)")];
    for (row, marks) in (1..).zip(rows) {
        for (column, mark) in (1..).zip(marks.chars()) {
            let mark = match mark {
                'w' => "white",
                'b' => "black",
                _ => "green",
            };
            facts.push(literal(&format!("(cell {row} {column} {mark})")));
        }
    }
    let values: Vec<String> = (1..=6).map(|value| value.to_string()).collect();
    let mut layout = BoardLayout::default();
    layout.add_grid(("cell", 3), Grid { marker: 2, axes: vec![(0, values.clone()), (1, values)] });
    let white = || Qualifier::Term(2, "white".to_owned());
    let black = || Qualifier::Term(2, "black".to_owned());
    let mut tree = FeatureTree::default();
    let cells = tree.add(0, Qualifier::Functor("cell".to_owned()));
    let corners = tree.add(cells, Qualifier::Corner(2));
    let others = tree.add(cells, Qualifier::Not(Box::new(Qualifier::Corner(2))));
    let edges = tree.add(others, Qualifier::Edge(2));
    for node in [cells, corners, edges] {
        for qualifier in [white(), black()] {
            let leaf = tree.add(node, qualifier);
            tree.attach(leaf, Aggregator::Count);
        }
    }
    assert_eq!(tree.evaluate(&facts, &layout), [8.0, 14.0, 1.0, 0.0, 4.0, 4.0]);
    let features = tree.features();
    assert_eq!(tree.name(features[5]), "F:cell ~C[2] E[2] T[2]:black #");
}

#[test]
fn evaluators_agree_with_trees_and_leave_out_constant_features() {
    for name in ["othello-6x6", "hallway", "minichess"] {
        let rules = oracle::rules(name);
        let mut machine = oracle::machine_of(&rules);
        let mut evaluator = evaluator(&rules, &mut machine);
        let nodes = evaluator.nodes();
        assert!((50..5000).contains(&nodes), "{name}: {nodes}");
        let all = states(&mut machine, 300);
        let names: Vec<String> = (0..evaluator.len()).map(|it| evaluator.name(it)).collect();
        // A feature counts the facts with these parts.
        let place = names.iter().position(|it| it.ends_with('#') && it.contains("T[")).unwrap();
        for state in &all {
            let facts: Vec<FlatFact> =
                machine.state_terms(state).iter().filter_map(FlatFact::of).collect();
            let parts: Vec<&str> = names[place].split(' ').collect();
            let fits = |literal: &&FlatFact| {
                parts.iter().all(|part| match part.split_once(':') {
                    Some(("F", functor)) => literal.functor == functor,
                    Some((slot, term)) => {
                        let slot: usize = slot[2..slot.len() - 1].parse().unwrap();
                        literal.terms.get(slot).is_some_and(|it| it == term)
                    }
                    None => *part == "#",
                })
            };
            let count = facts.iter().filter(fits).count();
            assert_eq!(
                evaluator.evaluate(&machine, state)[place],
                count as f64,
                "{}",
                names[place]
            );
        }
        evaluator.exclude_constant(&machine, &all[..100]);
        let left = evaluator.used().len();
        assert!(left < evaluator.len() && left > 0, "{name}: {left} of {}", evaluator.len());
        // Without any facts, counts that were always one have changed.
        evaluator.evaluate(&machine, &machine.state(&[]));
        assert!(evaluator.take_changed() && evaluator.used().len() > left, "{name}");
    }
}

/// A race of six moves for each role: a move is one step or two, and the role that has gone further wins.
const RACE: &str = "
    (role left) (role right)
    (init (at left 0)) (init (at right 0)) (init (control left)) (init (step 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
    (succ 9 10) (succ 10 11) (succ 11 12)
    (<= (legal ?r (go 1)) (true (control ?r)))
    (<= (legal ?r (go 2)) (true (control ?r)))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (at ?r ?y)) (does ?r (go 1)) (true (at ?r ?x)) (succ ?x ?y))
    (<= (next (at ?r ?z)) (does ?r (go 2)) (true (at ?r ?x)) (succ ?x ?y) (succ ?y ?z))
    (<= (next (at ?r ?x)) (does ?r wait) (true (at ?r ?x)))
    (<= (next (control left)) (true (control right)))
    (<= (next (control right)) (true (control left)))
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    (<= terminal (true (step 12)))
    (<= (goal left 100) (true (at left ?x)) (true (at right ?y)) (less ?y ?x))
    (<= (goal left 0) (true (at left ?x)) (true (at right ?y)) (less ?x ?y))
    (<= (goal left 50) (true (at left ?x)) (true (at right ?x)))
    (<= (goal right 0) (true (at left ?x)) (true (at right ?y)) (less ?y ?x))
    (<= (goal right 100) (true (at left ?x)) (true (at right ?y)) (less ?x ?y))
    (<= (goal right 50) (true (at left ?x)) (true (at right ?x)))
    (<= (less ?x ?y) (succ ?x ?y))
    (<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))";

fn race() -> gdl::Rules {
    oracle::rules_of(RACE)
}

#[test]
fn important_features_are_found_by_matches() {
    let rules = race();
    let mut machine = oracle::machine_of(&rules);
    let evaluator = evaluator(&rules, &mut machine);
    let trials = SelectionTrials { max_features: 1, ..SelectionTrials::default() };
    let (chosen, _) =
        select_features(&mut machine, &evaluator, Role(0), &trials, 1, &mut || true).unwrap();
    let best = chosen.first().expect("something matters");
    let name = evaluator.name(best.feature);
    // The position of one of the two roles matters.
    assert!(name.contains("F:at") && best.p_value < 0.05, "{name} {best:?}");
    let mut left = 10;
    let stopped = select_features(&mut machine, &evaluator, Role(0), &trials, 1, &mut || {
        left -= 1;
        left > 0
    });
    assert_eq!(stopped.unwrap(), (Vec::new(), None));
}

#[test]
fn games_with_simultaneous_choices_are_recognised() {
    for (name, expected) in [("hallway", true), ("roshambo", false), ("lights-out", true)] {
        let rules = oracle::rules(name);
        let mut machine = oracle::machine_of(&rules);
        let seen = states(&mut machine, 50);
        assert_eq!(
            (seen.len(), is_turn_taking(&mut machine, &seen).unwrap()),
            (50, expected),
            "{name}"
        );
    }
    let over =
        oracle::rules_of("(role a) (init (x)) (<= terminal (true (x))) (goal a 100) (legal a b)");
    let mut machine = oracle::machine_of(&over);
    assert_eq!(states(&mut machine, 50).len(), 1, "there are no more states");
}

#[test]
fn weights_of_all_features_are_learnt() {
    let rules = race();
    let mut machine = oracle::machine_of(&rules);
    let evaluator = evaluator(&rules, &mut machine).with_all_features();
    let settings = ValueSettings { learning_rate: 0.05, ..ValueSettings::default() };
    let mut learner = LinearLearner::new(settings, evaluator);
    let (start, mut random) = (machine.initial_state().unwrap(), game::random(2));
    let mut mean = |learner: &mut LinearLearner, matches: u32| {
        let mut sum = 0;
        for _ in 0..matches {
            let mut agents: [&mut dyn Agent; 2] = [learner, &mut RandomAgent];
            sum += u32::from(
                play_match(&mut machine, &start, &mut agents, &mut random).unwrap().goals[0],
            );
        }
        f64::from(sum) / f64::from(matches)
    };
    mean(&mut learner, 2000);
    let after = mean(&mut learner, 200);
    // Random moves get 50.
    assert!(after > 63.0, "{after}");
    assert!(learner.weights().iter().any(|weight| weight.abs() > 0.1));
    let greatest = learner.by_weight();
    assert_eq!(greatest.len(), learner.weights().len());
    assert!(greatest.windows(2).all(|pair| pair[0].1.abs() >= pair[1].1.abs()), "{greatest:?}");
}

#[test]
fn the_effect_of_a_feature_is_visible_without_other_weights() {
    let rules = oracle::rules("hallway");
    let mut machine = oracle::machine_of(&rules);
    let analysis = analyze::analyze(&rules, &mut machine, &Sampling::states(1000, 1)).unwrap();
    let mut tree = FeatureTree::default();
    let pawns = tree.add(0, Qualifier::Functor("pawn".to_owned()));
    for role in ["black", "white"] {
        let own = tree.add(pawns, Qualifier::Term(0, role.to_owned()));
        tree.attach(own, Aggregator::Place(1));
        tree.attach(own, Aggregator::Place(2));
    }
    let evaluator = TreeEvaluator::new(tree, BoardLayout::new(&analysis));
    for (role, expected, weight) in
        [(Role(0), "F:pawn T[0]:white O[2]", 1.0), (Role(1), "F:pawn T[0]:black O[2]", -1.0)]
    {
        let trials = SelectionTrials {
            alone: true,
            draws: 12,
            max_features: 1,
            ..SelectionTrials::default()
        };
        let (chosen, _) =
            select_features(&mut machine, &evaluator, role, &trials, 1, &mut || true).unwrap();
        let best = chosen.first().expect("something matters");
        assert_eq!((evaluator.name(best.feature).as_str(), best.weight), (expected, weight));
        // Two trials are too few for significance: nothing is selected.
        let few = SelectionTrials { draws: 2, ..trials };
        let (chosen, next) =
            select_features(&mut machine, &evaluator, role, &few, 1, &mut || true).unwrap();
        assert!(chosen.is_empty() && next.is_some_and(|it| it.p_value >= 1.0 / 3.0), "{next:?}");
    }
}
