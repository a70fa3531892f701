//! Everything that players derive from the rules before a match: the analysis of the game, its model for alpha-beta,
//! and fuzzy goals.

use super::PlayerError;
use crate::Seat;
use crate::alphabeta::GameModel;
use analyze::{Analysis, FuzzyGoals, FuzzySettings, GameSymmetry, Sampling};
use game::Role;

/// Number of states of random games that the analysis looks at where time does not matter.
const SAMPLED_STATES: usize = 1000;

/// Smallest number of such states where time is limited (`kuhl`, section 4.2).
const MIN_SAMPLED_STATES: usize = 50;

/// Returns the analysis of the rules: the one that is known, or a new one.
pub(super) fn analysis(seat: &Seat) -> Result<Analysis, PlayerError> {
    if let Some(analysis) = &seat.knowledge.analysis {
        return Ok((**analysis).clone());
    }
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let sampling = match &seat.keep_sampling {
        Some(go_on) => Sampling { states: MIN_SAMPLED_STATES, go_on: &**go_on, seed: seat.seed },
        None => Sampling::states(SAMPLED_STATES, seat.seed),
    };
    Ok(analyst.analyze(&mut *seat.machine.fork(), &sampling)?)
}

/// Returns the model of the game for alpha-beta, by an analysis of the rules. If the seat does not have the rules, the
/// model only knows who plays.
pub(super) fn game_model(seat: &Seat, symmetries: bool) -> Result<GameModel, PlayerError> {
    if seat.analyst.is_none() {
        return Ok(GameModel::plain(seat.role, seat.machine.roles().len()));
    }
    game_model_of(seat, &analysis(seat)?, symmetries)
}

/// Returns the model of the game for alpha-beta, by this analysis of the rules.
pub(super) fn game_model_of(
    seat: &Seat,
    analysis: &Analysis,
    symmetries: bool,
) -> Result<GameModel, PlayerError> {
    let mut machine = seat.machine.fork();
    let mut game = GameModel::of(analysis, &mut *machine, seat.role)?;
    if let Some(analyst) = seat.analyst.as_ref().filter(|_| symmetries) {
        let known = seat.knowledge.symmetries.as_ref();
        let known = known.map(|it| analyst.remembered_symmetries(it, &mut *machine, seat.seed));
        let mut found = match known.transpose()?.flatten() {
            Some(known) => known,
            None => analyst.symmetries(analysis, &mut *machine, seat.seed)?,
        };
        // A state in which roles are exchanged has another value for each of them.
        found.retain(GameSymmetry::keeps_roles);
        game.symmetries = found;
    }
    Ok(game)
}

/// Returns the goals of a role as fuzzy logic.
pub(super) fn fuzzy_goals(
    seat: &Seat,
    analysis: &Analysis,
    role: Role,
    logic: FuzzySettings,
) -> Result<FuzzyGoals, PlayerError> {
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    analyst.fuzzy_goals(analysis, role, logic).map_err(PlayerError::NotCompiled)
}
