//! The search for all bindings of a formula's variables.
//!
//! Where bindings are valid is left to an implementation of [`Validity`]: in sampled states (`state_validity`) or by
//! signals of a circuit (`signal_validity`).

use super::bindings::TooManyBindings;
use super::formula::{Atom, Formula, Term};
use super::relation_table::{ArgumentPosition, RelationTable};
use super::relation_tables::RelationTables;
use circuit::Signal;
use ground::Value;
use term::TermTable;

/// Value that stands for none: the variable is not bound.
pub const UNBOUND: Value = Value(u32::MAX);

/// Keeps track of the states in which the bindings made so far are valid, that is in which the conditions hold from
/// which they were made: as a bit for each sampled state (`state_validity`), or as the signals that have to be on
/// (`signal_validity`).
pub trait Validity {
    /// The form in which the states are returned.
    type Extent;

    /// Saves the present states on a stack.
    fn push(&mut self);

    /// Restricts the states to those in which a signal is on. Returns whether any state may be left.
    fn restrict(&mut self, signal: Signal) -> bool;

    /// Restores the states that were saved last.
    fn pop(&mut self);

    /// Returns the states in which the present bindings are valid.
    fn extent(&mut self) -> Self::Extent;

    /// Begins the search for a negated formula.
    fn enter_negation(&mut self);

    /// Adds the states in which the present bindings are valid to those in which the negated formula holds.
    fn exclude(&mut self);

    /// Whether there are states left for which the search has to go on.
    fn is_open(&self) -> bool;

    /// Ends the search for a negated formula: restricts the validity to states in which it does not hold. Returns
    /// whether there may be such a state.
    fn leave_negation(&mut self) -> bool;
}

/// Receives the values of the variables, and the states in which they are valid.
pub(super) type OnBinding<'a, P> = dyn FnMut(&[Value], P) -> Result<(), TooManyBindings> + 'a;

/// The state of a search.
struct BindingSearch<'a, T: Validity> {
    tables: &'a RelationTables,
    validity: T,
    bound: Vec<Value>,
    /// The variables that have been bound, in order.
    trail: Vec<u32>,
    /// Number of rows that may still be read.
    rows_left: u64,
    /// Number of negations around the present formula.
    depth: u32,
}

/// A term without unbound variables.
enum GroundTerm {
    /// A term of the compiled game.
    Known(Value),
    /// A term that does not occur in the compiled game.
    Unused(Term),
}

/// Calls `found` with each binding of a formula's variables and where it is valid. The same binding may come several
/// times. At most `max_rows` rows are read.
pub(super) fn search<T: Validity>(
    tables: &RelationTables,
    formula: &Formula,
    validity: T,
    max_rows: u64,
    found: &mut OnBinding<T::Extent>,
) -> Result<T, TooManyBindings> {
    let bound = vec![UNBOUND; formula.width() as usize];
    let mut search =
        BindingSearch { tables, validity, bound, trail: Vec::new(), rows_left: max_rows, depth: 0 };
    search.validity.push();
    let ended = search.run(vec![formula], found);
    tables.count_rows(max_rows - search.rows_left);
    ended?;
    search.validity.pop();
    Ok(search.validity)
}

impl<T: Validity> BindingSearch<'_, T> {
    /// Binds variables until all formulas in `open` hold.
    fn run(
        &mut self,
        mut open: Vec<&Formula>,
        found: &mut OnBinding<T::Extent>,
    ) -> Result<(), TooManyBindings> {
        let tables = self.tables;
        while let Some(next) = (0..open.len()).min_by_key(|&it| self.cost(open[it])) {
            match open.remove(next) {
                Formula::True => {}
                Formula::False => return Ok(()),
                Formula::And(parts) => open.extend(parts),
                Formula::Same(one, other) => {
                    let is_same = match (self.ground(one), self.ground(other)) {
                        (Some(one), Some(other)) => one.is(&other),
                        (Some(GroundTerm::Known(id)), None) => self.fits(other, id),
                        (None, Some(GroundTerm::Known(id))) => self.fits(one, id),
                        _ => false,
                    };
                    if !is_same {
                        return Ok(());
                    }
                }
                Formula::Distinct(one, other) => match (self.ground(one), self.ground(other)) {
                    (Some(one), Some(other)) if !one.is(&other) => {}
                    _ => return Ok(()),
                },
                Formula::Not(inner) => {
                    let mark = self.trail.len();
                    self.validity.enter_negation();
                    self.depth += 1;
                    self.run(vec![inner], found)?;
                    self.depth -= 1;
                    self.undo(mark);
                    if !self.validity.leave_negation() {
                        return Ok(());
                    }
                }
                Formula::Or(parts) => {
                    for part in parts {
                        let mark = self.trail.len();
                        self.validity.push();
                        let rest = open.iter().copied().chain([part]).collect();
                        self.run(rest, found)?;
                        self.validity.pop();
                        self.undo(mark);
                    }
                    return Ok(());
                }
                Formula::Atom(atom) => {
                    let Some(table) = tables.table(atom.relation) else { return Ok(()) };
                    match self.candidates(atom, table) {
                        Some(rows) => {
                            for &row in rows {
                                self.row(atom, table, row, &open, found)?;
                            }
                        }
                        None => {
                            for row in 0..table.rows.len() as u32 {
                                self.row(atom, table, row, &open, found)?;
                            }
                        }
                    }
                    return Ok(());
                }
            }
        }
        if self.depth > 0 {
            self.validity.exclude();
            return Ok(());
        }
        found(&self.bound, self.validity.extent())
    }

    /// Continues with an atom bound to one of its relation's rows.
    fn row(
        &mut self,
        atom: &Atom,
        table: &RelationTable,
        row: u32,
        open: &[&Formula],
        found: &mut OnBinding<T::Extent>,
    ) -> Result<(), TooManyBindings> {
        if !self.validity.is_open() {
            return Ok(());
        }
        self.rows_left = self.rows_left.checked_sub(1).ok_or(TooManyBindings)?;
        let row = &table.rows[row as usize];
        let mark = self.trail.len();
        let mut pairs = atom.arguments.iter().zip(&row.arguments);
        if pairs.all(|(term, &id)| self.fits(term, id)) {
            self.validity.push();
            if self.validity.restrict(row.signal) {
                self.run(open.to_vec(), found)?;
            }
            self.validity.pop();
        }
        self.undo(mark);
        Ok(())
    }

    /// Unbinds the variables that were bound since `mark`.
    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.bound[variable as usize] = UNBOUND;
        }
    }

    /// Whether a term equals a ground term; binds its variables.
    fn fits(&mut self, term: &Term, id: Value) -> bool {
        match term {
            Term::Variable(variable) => {
                let bound = &mut self.bound[*variable as usize];
                if *bound == UNBOUND {
                    *bound = id;
                    self.trail.push(*variable);
                }
                *bound == id
            }
            Term::Function(symbol, arguments) => {
                let values = self.tables.values();
                let parts = values.arguments(id);
                *symbol == values.symbol(id)
                    && arguments.len() == parts.len()
                    && arguments.iter().zip(parts).all(|(term, &part)| self.fits(term, part))
            }
        }
    }

    /// Returns a term with its variables replaced. `None` if one is unbound.
    fn ground(&self, term: &Term) -> Option<GroundTerm> {
        match term {
            Term::Variable(variable) => match self.bound[*variable as usize] {
                UNBOUND => None,
                id => Some(GroundTerm::Known(id)),
            },
            Term::Function(symbol, arguments) => {
                let parts: Option<Vec<GroundTerm>> =
                    arguments.iter().map(|it| self.ground(it)).collect();
                let parts = parts?;
                let known: Option<Vec<Value>> = parts
                    .iter()
                    .map(|part| match part {
                        GroundTerm::Known(id) => Some(*id),
                        GroundTerm::Unused(_) => None,
                    })
                    .collect();
                let id = known.and_then(|parts| self.tables.values().find(*symbol, &parts));
                let unused = || {
                    let term = |part: GroundTerm| match part {
                        GroundTerm::Known(id) => Term::of_value(self.tables.values(), id),
                        GroundTerm::Unused(term) => term,
                    };
                    GroundTerm::Unused(Term::Function(
                        *symbol,
                        parts.into_iter().map(term).collect(),
                    ))
                };
                Some(id.map_or_else(unused, GroundTerm::Known))
            }
        }
    }

    /// Returns the order in which parts are taken: first those that can be decided, then those with fewest rows, last
    /// those that need all variables bound.
    fn cost(&self, formula: &Formula) -> usize {
        const LATE: usize = usize::MAX - 3;
        let is_ground = |term: &Term| self.ground(term).is_some();
        match formula {
            Formula::True | Formula::False | Formula::And(_) => 0,
            Formula::Same(one, other) if is_ground(one) || is_ground(other) => 0,
            Formula::Same(..) => LATE,
            Formula::Distinct(one, other) if is_ground(one) && is_ground(other) => 0,
            Formula::Distinct(..) => LATE + 1,
            Formula::Not(_) => {
                let mut is_open = false;
                formula.each_variable(&mut |it| is_open |= self.bound[it as usize] == UNBOUND);
                if is_open { LATE + 2 } else { 1 }
            }
            Formula::Or(_) => 100,
            Formula::Atom(atom) => self.tables.table(atom.relation).map_or(0, |table| {
                self.candidates(atom, table).map_or(table.rows.len(), <[u32]>::len)
            }),
        }
    }

    /// Returns the rows that an atom can be bound to, and possibly a few more. `None` if these can be all rows.
    fn candidates<'t>(&self, atom: &Atom, table: &'t RelationTable) -> Option<&'t [u32]> {
        let mut best: Option<&[u32]> = None;
        let mut offer = |rows: &'t [u32]| {
            if best.is_none_or(|best| rows.len() < best.len()) {
                best = Some(rows);
            }
        };
        let mut look = |place: ArgumentPosition, term: &Term| match self.ground(term) {
            Some(GroundTerm::Known(id)) => offer(table.with(place, id.0)),
            Some(GroundTerm::Unused(_)) => offer(&[]),
            None => {}
        };
        for (place, argument) in (0..).zip(&atom.arguments) {
            look(ArgumentPosition::Argument(place), argument);
            if let Term::Function(_, inner) = argument {
                (0..)
                    .zip(inner)
                    .for_each(|(within, it)| look(ArgumentPosition::Inner(place, within), it));
            }
        }
        for (place, argument) in (0..).zip(&atom.arguments) {
            if let Term::Function(symbol, _) = argument {
                offer(table.with(ArgumentPosition::Function(place), symbol.0));
            }
        }
        best
    }
}

impl GroundTerm {
    /// Whether both are the same term.
    fn is(&self, other: &GroundTerm) -> bool {
        match (self, other) {
            (GroundTerm::Known(one), GroundTerm::Known(other)) => one == other,
            (GroundTerm::Unused(one), GroundTerm::Unused(other)) => one == other,
            _ => false,
        }
    }
}
