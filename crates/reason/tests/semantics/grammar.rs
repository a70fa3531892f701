//! Random rule sheets: nearly valid, full of what is easily got wrong.

use super::sheet::Tree;
use game::Random;
use rand::RngExt;
use std::ops::RangeInclusive;

/// What a rule may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Fixed,
    State,
    Moves,
}

/// The names of variables.
const NAMES: [&str; 6] = ["?x", "?y", "?z", "?u", "?v", "?w"];

struct Relation {
    name: String,
    arity: usize,
    level: Level,
}

/// A third of the sheets are a bit of everything, a third mostly circles of rules over a few links,
/// a third knots of rules with next to no data. Some have, on top of that, relations of many arguments, long
/// bodies, ladders of negations, heaps of disjunctions, names that nothing defines.
pub fn sheet(random: &mut Random) -> Vec<Tree> {
    let knots = random.random_ratio(1, 3);
    let circles = knots || random.random_bool(0.5);
    let mut writer = Writer {
        circles,
        constants: if knots { 2 } else { random.random_range(if circles { 4..=4 } else { 2..=4 }) },
        functions: !knots && random.random_bool(if circles { 0.1 } else { 0.4 }),
        variables: random.random_range(5..=9),
        derived_share: if knots { 8 } else { random.random_range(2..=7) },
        negations: random.random_range(0..=if circles { 10 } else { 25 }),
        disjunctions: random.random_range(0..=if circles { 10 } else { 25 }),
        most_conditions: random.random_range(1..=if circles { 2 } else { 4 }),
        names: if random.random_ratio(1, 3) { random.random_range(4..=6) } else { 3 },
        undefined: random.random_ratio(1, 4),
        roles: random.random_range(1..=3),
        fluents: random_arities(random, 1..=3, 0..=2),
        moves: random_arities(random, 1..=2, 0..=2),
        facts: random_arities(random, 1..=3, usize::from(circles)..=2),
        wide: if random.random_ratio(1, 3) { random_arities(random, 1..=3, 4..=5) } else { vec![] },
        derived: Vec::new(),
        random,
    };
    let shared = writer.random_level();
    for number in 0..writer.random.random_range(if knots { 3..=8 } else { 1..=6 }) {
        let level = if circles { shared } else { writer.random_level() };
        let most = if knots { 0 } else { 2 + usize::from(!circles) };
        let arity = writer.random.random_range(0..=most);
        writer.derived.push(Relation { name: format!("d{number}"), arity, level });
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

fn word(text: impl Into<String>) -> Tree {
    Tree::Word(text.into())
}

/// A name applied to arguments, or the name alone if there are none.
fn apply(name: impl Into<String>, arguments: impl IntoIterator<Item = Tree>) -> Tree {
    let parts: Vec<Tree> = std::iter::once(word(name)).chain(arguments).collect();
    if parts.len() == 1 { parts.into_iter().next().expect("it has one") } else { Tree::List(parts) }
}

/// The variables that a condition binds, roughly; `derived` relations may be taken not to.
fn bound(tree: &Tree, derived: bool, into: &mut Vec<String>) {
    let Tree::List(parts) = tree else {
        return;
    };
    let Tree::Word(name) = &parts[0] else {
        return;
    };
    match name.as_str() {
        "not" | "distinct" | "or" => {}
        "and" => parts.iter().for_each(|part| bound(part, derived, into)),
        name if name.starts_with(['d', 'w']) && !name.starts_with("does") && !derived => {}
        _ => variables(tree, into),
    }
}

fn variables(tree: &Tree, into: &mut Vec<String>) {
    match tree {
        Tree::Word(name) if name.starts_with('?') => into.push(name.clone()),
        Tree::Word(_) => {}
        Tree::List(parts) => parts.iter().for_each(|part| variables(part, into)),
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    circles: bool,
    constants: usize,
    functions: bool,
    /// How often a term is a variable, in tenths.
    variables: usize,
    /// How often a condition asks for a derived relation, in tenths.
    derived_share: usize,
    /// How often a condition is negated or a disjunction, in percent.
    negations: usize,
    disjunctions: usize,
    most_conditions: usize,
    /// How many names variables have.
    names: usize,
    /// Whether conditions ask for what no rule defines.
    undefined: bool,
    roles: usize,
    /// The arities of what is called `f0`, `f1`, … in the state, and so on.
    fluents: Vec<usize>,
    moves: Vec<usize>,
    facts: Vec<usize>,
    wide: Vec<usize>,
    derived: Vec<Relation>,
}

impl Writer<'_> {
    fn random_level(&mut self) -> Level {
        [Level::Fixed, Level::State, Level::Moves][self.random.random_range(0..6) * 2 / 5]
    }

    fn sheet(&mut self) -> Vec<Tree> {
        let mut sheet = Vec::new();
        for role in 0..self.roles {
            sheet.push(apply("role", [word(format!("r{role}"))]));
        }
        for relation in 0..self.facts.len() {
            let rows = if self.circles { 3..=8 } else { 0..=5 };
            for _ in 0..self.random.random_range(rows) {
                let arguments = (0..self.facts[relation]).map(|_| self.ground());
                let arguments: Vec<Tree> = arguments.collect();
                sheet.push(apply(format!("e{relation}"), arguments));
            }
        }
        for relation in 0..self.derived.len() {
            for _ in 0..self.random.random_range(1..=3) {
                let Relation { name, arity, level } = &self.derived[relation];
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
            let rule = self.ladder();
            sheet.push(rule);
        }
        if self.random.random_ratio(1, 25) {
            let heap = self.heap();
            sheet.push(heap);
        }
        self.keywords(&mut sheet);
        sheet
    }

    /// The only rule of a relation of many arguments: different variables for the most part.
    fn wide_rule(&mut self, relation: usize) -> Tree {
        let mut arguments: Vec<Tree> =
            NAMES[..self.wide[relation]].iter().map(|&name| word(name)).collect();
        if self.random.random_ratio(1, 5) {
            arguments[0] = self.term();
        }
        let head = apply(format!("w{relation}"), arguments);
        self.bound_rule(head, Level::Fixed)
    }

    /// Something holds if something else of the same relation does not.
    fn ladder(&mut self) -> Tree {
        let relation = self.random.random_range(0..=self.derived.len());
        let (level, [head, failing]) = match self.derived.get(relation) {
            Some(Relation { name, arity, level }) => {
                let (name, arity, level) = (name.clone(), *arity, *level);
                let mut row = || {
                    let arguments: Vec<Tree> = (0..arity).map(|_| self.constant()).collect();
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

    /// A rule with more disjunctions than can be taken apart.
    fn heap(&mut self) -> Tree {
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

    fn keywords(&mut self, sheet: &mut Vec<Tree>) {
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
        // What no game may lack, should the checker refuse all of the above.
        sheet.push(apply("goal", ["r0", "1"].map(word)));
        sheet.push(apply("legal", ["r0", "stay"].map(word)));
        sheet.push(apply("<=", [word("terminal"), apply("role", [word("nobody")])]));
    }

    /// A rule, with conditions added that bind most of what would be free.
    fn rule(&mut self, head: Tree, level: Level) -> Tree {
        let body = self.body(level);
        self.finish(head, body, self.circles)
    }

    /// A rule, with conditions added that bind all that would be free.
    fn bound_rule(&mut self, head: Tree, level: Level) -> Tree {
        let body = self.body(level);
        self.finish(head, body, true)
    }

    fn body(&mut self, level: Level) -> Vec<Tree> {
        let most = self.most_conditions + self.names / 2 - 1;
        (0..self.random.random_range(1..=most)).map(|_| self.condition(level, 2)).collect()
    }

    fn finish(&mut self, head: Tree, mut body: Vec<Tree>, strict: bool) -> Tree {
        let (mut wanted, mut known) = (Vec::new(), Vec::new());
        variables(&head, &mut wanted);
        body.iter().for_each(|condition| variables(condition, &mut wanted));
        // Circles must be restricted by conditions outside of them.
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

    fn binder(&mut self, variable: Tree) -> Tree {
        let relation = self.random.random_range(0..self.facts.len());
        match self.facts[relation] {
            1 => apply(format!("e{relation}"), [variable]),
            2 => {
                let other = self.term();
                let mut pair = [variable, other];
                if self.random.random_bool(0.5) {
                    pair.reverse();
                }
                apply(format!("e{relation}"), pair)
            }
            _ => apply("role", [variable]),
        }
    }

    fn condition(&mut self, level: Level, depth: usize) -> Tree {
        let chance = self.random.random_range(0..100);
        let (negations, disjunctions) = (self.negations, self.negations + self.disjunctions);
        match chance {
            90.. => self.distinct(),
            80..90 if depth > 0 => apply("not", [self.branch(level, depth)]),
            _ if chance < negations => apply("not", [self.atom(level)]),
            _ if chance < disjunctions && depth > 0 => {
                let parts = self.random.random_range(1..=3);
                let parts: Vec<Tree> = (0..parts).map(|_| self.branch(level, depth)).collect();
                apply("or", parts)
            }
            _ => self.atom(level),
        }
    }

    fn distinct(&mut self) -> Tree {
        apply("distinct", [self.term(), self.term()])
    }

    fn branch(&mut self, level: Level, depth: usize) -> Tree {
        if self.random.random_bool(0.6) {
            return self.condition(level, depth - 1);
        }
        apply("and", [self.condition(level, depth - 1), self.condition(level, depth - 1)])
    }

    fn atom(&mut self, level: Level) -> Tree {
        if self.random.random_range(0..10) < self.derived_share {
            let fitting = self.derived.iter().filter(|relation| relation.level <= level);
            let fitting: Vec<(String, usize)> =
                fitting.map(|relation| (relation.name.clone(), relation.arity)).collect();
            if !fitting.is_empty() {
                let (name, arity) = &fitting[self.random.random_range(0..fitting.len())];
                return self.applied(name.clone(), *arity);
            }
        }
        if !self.wide.is_empty() && self.random.random_ratio(1, 4) {
            let relation = self.random.random_range(0..self.wide.len());
            return self.applied(format!("w{relation}"), self.wide[relation]);
        }
        if self.undefined && self.random.random_ratio(1, 12) {
            return self.nothing(level);
        }
        match self.random.random_range(0..6) {
            0 | 1 if level > Level::Fixed => apply("true", [self.fluent()]),
            2 | 3 if level == Level::Moves => apply("does", [self.role(), self.action()]),
            4 => apply("role", [self.role()]),
            _ => {
                let relation = self.random.random_range(0..self.facts.len());
                self.applied(format!("e{relation}"), self.facts[relation])
            }
        }
    }

    /// A relation, a fact or a move that no rule gives.
    fn nothing(&mut self, level: Level) -> Tree {
        match self.random.random_range(0..4) {
            0 if level > Level::Fixed => apply("true", [self.applied("u".to_owned(), 1)]),
            1 if level == Level::Moves => apply("does", [self.role(), word("u0")]),
            2 => word("n0"),
            _ => self.applied("n1".to_owned(), 1),
        }
    }

    fn applied(&mut self, name: String, arity: usize) -> Tree {
        let arguments: Vec<Tree> = (0..arity).map(|_| self.term()).collect();
        apply(name, arguments)
    }

    fn role(&mut self) -> Tree {
        match self.random.random_range(0..4) {
            0 => word("?r"),
            1 => self.term(),
            _ => word(format!("r{}", self.random.random_range(0..self.roles))),
        }
    }

    fn fluent(&mut self) -> Tree {
        let fluents = self.fluents.clone();
        self.one_of("f", &fluents)
    }

    fn action(&mut self) -> Tree {
        let moves = self.moves.clone();
        self.one_of("m", &moves)
    }

    fn one_of(&mut self, prefix: &str, arities: &[usize]) -> Tree {
        if self.random.random_ratio(1, 20) {
            return self.variable();
        }
        let number = self.random.random_range(0..arities.len());
        self.applied(format!("{prefix}{number}"), arities[number])
    }

    fn term(&mut self) -> Tree {
        if self.random.random_range(0..10) < self.variables {
            return self.variable();
        }
        match self.random.random_range(0..3) {
            0 if self.functions => apply("g", [self.term()]),
            1 if self.functions => apply("h", [self.term(), self.term()]),
            _ => self.constant(),
        }
    }

    fn ground(&mut self) -> Tree {
        match self.random.random_range(0..10) {
            0 if self.functions => apply("g", [self.ground()]),
            1 if self.functions => apply("h", [self.ground(), self.ground()]),
            _ => self.constant(),
        }
    }

    fn variable(&mut self) -> Tree {
        word(NAMES[self.random.random_range(0..self.names)])
    }

    fn constant(&mut self) -> Tree {
        word(["a", "b", "c", "1"][self.random.random_range(0..self.constants)])
    }
}
