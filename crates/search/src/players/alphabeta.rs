//! Alpha-beta search without an evaluation, `exhaustive`, and the settings of alpha-beta that other families share.
//!
//! The search itself is `crate::alphabeta`.

use super::preparation::game_model;
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::agon::MAX_THREADS;
use crate::alphabeta::{
    AlphaBeta, AlphaBetaSettings, MAX_DEPTH, MAX_MEGABYTES, NoEvaluation, OpponentModel,
};
use crate::settings::{Allowed, Reader, SettingsError};

pub(super) const PLAYERS: &[PlayerKind] = &[PlayerKind {
    name: "exhaustive",
    description: "alpha-beta search without an evaluation: only the ends of games count",
    document: Some("kuhl, section 4.5"),
    uses: &[PlayerCondition::Rules],
    memory: MemoryUse::Tables(1),
    proves_values: true,
    configure: |reader| {
        let settings = alphabeta(reader, MAX_DEPTH)?;
        constructor(move |seat| {
            let game = game_model(&seat, settings.symmetries)?;
            Ok::<_, PlayerError>(AlphaBeta::new(seat, &settings, game, &NoEvaluation, None)?)
        })
    },
    ..PlayerKind::PLAIN
}];

/// Reads the settings of an alpha-beta search with this default of the depth.
pub(super) fn alphabeta(
    reader: &mut Reader,
    depth: u32,
) -> Result<AlphaBetaSettings, SettingsError> {
    Ok(AlphaBetaSettings {
        depth: reader.get(
            "search.depth",
            depth,
            Allowed::between(1, MAX_DEPTH).noted(" plies"),
            "largest depth of the search",
        )?,
        megabytes: reader.get(
            "memory.megabytes",
            64,
            Allowed::between(0, MAX_MEGABYTES).noted(" MiB, 0 for no table"),
            "size of each transposition table",
        )?,
        history: reader.get(
            "search.history",
            true,
            Allowed::truth(),
            "whether moves that were best elsewhere are tried first (the history heuristic)",
        )?,
        symmetries: reader.get(
            "search.symmetries",
            false,
            Allowed::truth(),
            "whether states that are images of each other under symmetries of the game share \
            an entry of the transposition table",
        )?,
        opponents: opponents(reader)?,
        threads: threads(reader)?,
        gifl: None,
    })
}

fn opponents(reader: &mut Reader) -> Result<OpponentModel, SettingsError> {
    let is_equilibrium = reader.get(
        "search.equilibrium",
        false,
        Allowed::truth(),
        "whether both sides are assumed to mix their moves where they move at the same time \
        (by a linear program); otherwise the other side is assumed to move at random",
    )?;
    Ok(if is_equilibrium { OpponentModel::Equilibrium } else { OpponentModel::Random })
}

/// Reads the number of threads; `None` for as many as the seat allows.
pub(super) fn threads(reader: &mut Reader) -> Result<Option<usize>, SettingsError> {
    reader.find(
        "threads",
        "as many as the command allows",
        Allowed::between(1, MAX_THREADS),
        "number of threads that search at the same time",
    )
}
