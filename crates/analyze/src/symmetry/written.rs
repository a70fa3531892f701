//! Symmetries in the words of a game, to be remembered and to be made again without being searched for.

use super::renaming::{NamedSorts, Renaming, WrittenRenaming};
use super::turn::{Boards, WrittenBoards};
use super::{Symmetry, Way};
use crate::Analysis;
use game::Machine;
use gdl::Rules;
use serde::{Deserialize, Serialize};

/// Symmetries in words. Whoever reads them has yet to try them: anybody may have written them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSymmetries {
    /// How boards are turned, by dimension: [`Symmetry::turn`].
    turns: Vec<String>,
    /// Which boards.
    boards: Option<WrittenBoards>,
    /// What is renamed.
    renamings: Vec<WrittenRenaming>,
}

impl WrittenSymmetries {
    /// These symmetries of a game.
    pub fn of(symmetries: &[Symmetry]) -> WrittenSymmetries {
        let mut written = WrittenSymmetries::default();
        for symmetry in symmetries {
            match &symmetry.way {
                Way::Turn(turn, boards) => {
                    written.turns.push(turn.to_string());
                    written.boards.get_or_insert_with(|| boards.written());
                }
                Way::Renaming(renaming) => written.renamings.push(renaming.written()),
            }
        }
        written
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.turns.len() + self.renamings.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same in other words.
    pub fn in_words(&self, word: &dyn Fn(&str) -> String) -> WrittenSymmetries {
        WrittenSymmetries {
            turns: self.turns.clone(),
            boards: self.boards.as_ref().map(|boards| boards.in_words(word)),
            renamings: self.renamings.iter().map(|renaming| renaming.in_words(word)).collect(),
        }
    }

    /// The turns alone, by dimension, as those of the boards of another game. Nothing if there are none, or if its boards can be turned in other
    /// ways than those: because of other dimensions, or because other dimensions are of the same size.
    pub fn on_boards_of(&self, analysis: &Analysis) -> Option<WrittenSymmetries> {
        let here = Boards::of(analysis)?;
        let there = self.boards.as_ref().filter(|_| !self.turns.is_empty())?.read()?;
        here.turn_like(&there).then(|| WrittenSymmetries {
            turns: self.turns.clone(),
            boards: Some(here.written()),
            renamings: Vec::new(),
        })
    }

    /// The symmetries, yet to be tried; nothing if some of them make no sense in this game.
    pub(super) fn symmetries(&self, rules: &Rules, machine: &dyn Machine) -> Option<Vec<Symmetry>> {
        let mut symmetries = match &self.boards {
            Some(boards) => boards.read()?.symmetries(machine),
            None => Vec::new(),
        };
        symmetries.retain(|it| it.turn().is_some_and(|turn| self.turns.contains(&turn)));
        if symmetries.len() != self.turns.len() {
            return None;
        }
        if !self.renamings.is_empty() {
            let sheet = NamedSorts::of_rules(rules);
            for written in &self.renamings {
                let renaming = Renaming::read(written, &sheet)?;
                symmetries.push(Symmetry::of_renaming(renaming, machine)?);
            }
        }
        Some(symmetries)
    }
}
