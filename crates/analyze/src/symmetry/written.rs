//! Symmetries as they are stored, in the names of a game, so that they need not be searched for again. Files are read
//! and written elsewhere.

use super::renaming::{NamedSorts, Renaming, WrittenRenaming};
use super::turn::{TurnableBoards, WrittenBoards};
use super::{GameSymmetry, SymmetryMapping};
use crate::{Analysis, Likeness};
use game::Machine;
use gdl::Rules;
use serde::{Deserialize, Serialize};

/// Symmetries as they are stored. They have to be checked when they are read: anybody may have written them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSymmetries {
    /// Turns of boards, as [`GameSymmetry::turn`] gives them.
    turns: Vec<String>,
    /// The boards that are turned.
    boards: Option<WrittenBoards>,
    /// Exchanges of names and arguments.
    renamings: Vec<WrittenRenaming>,
}

impl WrittenSymmetries {
    /// Returns symmetries of a game as they are stored.
    pub fn of(symmetries: &[GameSymmetry]) -> WrittenSymmetries {
        let mut written = WrittenSymmetries::default();
        for symmetry in symmetries {
            match &symmetry.mapping {
                SymmetryMapping::Turn(turn, boards) => {
                    written.turns.push(turn.to_string());
                    written.boards.get_or_insert_with(|| boards.written());
                }
                SymmetryMapping::Renaming(renaming) => written.renamings.push(renaming.written()),
            }
        }
        written
    }

    /// Returns the number of symmetries.
    pub fn len(&self) -> usize {
        self.turns.len() + self.renamings.len()
    }

    /// Whether there are no symmetries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the same symmetries in the names of the second of two games.
    pub fn renamed(&self, likeness: &Likeness) -> WrittenSymmetries {
        WrittenSymmetries {
            turns: self.turns.clone(),
            boards: self.boards.as_ref().map(|boards| boards.renamed(likeness)),
            renamings: self.renamings.iter().map(|renaming| renaming.renamed(likeness)).collect(),
        }
    }

    /// Returns the turns as symmetries of the boards of another game, without the renamings. Returns `None` if there
    /// are no turns, or if the other boards have other turns: because of another number of dimensions, or because other
    /// dimensions are of the same size.
    pub fn on_boards_of(&self, analysis: &Analysis) -> Option<WrittenSymmetries> {
        let here = TurnableBoards::of(analysis)?;
        let there = self.boards.as_ref().filter(|_| !self.turns.is_empty())?.read()?;
        here.has_same_turns(&there).then(|| WrittenSymmetries {
            turns: self.turns.clone(),
            boards: Some(here.written()),
            renamings: Vec::new(),
        })
    }

    /// Returns the stored symmetries, unchecked; `None` if some of them do not fit the game.
    pub(super) fn symmetries(
        &self,
        rules: &Rules,
        machine: &dyn Machine,
    ) -> Option<Vec<GameSymmetry>> {
        let mut symmetries = match &self.boards {
            Some(boards) => boards.read()?.symmetries(machine),
            None => Vec::new(),
        };
        symmetries.retain(|it| it.turn().is_some_and(|turn| self.turns.contains(&turn)));
        if symmetries.len() != self.turns.len() {
            return None;
        }
        if !self.renamings.is_empty() {
            let sorts = NamedSorts::of_rules(rules);
            for written in &self.renamings {
                let renaming = Renaming::read(written, &sorts)?;
                symmetries.push(GameSymmetry::of_renaming(renaming, machine)?);
            }
        }
        Some(symmetries)
    }
}
