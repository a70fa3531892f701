//! Reads words and lists as facts, rules and formulas. Each rule is read on its own: one that cannot be
//! read is reported and left out, and the others are still read. Requirements on rules are checked in
//! [`crate::check()`], not here.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Formula, Rule, Sheet};
use crate::source::Source;
use crate::syntax::{MAX_NESTING, NodeId, SyntaxNode, read_syntax};
use std::collections::HashSet;
use std::str::Utf8Error;
use term::word::{AND, DISTINCT, IF, NOT, OR};
use term::{Span, Symbol, Symbols, TermId, Terms};

/// Largest number of bytes of a rule sheet; the rest is cut off, because places are stored in 32 bits.
pub const MAX_BYTES: usize = 1 << 30;

/// Reads a rule sheet; `name` is its name in messages. Reading never fails: the sheet contains the rules
/// that could be read, and the faults describe the others.
pub fn read(name: &str, bytes: &[u8]) -> (Sheet, Faults) {
    let mut faults = Faults::default();
    let source = Source::new(name, decode(bytes, &mut faults));
    let mut symbols = Symbols::default();
    let syntax = read_syntax(&source, &mut symbols, &mut faults, MAX_NESTING);
    let mut sheet = Sheet {
        source,
        syntax,
        symbols,
        terms: Terms::default(),
        rules: Vec::new(),
        broken_words: HashSet::new(),
    };
    let tops: Vec<NodeId> = sheet.syntax.top().collect();
    let mut reader = RuleReader { sheet: &mut sheet, faults: &mut faults };
    for node in tops {
        let whole = reader.sheet.syntax.broken().binary_search(&node).is_err();
        match whole.then(|| reader.rule(node)).flatten() {
            Some(rule) => reader.sheet.rules.push(rule),
            None => reader.remember_broken(node),
        }
    }
    (sheet, faults)
}

/// Whether the parentheses of a text match, so that formatting keeps its structure. Texts may be nested more deeply
/// than rule sheets, up to [`term::MAX_DEPTH`].
pub fn parentheses_match(text: &str) -> bool {
    let (mut symbols, mut faults) = (Symbols::default(), Faults::default());
    let source = Source::new("", text.to_owned());
    read_syntax(&source, &mut symbols, &mut faults, term::MAX_DEPTH);
    faults.errors() == 0
}

/// Decodes a file as UTF-8, cutting it off at [`MAX_BYTES`] and replacing invalid bytes.
fn decode(bytes: &[u8], faults: &mut Faults) -> String {
    let kept = &bytes[..bytes.len().min(MAX_BYTES)];
    if kept.len() < bytes.len() {
        faults.add(FaultKind::FileTooLarge, None, || {
            (
                format!("the file has {} bytes; the limit is {MAX_BYTES}", bytes.len()),
                "split the sheet, or generate repeated facts by rules",
            )
        });
    }
    let cut_inside_character =
        |error: &Utf8Error| kept.len() < bytes.len() && error.error_len().is_none();
    if let Err(error) = std::str::from_utf8(kept)
        && !cut_inside_character(&error)
    {
        let start = error.valid_up_to() as u32;
        // The replacement character for the invalid bytes is three bytes long.
        faults.add(FaultKind::InvalidUtf8, Span { start, end: start + 3 }, || {
            (
                format!("byte {start} and what follows it is not valid UTF-8"),
                "save the file as UTF-8 text",
            )
        });
    }
    String::from_utf8_lossy(kept).into_owned()
}

/// Reads rules, adding terms to the sheet and faults to the list.
struct RuleReader<'a> {
    sheet: &'a mut Sheet,
    faults: &'a mut Faults,
}

/// A list that begins with a name.
struct NamedList {
    head: Symbol,
    rest: Vec<NodeId>,
}

impl RuleReader<'_> {
    fn rule(&mut self, node: NodeId) -> Option<Rule> {
        if let Some(NamedList { head: IF, rest }) = self.list_if_named(node) {
            return self.arrow_rule(node, &rest);
        }
        let head = self.atom(node)?;
        Some(Rule { head, body: Vec::new(), arrow: false, node })
    }

    fn arrow_rule(&mut self, node: NodeId, parts: &[NodeId]) -> Option<Rule> {
        let Some((&head, body)) = parts.split_first() else {
            self.wrong_count(node, IF, "at least a head", 0);
            return None;
        };
        let head = self.atom(head);
        // Read the whole body even if a part fails, so that all faults are found at once.
        let body: Vec<Option<Formula>> = body.iter().map(|&part| self.formula(part)).collect();
        Some(Rule {
            head: head?,
            body: body.into_iter().collect::<Option<_>>()?,
            arrow: true,
            node,
        })
    }

    fn formula(&mut self, node: NodeId) -> Option<Formula> {
        let Some(NamedList { head, rest }) = self.list_if_named(node) else {
            return self.atom(node).map(Formula::Atom);
        };
        match head {
            NOT => {
                let [inner] = rest[..] else {
                    self.wrong_count(node, NOT, "exactly 1 formula", rest.len());
                    return None;
                };
                Some(Formula::Not(Box::new(self.formula(inner)?), node))
            }
            OR => Some(Formula::Or(self.formulas(&rest)?, node)),
            AND => Some(Formula::And(self.formulas(&rest)?, node)),
            DISTINCT => {
                let [left, right] = rest[..] else {
                    self.wrong_count(node, DISTINCT, "exactly 2 terms", rest.len());
                    return None;
                };
                let (left, right) = (self.term(left), self.term(right));
                Some(Formula::Distinct(left?, right?, node))
            }
            _ => self.atom(node).map(Formula::Atom),
        }
    }

    fn formulas(&mut self, nodes: &[NodeId]) -> Option<Vec<Formula>> {
        let read: Vec<Option<Formula>> = nodes.iter().map(|&node| self.formula(node)).collect();
        read.into_iter().collect()
    }

    fn atom(&mut self, node: NodeId) -> Option<Atom> {
        let (relation, arguments) = match self.sheet.syntax.node(node) {
            SyntaxNode::Word(word) if self.sheet.symbols.is_variable(word) => {
                self.variable_as_sentence(node, word);
                return None;
            }
            SyntaxNode::Word(word) => (self.plain_name(node, word)?, Vec::new()),
            SyntaxNode::List(_) => self.application(node)?,
        };
        Some(Atom { relation, arguments: arguments.into(), node })
    }

    fn term(&mut self, node: NodeId) -> Option<TermId> {
        let (symbol, arguments) = match self.sheet.syntax.node(node) {
            SyntaxNode::Word(word) => (self.plain_name(node, word)?, Vec::new()),
            SyntaxNode::List(_) => self.application(node)?,
        };
        let sheet = &mut *self.sheet;
        Some(sheet.terms.intern(&sheet.symbols, symbol, &arguments))
    }

    /// Reads `(name term …)`, a relation or a function with its arguments.
    fn application(&mut self, node: NodeId) -> Option<(Symbol, Vec<TermId>)> {
        let NamedList { head, rest } = self.list(node)?;
        let name = self.plain_name(node, head)?;
        if rest.is_empty() {
            return Some((self.without_arguments(node, name), Vec::new()));
        }
        let arguments: Vec<Option<TermId>> = rest.iter().map(|&part| self.term(part)).collect();
        Some((name, arguments.into_iter().collect::<Option<_>>()?))
    }

    /// Returns the symbol for a name in parentheses without arguments. `(open)` is not `open`: other
    /// programs distinguish a relation without arguments from a proposition (the traces of an independent
    /// engine show it), so `(open)` with its parentheses is a name of its own.
    fn without_arguments(&mut self, node: NodeId, name: Symbol) -> Symbol {
        // `(role)` lacks its argument, which is reported as such; `(terminal)` is taken as `terminal`.
        let arity = name.keyword_arity();
        if arity.is_some_and(|arity| arity > 0) {
            return name;
        }
        let word = self.sheet.name(name).to_owned();
        self.faults.add(FaultKind::EmptyArguments, self.sheet.span(node), || {
            let message = match arity {
                Some(_) => format!("`({word})` is taken as `{word}`, but not by every program"),
                None => format!("`({word})` is not the same as `{word}`"),
            };
            (message, format!("write `{word}` without parentheses"))
        });
        if arity.is_some() { name } else { self.sheet.symbols.intern(&format!("({word})")) }
    }

    /// Returns a word as a name, or reports a word that builds formulas.
    fn plain_name(&mut self, node: NodeId, word: Symbol) -> Option<Symbol> {
        if !word.is_connective() {
            return Some(word);
        }
        let name = self.sheet.name(word).to_owned();
        let span = self.sheet.span_of_word(node, word);
        self.faults.add(FaultKind::MisplacedKeyword, span, || {
            (
                format!("`{name}` cannot be used here: it combines formulas and is not a name"),
                "use it in front of a rule or in a rule's body, or choose another name",
            )
        });
        None
    }

    /// Splits a list into its first word and the rest, or reports that it does not begin with a name.
    fn list(&mut self, node: NodeId) -> Option<NamedList> {
        let list = self.list_if_named(node);
        if list.is_none() {
            let first = self.sheet.syntax.children(node).next();
            let (place, found) = match first.map(|first| (first, self.sheet.syntax.node(first))) {
                None => (node, "an empty list"),
                Some((first, SyntaxNode::Word(_))) => (first, "a variable"),
                Some((first, SyntaxNode::List(_))) => (first, "another list"),
            };
            self.faults.add(FaultKind::ExpectedName, self.sheet.span(place), || {
                (
                    format!("expected the name of a relation or function, found {found}"),
                    "begin every list with a name, as in `(cell 1 1 b)`",
                )
            });
        }
        list
    }

    /// Splits a list into its first word and the rest; `None` for anything that does not begin with a name.
    fn list_if_named(&self, node: NodeId) -> Option<NamedList> {
        let mut children = self.sheet.syntax.children(node);
        let SyntaxNode::Word(head) = self.sheet.syntax.node(children.next()?) else {
            return None;
        };
        if self.sheet.symbols.is_variable(head) {
            return None;
        }
        Some(NamedList { head, rest: children.collect() })
    }

    fn wrong_count(&mut self, node: NodeId, word: Symbol, expected: &str, found: usize) {
        let name = self.sheet.name(word).to_owned();
        self.faults.add(FaultKind::KeywordArity, self.sheet.span(node), || {
            (
                format!("`{name}` takes {expected}, found {found}"),
                format!("see `agon explain {}`", FaultKind::KeywordArity.name()),
            )
        });
    }

    fn variable_as_sentence(&mut self, node: NodeId, word: Symbol) {
        let name = self.sheet.name(word).to_owned();
        self.faults.add(FaultKind::VariableAsSentence, self.sheet.span(node), || {
            (
                format!("the variable `{name}` stands where a fact or condition is expected"),
                format!("apply a relation to it, as in `(true {name})`"),
            )
        });
    }

    /// Adds the words of a rule that could not be read to [`Sheet::broken_words`].
    fn remember_broken(&mut self, node: NodeId) {
        let sheet = &mut *self.sheet;
        sheet.broken_words.extend(sheet.syntax.words(node).map(|(word, _)| word));
    }
}
