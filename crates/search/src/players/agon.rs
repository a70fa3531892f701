//! Our own player, `agon`: tree search over batches of playouts in lanes, or CadiaPlayer's search where that suits a
//! game better.
//!
//! The search itself is `crate::agon`.

use super::alphabeta::threads;
use super::cadia::{Part, mcts};
use super::gifl::{gifl, learning};
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind};
use crate::agon::{self, Agon, AgonSettings};
use crate::mcts::{Mcts, MctsSettings};
use crate::settings::{Allowed, Reader, SettingsError};
use crate::{Player, Seat};

pub(super) const PLAYERS: &[PlayerKind] = &[PlayerKind {
    name: "agon",
    description: "our own: tree search over hundreds of playouts at \
        once, with proven results kept apart",
    uses: &[PlayerCondition::Lanes, PlayerCondition::TwoRolesInTurn, PlayerCondition::Knowledge],
    memory: MemoryUse::TreeBytes,
    is_strongest: true,
    configure: |reader| {
        let settings = agon(reader)?;
        let otherwise = reader
            .only_where(AS_CADIA, |reader| mcts(reader, &[Part::Mast, Part::Rave, Part::Fast]))?;
        Ok(Box::new(move |seat| build(seat, settings, otherwise)))
    },
    ..PlayerKind::PLAIN
}];

/// The case in which the settings of CadiaPlayer count.
const AS_CADIA: &str = "it plays as `cadia-2010`: without lanes, in puzzles, and in games whose roles mostly move at \
    the same time";

fn build(
    seat: Seat,
    settings: AgonSettings,
    otherwise: MctsSettings,
) -> Result<Box<dyn Player>, PlayerError> {
    let mut machine = seat.machine.fork();
    if seat.playouts.is_some() && agon::suits(&mut *machine, seat.seed)? {
        let learning = learning(&seat, settings.gifl.as_ref())?;
        Ok(Box::new(Agon::new(seat, settings, learning)?))
    } else {
        Ok(Box::new(Mcts::new(seat, otherwise, None)?))
    }
}

fn agon(reader: &mut Reader) -> Result<AgonSettings, SettingsError> {
    Ok(AgonSettings {
        exploration: reader.get(
            "search.c",
            20.0,
            Allowed::at_least(0.0).noted(", on goals from 0 to 100"),
            "weight of exploration in the search with lanes",
        )?,
        leaves: reader.get(
            "search.leaves",
            32,
            Allowed::at_least(1),
            "largest number of leaves that share a batch of playouts",
        )?,
        share: reader.get(
            "search.share",
            0.7,
            Allowed::above(0.0),
            "time for playouts, as a multiple of the time for expanding leaves",
        )?,
        best: reader.get(
            "search.best",
            0.5,
            Allowed::between(0.0, 1.0),
            "weight of the best move in the value of a leaf; the rest is the mean of all moves",
        )?,
        temperature: reader.get(
            "search.tau",
            5.0,
            Allowed::at_least(0.0).noted(", 0 for uniform playouts"),
            "temperature at which playouts prefer moves that were good elsewhere",
        )?,
        threads: threads(reader)?,
        megabytes: reader.get(
            "tree.megabytes",
            1000,
            Allowed::at_least(1).noted(" MiB"),
            "approximate size of the tree; a full tree does not grow until the next move",
        )?,
        length: reader.get(
            "search.length",
            500,
            Allowed::at_least(1).noted(" moves"),
            "length at which a path down the tree is aborted",
        )?,
        gifl: Some(gifl(reader, 1, 0)?).filter(|gifl| gifl.learning.has_source()),
    })
}
