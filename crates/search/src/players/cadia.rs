//! CadiaPlayer (`cadia`): `cadia-2007` to `cadia-2010`, and the settings of its tree search, which other families
//! share.
//!
//! The search itself is `crate::mcts`.

use super::gifl::gifl;
use super::values::initial_values;
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::mcts::{FastSettings, Mcts, MctsSettings, Policy};
use crate::settings::{Allowed, PlayerSettings, Reader, SettingsError};
use crate::{PriorKnowledge, Seat};
use game::Role;
use learn::values::Values;

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "cadia-2007",
        description: "CadiaPlayer of 2007: UCT (tree search by upper confidence bounds) \
            with uniformly random playouts",
        document: Some("cadia, section 2"),
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[])?;
            constructor(move |seat| Mcts::new(seat, settings, None))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "cadia-2008",
        description: "CadiaPlayer of 2008: UCT with playouts guided by MAST (move-average \
            sampling technique)",
        document: Some("cadia, section 3.2"),
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::Mast])?;
            constructor(move |seat| Mcts::new(seat, settings, None))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "cadia-2009",
        description: "CadiaPlayer of 2009: UCT with RAVE (rapid action value estimation), \
            playouts guided by MAST",
        document: Some("cadia, section 3.3"),
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::Mast, Part::Rave])?;
            constructor(move |seat| Mcts::new(seat, settings, None))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "cadia-2010",
        description: "CadiaPlayer of 2010: UCT with RAVE, playouts guided by MAST and \
            FAST (features-to-action sampling technique)",
        document: Some("cadia, section 3.4"),
        uses: &[PlayerCondition::TwoRoles],
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::Mast, Part::Rave, Part::Fast])?;
            constructor(move |seat| Mcts::new(seat, settings, None))
        },
        ..PlayerKind::PLAIN
    },
];

/// A technique that a tree search may use besides UCT.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Mast,
    Rave,
    Fast,
    Gifl,
    /// Nodes that begin with learnt values.
    InitialValues,
}

/// Exploration of UCT on goals from 0 to 100 (`cadia`, section 4.1).
const EXPLORATION: f64 = 40.0;

/// Reads the settings of a tree search with these parts. The defaults are those of `cadia`, section 4.1, except for
/// `fast.c` (see [`FastSettings`]).
pub(super) fn mcts(reader: &mut Reader, parts: &[Part]) -> Result<MctsSettings, SettingsError> {
    mcts_exploring(reader, parts, EXPLORATION)
}

/// Reads the settings of a tree search with these parts and this default of the exploration.
pub(super) fn mcts_exploring(
    reader: &mut Reader,
    parts: &[Part],
    exploration: f64,
) -> Result<MctsSettings, SettingsError> {
    let has = |part: Part| parts.contains(&part);
    Ok(MctsSettings {
        exploration: reader.get(
            "uct.c",
            exploration,
            Allowed::at_least(0.0).noted(", on goals from 0 to 100"),
            "weight of exploration: how much moves that were seldom tried are preferred in \
            the tree",
        )?,
        rave: has(Part::Rave).then(|| rave(reader)).transpose()?,
        policy: Policy {
            temperature: temperature(reader, has(Part::Mast) || has(Part::Fast))?,
            mast: has(Part::Mast).then(|| mast(reader)).transpose()?,
            fast: has(Part::Fast).then(|| fast(reader)).transpose()?,
            gifl: has(Part::Gifl).then(|| gifl(reader, 3, 1000)).transpose()?,
        },
        nodes: reader.get(
            "tree.nodes",
            1_000_000,
            Allowed::at_least(1).noted(" nodes"),
            "largest number of nodes in memory; a full tree does not grow until the next move",
        )?,
        length: simulation_length(reader)?,
        initial_values: has(Part::InitialValues).then(|| initial_values(reader)).transpose()?,
    })
}

/// Reads the length at which simulations are aborted.
pub(super) fn simulation_length(reader: &mut Reader) -> Result<usize, SettingsError> {
    reader.get(
        "simulation.length",
        2000,
        Allowed::at_least(1).noted(" moves"),
        "number of moves after which a simulation is aborted without a result",
    )
}

fn temperature(reader: &mut Reader, is_guided: bool) -> Result<f64, SettingsError> {
    let usual = 10.0;
    if !is_guided {
        return Ok(usual);
    }
    reader.get(
        "gibbs.tau",
        usual,
        Allowed::above(0.0).noted(", on goals from 0 to 100"),
        "temperature of the Gibbs distribution in guided playouts: the lower, the more the \
        best moves are preferred",
    )
}

fn rave(reader: &mut Reader) -> Result<f64, SettingsError> {
    reader.get(
        "rave.k",
        500.0,
        Allowed::above(0.0).noted(" visits"),
        "number of visits of a node at which RAVE's estimate and the node's own mean have \
        equal weights",
    )
}

fn mast(reader: &mut Reader) -> Result<f64, SettingsError> {
    reader.get(
        "mast.unseen",
        100.0,
        Allowed::between(0.0, 100.0),
        "mean that MAST assumes of a move that was never made",
    )
}

fn fast(reader: &mut Reader) -> Result<FastSettings, SettingsError> {
    Ok(FastSettings {
        lambda: reader.get(
            "fast.lambda",
            0.99,
            Allowed::between(0.0, 1.0),
            "λ of the TD(λ) by which FAST learns weights",
        )?,
        alpha: reader.get(
            "fast.alpha",
            0.01,
            Allowed::above(0.0),
            "learning rate of the TD(λ) by which FAST learns weights",
        )?,
        scale: reader.get(
            "fast.c",
            1.0,
            Allowed::at_least(0.0),
            "factor of the weights of cells in playouts (5 in the document)",
        )?,
        weight: reader.get(
            "fast.w",
            1.0,
            Allowed::at_least(0.0),
            "weight of FAST in playouts, beside MAST",
        )?,
        least: reader.get(
            "fast.least",
            1.0,
            Allowed::at_least(0.0),
            "smallest absolute weight of a piece that FAST uses in playouts",
        )?,
    })
}

/// Returns the default settings of `cadia-2007`.
pub(crate) fn plain_uct() -> Result<MctsSettings, SettingsError> {
    mcts(&mut Reader::new(&PlayerSettings::default()), &[])
}

/// Returns values of states for a role, learnt by a UCT search from the initial state with this many simulations.
pub fn tree_values(mut seat: Seat, role: Role, simulations: u64) -> Result<Values, PlayerError> {
    seat.knowledge = PriorKnowledge::default();
    Ok(Mcts::new(seat, plain_uct()?, None)?.learn_values(role, simulations)?)
}
