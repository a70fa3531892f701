//! Checks the keywords of GDL: required relations are defined, and each keyword has its number of
//! arguments and occurs only where it is allowed.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Rule, Sheet};
use crate::syntax::{NodeId, SyntaxNode};
use term::word::{BASE, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, RANDOM, ROLE, SEES, TERMINAL, TRUE};
use term::{Symbol, TermTable};

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    for rule in &sheet.rules {
        check_head(sheet, faults, rule);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| check_body_atom(sheet, faults, atom));
            formula.each_distinct(&mut |node| check_functions(sheet, faults, node));
        }
    }
    check_missing(sheet, faults);
    check_hidden_information(sheet, faults);
}

fn check_head(sheet: &Sheet, faults: &mut Faults, rule: &Rule) {
    let head = &rule.head;
    check_arity(sheet, faults, head);
    check_functions(sheet, faults, head.node);
    let (reason, hint) = match head.relation {
        TRUE => ("what is true follows from `init` and `next`", "define `init` or `next` instead"),
        DOES => ("the players decide what they do", "define `legal` instead"),
        ROLE if !rule.body.is_empty() => {
            ("the roles are known before the game", "write one `(role name)` fact for each role")
        }
        _ => return,
    };
    faults.add(FaultKind::ForbiddenHead, sheet.span(head.node), || {
        let name = sheet.name(head.relation);
        (format!("`{name}` cannot be defined here: {reason}"), hint)
    });
}

fn check_body_atom(sheet: &Sheet, faults: &mut Faults, atom: &Atom) {
    check_arity(sheet, faults, atom);
    check_functions(sheet, faults, atom.node);
    let hint = match atom.relation {
        INIT => "use `true` for facts of the current state",
        NEXT => "give the condition of the `next` rule a name of its own and use that",
        BASE | INPUT => {
            "give the declared set a relation of its own, used here and in the declaration"
        }
        SEES => "give the condition of the `sees` rule a name of its own and use that",
        _ => return,
    };
    faults.add(FaultKind::ForbiddenBody, sheet.span(atom.node), || {
        let name = sheet.name(atom.relation);
        (format!("`{name}` cannot be used as a condition"), hint)
    });
}

fn check_arity(sheet: &Sheet, faults: &mut Faults, atom: &Atom) {
    let Some(expected) = atom.relation.keyword_arity() else {
        return;
    };
    let found = atom.arguments.len();
    if found != expected {
        faults.add(FaultKind::KeywordArity, sheet.span(atom.node), || {
            let name = sheet.name(atom.relation);
            let plural = if expected == 1 { "" } else { "s" };
            (
                format!("`{name}` takes {expected} argument{plural}, found {found}"),
                format!("write it as `{}`", keyword_form(atom.relation)),
            )
        });
    }
}

/// Returns the form of a keyword with its arguments.
fn keyword_form(relation: Symbol) -> &'static str {
    match relation {
        ROLE => "(role name)",
        INIT => "(init fact)",
        TRUE => "(true fact)",
        NEXT => "(next fact)",
        BASE => "(base fact)",
        LEGAL => "(legal role move)",
        DOES => "(does role move)",
        INPUT => "(input role move)",
        GOAL => "(goal role value)",
        SEES => "(sees role percept)",
        _ => "terminal",
    }
}

/// Reports keywords used as functions: `(true (goal x 1))` is a mistake, not a fact called `goal`.
fn check_functions(sheet: &Sheet, faults: &mut Faults, atom: NodeId) {
    let is_list = |node: &NodeId| matches!(sheet.syntax.node(*node), SyntaxNode::List(_));
    let mut pending: Vec<NodeId> = sheet.syntax.children(atom).filter(is_list).collect();
    while let Some(list) = pending.pop() {
        if let Some(first) = sheet.syntax.children(list).next()
            && let SyntaxNode::Word(word) = sheet.syntax.node(first)
            && word.keyword_arity().is_some()
        {
            faults.add(FaultKind::KeywordAsFunction, sheet.span(first), || {
                (
                    format!("`{}` is a relation of GDL, not a function", sheet.name(word)),
                    "choose another name for the function",
                )
            });
        }
        pending.extend(sheet.syntax.children(list).filter(is_list));
    }
}

/// Reports required relations that nothing defines.
fn check_missing(sheet: &Sheet, faults: &mut Faults) {
    let required = [
        (ROLE, FaultKind::MissingRole, "name the players: `(role white)`"),
        (LEGAL, FaultKind::MissingLegal, "say what each role may do: `(<= (legal white noop) …)`"),
        (
            GOAL,
            FaultKind::MissingGoal,
            "say what each role gets at the end: `(<= (goal white 100) …)`",
        ),
        (TERMINAL, FaultKind::MissingTerminal, "say when the game is over: `(<= terminal …)`"),
    ];
    for (relation, kind, hint) in required {
        let defined = sheet.rules.iter().any(|rule| rule.head.relation == relation);
        if !defined && !sheet.broken_words.contains(&relation) {
            faults
                .add(kind, None, || (format!("nothing defines `{}`", sheet.name(relation)), hint));
        }
    }
}

/// Reports the use of GDL-II (a role `random`, or `sees`), which is read and checked but not played.
fn check_hidden_information(sheet: &Sheet, faults: &mut Faults) {
    for rule in &sheet.rules {
        if uses_hidden_information(sheet, rule) {
            faults.add(FaultKind::HiddenInformation, sheet.span(rule.head.node), || {
                (
                    "chance or hidden information (GDL-II) is used here".to_owned(),
                    "the sheet can be read and checked, but not played yet",
                )
            });
        }
    }
}

/// Whether a rule uses GDL-II: it declares the role `random`, or defines `sees`.
pub(crate) fn uses_hidden_information(sheet: &Sheet, rule: &Rule) -> bool {
    let Atom { relation, arguments, .. } = &rule.head;
    *relation == SEES
        || *relation == ROLE
            && arguments.first().is_some_and(|&role| {
                sheet.terms.symbol(role) == RANDOM && sheet.terms.arguments(role).is_empty()
            })
}
