//! Records of matches: converts matches to records, and replays records as matches that can be stepped through.

use crate::RequestError;
use crate::games::ArenaGame;
use crate::live_match::{LiveMatch, MatchPosition, MatchProgress, MatchStatus, Participant};
use game::{Machine, MachineExt, State};
use play::record::{MatchRecord, state_text};
use std::time::UNIX_EPOCH;

/// Largest number of joint moves of a record that is opened.
const MAX_MOVES: usize = 5000;

/// Returns the record of a match so far.
pub fn of(live_match: &LiveMatch) -> MatchRecord {
    let progress = live_match.progress();
    let began =
        live_match.begun.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
    let goals = match &progress.status {
        MatchStatus::Over(goals) => goals.clone(),
        _ => Vec::new(),
    };
    let people = live_match
        .participants
        .iter()
        .map(|participant| matches!(participant, Participant::Person(_)));
    MatchRecord {
        match_id: live_match.id.to_string(),
        random_token: String::new(),
        start_time: began,
        game_meta_url: live_match.game.id.clone(),
        is_completed: matches!(progress.status, MatchStatus::Over(_)),
        is_aborted: matches!(
            progress.status,
            MatchStatus::Forfeited { .. } | MatchStatus::Aborted(_)
        ),
        states: progress.positions.iter().map(|position| state_text(&position.facts)).collect(),
        moves: progress.positions.iter().skip(1).map(|position| position.joint.clone()).collect(),
        state_times: vec![began; progress.positions.len()],
        errors: Vec::new(),
        goal_values: goals,
        preview_clock: -1,
        start_clock: live_match.clock.start.as_secs(),
        play_clock: live_match.clock.play.as_secs(),
        player_names_from_host: live_match
            .participants
            .iter()
            .map(|participant| participant.name().to_owned())
            .collect(),
        is_player_human: people.collect(),
        tournament_name_from_host: None,
        scrambled: false,
    }
}

/// Replays the moves of a record; an error if one of them is not legal.
pub fn replay(game: &ArenaGame, moves: &[Vec<String>]) -> Result<MatchProgress, RequestError> {
    let wrong = |why: String| RequestError::Invalid(why);
    if moves.len() > MAX_MOVES {
        return Err(wrong(format!("records of more than {MAX_MOVES} moves are not read")));
    }
    let refused = |why: game::StopReason| RequestError::Invalid(why.to_string());
    let mut machine = game.seats.machine().map_err(|error| wrong(error.to_string()))?;
    let mut state = machine.initial_state().map_err(refused)?;
    let mut progress = MatchProgress::new(&game.initial);
    for (ply, joint) in moves.iter().enumerate() {
        let next = step(&mut *machine, &state, joint).map_err(refused)?;
        state = next.ok_or_else(|| wrong(format!("move {} is not legal in this game", ply + 1)))?;
        progress.push(MatchPosition {
            facts: machine.state_terms(&state).into(),
            joint: joint.clone(),
            values: Vec::new(),
            thinking: None,
        });
    }
    progress.status = if machine.terminal(&state).map_err(refused)? {
        let roles = machine.role_ids();
        let goals = roles.map(|role| Ok(machine.goal(&state, role)?.value()));
        MatchStatus::Over(goals.collect::<Result<_, _>>().map_err(refused)?)
    } else {
        MatchStatus::Aborted("The record ends here.".to_owned())
    };
    Ok(progress)
}

/// Returns the state after a joint move given in KIF; `None` if it is not legal.
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
