//! A position of a match as JSON: its picture, and the moves that people can choose from.

use super::{LiveMatch, MatchProgress, MatchStatus, Participant};
use serde::Serialize;
use term::Term;

/// A position of a match, as JSON.
#[derive(Debug, Serialize)]
pub struct PositionView {
    /// Id of the match.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Title of the game.
    pub title: String,
    /// Number of joint moves that led to this position.
    pub ply: usize,
    /// Number of joint moves made in the match so far.
    pub length: usize,
    /// Status of the match, as [`MatchStatus::name`] returns it.
    pub status: &'static str,
    /// Sentence about the status, if there is more to say.
    pub message: Option<String>,
    /// Goal value of each role, if the match is over.
    pub goals: Option<Vec<u8>>,
    /// The roles and their players.
    pub roles: Vec<RoleView>,
    /// The joint move that led here; empty in the initial position.
    pub moves: Vec<String>,
    /// Picture of the state, in SVG.
    pub svg: String,
    /// Names and values of the quantities of the state.
    pub labels: Vec<(String, String)>,
    /// Facts that the picture does not show.
    pub rest: Vec<String>,
    /// Choices of people; empty unless this is the last position.
    pub choices: Vec<ChoiceView>,
    /// Goal value that the player of each role expected, one list for each joint move.
    pub values: Vec<Vec<Option<f64>>>,
}

/// A role and its player.
#[derive(Debug, Serialize)]
pub struct RoleView {
    /// Name of the role.
    pub name: String,
    /// Name of the player.
    pub who: String,
}

/// The moves that a person can choose from.
#[derive(Debug, Serialize)]
pub struct ChoiceView {
    /// Index of the role.
    pub role: usize,
    /// Whether the person has chosen. The move itself is secret until all have chosen.
    pub made: bool,
    /// Legal moves of the role.
    pub moves: Vec<MoveView>,
}

/// A move that a person can choose.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// The move in KIF.
    pub text: String,
    /// Cells to click for the move: for each click, the cells that will do.
    pub steps: Vec<Vec<String>>,
}

/// Largest number of facts outside the picture that are sent.
const MAX_REST_FACTS: usize = 200;
/// Largest number of moves of a role that are sent.
const MAX_MOVES: usize = 5000;

impl PositionView {
    /// Returns the position after `ply` joint moves; `None` if the match is shorter.
    pub fn of(
        live_match: &LiveMatch,
        progress: &MatchProgress,
        ply: usize,
    ) -> Option<PositionView> {
        let position = progress.positions.get(ply)?;
        let plan = &live_match.game.plan;
        let picture = plan.picture(&position.facts);
        let marked = ply
            .checked_sub(1)
            .map(|before| picture.changed_since(&plan.picture(&progress.positions[before].facts)));
        let is_last = ply == progress.ply();
        let roles = live_match.game.roles.names.iter().zip(&live_match.participants);
        Some(PositionView {
            id: live_match.id.to_string(),
            game: live_match.game.id.clone(),
            title: live_match.game.title.clone(),
            ply,
            length: progress.ply(),
            status: progress.status.name(),
            message: status_message(live_match, &progress.status),
            goals: match &progress.status {
                MatchStatus::Over(goals) => Some(goals.clone()),
                _ => None,
            },
            roles: roles
                .map(|(name, participant)| RoleView {
                    name: name.clone(),
                    who: participant.name().to_owned(),
                })
                .collect(),
            moves: position.joint.clone(),
            svg: picture.svg(&marked.unwrap_or_default()),
            labels: picture.labels.iter().map(|it| (it.name.clone(), it.value.clone())).collect(),
            rest: picture.rest.iter().take(MAX_REST_FACTS).map(Term::to_string).collect(),
            choices: if is_last { choices(live_match, progress) } else { Vec::new() },
            values: progress
                .positions
                .iter()
                .skip(1)
                .map(|position| position.values.clone())
                .collect(),
        })
    }
}

/// Returns a sentence about the status of a match.
fn status_message(live_match: &LiveMatch, status: &MatchStatus) -> Option<String> {
    match status {
        MatchStatus::Preparing => Some("The players prepare.".to_owned()),
        MatchStatus::Running => None,
        MatchStatus::Over(_) => Some("The match is over.".to_owned()),
        MatchStatus::Forfeited { role, why } => {
            let name = live_match.game.roles.names.get(*role).map_or("a role", String::as_str);
            Some(format!("The player of {name} failed and has lost: {why}"))
        }
        MatchStatus::Aborted(why) => Some(why.clone()),
    }
}

fn choices(live_match: &LiveMatch, progress: &MatchProgress) -> Vec<ChoiceView> {
    let people = live_match.participants.iter().zip(&progress.choices).enumerate();
    let people = people.filter(|(_, (participant, choice))| {
        matches!(participant, Participant::Person(_)) && choice.moves.len() > 1
    });
    let view = |action: &Term| {
        let steps = live_match.game.plan.clicks(action).into_iter();
        let steps = steps.map(|cells| cells.iter().map(ToString::to_string).collect());
        MoveView { text: action.to_string(), steps: steps.collect() }
    };
    people
        .map(|(role, (_, choice))| ChoiceView {
            role,
            made: choice.is_made,
            moves: choice.moves.iter().take(MAX_MOVES).map(|(_, action)| view(action)).collect(),
        })
        .collect()
}
