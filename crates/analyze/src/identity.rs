//! Comparison of games whose names differ, by the canonical form of their rule graphs (Kuhlmann 2010, section 5.2.1).
//! Two games are the same if the forms are equal, and the forms then tell which name of one game stands for which of
//! the other.

use crate::graph::{self, CanonicalForm};
use crate::rulegraph::RuleGraph;
use crate::sentence::Sentences;
use std::collections::BTreeMap;

/// The canonical form of a game: all that does not depend on its names.
#[derive(Clone, Debug)]
pub struct Identity {
    form: CanonicalForm,
    /// The names, each with its vertex of the form, in the order of the vertices.
    names: Vec<(u32, String)>,
}

/// Number of steps after which the search for the form is aborted: about a second.
const MAX_STEPS: u64 = 1_000_000_000;

impl Identity {
    /// Returns the identity of the game with these rules; `None` if the search for it takes too long.
    pub fn of(rules: &Sentences) -> Option<Identity> {
        let RuleGraph { labelled, names } = RuleGraph::new(rules);
        let form = graph::canonical_form(labelled.graph(), MAX_STEPS)?;
        let mut places = vec![0; form.order.len()];
        (0..).zip(&form.order).for_each(|(place, &vertex)| places[vertex as usize] = place);
        let mut names: Vec<(u32, String)> =
            names.into_iter().map(|(name, vertex)| (places[vertex as usize], name)).collect();
        names.sort_unstable();
        Some(Identity { form, names })
    }

    /// Returns the other game's name for each name of this game; `None` if the games differ.
    pub fn names_in(&self, other: &Identity) -> Option<BTreeMap<String, String>> {
        if !self.form.is_of_same_graph(&other.form) {
            return None;
        }
        let pairs = self.names.iter().zip(&other.names);
        Some(pairs.map(|((_, own), (_, there))| (own.clone(), there.clone())).collect())
    }

    /// Returns a hash of the form: equal for equal games, and almost certainly different for others.
    pub fn key(&self) -> u64 {
        self.form.key()
    }
}
