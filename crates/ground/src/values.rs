//! Ground terms as numbers: equal terms have equal numbers.

use crate::limits::GroundError;
use gdl::Symbol;
use term::{Interner, TermTable, id_type};

id_type! {
    /// The number of a ground term.
    pub struct Value(pub u32);
}

/// Deepest nesting of terms. Rules cannot be nested deeper, so only rules that wrap terms in functions again and again
/// reach it; grounding them would never end.
pub const MAX_DEPTH: u16 = 250;

/// Largest number of words of a term when it is written out.
pub const MAX_SIZE: u16 = 10_000;

/// Depth of a ground term, and its size in words.
#[derive(Clone, Copy, Debug)]
struct Extent {
    depth: u16,
    size: u16,
}

/// The ground terms of a game, each with a number.
#[derive(Clone, Debug, Default)]
pub struct Values {
    table: Interner<Value, Extent>,
}

impl Values {
    /// Returns the term of a symbol applied to arguments. A new term that is too deep or too large is an error.
    pub fn intern(&mut self, symbol: Symbol, arguments: &[Value]) -> Result<Value, GroundError> {
        self.table.intern(symbol, arguments, |extent| {
            let parts = arguments.iter().map(|&part| extent(part));
            let depth = parts.clone().map(|part| part.depth + 1).max().unwrap_or(0);
            let size = 1 + parts.map(|part| u32::from(part.size)).sum::<u32>();
            if depth > MAX_DEPTH {
                return Err(GroundError::TERM_DEPTH);
            }
            let size = u16::try_from(size).ok().filter(|&size| size <= MAX_SIZE);
            Ok(Extent { depth, size: size.ok_or(GroundError::TERM_SIZE)? })
        })
    }

    /// Returns the approximate memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

impl TermTable for Values {
    type Id = Value;

    fn symbol(&self, value: Value) -> Symbol {
        self.table.symbol(value)
    }

    fn arguments(&self, value: Value) -> &[Value] {
        self.table.arguments(value)
    }

    fn find(&self, symbol: Symbol, arguments: &[Value]) -> Option<Value> {
        self.table.find(symbol, arguments)
    }
}
