//! What goes beyond the document's transformations: those that it left out, and what it proposes in its last chapter.

/// Which extensions are used; none of them by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    /// Facts of which no two ever held that agree in some arguments are taken to agree in the others. This one is not the document's.
    pub keys: bool,
    /// Bindings are counted only of features that were selected (section 7.1.1), in the place of trimming and removing variables.
    pub added_variables: bool,
    /// Numbers that are calculated with or compared become features by themselves (split-arith-calc, split-arith-comp).
    pub arithmetic: bool,
    /// Conditions on one thing are replaced by the things that were always seen to meet them (variable-specialize).
    pub specialised: bool,
    /// So often recursive relations are unrolled on the way to a feature (section 7.1.1).
    pub unrolled: u8,
}

impl Extensions {
    /// All of them.
    pub const ALL: Extensions = Extensions {
        keys: true,
        added_variables: true,
        arithmetic: true,
        specialised: true,
        unrolled: 2,
    };

    /// The names of all of them.
    pub const NAMES: [&str; 5] =
        ["keys", "added-variables", "arithmetic", "specialised", "unrolled"];

    /// With one more, by its name; nothing if there is none.
    pub fn with(mut self, name: &str) -> Option<Extensions> {
        let all = Extensions::ALL;
        match name {
            "keys" => self.keys = all.keys,
            "added-variables" => self.added_variables = all.added_variables,
            "arithmetic" => self.arithmetic = all.arithmetic,
            "specialised" => self.specialised = all.specialised,
            "unrolled" => self.unrolled = all.unrolled,
            _ => return None,
        }
        Some(self)
    }
}
