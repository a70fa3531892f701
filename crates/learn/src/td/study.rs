//! Building features and learning what they are worth in one go, for whoever has no file.

use super::contest::{Rival, play};
use super::file::TdError;
use super::judgement::{Judgement, texts};
use super::learner::{Learner, Settings};
use super::model::Model;
use crate::features::{Construction, Extensions, Restrictions, Settings as Features, Stage};
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
/// Features are generated until so much of the time has gone by …
const GENERATED: f64 = 0.35;
/// … and selected until then; the rest is for learning what they are worth.
const SELECTED: f64 = 0.5;

impl Study<'_> {
    /// Learns against rivals, one for each role, until all of the time has gone by (1 for `elapsed`); what was learnt then is used.
    pub fn judgement(
        &self,
        rivals: &mut [Box<dyn Rival>],
        elapsed: &dyn Fn() -> f64,
    ) -> Result<Judgement, TdError> {
        let restrictions = Restrictions { expanded: self.expanded, ..Restrictions::default() };
        let (seed, extensions, enough) = (self.seed, Extensions::ALL, Some(ENOUGH));
        let features = Features { restrictions, seed, extensions, enough, ..Features::default() };
        let made = Construction::new(self.rules, &features, &Limits::default(), &mut |stage| {
            let until = match stage {
                Stage::Generating(_) => GENERATED,
                Stage::Selecting(_) => SELECTED,
            };
            elapsed() < until
        })?;
        let evaluator = made.evaluator()?;
        let maxima = made.selection.all.iter().map(|it| it.greatest).collect();
        let mut random = game::random(self.seed);
        let model = Model::new(maxima, &mut random);
        let mut learner = Learner::new(Settings::default(), model, evaluator, self.role);
        let mut machine = made.machine.fork();
        let mut matches = 0;
        while matches < self.matches && elapsed() < 1.0 {
            play(&mut *machine, &mut learner, rivals, &mut random)?;
            matches += 1;
        }
        let texts = texts(&made.selected(), &made.theory.symbols);
        Ok(Judgement::new(learner, texts, matches))
    }
}
