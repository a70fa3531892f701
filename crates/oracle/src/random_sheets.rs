//! Random rule sheets: nearly valid, and full of constructs that machines easily get wrong.
//!
//! They favour cyclic rules, negation, disjunctions whose branches bind different variables, repeated variables and
//! functions. This file decides on the relations and rules of a sheet; `terms` writes conditions and terms.

mod terms;

use crate::expression::Expression;
use game::Random;
use rand::RngExt;
use std::ops::RangeInclusive;

/// The most that a rule may depend on: nothing but the rules, the state, or the state and the moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Fixed,
    State,
    Moves,
}

/// Names of the variables in random sheets.
const NAMES: [&str; 6] = ["?x", "?y", "?z", "?u", "?v", "?w"];

/// A relation that rules define, with its number of arguments and the level of rules that may use it.
struct Derived {
    name: String,
    arity: usize,
    level: Level,
}

/// Generates a random sheet.
///
/// A third of the sheets have some of everything, a third mostly cyclic rules over a few links, and a third many rules
/// that depend on each other with almost no data (`tangled`). Some also have relations of many arguments, long
/// bodies, rules that negate their own relation, many disjunctions, and names that no rule defines.
pub fn sheet(random: &mut Random) -> Vec<Expression> {
    let tangled = random.random_ratio(1, 3);
    let cyclic = tangled || random.random_bool(0.5);
    let mut writer = Writer {
        cyclic,
        constants: if tangled {
            2
        } else {
            random.random_range(if cyclic { 4..=4 } else { 2..=4 })
        },
        functions: !tangled && random.random_bool(if cyclic { 0.1 } else { 0.4 }),
        variables: random.random_range(5..=9),
        derived_share: if tangled { 8 } else { random.random_range(2..=7) },
        negations: random.random_range(0..=if cyclic { 10 } else { 25 }),
        disjunctions: random.random_range(0..=if cyclic { 10 } else { 25 }),
        most_conditions: random.random_range(1..=if cyclic { 2 } else { 4 }),
        names: if random.random_ratio(1, 3) { random.random_range(4..=6) } else { 3 },
        undefined: random.random_ratio(1, 4),
        roles: random.random_range(1..=3),
        fluents: random_arities(random, 1..=3, 0..=2),
        moves: random_arities(random, 1..=2, 0..=2),
        facts: random_arities(random, 1..=3, usize::from(cyclic)..=2),
        wide: if random.random_ratio(1, 3) { random_arities(random, 1..=3, 4..=5) } else { vec![] },
        derived: Vec::new(),
        random,
    };
    let shared = writer.random_level();
    for number in 0..writer.random.random_range(if tangled { 3..=8 } else { 1..=6 }) {
        let level = if cyclic { shared } else { writer.random_level() };
        let most = if tangled { 0 } else { 2 + usize::from(!cyclic) };
        let arity = writer.random.random_range(0..=most);
        writer.derived.push(Derived { name: format!("d{number}"), arity, level });
    }
    writer.sheet()
}

fn random_arities(
    random: &mut Random,
    count: RangeInclusive<usize>,
    arity: RangeInclusive<usize>,
) -> Vec<usize> {
    let count = random.random_range(count);
    (0..count).map(|_| random.random_range(arity.clone())).collect()
}

fn word(text: impl Into<String>) -> Expression {
    Expression::Word(text.into())
}

/// Returns a name applied to arguments, or the name alone if there are none.
fn apply(name: impl Into<String>, arguments: impl IntoIterator<Item = Expression>) -> Expression {
    let parts: Vec<Expression> = std::iter::once(word(name)).chain(arguments).collect();
    if parts.len() == 1 {
        parts.into_iter().next().expect("it has one")
    } else {
        Expression::List(parts)
    }
}

/// Adds the variables that a condition binds, approximately; those of derived relations only if `derived` is set.
fn bound(expression: &Expression, derived: bool, into: &mut Vec<String>) {
    let Expression::List(parts) = expression else {
        return;
    };
    let Expression::Word(name) = &parts[0] else {
        return;
    };
    match name.as_str() {
        "not" | "distinct" | "or" => {}
        "and" => parts.iter().for_each(|part| bound(part, derived, into)),
        name if name.starts_with(['d', 'w']) && !name.starts_with("does") && !derived => {}
        _ => variables(expression, into),
    }
}

fn variables(expression: &Expression, into: &mut Vec<String>) {
    match expression {
        Expression::Word(name) if name.starts_with('?') => into.push(name.clone()),
        Expression::Word(_) => {}
        Expression::List(parts) => parts.iter().for_each(|part| variables(part, into)),
    }
}

/// Writes one random sheet, with the choices that hold for all its rules.
struct Writer<'a> {
    random: &'a mut Random,
    cyclic: bool,
    constants: usize,
    functions: bool,
    /// Share of variables among terms, in tenths.
    variables: usize,
    /// Share of derived relations among conditions, in tenths.
    derived_share: usize,
    /// Share of negations among conditions, in percent.
    negations: usize,
    /// Share of disjunctions among conditions, in percent.
    disjunctions: usize,
    /// Largest number of conditions of a rule, before those that bind free variables.
    most_conditions: usize,
    /// Number of different names of variables.
    names: usize,
    /// Whether conditions may use names that no rule defines.
    undefined: bool,
    roles: usize,
    /// Arities of the fluents `f0`, `f1`, …; the next three lists are those of `m0`, `e0` and `w0`.
    fluents: Vec<usize>,
    moves: Vec<usize>,
    facts: Vec<usize>,
    wide: Vec<usize>,
    derived: Vec<Derived>,
}

impl Writer<'_> {
    fn random_level(&mut self) -> Level {
        [Level::Fixed, Level::State, Level::Moves][self.random.random_range(0..6) * 2 / 5]
    }

    fn sheet(&mut self) -> Vec<Expression> {
        let mut sheet = Vec::new();
        for role in 0..self.roles {
            sheet.push(apply("role", [word(format!("r{role}"))]));
        }
        for relation in 0..self.facts.len() {
            let rows = if self.cyclic { 3..=8 } else { 0..=5 };
            for _ in 0..self.random.random_range(rows) {
                let arguments = (0..self.facts[relation]).map(|_| self.ground());
                let arguments: Vec<Expression> = arguments.collect();
                sheet.push(apply(format!("e{relation}"), arguments));
            }
        }
        for relation in 0..self.derived.len() {
            for _ in 0..self.random.random_range(1..=3) {
                let Derived { name, arity, level } = &self.derived[relation];
                let (name, arity, level) = (name.clone(), *arity, *level);
                let head = self.applied(name, arity);
                sheet.push(self.rule(head, level));
            }
        }
        for relation in 0..self.wide.len() {
            let rule = self.wide_rule(relation);
            sheet.push(rule);
        }
        for _ in 0..self.random.random_range(0..=6) / 4 {
            let rule = self.negated_pair();
            sheet.push(rule);
        }
        if self.random.random_ratio(1, 25) {
            let rule = self.many_disjunctions();
            sheet.push(rule);
        }
        self.keywords(&mut sheet);
        sheet
    }

    /// Writes the only rule of a relation of many arguments, most of them different variables.
    fn wide_rule(&mut self, relation: usize) -> Expression {
        let mut arguments: Vec<Expression> =
            NAMES[..self.wide[relation]].iter().map(|&name| word(name)).collect();
        if self.random.random_ratio(1, 5) {
            arguments[0] = self.term();
        }
        let head = apply(format!("w{relation}"), arguments);
        self.bound_rule(head, Level::Fixed)
    }

    /// Writes a rule by which an atom holds if another atom of the same relation does not.
    fn negated_pair(&mut self) -> Expression {
        let relation = self.random.random_range(0..=self.derived.len());
        let (level, [head, failing]) = match self.derived.get(relation) {
            Some(Derived { name, arity, level }) => {
                let (name, arity, level) = (name.clone(), *arity, *level);
                let mut row = || {
                    let arguments: Vec<Expression> = (0..arity).map(|_| self.constant()).collect();
                    apply(name.clone(), arguments)
                };
                (level, [row(), row()])
            }
            None => {
                let mut value = || word(["0", "50", "100"][self.random.random_range(0..3)]);
                (Level::State, [value(), value()].map(|value| apply("goal", [word("?r"), value])))
            }
        };
        let fails = apply("not", [failing]);
        let mut body = vec![apply("role", [word("?r")]), fails];
        if self.random.random_bool(0.5) {
            body.push(self.atom(level));
        }
        apply("<=", std::iter::once(head).chain(body))
    }

    /// Writes a rule with too many disjunctions to be expanded into cases.
    fn many_disjunctions(&mut self) -> Expression {
        let (head, level) = match self.random.random_range(0..4) {
            0 => (apply("next", [self.fluent()]), Level::Moves),
            1 => (apply("legal", [self.role(), self.action()]), Level::State),
            2 => (word("terminal"), Level::State),
            _ => (apply("init", [self.fluent()]), Level::Fixed),
        };
        let mut body = vec![self.atom(level)];
        for _ in 0..9 {
            let branches = [self.atom(level), self.atom(level)];
            body.push(apply("or", branches));
        }
        self.finish(head, body, true)
    }

    fn keywords(&mut self, sheet: &mut Vec<Expression>) {
        for _ in 0..self.random.random_range(0..=3) {
            let head = apply("init", [self.fluent()]);
            sheet.push(self.rule(head, Level::Fixed));
        }
        for _ in 0..self.random.random_range(1..=4) {
            let head = apply("next", [self.fluent()]);
            sheet.push(self.rule(head, Level::Moves));
        }
        for _ in 0..self.random.random_range(1..=3) {
            let head = apply("legal", [self.role(), self.action()]);
            sheet.push(self.rule(head, Level::State));
        }
        for _ in 0..self.random.random_range(1..=3) {
            let values = ["0", "50", "100", "?x", "?x", "101", "05", "+5"];
            let value = values[self.random.random_range(0..values.len())];
            let head = apply("goal", [self.role(), word(value)]);
            sheet.push(self.rule(head, Level::State));
        }
        sheet.push(self.rule(word("terminal"), Level::State));
        // Rules that every game needs, in case the checker refuses all of the above.
        sheet.push(apply("goal", ["r0", "1"].map(word)));
        sheet.push(apply("legal", ["r0", "stay"].map(word)));
        sheet.push(apply("<=", [word("terminal"), apply("role", [word("nobody")])]));
    }

    /// Writes a rule, with conditions added that bind most variables that would be free.
    fn rule(&mut self, head: Expression, level: Level) -> Expression {
        let body = self.body(level);
        self.finish(head, body, self.cyclic)
    }

    /// Writes a rule, with conditions added that bind all variables that would be free.
    fn bound_rule(&mut self, head: Expression, level: Level) -> Expression {
        let body = self.body(level);
        self.finish(head, body, true)
    }

    fn body(&mut self, level: Level) -> Vec<Expression> {
        let most = self.most_conditions + self.names / 2 - 1;
        (0..self.random.random_range(1..=most)).map(|_| self.condition(level, 2)).collect()
    }

    fn finish(&mut self, head: Expression, mut body: Vec<Expression>, strict: bool) -> Expression {
        let (mut wanted, mut known) = (Vec::new(), Vec::new());
        variables(&head, &mut wanted);
        body.iter().for_each(|condition| variables(condition, &mut wanted));
        // Cycles must be restricted by conditions outside of them.
        let derived = !strict && self.random.random_bool(0.4);
        body.iter().for_each(|condition| bound(condition, derived, &mut known));
        wanted.sort();
        wanted.dedup();
        for name in wanted {
            if !known.contains(&name) && (strict || self.random.random_bool(0.8)) {
                let binder = self.binder(word(name));
                let place = self.random.random_range(0..=body.len());
                body.insert(place, binder);
            }
        }
        apply("<=", std::iter::once(head).chain(body))
    }
}
