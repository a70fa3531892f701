//! The whole way from the rules of a game to features that can be evaluated.

use super::evaluate::Evaluator;
use super::extensions::Extensions;
use super::formula::Feature;
use super::generate::{Features, Restrictions, Sources, generate};
use super::keys::keys;
use super::sample::sample;
use super::select::{Demands, Selection, add_variables, select};
use super::solve::TooMany;
use super::theory::Theory;
use super::world::{Views, World};
use circuit::{CircuitMachine, Limits};
use game::StopReason;
use gdl::Rules;
use rand::seq::SliceRandom;
use std::sync::Arc;

/// How features are constructed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// So many states of random games are looked at to select features …
    pub states: usize,
    /// … and so many of them to see which variables make a difference.
    pub few: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// What is generated.
    pub restrictions: Restrictions,
    /// What goes beyond the document.
    pub extensions: Extensions,
    /// Whether it begins with tighter restrictions, which are loosened until so many features are selected.
    pub enough: Option<usize>,
    /// What is selected.
    pub demands: Demands,
}

impl Default for Settings {
    fn default() -> Settings {
        let (restrictions, demands) = (Restrictions::default(), Demands::default());
        let extensions = Extensions::default();
        Settings {
            states: 3000,
            few: 100,
            seed: 1,
            restrictions,
            extensions,
            enough: None,
            demands,
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many features were generated.
    Generating(usize),
    /// So many were looked at.
    Selecting(usize),
}

/// Features of a game.
pub struct Construction {
    /// The rules.
    pub theory: Theory,
    /// What can hold.
    pub world: World,
    /// Plays by the world's circuit.
    pub machine: Arc<CircuitMachine>,
    /// How many different states were seen.
    pub states: usize,
    /// All features.
    pub features: Features,
    /// Those that are worth having.
    pub selection: Selection,
}

/// Loosens restrictions until enough features are selected; if there never are, those are left of which there were most.
fn loosened(
    restrictions: &Restrictions,
    enough: usize,
    attempt: &mut dyn FnMut(&Restrictions) -> (Features, Selection),
) -> (Features, Selection) {
    let mut best: Option<(Features, Selection)> = None;
    for step in restrictions.loosening() {
        let (features, selection) = attempt(&step);
        let count = selection.all.len();
        if best.as_ref().is_none_or(|(_, best)| count > best.all.len()) {
            best = Some((features, selection));
        }
        if count >= enough {
            break;
        }
    }
    best.unwrap_or_default()
}

impl Construction {
    /// Of rules that can be grounded within the limits. It stops early if it is not to go on, with what there is by then.
    pub fn new(
        rules: &Rules,
        settings: &Settings,
        limits: &Limits,
        go_on: &mut dyn FnMut(Stage) -> bool,
    ) -> Result<Construction, StopReason> {
        let mut theory = Theory::new(rules);
        let (world, mut machine) =
            World::new(rules, &mut theory, limits).map_err(|stop| limits.reason(stop))?;
        let seen = sample(&mut machine, settings.states, settings.seed)?;
        let mut states = seen.states;
        let views = Views::new(&world, &machine, &states);
        states.shuffle(&mut game::random(settings.seed));
        states.truncate(settings.few);
        let few = Views::new(&world, &machine, &states);
        let extensions = settings.extensions;
        if extensions.keys {
            theory.keys = keys(&world, &views);
        }
        let idle = seen.idle.and_then(|idle| theory.symbols.find(&idle));
        let preimages = theory.preimages(idle, &seen.restless);
        let sources = Sources {
            theory: &theory,
            world: &world,
            views: &few,
            preimages: &preimages,
            extensions,
        };
        let mut attempt = |restrictions: &Restrictions| {
            let mut features = generate(&sources, restrictions, &mut |features| {
                go_on(Stage::Generating(features.all.len()))
            });
            let demands = &settings.demands;
            let mut selection = select(&world, &views, &features, demands, &mut |tried| {
                go_on(Stage::Selecting(tried))
            });
            if extensions.added_variables {
                let views = (&few, &views);
                selection = add_variables(&world, views, &mut features, selection, demands);
            }
            (features, selection)
        };
        let (features, selection) = match settings.enough {
            None => attempt(&settings.restrictions),
            Some(enough) => loosened(&settings.restrictions, enough, &mut attempt),
        };
        let (machine, states) = (Arc::new(machine), views.states);
        Ok(Construction { theory, world, machine, states, features, selection })
    }

    /// The features that are worth having.
    pub fn selected(&self) -> Vec<Feature> {
        let feature = |number: u32| self.features.all[number as usize].feature.clone();
        self.selection.all.iter().map(|selected| feature(selected.number)).collect()
    }

    /// Evaluates the features that are worth having.
    pub fn evaluator(&self) -> Result<Evaluator, TooMany> {
        Evaluator::new(&self.world, Arc::clone(&self.machine), &self.selected())
    }
}
