//! Players guided by GIFL (`gifl`): tree search with and without MAST and RAVE, and alpha-beta search.
//!
//! Learning and matching of features is `crate::gifl`; docs/gifl.md says how its defaults were chosen.

use super::alphabeta::alphabeta;
use super::cadia::{Part, mcts};
use super::preparation::game_model;
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::Seat;
use crate::alphabeta::{AlphaBeta, MAX_DEPTH, NoEvaluation};
use crate::gifl::{GiflLearning, GiflSettings};
use crate::mcts::{Mcts, MctsSettings};
use crate::settings::{Reader, SettingsError};

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "gifl",
        description: "UCT with playouts guided by GIFL (game-independent feature \
            learning) from the ends of random games",
        document: Some("gifl"),
        uses: &[PlayerCondition::TwoRolesInTurn, PlayerCondition::Knowledge],
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::Gifl])?;
            constructor(move |seat| guided_search(seat, settings))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "gifl-2009",
        description: "UCT with RAVE, playouts guided by MAST and GIFL: `cadia-2009` with \
            learnt features",
        document: Some("gifl"),
        uses: &[PlayerCondition::TwoRolesInTurn, PlayerCondition::Knowledge],
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::Mast, Part::Rave, Part::Gifl])?;
            constructor(move |seat| guided_search(seat, settings))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "gifl-alphabeta",
        description: "alpha-beta search that evaluates states by the features that GIFL learns",
        document: Some("gifl"),
        uses: &[
            PlayerCondition::Rules,
            PlayerCondition::TwoRolesInTurn,
            PlayerCondition::Knowledge,
        ],
        memory: MemoryUse::Tables(1),
        proves_values: true,
        configure: |reader| {
            let mut settings = alphabeta(reader, MAX_DEPTH)?;
            settings.gifl = Some(gifl(reader, 3, 1000)?);
            constructor(move |seat| {
                let learning = learning(&seat, settings.gifl.as_ref())?;
                let game = game_model(&seat, settings.symmetries)?;
                Ok::<_, PlayerError>(AlphaBeta::new(
                    seat,
                    &settings,
                    game,
                    &NoEvaluation,
                    learning,
                )?)
            })
        },
        ..PlayerKind::PLAIN
    },
];

fn guided_search(seat: Seat, settings: MctsSettings) -> Result<Mcts, PlayerError> {
    let learning = learning(&seat, settings.policy.gifl.as_ref())?;
    Ok(Mcts::new(seat, settings, learning)?)
}

/// Returns the learning of features for a seat, if features are used.
pub(super) fn learning(
    seat: &Seat,
    settings: Option<&GiflSettings>,
) -> Result<Option<GiflLearning>, PlayerError> {
    settings.map(|settings| GiflLearning::new(seat, settings)).transpose()
}

/// Reads the settings of GIFL, with these defaults for the levels of features and for the trials. The document has
/// `gifl.own` 1, `gifl.other` 0.5, no trials, and features in playouts only; it does not give `gifl.c` and `gifl.tau`.
pub(super) fn gifl(
    reader: &mut Reader,
    levels: u32,
    trials: u64,
) -> Result<GiflSettings, SettingsError> {
    Ok(GiflSettings {
        file: reader.find(
            "gifl.file",
            "no file: features are learnt",
            "file written by `agon learn gifl train`",
            "file with features, which then need not be learnt",
        )?,
        runs: reader.get(
            "gifl.runs",
            500,
            "games",
            "number of random games from whose ends features are learnt before the first move",
        )?,
        trials: reader.get(
            "gifl.trials",
            trials,
            "games, 0 to keep all features",
            "number of further random games that tell which features help",
        )?,
        levels: reader.get(
            "gifl.levels",
            levels,
            "1 or more",
            "number of levels of features: 2-ply trees in a row before the end of a game",
        )?,
        losing: reader.get(
            "gifl.losing",
            false,
            "true or false",
            "whether features are also learnt from games in which the loser makes the last move",
        )?,
        changes: reader.get(
            "gifl.changes",
            true,
            "true or false",
            "whether the deciding move is searched for if the facts of the last state do not \
            explain a win; otherwise all its facts count",
        )?,
        wins_first: reader.get(
            "gifl.wins-first",
            true,
            "true or false",
            "whether moves that win are preferred to moves that keep the other role from winning",
        )?,
        tree: reader.get(
            "gifl.tree",
            30,
            "visits, 0 for none",
            "number of visits of a node during which only moves that features want made are \
            tried, if these are certain",
        )?,
        decay: reader.get(
            "gifl.c",
            0.5,
            "0 to 1",
            "factor by which a level of features counts less than the one before",
        )?,
        temperature: reader.get(
            "gifl.tau",
            20.0,
            "above 0",
            "temperature of the choice between moves that features value",
        )?,
        own: reader.get(
            "gifl.own",
            1.0,
            "0 to 1",
            "probability that the player's own role follows features in a playout",
        )?,
        other: reader.get(
            "gifl.other",
            1.0,
            "0 to 1",
            "probability that the other role follows features in a playout",
        )?,
        frequency: reader.get(
            "gifl.frequency",
            0.0,
            "0 or more, 0 for not at all",
            "exponent of the weight of how often a feature was found",
        )?,
        least: reader.get(
            "gifl.least",
            1,
            "times",
            "smallest number of times that a feature must have been found to be used",
        )?,
    })
}
