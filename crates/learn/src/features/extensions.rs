//! Extensions of the document's transformations: those that it left out, and those that its last chapter proposes.
//!
//! Follows `guenther`, sections 3.3.4 and 7.1.1. Contains their names only; each is implemented where it applies.

/// The extensions that are used; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    /// Facts of which no two were ever true together that agree in some arguments are assumed to agree in all
    /// arguments. This extension is our own.
    pub keys: bool,
    /// Bindings are counted only for selected features (section 7.1.1), instead of trim-variables and remove-variable.
    pub added_variables: bool,
    /// Numbers in calculations and comparisons become features of their own (split-arith-calc, split-arith-comp).
    pub arithmetic: bool,
    /// Conditions on one variable are replaced by the terms that were always seen to fulfil them (variable-specialize).
    pub specialised: bool,
    /// Number of times that recursive relations are unrolled on the way to a feature (section 7.1.1).
    pub unrolled: u8,
}

impl Extensions {
    /// All extensions at once.
    pub const ALL: Extensions = Extensions {
        keys: true,
        added_variables: true,
        arithmetic: true,
        specialised: true,
        unrolled: 2,
    };

    /// The names of all extensions.
    pub const NAMES: [&str; 5] =
        ["keys", "added-variables", "arithmetic", "specialised", "unrolled"];

    /// Adds an extension by its name. `None` if the name is unknown.
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
