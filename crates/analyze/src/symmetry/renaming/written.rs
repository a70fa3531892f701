//! Renamings as they are stored: in the names of the rules, without sorts, which mean something only for the rules from
//! which they were derived. Whether a stored renaming fits other rules is checked when it is read.

use super::{NamedArgument, NamedSorts, Renaming, SortedName};
use crate::Likeness;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A renaming in the names of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::symmetry) struct WrittenRenaming {
    /// Pairs of a name and its image.
    names: Vec<[WrittenName; 2]>,
    /// The new index of each argument, for a name with this number of arguments.
    arguments: Vec<(String, usize, Vec<usize>)>,
}

/// A name, and for a constant an argument of its sort.
type WrittenName = (String, Option<NamedArgument>);

impl WrittenRenaming {
    /// Returns the same renaming in the names of the second of two games.
    pub(in crate::symmetry) fn renamed(&self, likeness: &Likeness) -> WrittenRenaming {
        let word = |name: &str| likeness.name(name).to_owned();
        let name = |(name, argument): &WrittenName| -> WrittenName {
            let argument = argument.as_ref();
            (word(name), argument.map(|(symbol, count, place)| (word(symbol), *count, *place)))
        };
        let arguments = self.arguments.iter();
        WrittenRenaming {
            names: self.names.iter().map(|pair| pair.each_ref().map(name)).collect(),
            arguments: arguments
                .map(|(symbol, count, places)| (word(symbol), *count, places.clone()))
                .collect(),
        }
    }

    /// Whether the new indices of all arguments are permutations.
    fn has_permuted_arguments(&self) -> bool {
        self.arguments.iter().all(|(_, count, places)| {
            places.len() == *count && (0..*count).all(|place| places.contains(&place))
        })
    }
}

impl Renaming {
    /// Returns the renaming as it is stored. Names that occur only in comparisons are left out: facts do not contain
    /// them.
    pub(in crate::symmetry) fn written(&self) -> WrittenRenaming {
        let name = |(name, sort): &SortedName| -> Option<WrittenName> {
            match sort {
                None => Some((name.clone(), None)),
                Some(sort) => Some((name.clone(), Some(self.sorts.argument(*sort)?.clone()))),
            }
        };
        let names = self.names.iter();
        let arguments = self.arguments.iter();
        WrittenRenaming {
            names: names.filter_map(|(one, other)| Some([name(one)?, name(other)?])).collect(),
            arguments: arguments
                .map(|((symbol, count), places)| (symbol.clone(), *count, places.clone()))
                .collect(),
        }
    }

    /// Returns a stored renaming for rules with these sorts; `None` unless it permutes names of the rules and
    /// arguments.
    pub(in crate::symmetry) fn read(
        written: &WrittenRenaming,
        sorts: &Arc<NamedSorts>,
    ) -> Option<Renaming> {
        let name = |(name, argument): &WrittenName| -> Option<SortedName> {
            match argument {
                None => Some((name.clone(), None)),
                Some(argument) => Some((name.clone(), Some(*sorts.arguments.get(argument)?))),
            }
        };
        let pair = |[one, other]: &[WrittenName; 2]| Some((name(one)?, name(other)?));
        let names: BTreeMap<SortedName, SortedName> =
            written.names.iter().map(pair).collect::<Option<_>>()?;
        let images: BTreeSet<&SortedName> = names.values().collect();
        let is_permutation =
            names.len() == written.names.len() && images.into_iter().eq(names.keys());
        if !is_permutation || !written.has_permuted_arguments() {
            return None;
        }
        let arguments = written.arguments.iter();
        let arguments = arguments
            .map(|(symbol, count, places)| ((symbol.clone(), *count), places.clone()))
            .collect();
        Some(Renaming { names, arguments, sorts: Arc::clone(sorts) })
    }
}
