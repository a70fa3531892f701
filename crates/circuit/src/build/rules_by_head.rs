//! The ground rules, grouped by the atoms that they derive.

use crate::groups::Groups;
use ground::{AtomId, Ground, RuleId};
use term::Id;

/// The rules of each atom, and the atoms in their bodies.
pub struct RulesByHead {
    rules: Groups<RuleId>,
    /// The atoms in the bodies of the rules of each atom, each once.
    atoms: Groups<AtomId>,
}

impl RulesByHead {
    /// Groups the ground rules of a game.
    pub fn of(ground: &Ground) -> RulesByHead {
        let by_head = ground.rules().ids().map(|rule| (ground.rules().head(rule).index(), rule));
        let rules = Groups::of(ground.atom_count(), by_head);
        let mut atoms = Groups::empty();
        for atom in ground.atoms() {
            let bodies = rules.get(atom.index()).iter().map(|&rule| ground.rules().body(rule));
            atoms.push_set(bodies.flatten().map(|literal| literal.atom()));
        }
        RulesByHead { rules, atoms }
    }

    /// Returns the rules that derive an atom.
    pub fn rules(&self, atom: AtomId) -> &[RuleId] {
        self.rules.get(atom.index())
    }

    /// Returns the atoms in the bodies of the rules that derive an atom.
    pub fn atoms(&self, atom: AtomId) -> &[AtomId] {
        self.atoms.get(atom.index())
    }
}
