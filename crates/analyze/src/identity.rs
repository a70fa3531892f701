//! What a game is if names mean nothing: a canonical form of its rule graph, so that games are compared by comparing forms, and the names of
//! one game come with those of the other (document 000, section 5.2.1).

use crate::graph::{self, Form};
use crate::rulegraph::RuleGraph;
use crate::sentence::Sentences;
use std::collections::BTreeMap;

/// What a game is if names mean nothing.
#[derive(Clone, Debug)]
pub struct Identity {
    form: Form,
    /// Each name with its number in the form, in the order of these.
    names: Vec<(u32, String)>,
}

/// The search for the form ends after so many steps: about a second.
const MOST_STEPS: u64 = 1_000_000_000;

impl Identity {
    /// Of these rules, unless it takes too long.
    pub fn of(rules: &Sentences) -> Option<Identity> {
        let RuleGraph { sketch, names } = RuleGraph::new(rules);
        let form = graph::search(&sketch.graph, MOST_STEPS)?;
        let mut places = vec![0; form.order.len()];
        (0..).zip(&form.order).for_each(|(place, &vertex)| places[vertex as usize] = place);
        let mut names: Vec<(u32, String)> =
            names.into_iter().map(|(name, vertex)| (places[vertex as usize], name)).collect();
        names.sort_unstable();
        Some(Identity { form, names })
    }

    /// The names of the other game for those of this one, if the games are the same.
    pub fn names_in(&self, other: &Identity) -> Option<BTreeMap<String, String>> {
        if !self.form.is_of_same_graph(&other.form) {
            return None;
        }
        let pairs = self.names.iter().zip(&other.names);
        Some(pairs.map(|((_, own), (_, there))| (own.clone(), there.clone())).collect())
    }

    /// A number that is the same for games that are the same, and hardly ever for others.
    pub fn key(&self) -> u64 {
        self.form.key()
    }
}
