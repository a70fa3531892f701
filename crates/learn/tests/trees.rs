//! Feature trees.

use analyze::Watch;
use circuit::CircuitMachine;
use game::{Machine, Role, State};
use learn::trees::{
    self, Aggregator, Grid, Layout, Linear, Literal, Qualifier, Reader, Tree, Trials, select,
    take_turns,
};
use learn::values::{Actor, Chance, Settings, play};

fn rules(text: &str) -> gdl::Rules {
    gdl::check("rules", text.as_bytes()).rules.expect("it has no errors")
}

/// States of random games, one after the other.
fn states(machine: &mut dyn Machine, count: usize) -> Vec<State> {
    trees::states(machine, count, &mut game::random(3)).unwrap()
}

/// The tree of all features of a game, without those that never change.
fn reader(rules: &gdl::Rules, machine: &mut dyn Machine) -> Reader {
    let analysis = analyze::analyze(rules, machine, &Watch::states(500, 1)).unwrap();
    let states = states(machine, 500);
    Reader::grown(machine, Layout::new(&analysis), &states)
}

#[test]
fn the_example_of_the_document() {
    // Section 7.1.3: the tree of figure 7.1 and the state of figure 7.2.
    let rows = ["gwgggw", "bwgggw", "bwbwbw", "bbbbbg", "gbbbbg", "ggbwgg"];
    let mut facts = vec![Literal::read("(control white)").unwrap()];
    for (row, marks) in (1..).zip(rows) {
        for (column, mark) in (1..).zip(marks.chars()) {
            let mark = match mark {
                'w' => "white",
                'b' => "black",
                _ => "green",
            };
            facts.push(Literal::read(&format!("(cell {row} {column} {mark})")).unwrap());
        }
    }
    let values: Vec<String> = (1..=6).map(|value| value.to_string()).collect();
    let mut layout = Layout::default();
    layout.add_grid(("cell", 3), Grid { marker: 2, axes: vec![(0, values.clone()), (1, values)] });
    let white = || Qualifier::Term(2, "white".to_owned());
    let black = || Qualifier::Term(2, "black".to_owned());
    let mut tree = Tree::default();
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
fn readers_count_what_trees_do_and_leave_out_what_never_changes() {
    for name in ["othello-6x6", "hallway", "minichess"] {
        let rules = rules(library::find(name).expect("it is bundled").rules());
        let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
        let machine: &mut dyn Machine = &mut machine;
        let mut reader = reader(&rules, machine);
        let nodes = reader.nodes();
        assert!((50..5000).contains(&nodes), "{name}: {nodes}");
        let all = states(machine, 300);
        let names: Vec<String> = (0..reader.len()).map(|it| reader.name(it)).collect();
        // What a feature counts is what facts with these parts there are.
        let place = names.iter().position(|it| it.ends_with('#') && it.contains("T[")).unwrap();
        for state in &all {
            let facts: Vec<Literal> =
                machine.state_texts(state).iter().filter_map(|it| Literal::read(it)).collect();
            let parts: Vec<&str> = names[place].split(' ').collect();
            let fits = |literal: &&Literal| {
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
            assert_eq!(reader.read(machine, state)[place], count as f64, "{}", names[place]);
        }
        reader.filter(machine, &all[..100]);
        let left = reader.used().len();
        assert!(left < reader.len() && left > 0, "{name}: {left} of {}", reader.len());
        // All facts gone: counts that were always one are not any more.
        reader.read(machine, &machine.state(&[]));
        assert!(reader.was_changed() && reader.used().len() > left, "{name}");
    }
}

/// Whoever has gone further after six moves each wins; a step is one or two.
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
    rules(RACE)
}

#[test]
fn what_matters_is_found_by_matches() {
    let rules = race();
    let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    let machine: &mut dyn Machine = &mut machine;
    let reader = reader(&rules, machine);
    let trials = Trials { most: 1, ..Trials::default() };
    let (chosen, _) = select(machine, &reader, Role(0), &trials, 1, &mut || true).unwrap();
    let best = chosen.first().expect("something matters");
    let name = reader.name(best.feature);
    // To be far oneself, or the other one not to be.
    assert!(name.contains("F:at") && best.p < 0.05, "{name} {best:?}");
    let mut left = 10;
    let stopped = select(machine, &reader, Role(0), &trials, 1, &mut || {
        left -= 1;
        left > 0
    });
    assert_eq!(stopped.unwrap(), (Vec::new(), None));
}

#[test]
fn it_is_seen_whether_roles_take_turns() {
    for (name, expected) in [("hallway", true), ("roshambo", false), ("lights-out", true)] {
        let rules = rules(library::find(name).expect("it is bundled").rules());
        let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
        let seen = states(&mut machine, 50);
        assert_eq!(
            (seen.len(), take_turns(&mut machine, &seen).unwrap()),
            (50, expected),
            "{name}"
        );
    }
    let over = rules("(role a) (init (x)) (<= terminal (true (x))) (goal a 100) (legal a b)");
    let mut machine = CircuitMachine::new(&over, &circuit::Limits::default()).unwrap();
    assert_eq!(states(&mut machine, 50).len(), 1, "there are no more states");
}

#[test]
fn weights_of_all_features_are_learnt() {
    let rules = race();
    let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    let machine: &mut dyn Machine = &mut machine;
    let reader = reader(&rules, machine).with_all();
    let settings = Settings { rate: 0.05, ..Settings::default() };
    let mut learner = Linear::new(settings, reader);
    let (start, mut random) = (machine.initial_state().unwrap(), game::random(2));
    let mut mean = |learner: &mut Linear, matches: u32| {
        let mut sum = 0;
        for _ in 0..matches {
            let mut actors: [&mut dyn Actor; 2] = [learner, &mut Chance];
            sum += u32::from(play(machine, &start, &mut actors, &mut random).unwrap().goals[0]);
        }
        f64::from(sum) / f64::from(matches)
    };
    mean(&mut learner, 2000);
    let after = mean(&mut learner, 200);
    // Chance gets 50.
    assert!(after > 63.0, "{after}");
    assert!(learner.weights().iter().any(|weight| weight.abs() > 0.1));
    let greatest = learner.greatest();
    assert_eq!(greatest.len(), learner.weights().len());
    assert!(greatest.windows(2).all(|pair| pair[0].1.abs() >= pair[1].1.abs()), "{greatest:?}");
}

#[test]
fn a_feature_that_is_tried_alone_shows_what_it_does() {
    let rules = rules(library::find("hallway").expect("it is bundled").rules());
    let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    let machine: &mut dyn Machine = &mut machine;
    let analysis = analyze::analyze(&rules, machine, &Watch::states(1000, 1)).unwrap();
    let mut tree = Tree::default();
    let pawns = tree.add(0, Qualifier::Functor("pawn".to_owned()));
    for role in ["black", "white"] {
        let own = tree.add(pawns, Qualifier::Term(0, role.to_owned()));
        tree.attach(own, Aggregator::Place(1));
        tree.attach(own, Aggregator::Place(2));
    }
    let reader = Reader::new(tree, Layout::new(&analysis));
    for (role, expected, weight) in
        [(Role(0), "F:pawn T[0]:white O[2]", 1.0), (Role(1), "F:pawn T[0]:black O[2]", -1.0)]
    {
        let trials = Trials { alone: true, draws: 12, most: 1, ..Trials::default() };
        let (chosen, _) = select(machine, &reader, role, &trials, 1, &mut || true).unwrap();
        let best = chosen.first().expect("something matters");
        assert_eq!((reader.name(best.feature).as_str(), best.weight), (expected, weight));
        // Two trials can always come out so: nothing is chosen by them.
        let few = Trials { draws: 2, ..trials };
        let (chosen, next) = select(machine, &reader, role, &few, 1, &mut || true).unwrap();
        assert!(chosen.is_empty() && next.is_some_and(|it| it.p >= 1.0 / 3.0), "{next:?}");
    }
}
