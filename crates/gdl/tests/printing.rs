//! Printing and formatting: nothing is lost or added, and a second run changes nothing.

use agon_gdl::print::{infix, kif};
use agon_gdl::{Atom, Formula, Severity, Sheet, TermId, TermTable, Token, Tokens};
use proptest::collection::vec;
use proptest::prelude::*;

/// A generated tree of words: the expected contents of a sheet.
#[derive(Clone, Debug)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

impl Tree {
    fn list(first: &str, rest: impl IntoIterator<Item = Tree>) -> Tree {
        Tree::List(std::iter::once(Tree::Word(first.to_owned())).chain(rest).collect())
    }

    /// Returns the text with single spaces between parts.
    fn plain(&self) -> String {
        match self {
            Tree::Word(word) => word.clone(),
            Tree::List(parts) => {
                let parts: Vec<String> = parts.iter().map(Tree::plain).collect();
                format!("({})", parts.join(" "))
            }
        }
    }

    fn tokens<'a>(&'a self, out: &mut Vec<&'a str>) {
        match self {
            Tree::Word(word) => out.push(word),
            Tree::List(parts) => {
                out.push("(");
                parts.iter().for_each(|part| part.tokens(out));
                out.push(")");
            }
        }
    }
}

/// Generates names of all kinds except the connectives of formulas.
fn name() -> impl Strategy<Value = String> {
    let plain = prop_oneof!["[a-z]{1,3}", "[A-Z][a-zA-Z]{0,2}", "[0-9]{1,3}", "-?[0-9]\\.[0-9]"];
    let odd = "[a-c<>=|'\"\\\\+*/.,:!?@#$%&_\\-\\[\\]{}éß漢\u{a0}\u{2028}]{1,5}";
    let keyword = "role|init|True|next|legal|DOES|goal|base|input|sees|random";
    let connective = ["<=", "not", "or", "and", "distinct"];
    prop_oneof![6 => plain, 3 => odd, 1 => keyword].prop_filter("names nothing", move |name| {
        !name.starts_with('?') && !connective.iter().any(|word| name.eq_ignore_ascii_case(word))
    })
}

fn variable() -> impl Strategy<Value = String> {
    prop_oneof![3 => "\\?[a-zX]", 1 => "\\?[a-z0-9+'|é?]{0,4}"]
}

fn term() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![name(), variable()].prop_map(Tree::Word);
    leaf.prop_recursive(4, 20, 4, |inner| applied(vec(inner, 1..4)))
}

/// Generates a name applied to one or more arguments.
fn applied(arguments: impl Strategy<Value = Vec<Tree>>) -> impl Strategy<Value = Tree> {
    (name(), arguments).prop_map(|(name, arguments)| Tree::list(&name, arguments))
}

fn atom() -> impl Strategy<Value = Tree> {
    prop_oneof![1 => name().prop_map(Tree::Word), 3 => applied(vec(term(), 1..4))]
}

fn formula() -> impl Strategy<Value = Tree> {
    let distinct = [term(), term()].prop_map(|terms| Tree::list("distinct", terms));
    let leaf = prop_oneof![4 => atom(), 1 => distinct];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|part| Tree::list("not", [part])),
            vec(inner.clone(), 0..4).prop_map(|parts| Tree::list("or", parts)),
            vec(inner, 0..4).prop_map(|parts| Tree::list("AND", parts)),
        ]
    })
}

fn rules() -> impl Strategy<Value = Vec<Tree>> {
    let rule = (atom(), vec(formula(), 0..4))
        .prop_map(|(head, body)| Tree::list("<=", std::iter::once(head).chain(body)));
    vec(prop_oneof![atom(), rule], 0..6)
}

/// Generates the text between two tokens; it is empty only beside a parenthesis.
fn gap() -> impl Strategy<Value = String> {
    let comment = "; ?[()a-z;?é \t]{0,6}[\n\r]";
    let piece = prop_oneof![4 => "[ \t\n]", 1 => "\r\n|\r|\u{b}|\u{c}|\n\n\n", 1 => comment];
    prop_oneof![2 => Just(String::new()), 3 => vec(piece, 1..4).prop_map(|parts| parts.concat())]
}

/// Generates rules, and their text in a random layout.
fn laid_out() -> impl Strategy<Value = (Vec<Tree>, String)> {
    (rules(), vec(gap(), 1..30)).prop_map(|(rules, gaps)| {
        let mut tokens = Vec::new();
        rules.iter().for_each(|rule| rule.tokens(&mut tokens));
        let mut text = String::new();
        let is_word = |token: &str| token != "(" && token != ")";
        for (index, token) in tokens.iter().enumerate() {
            let gap = &gaps[index % gaps.len()];
            let words = index > 0 && is_word(tokens[index - 1]) && is_word(token);
            text.push_str(if words && gap.is_empty() { " " } else { gap });
            text.push_str(token);
        }
        text.push_str(&gaps[tokens.len() % gaps.len()]);
        (rules, text)
    })
}

/// Generates any text, but with many characters that matter to a layout. Byte order marks are left out: one at the
/// beginning of a word becomes the mark of the file if formatting puts the word first.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[()]{1,3}",
        4 => "[a-z<=?]{1,12}",
        4 => "[ \n]{1,3}",
        1 => "[a-z]{60,120}",
        1 => "\r|\r\n|\t|\u{b}|\u{c}|\0",
        2 => ";[^\n]{0,8}[\n\r]",
        1 => any::<String>(),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Returns the tokens of a text, without white space at the ends of comments.
fn tokens(text: &str) -> Vec<(Token, &str)> {
    Tokens::new(text)
        .map(|(token, span)| (token, text[span.start as usize..span.end as usize].trim_end()))
        .collect()
}

fn read(text: &str) -> Sheet {
    let (sheet, faults) = agon_gdl::read("test.kif", text.as_bytes());
    assert_eq!(faults.kept(), [], "in {text:?}");
    sheet
}

/// Returns a description of the rules that names the kind of each part.
fn structure(sheet: &Sheet) -> Vec<String> {
    let rules = sheet.rules.iter();
    rules
        .map(|rule| {
            let arrow = if rule.arrow { "rule" } else { "fact" };
            format!("{arrow} {} {}", atom_structure(sheet, &rule.head), all(sheet, &rule.body))
        })
        .collect()
}

fn all(sheet: &Sheet, formulas: &[Formula]) -> String {
    let parts: Vec<String> =
        formulas.iter().map(|formula| formula_structure(sheet, formula)).collect();
    format!("{parts:?}")
}

fn formula_structure(sheet: &Sheet, formula: &Formula) -> String {
    match formula {
        Formula::Atom(atom) => atom_structure(sheet, atom),
        Formula::Not(inner, _) => format!("negation {}", formula_structure(sheet, inner)),
        Formula::And(parts, _) => format!("conjunction {}", all(sheet, parts)),
        Formula::Or(parts, _) => format!("disjunction {}", all(sheet, parts)),
        Formula::Distinct(left, right, _) => format!("{:?}", terms(sheet, &[*left, *right])),
    }
}

fn atom_structure(sheet: &Sheet, atom: &Atom) -> String {
    format!("{:?} of {:?}", sheet.name(atom.relation), terms(sheet, &atom.arguments))
}

fn terms(sheet: &Sheet, parts: &[TermId]) -> Vec<String> {
    let describe = |&term: &TermId| {
        let name = sheet.name(sheet.terms.symbol(term));
        format!("{name:?} of {:?}", terms(sheet, sheet.terms.arguments(term)))
    };
    parts.iter().map(describe).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn reading_gives_the_rules_as_written((rules, text) in laid_out()) {
        let expected: String = rules.iter().map(|rule| rule.plain() + "\n").collect();
        // Names are shown in the spelling that came first.
        let printed = kif(&read(&text));
        prop_assert_eq!(printed.to_ascii_lowercase(), expected.to_ascii_lowercase());
    }

    #[test]
    fn printing_and_reading_again_gives_the_same_rules((_, text) in laid_out()) {
        let sheet = read(&text);
        let printed = kif(&sheet);
        let again = read(&printed);
        prop_assert_eq!(structure(&again), structure(&sheet));
        prop_assert_eq!(kif(&again), printed);
    }

    #[test]
    fn formatting_keeps_the_rules((_, text) in laid_out()) {
        prop_assert_eq!(kif(&read(&agon_gdl::format(&text))), kif(&read(&text)));
    }

    #[test]
    fn formatting_keeps_every_word_parenthesis_and_comment(text in any_text()) {
        let formatted = agon_gdl::format(&text);
        prop_assert_eq!(tokens(&formatted), tokens(&text));
    }

    #[test]
    fn formatting_twice_changes_nothing(text in any_text()) {
        let once = agon_gdl::format(&text);
        prop_assert_eq!(agon_gdl::format(&once), once);
    }

    #[test]
    fn formatting_a_sheet_twice_changes_nothing((_, text) in laid_out()) {
        let once = agon_gdl::format(&text);
        prop_assert_eq!(agon_gdl::format(&once), once);
    }

    #[test]
    fn infix_notation_of_anything_can_be_printed((rules, text) in laid_out()) {
        let printed = infix(&read(&text));
        prop_assert_eq!(printed.is_empty(), rules.is_empty());
    }

    #[test]
    fn reading_and_checking_any_text_finds_places_that_can_be_shown(text in any_text()) {
        let checked = agon_gdl::check("test.kif", text.as_bytes());
        for fault in checked.faults.kept() {
            let shown = agon_gdl::render(&checked.sheet.source, fault);
            prop_assert!(shown.contains(fault.kind.name()));
        }
        prop_assert_eq!(checked.rules.is_none(), checked.faults.errors() > 0);
    }
}

fn check_format(text: &str, expected: &str) {
    assert_eq!(agon_gdl::format(text), expected);
    assert_eq!(agon_gdl::format(expected), expected, "formatting twice");
}

fn check_infix(text: &str, expected: &str) {
    let (sheet, faults) = agon_gdl::read("test.kif", text.as_bytes());
    let errors = faults.kept().iter().filter(|fault| fault.kind.severity() == Severity::Error);
    assert_eq!(errors.count(), 0, "in {text:?}");
    assert_eq!(infix(&sheet), expected);
}

#[test]
fn a_rule_gets_a_line_for_each_condition() {
    check_format("(<= p q r)", "(<= p\n    q\n    r)\n");
    check_format(
        "(<=(next(cell ?x))(true\n(cell ?x)))",
        "(<= (next (cell ?x))\n    (true (cell ?x)))\n",
    );
    check_format("(<= p)", "(<= p)\n");
}

#[test]
fn facts_keep_their_lines() {
    check_format("(a 1)   (a 2)\n(a 3)", "(a 1) (a 2)\n(a 3)\n");
    check_format("(a 1)\n\n\n\n(a 2)", "(a 1)\n\n(a 2)\n");
    check_format("(a 1) (<= p q)", "(a 1)\n(<= p\n    q)\n");
}

#[test]
fn comments_keep_their_places() {
    check_format("; top\n(a 1) ; beside  \n; below", "; top\n(a 1) ; beside\n; below\n");
    check_format("(<= p ; why\n q)", "(<= p ; why\n    q)\n");
    check_format("(<= p\n ; why\n q ; end\n)", "(<= p\n    ; why\n    q ; end\n)\n");
}

#[test]
fn an_empty_text_stays_empty() {
    check_format("", "");
    check_format(" \n\t\r\n", "");
    check_format("\u{feff}", "");
    check_format("; only this", "; only this\n");
}

#[test]
fn unmatched_parentheses_are_kept() {
    check_format(")", ")\n");
    check_format("(a (b c)", "( a (b c)\n");
    check_format("(a) ) (b)", "(a) ) (b)\n");
}

#[test]
fn infix_notation_is_that_of_logic_programs() {
    check_infix(
        "(<= (legal ?role (mark ?m ?n)) (true (cell ?m ?n b)) (true (control ?role)))",
        "legal(Role, mark(M, N)) :-\n    true(cell(M, N, b)),\n    true(control(Role)).\n",
    );
    check_infix("(role white)\n(init (cell 1 1 b))", "role(white).\ninit(cell(1, 1, b)).\n");
    check_infix("(<= terminal (not open))", "terminal :-\n    not open.\n");
    check_infix("(<= terminal)", "terminal.\n");
}

#[test]
fn infix_has_signs_for_distinct_and_or() {
    check_infix("(<= p (q ?x) (distinct ?x a))", "p :-\n    q(X),\n    X \\= a.\n");
    check_infix("(<= p (or q (not r)))", "p :-\n    (q ; not r).\n");
    check_infix("(<= p (or (and q r) s))", "p :-\n    ((q, r) ; s).\n");
    check_infix("(<= p (not (or q r)))", "p :-\n    not (q ; r).\n");
    check_infix("(<= p (or))", "p :-\n    false.\n");
    check_infix("(<= p (not (and)))", "p :-\n    not true.\n");
}

#[test]
fn infix_quotes_unusual_names() {
    check_infix("(p Cell 10 a_b a1)", "p(cell, 10, a_b, a1).\n");
    check_infix("(p + <a|b'c 1a _x a-b)", "p('+', '<a|b\\'c', '1a', '_x', 'a-b').\n");
    check_infix("(p a\\b é)", "p('a\\\\b', 'é').\n");
    check_infix("(p (wait))", "p('(wait)').\n");
}

#[test]
fn infix_variables_begin_with_a_capital_and_stay_different() {
    check_infix("(<= p (q ?x ?Row ?r1))", "p :-\n    q(X, Row, R1).\n");
    check_infix(
        "(<= p (q ? ?1 ?+ ??x ?a-b))",
        "p :-\n    q(V_, V_1, V__2b_, V__3f_x, V_a_2d_b).\n",
    );
}
