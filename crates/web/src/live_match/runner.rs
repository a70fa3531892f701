//! The thread of a match: players think, people are waited for, and moves are made.
//!
//! Players think one after the other, in slices of time, each while it has one of the arena's thinking permits. After
//! each slice spectators receive its search report, and requests to the match are answered. A player that fails loses
//! the match and disturbs nothing else.

use super::deadline::{Deadline, DeadlineMachine};
use super::progress::{MatchPosition, MatchStatus, RoleChoice};
use super::thinking::{FeatureView, RoleMovesView, ThinkingView, TreeView, move_value};
use super::{EventData, LiveMatch, MatchRequest, Participant, json, within};
use crate::semaphore::FairSemaphore;
use crate::{ArenaLimits, RequestError};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, MatchStep, MoveFailure,
    Obstacle, Participants, Position,
};
use game::{Machine, MachineExt, Move, Role, State, StopReason};
use play::{PlayerFailure, allow_preparation, call_player, catch_panic, drop_player};
use search::{Limit, Player, ThinkError};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use term::Term;

/// Length of a slice of thinking, after which spectators receive a search report.
const SLICE: Duration = Duration::from_millis(200);

/// Plays a match to its end. A panic only aborts the match.
pub fn run(
    live_match: &LiveMatch,
    requests: Receiver<MatchRequest>,
    limits: ArenaLimits,
    thinking_permits: &FairSemaphore,
) {
    let ended = catch_panic(|| {
        let mut runner = match ArenaMatch::new(live_match, requests, limits, thinking_permits) {
            Ok(runner) => runner,
            Err(status) => return status,
        };
        let ended = runner.play();
        runner.players.into_iter().for_each(|seated| drop_player(seated.map(|it| it.player)));
        ended
    });
    let status =
        ended.unwrap_or_else(|failure| MatchStatus::Aborted(format!("The match {failure}")));
    {
        let mut progress = live_match.progress();
        progress.status = status;
        progress.choices.clear();
    }
    live_match.publish_position();
}

/// A player of the match.
struct SeatedPlayer {
    player: Box<dyn Player>,
    deadline: Deadline,
    grace: Duration,
    thinking: Option<ThinkingView>,
    /// Goal value that the player expected when it chose its move.
    value: Option<f64>,
}

impl SeatedPlayer {
    /// Lets the player do something that should take at most `time`.
    fn attempt<T>(
        &mut self,
        time: Duration,
        act: impl FnOnce(&mut dyn Player) -> Result<T, ThinkError>,
    ) -> Result<T, PlayerFailure> {
        self.deadline.extend(time + self.grace);
        call_player(&mut *self.player, act)
    }
}

/// The participants of a match, of which some are people.
struct ArenaMatch<'a> {
    live_match: &'a LiveMatch,
    requests: Receiver<MatchRequest>,
    limits: ArenaLimits,
    thinking_permits: &'a FairSemaphore,
    /// Translates moves and facts from and to text.
    machine: Box<dyn Machine>,
    /// The player of each role; `None` where a person or chance plays.
    players: Vec<Option<SeatedPlayer>>,
    /// The legal moves of this turn, for each role.
    legal: Vec<Vec<Move>>,
    /// The moves that have been chosen in this turn, for each role.
    chosen: Vec<Option<Move>>,
    is_stopped: bool,
    /// The reason why the match is aborted.
    aborted: Option<String>,
}

/// Result of a step of the match.
type Step<T = ()> = Result<T, Obstacle<String>>;

fn unanswered(reason: StopReason) -> MatchStatus {
    MatchStatus::Aborted(format!("The rules could not be evaluated: {reason}"))
}

impl<'a> ArenaMatch<'a> {
    fn new(
        live_match: &'a LiveMatch,
        requests: Receiver<MatchRequest>,
        limits: ArenaLimits,
        thinking_permits: &'a FairSemaphore,
    ) -> Result<ArenaMatch<'a>, MatchStatus> {
        let refused = |why: engine::Unplayable| MatchStatus::Aborted(why.to_string());
        let machine = live_match.game.seats.machine().map_err(refused)?;
        let count = live_match.participants.len();
        let mut runner = ArenaMatch {
            live_match,
            requests,
            limits,
            thinking_permits,
            machine,
            players: Vec::new(),
            legal: vec![Vec::new(); count],
            chosen: vec![None; count],
            is_stopped: false,
            aborted: None,
        };
        for role in 0..count {
            let seated = runner.seat_player(role)?;
            runner.players.push(seated);
        }
        Ok(runner)
    }

    /// Creates the player of a role and lets it think before the first move; `None` where no player is needed.
    fn seat_player(&mut self, role: usize) -> Result<Option<SeatedPlayer>, MatchStatus> {
        let Participant::Player(name) = &self.live_match.participants[role] else {
            return Ok(None);
        };
        let seed = self.live_match.id.seed().wrapping_add(role as u64);
        let seat = self.live_match.game.seats.seat(Role(role as u32), seed);
        let mut seat = seat.map_err(|error| MatchStatus::Aborted(error.to_string()))?;
        let lost = |why: String| MatchStatus::Forfeited { role, why };
        let _permit = self.thinking_permits.take();
        let (begun, start) = (Instant::now(), self.live_match.clock.start);
        let grace = self.limits.grace;
        let deadline = Deadline::new(start + grace);
        // With fast rules no simulation takes long, and players are faster without a deadline.
        if seat.playouts.is_none() {
            seat.machine = Box::new(DeadlineMachine::new(seat.machine, deadline.clone()));
        }
        allow_preparation(&mut seat, start, self.live_match.clock.play);
        let built =
            catch_panic(|| name.build(seat)).map_err(|failure| lost(failure.to_string()))?;
        let player = built.map_err(|error| lost(error.to_string()))?;
        let mut seated = SeatedPlayer { player, deadline, grace, thinking: None, value: None };
        let left = start.saturating_sub(begun.elapsed());
        if !left.is_zero() {
            let stop = within(left);
            let limit = Limit { simulations: None, stop: &stop };
            let thought = seated.attempt(left, |player| player.think(&limit));
            thought.map_err(|failure| lost(format!("thinking {failure}")))?;
        }
        Ok(Some(seated))
    }

    /// Plays to the end.
    fn play(&mut self) -> MatchStatus {
        let mut machine = self.machine.fork();
        let rules =
            MatchRules { max_length: self.limits.match_length, on_failure: FailurePolicy::Forfeit };
        let mut random = game::random(self.live_match.id.seed());
        let mut runner = MatchRunner::default();
        let start = match machine.initial_state() {
            Ok(start) => start,
            Err(reason) => return unanswered(reason),
        };
        let end = runner.play(&mut *machine, &start, rules, self, &mut random);
        match end {
            Ok(MatchEnd::Terminal) => match goals(&mut *machine, runner.state()) {
                Ok(goals) => MatchStatus::Over(goals),
                Err(reason) => unanswered(reason),
            },
            Ok(MatchEnd::TooLong) => {
                let most = rules.max_length;
                MatchStatus::Aborted(format!("The match was not over after {most} moves."))
            }
            Ok(MatchEnd::NoLegalMove(role)) => {
                let name = &self.live_match.game.roles.names[role.0 as usize];
                let why = format!("The rules are faulty: {name} has no legal move.");
                MatchStatus::Aborted(why)
            }
            Ok(MatchEnd::Forfeited(role, failure))
            | Err(MatchLoopError::Participant(role, failure)) => {
                let why = match failure {
                    MoveFailure::Failed(why) => why,
                    MoveFailure::IllegalMove(_) => "it chose a move that is not legal".to_owned(),
                };
                MatchStatus::Forfeited { role: role.0 as usize, why }
            }
            Ok(MatchEnd::Interrupted) => {
                MatchStatus::Aborted(self.aborted.take().unwrap_or_default())
            }
            Err(MatchLoopError::Machine(reason)) => unanswered(reason),
        }
    }

    /// Returns the obstacle that aborts the match for this reason.
    fn abort(&mut self, why: &str) -> Obstacle<String> {
        self.aborted = Some(why.to_owned());
        Obstacle::Interrupted
    }

    fn ply(&self) -> usize {
        self.live_match.progress().ply()
    }

    /// Publishes the legal moves of each role. A role with a single legal move has chosen it.
    fn update_choices(&mut self, position: &mut Position) {
        self.legal.clear();
        self.legal.extend_from_slice(position.legal);
        let mut choices = Vec::new();
        for (role, legal) in self.legal.iter().enumerate() {
            let is_chance = matches!(self.live_match.participants[role], Participant::Chance);
            let has_chosen = legal.len() == 1 || is_chance;
            self.chosen[role] = has_chosen.then(|| position.random_move(Role(role as u32)));
            let vocabulary = self.machine.vocabulary();
            let term = |&action: &Move| (action, vocabulary.move_term(action));
            let mut moves: Vec<(Move, Term)> = legal.iter().map(term).collect();
            moves.sort_by(|one, other| one.1.as_str().cmp(other.1.as_str()));
            choices.push(RoleChoice { moves, is_made: has_chosen });
        }
        let mut progress = self.live_match.progress();
        progress.choices = choices;
        progress.status = MatchStatus::Running;
    }

    /// Lets the player of a role think and returns its move.
    fn think(&mut self, role: usize) -> Step<Move> {
        let (mut thought, time) = (Duration::ZERO, self.live_match.clock.play);
        let lost = |why: String| Obstacle::Failed(Role(role as u32), why);
        while thought < time {
            let slice = SLICE.min(time - thought);
            let took =
                self.think_a_slice(role, slice).map_err(|it| lost(format!("thinking {it}")))?;
            thought += took;
            self.update_thinking(role, thought);
            self.handle_requests()?;
            // A player that returns early does not need more time.
            if took < slice / 2 {
                break;
            }
        }
        let Some(seated) = &mut self.players[role] else {
            return Err(lost("nobody is there".to_owned()));
        };
        let chosen = seated.attempt(Duration::ZERO, |player| Ok(player.choose()?));
        let chosen = chosen.map_err(|failure| lost(format!("choosing {failure}")))?;
        seated.value = seated.thinking.as_ref().and_then(|view| Some(view.moves.first()?.value));
        if let Some(thinking) = &mut seated.thinking {
            thinking.thinks = false;
        }
        self.publish_thinking();
        Ok(chosen)
    }

    /// Lets the player of a role think for a slice of time, once it has a permit, and returns the time it took.
    fn think_a_slice(&mut self, role: usize, slice: Duration) -> Result<Duration, PlayerFailure> {
        let _permit = self.thinking_permits.take();
        let begun = Instant::now();
        if let Some(seated) = &mut self.players[role] {
            let stop = within(slice);
            let limit = Limit { simulations: None, stop: &stop };
            seated.attempt(slice, |player| player.think(&limit))?;
        }
        Ok(begun.elapsed())
    }

    /// Updates and publishes the search report of a player. A failure here is ignored: the player fails again when it
    /// has to choose.
    fn update_thinking(&mut self, role: usize, thought: Duration) {
        let (ply, name) = (self.ply(), self.live_match.game.roles.names[role].as_str());
        let player = self.live_match.participants[role].name();
        let Some(seated) = &mut self.players[role] else { return };
        let asked = seated
            .attempt(Duration::ZERO, |player| Ok((player.report(), player.active_features())));
        let Ok((report, features)) = asked else { return };
        let mut thinking = ThinkingView::new(&*self.machine, (name, player), ply, &report, thought);
        thinking.features = features
            .into_iter()
            .map(|feature| FeatureView {
                text: feature.text,
                count: feature.count,
                value: if feature.value.is_finite() { feature.value } else { 0.0 },
                action: feature.action.map(|action| self.machine.move_text(action)),
            })
            .collect();
        seated.thinking = Some(thinking);
        self.publish_thinking();
    }

    /// Publishes the players' search reports, unless they would help a person who chooses at the same time.
    fn publish_thinking(&self) {
        if !self.is_secret() {
            self.live_match.publish_thinking(self.thinking_text(|_| true));
        }
    }

    /// Returns the search reports that pass a filter, as JSON.
    fn thinking_text(&self, is_wanted: impl Fn(&ThinkingView) -> bool) -> EventData {
        let views = self.players.iter().flatten().filter_map(|seated| seated.thinking.as_ref());
        json(&views.filter(|view| is_wanted(view)).collect::<Vec<_>>())
    }

    /// Whether a person still has to choose at the same time as a player.
    fn is_secret(&self) -> bool {
        let chooses = |role: usize| self.legal[role].len() > 1;
        let waits = |role: usize| {
            matches!(self.live_match.participants[role], Participant::Person(_))
                && self.chosen[role].is_none()
        };
        let mut roles = 0..self.legal.len();
        roles.clone().any(waits) && roles.any(|role| self.players[role].is_some() && chooses(role))
    }

    /// Handles the requests that have arrived.
    fn handle_requests(&mut self) -> Step {
        while let Ok(request) = self.requests.try_recv() {
            self.handle(request);
        }
        self.unless_stopped()
    }

    fn unless_stopped(&mut self) -> Step {
        if self.is_stopped { Err(self.abort("The match was stopped.")) } else { Ok(()) }
    }

    /// Waits until all people have chosen.
    fn wait_for_people(&mut self) -> Step {
        let until = Instant::now() + self.limits.person_timeout;
        while self.chosen.contains(&None) {
            let left = until.saturating_duration_since(Instant::now());
            match self.requests.recv_timeout(left) {
                Ok(request) => self.handle(request),
                Err(RecvTimeoutError::Timeout) => {
                    let why = "The match was aborted: a person did not move for too long.";
                    return Err(self.abort(why));
                }
                Err(RecvTimeoutError::Disconnected) => self.is_stopped = true,
            }
            self.unless_stopped()?;
        }
        Ok(())
    }

    fn handle(&mut self, request: MatchRequest) {
        // The sender of a request may have gone; then its reply is not needed.
        match request {
            MatchRequest::Move { role, action, ply, reply } => {
                let _ = reply.send(self.take_move(role.0 as usize, &action, ply));
            }
            MatchRequest::Explore { role, line, reply } => {
                let _ = reply.send(self.explore(role.0 as usize, &line));
            }
            MatchRequest::Stop => self.is_stopped = true,
        }
    }

    /// Accepts a person's move.
    fn take_move(&mut self, role: usize, action: &str, ply: usize) -> Result<(), RequestError> {
        let now = self.ply();
        if ply != now {
            return Err(RequestError::Conflict(format!("{now} moves have been made, not {ply}")));
        }
        if !matches!(self.live_match.participants.get(role), Some(Participant::Person(_))) {
            return Err(RequestError::Forbidden("no person plays this role"));
        }
        if self.chosen[role].is_some() {
            return Err(RequestError::Conflict(
                "this role has no choice, or has made it".to_owned(),
            ));
        }
        let found = self.machine.find_move(action).filter(|it| self.legal[role].contains(it));
        let found =
            found.ok_or_else(|| RequestError::Invalid("the move is not legal".to_owned()))?;
        self.chosen[role] = Some(found);
        self.live_match.progress().choices[role].is_made = true;
        self.live_match.publish_position();
        Ok(())
    }

    /// Returns a node of a player's search tree, given by the joint moves that lead to it from the current state.
    fn explore(&mut self, role: usize, line: &[Vec<String>]) -> Result<TreeView, RequestError> {
        if self.is_secret() {
            return Err(RequestError::Conflict(
                "the tree is shown when everybody has chosen a move".to_owned(),
            ));
        }
        let seated = self.players.get_mut(role).and_then(Option::as_mut);
        let seated = seated.ok_or(RequestError::NotFound("player with this role"))?;
        let known = |text: &String| self.machine.find_move(text);
        let joint = |joint: &Vec<String>| joint.iter().map(known).collect::<Option<Vec<Move>>>();
        let line: Option<Vec<Vec<Move>>> = line.iter().map(joint).collect();
        let line = line.ok_or(RequestError::NotFound("such move in the tree"))?;
        let found = seated.attempt(Duration::ZERO, |player| Ok(player.explore(&line)));
        let found = found.map_err(|failure| RequestError::Internal(failure.to_string()))?;
        let found = found.ok_or(RequestError::NotFound("such node in the tree"))?;
        let names = &self.live_match.game.roles.names;
        let branches = names.iter().zip(&found.roles).map(|(role, moves)| RoleMovesView {
            role: role.clone(),
            moves: moves.iter().map(|it| move_value(&*self.machine, it)).collect(),
        });
        Ok(TreeView { visits: found.visits, roles: branches.collect(), goals: found.goals })
    }
}

/// Returns the goal of each role.
fn goals(machine: &mut dyn Machine, end: &State) -> Result<Vec<u8>, StopReason> {
    machine.role_ids().map(|role| Ok(machine.goal(end, role)?.value())).collect()
}

impl Participants for ArenaMatch<'_> {
    type Failure = String;

    fn begin_turn(&mut self, position: &mut Position) -> Step {
        self.update_choices(position);
        self.live_match.publish_position();
        Ok(())
    }

    /// Asks people last, so that players think while people choose.
    fn is_asked_last(&self, role: Role) -> bool {
        self.players[role.0 as usize].is_none()
    }

    fn choose(&mut self, _: &mut Position, role: Role) -> Step<Move> {
        let place = role.0 as usize;
        if self.chosen[place].is_none() && self.players[place].is_some() {
            self.chosen[place] = Some(self.think(place)?);
        } else if self.chosen[place].is_none() {
            self.wait_for_people()?;
        }
        let nobody = || Obstacle::Failed(role, "nobody has chosen a move".to_owned());
        self.chosen[place].ok_or_else(nobody)
    }

    /// Lets the players follow and adds the new position to the progress of the match.
    fn observe(&mut self, step: &mut MatchStep) -> Step {
        for (role, seated) in (0..).map(Role).zip(&mut self.players) {
            let Some(seated) = seated else { continue };
            let advanced = seated.attempt(Duration::ZERO, |player| Ok(player.advance(step.joint)?));
            advanced.map_err(|failure| {
                Obstacle::Failed(role, format!("following the match {failure}"))
            })?;
        }
        self.publish_thinking();
        let ply = self.ply();
        let thinking = self.thinking_text(|view| view.ply == ply);
        let value =
            |seated: &mut Option<SeatedPlayer>| seated.as_mut().and_then(|it| it.value.take());
        let position = MatchPosition {
            facts: step.machine.state_terms(step.after).into(),
            joint: step.joint.iter().map(|&action| step.machine.move_text(action)).collect(),
            values: self.players.iter_mut().map(value).collect(),
            thinking: Some(thinking),
        };
        self.live_match.progress().push(position);
        Ok(())
    }
}
