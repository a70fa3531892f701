//! The history heuristic: moves that were best elsewhere are tried first.

use super::node::{Group, PlyNode, Sides};
use game::Move;

/// Scores of moves by how often they were best, for each role; deep searches count more.
#[derive(Default)]
pub struct History {
    scores: Vec<Vec<u32>>,
    keys: Vec<(u32, u32)>,
}

impl History {
    /// Raises the score of a role's move that was best in a search of this depth.
    pub fn reward(&mut self, role: usize, action: Move, depth: u32) {
        if self.scores.len() <= role {
            self.scores.resize(role + 1, Vec::new());
        }
        let (scores, place) = (&mut self.scores[role], action.0 as usize);
        if scores.len() <= place {
            scores.resize(place + 1, 0);
        }
        scores[place] = scores[place].saturating_add(depth * depth);
    }

    /// Halves the scores of all moves.
    pub fn fade(&mut self) {
        self.scores.iter_mut().flatten().for_each(|score| *score /= 2);
    }

    /// Sorts the joint moves of a node by the scores of the roles that have a choice, the best first.
    pub fn sort(&mut self, node: &mut PlyNode, sides: &Sides) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        for place in 0..node.order.len() {
            let number = node.order[place];
            node.choose(sides, Group::Everybody, u64::from(number));
            let score = node.choosers().map(|role| self.score(role, node.joint[role]));
            keys.push((score.fold(0, u32::saturating_add), number));
        }
        keys.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        node.order.clear();
        node.order.extend(keys.iter().map(|&(_, number)| number));
        self.keys = keys;
    }

    fn score(&self, role: usize, action: Move) -> u32 {
        self.scores.get(role).and_then(|scores| scores.get(action.0 as usize)).copied().unwrap_or(0)
    }
}
