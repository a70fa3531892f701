//! Features built from the rules.

use game::Machine;
use learn::features::{
    Atom, Bindings, Construction, Draft, Evaluator, Extensions, Feature, Formula, Patience,
    Restrictions, Settings, Shown, Term, Theory, TooMany, Transformation, Views, World, sheet,
    simplify, transform,
};
use reason::ReferenceMachine;
use std::sync::Arc;

fn rules(name: &str) -> gdl::Rules {
    let text = library::find(name).expect("it is bundled").rules();
    gdl::check(name, text.as_bytes()).rules.expect("it has no errors")
}

fn construction(name: &str, expanded: usize, extensions: Extensions) -> Construction {
    let restrictions = Restrictions { expanded, ..Restrictions::default() };
    let settings = Settings { restrictions, extensions, states: 1000, ..Settings::default() };
    let limits = circuit::Limits::default();
    Construction::new(&rules(name), &settings, &limits, &mut |_| true).expect("it can be grounded")
}

/// Reads `(true (cell ?0 1 x))`, where variables are numbers.
fn term(theory: &mut Theory, text: &str) -> Term {
    let text = text.trim();
    if let Some(variable) = text.strip_prefix('?') {
        return Term::Variable(variable.parse().expect("a number"));
    }
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return Term::object(theory.symbols.intern(text));
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inner.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        match letter {
            ' ' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(letter),
        }
    }
    let function = theory.symbols.intern(&parts[0]);
    Term::Function(function, parts[1..].iter().map(|part| term(theory, part)).collect())
}

fn atom(theory: &mut Theory, text: &str) -> Formula {
    match term(theory, text) {
        Term::Function(relation, arguments) => Formula::Atom(Atom { relation, arguments }),
        Term::Variable(_) => panic!("{text} is no atom"),
    }
}

#[test]
fn bindings_are_counted_as_in_the_document() {
    // Figure 3.1: crosses and noughts with the same second coordinate.
    let rules = rules("tic-tac-toe");
    let mut theory = Theory::new(&rules);
    let (world, machine) = World::new(&rules, &mut theory, &circuit::Limits::default()).unwrap();
    let marks = [("1 1", "x"), ("2 1", "x"), ("3 1", "o"), ("1 3", "x"), ("3 3", "o")];
    let mut facts: Vec<_> = marks
        .iter()
        .map(|(cell, mark)| machine.find_fact(&format!("(cell {cell} {mark})")).expect("a fact"))
        .collect();
    facts.sort_unstable();
    let state = machine.state(&facts);
    let views = Views::new(&world, &machine, std::slice::from_ref(&state));
    // M1 is 0, N is 1, M2 is 2.
    let formula = Formula::And(vec![
        atom(&mut theory, "(true (cell ?0 ?1 x))"),
        atom(&mut theory, "(true (cell ?2 ?1 o))"),
    ]);
    let patience = Patience { rows: 1000, bindings: 1000 };
    let bindings = Bindings::find(&world, &views, &formula, patience).unwrap();
    let machine = Arc::new(machine);
    for (variables, count) in
        [(vec![], 1), (vec![1], 2), (vec![0], 2), (vec![0, 2], 2), (vec![0, 1, 2], 3)]
    {
        assert_eq!(bindings.counts(&variables), [count], "{variables:?}");
        let feature = Feature { formula: formula.clone(), variables };
        let mut evaluator = Evaluator::new(&world, Arc::clone(&machine), &[feature]).unwrap();
        assert_eq!(evaluator.read(&*machine, &state), [count]);
    }
}

#[test]
fn tic_tac_toe_has_about_as_many_features_as_in_the_document() {
    // 640 were generated there, 254 of them unique, and 151 selected, with other rules and other random states.
    let made = construction("tic-tac-toe", 100_000, Extensions::default());
    assert!(made.features.is_complete);
    let (all, unique) = (made.features.made(), made.features.all.len());
    assert!((600..750).contains(&all) && (230..280).contains(&unique), "{all} {unique}");
    let selected = made.selection.all.len();
    assert!((130..180).contains(&selected), "{selected}");
    let texts: Vec<String> = made
        .selected()
        .iter()
        .map(|feature| Shown { feature, symbols: &made.theory.symbols }.to_string())
        .collect();
    for expected in [
        "(true (control xplayer)) []",
        "(true (cell 2 2 x)) []",
        "(true (cell ?a 1 b)) [?a]",
        "(true (cell ?a 1 x)) ∧ (true (cell ?a 2 x)) ∧ (true (cell ?a 3 b)) []",
    ] {
        assert!(texts.iter().any(|text| text == expected), "{expected}");
    }
    // What is more abstract is above what it was made from, and neither holds nearly always.
    for (place, selected) in (0..).zip(&made.selection.all) {
        assert!((0.01..=0.99).contains(&selected.ratio));
        for &below in made.selection.graph.below(place) {
            let below = &made.selection.all[below as usize];
            assert!(below.level > selected.level && below.ratio <= selected.ratio + 1e-9);
        }
    }
}

#[test]
fn the_circuit_and_the_reference_machine_count_the_same() {
    let (document, beyond) = (Extensions::default(), Extensions::ALL);
    for (name, extensions) in [
        ("tic-tac-toe", document),
        ("connect-four", document),
        ("mini-checkers-4", document),
        ("breakthrough-6x6", document),
        ("crisscross", document),
        ("hallway", document),
        ("beatmania", beyond),
        ("blocker", beyond),
        ("hanoi", beyond),
        ("asteroids", beyond),
        ("mini-checkers-4", beyond),
    ] {
        let made = construction(name, 150, extensions);
        let features = made.selected();
        assert!(!features.is_empty(), "{name}");
        let text = library::find(name).expect("it is bundled").rules();
        let text = format!("{text}\n{}", sheet::rules(&features, &made.theory));
        let checked = gdl::check(name, text.as_bytes());
        let render = |fault| gdl::render(&checked.sheet.source, fault);
        let faults: Vec<String> = checked.faults.kept().iter().map(render).collect();
        let rules = checked.rules.unwrap_or_else(|| panic!("{name}: {}", faults.join("\n")));
        let mut judge = ReferenceMachine::new(rules, reason::Limits::default()).unwrap();
        let judge: &mut dyn Machine = &mut judge;
        let mut evaluator = made.evaluator().unwrap();
        let machine = &mut *made.machine.fork();
        let found = sheet::compare(&mut evaluator, machine, judge, (60, 7), &mut |_| true).unwrap();
        if let Some(difference) = found.difference {
            let feature = &features[difference.feature];
            let shown = Shown { feature, symbols: &made.theory.symbols };
            panic!("{name}: {shown} {difference:?}");
        }
        assert_eq!(found.agreed, 60, "{name}");
        // What is counted otherwise is noticed.
        let mut other = Evaluator::new(&made.world, Arc::clone(&made.machine), &rotated(&features));
        let other = other.as_mut().unwrap();
        let found = sheet::compare(other, machine, judge, (60, 7), &mut |_| true).unwrap();
        assert!(found.difference.is_some() && found.agreed < 60, "{name}");
    }
}

/// The same features, each in the place of the one before it.
fn rotated(features: &[Feature]) -> Vec<Feature> {
    features.iter().skip(1).chain(features.first()).cloned().collect()
}

#[test]
fn conjunctions_are_split_by_their_variables() {
    // The example of section 3.3.1, W to Z being 0 to 3.
    let mut theory = Theory::new(&rules("tic-tac-toe"));
    let parts = ["(p ?0 ?1)", "(q ?1 ?2)", "(r ?2)", "(s ?3)", "(t u)"];
    let parts = parts.map(|text| atom(&mut theory, text));
    let split = transform::independent(&Formula::And(parts.to_vec()));
    let [p, q, r, s, t] = parts;
    assert_eq!(split, [Formula::And(vec![p, q, r]), s, t]);
}

#[test]
fn formulas_are_simplified() {
    let sheet = "
        (role you) (legal you wait) (init (at 1)) (goal you 100)
        (<= terminal (far ?x))
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does you wait))
        (succ 1 2) (succ 2 3)
        (<= (far ?x) (true (at ?x)) (distinct ?x 1))";
    let rules = gdl::check("steps.kif", sheet.as_bytes()).rules.expect("it has no errors");
    let mut theory = Theory::new(&rules);
    let shown = |theory: &Theory, formula: Formula| {
        let draft = simplify(theory, Draft::all(formula))?;
        Some(Shown { feature: &draft.feature(), symbols: &theory.symbols }.to_string())
    };
    let mut simpler = |parts: &[&str]| {
        let parts = parts.iter().map(|text| atom(&mut theory, text)).collect();
        shown(&theory, Formula::And(parts))
    };
    // The only rule for a relation takes its place; a fact that alone fits decides what a variable is.
    assert_eq!(simpler(&["(far ?0)"]).as_deref(), Some("(true (at ?a)) ∧ ?a ≠ 1 [?a]"));
    let successor = simpler(&["(true (at ?0))", "(succ 1 ?0)"]);
    assert_eq!(successor.as_deref(), Some("(true (at 2)) []"));
    // What stands there twice goes; what no rule is for, what never holds and what never changes is no feature.
    let twice = simpler(&["(true (at ?0))", "(true (at ?0))"]);
    assert_eq!(twice.as_deref(), Some("(true (at ?a)) [?a]"));
    assert_eq!(simpler(&["(true (at ?0))", "(succ 3 ?0)"]), None);
    assert_eq!(simpler(&["(far 1)"]), None);
    assert_eq!(simpler(&["(succ ?0 ?1)"]), None);
}

#[test]
fn facts_are_led_back_to_moves() {
    let theory = Theory::new(&rules("tic-tac-toe"));
    let idle = theory.symbols.find("noop");
    assert!(idle.is_some());
    let preimages = theory.preimages(idle, &["control".to_owned()].into_iter().collect());
    let facts: Vec<String> = preimages
        .iter()
        .map(|preimage| learn::features::term_text(&preimage.fact, &theory.symbols))
        .collect();
    // Marks come about by marking; that they stay, and whose turn it is, is not led back.
    assert!(!facts.is_empty() && facts.iter().all(|fact| fact.starts_with("(cell")), "{facts:?}");
}

#[test]
fn restrictions_loosen_until_there_is_enough() {
    let settings = |enough| Settings { states: 1000, enough, ..Settings::default() };
    let limits = circuit::Limits::default();
    let count = |enough| {
        let rules = rules("tic-tac-toe");
        let made = Construction::new(&rules, &settings(enough), &limits, &mut |_| true).unwrap();
        assert!(made.features.is_complete);
        (made.features.all.len(), made.selection.all.len())
    };
    let (all, selected) = count(None);
    let (few, enough) = count(Some(20));
    assert!(few < all && (20..selected).contains(&enough), "{few} {enough}");
    let (more, _) = count(Some(selected));
    assert!(more >= all, "{more}");
}

#[test]
fn formulas_with_too_many_bindings_count_only_whether_they_hold() {
    let mut sheet = String::from("(role you) (legal you wait) (init (on 1))\n");
    for number in 1..=30 {
        sheet.push_str(&format!("(<= (next (on {number})) (does you wait))\n"));
    }
    // Three of thirty numbers that are all compared with each other: more than 24,000 bindings.
    let triple = "(true (on ?a)) (true (on ?b)) (true (on ?c)) (distinct ?a ?b) (distinct ?b ?c) (distinct ?a ?c)";
    sheet.push_str(&format!("(<= (goal you 100) {triple}) (<= terminal (true (on 0)))"));
    let rules = gdl::check("many.kif", sheet.as_bytes()).rules.expect("it has no errors");
    let limits = circuit::Limits::default();
    let made = Construction::new(&rules, &Settings::default(), &limits, &mut |_| true).unwrap();
    let triples = made.features.all.iter().find(|it| it.by == Transformation::Start).unwrap();
    let views = {
        let mut machine = made.machine.fork();
        let seen = learn::features::sample(&mut *machine, 10, 1).unwrap();
        Views::new(&made.world, &*machine, &seen.states)
    };
    let formula = &triples.feature.formula;
    let find = |bindings| {
        let patience = Patience { rows: 1_000_000, bindings };
        Bindings::find(&made.world, &views, formula, patience).map(|found| found.all.len())
    };
    assert_eq!(find(5_000), Err(TooMany));
    assert_eq!(find(30_000), Ok(30 * 29 * 28));
    let patience = Patience { rows: 1_000, bindings: 30_000 };
    assert!(Bindings::find(&made.world, &views, formula, patience).is_err());
    assert!(triples.feature.variables.is_empty());
}

/// The features that one transformation made of a sheet with these extensions, in the words of the game.
fn made_by(sheet: &str, by: Transformation, extensions: Extensions) -> Vec<String> {
    let rules = gdl::check("sheet.kif", sheet.as_bytes()).rules.expect("it has no errors");
    let settings = Settings { extensions, ..Settings::default() };
    let limits = circuit::Limits::default();
    let made = Construction::new(&rules, &settings, &limits, &mut |_| true).unwrap();
    let symbols = &made.theory.symbols;
    let all = made.features.all.iter().filter(|it| it.by == by);
    all.map(|it| Shown { feature: &it.feature, symbols }.to_string()).collect()
}

/// Somebody goes up and down a ladder of five rungs, and is worth what the rung is.
const LADDER: &str = "
    (role you) (init (at 0)) (init (step 0))
    (up 0 1) (up 1 2) (up 2 3) (up 3 4)
    (worth 0 0) (worth 1 10) (worth 2 30) (worth 3 60) (worth 4 100)
    (safe 0) (safe 1)
    (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
    (<= (legal you (climb ?m)) (true (at ?n)) (up ?n ?m))
    (<= (legal you (climb ?m)) (true (at ?n)) (up ?m ?n))
    (<= (next (at ?m)) (does you (climb ?m)))
    (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
    (<= (low ?n) (true (at ?n)) (safe ?n))
    (<= (low ?n) (true (at ?n)) (true (step ?n)))
    (<= (under ?n ?m) (up ?n ?m) (true (at ?m)))
    (<= (under ?n ?m) (up ?n ?k) (under ?k ?m))
    (<= (goal you ?v) (true (at ?n)) (worth ?n ?v))
    (<= terminal (true (step 6)))
    (<= terminal (true (at ?n)) (low ?n) (true (step 5)))
    (<= terminal (under 0 4))
";

#[test]
fn numbers_that_are_calculated_with_become_features() {
    let none = made_by(LADDER, Transformation::SplitCalculation, Extensions::default());
    assert!(none.is_empty());
    let only = Extensions::default().with("arithmetic").expect("there is one");
    let split = made_by(LADDER, Transformation::SplitCalculation, only);
    let height = "(true (at ?a)) ∧ (agon.upto.worth.0 ?b ?a) [?b]".to_owned();
    assert!(split.contains(&height), "{split:?}");
}

#[test]
fn numbers_are_counted_by_their_order() {
    let only = Extensions::default().with("arithmetic").expect("there is one");
    let rules = gdl::check("ladder.kif", LADDER.as_bytes()).rules.expect("it has no errors");
    let settings = Settings { extensions: only, ..Settings::default() };
    let limits = circuit::Limits::default();
    let made = Construction::new(&rules, &settings, &limits, &mut |_| true).unwrap();
    let by = |it: &&learn::features::Generated| it.by == Transformation::SplitCalculation;
    let height = made.features.all.iter().find(by).expect("there is one").feature.clone();
    let mut evaluator = Evaluator::new(&made.world, Arc::clone(&made.machine), &[height]).unwrap();
    let mut machine = made.machine.fork();
    let mut state = machine.initial_state().unwrap();
    for height in 0..4 {
        assert_eq!(evaluator.read(&*machine, &state), [height]);
        let up = machine.find_move(&format!("(climb {})", height + 1)).expect("it can be made");
        let mut next = game::State::default();
        machine.next(&state, &[up], &mut next).unwrap();
        state = next;
    }
}

#[test]
fn recursive_relations_are_unrolled_so_often() {
    let base = made_by(LADDER, Transformation::Unroll, Extensions::default());
    assert!(base.is_empty());
    let unrolled = |times| {
        let extensions = Extensions { unrolled: times, ..Extensions::default() };
        made_by(LADDER, Transformation::Unroll, extensions).len()
    };
    assert!(unrolled(1) > 0 && unrolled(2) > unrolled(1), "{} {}", unrolled(1), unrolled(2));
}

#[test]
fn variables_are_added_to_what_was_selected() {
    let only = Extensions::default().with("added-variables").expect("there is one");
    let made = construction("breakthrough-6x6", 500, only);
    let is_added = |it: &&learn::features::Generated| it.by == Transformation::AddVariable;
    let (added, others): (Vec<_>, Vec<_>) = made.features.all.iter().partition(is_added);
    assert!(!added.is_empty() && added.iter().all(|it| !it.feature.variables.is_empty()));
    assert!(others.iter().all(|it| it.feature.variables.is_empty()));
    let (all, tried) = (made.features.all.len(), made.selection.tried);
    assert!(made.selection.all.len() <= tried && tried <= all, "{tried} of {all}");
    // Numbers that are counted already are not counted again.
    let beyond = construction("knightmove", 500, Extensions::ALL).selected();
    let is_twice = |place: usize| beyond[..place].contains(&beyond[place]);
    assert!(!beyond.is_empty() && !(0..beyond.len()).any(is_twice));
}

#[test]
fn facts_are_told_apart_by_some_of_their_arguments() {
    let only = Extensions::default().with("keys").expect("there is one");
    let made = construction("breakthrough-6x6", 100, only);
    let key = |name: &str| made.theory.keys.get(&made.theory.symbols.find(name).unwrap()).cloned();
    assert_eq!(key("cell"), Some(vec![0, 1]));
    assert_eq!(key("control"), Some(vec![]));
}

#[test]
fn conditions_are_replaced_by_what_always_meets_them() {
    let only = Extensions::default().with("specialised").expect("there is one");
    let special = made_by(LADDER, Transformation::SpecialiseVariable, only);
    let is_low = |text: &String| {
        text.starts_with("(true (at ?a)) ∧ [") && text.contains("?a = 0") && text.contains("?a = 1")
    };
    assert!(special.iter().any(is_low), "{special:?}");
    assert!(special.iter().all(|text| !text.contains("?a = 3")), "{special:?}");
}
