//! Ground terms, interned: equal terms have equal ids.

use crate::limits::Stop;
use gdl::{Node, NodeId, Symbol, Symbols};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// A ground term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);

/// Terms may be nested this deep. Rules cannot be nested deeper, so only rules that wrap terms again and again
/// come here; grounding them would never end.
pub const MAX_DEPTH: u16 = 250;

/// Terms may have this many words when written out.
pub const MAX_SIZE: u32 = 10_000;

#[derive(Clone, Copy, Debug)]
struct Entered {
    symbol: Symbol,
    first_argument: u32,
    arguments: u16,
    depth: u16,
    size: u32,
}

/// All ground terms met while grounding.
#[derive(Clone, Debug, Default)]
pub struct Values {
    entered: Vec<Entered>,
    arguments: Vec<Value>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Values {
    /// The term of a symbol applied to arguments.
    pub fn intern(&mut self, symbol: Symbol, arguments: &[Value]) -> Result<Value, Stop> {
        let hash = self.hasher.hash_one((symbol, arguments));
        let Values { entered, arguments: all, index, hasher } = self;
        let entry = index.entry(
            hash,
            |&id| entered[id as usize].is(symbol, arguments, all),
            |&id| {
                let candidate = &entered[id as usize];
                hasher.hash_one((candidate.symbol, candidate.slice(all)))
            },
        );
        match entry {
            Entry::Occupied(found) => Ok(Value(*found.get())),
            Entry::Vacant(place) => {
                let parts = arguments.iter().map(|part| &entered[part.0 as usize]);
                let depth = parts.clone().map(|part| part.depth + 1).max().unwrap_or(0);
                let size = 1 + parts.map(|part| part.size).sum::<u32>();
                if depth > MAX_DEPTH {
                    return Err(Stop::TermDepth);
                }
                if size > MAX_SIZE {
                    return Err(Stop::TermSize);
                }
                let id = entered.len() as u32;
                place.insert(id);
                let (first_argument, count) = (all.len() as u32, arguments.len() as u16);
                entered.push(Entered { symbol, first_argument, arguments: count, depth, size });
                all.extend_from_slice(arguments);
                Ok(Value(id))
            }
        }
    }

    /// The term of a symbol applied to arguments, if it has been met.
    pub fn find(&self, symbol: Symbol, arguments: &[Value]) -> Option<Value> {
        let hash = self.hasher.hash_one((symbol, arguments));
        let is = |&id: &u32| self.entered[id as usize].is(symbol, arguments, &self.arguments);
        self.index.find(hash, is).map(|&id| Value(id))
    }

    /// The function or object.
    pub fn symbol(&self, value: Value) -> Symbol {
        self.entered[value.0 as usize].symbol
    }

    /// The arguments; none for objects.
    pub fn arguments(&self, value: Value) -> &[Value] {
        self.entered[value.0 as usize].slice(&self.arguments)
    }

    /// The bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.entered.len() * (size_of::<Entered>() + 8) + self.arguments.len() * size_of::<Value>()
    }

    /// The term in KIF.
    pub fn text(&self, symbols: &Symbols, value: Value) -> String {
        let mut text = String::new();
        self.write(symbols, value, &mut text);
        text
    }

    fn write(&self, symbols: &Symbols, value: Value, out: &mut String) {
        let arguments = self.arguments(value);
        let name = symbols.name(self.symbol(value));
        if arguments.is_empty() {
            return out.push_str(name);
        }
        out.push('(');
        out.push_str(name);
        for &argument in arguments {
            out.push(' ');
            self.write(symbols, argument, out);
        }
        out.push(')');
    }

    /// The term with this text, if it has been met.
    pub fn read(&self, symbols: &Symbols, text: &str) -> Option<Value> {
        let text = gdl::Text::read(text);
        self.read_node(symbols, &text, text.single()?, 0)
    }

    fn read_node(
        &self,
        symbols: &Symbols,
        text: &gdl::Text,
        node: NodeId,
        depth: u16,
    ) -> Option<Value> {
        let word = |node| match text.syntax.node(node) {
            Node::Word(word) => Some(text.symbols.name(word)),
            Node::List(_) => None,
        };
        if let Some(name) = word(node) {
            return self.find(symbols.find(name)?, &[]);
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let mut children = text.syntax.children(node);
        let name = word(children.next()?)?;
        let arguments: Vec<Value> = children
            .map(|child| self.read_node(symbols, text, child, depth + 1))
            .collect::<Option<_>>()?;
        let symbol = if arguments.is_empty() {
            symbols.find(&format!("({name})"))?
        } else {
            symbols.find(name)?
        };
        self.find(symbol, &arguments)
    }
}

impl Entered {
    fn slice<'a>(&self, all: &'a [Value]) -> &'a [Value] {
        let first = self.first_argument as usize;
        &all[first..first + usize::from(self.arguments)]
    }

    fn is(&self, symbol: Symbol, arguments: &[Value], all: &[Value]) -> bool {
        self.symbol == symbol && self.slice(all) == arguments
    }
}
