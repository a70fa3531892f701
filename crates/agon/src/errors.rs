//! Errors of libraries as the program shows them.

use crate::commands::show::columns;
use anyhow::anyhow;
use play::random_games::RandomGamesError;

/// Returns the error of random games, with the facts of a state in columns.
pub fn of_random_games(error: RandomGamesError) -> anyhow::Error {
    match error {
        RandomGamesError::NoLegalMove { role, facts } => no_legal_move(&role, &facts),
        error => error.into(),
    }
}

/// Returns the error for a state in which a role cannot move.
pub fn no_legal_move(role: &str, facts: &[String]) -> anyhow::Error {
    anyhow!("role {role} has no legal move in the state\n{}", columns(facts))
}
