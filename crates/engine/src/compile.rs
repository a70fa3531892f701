//! Compiling rules within limits of time and memory.

use circuit::{BuildError, Limits, Model};
use gdl::Rules;
use ground::GroundError;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Limits on the time and the memory for opening and playing a game.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Time for grounding the rules. Lanes are offered only if they can be compiled in about this time, too.
    pub patience: Duration,
    /// Memory for grounding, in MiB.
    pub memory: usize,
    /// Steps of inference for each query, where the reference machine plays.
    pub steps: u64,
    /// Returns whether compiling should stop, for example because the program was interrupted.
    pub is_stopped: fn() -> bool,
}

impl Resources {
    /// Returns the default limits, with this time for grounding.
    pub fn within(patience: Duration) -> Resources {
        Resources { patience, ..Resources::default() }
    }
}

/// One minute; memory and steps as the machines have them by default.
impl Default for Resources {
    fn default() -> Resources {
        Resources {
            patience: Duration::from_secs(60),
            memory: ground::Limits::default().memory,
            steps: reason::Limits::default().steps,
            is_stopped: || false,
        }
    }
}

/// The reason why rules were not compiled.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CompileError {
    /// Grounding took longer than allowed.
    #[error("it took more than {} seconds", .0.as_secs_f64())]
    TooSlow(Duration),
    /// Compiling was stopped by `Resources::is_stopped`.
    #[error("interrupted")]
    Stopped,
    /// The rules cannot be compiled, or only with more memory than allowed.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl CompileError {
    /// Returns the error with the reason why compiling was interrupted, if it was.
    pub(crate) fn new(error: BuildError, resources: Resources) -> CompileError {
        match error {
            BuildError::Ground(GroundError::Interrupted) if (resources.is_stopped)() => {
                CompileError::Stopped
            }
            BuildError::Ground(GroundError::Interrupted) => {
                CompileError::TooSlow(resources.patience)
            }
            error => error.into(),
        }
    }
}

/// Compiles rules within the limits.
pub fn compile(rules: &Rules, resources: Resources) -> Result<Arc<Model>, CompileError> {
    build(rules, resources).map_err(|error| CompileError::new(error, resources))
}

/// Compiles rules within the limits. The error does not tell why compiling was interrupted.
pub(crate) fn build(rules: &Rules, resources: Resources) -> Result<Arc<Model>, BuildError> {
    let begun = Instant::now();
    let go_on = || begun.elapsed() < resources.patience && !(resources.is_stopped)();
    let ground = ground::Limits { memory: resources.memory, go_on: &go_on, ..Default::default() };
    Model::new(rules, &Limits { ground, ..Limits::default() }).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_why_rules_are_not_compiled_is_told() {
        let rules = oracle::rules("tic-tac-toe");
        let why = |resources| compile(&rules, resources).err().expect("an error").to_string();
        assert_eq!(why(Resources::within(Duration::ZERO)), "it took more than 0 seconds");
        let stopped = Resources { is_stopped: || true, ..Resources::default() };
        assert_eq!(why(stopped), "interrupted");
        assert!(compile(&rules, Resources::default()).is_ok());
    }
}
