//! Tree search with playouts in which every role follows a heuristic that the rules suggest (`kuhl`, section 6.4.3):
//! `uct-guided`.

use super::cadia::mcts;
use super::preparation::{analysis, fuzzy_goals};
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::Seat;
use crate::alphabeta::{
    Evaluation, ExtraFeatures, Heuristic, HeuristicEvaluation, Subject, heuristics,
};
use crate::mcts::Mcts;
use crate::settings::Allowed;
use analyze::{Analysis, FuzzySettings, features};
use game::{MachineExt, Role};

pub(super) const PLAYERS: &[PlayerKind] = &[PlayerKind {
    name: "uct-guided",
    description: "UCT with playouts in which every role follows a heuristic that the rules suggest",
    document: Some("kuhl, section 6.4.3"),
    requires: &[PlayerCondition::Rules],
    memory: MemoryUse::TreeNodes,
    configure: |reader| {
        let names = reader.get(
            "playout.heuristic",
            "max.mobility".to_owned(),
            Allowed::any("a name as for `heuristic`, or several with `|` between"),
            "heuristic that each role maximises in playouts; of several, each role takes the \
            next in turn",
        )?;
        let settings = mcts(reader, &[])?;
        constructor(move |seat| {
            let heuristics = role_heuristics(&seat, &names)?;
            let mut player = Mcts::new(seat, settings, None)?;
            player.follow_heuristics(heuristics);
            Ok::<_, PlayerError>(player)
        })
    },
    ..PlayerKind::PLAIN
}];

/// Returns the heuristics of all roles, by their names.
pub(crate) fn role_heuristics(
    seat: &Seat,
    names: &str,
) -> Result<Vec<Box<dyn Evaluation>>, PlayerError> {
    let analysis = analysis(seat)?;
    let evaluation = |role: Role| -> Result<Box<dyn Evaluation>, PlayerError> {
        Ok(Box::new(role_heuristic(seat, &analysis, role, names)?))
    };
    seat.machine.role_ids().map(evaluation).collect()
}

/// Returns the heuristic of a role by its name. If there are several names with `|` between, the roles take them in
/// turn.
pub(super) fn role_heuristic(
    seat: &Seat,
    analysis: &Analysis,
    role: Role,
    names: &str,
) -> Result<HeuristicEvaluation, PlayerError> {
    let names: Vec<&str> = names.split('|').map(str::trim).collect();
    let name = names[role.0 as usize % names.len()];
    let extras = ExtraFeatures { mobility: true, goal: true };
    let mut heuristics = heuristics(features(analysis), role, extras);
    let known: Vec<String> = heuristics.iter().map(Heuristic::to_string).collect();
    let Some(place) = known.iter().position(|known| known == name) else {
        return Err(PlayerError::Heuristic { name: name.to_owned(), known });
    };
    let heuristic = heuristics.swap_remove(place);
    let needs_goal = matches!(heuristic.subject, Subject::Goal(_));
    let goal = needs_goal.then(|| fuzzy_goals(seat, analysis, role, FuzzySettings::default()));
    let goal = goal.transpose()?;
    HeuristicEvaluation::new(&heuristic, goal.as_ref()).ok_or(PlayerError::NoRules)
}
