//! Random games of an open game: the machines that play them, and the choice between one state at a time and many
//! games at once.
//!
//! The games themselves are played elsewhere (`play::random_games`).

use crate::{MachineKind, OpenError, OpenGame};
use circuit::Model;
use game::Machine;
use game::playouts::Playouts;
use lanes::{Backend, Lanes, LanesError};
use std::sync::Arc;

/// Plays random games of one game.
pub struct RandomPlay {
    /// Plays one state at a time.
    pub machine: Box<dyn Machine>,
    /// Plays many games at once; `None` if the machine plays instead.
    pub playouts: Option<Box<dyn Playouts>>,
    /// The machine or the lanes, whichever plays the games.
    pub kind: MachineKind,
    /// The reason for the choice, where there was one, in a line for people.
    pub explanation: Option<String>,
}

impl RandomPlay {
    /// Number of games that are played at once, where many are.
    pub const GAMES_AT_ONCE: u64 = lanes::LANES as u64;
}

impl OpenGame {
    /// Returns what plays random games of this game, as the kind of machine asks with which it was opened. `unfit` is a
    /// reason against playing many games at once, if there is one; it counts only where there is a choice.
    pub fn random_games(&self, unfit: Option<&str>) -> Result<RandomPlay, OpenError> {
        let single = |kind, explanation| {
            Ok(RandomPlay { machine: self.fork(), playouts: None, kind, explanation })
        };
        let many = |lanes: Lanes, explanation| {
            let (machine, kind) = (self.fork(), MachineKind::Lanes);
            Ok(RandomPlay { machine, playouts: Some(Box::new(lanes)), kind, explanation })
        };
        let model = match self.kind() {
            MachineKind::Reference => return single(MachineKind::Reference, None),
            MachineKind::Circuit => return single(MachineKind::Circuit, None),
            MachineKind::Auto | MachineKind::Lanes => self.model(),
        };
        let Ok(model) = model else {
            return single(MachineKind::Reference, self.reason_against_compiling());
        };
        if self.kind() == MachineKind::Lanes {
            return many(lanes(model)?, None);
        }
        match fastest(model, unfit) {
            Ok(lanes) => {
                let explanation = explain_lanes(model, &lanes);
                many(lanes, Some(explanation))
            }
            Err(reason) => {
                let explanation = format!("circuit machine, because {reason}: {}", sizes(model));
                single(MachineKind::Circuit, Some(explanation))
            }
        }
    }

    fn reason_against_compiling(&self) -> Option<String> {
        let error = self.compile_error()?;
        Some(format!("reference machine, because the rules cannot be grounded: {error}"))
    }
}

/// Returns lanes, or the reason not to use them.
fn fastest(model: &Arc<Model>, unfit: Option<&str>) -> Result<Lanes, String> {
    match unfit {
        Some(reason) => Err(reason.to_owned()),
        None => lanes(model).map_err(|error| format!("the lanes cannot be compiled: {error}")),
    }
}

/// Returns lanes with the programs for random games from the initial state.
fn lanes(model: &Arc<Model>) -> Result<Lanes, LanesError> {
    let lanes = Lanes::new(Arc::clone(model), Backend::best())?;
    lanes.code().compile()?;
    Ok(lanes)
}

fn explain_lanes(model: &Model, lanes: &Lanes) -> String {
    let (phases, backend) = (model.phases().count(), lanes.backend());
    let plural = if phases == 1 { "" } else { "s" };
    let sizes = sizes(model);
    format!("lanes, because the game can be compiled: {sizes}, {phases} phase{plural}, {backend}")
}

fn sizes(model: &Model) -> String {
    let names = model.names();
    let gates = model.circuit().ands().len();
    format!("{} facts, {} moves, {gates} gates", names.fact_count(), names.move_count())
}
