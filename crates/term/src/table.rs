//! Tables in which terms are numbers, and the translation between these numbers and terms as values. Nothing here is
//! recursive: terms may be thousands of levels deep.

use crate::symbol::{Symbol, Symbols};
use crate::term::{Term, TermBuilder};

/// A table of terms: each has a number, a symbol and arguments that are in the table too.
pub trait TermTable {
    /// The number of a term.
    type Id: Copy;

    /// Returns the function, object or variable.
    fn symbol(&self, id: Self::Id) -> Symbol;

    /// Returns the arguments; none for objects and variables.
    fn arguments(&self, id: Self::Id) -> &[Self::Id];

    /// Returns the number of a symbol applied to arguments, if the table has this term.
    fn find(&self, symbol: Symbol, arguments: &[Self::Id]) -> Option<Self::Id>;

    /// Returns a term of the table as a value.
    fn term(&self, symbols: &Symbols, id: Self::Id) -> Term {
        let (mut builder, mut pending) = (TermBuilder::default(), vec![Some(id)]);
        while let Some(next) = pending.pop() {
            let Some(id) = next else {
                builder.close();
                continue;
            };
            let (name, arguments) = (symbols.name(self.symbol(id)), self.arguments(id));
            if arguments.is_empty() {
                builder.leaf(name);
            } else {
                builder.open(name);
                pending.push(None);
                pending.extend(arguments.iter().rev().map(|&argument| Some(argument)));
            }
        }
        builder.finish()
    }

    /// Returns the number of a term, if the table has it.
    fn find_term(&self, symbols: &Symbols, term: &Term) -> Option<Self::Id> {
        // Parts are visited from the last to the first, so the arguments of a part are on top of the stack in reverse
        // order.
        let mut found: Vec<Self::Id> = Vec::new();
        for part in term.parts_backwards() {
            let symbol = symbols.find(part.name())?;
            let first = found.len() - part.arity();
            found[first..].reverse();
            let id = self.find(symbol, &found[first..])?;
            found.truncate(first);
            found.push(id);
        }
        found.pop()
    }
}
