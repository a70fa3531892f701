//! Players guided by GIFL (`gifl`): tree search with and without MAST and RAVE, and alpha-beta search.
//!
//! Learning and matching of features is `crate::gifl`; docs/gifl.md says how its defaults were chosen.

use super::alphabeta::alphabeta;
use super::cadia::{Part, mcts};
use super::preparation::game_model;
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::Seat;
use crate::alphabeta::{AlphaBeta, MAX_DEPTH, NoEvaluation};
use crate::gifl::{GiflLearning, GiflSettings, GuidanceSettings, LearningSettings};
use crate::mcts::{Mcts, MctsSettings};
use crate::settings::{Allowed, Reader, SettingsError};

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
    let learning = learning_settings(reader, levels, trials)?;
    Ok(GiflSettings { learning, guidance: guidance_settings(reader)? })
}

/// Reads the settings of the learning of features, with these defaults for their levels and for the trials.
fn learning_settings(
    reader: &mut Reader,
    levels: u32,
    trials: u64,
) -> Result<LearningSettings, SettingsError> {
    Ok(LearningSettings {
        file: reader.find(
            "gifl.file",
            "no file: features are learnt",
            Allowed::any("file written by `agon learn gifl train`"),
            "file with features, which then need not be learnt",
        )?,
        runs: reader.get(
            "gifl.runs",
            500,
            Allowed::at_least(0).noted(" games"),
            "number of random games from whose ends features are learnt before the first move",
        )?,
        trials: reader.get(
            "gifl.trials",
            trials,
            Allowed::at_least(0).noted(" games, 0 to keep all features"),
            "number of further random games that tell which features help",
        )?,
        levels: reader.get(
            "gifl.levels",
            levels,
            Allowed::at_least(1),
            "number of levels of features: 2-ply trees in a row before the end of a game",
        )?,
        losing: reader.get(
            "gifl.losing",
            false,
            Allowed::truth(),
            "whether features are also learnt from games in which the loser makes the last move",
        )?,
        changes: reader.get(
            "gifl.changes",
            true,
            Allowed::truth(),
            "whether the deciding move is searched for if the facts of the last state do not \
            explain a win; otherwise all its facts count",
        )?,
    })
}

/// Reads the settings of the use of features.
fn guidance_settings(reader: &mut Reader) -> Result<GuidanceSettings, SettingsError> {
    Ok(GuidanceSettings {
        wins_first: reader.get(
            "gifl.wins-first",
            true,
            Allowed::truth(),
            "whether moves that win are preferred to moves that keep the other role from winning",
        )?,
        tree: reader.get(
            "gifl.tree",
            30,
            Allowed::at_least(0).noted(" visits, 0 for none"),
            "number of visits of a node during which only moves that features want made are \
            tried, if these are certain",
        )?,
        decay: reader.get(
            "gifl.c",
            0.5,
            Allowed::between(0.0, 1.0),
            "factor by which a level of features counts less than the one before",
        )?,
        temperature: reader.get(
            "gifl.tau",
            20.0,
            Allowed::above(0.0),
            "temperature of the choice between moves that features value",
        )?,
        own: reader.get(
            "gifl.own",
            1.0,
            Allowed::between(0.0, 1.0),
            "probability that the player's own role follows features in a playout",
        )?,
        other: reader.get(
            "gifl.other",
            1.0,
            Allowed::between(0.0, 1.0),
            "probability that the other role follows features in a playout",
        )?,
        frequency: reader.get(
            "gifl.frequency",
            0.0,
            Allowed::at_least(0.0).noted(", 0 for not at all"),
            "exponent of the weight of how often a feature was found",
        )?,
        least: reader.get(
            "gifl.least",
            1,
            Allowed::at_least(0).noted(" times"),
            "smallest number of times that a feature must have been found to be used",
        )?,
    })
}
