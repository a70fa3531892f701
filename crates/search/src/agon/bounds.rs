//! Proven bounds of a goal.

/// Proven bounds of a role's goal, if every role prefers more to less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Smallest goal that is possible.
    pub least: u8,
    /// Largest goal that is possible.
    pub most: u8,
}

impl Bounds {
    /// Bounds of a goal about which nothing is proven.
    pub const OPEN: Bounds = Bounds { least: 0, most: 100 };

    /// Creates the bounds of a proven goal.
    pub fn exactly(goal: u8) -> Bounds {
        Bounds { least: goal, most: goal }
    }

    /// Returns whether the goal is proven.
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// Returns the possible value that is nearest to an estimate.
    pub fn clamp(self, estimate: f64) -> f64 {
        estimate.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// Returns the bounds of the larger of two goals.
    pub fn max(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), most: self.most.max(other.most) }
    }

    /// Returns the bounds of a goal that is one of two.
    pub fn either(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}
