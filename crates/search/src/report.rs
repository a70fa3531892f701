//! Reports of players: opinions of states, moves and features as data. Texts for people are made of them by `Display`.

use game::Move;
use std::fmt::{self, Display, Formatter};

/// A player's opinion of the present state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Simulations since the last move of the match; for alpha-beta, nodes that were visited.
    pub simulations: u64,
    /// Games that were played to their end in these simulations; more than simulations if each plays several.
    pub playouts: u64,
    /// Number of positions in memory.
    pub nodes: u64,
    /// The player's own moves, the best first.
    pub moves: Vec<MoveValue>,
    /// Principal variation: the joint moves that the player expects.
    pub line: Vec<Vec<Move>>,
    /// Further results of searching and learning.
    pub details: Vec<Detail>,
}

impl Report {
    /// Returns the details as texts for people.
    pub fn notes(&self) -> Vec<String> {
        self.details.iter().map(Detail::to_string).collect()
    }

    /// Returns whether the value of the present state is proven to be that of the game.
    pub fn is_solved(&self) -> bool {
        self.details.iter().any(|detail| match detail {
            Detail::Searched { is_solved, .. } => *is_solved,
            Detail::Proven { least, most, .. } => least == most,
            _ => false,
        })
    }

    /// Returns the depth of the deepest search, in plies.
    pub fn depth(&self) -> Option<u32> {
        let depth = |detail: &Detail| match detail {
            Detail::Searched { depth, .. } => Some(*depth),
            _ => None,
        };
        self.details.iter().filter_map(depth).max()
    }
}

/// A result of searching or learning that concerns the present state or the whole match.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// The state was searched to a depth.
    Searched {
        /// Depth of the search in plies.
        depth: u32,
        /// Name of the heuristic of the best of several searches.
        by: Option<String>,
        /// Whether the value is proven to be that of the game.
        is_solved: bool,
    },
    /// The goal of the player is proven to lie between two values.
    Proven {
        /// Smallest goal that is possible.
        least: u8,
        /// Largest goal that is possible.
        most: u8,
        /// Number of moves to the end of the game.
        moves: u32,
    },
    /// A feature of the board with its learnt weight, from the view of the first role.
    FeatureWeight {
        /// Name of the feature, in words of the rules.
        feature: String,
        /// Weight of the feature.
        weight: f64,
    },
    /// States are evaluated by features with learnt weights.
    Weights {
        /// Number of features with weights.
        features: usize,
        /// Number of matches that the weights were learnt from.
        matches: u64,
    },
    /// Features from before the match are used.
    RememberedFeatures(usize),
    /// Heuristics from before the match are used, each with its name.
    RememberedHeuristics(Vec<String>),
    /// Values of afterstates were known before the match.
    KnownValues {
        /// Number of afterstates whose values were known.
        known: u64,
        /// Number of afterstates that were met.
        met: u64,
    },
    /// The player still learns values of states before it begins to search.
    LearningValues {
        /// Matches that have been learnt from.
        done: u64,
        /// Matches to learn from.
        matches: u64,
    },
    /// The player still learns features before it begins to search.
    LearningFeatures {
        /// Games that have been learnt from.
        done: u64,
        /// Games to learn from.
        games: u64,
    },
    /// Features cannot be learnt from this game, for this reason.
    NoFeatures(String),
    /// A worker failed and was replaced, or its suggestion was ignored.
    WorkerFailed {
        /// Number of the worker.
        worker: usize,
        /// Reason of the failure.
        reason: String,
    },
    /// The player follows a known solution.
    Solution {
        /// Number of moves of the solution.
        length: usize,
        /// Number of its moves that have been made.
        made: usize,
    },
}

impl Display for Detail {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Detail::Searched { depth, by, is_solved } => {
                f.write_str(if *is_solved { "solved at depth " } else { "depth " })?;
                write!(f, "{depth}")?;
                by.iter().try_for_each(|by| write!(f, " with {by}"))
            }
            Detail::Proven { least, most, moves } => {
                f.write_str("proven: ")?;
                if least == most {
                    write!(f, "{least}")?;
                } else {
                    write!(f, "{least} to {most}")?;
                }
                write!(f, ", in {}", counted(u64::from(*moves), "move"))
            }
            Detail::FeatureWeight { feature, weight } => write!(f, "{feature}: {weight:.1}"),
            Detail::Weights { features, matches } => {
                let features = counted(*features as u64, "feature");
                write!(
                    f,
                    "evaluates states by {features}, learnt from {}",
                    counted_matches(*matches)
                )
            }
            Detail::RememberedFeatures(count) => {
                write!(f, "uses {}", counted(*count as u64, "remembered feature"))
            }
            Detail::RememberedHeuristics(names) => {
                write!(f, "uses remembered heuristics {}", names.join(", "))
            }
            Detail::KnownValues { known, met } => {
                write!(f, "values of {known} of {met} afterstates were known before the match")
            }
            Detail::LearningValues { done, matches } => {
                write!(f, "still learning values: {done} of {}", counted_matches(*matches))
            }
            Detail::LearningFeatures { done, games } => {
                write!(f, "still learning features: {done} of {}", counted(*games, "game"))
            }
            Detail::NoFeatures(reason) => f.write_str(reason),
            Detail::WorkerFailed { worker, reason } => write!(f, "worker {worker}: {reason}"),
            Detail::Solution { length, made } => {
                let moves = counted(*length as u64, "move");
                write!(f, "follows a solution of {moves}, {made} of them made")
            }
        }
    }
}

/// Formats a number with a noun that forms its plural with an `s`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn counted_matches(count: u64) -> String {
    format!("{count} match{}", if count == 1 { "" } else { "es" })
}

/// A move with its visits and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValue {
    /// The move of a role.
    pub action: Move,
    /// Number of simulations that made the move; 0 where moves are not simulated.
    pub visits: u64,
    /// Expected goal after the move, from 0 to 100.
    pub value: f64,
}

/// Statistics of a node of a search tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeStatistics {
    /// Number of simulations that passed through the node.
    pub visits: u64,
    /// For each role the moves that were tried, with the role's mean goal; the most visited first.
    pub roles: Vec<Vec<MoveValue>>,
    /// Goals of the roles, if the game is over there.
    pub goals: Option<Vec<u8>>,
}

/// A feature that is active in the present state.
#[derive(Clone, Debug, PartialEq)]
pub struct DisplayedFeature {
    /// The feature in words of the rules.
    pub text: String,
    /// Number of times that it holds, or that it was found when it was learnt.
    pub count: u32,
    /// Contribution to the evaluation of the state or of the move: above 0 if it is good for the role, below 0 if bad.
    pub value: f64,
    /// The move that the feature is about, if there is one.
    pub action: Option<Move>,
}

/// Largest number of active features that a player lists.
pub const MAX_ACTIVE_FEATURES: usize = 50;

/// Returns the moves that were tried, the most visited first, and of equally visited ones the best first.
pub(crate) fn most_visited_first(moves: impl Iterator<Item = MoveValue>) -> Vec<MoveValue> {
    let mut tried: Vec<MoveValue> = moves.filter(|valued| valued.visits > 0).collect();
    tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    tried
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_written_for_people() {
        let by = Some("max.mobility".to_owned());
        for (detail, text) in [
            (Detail::Searched { depth: 9, by: None, is_solved: true }, "solved at depth 9"),
            (Detail::Searched { depth: 3, by, is_solved: false }, "depth 3 with max.mobility"),
            (Detail::Proven { least: 50, most: 50, moves: 9 }, "proven: 50, in 9 moves"),
            (Detail::Proven { least: 50, most: 100, moves: 1 }, "proven: 50 to 100, in 1 move"),
            (
                Detail::Weights { features: 1, matches: 1 },
                "evaluates states by 1 feature, learnt from 1 match",
            ),
        ] {
            assert_eq!(detail.to_string(), text);
        }
    }

    #[test]
    fn a_state_is_solved_if_its_value_is_proven() {
        let report = |detail| Report { details: vec![detail], ..Report::default() };
        assert!(!Report::default().is_solved());
        assert!(report(Detail::Searched { depth: 3, by: None, is_solved: true }).is_solved());
        assert!(!report(Detail::Searched { depth: 3, by: None, is_solved: false }).is_solved());
        assert!(report(Detail::Proven { least: 50, most: 50, moves: 1 }).is_solved());
        assert!(!report(Detail::Proven { least: 0, most: 50, moves: 1 }).is_solved());
        // A name that contains the word proves nothing.
        assert!(!report(Detail::NoFeatures("nothing is solved".to_owned())).is_solved());
    }
}
