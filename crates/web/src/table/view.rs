//! A position of a match as those see it who watch.

use super::{Chair, Course, Match, Status};
use serde::Serialize;

/// A position.
#[derive(Debug, Serialize)]
pub struct PositionView {
    /// The name of the match.
    pub id: String,
    /// The game.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// How many joint moves had been made.
    pub ply: usize,
    /// How many have been made by now.
    pub length: usize,
    /// How the match stands.
    pub status: &'static str,
    /// What there is to say about that.
    pub message: Option<String>,
    /// What each role got, if the match is over.
    pub goals: Option<Vec<u8>>,
    /// The roles and who plays them.
    pub roles: Vec<RoleView>,
    /// The joint move that led here.
    pub moves: Vec<String>,
    /// The picture.
    pub svg: String,
    /// Quantities and the like.
    pub labels: Vec<(String, String)>,
    /// Facts that are not in the picture.
    pub rest: Vec<String>,
    /// What people may do, in the last position.
    pub choices: Vec<ChoiceView>,
    /// What the player of each role expected, one list for each move.
    pub values: Vec<Vec<Option<f64>>>,
}

/// A role.
#[derive(Debug, Serialize)]
pub struct RoleView {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub who: String,
}

/// What a person may do.
#[derive(Debug, Serialize)]
pub struct ChoiceView {
    /// The role, by number.
    pub role: usize,
    /// Whether it has chosen; what, is told to nobody before all have.
    pub made: bool,
    /// Its moves.
    pub moves: Vec<MoveView>,
}

/// A move.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// In words.
    pub text: String,
    /// What to click for it: cells for each step.
    pub steps: Vec<Vec<String>>,
}

/// Facts that are in no picture are told up to this number.
const MOST_REST: usize = 200;
/// More moves are not told.
const MOST_MOVES: usize = 5000;

impl PositionView {
    /// The position after so many joint moves, if there were so many.
    pub fn of(table: &Match, course: &Course, ply: usize) -> Option<PositionView> {
        let moment = course.moments.get(ply)?;
        let plan = &table.game.plan;
        let picture = plan.picture(&moment.facts);
        let marked = ply
            .checked_sub(1)
            .map(|before| picture.changed_since(&plan.picture(&course.moments[before].facts)));
        let is_last = ply == course.ply();
        let roles = table.game.roles.names.iter().zip(&table.chairs);
        Some(PositionView {
            id: table.id.to_string(),
            game: table.game.id.clone(),
            title: table.game.title.clone(),
            ply,
            length: course.ply(),
            status: course.status.name(),
            message: message(table, &course.status),
            goals: match &course.status {
                Status::Over(goals) => Some(goals.clone()),
                _ => None,
            },
            roles: roles
                .map(|(name, chair)| RoleView { name: name.clone(), who: chair.name().to_owned() })
                .collect(),
            moves: moment.joint.clone(),
            svg: picture.svg(&marked.unwrap_or_default()),
            labels: picture.labels.iter().map(|it| (it.name.clone(), it.value.clone())).collect(),
            rest: picture.rest.iter().take(MOST_REST).cloned().collect(),
            choices: if is_last { choices(table, course) } else { Vec::new() },
            values: course.moments.iter().skip(1).map(|moment| moment.values.clone()).collect(),
        })
    }
}

/// What there is to say about how a match stands.
fn message(table: &Match, status: &Status) -> Option<String> {
    match status {
        Status::Preparing => Some("The players prepare.".to_owned()),
        Status::Running => None,
        Status::Over(_) => Some("The match is over.".to_owned()),
        Status::Forfeited { role, why } => {
            let name = table.game.roles.names.get(*role).map_or("a role", String::as_str);
            Some(format!("The player of {name} failed and has lost: {why}"))
        }
        Status::Left(why) => Some(why.clone()),
    }
}

fn choices(table: &Match, course: &Course) -> Vec<ChoiceView> {
    let people = table.chairs.iter().zip(&course.choices).enumerate();
    let people = people
        .filter(|(_, (chair, choice))| matches!(chair, Chair::Person(_)) && choice.moves.len() > 1);
    let view = |text: &String| {
        let steps = table.game.plan.steps(text).into_iter();
        let steps = steps.map(|cells| cells.iter().map(ToString::to_string).collect());
        MoveView { text: text.clone(), steps: steps.collect() }
    };
    people
        .map(|(role, (_, choice))| ChoiceView {
            role,
            made: choice.is_made,
            moves: choice.moves.iter().take(MOST_MOVES).map(|(_, text)| view(text)).collect(),
        })
        .collect()
}
