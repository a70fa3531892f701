//! Figures of two games side by side, to explain why they are not variants of each other. The comparison itself is in
//! [`super`].

use super::portrait::{BoardAxis, Portrait};
use crate::sentence::Sentence;
use hashbrown::HashSet;

/// A figure in which two games differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Name of the figure.
    pub figure: &'static str,
    /// Value for the first game.
    pub first: String,
    /// Value for the second game.
    pub second: String,
}

impl Portrait {
    /// Returns the figures in which this game and another one differ. They depend on neither names nor the order of
    /// rules. An empty list does not mean that the games are the same: their rules may still differ.
    pub fn contrasts(&self, other: &Portrait) -> Vec<Contrast> {
        let (here, there) = (self.figures(), other.figures());
        let contrasts = here
            .into_iter()
            .zip(there)
            .map(|((figure, first), (_, second))| Contrast { figure, first, second });
        contrasts.filter(|contrast| contrast.first != contrast.second).collect()
    }

    /// Returns the figures of the game, each with its name.
    fn figures(&self) -> [(&'static str, String); 8] {
        let rules = self.sentences.all.iter().filter(|sentence| sentence.is_rule()).count();
        let facts = self.sentences.all.len() - rules;
        [
            ("roles", self.facts_of("role").to_string()),
            ("goals", self.goals()),
            ("kinds of facts in states", arities(self.fluents().iter().map(|&(_, arity)| arity))),
            ("boards", self.board_sizes()),
            ("step counters", listed(self.steps.iter().map(|(_, steps)| steps.len()))),
            ("relations", self.relations().to_string()),
            ("facts in the rules", facts.to_string()),
            ("rules with conditions", rules.to_string()),
        ]
    }

    /// Returns the number of facts of a relation.
    fn facts_of(&self, relation: &str) -> usize {
        let facts = self.sentences.all.iter().filter(|sentence| !sentence.is_rule());
        facts.filter(|sentence| sentence.relation() == relation).count()
    }

    /// Returns the goal values in ascending order.
    fn goals(&self) -> String {
        let mut goals: Vec<u8> =
            self.sentences.goals.iter().filter_map(|goal| goal.parse().ok()).collect();
        goals.sort_unstable();
        listed(goals.into_iter())
    }

    /// Returns the sizes of the ordered dimensions of all boards.
    fn board_sizes(&self) -> String {
        let size = |axes: &[BoardAxis]| {
            let sizes: Vec<String> =
                axes.iter().map(|(_, values)| values.len().to_string()).collect();
            if sizes.is_empty() { "without order".to_owned() } else { sizes.join(" x ") }
        };
        let mut sizes: Vec<String> = self.boards.iter().map(|(_, axes)| size(axes)).collect();
        sizes.sort_unstable();
        listed(sizes.into_iter())
    }

    /// Returns the number of relations that the rules define, keywords included.
    fn relations(&self) -> usize {
        let names: HashSet<&str> = self.sentences.all.iter().map(Sentence::relation).collect();
        names.len()
    }
}

/// Returns a number of fluents with their numbers of arguments, such as `3 (arguments: 1, 2, 2)`.
fn arities(arities: impl Iterator<Item = usize>) -> String {
    let mut arities: Vec<usize> = arities.collect();
    arities.sort_unstable();
    format!("{} (arguments: {})", arities.len(), listed(arities.iter()))
}

/// Returns the items of a list with commas between them, or `none`.
fn listed<T: ToString>(items: impl Iterator<Item = T>) -> String {
    let texts: Vec<String> = items.map(|item| item.to_string()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sampling, Sentences};

    fn portrait(name: &str) -> Portrait {
        let rules = oracle::rules(name);
        let analysis =
            crate::analyze(&rules, &mut oracle::machine(name), &Sampling::states(200, 1));
        Portrait::new(Sentences::of(&rules), &analysis.expect("it can be played"))
    }

    #[test]
    fn figures_that_differ_are_listed_with_both_values() {
        let contrasts = portrait("nim").contrasts(&portrait("connect-four"));
        let of = |figure: &str| contrasts.iter().find(|contrast| contrast.figure == figure);
        assert_eq!(of("roles"), None, "both have two roles");
        let boards = of("boards").expect("only one of them has a board");
        assert_eq!((boards.first.as_str(), boards.second.as_str()), ("none", "7 x 6"));
        assert!(of("rules with conditions").is_some());
        assert_eq!(portrait("nim").contrasts(&portrait("nim")), []);
    }
}
