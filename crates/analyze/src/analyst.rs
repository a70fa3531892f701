//! The rules of a game together with what is derived from them once: the compiled game and the static relations. Each
//! open game has one analyst, which players share that otherwise know only a machine.

use crate::statics::{binary_relations, wider_relations};
use crate::{
    Analysis, FuzzyGoals, FuzzySettings, GameSymmetry, Sampling, StaticRelation, WrittenSymmetries,
    analyze_with, remembered_symmetries, symmetries,
};
use circuit::{BuildError, FactIds, Limits, Model};
use game::{Machine, Role, StopReason};
use gdl::Rules;
use std::sync::{Arc, OnceLock};

/// Answers questions about a game from its rules and from the compiled game.
pub struct Analyst {
    rules: Rules,
    model: OnceLock<Result<Arc<Model>, BuildError>>,
    /// Static relations of two arguments.
    binary: OnceLock<Vec<StaticRelation>>,
    /// Static relations of three to five arguments.
    wider: OnceLock<Vec<StaticRelation>>,
    /// Whether the machines of the game play the compiled game, so that facts have the same ids.
    is_model_played: bool,
}

impl Analyst {
    /// Returns an analyst of rules that are compiled when this is first needed. The machines that it is used with do
    /// not play the compiled game, so that their facts have other ids.
    pub fn new(rules: Rules) -> Analyst {
        Analyst::of(rules, OnceLock::new(), false)
    }

    /// Returns an analyst of a game that is already compiled and that its machines play, or of rules that could not be
    /// compiled.
    pub fn with_model(rules: Rules, model: Result<Arc<Model>, BuildError>) -> Analyst {
        Analyst::of(rules, OnceLock::from(model), true)
    }

    fn of(
        rules: Rules,
        model: OnceLock<Result<Arc<Model>, BuildError>>,
        is_model_played: bool,
    ) -> Analyst {
        let (binary, wider) = (OnceLock::new(), OnceLock::new());
        Analyst { rules, model, binary, wider, is_model_played }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the compiled game; an error if the rules cannot be compiled.
    pub fn model(&self) -> Result<&Arc<Model>, BuildError> {
        let compile = || Model::new(&self.rules, &Limits::default()).map(Arc::new);
        self.model.get_or_init(compile).as_ref().map_err(|error| *error)
    }

    /// Returns the relations of two arguments that depend on neither state nor moves, in the order of the rules. They
    /// are derived when this is first called.
    pub fn binary_relations(&self) -> &[StaticRelation] {
        self.binary.get_or_init(|| binary_relations(&self.rules))
    }

    /// Returns the relations of three to five arguments that depend on neither state nor moves, in the order of the
    /// rules. They are derived when this is first called; an analysis does not need them.
    pub fn wider_relations(&self) -> &[StaticRelation] {
        self.wider.get_or_init(|| wider_relations(&self.rules))
    }

    /// Analyses the rules and some random games of the machine, which must play this game.
    pub fn analyze(
        &self,
        machine: &mut dyn Machine,
        sampling: &Sampling,
    ) -> Result<Analysis, StopReason> {
        analyze_with(&self.rules, self.binary_relations(), machine, sampling)
    }

    /// Returns the symmetries of the game. The analysis and the machine must be of this game.
    pub fn symmetries(
        &self,
        analysis: &Analysis,
        machine: &mut dyn Machine,
        seed: u64,
    ) -> Result<Vec<GameSymmetry>, StopReason> {
        symmetries(&self.rules, analysis, machine, seed)
    }

    /// Returns symmetries that were found earlier, if all of them hold; `None` if they must be searched for.
    pub fn remembered_symmetries(
        &self,
        written: &WrittenSymmetries,
        machine: &mut dyn Machine,
        seed: u64,
    ) -> Result<Option<Vec<GameSymmetry>>, StopReason> {
        remembered_symmetries(&self.rules, written, machine, seed)
    }

    /// Returns the translation of the facts of the game's machines into those of the compiled game; an error if the
    /// rules cannot be compiled.
    pub fn fact_ids(&self) -> Result<FactIds, BuildError> {
        let model = self.model()?;
        Ok(if self.is_model_played { FactIds::Shared } else { FactIds::by_term(model) })
    }

    /// Returns an evaluation of states by how near they are to a role's goals; an error if the rules cannot be
    /// compiled.
    pub fn fuzzy_goals(
        &self,
        analysis: &Analysis,
        role: Role,
        settings: FuzzySettings,
    ) -> Result<FuzzyGoals, BuildError> {
        let model = self.model()?;
        Ok(if self.is_model_played {
            FuzzyGoals::new(model, analysis, role, settings)
        } else {
            FuzzyGoals::of_other_machine(model, analysis, role, settings)
        })
    }
}
