//! The model of a game that alpha-beta needs: sides, range of goals, step counters, symmetries (`kuhl`, section 4.5).

use super::counters::Counters;
use super::node::Sides;
use super::value::Range;
use analyze::{Analysis, GameSymmetry, RoleAnalysis, RoleInfo};
use game::{Machine, Role, StopReason};

/// Knowledge of a search about its game.
#[derive(Clone, Debug)]
pub struct GameModel {
    /// The role that searches, and its team-mates.
    pub sides: Sides,
    /// Goals that the role can get.
    pub range: Range,
    /// Step counters, if there are any that only count.
    pub counters: Option<Counters>,
    /// Symmetries under which states share an entry of the transposition table; empty if they are not used.
    pub symmetries: Vec<GameSymmetry>,
}

impl GameModel {
    /// Creates a model without an analysis: a role against all others, for goals from 0 to 100.
    pub fn plain(role: Role, roles: usize) -> GameModel {
        let is_friend = (0..roles).map(|other| other == role.0 as usize).collect();
        let (sides, range) = (Sides { role, is_friend }, Range { low: 0, high: 100 });
        GameModel { sides, range, counters: None, symmetries: Vec::new() }
    }

    /// Creates the model of an analysis: a role and its team, for the goals that it can get. Symmetries are not filled
    /// in.
    pub fn of(
        analysis: &Analysis,
        machine: &mut dyn Machine,
        role: Role,
    ) -> Result<GameModel, StopReason> {
        let RoleAnalysis { roles, teams, .. } = &analysis.roles;
        let own = &roles[role.0 as usize];
        let team = teams.iter().find(|team| team.contains(&own.name));
        let is_friend = |other: &RoleInfo| team.is_some_and(|team| team.contains(&other.name));
        let (low, high) = (own.goals.first(), own.goals.last());
        Ok(GameModel {
            sides: Sides { role, is_friend: roles.iter().map(is_friend).collect() },
            range: Range { low: low.copied().unwrap_or(0), high: high.copied().unwrap_or(100) },
            counters: Counters::of(analysis, machine)?,
            symmetries: Vec::new(),
        })
    }
}
