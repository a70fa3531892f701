//! Training: random games, and features from their ends backwards (document 004, figures 7 and 8).
//!
//! DIVERGENCE: the document calls a fact a terminal predicate if the state would not be *terminal* without it. Here the state has
//! to stay *won*: terminal, and with the same goal for the winner. A line on a full board is needed for the win, though the
//! game would be over without it.
//!
//! DIVERGENCE: whether a game has terminal predicates is found by putting them, alone, into the state before the last: the
//! game has to be over there too. In checkers whose turn it is decides whether a side without moves has lost, so that this fact
//! alone is needed, but it tells nothing; such games count as those without terminal predicates. So do games in which any other
//! last move would have won as well: it was the clock that ended them.
//!
//! DIVERGENCE: in a game without terminal predicates the document takes all facts of the last state. Features that need a whole
//! state are hardly ever seen again, so that by default the deciding move is looked for, the winner's last one after which it would
//! have got more than before (a capture, where pieces are counted), and its feature needs what makes it legal.
//! [`Training::changes`] decides.

use super::condition::{Also, Condition, GoOn, Inquiry, intersection};
use super::feature::{Feature, Features, Kind};
use super::sequence::{Dealer, Ended, Sequence};
use super::text::{Lessons, Words};
use super::trial::Trial;
use game::{Fact, Machine, Move, Random, Role, StopReason};
use std::cmp::Reverse;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// How many 2-ply trees of a game are looked at, at most.
    pub levels: u32,
    /// Whether games are used in which the loser makes the last move.
    pub losing: bool,
    /// Whether the deciding move is looked for where facts of the last state do not explain a win; else all of them count.
    pub changes: bool,
    /// Games that take more moves are left.
    pub length: usize,
}

impl Default for Training {
    /// As in the document, but for `changes`.
    fn default() -> Training {
        Training { levels: 3, losing: false, changes: true, length: 1000 }
    }
}

/// Why there is nothing to train.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TrainError {
    /// There are not two roles.
    #[error("the game has {0} role(s), and features are learnt in games of two")]
    Roles(usize),
    /// Roles do not take turns.
    #[error(
        "both roles have a choice at the same time, and features are learnt in games in which they take turns"
    )]
    Simultaneous,
    /// The machine gave up.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// How many games are played to see what the game is like.
const GAMES: usize = 30;

/// Finds features, game by game.
pub struct Trainer {
    machine: Box<dyn Machine>,
    random: Random,
    training: Training,
    dealer: Dealer,
    survey: Survey,
    features: Features,
    runs: u64,
    trial: Trial,
}

/// What was seen in the games before the first that is learnt from.
#[derive(Clone, Copy, Default)]
struct Survey {
    games: usize,
    /// Those that somebody won, and those of them in which there were terminal facts.
    won: usize,
    explained: usize,
}

impl Survey {
    fn has_terminal_facts(self) -> bool {
        2 * self.explained >= self.won
    }
}

impl Trainer {
    /// Nothing is known yet. The first games only show what the game is like.
    pub fn new(
        machine: Box<dyn Machine>,
        training: Training,
        seed: u64,
    ) -> Result<Trainer, TrainError> {
        let roles = machine.roles().len();
        if roles != 2 {
            return Err(TrainError::Roles(roles));
        }
        Ok(Trainer {
            machine,
            random: game::random(seed),
            training,
            dealer: Dealer::default(),
            survey: Survey::default(),
            features: Features::default(),
            runs: 0,
            trial: Trial::default(),
        })
    }

    /// What was found so far.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// What was found so far, without what did not help in the games in which it was tried out, if there were any.
    pub fn helpful(&self) -> Features {
        match self.trial.games() {
            0 => self.features.clone(),
            _ => self.trial.helpful(&self.features),
        }
    }

    /// How many games were played to try features out.
    pub fn trials(&self) -> u64 {
        self.trial.games()
    }

    /// How many games were learnt from, or tried to.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// What was found so far, in words.
    pub fn lessons(&self, game: &str) -> Lessons {
        let words = |(feature, count)| Words::new(&*self.machine, feature, count);
        let mut features: Vec<Words> = self.helpful().iter().map(words).collect();
        features.sort_by_key(|words| (words.level, words.kind, Reverse(words.count)));
        Lessons {
            game: game.to_owned(),
            runs: self.runs,
            levels: self.training.levels,
            terminal_facts: self.survey.has_terminal_facts(),
            features,
        }
    }

    /// Plays a game, and learns from it once it is known what the game is like. When `go_on` says no, it is left.
    pub fn run(&mut self, go_on: GoOn) -> Result<(), TrainError> {
        let is_known = self.survey.games >= GAMES;
        match is_known {
            true => self.runs += 1,
            false => self.survey.games += 1,
        }
        let (machine, random) = (&mut *self.machine, &mut self.random);
        let sequence = match self.dealer.play(machine, random, self.training.length, go_on)? {
            Ended::Over(sequence) => sequence,
            Ended::Left => return Ok(()),
            Ended::Simultaneous => return Err(TrainError::Simultaneous),
        };
        let Some(winner) = sequence.winner() else { return Ok(()) };
        match is_known {
            true => {
                self.features.are_certain = self.survey.has_terminal_facts();
                Ok(self.learn(&sequence, winner, go_on)?)
            }
            false => Ok(self.look(&sequence, winner, go_on)?),
        }
    }

    /// Plays a game to see which of the features that were found so far help. When `go_on` says no, it is left. No more can be
    /// learnt after that.
    pub fn try_out(&mut self, go_on: GoOn) -> Result<(), TrainError> {
        let (machine, random) = (&mut *self.machine, &mut self.random);
        match self.dealer.play(machine, random, self.training.length, go_on)? {
            Ended::Over(sequence) => Ok(self.trial.watch(machine, &self.features, &sequence)?),
            Ended::Left => {
                self.trial.pass();
                Ok(())
            }
            Ended::Simultaneous => Err(TrainError::Simultaneous),
        }
    }

    /// Sees whether a game was won because of facts that are there.
    fn look(&mut self, sequence: &Sequence, winner: Role, go_on: GoOn) -> Result<(), StopReason> {
        let inquiry = Inquiry::new(&mut *self.machine, go_on);
        let mut lesson = Lesson { inquiry, sequence, features: &mut self.features };
        let facts = terminal_facts(&mut lesson.inquiry, sequence, winner)?;
        let is_explained = !facts.is_empty() && !lesson.would_have_been_won_anyway(winner)?;
        self.survey.won += 1;
        self.survey.explained += usize::from(is_explained);
        Ok(())
    }

    /// Learns from a game.
    fn learn(&mut self, sequence: &Sequence, winner: Role, go_on: GoOn) -> Result<(), StopReason> {
        let Some(&(last, _)) = sequence.moves.last() else { return Ok(()) };
        let inquiry = Inquiry::new(&mut *self.machine, go_on);
        let mut lesson = Lesson { inquiry, sequence, features: &mut self.features };
        let has_terminal_facts = self.survey.has_terminal_facts();
        if !has_terminal_facts && self.training.changes {
            let Some(middle) = lesson.decision(winner)? else { return Ok(()) };
            let anything = Condition { facts: Vec::new(), also: Also::Nothing };
            return lesson.learn(winner, anything, middle, self.training.levels);
        }
        if last != winner && !self.training.losing {
            return Ok(());
        }
        let end = sequence.moves.len();
        let facts = match has_terminal_facts {
            true => terminal_facts(&mut lesson.inquiry, sequence, winner)?,
            false => lesson.inquiry.machine.facts(&sequence.states[end]),
        };
        if facts.is_empty() {
            return Ok(());
        }
        let won = Condition { facts, also: Also::Over(winner, goal_of(sequence, winner)) };
        if last != winner {
            return lesson.learn_to_avoid(last, won);
        }
        match lesson.middle(winner, &won, end)? {
            Some(middle) => lesson.learn(winner, won, middle, self.training.levels),
            None => Ok(()),
        }
    }
}

fn goal_of(sequence: &Sequence, role: Role) -> u8 {
    sequence.goals[role.0 as usize]
}

/// The facts without which the last state would not be won; none, if they do not explain it.
fn terminal_facts(
    inquiry: &mut Inquiry,
    sequence: &Sequence,
    winner: Role,
) -> Result<Vec<Fact>, StopReason> {
    let Some(before) = sequence.moves.len().checked_sub(1) else { return Ok(Vec::new()) };
    let also = Also::Over(winner, goal_of(sequence, winner));
    let won = Condition { facts: Vec::new(), also };
    let last = &sequence.states[before + 1];
    let facts = inquiry.needed_for(last, |inquiry, state| inquiry.holds(&won, state))?;
    let mut mixed = inquiry.machine.facts(&sequence.states[before]);
    mixed.extend(&facts);
    mixed.sort_unstable();
    mixed.dedup();
    let mixed = inquiry.machine.state(&mixed);
    let explains = !facts.is_empty() && inquiry.holds(&won, &mixed)?;
    Ok(if explains { facts } else { Vec::new() })
}

/// Learning from one game.
struct Lesson<'a> {
    inquiry: Inquiry<'a>,
    sequence: &'a Sequence,
    features: &'a mut Features,
}

impl Lesson<'_> {
    /// The state before the winner's last move that raised its goal, where another one would not have.
    fn decision(&mut self, winner: Role) -> Result<Option<usize>, StopReason> {
        let mut end = self.sequence.moves.len();
        while let Some(before) = self.sequence.last_turn_of(winner, end) {
            end = before;
            let states = &self.sequence.states;
            let goal = self.inquiry.machine.goal(&states[before], winner)?.value();
            let after = self.inquiry.machine.goal(&states[before + 1], winner)?.value();
            let gives_more = |value| value > goal;
            if after > goal && !self.all_moves_give(before, winner, winner, gives_more)? {
                return Ok(Some(before));
            }
        }
        Ok(None)
    }

    /// Whether any other last move, whoever made it, would have given the winner as much.
    fn would_have_been_won_anyway(&mut self, winner: Role) -> Result<bool, StopReason> {
        let won = goal_of(self.sequence, winner);
        let Some(last) = self.sequence.moves.len().checked_sub(1) else { return Ok(false) };
        let mover = self.sequence.moves[last].0;
        let has_choice = self.inquiry.legal(&self.sequence.states[last], mover)?.len() > 1;
        Ok(has_choice && self.all_moves_give(last, mover, winner, |goal| goal == won)?)
    }

    /// Whether all moves of a role in a state lead to states that give the winner goals like these.
    fn all_moves_give(
        &mut self,
        state: usize,
        mover: Role,
        winner: Role,
        is_meant: impl Fn(u8) -> bool,
    ) -> Result<bool, StopReason> {
        let state = &self.sequence.states[state];
        for action in self.inquiry.legal(state, mover)?.to_vec() {
            let Some(next) = self.inquiry.after(state, mover, action)? else { continue };
            if !is_meant(self.inquiry.machine.goal(&next, winner)?.value()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Learns, level by level, how the winner brought a condition about by its move in the state `middle`, and how the loser
    /// could have prevented it.
    fn learn(
        &mut self,
        winner: Role,
        reached: Condition,
        mut middle: usize,
        levels: u32,
    ) -> Result<(), StopReason> {
        let loser = Role(1 - winner.0);
        let mut leaf = reached;
        for level in 1..=levels {
            let action = self.sequence.moves[middle].1;
            let facts = self.offensive_facts(middle, winner, action, &leaf)?;
            if let Some(facts) = self.useful(facts, middle, winner, action, &leaf)? {
                let (kind, moves) = (Kind::Offensive, vec![action]);
                let feature = Feature { level, kind, role: winner, facts: facts.clone(), moves };
                self.features.add(feature, 1);
                leaf = Condition { facts, also: Also::Achieves(winner, action, Box::new(leaf)) };
            } else {
                return Ok(());
            }
            let Some((root, moves)) = self.defence(middle, loser, &leaf)? else { return Ok(()) };
            let facts = self.defensive_facts(root, loser, &moves, &leaf)?;
            if facts.is_empty() {
                return Ok(());
            }
            let (kind, role) = (Kind::Defensive, loser);
            let feature = Feature { level, kind, role, facts: facts.clone(), moves: moves.clone() };
            self.features.add(feature, 1);
            leaf = Condition { facts, also: Also::CanMove(loser, moves) };
            match self.middle(winner, &leaf, root)? {
                Some(earlier) => middle = earlier,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// The next state, from `end` backwards, in which the winner had the move and brought a condition about: it did not hold
    /// before as far as its facts go.
    fn middle(
        &mut self,
        winner: Role,
        leaf: &Condition,
        mut end: usize,
    ) -> Result<Option<usize>, StopReason> {
        while let Some(middle) = self.sequence.last_turn_of(winner, end) {
            let facts = self.inquiry.machine.facts(&self.sequence.states[middle]);
            if !leaf.facts.iter().all(|fact| facts.binary_search(fact).is_ok()) {
                let action = self.sequence.moves[middle].1;
                let state = &self.sequence.states[middle];
                let reaches = self.inquiry.achieves(state, winner, action, leaf)?;
                return Ok(reaches.then_some(middle));
            }
            end = middle;
        }
        Ok(None)
    }

    fn offensive_facts(
        &mut self,
        middle: usize,
        winner: Role,
        action: Move,
        leaf: &Condition,
    ) -> Result<Vec<Fact>, StopReason> {
        self.inquiry.needed(&self.sequence.states[middle], winner, action, leaf)
    }

    /// The facts if, alone, they make the move do what it is for; or else with those that have to be true afterwards and are
    /// already; nothing if that does not help.
    fn useful(
        &mut self,
        mut facts: Vec<Fact>,
        middle: usize,
        winner: Role,
        action: Move,
        leaf: &Condition,
    ) -> Result<Option<Vec<Fact>>, StopReason> {
        let state = self.inquiry.machine.state(&facts);
        if self.inquiry.achieves(&state, winner, action, leaf)? {
            return Ok(Some(facts));
        }
        let present = self.inquiry.machine.facts(&self.sequence.states[middle]);
        facts.extend(leaf.facts.iter().filter(|fact| present.binary_search(fact).is_ok()));
        facts.sort_unstable();
        facts.dedup();
        let state = self.inquiry.machine.state(&facts);
        Ok(self.inquiry.achieves(&state, winner, action, leaf)?.then_some(facts))
    }

    /// The last state before the winner's in which the loser had moves that make the winner's feature useless, and these moves.
    /// Nothing if there is none from which the feature would be of use.
    fn defence(
        &mut self,
        mut middle: usize,
        loser: Role,
        feature: &Condition,
    ) -> Result<Option<(usize, Vec<Move>)>, StopReason> {
        let winner = Role(1 - loser.0);
        while let Some(root) = self.sequence.last_turn_of(loser, middle) {
            let state = &self.sequence.states[root];
            let legal = self.inquiry.legal(state, loser)?.to_vec();
            let mut moves = Vec::new();
            for action in legal {
                if !self.inquiry.achieves(state, loser, action, feature)? {
                    moves.push(action);
                }
            }
            if !moves.is_empty() {
                return Ok(Some((root, moves)));
            }
            let Some(earlier) = self.sequence.last_turn_of(winner, root) else { return Ok(None) };
            if !self.inquiry.holds(feature, &self.sequence.states[earlier])? {
                return Ok(None);
            }
            middle = earlier;
        }
        Ok(None)
    }

    /// What all the loser's other moves need, so that the winner's feature is of use after them.
    fn defensive_facts(
        &mut self,
        root: usize,
        loser: Role,
        defence: &[Move],
        feature: &Condition,
    ) -> Result<Vec<Fact>, StopReason> {
        let state = &self.sequence.states[root];
        let legal = self.inquiry.legal(state, loser)?.to_vec();
        let mut lists = Vec::new();
        for action in legal.into_iter().filter(|action| defence.binary_search(action).is_err()) {
            lists.push(self.inquiry.needed(state, loser, action, feature)?);
        }
        Ok(intersection(&lists))
    }

    /// Learns which move of the loser ended the game.
    fn learn_to_avoid(&mut self, loser: Role, won: Condition) -> Result<(), StopReason> {
        let before = self.sequence.moves.len() - 1;
        let action = self.sequence.moves[before].1;
        let facts = self.offensive_facts(before, loser, action, &won)?;
        if let Some(facts) = self.useful(facts, before, loser, action, &won)? {
            let (kind, moves) = (Kind::Losing, vec![action]);
            self.features.add(Feature { level: 1, kind, role: loser, facts, moves }, 1);
        }
        Ok(())
    }
}
