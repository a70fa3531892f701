//! Matches as records: what was played here as a file, and files as matches that can be stepped through.

use crate::Problem;
use crate::games::Game;
use crate::table::{Chair, Course, Match, Moment, Status};
use game::{Machine, State};
use play::record::{Record, state_text};
use std::time::UNIX_EPOCH;

/// Longer matches are not read.
const MOST_MOVES: usize = 5000;

/// The record of a match so far.
pub fn of(table: &Match) -> Record {
    let course = table.course();
    let began = table.begun.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
    let goals = match &course.status {
        Status::Over(goals) => goals.clone(),
        _ => Vec::new(),
    };
    let people = table.chairs.iter().map(|chair| matches!(chair, Chair::Person(_)));
    Record {
        match_id: table.id.to_string(),
        random_token: String::new(),
        start_time: began,
        game_meta_url: table.game.id.clone(),
        is_completed: matches!(course.status, Status::Over(_)),
        is_aborted: matches!(course.status, Status::Forfeited { .. } | Status::Left(_)),
        states: course.moments.iter().map(|moment| state_text(&moment.facts)).collect(),
        moves: course.moments.iter().skip(1).map(|moment| moment.joint.clone()).collect(),
        state_times: vec![began; course.moments.len()],
        errors: Vec::new(),
        goal_values: goals,
        preview_clock: -1,
        start_clock: table.clock.start.as_secs(),
        play_clock: table.clock.play.as_secs(),
        player_names_from_host: table.chairs.iter().map(|chair| chair.name().to_owned()).collect(),
        is_player_human: people.collect(),
        tournament_name_from_host: None,
        scrambled: false,
    }
}

/// The course of a recorded match: its moves are made again, and each has to be legal.
pub fn replay(game: &Game, moves: &[Vec<String>]) -> Result<Course, Problem> {
    let wrong = |why: String| Problem::Senseless(why);
    if moves.len() > MOST_MOVES {
        return Err(wrong(format!("records of more than {MOST_MOVES} moves are not read")));
    }
    let refused = |why: game::StopReason| Problem::Senseless(why.to_string());
    let mut machine = game.seats.machine().map_err(|error| wrong(error.to_string()))?;
    let machine: &mut dyn Machine = &mut *machine;
    let mut state = machine.initial_state().map_err(refused)?;
    let mut course = Course::new(&game.initial);
    for (ply, joint) in moves.iter().enumerate() {
        let next = step(machine, &state, joint).map_err(refused)?;
        state = next.ok_or_else(|| wrong(format!("move {} is not legal in this game", ply + 1)))?;
        course.push(Moment {
            facts: machine.state_texts(&state).into(),
            joint: joint.clone(),
            values: Vec::new(),
            minds: None,
        });
    }
    course.status = match machine.terminal(&state).map_err(refused)? {
        true => {
            let roles = machine.role_ids();
            let goals = roles.map(|role| Ok(machine.goal(&state, role)?.value()));
            Status::Over(goals.collect::<Result<_, _>>().map_err(refused)?)
        }
        false => Status::Left("The record ends here.".to_owned()),
    };
    Ok(course)
}

/// The state after a joint move in words; nothing if it is not legal.
fn step(
    machine: &mut dyn Machine,
    state: &State,
    joint: &[String],
) -> Result<Option<State>, game::StopReason> {
    if joint.len() != machine.roles().len() || machine.terminal(state)? {
        return Ok(None);
    }
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for (role, text) in machine.role_ids().zip(joint) {
        machine.legal(state, role, &mut legal)?;
        match machine.find_move(text).filter(|action| legal.contains(action)) {
            Some(action) => moves.push(action),
            None => return Ok(None),
        }
    }
    let mut next = State::default();
    machine.next(state, &moves, &mut next)?;
    Ok(Some(next))
}
