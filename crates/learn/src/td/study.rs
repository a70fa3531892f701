//! Building features and learning what they are worth in one go, for whoever has no file.

use super::contest::{Rival, play};
use super::file::TdError;
use super::judgement::Judgement;
use super::learner::{Learner, Settings};
use super::model::Model;
use crate::features::{Construction, Extensions, Restrictions, Settings as Features};
use circuit::Limits;
use game::{Machine, Role};
use gdl::Rules;

/// What is to be studied.
pub struct Study<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The role.
    pub role: Role,
    /// No more features are expanded.
    pub expanded: usize,
    /// No more matches are played.
    pub matches: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// So many features are enough.
const ENOUGH: usize = 50;

impl Study<'_> {
    /// Learns against rivals, one for each role, as long as there is time; what was learnt then is used.
    pub fn judgement(
        &self,
        rivals: &mut [Box<dyn Rival>],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Judgement, TdError> {
        let restrictions = Restrictions { expanded: self.expanded, ..Restrictions::default() };
        let (seed, extensions, enough) = (self.seed, Extensions::ALL, Some(ENOUGH));
        let features = Features { restrictions, seed, extensions, enough, ..Features::default() };
        let made = Construction::new(self.rules, &features, &Limits::default(), &mut |_| go_on())?;
        let evaluator = made.evaluator()?;
        let maxima = made.selection.all.iter().map(|it| it.greatest).collect();
        let mut random = game::random(self.seed);
        let model = Model::new(maxima, &mut random);
        let mut learner = Learner::new(Settings::default(), model, evaluator, self.role);
        let mut machine = made.machine.fork();
        for _ in 0..self.matches {
            if !go_on() {
                break;
            }
            play(&mut *machine, &mut learner, rivals, &mut random)?;
        }
        Ok(learner.into())
    }
}
