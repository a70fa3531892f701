//! Where feature trees of experiments are grown: in this process.

use super::arena::PATIENCE;
use crate::interrupt::interrupted;
use crate::nursery::{Curve, Nursery};
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use game::Role;
use lab::{
    Against, ArenaError, Fruit, Gardener, Harvest, Picked, Plot, PlotTask, PlotWork, TreesResult,
    Weighed,
};
use learn::trees::{Chosen, Searcher, Trials, select};
use play::PlayerName;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// So many of the greatest weights are written down.
const GREATEST: usize = 3;

/// The trees of all games, and who is played against, made before the first trial begins.
pub struct Garden {
    trees: BTreeMap<String, Nursery>,
    rivals: BTreeMap<String, PlayerName>,
}

impl Garden {
    /// For these trials; an error if there is no such game, role or player. The rows of an experiment have different games, so a game has one tree.
    pub fn new(plots: &[Plot]) -> anyhow::Result<Garden> {
        let mut garden = Garden { trees: BTreeMap::new(), rivals: BTreeMap::new() };
        for Plot { cell, task, .. } in plots {
            garden.add(task).with_context(|| cell.clone())?;
        }
        Ok(garden)
    }

    fn add(&mut self, task: &PlotTask) -> anyhow::Result<()> {
        if !self.rivals.contains_key(&task.rival) {
            self.rivals.insert(task.rival.clone(), task.rival.parse()?);
        }
        if !self.trees.contains_key(&task.game) {
            // Experiments have to mean the same everywhere.
            let sheet = RuleSheet::bundled(library::find(&task.game)?);
            let grown = (task.states as usize, task.seed);
            self.trees.insert(task.game.clone(), Nursery::new(&sheet, grown, PATIENCE)?);
        }
        role(&self.trees[&task.game], &task.role)?;
        Ok(())
    }

    fn harvest(&self, plot: &Plot) -> anyhow::Result<Option<Harvest>> {
        let (task, begun) = (&plot.task, Instant::now());
        let absent = "the garden was not made for this trial";
        let tree = self.trees.get(&task.game).context(absent)?;
        let rival = self.rivals.get(&task.rival).context(absent)?;
        let role = role(tree, &task.role)?;
        let (fruit, weights) = match task.work {
            PlotWork::Choose { alone, draws, depth, most } => {
                let (draws, most) = (draws as u32, most as usize);
                let trials = Trials { draws, alone, depth, most, ..Trials::default() };
                choose(tree, role, &trials, plot.seed)?
            }
            PlotWork::Learn { matches } => learn(tree, role, matches, plot.seed)?,
        };
        let mut against = Against::default();
        if let Some(weights) = weights {
            for number in 0..task.games {
                // Its matches here are others than those that it learnt from.
                let seed = (!plot.seed).wrapping_add(number);
                let reader = RefCell::new(tree.reader.clone());
                let mut actor = Searcher::new(&reader, weights.clone(), task.reach);
                let rival = (rival, task.simulations);
                let Some((own, theirs)) = tree.against(role, &mut actor, rival, seed)? else {
                    return Ok(None);
                };
                match own.cmp(&theirs) {
                    Ordering::Greater => against.won += 1,
                    Ordering::Equal => against.drawn += 1,
                    Ordering::Less => against.lost += 1,
                }
            }
        }
        let seconds = (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        Ok((!interrupted()).then_some(Harvest {
            nodes: tree.reader.nodes() as u64,
            features: tree.reader.len() as u64,
            left_out: tree.left_out() as u64,
            fruit,
            against,
            seconds,
        }))
    }
}

impl Gardener for Garden {
    fn tend(&self, plot: &Plot) -> Result<Option<Harvest>, ArenaError> {
        self.harvest(plot).map_err(|error| ArenaError(format!("{error:#}")))
    }
}

fn role(tree: &Nursery, name: &str) -> anyhow::Result<Role> {
    let machine = tree.machine()?;
    let names = machine.roles();
    let place = names.iter().position(|other| other == name);
    let unknown = || format!("there is no role `{name}`; there are `{}`", names.join("`, `"));
    place.map(|place| Role(place as u32)).with_context(unknown)
}

/// What a trial finds out, and the weights of all features that follow from it, if some do.
type Found = (Fruit, Option<Vec<f64>>);

fn choose(tree: &Nursery, role: Role, trials: &Trials, seed: u64) -> anyhow::Result<Found> {
    let mut machine = tree.machine()?;
    let go_on = &mut || !interrupted();
    let (chosen, next) = select(&mut *machine, &tree.reader, role, trials, seed, go_on)?;
    let used = tree.reader.used().len();
    let picked = |(place, it): (usize, &Chosen)| Picked {
        feature: tree.reader.name(it.feature),
        weight: it.weight,
        p: it.p,
        tried: (used - place) as u64,
    };
    let mut weights = vec![0.0; tree.reader.len()];
    chosen.iter().for_each(|it| weights[it.feature] = it.weight);
    let next = next.map(|next| picked((chosen.len(), &next)));
    let fruit = Fruit::Chosen { chosen: chosen.iter().enumerate().map(picked).collect(), next };
    Ok((fruit, (!chosen.is_empty()).then_some(weights)))
}

fn learn(tree: &Nursery, role: Role, matches: u64, seed: u64) -> anyhow::Result<Found> {
    let (mut curve, mut means) = (Curve::new(matches), Vec::new());
    let by_chance = tree.by_chance(role, matches, !seed)?;
    let learner = tree.learn(role, seed, &mut |goal| {
        means.extend(curve.add(goal));
        curve.goes_on() && !interrupted()
    })?;
    let weighed = |(feature, weight): (usize, f64)| Weighed {
        feature: tree.reader.name(feature),
        weight: (weight * 1000.0).round() / 1000.0,
    };
    let greatest = learner.greatest().into_iter().take(GREATEST).map(weighed).collect();
    let fruit = Fruit::Learnt { by_chance, means, greatest };
    Ok((fruit, Some(learner.weights().to_vec())))
}

/// Prints what was found out.
pub fn summarise(results: &[TreesResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let name = |result: &TreesResult| format!("{}.{}", result.row.game, result.role);
    let width = results.iter().map(|result| name(result).len()).max().unwrap_or(0);
    let (way, features, left_out) = ("way", "features", "left out");
    writeln!(out, "{:<width$} {way:<8} {features:>8} {left_out:>8} won drawn lost", "role")?;
    for result in results {
        for (way, harvest) in result.found() {
            let Harvest { features, left_out, fruit, against, .. } = harvest;
            let Against { won, drawn, lost } = against;
            let (name, way) = (name(result), way.name());
            let said = match fruit {
                Fruit::Chosen { chosen, .. } => match chosen.first() {
                    Some(first) => format!("{} {:+.2}", first.feature, first.weight),
                    None => "nothing chosen".to_owned(),
                },
                Fruit::Learnt { by_chance, means, .. } => {
                    let last = means.last().copied().unwrap_or(*by_chance);
                    format!("from {by_chance:.1} by chance to {last:.1}")
                }
            };
            writeln!(
                out,
                "{name:<width$} {way:<8} {features:>8} {left_out:>8} {won:>3} {drawn:>5} {lost:>4} {said}"
            )?;
        }
    }
    Ok(())
}
