//! Training: random games, and features from their ends backwards (document 004, figures 7 and 8).
//!
//! DIVERGENCE: the document calls a fact a terminal predicate if the state would not be *terminal* without it. Here the state has
//! to stay *won*: terminal, and with the same goal for the winner. A line on a full board is needed for the win, though the
//! game would be over without it.
//!
//! DIVERGENCE: whether a game has terminal predicates is found by putting them, alone, into the state before the last: the
//! game has to be over there too. In checkers whose turn it is decides whether a side without moves has lost, so that this fact
//! alone is needed, but it tells nothing; such games count as those without terminal predicates.

use super::condition::{Also, Condition, GoOn, Inquiry, intersection};
use super::feature::{Feature, Features, Kind};
use super::sequence::{Dealer, Ended, Sequence};
use super::text::{Lessons, Words};
use game::{Fact, Machine, Move, Random, Role, StopReason};
use std::cmp::Reverse;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// How many 2-ply trees of a game are looked at, at most.
    pub levels: u32,
    /// Whether games are used in which the loser makes the last move.
    pub losing: bool,
    /// Games that take more moves are left.
    pub length: usize,
}

impl Default for Training {
    /// As in the document.
    fn default() -> Training {
        Training { levels: 3, losing: false, length: 1000 }
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
        })
    }

    /// What was found so far.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// How many games were learnt from, or tried to.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// What was found so far, in words.
    pub fn lessons(&self, game: &str) -> Lessons {
        let words = |(feature, count)| Words::new(&*self.machine, feature, count);
        let mut features: Vec<Words> = self.features.iter().map(words).collect();
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
            true => Ok(self.learn(&sequence, winner, go_on)?),
            false => Ok(self.look(&sequence, winner, go_on)?),
        }
    }

    /// Sees whether a game was won because of facts that are there.
    fn look(&mut self, sequence: &Sequence, winner: Role, go_on: GoOn) -> Result<(), StopReason> {
        let mut inquiry = Inquiry::new(&mut *self.machine, go_on);
        let facts = terminal_facts(&mut inquiry, sequence, winner)?;
        self.survey.won += 1;
        self.survey.explained += usize::from(!facts.is_empty());
        Ok(())
    }

    /// Learns from a game.
    fn learn(&mut self, sequence: &Sequence, winner: Role, go_on: GoOn) -> Result<(), StopReason> {
        let Some(&(last, _)) = sequence.moves.last() else { return Ok(()) };
        if last != winner && !self.training.losing {
            return Ok(());
        }
        let mut inquiry = Inquiry::new(&mut *self.machine, go_on);
        let facts = match self.survey.has_terminal_facts() {
            true => terminal_facts(&mut inquiry, sequence, winner)?,
            false => inquiry.machine.facts(&sequence.states[sequence.moves.len()]),
        };
        if facts.is_empty() {
            return Ok(());
        }
        let won = Condition { facts, also: Also::Over(winner, goal_of(sequence, winner)) };
        let mut lesson = Lesson { inquiry, sequence, features: &mut self.features };
        match last == winner {
            true => lesson.learn(winner, won, self.training.levels),
            false => lesson.learn_to_avoid(last, won),
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
    /// Learns, level by level, how the winner won and how the loser could have prevented it.
    fn learn(&mut self, winner: Role, won: Condition, levels: u32) -> Result<(), StopReason> {
        let loser = Role(1 - winner.0);
        let mut leaf = won;
        let mut end = self.sequence.moves.len();
        for level in 1..=levels {
            let Some(middle) = self.middle(winner, &leaf, end)? else { return Ok(()) };
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
            end = root;
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
