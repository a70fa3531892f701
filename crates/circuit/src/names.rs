//! The names of a circuit's inputs and outputs: roles, facts and moves.

use crate::circuit::Action;
use game::{Fact, Move, Role, Vocabulary};
use gdl::Symbol;
use ground::{Ground, Value, Values};
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::Arc;
use term::{Term, TermTable};

/// The terms of a circuit's roles, facts and moves.
pub struct Names {
    ground: Arc<Ground>,
    roles: Vec<String>,
    facts: Vec<Value>,
    fact_ids: HashMap<Value, Fact>,
    moves: Vec<Value>,
    move_ids: HashMap<Value, Move>,
    /// The move of each action; the actions are ordered by role and then by move.
    action_moves: Vec<Move>,
    /// The first action of each role, and the end.
    firsts: Vec<u32>,
}

impl Names {
    /// Numbers the facts and moves of ground rules.
    pub(crate) fn new(ground: Arc<Ground>) -> Names {
        let (mut facts, mut fact_ids) = (Vec::new(), HashMap::new());
        for (_, fact) in ground.init().chain(ground.next()) {
            fact_ids.entry(fact).or_insert_with(|| {
                facts.push(fact);
                Fact(facts.len() as u32 - 1)
            });
        }
        let (mut moves, mut move_ids) = (Vec::new(), HashMap::new());
        let mut by_role: HashMap<Value, Vec<Move>> = HashMap::new();
        for (_, role, action) in ground.legal() {
            let id = *move_ids.entry(action).or_insert_with(|| {
                moves.push(action);
                Move(moves.len() as u32 - 1)
            });
            by_role.entry(role).or_default().push(id);
        }
        let (mut roles, mut action_moves, mut firsts) = (Vec::new(), Vec::new(), vec![0]);
        for &role in ground.roles() {
            roles.push(ground.values().term(ground.symbols(), role).to_string());
            let mut own = by_role.remove(&role).unwrap_or_default();
            own.sort_unstable();
            action_moves.extend(own);
            firsts.push(action_moves.len() as u32);
        }
        Names { ground, roles, facts, fact_ids, moves, move_ids, action_moves, firsts }
    }

    /// Returns the roles in KIF, in the order of their ids.
    pub fn role_names(&self) -> &[String] {
        &self.roles
    }

    /// Returns all roles in their order.
    pub fn roles(&self) -> impl Iterator<Item = Role> + Clone + use<> {
        (0..self.roles.len() as u32).map(Role)
    }

    /// Returns the actions of a role.
    pub fn actions_of(&self, role: Role) -> impl ExactSizeIterator<Item = Action> + use<> {
        let Range { start, end } = self.action_range(role);
        (start as u32..end as u32).map(Action)
    }

    /// Returns the moves of a role's actions, in ascending order: all moves that can be legal for it.
    pub fn moves_of(&self, role: Role) -> &[Move] {
        &self.action_moves[self.action_range(role)]
    }

    fn action_range(&self, role: Role) -> Range<usize> {
        self.firsts[role.0 as usize] as usize..self.firsts[role.0 as usize + 1] as usize
    }

    /// Returns the move of an action.
    pub fn move_of_action(&self, action: Action) -> Move {
        self.action_moves[action.0 as usize]
    }

    /// Returns the action of a role that makes a move; `None` if the move is never legal for the role.
    pub fn action(&self, role: Role, action: Move) -> Option<Action> {
        let range = self.action_range(role);
        let place = self.action_moves[range.clone()].binary_search(&action).ok()?;
        Some(Action((range.start + place) as u32))
    }

    /// Returns the number of facts.
    pub fn fact_count(&self) -> usize {
        self.facts.len()
    }

    /// Returns the number of moves.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the number of actions.
    pub fn action_count(&self) -> usize {
        self.action_moves.len()
    }

    pub(crate) fn fact_of(&self, value: Value) -> Option<Fact> {
        self.fact_ids.get(&value).copied()
    }

    pub(crate) fn move_of(&self, value: Value) -> Option<Move> {
        self.move_ids.get(&value).copied()
    }

    /// Returns the ground terms.
    pub fn values(&self) -> &Values {
        self.ground.values()
    }

    /// Returns the name of a symbol.
    pub(crate) fn symbol_name(&self, symbol: Symbol) -> &str {
        self.ground.symbols().name(symbol)
    }

    /// Returns the function of a fact and its arguments.
    pub(crate) fn fact_parts(&self, fact: Fact) -> (Symbol, &[Value]) {
        let value = self.facts[fact.0 as usize];
        (self.values().symbol(value), self.values().arguments(value))
    }
}

impl Vocabulary for Names {
    fn fact_term(&self, fact: Fact) -> Term {
        self.values().term(self.ground.symbols(), self.facts[fact.0 as usize])
    }

    fn move_term(&self, action: Move) -> Term {
        self.values().term(self.ground.symbols(), self.moves[action.0 as usize])
    }

    fn find_fact(&self, term: &Term) -> Option<Fact> {
        self.fact_of(self.values().find_term(self.ground.symbols(), term)?)
    }

    fn find_move(&self, term: &Term) -> Option<Move> {
        self.move_of(self.values().find_term(self.ground.symbols(), term)?)
    }
}
