//! Tests of checking: the faults that it reports, the rules that it accepts, and the examples in the catalogue of
//! faults.

use agon_gdl::{FaultKind, FoundBy, Severity, TermTable};
use std::collections::BTreeSet;
use std::path::Path;

/// A complete game without faults; all faults come from the rules added to it.
const GAME: &str = "
(role you) (init ready) (legal you wait) (legal you (go a))
(object a) (object b) (link a b) (link b c)
(<= (next done) (does you wait) (object a) (link a b))
(<= terminal (true done)) (<= (goal you 100) (true ready))";

/// Returns the faults of one severity, as `name line:column`, in the order of their places.
fn found(text: &str, severity: Severity) -> Vec<String> {
    let checked = agon_gdl::check("test.kif", text.as_bytes());
    let kept = checked.faults.kept().iter().filter(|fault| fault.kind.severity() == severity);
    kept.map(|fault| match fault.span {
        Some(span) => {
            let position = checked.sheet.source.position(span.start);
            format!("{} {}:{}", fault.kind.name(), position.line, position.column)
        }
        None => fault.kind.name().to_owned(),
    })
    .collect()
}

/// Asserts the errors of the game with these rules put in front of it.
#[track_caller]
fn errors(rules: &str, expected: &[&str]) {
    assert_eq!(found(&format!("{rules}{GAME}"), Severity::Error), expected, "errors of {rules}");
}

/// Asserts the warnings of the game with these rules put in front of it.
#[track_caller]
fn warnings(rules: &str, expected: &[&str]) {
    assert_eq!(
        found(&format!("{rules}{GAME}"), Severity::Warning),
        expected,
        "warnings of {rules}"
    );
}

#[test]
fn the_game_itself_has_no_fault() {
    errors("", &[]);
    warnings("", &[]);
}

#[test]
fn keyword_arity() {
    errors("(role a b)", &["keyword-arity 1:1"]);
    errors("(role)", &["keyword-arity 1:1"]);
    errors("(init a b)", &["keyword-arity 1:1"]);
    errors("(legal you)", &["keyword-arity 1:1"]);
    errors("(goal you 1 2)", &["keyword-arity 1:1"]);
    errors("(base a b)", &["keyword-arity 1:1"]);
    errors("(input you)", &["keyword-arity 1:1"]);
    errors("(sees you)", &["keyword-arity 1:1"]);
    errors("(<= (terminal a) (true done))", &["keyword-arity 1:5"]);
    errors("(<= p (true a b))", &["keyword-arity 1:7"]);
    errors("(<= p (not (does you)))", &["keyword-arity 1:12"]);
    errors("(<= p (or (role) (object a)))", &["keyword-arity 1:11"]);
    errors("(<= p (true))", &["keyword-arity 1:7"]);
    errors("(<= p true)", &["keyword-arity 1:7"]);
    errors("(<= p (NOT (Role you You)))", &["keyword-arity 1:12"]);
    errors("(<= (next a) (true ready) terminal (role you) (legal you wait))", &[]);
}

#[test]
fn keyword_as_function() {
    errors("(init (goal you))", &["keyword-as-function 1:8"]);
    errors("(init (f (true a)))", &["keyword-as-function 1:11"]);
    errors("(<= (next (Legal a)) (true ready))", &["keyword-as-function 1:12"]);
    errors("(<= p (not (true (input a))))", &["keyword-as-function 1:19"]);
    errors("(<= p (or (object a) (object (does b))))", &["keyword-as-function 1:31"]);
    errors(
        "(init (sees a)) (init (base a))",
        &["keyword-as-function 1:8", "keyword-as-function 1:24"],
    );
    errors("(<= p (distinct (goal you) a))", &["keyword-as-function 1:18"]);
    // A keyword without arguments is a plain object, and `random` is the name of a role.
    errors("(init goal) (init (f role)) (init (random a))", &[]);
}

#[test]
fn forbidden_head() {
    errors("(true a)", &["forbidden-head 1:1"]);
    errors("(does you wait)", &["forbidden-head 1:1"]);
    errors("(<= (true a) (object a))", &["forbidden-head 1:5"]);
    errors("(<= (DOES you wait) (object a))", &["forbidden-head 1:5"]);
    errors("(<= (role ?x) (object ?x))", &["forbidden-head 1:5"]);
    errors("(role me)", &[]);
    errors("(<= (role me))", &[]);
}

#[test]
fn forbidden_body() {
    errors("(<= p (init ready))", &["forbidden-body 1:7"]);
    errors("(<= p (not (next done)))", &["forbidden-body 1:12"]);
    errors("(<= p (or (base a) (object a)))", &["forbidden-body 1:11"]);
    errors("(<= (legal you ?m) (input you ?m))", &["forbidden-body 1:20"]);
    errors("(<= p (sees you a))", &["forbidden-body 1:7"]);
    errors("(<= p (role you) (true ready) (legal you wait) (goal you 100) terminal)", &[]);
}

#[test]
fn missing_parts() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(found(text, Severity::Error), expected, "errors of {text}");
    };
    check("", &["missing-role", "missing-legal", "missing-goal", "missing-terminal"]);
    check("(role a)", &["missing-legal", "missing-goal", "missing-terminal"]);
    check("(role a) (legal a b) (goal a 1)", &["missing-terminal"]);
    check("(ROLE a) (Legal a b) (goal a 1) Terminal", &[]);
    check("(<= (role a)) (<= (legal a b)) (<= (goal a 1)) (<= terminal)", &[]);
    // A rule that cannot be read may be the one that is missing.
    check("(role a) (legal a b) (goal a 1) (<= terminal ?x)", &["variable-as-sentence 1:46"]);
    check("(role a) (legal a b) (goal a 1) (<= terminal", &["unclosed-parenthesis 1:33"]);
}

#[test]
fn arity_mismatch_of_relations() {
    errors("(p a) (p a b)", &["arity-mismatch 1:7"]);
    errors("p (p a)", &["arity-mismatch 1:3"]);
    errors("(p a) (P a b)", &["arity-mismatch 1:7"]);
    errors("(p a) (<= q (not (p a b)))", &["arity-mismatch 1:18"]);
    errors("(p a) (<= q (or (object a) (p a b)))", &["arity-mismatch 1:28"]);
    errors("(p a) (<= (p a b) (p c))", &["arity-mismatch 1:11"]);
    errors("(p a) (p b) (<= q (p ?x))", &[]);
}

#[test]
fn arity_mismatch_of_functions() {
    errors("(init (f a)) (init (f a b))", &["arity-mismatch 1:20"]);
    errors("(init (g (f a) (f a b)))", &["arity-mismatch 1:16"]);
    errors("(init (f a)) (<= q (distinct (f a b) a))", &["arity-mismatch 1:30"]);
    errors("(init (f a)) (<= q (not (or (distinct a (f a b)))))", &["arity-mismatch 1:41"]);
    errors("(init (f a)) (<= q (true (F ?x ?x)))", &["arity-mismatch 1:26"]);
    // An object or a relation may have the same name as a function.
    errors("(init (f a)) (init f)", &[]);
    errors("(f a b) (init (f a))", &[]);
}

#[test]
fn variable_in_fact() {
    errors("(p ?x)", &["variable-in-fact 1:4"]);
    errors("(p (f a ?x))", &["variable-in-fact 1:9"]);
    errors("(p ?x ?X ?x)", &["variable-in-fact 1:4"]);
    errors("(p ?x ?y)", &["variable-in-fact 1:4", "variable-in-fact 1:7"]);
    errors("(<= (p ?x))", &["variable-in-fact 1:8"]);
    errors("(role ?x)", &["variable-in-fact 1:7"]);
    errors("(p x)", &[]);
}

#[test]
fn unsafe_variable_in_head_negation_and_distinct() {
    errors("(<= (p ?x) (true ready))", &["unsafe-variable 1:8"]);
    errors("(<= (p (f ?x) ?x) (true ready))", &["unsafe-variable 1:11"]);
    errors("(<= p (not (object ?x)))", &["unsafe-variable 1:20"]);
    errors("(<= p (distinct ?x a))", &["unsafe-variable 1:17"]);
    errors("(<= p (not (distinct a ?x)))", &["unsafe-variable 1:24"]);
    errors("(<= (p ?x) (not (object ?x)))", &["unsafe-variable 1:8", "unsafe-variable 1:25"]);
    errors("(<= (p ?x) (not (distinct ?x a)))", &["unsafe-variable 1:8", "unsafe-variable 1:27"]);
    errors(
        "(<= (p ?x) (object ?y) (not (link ?x ?y)))",
        &["unsafe-variable 1:8", "unsafe-variable 1:35"],
    );
}

#[test]
fn a_positive_condition_binds_its_variables_in_any_position() {
    errors("(<= (p ?x) (object ?x))", &[]);
    errors("(<= (p ?X) (object ?x))", &[]);
    errors("(<= (p ?x) (true (f (g ?x))))", &[]);
    errors("(<= p (not (object ?x)) (distinct ?x ?y) (link ?x ?y))", &[]);
    errors("(<= (next (f ?x)) (does ?x (go ?y)))", &[]);
    errors("(<= (p ?x) (and (object ?x) (not (link ?x ?x))))", &[]);
}

#[test]
fn an_or_binds_variables_that_all_its_branches_bind() {
    errors("(<= (p ?x) (or (object ?x) (link ?x ?y)))", &[]);
    errors("(<= (p ?x) (or (object ?x)))", &[]);
    errors("(<= (p ?x) (or (object ?x) (object a)))", &["unsafe-variable 1:8"]);
    errors(
        "(<= (p ?x) (or (object ?x) (not (object ?x))))",
        &["unsafe-variable 1:8", "unsafe-variable 1:41"],
    );
    errors("(<= (p ?x) (or (object ?x) (object a)) (link ?x ?y))", &[]);
    errors(
        "(<= (p ?x ?y) (or (object ?x) (object ?y)))",
        &["unsafe-variable 1:8", "unsafe-variable 1:11"],
    );
    errors("(<= (p ?x) (or (and (object a) (object ?x)) (link a ?x)))", &[]);
}

#[test]
fn nested_ors_bind_by_the_same_rule() {
    errors("(<= (p ?x) (or (object ?x) (or (link a ?x) (link ?x a))))", &[]);
    errors("(<= (p ?x) (or (object ?x) (or (link a ?x) (link a b))))", &["unsafe-variable 1:8"]);
    errors("(<= (p ?x) (or (and (object a) (or (link a ?x) (link ?x b))) (object ?x)))", &[]);
}

#[test]
fn a_branch_of_an_or_uses_its_own_bindings_and_those_around_it() {
    errors("(<= p (or (and (object ?x) (not (link ?x a))) (object b)))", &[]);
    errors("(<= p (object ?x) (or (not (link ?x a)) (distinct ?x b)))", &[]);
    errors("(<= p (or (not (link ?x a)) (object b)) (object ?x))", &[]);
    errors("(<= p (or (object ?x) (not (link ?x a))))", &["unsafe-variable 1:34"]);
    errors(
        "(<= p (or (and (object ?x) (or (not (link ?x a)) (distinct ?x ?y))) (object a)))",
        &["unsafe-variable 1:63"],
    );
}

#[test]
fn conditions_under_a_negation_bind_nothing() {
    errors(
        "(<= p (not (or (object ?x) (link a ?x))))",
        &["unsafe-variable 1:24", "unsafe-variable 1:36"],
    );
    errors("(<= p (not (and (object ?x) (not (link a ?x)))))", &["unsafe-variable 1:25"]);
    errors("(<= p (object ?x) (not (or (object ?x) (link a ?x))))", &[]);
    errors("(<= (p ?x) (not (not (object ?x))))", &["unsafe-variable 1:8"]);
    errors("(<= (p ?x) (object ?x) (not (not (link ?x b))))", &[]);
}

#[test]
fn depends_on_state() {
    errors("(<= (init a) (true ready))", &["depends-on-state 1:14"]);
    errors("(<= (init a) (not (does you wait)))", &["depends-on-state 1:19"]);
    errors("(<= (base ?f) (true ?f))", &["depends-on-state 1:15"]);
    errors(
        "(<= (input you ?m) (legal you ?m) (p ?m)) (<= (p wait) (true ready))",
        &["depends-on-state 1:35"],
    );
    errors(
        "(<= (init a) p) (<= p q) (<= q (or (object a) (true ready)))",
        &["depends-on-state 1:14"],
    );
    errors("(<= (init a) terminal)", &["depends-on-state 1:14"]);
    errors("(<= (init a) (legal you wait))", &[]);
    errors("(<= (init (f ?x)) (object ?x) (not (link ?x ?x)))", &[]);
}

#[test]
fn depends_on_does() {
    errors("(<= (legal you a) (does you wait))", &["depends-on-does 1:19"]);
    errors("(<= (goal you 1) (not (does you wait)))", &["depends-on-does 1:23"]);
    errors(
        "(<= terminal (or (true done) (p a))) (<= (p ?x) (does you (go ?x)))",
        &["depends-on-does 1:30"],
    );
    errors("(<= terminal p) (<= p q) (<= q p) (<= q (does you wait))", &["depends-on-does 1:14"]);
    errors("(<= (next a) p) (<= p (does you wait))", &[]);
    errors("(<= (sees you a) (does you wait))", &[]);
}

#[test]
fn unstratified_negation() {
    errors("(<= p (not p))", &["unstratified-negation 1:12"]);
    errors("(<= p (not q)) (<= q p)", &["unstratified-negation 1:12"]);
    errors(
        "(<= p (not q)) (<= q (not p))",
        &["unstratified-negation 1:12", "unstratified-negation 1:27"],
    );
    errors("(<= p (or (object a) (not p)))", &["unstratified-negation 1:27"]);
    errors("(<= p (not (or (object a) p)))", &["unstratified-negation 1:27"]);
    errors("(<= p q) (<= q r) (<= r (not p) (object a))", &["unstratified-negation 1:30"]);
    errors(
        "(<= (p ?x) (object ?x) (not (q ?x))) (<= (q ?x) (object ?x) (p ?x))",
        &["unstratified-negation 1:29"],
    );
    errors("(<= (p ?x) (link ?x ?y) (not (p ?y)))", &["unstratified-negation 1:30"]);
}

#[test]
fn negation_outside_a_cycle_is_stratified() {
    errors("(<= p q) (<= q p)", &[]);
    errors("(<= p (not q)) (<= q (not r)) (<= r (object a))", &[]);
    errors("(<= p (not (not p)))", &[]);
    errors("(<= p (not q)) (<= q q) (<= q (object a))", &[]);
    errors("(<= p (distinct a b) (not (distinct a a)) p)", &[]);
}

#[test]
fn negation_between_rules_that_cannot_match_is_stratified() {
    errors("(<= (goal you 50) (not (goal you 0)))", &[]);
    errors("(<= (goal ?r 50) (role ?r) (not (goal ?r 60)) (not (goal ?r 70)))", &[]);
    errors("(<= (p a) (not (p b))) (<= (p b) (not (p c)))", &[]);
    errors("(<= (p (f a)) (not (p (g a))))", &[]);
    errors("(<= (p ?x a) (object ?x) (not (p ?x b)))", &[]);
    errors("(<= (p a) (not q)) (<= q (p b))", &[]);
}

#[test]
fn negation_between_rules_that_can_match_is_not_stratified() {
    errors(
        "(<= (goal you 50) (not (goal you 60))) (<= (goal you 60) (not (goal you 50)))",
        &["unstratified-negation 1:24", "unstratified-negation 1:63"],
    );
    errors("(<= (goal ?r 50) (role ?r) (not (goal ?r 50)))", &["unstratified-negation 1:33"]);
    errors(
        "(<= (goal ?r ?v) (role ?r) (object ?v) (not (goal ?r 50)))",
        &["unstratified-negation 1:45"],
    );
    errors(
        "(<= (p a) (not (p b))) (<= (p b) (not (p a)))",
        &["unstratified-negation 1:16", "unstratified-negation 1:39"],
    );
    errors("(<= (p a) (not q)) (<= q (object ?x) (p ?x))", &["unstratified-negation 1:16"]);
    errors("(<= (p (f ?x)) (object ?x) (not (p (f a))))", &["unstratified-negation 1:33"]);
}

#[test]
fn recursion_is_restricted_by_ground_terms_head_arguments_and_conditions_outside_the_cycle() {
    errors("(<= (p ?x) (object ?x) (p a))", &[]);
    errors("(<= (p ?x) (object ?x) (p (f a)))", &[]);
    errors("(<= (p ?x ?y) (p ?y ?x))", &[]);
    errors("(<= (p ?x ?y) (p ?x ?z) (link ?z ?y))", &[]);
    errors("(<= (p (f ?x)) (p (f ?x)))", &[]);
    errors("(<= (p (f ?x)) (object ?x) (p ?x))", &[]);
    errors("(<= (p ?x) (object ?x) (p (f ?x)))", &[]);
    errors("(<= (p ?x) (true (f ?x ?y)) (p ?y))", &[]);
    errors("(<= (p ?x) (or (link ?y ?x) (link ?x ?y)) (p ?y))", &[]);
    errors("(<= (p ?x) (object ?x) (or (and (link ?x ?y) (p ?y)) (object a)))", &[]);
    errors("(<= (p ?x) (q ?x)) (<= (q ?x) (p ?x))", &[]);
    errors("(<= p q) (<= q p)", &[]);
}

#[test]
fn recursion_without_a_restriction() {
    errors("(<= (p (f ?x)) (p ?x))", &["unrestricted-recursion 1:19"]);
    errors("(<= (p ?x) (p (f ?x)))", &["unrestricted-recursion 1:15"]);
    errors(
        "(<= (p ?x ?z) (p ?x ?y) (p ?y ?z))",
        &["unrestricted-recursion 1:21", "unrestricted-recursion 1:28"],
    );
    errors("(<= (p ?x) (p ?y) (object ?x))", &["unrestricted-recursion 1:15"]);
    errors("(<= (p (f ?x)) (q ?x)) (<= (q ?x) (p ?x))", &["unrestricted-recursion 1:19"]);
    errors(
        "(<= (p (f ?x)) (p ?x) (q ?x)) (<= (q ?x) (p ?x))",
        &["unrestricted-recursion 1:19", "unrestricted-recursion 1:26"],
    );
    // A negation does not restrict the recursion, nor does an `or` if only some of its branches do.
    errors("(<= (p (f ?x)) (p ?x) (not (object ?x)))", &["unrestricted-recursion 1:19"]);
    errors("(<= (p (f ?x)) (p ?x) (or (object ?x) (object a)))", &["unrestricted-recursion 1:19"]);
    errors("(<= (p ?x) (or (p (f ?x)) (object ?x)))", &["unrestricted-recursion 1:19"]);
    errors("(<= (p ?X) (P (f ?x)))", &["unrestricted-recursion 1:15"]);
}

#[test]
fn recursion_through_the_state_needs_no_restriction() {
    errors("(<= (next (f ?x)) (true ?x))", &[]);
    errors("(<= (next (f (g ?x))) (true (f ?x)))", &[]);
    errors("(<= (next ?x) (true ?x) (not (does you wait)))", &[]);
    errors("(<= (next p) (not (true p)))", &[]);
}

#[test]
fn shape_of_formulas() {
    warnings("(<= (object c))", &["empty-body 1:1"]);
    warnings("(<= (next a) (or))", &["empty-disjunction 1:14"]);
    warnings("(<= (next a) (not (or)))", &["empty-disjunction 1:19"]);
    warnings("(<= (next a) (or (or)))", &["empty-disjunction 1:18", "nested-disjunction 1:18"]);
    warnings("(<= (next a) (or (or (object a)) (object b)))", &["nested-disjunction 1:18"]);
    warnings("(<= (next a) (or (not (or (object a))) (object b)))", &[]);
    warnings("(<= (next a) (or (and (or (object a))) (object b)))", &["explicit-and 1:18"]);
    warnings("(<= (next a) (And (object a) (object b)))", &["explicit-and 1:14"]);
    warnings("(<= (next a) (or (object a)))", &[]);
    warnings("(<= (next (f)) (object a))", &["empty-arguments 1:11"]);
}

#[test]
fn relation_and_function() {
    warnings("(<= (next (object ?x)) (object ?x))", &["relation-and-function 1:11"]);
    warnings(
        "(<= (next (f (Object a))) (object a))",
        &["relation-and-function 1:14", "inconsistent-case 1:28"],
    );
    warnings("(<= (next object) (object a))", &[]);
    warnings("(<= (next a) (object a) (distinct (link a) b))", &["relation-and-function 1:35"]);
}

#[test]
fn undefined_and_unused_names() {
    warnings("(<= (next a) (p b))", &["undefined-relation 1:14"]);
    warnings("(<= (next a) (not p) p)", &["undefined-relation 1:19"]);
    warnings("(p a)", &["unused-relation 1:1"]);
    warnings("(<= p (object a)) (<= p (object b))", &["unused-relation 1:5"]);
    warnings("(<= (p ?x) (p ?x))", &[]);
    warnings("(<= (next a) (true b))", &["undefined-fluent 1:14"]);
    warnings("(<= (next a) (not (true (f b))))", &["undefined-fluent 1:19"]);
    warnings("(<= (next (f ?x)) (true (F ?x)))", &["inconsistent-case 1:26"]);
    warnings("(<= (next ?f) (true ?f)) (<= (next a) (true b))", &[]);
    warnings("(<= (next a) (does you stay))", &["undefined-move 1:14"]);
    warnings("(<= (next a) (does you (go b)))", &[]);
    warnings("(<= (legal you ?m) (object ?m)) (<= (next a) (does you stay))", &[]);
    warnings("(legal me wait)", &["undeclared-role 1:1"]);
    warnings("(<= (next a) (does me wait))", &["undeclared-role 1:14"]);
    warnings("(role me) (legal me wait)", &[]);
    warnings("(<= (next a) (role me))", &["undeclared-role 1:14"]);
}

/// Asserts the hint of the first fault of a kind in the game with these rules put in front of it.
#[track_caller]
fn hint(rules: &str, kind: FaultKind, expected: &str) {
    let checked = agon_gdl::check("test.kif", format!("{rules}{GAME}").as_bytes());
    let fault = checked.faults.kept().iter().find(|fault| fault.kind == kind);
    let fault = fault.unwrap_or_else(|| panic!("{rules} has no such fault"));
    assert!(fault.hint.contains(expected), "{rules}: {}", fault.hint);
}

#[test]
fn misspelt_names_get_a_suggestion() {
    use FaultKind::{
        UndeclaredRole, UndefinedFluent, UndefinedMove, UndefinedRelation, UnsafeVariable,
        UnusedRelation,
    };
    hint("(<= (nxt a) (object a))", UnusedRelation, "did you mean `next`?");
    hint("(<= open (object a)) (<= (next a) opn)", UndefinedRelation, "did you mean `open`?");
    hint("(<= open (object a)) (<= (next a) opn)", UnusedRelation, "did you mean `opn`?");
    hint("(<= (next a) (objekt a))", UndefinedRelation, "did you mean `object`?");
    hint("(<= (next a) (treu ready))", UndefinedRelation, "did you mean `true`?");
    hint(
        "(<= (next a) (object ?x) (distinkt ?x b))",
        UndefinedRelation,
        "did you mean `distinct`?",
    );
    hint("(<= (next a) (true redy))", UndefinedFluent, "did you mean `ready`?");
    hint("(<= (p ?afer) (object ?after))", UnsafeVariable, "did you mean `?after`?");
    hint("(<= p (object ?after) (not (object ?afer)))", UnsafeVariable, "did you mean `?after`?");
    hint("(<= (p ?x) (object ?y))", UnsafeVariable, "add a condition that says what `?x` can be");
    hint("(<= (next a) (does you wiat))", UndefinedMove, "did you mean `wait`?");
    hint("(<= (next a) (does yuo wait))", UndeclaredRole, "did you mean `you`?");
}

#[test]
fn names_that_are_not_similar_get_no_suggestion() {
    hint("(<= (next a) win)", FaultKind::UndefinedRelation, "define `win`, or correct the name");
    // The number of arguments differs from that of `object`.
    hint("(<= (next a) (objekt a b))", FaultKind::UndefinedRelation, "define `objekt`, or correct");
    hint("(stone a)", FaultKind::UnusedRelation, "use it, or remove its rules");
}

#[test]
fn names_of_unreadable_rules_are_not_reported() {
    warnings("(<= (p ?x) ?x) (<= (next a) (p b))", &[]);
    warnings("(<= (next b) ?x) (<= (next a) (true b))", &[]);
    warnings("(p a) (<= (next a) (p a) ())", &[]);
    warnings("(<= (legal you stay) ()) (<= (next a) (does you stay))", &[]);
}

#[test]
fn inconsistent_case() {
    warnings("(<= (next Done) (object a))", &["inconsistent-case 4:11"]);
    warnings(
        "(<= (next a) (OBJECT a) (Object a))",
        &["inconsistent-case 1:26", "inconsistent-case 3:2"],
    );
    warnings("(<= (next a) (link ?x ?y) (link ?X b))", &["inconsistent-case 1:33"]);
    warnings("(<= (next a) (object ?x)) (<= (next b) (object ?X))", &[]);
    warnings("(<= (next É) (true é))", &["undefined-fluent 1:14"]);
}

#[test]
fn hidden_information() {
    warnings("(role random)", &["hidden-information 1:1"]);
    warnings(
        "(role Random) (legal random roll)",
        &["hidden-information 1:1", "inconsistent-case 1:22"],
    );
    warnings("(<= (sees you a) (does you wait))", &["hidden-information 1:5"]);
    warnings("(init random) (<= (next (f random)) (does you wait))", &[]);
    let hidden = |rules: &str| {
        let checked = agon_gdl::check("test.kif", format!("{rules}{GAME}").as_bytes());
        checked.rules.map(|rules| rules.has_hidden_information())
    };
    assert_eq!(hidden(""), Some(false));
    assert_eq!(hidden("(role random)"), Some(true));
    assert_eq!(hidden("(sees you a)"), Some(true));
}

#[test]
fn rules_are_returned_if_and_only_if_there_is_no_error() {
    let rules = |rules: &str| agon_gdl::check("t.kif", format!("{rules}{GAME}").as_bytes()).rules;
    assert!(rules("(p (f))").is_some());
    assert!(rules("(p ?x)").is_none());
    assert!(rules(")").is_none());
    let found = rules("(role me) (role YOU)").expect("there is no error");
    let names = found.roles().iter().map(|&role| found.symbols().name(found.terms().symbol(role)));
    assert_eq!(names.collect::<Vec<_>>(), ["me", "YOU"]);
}

#[test]
fn negation_stands_in_front_of_atoms_in_checked_rules() {
    let text = format!(
        "(<= (next a) (not (and (object b) (not (or (object c) (distinct a b))))))
        {GAME}"
    );
    let rules = agon_gdl::check("t.kif", text.as_bytes()).rules.expect("there is no error");
    let [agon_gdl::Literal::Any(branches)] = &rules.clauses()[0].body[..] else {
        panic!("a negated conjunction is a disjunction");
    };
    assert!(matches!(branches[0][..], [agon_gdl::Literal::Fails(_)]));
    let [agon_gdl::Literal::Any(inner)] = &branches[1][..] else {
        panic!("a double negation cancels out");
    };
    assert!(matches!(inner[0][..], [agon_gdl::Literal::Holds(_)]));
    assert!(matches!(inner[1][..], [agon_gdl::Literal::Distinct(..)]));
}

/// Faults whose examples are not rule sheets.
const WITHOUT_SHEETS: [&str; 4] =
    ["invalid-utf8", "file-too-large", "nesting-too-deep", "limit-reached"];

/// Returns the rule sheet after a heading of an explanation.
fn example(kind: FaultKind, heading: &str) -> &'static str {
    let after = |text: &'static str, mark: &str| text.split_once(mark).map(|(_, rest)| rest);
    let name = kind.name();
    let rest = after(kind.explanation(), &format!("\n{heading}\n\n```kif\n"));
    let rest = rest.unwrap_or_else(|| panic!("{name}: no rules after {heading}"));
    rest.split_once("```").unwrap_or_else(|| panic!("{name}: no end after {heading}")).0
}

/// Returns the names of all faults of a sheet, each once.
fn names(sheet: &str) -> BTreeSet<&'static str> {
    let checked = agon_gdl::check("test.kif", sheet.as_bytes());
    checked.faults.kept().iter().map(|fault| fault.kind.name()).collect()
}

#[test]
fn examples_in_explanations_show_their_fault_and_its_correction() {
    for &kind in FaultKind::ALL {
        let name = kind.name();
        assert!(kind.explanation().starts_with(&format!("# {name}\n")), "{name}: the title");
        if WITHOUT_SHEETS.contains(&name) {
            continue;
        }
        // If a fault is found only by playing, checking finds no fault in its example.
        let wrong = (kind.found_by() == FoundBy::Reading).then_some(name);
        assert_eq!(names(example(kind, "Wrong:")), wrong.into_iter().collect(), "{name}: wrong");
        assert_eq!(names(example(kind, "Right:")), BTreeSet::new(), "{name}: right");
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the explanations are files")]
fn every_explanation_belongs_to_a_fault() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut found: Vec<String> = files
        .map(|file| {
            file.expect("the folder can be read").file_name().to_string_lossy().into_owned()
        })
        .collect();
    let mut expected: Vec<String> =
        FaultKind::ALL.iter().map(|kind| format!("{}.md", kind.name())).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert!(FaultKind::ALL.iter().all(|&kind| FaultKind::from_name(kind.name()) == Some(kind)));
}

#[test]
fn hints_suggest_the_name_that_was_meant() {
    let hint = |rules: &str, kind: &str| {
        let checked = agon_gdl::check("test.kif", format!("{rules}{GAME}").as_bytes());
        let fault = checked.faults.kept().iter().find(|fault| fault.kind.name() == kind);
        fault.unwrap_or_else(|| panic!("no {kind}")).hint.clone()
    };
    assert!(hint("(<= (nxt a) (true a))", "unused-relation").ends_with("did you mean `next`?"));
    let rules = "(open a) (<= (next b) (opn a))";
    assert!(hint(rules, "undefined-relation").ends_with("did you mean `open`?"));
    assert!(hint(rules, "unused-relation").ends_with("did you mean `opn`?"));
    assert!(hint("(<= (next (cel 1)) (true (cell 1)))", "undefined-fluent").ends_with("`cel`?"));
    assert!(hint("(<= (next a) (does yuo wait))", "undeclared-role").ends_with("`you`?"));
    assert!(hint("(<= (next a) (does you wit))", "undefined-move").ends_with("`wait`?"));
    assert!(!hint("(<= (next a) (p b))", "undefined-relation").contains("did you mean"));
}
