//! The ground rules of small sheets.

use agon_ground::{AtomId, Ground, GroundError, Limits, Meaning};

fn ground(sheet: &str) -> Ground {
    try_ground(sheet, &Limits::default()).unwrap()
}

fn try_ground(sheet: &str, limits: &Limits) -> Result<Ground, GroundError> {
    let checked = gdl::check("test.kif", sheet.as_bytes());
    Ground::new(&checked.rules.expect("the sheet has no errors"), limits)
}

const BASE: &str = "(role you) (init (p 1)) (<= (legal you wait) (true (p 1))) (goal you 100) (<= terminal (true (p 9)))";

/// Returns the number of rules with this head.
fn rules_of(ground: &Ground, atom: AtomId) -> usize {
    ground.rules().ids().filter(|&rule| ground.rules().head(rule) == atom).count()
}

#[test]
fn rules_have_one_instance_for_each_reachable_value() {
    let steps = "(succ 1 2) (succ 2 3) (succ 7 8) (<= (next (p ?y)) (true (p ?x)) (succ ?x ?y))";
    let ground = ground(&format!("{BASE} {steps}"));
    // The step leads from 1 to 2 and from 2 to 3; no step leads to 7.
    let next: Vec<AtomId> = ground.next().map(|(atom, _)| atom).collect();
    assert_eq!(next.len(), 2);
    assert!(next.iter().all(|&atom| rules_of(&ground, atom) == 1));
}

#[test]
fn conditions_that_never_change_are_not_recorded() {
    let ground =
        ground(&format!("{BASE} (ok 1) (<= (next (p ?x)) (true (p ?x)) (ok ?x) (not (ok 2)))"));
    let (atom, _) = ground.next().next().expect("the fact stays");
    let rule = ground.rules().ids().find(|&rule| ground.rules().head(rule) == atom).unwrap();
    let [literal] = ground.rules().body(rule) else { panic!("only the fact itself matters") };
    assert!(matches!(ground.meaning(literal.atom()), Meaning::Fact(_)));
    assert!(!literal.is_negated());
}

#[test]
fn a_negated_condition_that_can_hold_is_recorded() {
    let ground = ground(&format!("{BASE} (<= (next (p ?x)) (true (p ?x)) (not (does you wait)))"));
    let literals = ground.rules().ids().flat_map(|rule| ground.rules().body(rule));
    let negated: Vec<Meaning> =
        literals.filter(|it| it.is_negated()).map(|it| ground.meaning(it.atom())).collect();
    assert!(matches!(negated[..], [Meaning::Does(..)]), "{negated:?}");
}

#[test]
fn an_atom_that_always_holds_has_one_rule() {
    let ground = ground(&format!("{BASE} (a 1) (a 2) (<= (next (p 1)) (a ?x))"));
    let (atom, _) = ground.next().next().expect("the fact is next");
    assert_eq!(ground.rules().len(), ground.rules().ids().len());
    assert!(rules_of(&ground, atom) <= 1);
}

#[test]
fn grounding_ends_at_the_limit_of_rules() {
    let digits: String = (0..20).map(|digit| format!("(digit {digit})")).collect();
    let sheet =
        format!("{BASE} {digits} (init (q 0 0)) (<= (next (q ?x ?y)) (true (q ?x ?z)) (digit ?y))");
    let limits = Limits { instances: 10, ..Limits::default() };
    assert_eq!(try_ground(&sheet, &limits).err(), Some(GroundError::Instances(10)));
}
