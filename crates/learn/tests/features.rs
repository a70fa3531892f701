//! Features built from the rules: generation, selection, counting, and the transformations.

use agon_learn::features::{
    Atom, Bindings, Construction, ConstructionSettings, Extensions, Feature, FeatureCounter,
    FeatureDraft, FeatureText, Formula, RelationTables, Restrictions, RuleBase, SearchLimits,
    SignalBits, Term, TooManyBindings, Transformation, comparison, rule_encoding, simplify,
    transform,
};
use circuit::FactIds;
use game::{Machine, MachineExt};
use propnet::CircuitMachine;
use std::sync::Arc;

fn construction(name: &str, expanded: usize, extensions: Extensions) -> Construction {
    let restrictions = Restrictions { expanded, ..Restrictions::default() };
    let settings = ConstructionSettings {
        restrictions,
        extensions,
        states: 1000,
        ..ConstructionSettings::default()
    };
    construct(&oracle::rules(name), &settings)
}

/// Constructs features of rules.
fn construct(rules: &gdl::Rules, settings: &ConstructionSettings) -> Construction {
    Construction::new(rules, &oracle::model_of(rules), settings, &mut |_| true)
        .expect("the features can be constructed")
}

/// Reads `(true (cell ?0 1 x))`, where variables are numbers.
fn term(rule_base: &mut RuleBase, text: &str) -> Term {
    let text = text.trim();
    if let Some(variable) = text.strip_prefix('?') {
        return Term::Variable(variable.parse().expect("a number"));
    }
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return Term::object(rule_base.symbols.intern(text));
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inner.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        match letter {
            ' ' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(letter),
        }
    }
    let function = rule_base.symbols.intern(&parts[0]);
    Term::Function(function, parts[1..].iter().map(|part| term(rule_base, part)).collect())
}

fn atom(rule_base: &mut RuleBase, text: &str) -> Formula {
    match term(rule_base, text) {
        Term::Function(relation, arguments) => Formula::Atom(Atom { relation, arguments }),
        Term::Variable(_) => panic!("{text} is not an atom"),
    }
}

#[test]
fn bindings_are_counted_as_in_the_document() {
    // Figure 3.1: crosses and noughts with the same second coordinate.
    let rules = oracle::rules("tic-tac-toe");
    let mut rule_base = RuleBase::new(&rules);
    let model = oracle::model_of(&rules);
    let tables = RelationTables::new(&rules, &model, &mut rule_base).unwrap();
    let machine = CircuitMachine::new(Arc::clone(&model));
    let marks = [("1 1", "x"), ("2 1", "x"), ("3 1", "o"), ("1 3", "x"), ("3 3", "o")];
    let mut facts: Vec<_> = marks
        .iter()
        .map(|(cell, mark)| machine.find_fact(&format!("(cell {cell} {mark})")).expect("a fact"))
        .collect();
    facts.sort_unstable();
    let state = machine.state(&facts);
    let bits = SignalBits::new(&tables, &machine, std::slice::from_ref(&state));
    // M1 is 0, N is 1, M2 is 2.
    let formula = Formula::And(vec![
        atom(&mut rule_base, "(true (cell ?0 ?1 x))"),
        atom(&mut rule_base, "(true (cell ?2 ?1 o))"),
    ]);
    let limits = SearchLimits { rows: 1000, bindings: 1000 };
    let bindings = Bindings::find(&tables, &bits, &formula, limits).unwrap();
    for (variables, count) in
        [(vec![], 1), (vec![1], 2), (vec![0], 2), (vec![0, 2], 2), (vec![0, 1, 2], 3)]
    {
        assert_eq!(bindings.counts(&variables), [count], "{variables:?}");
        let feature = Feature { formula: formula.clone(), variables };
        let mut evaluator = FeatureCounter::new(&tables, FactIds::Shared, &[feature]).unwrap();
        assert_eq!(evaluator.read(&machine, &state), [count]);
    }
}

#[test]
fn tic_tac_toe_has_about_as_many_features_as_in_the_document() {
    // The document generated 640 features, 254 of them unique, and selected 151, with other rules and random states.
    let made = construction("tic-tac-toe", 100_000, Extensions::default());
    assert!(made.features.is_complete);
    let (all, unique) = (made.features.produced(), made.features.all.len());
    assert!((600..750).contains(&all) && (230..280).contains(&unique), "{all} {unique}");
    let selected = made.selection.all.len();
    assert!((130..180).contains(&selected), "{selected}");
    let texts: Vec<String> = made
        .selected()
        .iter()
        .map(|feature| FeatureText { feature, symbols: &made.rule_base.symbols }.to_string())
        .collect();
    for expected in [
        "(true (control xplayer)) []",
        "(true (cell 2 2 x)) []",
        "(true (cell ?a 1 b)) [?a]",
        "(true (cell ?a 1 x)) ∧ (true (cell ?a 2 x)) ∧ (true (cell ?a 3 b)) []",
    ] {
        assert!(texts.iter().any(|text| text == expected), "{expected}");
    }
    // More abstract features are above the features they were made from, and none holds nearly always.
    for (place, selected) in (0..).zip(&made.selection.all) {
        assert!((0.01..=0.99).contains(&selected.ratio));
        for &below in made.selection.graph.below(place) {
            let below = &made.selection.all[below as usize];
            assert!(below.level > selected.level && below.ratio <= selected.ratio + 1e-9);
        }
    }
}

#[test]
fn the_circuit_and_the_reference_machine_agree_on_counts() {
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
        let text = oracle::bundled(name).rules();
        let text = format!("{text}\n{}", rule_encoding::rules(&features, &made.rule_base));
        let mut judge = oracle::reference_of(oracle::checked(name, text));
        let mut evaluator = made.evaluator().unwrap();
        let machine = &mut *made.machine.fork();
        let found =
            comparison::compare(&mut evaluator, machine, &mut judge, (60, 7), &mut |_| true)
                .unwrap();
        if let Some(difference) = found.difference {
            let feature = &features[difference.feature];
            let shown = FeatureText { feature, symbols: &made.rule_base.symbols };
            panic!("{name}: {shown} {difference:?}");
        }
        assert_eq!(found.agreed, 60, "{name}");
        // Different counts are noticed.
        let mut other = FeatureCounter::new(&made.tables, FactIds::Shared, &rotated(&features));
        let other = other.as_mut().unwrap();
        let found =
            comparison::compare(other, machine, &mut judge, (60, 7), &mut |_| true).unwrap();
        assert!(found.difference.is_some() && found.agreed < 60, "{name}");
    }
}

/// Returns the same features, rotated by one place.
fn rotated(features: &[Feature]) -> Vec<Feature> {
    features.iter().skip(1).chain(features.first()).cloned().collect()
}

#[test]
fn conjunctions_are_split_by_their_variables() {
    // The example of section 3.3.1; W to Z are 0 to 3.
    let mut rule_base = RuleBase::new(&oracle::rules("tic-tac-toe"));
    let parts = ["(p ?0 ?1)", "(q ?1 ?2)", "(r ?2)", "(s ?3)", "(t u)"];
    let parts = parts.map(|text| atom(&mut rule_base, text));
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
    let rules = oracle::rules_of(sheet);
    let mut rule_base = RuleBase::new(&rules);
    let shown = |rule_base: &RuleBase, formula: Formula| {
        let draft = simplify(rule_base, FeatureDraft::all(formula))?;
        Some(FeatureText { feature: &draft.feature(), symbols: &rule_base.symbols }.to_string())
    };
    let mut simpler = |parts: &[&str]| {
        let parts = parts.iter().map(|text| atom(&mut rule_base, text)).collect();
        shown(&rule_base, Formula::And(parts))
    };
    // The only rule of a relation replaces it; the only matching fact decides the value of a variable.
    assert_eq!(simpler(&["(far ?0)"]).as_deref(), Some("(true (at ?a)) ∧ ?a ≠ 1 [?a]"));
    let successor = simpler(&["(true (at ?0))", "(succ 1 ?0)"]);
    assert_eq!(successor.as_deref(), Some("(true (at 2)) []"));
    // Duplicates are removed; formulas that never hold or never change are rejected.
    let twice = simpler(&["(true (at ?0))", "(true (at ?0))"]);
    assert_eq!(twice.as_deref(), Some("(true (at ?a)) [?a]"));
    assert_eq!(simpler(&["(true (at ?0))", "(succ 3 ?0)"]), None);
    assert_eq!(simpler(&["(far 1)"]), None);
    assert_eq!(simpler(&["(succ ?0 ?1)"]), None);
}

#[test]
fn preimages_of_facts_are_moves_that_bring_them_about() {
    let rule_base = RuleBase::new(&oracle::rules("tic-tac-toe"));
    let idle = rule_base.symbols.find("noop");
    assert!(idle.is_some());
    let preimages = rule_base.preimages(idle, &["control".to_owned()].into_iter().collect());
    let facts: Vec<String> = preimages
        .iter()
        .map(|preimage| agon_learn::features::term_text(&preimage.fact, &rule_base.symbols))
        .collect();
    // Cells are marked by moves. Frame axioms and the control fact have no preimages.
    assert!(!facts.is_empty() && facts.iter().all(|fact| fact.starts_with("(cell")), "{facts:?}");
}

#[test]
fn restrictions_are_loosened_until_enough_features_are_selected() {
    let settings = |enough| ConstructionSettings {
        states: 1000,
        min_features: enough,
        ..ConstructionSettings::default()
    };
    let count = |enough| {
        let rules = oracle::rules("tic-tac-toe");
        let made = construct(&rules, &settings(enough));
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
fn formulas_with_too_many_bindings_only_count_whether_they_hold() {
    let mut sheet = String::from("(role you) (legal you wait) (init (on 1))\n");
    for number in 1..=30 {
        sheet.push_str(&format!("(<= (next (on {number})) (does you wait))\n"));
    }
    // Three different numbers of thirty: more than 24,000 bindings.
    let triple = "(true (on ?a)) (true (on ?b)) (true (on ?c)) (distinct ?a ?b) (distinct ?b ?c) (distinct ?a ?c)";
    sheet.push_str(&format!("(<= (goal you 100) {triple}) (<= terminal (true (on 0)))"));
    let rules = oracle::rules_of(sheet);
    let made = construct(&rules, &ConstructionSettings::default());
    let triples = made.features.all.iter().find(|it| it.by == Transformation::Start).unwrap();
    let bits = {
        let mut machine = made.machine.fork();
        let seen = agon_learn::features::observe_random_play(&mut *machine, 10, 1).unwrap();
        SignalBits::new(&made.tables, &*machine, &seen.states)
    };
    let formula = &triples.feature.formula;
    let find = |bindings| {
        let limits = SearchLimits { rows: 1_000_000, bindings };
        Bindings::find(&made.tables, &bits, formula, limits).map(|found| found.all.len())
    };
    assert_eq!(find(5_000), Err(TooManyBindings));
    assert_eq!(find(30_000), Ok(30 * 29 * 28));
    let limits = SearchLimits { rows: 1_000, bindings: 30_000 };
    assert!(Bindings::find(&made.tables, &bits, formula, limits).is_err());
    assert!(triples.feature.variables.is_empty());
}

/// Returns the texts of the features that one transformation made of a sheet with these extensions.
fn made_by(sheet: &str, by: Transformation, extensions: Extensions) -> Vec<String> {
    let rules = oracle::rules_of(sheet);
    let settings = ConstructionSettings { extensions, ..ConstructionSettings::default() };
    let made = construct(&rules, &settings);
    let symbols = &made.rule_base.symbols;
    let all = made.features.all.iter().filter(|it| it.by == by);
    all.map(|it| FeatureText { feature: &it.feature, symbols }.to_string()).collect()
}

/// A role climbs up and down a ladder of five rungs and gets the goal of the rung it is on.
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
fn numbers_in_calculations_become_features() {
    let none = made_by(LADDER, Transformation::SplitCalculation, Extensions::default());
    assert!(none.is_empty());
    let only = Extensions::default().with("arithmetic").expect("there is one");
    let split = made_by(LADDER, Transformation::SplitCalculation, only);
    let height = "(true (at ?a)) ∧ (agon.upto.worth.0 ?b ?a) [?b]".to_owned();
    assert!(split.contains(&height), "{split:?}");
}

#[test]
fn numbers_are_counted_by_their_position_in_an_order() {
    let only = Extensions::default().with("arithmetic").expect("there is one");
    let rules = oracle::rules_of(LADDER);
    let settings = ConstructionSettings { extensions: only, ..ConstructionSettings::default() };
    let made = construct(&rules, &settings);
    let by =
        |it: &&agon_learn::features::GeneratedFeature| it.by == Transformation::SplitCalculation;
    let height = made.features.all.iter().find(by).expect("there is one").feature.clone();
    let mut evaluator = FeatureCounter::new(&made.tables, FactIds::Shared, &[height]).unwrap();
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
fn recursive_relations_are_unrolled_up_to_the_limit() {
    let base = made_by(LADDER, Transformation::Unroll, Extensions::default());
    assert!(base.is_empty());
    let unrolled = |times| {
        let extensions = Extensions { unrolled: times, ..Extensions::default() };
        made_by(LADDER, Transformation::Unroll, extensions).len()
    };
    assert!(unrolled(1) > 0 && unrolled(2) > unrolled(1), "{} {}", unrolled(1), unrolled(2));
}

#[test]
fn variables_are_added_to_selected_features() {
    let only = Extensions::default().with("added-variables").expect("there is one");
    let made = construction("breakthrough-6x6", 500, only);
    let is_added =
        |it: &&agon_learn::features::GeneratedFeature| it.by == Transformation::AddVariable;
    let (added, others): (Vec<_>, Vec<_>) = made.features.all.iter().partition(is_added);
    assert!(!added.is_empty() && added.iter().all(|it| !it.feature.variables.is_empty()));
    assert!(others.iter().all(|it| it.feature.variables.is_empty()));
    let (all, tried) = (made.features.all.len(), made.selection.tried);
    assert!(made.selection.all.len() <= tried && tried <= all, "{tried} of {all}");
    // Numbers that are counted already get no second feature.
    let beyond = construction("knightmove", 500, Extensions::ALL).selected();
    let is_twice = |place: usize| beyond[..place].contains(&beyond[place]);
    assert!(!beyond.is_empty() && !(0..beyond.len()).any(is_twice));
}

#[test]
fn keys_of_facts_are_found() {
    let only = Extensions::default().with("keys").expect("there is one");
    let made = construction("breakthrough-6x6", 100, only);
    let key =
        |name: &str| made.rule_base.keys.get(&made.rule_base.symbols.find(name).unwrap()).cloned();
    assert_eq!(key("cell"), Some(vec![0, 1]));
    assert_eq!(key("control"), Some(vec![]));
}

#[test]
fn conditions_are_replaced_by_terms_that_always_fulfil_them() {
    let only = Extensions::default().with("specialised").expect("there is one");
    let special = made_by(LADDER, Transformation::SpecialiseVariable, only);
    let is_low = |text: &String| {
        text.starts_with("(true (at ?a)) ∧ [") && text.contains("?a = 0") && text.contains("?a = 1")
    };
    assert!(special.iter().any(is_low), "{special:?}");
    assert!(special.iter().all(|text| !text.contains("?a = 3")), "{special:?}");
}
