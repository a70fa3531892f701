//! The thread of a match: it lets players think, waits for people, and makes the moves.
//!
//! Players think in slices, one after the other, each while it has one of the arena's slots; between slices those who watch are told
//! what they think, and orders are followed. A player that fails has lost; the match ends, and nothing else.

use super::course::{Choice, Moment, Status};
use super::mind::{Branches, HintView, Mind, Outlook, weighed};
use super::patience::{Patience, Patient};
use super::{Chair, Frame, Match, Order, json, within};
use crate::slots::Slots;
use crate::{Limits, Problem};
use game::{Machine, Move, Random, Role, State, StopReason};
use play::{Failure, allow_preparation, attempt, dismiss, guarded};
use rand::seq::IndexedRandom;
use search::{Limit, Player};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Those who watch are told what a player thinks after each slice.
const SLICE: Duration = Duration::from_millis(200);

/// Plays a match to its end, whatever happens.
pub fn run(table: &Match, orders: Receiver<Order>, limits: Limits, slots: &Slots) {
    let ended = guarded(|| {
        let mut runner = match Runner::new(table, orders, limits, slots) {
            Ok(runner) => runner,
            Err(status) => return status,
        };
        let ended = runner.play();
        runner.players.into_iter().for_each(|seated| dismiss(seated.map(|it| it.player)));
        ended
    });
    let status = ended.unwrap_or_else(|failure| Status::Left(format!("The match {failure}")));
    {
        let mut course = table.course();
        course.status = status;
        course.choices.clear();
    }
    table.tell();
}

/// A player at the table.
struct Seated {
    player: Box<dyn Player>,
    patience: Patience,
    grace: Duration,
    mind: Option<Mind>,
    /// What it expected when it chose.
    value: Option<f64>,
}

impl Seated {
    /// Lets the player do something that should take so long.
    fn attempt<T>(
        &mut self,
        time: Duration,
        act: impl FnOnce(&mut dyn Player) -> Result<T, StopReason>,
    ) -> Result<T, Failure> {
        self.patience.renew(time + self.grace);
        attempt(&mut *self.player, act)
    }
}

struct Runner<'a> {
    table: &'a Match,
    orders: Receiver<Order>,
    limits: Limits,
    slots: &'a Slots,
    machine: Box<dyn Machine>,
    state: State,
    /// One for each role; nobody, where a person or chance plays.
    players: Vec<Option<Seated>>,
    legal: Vec<Vec<Move>>,
    chosen: Vec<Option<Move>>,
    random: Random,
    is_stopped: bool,
}

/// How a step of a match went: on, or to its end.
type Step<T = ()> = Result<T, Status>;

fn unanswered(reason: StopReason) -> Status {
    Status::Left(format!("The rules could not be followed: {reason}"))
}

impl<'a> Runner<'a> {
    fn new(
        table: &'a Match,
        orders: Receiver<Order>,
        limits: Limits,
        slots: &'a Slots,
    ) -> Step<Runner<'a>> {
        let refused = |why: play::SeatError| Status::Left(why.to_string());
        let mut machine = table.game.seats.machine().map_err(refused)?;
        let state = machine.initial_state().map_err(unanswered)?;
        let count = table.chairs.len();
        let random = game::random(table.id.seed());
        let mut runner = Runner {
            table,
            orders,
            limits,
            slots,
            machine,
            state,
            players: Vec::new(),
            legal: vec![Vec::new(); count],
            chosen: vec![None; count],
            random,
            is_stopped: false,
        };
        for role in 0..count {
            let seated = runner.sit(role)?;
            runner.players.push(seated);
        }
        Ok(runner)
    }

    /// Lets a player sit down and think before the first move.
    fn sit(&mut self, role: usize) -> Step<Option<Seated>> {
        let Chair::Player(name) = &self.table.chairs[role] else { return Ok(None) };
        let seed = self.table.id.seed().wrapping_add(role as u64);
        let seat = self.table.game.seats.seat(Role(role as u32), seed);
        let mut seat = seat.map_err(|error| Status::Left(error.to_string()))?;
        let lost = |why: String| Status::Forfeited { role, why };
        let _slot = self.slots.take();
        let (begun, start) = (Instant::now(), self.table.clock.start);
        let grace = self.limits.grace;
        let patience = Patience::new(start + grace);
        // Rules that can be played out quickly need no patience, and players are faster without.
        if seat.playouts.is_none() {
            seat.machine = Box::new(Patient::new(seat.machine, patience.clone()));
        }
        allow_preparation(&mut seat, start);
        let built = guarded(|| name.build(seat)).map_err(|failure| lost(failure.to_string()))?;
        let player = built.map_err(|error| lost(error.to_string()))?;
        let mut seated = Seated { player, patience, grace, mind: None, value: None };
        let left = start.saturating_sub(begun.elapsed());
        if !left.is_zero() {
            let stop = within(left);
            let limit = Limit { simulations: None, stop: &stop };
            let thought = seated.attempt(left, |player| player.think(&limit));
            thought.map_err(|failure| lost(format!("thinking {failure}")))?;
        }
        Ok(Some(seated))
    }

    fn play(&mut self) -> Status {
        loop {
            match self.turn() {
                Ok(()) => {}
                Err(status) => return status,
            }
        }
    }

    /// Everybody makes a move.
    fn turn(&mut self) -> Step {
        if self.machine.terminal(&self.state).map_err(unanswered)? {
            return Err(Status::Over(self.goals()?));
        }
        if self.ply() >= self.limits.length {
            let most = self.limits.length;
            return Err(Status::Left(format!("The match was not over after {most} moves.")));
        }
        self.look()?;
        self.table.tell();
        for role in 0..self.legal.len() {
            if self.chosen[role].is_none() && self.players[role].is_some() {
                let action = self.think(role)?;
                self.chosen[role] = Some(action);
            }
        }
        self.wait_for_people()?;
        self.advance()
    }

    fn ply(&self) -> usize {
        self.table.course().ply()
    }

    fn goals(&mut self) -> Step<Vec<u8>> {
        let roles = self.machine.role_ids();
        let goal = |role| Ok(self.machine.goal(&self.state, role)?.value());
        roles.map(goal).collect::<Result<_, _>>().map_err(unanswered)
    }

    /// Sees what each role may do. Who has no choice, has chosen.
    fn look(&mut self) -> Step {
        let mut choices = Vec::new();
        for role in 0..self.legal.len() {
            let legal = &mut self.legal[role];
            self.machine.legal(&self.state, Role(role as u32), legal).map_err(unanswered)?;
            if legal.is_empty() {
                let name = &self.table.game.roles.names[role];
                let why = format!("The rules are at fault: {name} has no legal move.");
                return Err(Status::Left(why));
            }
            let is_chance = matches!(self.table.chairs[role], Chair::Chance);
            self.chosen[role] = match legal.len() == 1 || is_chance {
                true => legal.choose(&mut self.random).copied(),
                false => None,
            };
            let text = |&action: &Move| (action, self.machine.move_text(action));
            let mut moves: Vec<(Move, String)> = legal.iter().map(text).collect();
            moves.sort_by(|one, other| one.1.cmp(&other.1));
            choices.push(Choice { moves, is_made: self.chosen[role].is_some() });
        }
        let mut course = self.table.course();
        course.choices = choices;
        course.status = Status::Running;
        Ok(())
    }

    /// The move of a player.
    fn think(&mut self, role: usize) -> Step<Move> {
        let (mut thought, time) = (Duration::ZERO, self.table.clock.play);
        let lost = |why: String| Status::Forfeited { role, why };
        while thought < time {
            let slice = SLICE.min(time - thought);
            let took =
                self.think_a_slice(role, slice).map_err(|it| lost(format!("thinking {it}")))?;
            thought += took;
            self.note_mind(role, thought);
            self.follow_orders()?;
            // Who comes back early sees no need to think on.
            if took < slice / 2 {
                break;
            }
        }
        let Some(seated) = &mut self.players[role] else {
            return Err(lost("nobody is there".to_owned()));
        };
        let chosen = seated.attempt(Duration::ZERO, |player| player.choose());
        let chosen = chosen.map_err(|failure| lost(format!("choosing {failure}")))?;
        seated.value = seated.mind.as_ref().and_then(|mind| Some(mind.moves.first()?.value));
        if let Some(mind) = &mut seated.mind {
            mind.thinks = false;
        }
        self.tell_minds();
        match self.legal[role].contains(&chosen) {
            true => Ok(chosen),
            false => Err(lost("it chose a move that is not legal".to_owned())),
        }
    }

    /// Lets a player think when it is its turn to; how long it did.
    fn think_a_slice(&mut self, role: usize, slice: Duration) -> Result<Duration, Failure> {
        let _slot = self.slots.take();
        let begun = Instant::now();
        if let Some(seated) = &mut self.players[role] {
            let stop = within(slice);
            let limit = Limit { simulations: None, stop: &stop };
            seated.attempt(slice, |player| player.think(&limit))?;
        }
        Ok(begun.elapsed())
    }

    /// Tells what a player thinks. One that fails while it is asked shows so when it has to choose.
    fn note_mind(&mut self, role: usize, thought: Duration) {
        let (ply, name) = (self.ply(), self.table.game.roles.names[role].as_str());
        let player = self.table.chairs[role].name();
        let Some(seated) = &mut self.players[role] else { return };
        let asked = seated.attempt(Duration::ZERO, |player| Ok((player.report(), player.active())));
        let Ok((report, hints)) = asked else { return };
        let mut mind = Mind::new(&*self.machine, (name, player), ply, &report, thought);
        mind.hints = hints
            .into_iter()
            .map(|hint| HintView {
                text: hint.text,
                count: hint.count,
                worth: if hint.worth.is_finite() { hint.worth } else { 0.0 },
                action: hint.action.map(|action| self.machine.move_text(action)),
            })
            .collect();
        seated.mind = Some(mind);
        self.tell_minds();
    }

    /// Tells what players think, unless that would tell people what others are about to do while they choose themselves.
    fn tell_minds(&self) {
        if !self.is_secret() {
            self.table.tell_minds(self.minds(|_| true));
        }
    }

    /// What players think, as text; of them those that are chosen.
    fn minds(&self, is_meant: impl Fn(&Mind) -> bool) -> Frame {
        let minds = self.players.iter().flatten().filter_map(|seated| seated.mind.as_ref());
        json(&minds.filter(|mind| is_meant(mind)).collect::<Vec<_>>())
    }

    /// Whether a person chooses at the same time as a player.
    fn is_secret(&self) -> bool {
        let chooses = |role: usize| self.legal[role].len() > 1;
        let waits = |role: usize| {
            matches!(self.table.chairs[role], Chair::Person(_)) && self.chosen[role].is_none()
        };
        let mut roles = 0..self.legal.len();
        roles.clone().any(waits) && roles.any(|role| self.players[role].is_some() && chooses(role))
    }

    /// Follows the orders that wait.
    fn follow_orders(&mut self) -> Step {
        while let Ok(order) = self.orders.try_recv() {
            self.follow(order);
        }
        self.unless_stopped()
    }

    fn unless_stopped(&self) -> Step {
        match self.is_stopped {
            true => Err(Status::Left("The match was stopped.".to_owned())),
            false => Ok(()),
        }
    }

    /// Waits until all people have chosen.
    fn wait_for_people(&mut self) -> Step {
        let until = Instant::now() + self.limits.patience;
        while self.chosen.contains(&None) {
            let left = until.saturating_duration_since(Instant::now());
            match self.orders.recv_timeout(left) {
                Ok(order) => self.follow(order),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Status::Left("Nobody has moved for a long time.".to_owned()));
                }
                Err(RecvTimeoutError::Disconnected) => self.is_stopped = true,
            }
            self.unless_stopped()?;
        }
        Ok(())
    }

    fn follow(&mut self, order: Order) {
        // Whoever asked may have gone.
        match order {
            Order::Move { role, action, ply, reply } => {
                let _ = reply.send(self.take_move(role.0 as usize, &action, ply));
            }
            Order::Explore { role, line, reply } => {
                let _ = reply.send(self.explore(role.0 as usize, &line));
            }
            Order::Stop => self.is_stopped = true,
        }
    }

    /// A person's move.
    fn take_move(&mut self, role: usize, action: &str, ply: usize) -> Result<(), Problem> {
        let now = self.ply();
        if ply != now {
            return Err(Problem::Untimely(format!("{now} moves have been made, not {ply}")));
        }
        if !matches!(self.table.chairs.get(role), Some(Chair::Person(_))) {
            return Err(Problem::Forbidden("no person plays this role"));
        }
        if self.chosen[role].is_some() {
            return Err(Problem::Untimely("this role has no choice, or has made it".to_owned()));
        }
        let found = self.machine.find_move(action).filter(|it| self.legal[role].contains(it));
        let found = found.ok_or_else(|| Problem::Senseless("the move is not legal".to_owned()))?;
        self.chosen[role] = Some(found);
        self.table.course().choices[role].is_made = true;
        self.table.tell();
        Ok(())
    }

    /// What a player's tree knows.
    fn explore(&mut self, role: usize, line: &[Vec<String>]) -> Result<Outlook, Problem> {
        if self.is_secret() {
            return Err(Problem::Untimely("not before everybody has chosen".to_owned()));
        }
        let seated = self.players.get_mut(role).and_then(Option::as_mut);
        let seated = seated.ok_or(Problem::Absent("player of this role"))?;
        let known = |text: &String| self.machine.find_move(text);
        let joint = |joint: &Vec<String>| joint.iter().map(known).collect::<Option<Vec<Move>>>();
        let line: Option<Vec<Vec<Move>>> = line.iter().map(joint).collect();
        let line = line.ok_or(Problem::Absent("such move in the tree"))?;
        let found = seated.attempt(Duration::ZERO, |player| Ok(player.explore(&line)));
        let found = found.map_err(|failure| Problem::Failed(failure.to_string()))?;
        let found = found.ok_or(Problem::Absent("tree there"))?;
        let names = &self.table.game.roles.names;
        let branches = names.iter().zip(&found.roles).map(|(role, moves)| Branches {
            role: role.clone(),
            moves: moves.iter().map(|it| weighed(&*self.machine, it)).collect(),
        });
        Ok(Outlook { visits: found.visits, roles: branches.collect(), goals: found.goals })
    }

    /// Makes the moves that were chosen.
    fn advance(&mut self) -> Step {
        let joint: Vec<Move> = self.chosen.iter().flatten().copied().collect();
        let mut next = State::default();
        self.machine.next(&self.state, &joint, &mut next).map_err(unanswered)?;
        self.state = next;
        for (role, seated) in self.players.iter_mut().enumerate() {
            let Some(seated) = seated else { continue };
            let advanced = seated.attempt(Duration::ZERO, |player| player.advance(&joint));
            let why = |failure| format!("following the match {failure}");
            advanced.map_err(|failure| Status::Forfeited { role, why: why(failure) })?;
        }
        self.tell_minds();
        let ply = self.ply();
        let minds = self.minds(|mind| mind.ply == ply);
        let value = |seated: &mut Option<Seated>| seated.as_mut().and_then(|it| it.value.take());
        let moment = Moment {
            facts: self.machine.state_texts(&self.state).into(),
            joint: joint.iter().map(|&action| self.machine.move_text(action)).collect(),
            values: self.players.iter_mut().map(value).collect(),
            minds: Some(minds),
        };
        self.table.course().push(moment);
        Ok(())
    }
}
