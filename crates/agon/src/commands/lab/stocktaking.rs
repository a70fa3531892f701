//! Where features of experiments are counted: in this process.

use crate::engine;
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use crate::workshop;
use lab::{ArenaError, Counted, Stock, Stocktaker, Way};
use learn::features::{Construction, Extensions, Restrictions, Settings, Stage};
use std::time::Instant;

/// Counts features of bundled games: experiments have to mean the same everywhere.
pub struct Stores;

impl Stocktaker for Stores {
    fn take(&self, stock: &Stock) -> Result<Option<Counted>, ArenaError> {
        counted(stock).map_err(|error| ArenaError(format!("{}: {error:#}", stock.cell)))
    }
}

fn counted(stock: &Stock) -> anyhow::Result<Option<Counted>> {
    let task = &stock.task;
    let sheet = RuleSheet::bundled(library::find(&task.game)?);
    let rules = engine::playable(&sheet)?;
    let restrictions = Restrictions { expanded: task.expanded as usize, ..Restrictions::default() };
    let enough = (task.way != Way::Document).then_some(task.enough as usize);
    let extensions = match task.way {
        Way::Document | Way::Loosened => Extensions::default(),
        Way::Extended => Extensions::ALL,
    };
    let seed = stock.seed;
    let settings = Settings { seed, restrictions, extensions, enough, ..Settings::default() };
    let (mut generating, mut selecting) = (0.0, 0.0);
    let mut last = Instant::now();
    let made = engine::within_limits(|limits| {
        Construction::new(&rules, &settings, limits, &mut |stage| {
            let elapsed = std::mem::replace(&mut last, Instant::now());
            let seconds = (last - elapsed).as_secs_f64();
            match stage {
                Stage::Generating(_) => generating += seconds,
                Stage::Selecting(_) => selecting += seconds,
            }
            !interrupted()
        })
    })?;
    selecting += last.elapsed().as_secs_f64();
    if interrupted() {
        return Ok(None);
    }
    let mut evaluator = made.evaluator()?;
    let evaluating = workshop::pace(&made, &mut evaluator)?;
    let verified = (task.verified as usize, !stock.seed);
    let verified = workshop::verify(&sheet, &made, evaluator, verified, &mut |_| ())?;
    let by = made.features.made.iter().map(|(by, &count)| (by.name().to_owned(), count));
    let round = |value: f64| (value * 1000.0).round() / 1000.0;
    Ok((!interrupted()).then(|| Counted {
        made: by.collect(),
        unique: made.features.all.len() as u64,
        is_complete: made.features.is_complete,
        tried: made.selection.tried as u64,
        selected: made.selection.all.len() as u64,
        generating: round(generating),
        selecting: round(selecting),
        evaluating: round(evaluating),
        verified: verified as u64,
    }))
}
