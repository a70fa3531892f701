//! Fluxplayer: alpha-beta search that evaluates states by how nearly the goals are satisfied in fuzzy logic.
//!
//! After S. Schiffel and M. Thielscher, Fluxplayer: A Successful General Game Player, 2007. The defaults of fuzzy logic
//! are our own choice, because the works leave them open.

use super::alphabeta::alphabeta;
use super::preparation::{analysis, fuzzy_goals, game_model_of};
use super::{Constructor, MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::alphabeta::{AlphaBeta, MAX_DEPTH};
use crate::settings::{Allowed, Reader};
use analyze::FuzzySettings;

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "flux",
        description: "Fluxplayer: alpha-beta search that evaluates the goals as fuzzy logic",
        requires: &[PlayerCondition::CompiledRules],
        memory: MemoryUse::Tables(1),
        proves_values: true,
        configure: |reader| flux(reader, MAX_DEPTH),
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "flux-1ply",
        description: "Fluxplayer that looks one move ahead",
        requires: &[PlayerCondition::CompiledRules],
        memory: MemoryUse::Tables(1),
        proves_values: true,
        configure: |reader| flux(reader, 1),
        ..PlayerKind::PLAIN
    },
];

fn flux(reader: &mut Reader, depth: u32) -> Result<Constructor, PlayerError> {
    let settings = alphabeta(reader, depth)?;
    let logic = fuzzy(reader)?;
    constructor(move |seat| {
        let analysis = analysis(&seat)?;
        let goals = fuzzy_goals(&seat, &analysis, seat.role, logic)?;
        let game = game_model_of(&seat, &analysis, settings.symmetries)?;
        Ok::<_, PlayerError>(AlphaBeta::new(seat, &settings, game, &goals, None)?)
    })
}

fn fuzzy(reader: &mut Reader) -> Result<FuzzySettings, PlayerError> {
    let usual = FuzzySettings::default();
    let truth: f64 = reader.get(
        "fuzzy.p",
        usual.truth,
        Allowed::above(0.5).up_to(1.0),
        "truth value p of a fact that is true; one that is false has 1 − p",
    )?;
    let threshold = reader.find(
        "fuzzy.t",
        "the value of fuzzy.p",
        Allowed::above(0.5).noted(", up to fuzzy.p"),
        "truth value t that a true condition keeps at least, however long it is",
    )?;
    let exponent = reader.get(
        "fuzzy.q",
        usual.exponent,
        Allowed::between(1, 1000),
        "exponent q of the disjunction (a^q + b^q)^(1/q)",
    )?;
    let fuzzy = FuzzySettings { truth, threshold: threshold.unwrap_or(truth), exponent };
    if fuzzy.threshold <= fuzzy.truth { Ok(fuzzy) } else { Err(PlayerError::Fuzzy) }
}
