//! What rules mean, tested on random small games: the reference machine must agree with an evaluator
//! that has no join plans, no memory and no idea of strata.
//!
//! Games come from a grammar that favours what is easily got wrong: circles of rules, negation,
//! disjunctions whose branches bind different variables, repeated variables, functions. What the
//! checker refuses is left out rule by rule. Both are asked everything about states of play and about
//! states that play does not reach. A difference is shrunk before it is shown.
//!
//! `AGON_FUZZ_ITERATIONS` sets the number of games, `AGON_FUZZ_SECONDS` runs for a time instead, and
//! `AGON_FUZZ_SEED` begins with another game.

use game::contract::{Extent, check};
use game::{Machine, Random, random};
use gdl::Rules;
use rand::RngExt;
use reason::{Limits, ReferenceMachine};
use sheet::{Tree, text};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Plenty for games this small: reaching a limit is a fault.
const LIMITS: Limits = Limits { steps: 3_000_000, memory: 64, depth: 50_000, terms: 1_000_000 };

#[test]
fn the_reference_machine_agrees_with_naive_evaluation() {
    let (mut games, mut compared) = (0, 0);
    for seed in seeds(1_500) {
        let mut sheet = grammar::sheet(&mut random(seed));
        games += 1;
        if accepted(&mut sheet, &mut random(seed)).is_none() {
            continue;
        }
        match judge(&text(&sheet), seed) {
            Ok(to_the_end) => compared += u64::from(to_the_end),
            Err(difference) => {
                let small = sheet::shrink(sheet, |sheet| judge(&text(sheet), seed).is_err());
                let shown = judge(&text(&small), seed).err().unwrap_or(difference);
                panic!("game {seed}: {shown}\n\nthe sheet, shrunk:\n{}", text(&small));
            }
        }
    }
    assert!(10 * compared >= 9 * games, "only {compared} of {games} games could be compared");
}

/// Checks that the machine agrees with naive evaluation on these rules, which it once did not.
fn agrees(rules: &str) {
    let game = "(role r) (init on) (goal r 100) (<= terminal (true over))
        (<= (next over) (does r ?m)) (<= (next on) (true on))";
    for seed in 0..5 {
        assert_eq!(judge(&format!("{rules}{game}"), seed), Ok(true), "on {rules}");
    }
}

#[test]
fn a_question_that_relied_on_an_unfinished_no_is_asked_again() {
    agrees(
        "(<= a b) (<= b c) (<= b (true on)) (<= c a)
         (<= (legal r m) a) (<= (legal r n) c)",
    );
    agrees(
        "(<= a b) (<= b c) (<= b d) (<= b (true on)) (<= c a) (<= d a)
         (<= (legal r m) a) (<= (legal r n) c) (<= (legal r o) d)",
    );
}

#[test]
fn what_restricts_a_recursion_comes_before_it() {
    agrees(
        "(<= (old ?x) (true ?x)) (<= (p ?x) (p (f ?x)) (old ?x)) (<= (p ?x) (old ?x))
         (<= (legal r m) (p on)) (<= (legal r n) (p (f on)))",
    );
    agrees(
        "(link a b) (<= (p ?x ?y) (p (f ?y) ?x) (link ?y ?z)) (<= (p ?x b) (true ?x))
         (<= (legal r m) (p on b)) (<= (legal r n) (p b a))",
    );
}

#[test]
fn negation_is_settled_where_only_the_rules_are_stratified() {
    let numbers: String = (1..=9).map(|number| format!("(init (have {number}))")).collect();
    agrees(&format!(
        "{numbers}
         (<= (p (g ?y)) (true (have ?y)) (not (q ?y))) (<= (p (f ?y)) (true (have ?y)))
         (<= (q ?x) (p (f ?z)) (true (have ?x)) (true (have ?z)))
         (<= (legal r m) (p (g 1))) (<= (legal r n) (q 1)) (legal r o)"
    ));
    agrees("(<= (v 1) (not (v 2))) (<= (v 2) (not (v 3))) (<= (legal r ?x) (v ?x))");
}

/// The seeds of the games to be tested.
fn seeds(iterations: u64) -> impl Iterator<Item = u64> {
    let number = |name| std::env::var(name).ok().and_then(|value: String| value.parse().ok());
    let first: u64 = number("AGON_FUZZ_SEED").unwrap_or(0);
    let time = number("AGON_FUZZ_SECONDS").map(Duration::from_secs);
    let most = number("AGON_FUZZ_ITERATIONS").unwrap_or(iterations);
    let start = Instant::now();
    (first..).take_while(move |seed| match time {
        Some(time) => start.elapsed() < time,
        None => seed - first < most,
    })
}

/// Leaves out faulty rules, one after the other, until the checker accepts the sheet.
fn accepted(sheet: &mut Vec<Tree>, random: &mut Random) -> Option<Rules> {
    loop {
        let checked = gdl::check("random.kif", text(sheet).as_bytes());
        if checked.rules.is_some() {
            return checked.rules;
        }
        let errors = checked.faults.kept().iter();
        let errors = errors.filter(|fault| fault.kind.severity() == gdl::Severity::Error);
        let lines: Vec<usize> = errors
            .filter_map(|fault| fault.span)
            .map(|span| checked.sheet.source.position(span.start).line)
            .collect();
        if lines.is_empty() {
            return None;
        }
        sheet.remove(lines[random.random_range(0..lines.len())] - 1);
    }
}

/// How the machine goes wrong on the sheet, or whether all could be compared; a sheet that is refused is
/// none of its faults.
fn judge(sheet: &str, seed: u64) -> Result<bool, String> {
    let Some(rules) = gdl::check("random.kif", sheet.as_bytes()).rules else {
        return Ok(false);
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let machine = ReferenceMachine::new(rules.clone(), LIMITS);
        let mut machine = machine.map_err(|error| error.to_string())?;
        let to_the_end = comparison::compare(&rules, &mut machine, seed)?;
        let extent = Extent { seed, games: 1, max_length: 4 };
        match check(&mut machine, extent) {
            // Some games explode in play; the comparison knows which limits may be reached.
            Err(violation) if !violation.what.starts_with("the machine stopped") => {
                Err(violation.to_string())
            }
            _ => Ok(to_the_end),
        }
    }));
    outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
}

/// Play on both sides, with full sets compared.
mod comparison {
    use super::naive::{Ground, Naive, TooMuch};
    use super::*;
    use game::contract::{Position, differ};
    use game::{State, StopReason};

    const GAMES: usize = 3;
    const LENGTH: usize = 6;
    const NAMES: (&str, &str) = ("naive evaluation", "the machine");

    /// Plays a few random games on both and describes the first difference; false if one gave up.
    pub fn compare(rules: &Rules, machine: &mut dyn Machine, seed: u64) -> Result<bool, String> {
        let mut pair = Pair { naive: Naive::new(rules), machine };
        match pair.play(&mut random(seed)) {
            Ok(()) => Ok(true),
            Err(Trouble::TooMuch) => Ok(false),
            Err(Trouble::Difference(text)) => Err(text),
        }
    }

    enum Trouble {
        TooMuch,
        Difference(String),
    }

    impl From<TooMuch> for Trouble {
        fn from(too_much: TooMuch) -> Trouble {
            match too_much {
                TooMuch::Work => Trouble::TooMuch,
                TooMuch::Ambiguity => {
                    Trouble::Difference("checked rules have no two-valued meaning".to_owned())
                }
            }
        }
    }

    impl From<StopReason> for Trouble {
        fn from(reason: StopReason) -> Trouble {
            match reason {
                // Some games make pairs of all they have, move after move.
                StopReason::Memory(_) | StopReason::Terms(_) => Trouble::TooMuch,
                _ => Trouble::Difference(format!("the machine stopped: {reason}")),
            }
        }
    }

    struct Pair<'r, 'm> {
        naive: Naive<'r>,
        machine: &'m mut dyn Machine,
    }

    impl Pair<'_, '_> {
        fn play(&mut self, random: &mut Random) -> Result<(), Trouble> {
            let initial = self.naive.initial()?;
            let theirs = self.machine.initial_state()?;
            self.same_facts(&initial, &theirs, "initial state")?;
            let (mut facts_seen, mut moves_seen) = (initial.clone(), Vec::new());
            for _ in 0..GAMES {
                let mut facts = initial.clone();
                for _ in 0..LENGTH {
                    let state = self.state(&facts)?;
                    let legal = self.same_position(&facts, &state)?;
                    moves_seen.extend(legal.iter().flatten());
                    let Some(joint) = choose(&legal, &moves_seen, random) else {
                        break;
                    };
                    facts = self.same_next(&facts, &state, &joint)?;
                    facts_seen.extend(&facts);
                    facts_seen.sort_unstable();
                    facts_seen.dedup();
                    if random.random_ratio(1, 3) {
                        facts = facts_seen.clone();
                        facts.retain(|_| random.random_bool(0.5));
                    }
                }
            }
            Ok(())
        }

        /// The machine's state with these facts, all of which it has produced itself.
        fn state(&self, facts: &[Ground]) -> Result<State, Trouble> {
            let known = facts.iter().map(|&fact| {
                let text = self.naive.text(fact);
                let found = self.machine.find_fact(&text);
                found.ok_or_else(|| Trouble::Difference(format!("the machine forgot {text}")))
            });
            Ok(self.machine.state(&known.collect::<Result<Vec<_>, _>>()?))
        }

        fn same_facts(&self, ours: &[Ground], state: &State, what: &str) -> Result<(), Trouble> {
            let mut parts = Vec::new();
            let ours = self.naive.texts(ours);
            differ(&mut parts, what, &ours, &self.machine.state_texts(state), NAMES);
            if parts.is_empty() { Ok(()) } else { Err(Trouble::Difference(parts.join("\n"))) }
        }

        /// Compares all answers about a state; returns the legal moves of each role.
        fn same_position(
            &mut self,
            facts: &[Ground],
            state: &State,
        ) -> Result<Vec<Vec<Ground>>, Trouble> {
            let view = self.naive.view(facts)?;
            let ours = Position {
                facts: self.naive.texts(facts),
                terminal: view.terminal,
                legal: view.legal.iter().map(|moves| self.naive.texts(moves)).collect(),
                goals: view.goals.iter().map(|goals| goals.to_string()).collect(),
            };
            let theirs = Position::of(self.machine, state)?;
            match ours.difference(&theirs, NAMES) {
                None => Ok(view.legal),
                Some(text) => Err(Trouble::Difference(format!("{text}\nin {:?}", ours.facts))),
            }
        }

        fn same_next(
            &mut self,
            facts: &[Ground],
            state: &State,
            joint: &[Ground],
        ) -> Result<Vec<Ground>, Trouble> {
            let texts: Vec<String> = joint.iter().map(|&action| self.naive.text(action)).collect();
            let moves = texts.iter().map(|text| self.machine.find_move(text));
            let moves: Option<Vec<_>> = moves.collect();
            let Some(moves) = moves else {
                return Err(Trouble::Difference(format!("the machine forgot one of {texts:?}")));
            };
            let ours = self.naive.next(facts, joint)?;
            let mut next = State::default();
            self.machine.next(state, &moves, &mut next)?;
            let what = format!("facts after {texts:?} in {:?}", self.naive.texts(facts));
            self.same_facts(&ours, &next, &what)?;
            Ok(ours)
        }
    }

    /// A legal move for each role; now and then, or if there is none, any move that was ever legal.
    fn choose(legal: &[Vec<Ground>], seen: &[Ground], random: &mut Random) -> Option<Vec<Ground>> {
        let one = |moves: &Vec<Ground>| {
            let from = if moves.is_empty() || random.random_ratio(1, 5) { seen } else { moves };
            (!from.is_empty()).then(|| from[random.random_range(0..from.len())])
        };
        legal.iter().map(one).collect()
    }

    #[test]
    fn a_machine_for_other_rules_is_found_out() {
        let sheet = |goal: &str| {
            let text =
                format!("(role you) (legal you (go a)) (goal you {goal}) (<= terminal (or))");
            gdl::check("test.kif", text.as_bytes()).rules.expect("there is no error")
        };
        let (rules, others) = (sheet("1"), sheet("2"));
        let mut machine = ReferenceMachine::new(others.clone(), LIMITS).expect("it can be played");
        assert!(compare(&rules, &mut machine, 1).is_err());
        assert_eq!(compare(&others, &mut machine, 1), Ok(true));
    }
}

/// Evaluation as the definition has it: from what holds, draw every conclusion, until there is none.
///
/// Negation needs no strata: rules are evaluated with an assumption about what may hold, which is too
/// much or too little in turns, until nothing changes (the well-founded model). For stratified rules
/// both sides meet; where they do not, the checker should have refused the rules.
mod naive {
    use game::GoalSet;
    use gdl::word::{DOES, GOAL, INIT, LEGAL, NEXT, TERMINAL, TRUE};
    use gdl::{Clause, Literal, Predicate, Relation, Rules, Symbol, Term};
    use std::collections::{BTreeSet, HashMap};

    /// A ground term.
    pub type Ground = u32;

    /// All rows of all relations.
    type Model = Vec<BTreeSet<Vec<Ground>>>;

    type Bindings = Vec<(Symbol, Ground)>;

    /// The most conditions that are tried for one model; a few games grow beyond all bounds.
    const MAX_STEPS: usize = 100_000;

    /// Why there is no model.
    #[derive(Debug, PartialEq, Eq)]
    pub enum TooMuch {
        Work,
        Ambiguity,
    }

    /// What holds in a state.
    pub struct View {
        pub terminal: bool,
        pub legal: Vec<Vec<Ground>>,
        pub goals: Vec<GoalSet>,
    }

    pub struct Naive<'a> {
        rules: &'a Rules,
        /// Rules without disjunction: positive conditions first, then the tests.
        cases: Vec<(&'a Predicate, Vec<&'a Literal>)>,
        terms: Vec<(Symbol, Vec<Ground>)>,
        ids: HashMap<(Symbol, Vec<Ground>), Ground>,
        roles: Vec<Ground>,
        steps: usize,
    }

    impl<'a> Naive<'a> {
        pub fn new(rules: &'a Rules) -> Naive<'a> {
            let cases = rules.clauses().iter().flat_map(cases).collect();
            let (terms, ids) = (Vec::new(), HashMap::new());
            let mut naive = Naive { rules, cases, terms, ids, roles: Vec::new(), steps: 0 };
            let none = Bindings::new();
            naive.roles = rules.roles().iter().map(|&role| naive.build(role, &none)).collect();
            naive
        }

        pub fn initial(&mut self) -> Result<Vec<Ground>, TooMuch> {
            let model = self.model(&[], &[])?;
            Ok(self.rows(&model, INIT).map(|row| row[0]).collect())
        }

        pub fn view(&mut self, facts: &[Ground]) -> Result<View, TooMuch> {
            let model = self.model(facts, &[])?;
            let of = |name, role| {
                let rows = self.rows(&model, name).filter(move |row| row[0] == role);
                rows.map(|row| row[1]).collect::<Vec<Ground>>()
            };
            let goals = |role| {
                let mut goals = GoalSet::default();
                for value in of(GOAL, role) {
                    match self.text(value).parse() {
                        Ok(value) => goals.insert(value),
                        Err(_) => goals.insert_strange(),
                    }
                }
                goals
            };
            Ok(View {
                terminal: self.rows(&model, TERMINAL).next().is_some(),
                legal: self.roles.iter().map(|&role| of(LEGAL, role)).collect(),
                goals: self.roles.iter().map(|&role| goals(role)).collect(),
            })
        }

        pub fn next(&mut self, facts: &[Ground], joint: &[Ground]) -> Result<Vec<Ground>, TooMuch> {
            let model = self.model(facts, joint)?;
            Ok(self.rows(&model, NEXT).map(|row| row[0]).collect())
        }

        pub fn text(&self, term: Ground) -> String {
            let (name, arguments) = &self.terms[term as usize];
            let name = self.rules.symbols().name(*name).to_ascii_lowercase();
            if arguments.is_empty() {
                return name;
            }
            format!("({name} {})", self.texts(arguments).join(" "))
        }

        pub fn texts(&self, terms: &[Ground]) -> Vec<String> {
            terms.iter().map(|&term| self.text(term)).collect()
        }

        fn rows<'m>(&self, model: &'m Model, name: Symbol) -> impl Iterator<Item = &'m [Ground]> {
            let relation = self.rules.find(name);
            let rows = relation.map(|relation| &model[relation.0 as usize]);
            rows.into_iter().flatten().map(Vec::as_slice)
        }

        fn model(&mut self, facts: &[Ground], joint: &[Ground]) -> Result<Model, TooMuch> {
            let mut given: Model = vec![BTreeSet::new(); self.rules.relations().len()];
            if let Some(Relation(relation)) = self.rules.find(TRUE) {
                given[relation as usize].extend(facts.iter().map(|&fact| vec![fact]));
            }
            if let Some(Relation(relation)) = self.rules.find(DOES) {
                let moves = self.roles.iter().zip(joint);
                given[relation as usize].extend(moves.map(|(&role, &action)| vec![role, action]));
            }
            self.steps = 0;
            let mut certain = given.clone();
            loop {
                let possible = self.conclusions(&given, &certain)?;
                let more = self.conclusions(&given, &possible)?;
                if more == certain {
                    return if more == possible { Ok(more) } else { Err(TooMuch::Ambiguity) };
                }
                certain = more;
            }
        }

        /// All that follows, where a negation succeeds if `assumed` lacks the row.
        fn conclusions(&mut self, given: &Model, assumed: &Model) -> Result<Model, TooMuch> {
            let mut model = given.clone();
            loop {
                let mut found = Vec::new();
                for (head, conditions) in self.cases.clone() {
                    self.conclude(head, &conditions, (&model, assumed), &mut vec![], &mut found)?;
                }
                let mut news = false;
                for (relation, row) in found {
                    news |= model[relation.0 as usize].insert(row);
                }
                if !news {
                    return Ok(model);
                }
            }
        }

        fn conclude(
            &mut self,
            head: &Predicate,
            conditions: &[&Literal],
            models: (&Model, &Model),
            bindings: &mut Bindings,
            found: &mut Vec<(Relation, Vec<Ground>)>,
        ) -> Result<(), TooMuch> {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return Err(TooMuch::Work);
            }
            let Some((condition, others)) = conditions.split_first() else {
                found.push((head.relation, self.row(head, bindings)));
                return Ok(());
            };
            let holds = match condition {
                Literal::Holds(predicate) => {
                    for row in &models.0[predicate.relation.0 as usize] {
                        let known = bindings.len();
                        let pairs = predicate.arguments.iter().zip(row);
                        if pairs.into_iter().all(|(&term, &value)| self.fits(term, value, bindings))
                        {
                            self.conclude(head, others, models, bindings, found)?;
                        }
                        bindings.truncate(known);
                    }
                    return Ok(());
                }
                Literal::Fails(predicate) => {
                    let row = self.row(predicate, bindings);
                    !models.1[predicate.relation.0 as usize].contains(&row)
                }
                &&Literal::Distinct(left, right) => {
                    self.build(left, bindings) != self.build(right, bindings)
                }
                &&Literal::Same(left, right) => {
                    self.build(left, bindings) == self.build(right, bindings)
                }
                Literal::Any(_) => unreachable!("cases have no disjunctions"),
            };
            if holds { self.conclude(head, others, models, bindings, found) } else { Ok(()) }
        }

        fn fits(&self, term: Term, value: Ground, bindings: &mut Bindings) -> bool {
            let terms = self.rules.terms();
            let name = terms.symbol(term);
            if terms.is_variable(term) {
                let known = bindings.iter().find(|(variable, _)| *variable == name);
                let fits = known.is_none_or(|&(_, known)| known == value);
                bindings.push((name, value));
                return fits;
            }
            let (function, arguments) = &self.terms[value as usize];
            let parts = terms.arguments(term);
            name == *function
                && parts.len() == arguments.len()
                && parts
                    .iter()
                    .zip(arguments)
                    .all(|(&term, &value)| self.fits(term, value, bindings))
        }

        fn row(&mut self, predicate: &Predicate, bindings: &Bindings) -> Vec<Ground> {
            predicate.arguments.iter().map(|&term| self.build(term, bindings)).collect()
        }

        fn build(&mut self, term: Term, bindings: &Bindings) -> Ground {
            let terms = self.rules.terms();
            let name = terms.symbol(term);
            if terms.is_variable(term) {
                let known = bindings.iter().find(|(variable, _)| *variable == name);
                return known.expect("rules are safe").1;
            }
            let arguments = terms.arguments(term).iter().map(|&term| self.build(term, bindings));
            let whole = (name, arguments.collect::<Vec<_>>());
            let next = self.terms.len() as Ground;
            *self.ids.entry(whole).or_insert_with_key(|whole| {
                self.terms.push(whole.clone());
                next
            })
        }
    }

    /// A rule as several rules without disjunction.
    fn cases<'c>(clause: &'c Clause) -> Vec<(&'c Predicate, Vec<&'c Literal>)> {
        let tests_last = |mut case: Vec<&'c Literal>| {
            case.sort_by_key(|condition| !matches!(condition, Literal::Holds(_)));
            (&clause.head, case)
        };
        conjunctions(&clause.body).into_iter().map(tests_last).collect()
    }

    fn conjunctions(body: &[Literal]) -> Vec<Vec<&Literal>> {
        let mut cases = vec![Vec::new()];
        for literal in body {
            let choices = match literal {
                Literal::Any(branches) => {
                    branches.iter().flat_map(|branch| conjunctions(branch)).collect()
                }
                other => vec![vec![other]],
            };
            let extended = cases.iter().flat_map(|case: &Vec<_>| {
                choices.iter().map(move |choice| [case.as_slice(), choice.as_slice()].concat())
            });
            cases = extended.collect();
        }
        cases
    }

    #[test]
    fn the_evaluator_itself_is_right_on_worked_examples() {
        let sheet = "
            (role you) (link a b) (link b c) (link c a) (link d a)
            (<= (path ?x ?y) (link ?x ?y))
            (<= (path ?x ?y) (link ?x ?z) (path ?z ?y))
            (<= (legal you (to ?y)) (path a ?y))
            (<= (legal you (not ?x)) (link ?x ?y) (not (path a ?x)))
            (<= (goal you 100) (not (goal you 50)))
            (<= (goal you 50) (true won))
            (<= (next (on ?x)) (does you (to ?x)))
            (<= terminal (or (true won) (true lost)))"
            .replace("(not ?x)", "(off ?x)");
        let rules = gdl::check("test.kif", sheet.as_bytes()).rules.expect("there is no error");
        let mut naive = Naive::new(&rules);
        let view = naive.view(&[]).expect("it is small");
        let mut legal = naive.texts(&view.legal[0]);
        legal.sort();
        assert_eq!(legal, ["(off d)", "(to a)", "(to b)", "(to c)"]);
        assert_eq!((view.terminal, view.goals[0].unique()), (false, Some(100)));
        let action = view.legal[0].iter().copied().find(|&action| naive.text(action) == "(to b)");
        let next = naive.next(&[], &[action.expect("it is legal")]).expect("it is small");
        assert_eq!(naive.texts(&next), ["(on b)"]);
    }
}

/// Rule sheets as trees, which can be printed and made smaller.
mod sheet {
    use std::fmt;

    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Tree {
        Word(String),
        List(Vec<Tree>),
    }

    impl fmt::Display for Tree {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            match self {
                Tree::Word(word) => f.write_str(word),
                Tree::List(parts) => {
                    let parts: Vec<String> = parts.iter().map(Tree::to_string).collect();
                    write!(f, "({})", parts.join(" "))
                }
            }
        }
    }

    /// The sheet with a rule on each line.
    pub fn text(sheet: &[Tree]) -> String {
        sheet.iter().map(|rule| format!("{rule}\n")).collect()
    }

    /// A sheet that still fails, though every smaller one does not.
    pub fn shrink(mut sheet: Vec<Tree>, fails: impl Fn(&[Tree]) -> bool) -> Vec<Tree> {
        while let Some(smaller) = smaller(&sheet).into_iter().find(|sheet| fails(sheet)) {
            sheet = smaller;
        }
        sheet
    }

    /// The lists with a part left out, replaced by a part of its own, or made smaller itself.
    fn smaller(parts: &[Tree]) -> Vec<Vec<Tree>> {
        let mut found = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let mut without = parts.to_vec();
            without.remove(index);
            found.push(without);
            let Tree::List(inner) = part else {
                continue;
            };
            let instead = inner.iter().cloned().chain(smaller(inner).into_iter().map(Tree::List));
            found.extend(instead.map(|tree| {
                let mut with = parts.to_vec();
                with[index] = tree;
                with
            }));
        }
        found
    }

    #[test]
    fn shrinking_keeps_what_fails() {
        let word = |text: &str| Tree::Word(text.to_owned());
        let sheet = vec![word("a"), Tree::List(vec![word("b"), Tree::List(vec![word("c")])])];
        let small = shrink(sheet, |sheet| text(sheet).contains('c'));
        assert_eq!(text(&small), "c\n");
    }
}

/// Random rule sheets: nearly valid, full of what is easily got wrong.
mod grammar {
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

    struct Relation {
        name: String,
        arity: usize,
        level: Level,
    }

    /// A third of the sheets are a bit of everything, a third mostly circles of rules over a few links,
    /// a third knots of rules with next to no data.
    pub fn sheet(random: &mut Random) -> Vec<Tree> {
        let knots = random.random_ratio(1, 3);
        let circles = knots || random.random_bool(0.5);
        let mut writer = Writer {
            circles,
            constants: if knots {
                2
            } else {
                random.random_range(if circles { 4..=4 } else { 2..=4 })
            },
            functions: !knots && random.random_bool(if circles { 0.1 } else { 0.4 }),
            variables: random.random_range(5..=9),
            derived_share: if knots { 8 } else { random.random_range(2..=7) },
            negations: random.random_range(0..=if circles { 10 } else { 25 }),
            disjunctions: random.random_range(0..=if circles { 10 } else { 25 }),
            most_conditions: random.random_range(1..=if circles { 2 } else { 4 }),
            roles: random.random_range(1..=2),
            fluents: random_arities(random, 1..=3, 0..=2),
            moves: random_arities(random, 1..=2, 0..=2),
            facts: random_arities(random, 1..=3, usize::from(circles)..=2),
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
        if parts.len() == 1 {
            parts.into_iter().next().expect("it has one")
        } else {
            Tree::List(parts)
        }
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
            name if name.starts_with('d') && !name.starts_with("does") && !derived => {}
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
        roles: usize,
        /// The arities of what is called `f0`, `f1`, … in the state, and so on.
        fluents: Vec<usize>,
        moves: Vec<usize>,
        facts: Vec<usize>,
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
            self.keywords(&mut sheet);
            sheet
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
                let value = ["0", "50", "100", "?x"][self.random.random_range(0..4)];
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
            let mut body: Vec<Tree> = Vec::new();
            for _ in 0..self.random.random_range(1..=self.most_conditions) {
                body.push(self.condition(level, 2));
            }
            let (mut wanted, mut known) = (Vec::new(), Vec::new());
            variables(&head, &mut wanted);
            body.iter().for_each(|condition| variables(condition, &mut wanted));
            // Circles must be restricted by conditions outside of them.
            let derived = !self.circles && self.random.random_bool(0.4);
            body.iter().for_each(|condition| bound(condition, derived, &mut known));
            wanted.sort();
            wanted.dedup();
            for name in wanted {
                if !known.contains(&name) && (self.circles || self.random.random_bool(0.8)) {
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
            word(["?x", "?y", "?z"][self.random.random_range(0..3)])
        }

        fn constant(&mut self) -> Tree {
            word(["a", "b", "c", "1"][self.random.random_range(0..self.constants)])
        }
    }
}
