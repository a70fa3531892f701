//! Terms as values: the text of a term together with the places of its parts. Parts share the text of the whole, and
//! nothing here is recursive, so that deep terms cannot exhaust the stack.

use std::fmt::{self, Debug, Display, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A name, a variable, or a function applied to terms.
///
/// Terms are equal if they have the same form and the same names, without regard to the case of ASCII letters. Cloning
/// a term or taking a part of it copies no text.
#[derive(Clone)]
pub struct Term {
    whole: Arc<TermText>,
    /// Index of the part's first node.
    node: u32,
}

/// The text of a term, with single spaces, and its parts in the order in which they begin.
struct TermText {
    text: String,
    nodes: Vec<PartSpan>,
}

/// The place of a part.
#[derive(Clone, Copy)]
struct PartSpan {
    /// First byte of its text.
    start: u32,
    /// One past the last byte of its text.
    end: u32,
    /// Index of the first node that is not inside it.
    after: u32,
}

impl Term {
    /// Returns a function applied to arguments; without arguments, the name or variable itself.
    pub fn applied(name: &str, arguments: &[Term]) -> Term {
        let mut builder = TermBuilder::default();
        if arguments.is_empty() {
            builder.leaf(name);
        } else {
            builder.open(name);
            arguments.iter().for_each(|argument| builder.term(argument));
            builder.close();
        }
        builder.finish()
    }

    /// Returns the term in KIF, in the spelling in which it was read.
    pub fn as_str(&self) -> &str {
        self.text_of(self.node)
    }

    /// Returns the function, object or variable. The name of `(open)`, which is not `open`, is `(open)`.
    pub fn name(&self) -> &str {
        self.name_of(self.node)
    }

    /// Returns all names and variables from left to right, those of functions included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        (self.node..self.place().after).map(|node| self.name_of(node))
    }

    /// Returns the number of arguments.
    pub fn arity(&self) -> usize {
        self.argument_nodes().count()
    }

    /// Whether no argument has arguments of its own.
    pub fn is_flat(&self) -> bool {
        self.arguments().all(|argument| argument.arity() == 0)
    }

    /// Returns the arguments in order.
    pub fn arguments(&self) -> impl Iterator<Item = Term> + '_ {
        self.argument_nodes().map(|node| Term { whole: Arc::clone(&self.whole), node })
    }

    /// Returns the arguments in KIF.
    pub fn argument_texts(&self) -> impl Iterator<Item = &str> {
        self.argument_nodes().map(|node| self.text_of(node))
    }

    /// Returns one argument, counted from 0.
    pub fn argument(&self, index: usize) -> Option<Term> {
        self.arguments().nth(index)
    }

    /// Whether the term is a variable such as `?x`.
    pub fn is_variable(&self) -> bool {
        self.as_str().starts_with('?')
    }

    /// Returns the term with another name in the place of each, those of functions included.
    pub fn with_names<'a>(&'a self, name: impl Fn(&'a str) -> &'a str) -> Term {
        self.rebuilt(|builder, part| match part {
            TermEvent::Leaf(leaf) => builder.leaf(name(leaf)),
            TermEvent::Open(function) => builder.open(name(function)),
            TermEvent::Close => builder.close(),
        })
    }

    /// Returns the term with its variables replaced; those without a value stay.
    pub fn with_variables(&self, value: impl Fn(&str) -> Option<Term>) -> Term {
        self.rebuilt(|builder, part| match part {
            TermEvent::Leaf(leaf) => match leaf.starts_with('?').then(|| value(leaf)).flatten() {
                Some(value) => builder.term(&value),
                None => builder.leaf(leaf),
            },
            TermEvent::Open(function) => builder.open(function),
            TermEvent::Close => builder.close(),
        })
    }

    fn rebuilt<'a>(&'a self, mut build: impl FnMut(&mut TermBuilder, TermEvent<'a>)) -> Term {
        let (mut builder, mut ends) = (TermBuilder::default(), Vec::new());
        for node in self.node..self.place().after {
            while ends.pop_if(|end| *end == node).is_some() {
                build(&mut builder, TermEvent::Close);
            }
            let after = self.whole.nodes[node as usize].after;
            if after == node + 1 {
                build(&mut builder, TermEvent::Leaf(self.name_of(node)));
            } else {
                build(&mut builder, TermEvent::Open(self.name_of(node)));
                ends.push(after);
            }
        }
        ends.iter().for_each(|_| build(&mut builder, TermEvent::Close));
        builder.finish()
    }

    /// Returns the term and all its parts, the one that begins last first.
    pub(crate) fn parts_backwards(&self) -> impl Iterator<Item = Term> + '_ {
        let nodes = (self.node..self.place().after).rev();
        nodes.map(|node| Term { whole: Arc::clone(&self.whole), node })
    }

    fn place(&self) -> PartSpan {
        self.whole.nodes[self.node as usize]
    }

    fn text_of(&self, node: u32) -> &str {
        let PartSpan { start, end, .. } = self.whole.nodes[node as usize];
        &self.whole.text[start as usize..end as usize]
    }

    fn name_of(&self, node: u32) -> &str {
        let PartSpan { start, after, .. } = self.whole.nodes[node as usize];
        if after == node + 1 {
            return self.text_of(node);
        }
        // The name is between the parenthesis and the space before the first argument.
        let first = self.whole.nodes[node as usize + 1];
        &self.whole.text[start as usize + 1..first.start as usize - 1]
    }

    fn argument_nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let end = self.place().after;
        let inside = move |node: u32| (node < end).then_some(node);
        std::iter::successors(inside(self.node + 1), move |&node| {
            inside(self.whole.nodes[node as usize].after)
        })
    }
}

/// A step of walking through a term from left to right.
enum TermEvent<'a> {
    /// A name or variable without arguments.
    Leaf(&'a str),
    /// A function; its arguments follow.
    Open(&'a str),
    /// The end of the arguments of the function that was opened last.
    Close,
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.as_str().eq_ignore_ascii_case(other.as_str())
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().bytes().for_each(|byte| state.write_u8(byte.to_ascii_lowercase()));
        state.write_u8(0xff);
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Debug for Term {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Puts a term together from left to right.
pub(crate) struct TermBuilder {
    text: String,
    nodes: Vec<PartSpan>,
    /// The functions whose arguments are not complete.
    open: Vec<u32>,
}

/// Numbers of bytes and of parts for which memory is reserved: enough for most facts and moves.
const USUAL_BYTES: usize = 32;
const USUAL_PARTS: usize = 6;

impl Default for TermBuilder {
    fn default() -> TermBuilder {
        TermBuilder {
            text: String::with_capacity(USUAL_BYTES),
            nodes: Vec::with_capacity(USUAL_PARTS),
            open: Vec::new(),
        }
    }
}

impl TermBuilder {
    /// Adds a name or variable without arguments.
    pub(crate) fn leaf(&mut self, name: &str) {
        let node = self.begin();
        self.text.push_str(name);
        self.end(node);
    }

    /// Adds a function; its arguments follow until [`TermBuilder::close`].
    pub(crate) fn open(&mut self, name: &str) {
        let node = self.begin();
        self.open.push(node);
        self.text.push('(');
        self.text.push_str(name);
    }

    /// Ends the arguments of the function that was opened last.
    pub(crate) fn close(&mut self) {
        let node = self.open.pop().expect("every list that is closed was opened");
        self.text.push(')');
        self.end(node);
    }

    /// Adds a whole term.
    pub(crate) fn term(&mut self, term: &Term) {
        self.separate();
        let (text, node) = (self.text.len() as u32, self.nodes.len() as u32);
        let PartSpan { start, after, .. } = term.place();
        let moved =
            term.whole.nodes[term.node as usize..after as usize].iter().map(|part| PartSpan {
                start: part.start - start + text,
                end: part.end - start + text,
                after: part.after - term.node + node,
            });
        self.nodes.extend(moved);
        self.text.push_str(term.as_str());
    }

    /// Returns the number of functions whose arguments are not complete.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the term that was built.
    pub(crate) fn finish(self) -> Term {
        Term { whole: Arc::new(TermText { text: self.text, nodes: self.nodes }), node: 0 }
    }

    fn separate(&mut self) {
        if !self.open.is_empty() {
            self.text.push(' ');
        }
    }

    fn begin(&mut self) -> u32 {
        self.separate();
        self.nodes.push(PartSpan { start: self.text.len() as u32, end: 0, after: 0 });
        self.nodes.len() as u32 - 1
    }

    fn end(&mut self, node: u32) {
        let after = self.nodes.len() as u32;
        let node = &mut self.nodes[node as usize];
        node.end = self.text.len() as u32;
        node.after = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Term {
        Term::read(text).expect("it is one term")
    }

    #[test]
    fn terms_have_a_name_and_arguments() {
        let term = read("(on (block 1) (f (g x) y) z)");
        assert_eq!((term.name(), term.arity()), ("on", 3));
        let texts: Vec<&str> = term.argument_texts().collect();
        assert_eq!(texts, ["(block 1)", "(f (g x) y)", "z"]);
        let second = term.argument(1).expect("there are three arguments");
        assert_eq!((second.name(), second.to_string().as_str()), ("f", "(f (g x) y)"));
        assert_eq!(second.argument(0).map(|it| it.name().to_owned()), Some("g".to_owned()));
        assert_eq!(term.argument(3), None);
        let arguments: Vec<Term> = term.arguments().collect();
        assert_eq!(Term::applied("on", &arguments), term);
    }

    #[test]
    fn a_name_applied_to_nothing_is_another_name() {
        let (with, without) = (read("( open )"), read("open"));
        assert_ne!(with, without);
        assert_eq!((with.name(), with.arity()), ("(open)", 0));
        assert_eq!(read("(f (open) open)").argument(0), Some(with));
    }

    #[test]
    fn case_does_not_matter() {
        use std::collections::HashSet;
        let terms: HashSet<Term> = ["(Cell A)", "(cell a)"].map(read).into();
        assert_eq!(terms.len(), 1);
    }

    #[test]
    fn names_and_variables_are_replaced() {
        let term = read("(f a (g a ?x) (h))");
        let renamed = term.with_names(|name| if name == "a" { "b" } else { name });
        assert_eq!(renamed.to_string(), "(f b (g b ?x) (h))");
        let filled = term.with_variables(|name| (name == "?x").then(|| read("(i j)")));
        assert_eq!(filled.to_string(), "(f a (g a (i j)) (h))");
        assert_eq!(filled.argument(1).and_then(|it| it.argument(1)), Some(read("(i j)")));
    }
}
