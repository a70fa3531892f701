//! Hostile rules, facts and moves: their words appear in pictures only as escaped text, and nothing panics.

use crate::{Subject, described_plan, term, terms, texts};
use agon_draw::DrawingPlan;
use proptest::prelude::*;
use std::sync::LazyLock;
use term::Term;

/// Asserts that a text is balanced XML with no elements other than those that `draw` writes.
fn check_xml(text: &str) {
    const NAMES: [&str; 11] = [
        "svg", "style", "g", "title", "rect", "circle", "polygon", "path", "line", "text", "tspan",
    ];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        assert!(!rest[..at].contains('>'), "{}", &rest[..at]);
        rest = &rest[at..];
        if let Some(entity) = rest.strip_prefix('&') {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
            assert!(known.iter().any(|known| entity.starts_with(known)), "{rest}");
            rest = entity;
            continue;
        }
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().unwrap();
        assert!(NAMES.contains(&name), "{tag}");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Rules whose words are markup.
const RULES: &str = r#"
(role <script>) (role o"n=&'x')
(after <b> <c>) (after <c> </svg>)
(init (cell <b> <c> <script>)) (init (cell <c> </svg> o"n=&'x'))
(init (on<load>= <script>)) (init ("><a'x'> <c>))
(<= (legal ?role (</title> ?x ?y)) (role ?role) (true (cell ?x ?y ?any)))
(<= (next (cell ?y ?x ?role)) (does ?role (</title> ?x ?y)))
(<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)) (after ?x ?y))
(<= terminal (true (cell </svg> <c> ?any)))
(<= (goal ?role 50) (role ?role))
"#;

#[test]
fn words_of_rules_are_escaped() {
    let subject = Subject::new(RULES);
    let plan = subject.analysed_plan();
    for state in &subject.states {
        let svg = plan.picture(state).svg(&[]);
        check_xml(&svg);
        assert!(!svg.contains("<script") && !svg.contains("<a"), "{svg}");
        assert!(svg.contains("&lt;script&gt;"), "{svg}");
    }
}

#[test]
fn words_of_descriptions_are_escaped() {
    let board = r#"
title = "<img src=x onerror=alert(1)>"
across = "?x: <script> \" '"
down = "?y: & </g>"
show = [["(cell ?x ?y ?what)", "?what"]]
"#;
    let board: library::BoardDescription = toml::from_str(board).unwrap();
    let subject = Subject::of("nim");
    let plan =
        DrawingPlan::from_description(&[board], subject.analyst.rules(), &texts(&["<script>"]));
    let picture = plan.picture(&terms(&[
        "(cell <script> & <script>)",
        "(cell ' </g> ]]>)",
        "(label <!-- -->)",
    ]));
    assert_eq!(picture.rest.len(), 0);
    check_xml(&picture.svg(&["0.0.0".parse().unwrap()]));
}

#[test]
fn boards_of_descriptions_have_a_limit() {
    let names = (0..150).map(|name| name.to_string()).collect::<Vec<_>>().join(" ");
    let board = format!(
        "across = \"?x: {names}\"\ndown = \"?y: {names}\"\nshow = [[\"(cell ?x ?y)\", \"x\"]]"
    );
    let board: library::BoardDescription = toml::from_str(&board).unwrap();
    let subject = Subject::of("nim");
    let plan = DrawingPlan::from_description(&[board], subject.analyst.rules(), &subject.roles);
    assert!(!plan.has_boards());
    assert_eq!(
        plan.picture(&terms(&["(cell 1 2)"])).rest.len()
            + plan.picture(&terms(&["(cell 1 2)"])).labels.len(),
        1
    );
}

#[test]
fn facts_of_no_known_form_are_listed() {
    let facts = terms(&["cell", "(cell)", "(cell 1 1 x y)", "(cell (1) 1 x)", "?x"]);
    for plan in [described_plan("tic-tac-toe"), Subject::of("tic-tac-toe").analysed_plan()] {
        assert_eq!(plan.picture(&facts).rest, facts);
        // A relation with one argument may be a label beside the board.
        let picture = plan.picture(&terms(&["(cell 1)"]));
        assert_eq!(picture.rest.len() + picture.labels.len(), 1);
    }
    let deep = term(&format!("{}x{}", "(f ".repeat(4000), ")".repeat(4000)));
    let plan = described_plan("tic-tac-toe");
    let picture = plan.picture(std::slice::from_ref(&deep));
    assert_eq!(picture.rest.len() + picture.labels.len(), 1);
    assert!(picture.svg(&[]).len() < 20_000);
    assert!(plan.clicks(&deep).is_empty());
    let long = format!("(cell 1 1 {})", "x".repeat(100_000));
    assert!(
        Subject::of("tic-tac-toe").analysed_plan().picture(&[term(&long)]).svg(&[]).len() < 20_000
    );
}

static PLANS: LazyLock<Vec<DrawingPlan>> = LazyLock::new(|| {
    let mut plans: Vec<DrawingPlan> =
        ["tic-tac-toe", "merrills", "quarto", "hex", "kalah"].map(described_plan).into();
    plans.extend(
        ["tic-tac-toe", "hallway", "merrills", "quarto"]
            .map(|name| Subject::of(name).analysed_plan()),
    );
    plans
});

/// Generates terms that resemble facts and moves, of texts that need not be terms.
fn fact() -> impl Strategy<Value = Option<Term>> {
    let word = prop_oneof![
        4 => prop::sample::select(vec!["cell", "pawn", "wall", "mark", "move", "put", "1", "2", "9", "x", "white", "a7", "noop"]).prop_map(str::to_owned),
        1 => "[^() \t\n]{0,6}",
    ];
    let flat = prop::collection::vec(word, 1..7).prop_map(|words| format!("({})", words.join(" ")));
    prop_oneof![4 => flat.clone(), 1 => prop::collection::vec(flat, 1..3).prop_map(|facts| format!("({})", facts.join(" "))), 1 => "\\PC{0,20}"].prop_map(|text| Term::read(&text))
}

proptest! {
    #[test]
    fn nothing_panics_and_every_fact_is_drawn_or_listed(facts in prop::collection::vec(fact(), 0..12)) {
        let facts: Vec<Term> = facts.into_iter().flatten().collect();
        for plan in PLANS.iter() {
            let picture = plan.picture(&facts);
            prop_assert!(picture.rest.iter().all(|fact| facts.contains(fact)));
            let clicks: Vec<_> = facts.iter().flat_map(|action| plan.clicks(action)).flatten().collect();
            prop_assert!(clicks.iter().all(|&cell| picture.cell(cell).is_some()));
            check_xml(&picture.svg(&clicks));
        }
    }
}
