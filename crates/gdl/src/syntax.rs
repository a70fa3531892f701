//! Rule text as nested lists of words, with the place of each. Reading never fails: it returns
//! what could be read, and a list of faults. It runs in one pass over the tokens of [`term::Tokens`],
//! without recursion, so that neither length nor nesting of the input can exhaust time or stack.

use crate::fault::{FaultKind, Faults};
use crate::source::Source;
use term::{Span, Symbol, Symbols, Token, Tokens};

/// A word or a list in a [`Syntax`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// The content of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyntaxNode {
    /// A single word, by its symbol.
    Word(Symbol),
    /// A list; its contents are the nodes from the next one up to this one (exclusive).
    List(NodeId),
}

/// Lists of a rule sheet nested deeper than this are refused. Real sheets stay below 20.
pub const MAX_NESTING: usize = 200;

/// Words and lists in the order of the text: a list stands before its contents.
#[derive(Clone, Debug, Default)]
pub struct Syntax {
    nodes: Vec<SyntaxNode>,
    spans: Vec<Span>,
    broken: Vec<NodeId>,
}

impl Syntax {
    /// Returns the content of a node.
    pub fn node(&self, id: NodeId) -> SyntaxNode {
        self.nodes[id.0 as usize]
    }

    /// Returns the place of a node in the text.
    pub fn span(&self, id: NodeId) -> Span {
        self.spans[id.0 as usize]
    }

    /// Returns the outermost words and lists.
    pub fn top(&self) -> Children<'_> {
        self.range(0, self.nodes.len() as u32)
    }

    /// Returns the outermost lists that were not closed or nested too deeply; their contents are not reliable.
    pub fn broken(&self) -> &[NodeId] {
        &self.broken
    }

    /// Returns the contents of a list; a word has none.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        self.range(id.0 + 1, self.after(id).0)
    }

    /// Returns all words below (or at) a node, with their places.
    pub fn words(&self, id: NodeId) -> impl Iterator<Item = (Symbol, Span)> + '_ {
        (id.0..self.after(id).0).filter_map(|index| match self.node(NodeId(index)) {
            SyntaxNode::Word(symbol) => Some((symbol, self.span(NodeId(index)))),
            SyntaxNode::List(_) => None,
        })
    }

    fn after(&self, id: NodeId) -> NodeId {
        match self.node(id) {
            SyntaxNode::Word(_) => NodeId(id.0 + 1),
            SyntaxNode::List(end) => end,
        }
    }

    fn range(&self, from: u32, to: u32) -> Children<'_> {
        Children { syntax: self, from, to }
    }
}

/// The nodes of one list, in order.
#[derive(Clone)]
pub struct Children<'a> {
    syntax: &'a Syntax,
    from: u32,
    to: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.from >= self.to {
            return None;
        }
        let id = NodeId(self.from);
        self.from = self.syntax.after(id).0;
        Some(id)
    }
}

/// Reads the lists and words of a text.
pub fn read_syntax(
    source: &Source,
    symbols: &mut Symbols,
    faults: &mut Faults,
    max_nesting: usize,
) -> Syntax {
    let mut reader = SyntaxReader {
        source,
        faults,
        syntax: Syntax::default(),
        open: Vec::new(),
        too_deep: 0,
        max_nesting,
        margin_is_outermost: margin_is_outermost(source.text()),
    };
    for (token, span) in Tokens::new(source.text()) {
        match token {
            Token::Open => reader.open(span),
            Token::Close => reader.close(span),
            Token::Word => {
                if reader.too_deep == 0 {
                    let symbol = symbols.intern(source.slice(span));
                    reader.push(SyntaxNode::Word(symbol), span);
                }
            }
            Token::Comment => {}
        }
    }
    reader.close_all(None);
    reader.syntax
}

/// Whether every list that begins at the left margin is meant to be outside of all others, so that a parenthesis is
/// missing where it is not: some list of the text is not closed, and no list that is closed has one at the margin in
/// it.
fn margin_is_outermost(text: &str) -> bool {
    let mut depth = 0usize;
    let (mut inside, mut inside_closed) = (false, false);
    for (token, span) in Tokens::new(text) {
        match token {
            Token::Open => {
                inside |= depth > 0 && at_margin(text, span);
                depth += 1;
            }
            // A surplus `)` does not make up for a missing one.
            Token::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    inside_closed |= std::mem::take(&mut inside);
                }
            }
            Token::Word | Token::Comment => {}
        }
    }
    depth > 0 && !inside_closed
}

fn at_margin(text: &str, span: Span) -> bool {
    span.start == 0 || matches!(text.as_bytes()[span.start as usize - 1], b'\n' | b'\r')
}

/// A reader of words and lists from a source, with the lists that are open.
struct SyntaxReader<'a> {
    source: &'a Source,
    faults: &'a mut Faults,
    syntax: Syntax,
    open: Vec<NodeId>,
    /// Lists that are open beyond the nesting limit; their contents are skipped.
    too_deep: usize,
    max_nesting: usize,
    margin_is_outermost: bool,
}

impl SyntaxReader<'_> {
    fn push(&mut self, node: SyntaxNode, span: Span) {
        self.syntax.nodes.push(node);
        self.syntax.spans.push(span);
    }

    fn open(&mut self, span: Span) {
        if !self.open.is_empty() && self.is_missing_parenthesis_before(span) {
            self.close_all(Some(span));
        }
        if self.open.len() == self.max_nesting {
            if self.too_deep == 0 {
                let limit = self.max_nesting;
                self.faults.add(FaultKind::NestingTooDeep, span, || {
                    (
                        format!("lists are nested deeper than {limit} levels"),
                        "name the inner parts and refer to them by name",
                    )
                });
            }
            self.mark_broken(self.open[0]);
            self.too_deep += 1;
            return;
        }
        self.open.push(NodeId(self.syntax.nodes.len() as u32));
        self.push(SyntaxNode::List(NodeId(0)), span);
    }

    fn close(&mut self, span: Span) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some(list) = self.open.pop() {
            self.finish(list, span.end);
        } else {
            self.faults.add(FaultKind::UnopenedParenthesis, span, || {
                (
                    "this parenthesis closes nothing".to_owned(),
                    "remove it, or open a list before it",
                )
            });
        }
    }

    /// Closes all lists that are open, at the end of the text or where the next list at the margin begins.
    fn close_all(&mut self, next: Option<Span>) {
        self.too_deep = 0;
        let end = next.map_or(self.source.text().len() as u32, |span| span.start);
        while let Some(list) = self.open.pop() {
            let span = self.syntax.span(list);
            self.finish(list, end);
            let outermost = self.open.is_empty();
            if outermost {
                self.mark_broken(list);
                let source = self.source;
                self.faults.add(FaultKind::UnclosedParenthesis, span, || {
                    let until = match next {
                        Some(next) => {
                            format!("before the list on line {}", source.position(next.start).line)
                        }
                        None => "by the end of the file".to_owned(),
                    };
                    (
                        format!("this parenthesis is not closed {until}"),
                        "count the parentheses of this list: a `)` is missing",
                    )
                });
            }
        }
    }

    fn finish(&mut self, list: NodeId, end: u32) {
        let index = list.0 as usize;
        self.syntax.nodes[index] = SyntaxNode::List(NodeId(self.syntax.nodes.len() as u32));
        self.syntax.spans[index].end = end;
    }

    fn mark_broken(&mut self, list: NodeId) {
        if self.syntax.broken.last() != Some(&list) {
            self.syntax.broken.push(list);
        }
    }

    /// Whether the list that begins here, inside another one, shows that a parenthesis is missing before it.
    fn is_missing_parenthesis_before(&self, span: Span) -> bool {
        let text = self.source.text();
        let rest = &text[span.end as usize..];
        let begins_rule = || {
            let first = Tokens::new(rest).next();
            first.is_some_and(|(_, word)| &rest[word.start as usize..word.end as usize] == "<=")
        };
        at_margin(text, span) && (self.margin_is_outermost || begins_rule())
    }
}
