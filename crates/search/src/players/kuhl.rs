//! KuhlPlayer (`kuhl`, section 4.6): many alpha-beta searches, each with another heuristic.
//!
//! `player` contains the main part, `worker` the searches. With the setting `heuristic` it is a single search by one
//! heuristic.

mod player;
mod worker;

use super::alphabeta::alphabeta;
use super::guided::role_heuristic;
use super::preparation::{analysis, fuzzy_goals, game_model_of};
use super::{MemoryUse, PlayerCondition, PlayerError, PlayerKind, constructor};
use crate::Seat;
use crate::alphabeta::{
    AlphaBeta, AlphaBetaSettings, ExtraFeatures, Heuristic, MAX_DEPTH, OpponentModel, heuristics,
};
use crate::settings::{Allowed, Reader, SettingsError};
use analyze::{FuzzySettings, features};
use player::MAX_WORKERS;
use player::{HeuristicPool, KuhlPlayer, WorkerFactory};
use std::sync::{Mutex, PoisonError};
use worker::AlphaBetaWorker;

pub(super) const PLAYERS: &[PlayerKind] = &[PlayerKind {
    name: "kuhl",
    description: "KuhlPlayer: several alpha-beta searches, each with another heuristic \
        that the rules suggest",
    document: Some("kuhl, chapter 4"),
    requires: &[PlayerCondition::Rules],
    uses: &[PlayerCondition::Knowledge],
    memory: MemoryUse::Tables(USUAL_WORKERS),
    proves_values: true,
    configure: |reader| {
        let settings = alphabeta(reader, MAX_DEPTH)?;
        let kuhl = kuhl(reader, &settings)?;
        let heuristic: Option<String> = reader.find(
            "heuristic",
            "several heuristics, one for each worker",
            Allowed::any("`max.` or `min.` and a feature, or several with `|` between"),
            "heuristic for one search with all threads; of several, each role takes the next \
            in turn",
        )?;
        match heuristic {
            Some(names) => constructor(move |seat| single_search(seat, &settings, &names)),
            None => constructor(move |seat| many_searches(seat, &kuhl)),
        }
    },
    ..PlayerKind::PLAIN
}];

/// Settings of KuhlPlayer and its workers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KuhlSettings {
    /// Number of workers, that is of searches.
    workers: usize,
    /// Size of the transposition table of each worker, in MiB.
    megabytes: usize,
    /// Behaviour of the other side where both sides choose at the same time.
    opponents: OpponentModel,
    /// Features that are used besides those of the document.
    extras: ExtraFeatures,
}

/// Number of workers if the settings do not say.
const USUAL_WORKERS: usize = 4;

fn kuhl(reader: &mut Reader, search: &AlphaBetaSettings) -> Result<KuhlSettings, SettingsError> {
    Ok(KuhlSettings {
        workers: reader.get(
            "workers",
            USUAL_WORKERS,
            Allowed::between(1, MAX_WORKERS),
            "number of searches at the same time, each with another heuristic",
        )?,
        megabytes: search.megabytes,
        opponents: search.opponents,
        extras: ExtraFeatures {
            mobility: reader.get(
                "mobility",
                false,
                Allowed::truth(),
                "whether the own share of all legal moves is a feature too",
            )?,
            goal: reader.get(
                "goal",
                false,
                Allowed::truth(),
                "whether the nearness of the goals, by Fluxplayer's fuzzy logic, is a feature too",
            )?,
        },
    })
}

/// Makes a single search by one heuristic.
fn single_search(
    seat: Seat,
    settings: &AlphaBetaSettings,
    names: &str,
) -> Result<AlphaBeta, PlayerError> {
    let analysis = analysis(&seat)?;
    let heuristic = role_heuristic(&seat, &analysis, seat.role, names)?;
    let game = game_model_of(&seat, &analysis, settings.symmetries)?;
    Ok(AlphaBeta::new(seat, settings, game, &heuristic, None)?)
}

/// Makes several searches, each by another heuristic.
fn many_searches(seat: Seat, settings: &KuhlSettings) -> Result<KuhlPlayer, PlayerError> {
    let analysis = analysis(&seat)?;
    let mut others = heuristics(features(&analysis), seat.role, settings.extras);
    let known = seat.knowledge.heuristics.iter().filter(|(role, _)| *role == seat.role);
    let known: Vec<Heuristic> = known.map(|(_, heuristic)| heuristic.clone()).collect();
    others.retain(|heuristic| !known.contains(heuristic));
    let logic = FuzzySettings::default();
    let goals = settings.extras.goal.then(|| fuzzy_goals(&seat, &analysis, seat.role, logic));
    let goals = goals.transpose()?;
    let game = game_model_of(&seat, &analysis, false)?;
    let (machine, seed) = (Mutex::new(seat.machine.fork()), seat.seed);
    let (workers, settings) = (settings.workers, settings.clone());
    let make_worker: WorkerFactory = Box::new(move |number| {
        let machine = machine.lock().unwrap_or_else(PoisonError::into_inner).fork();
        let seed = seed.wrapping_add(1 + number as u64);
        Box::new(AlphaBetaWorker::new(machine, game.clone(), &settings, goals.clone(), seed))
    });
    Ok(KuhlPlayer::new(seat, workers, HeuristicPool { known, others }, make_worker)?)
}
