//! What is certain about a goal.

/// A role's goal lies between these, if everybody prefers more to less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is at least this …
    pub least: u8,
    /// … and at most this.
    pub most: u8,
}

impl Bounds {
    /// Nothing is certain.
    pub const OPEN: Bounds = Bounds { least: 0, most: 100 };

    /// The goal is known.
    pub fn exactly(goal: u8) -> Bounds {
        Bounds { least: goal, most: goal }
    }

    /// Whether the goal is known.
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// The value nearest to an estimate that is not excluded.
    pub fn clamp(self, estimate: f64) -> f64 {
        estimate.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// What is certain of the greater of two goals.
    pub fn max(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), most: self.most.max(other.most) }
    }

    /// What is certain of a goal that is one of two.
    pub fn either(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}
