//! All players by name.

use crate::agon::{self, Agon, AgonSettings};
use crate::alphabeta::{
    AlphaBeta, AlphaBetaSettings, Blind, Evaluation, Extras, Heuristic, Leaning, MOST_DEPTH,
    Opposite, Others, Outline, Subject, heuristics,
};
use crate::flat::FlatPlayer;
use crate::gifl::{GiflSettings, School};
use crate::kuhl::{Deck, Hire, Kuhl, KuhlSettings, Worker};
use crate::mcts::{FastSettings, InheritanceSettings, Mcts, MctsSettings, Policy};
use crate::memory::{Memory, Recall, SEED};
use crate::sarsa::SarsaPlayer;
use crate::settings::{Reader, Settings, SettingsError, listed};
use crate::simple::{GreedyPlayer, LegalPlayer, RandomPlayer};
use crate::{Player, Seat};
use analyze::{Analysis, Fuzzy, FuzzySettings, Symmetry, Watch, features};
use game::{Role, StopReason};
use learn::td::{File, Greedy, Judgement, Near, Rival, Study, TdError};
use learn::values::Values;
use std::sync::{Mutex, PoisonError};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// All kinds of players.
pub const KINDS: &[Kind] = &[
    Kind { name: "random", about: "makes any legal move, all equally likely" },
    Kind { name: "legal", about: "makes the first legal move" },
    Kind { name: "greedy", about: "looks one move ahead for the best goal" },
    Kind { name: "mc", about: "flat Monte Carlo: plays all its moves out equally often" },
    Kind { name: "cadia-2007", about: "CadiaPlayer of 2007: UCT with uniformly random playouts" },
    Kind { name: "cadia-2008", about: "CadiaPlayer of 2008: UCT with playouts guided by MAST" },
    Kind {
        name: "cadia-2009",
        about: "CadiaPlayer of 2009: UCT with RAVE, playouts guided by MAST",
    },
    Kind {
        name: "cadia-2010",
        about: "CadiaPlayer of 2010: UCT with RAVE, playouts guided by MAST and FAST",
    },
    Kind {
        name: "gifl",
        about: "UCT with playouts guided by features learnt from the ends of games",
    },
    Kind { name: "gifl-2009", about: "the same with RAVE and MAST, as cadia-2009 has them" },
    Kind {
        name: "gifl-alphabeta",
        about: "alpha-beta that judges states by the features that gifl learns",
    },
    Kind {
        name: "uct-values",
        about: "UCT that begins with what states are worth, by Sarsa or by what is remembered",
    },
    Kind {
        name: "uct-guided",
        about: "UCT in whose playouts every role follows a heuristic that the rules suggest",
    },
    Kind { name: "sarsa", about: "learns what states are worth by playing against itself" },
    Kind {
        name: "kuhl",
        about: "KuhlPlayer: several alpha-beta searches, each with another heuristic that the rules suggest",
    },
    Kind { name: "flux", about: "Fluxplayer: alpha-beta that reads the goals as fuzzy logic" },
    Kind { name: "flux-1ply", about: "the same, looking one move ahead" },
    Kind { name: "td-learner", about: "looks one move ahead, by features whose worth was learnt" },
    Kind { name: "td-search", about: "alpha-beta, or a tree search, by the same features" },
    Kind {
        name: "exhaustive",
        about: "alpha-beta without an evaluation: only the ends of games count",
    },
    Kind { name: "agon", about: "our own: tree search over hundreds of playouts at once" },
];

/// Why there is no player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no player of this name.
    #[error("there is no player `{0}`; there are {known}", known = names())]
    Unknown(String),
    /// Its settings are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The features cannot be had.
    #[error("{file}: {error}")]
    Features {
        /// The file, as the setting names it.
        file: String,
        /// What is wrong with it.
        error: String,
    },
    /// Nobody knows what the rules say.
    #[error("this player needs the rules of the game, which are not known here")]
    NoRules,
    /// There is no heuristic of this name.
    #[error("there is no heuristic `{name}`; there are {}", listed(.known))]
    Heuristic {
        /// What was asked for.
        name: String,
        /// Those that the game has.
        known: Vec<String>,
    },
    /// The rules cannot be grounded in the time there is.
    #[error("this player needs ground rules, and these cannot be had: {0}")]
    NotGround(StopReason),
    /// The settings of fuzzy logic make no sense.
    #[error("fuzzy logic needs 0.5 < fuzzy.t <= fuzzy.p <= 1 and a fuzzy.q from 1 to 1000")]
    Fuzzy,
    /// The game cannot be begun.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

fn names() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    format!("`{}`", names.join("`, `"))
}

/// Sees whether there is such a player with such settings, before anything begins.
pub fn check(name: &str, settings: &Settings) -> Result<(), PlayerError> {
    let mut reader = Reader::new(settings);
    configure(name, &mut reader)?;
    reader.finish(name)?;
    Ok(())
}

/// Makes a player.
pub fn build(name: &str, settings: &Settings, seat: Seat) -> Result<Box<dyn Player>, PlayerError> {
    check(name, settings)?;
    let configuration = configure(name, &mut Reader::new(settings))?;
    let known = seat.memory.solution.clone().filter(|_| seat.machine.roles().len() == 1);
    let (machine, role) = (seat.machine.fork(), seat.role);
    let player = of(configuration, seat)?;
    Ok(match known {
        Some(solution) => Box::new(Recall::new(player, machine, role, solution)?),
        None => player,
    })
}

/// What a tree search of so many simulations from the initial state thinks that states are worth for a role.
pub fn tree_values(mut seat: Seat, role: Role, simulations: u64) -> Result<Values, PlayerError> {
    seat.memory = Memory::default();
    Ok(Mcts::new(seat, plain_uct()?, None)?.learn_values(role, simulations)?)
}

/// The settings of `cadia-2007`.
pub(crate) fn plain_uct() -> Result<MctsSettings, SettingsError> {
    mcts(&mut Reader::new(&Settings::default()), &[])
}

/// The player of a configuration.
fn of(configuration: Configuration, seat: Seat) -> Result<Box<dyn Player>, PlayerError> {
    Ok(match configuration {
        Configuration::Random => Box::new(RandomPlayer::new(seat)?),
        Configuration::Legal => Box::new(LegalPlayer::new(seat)?),
        Configuration::Greedy => Box::new(GreedyPlayer::new(seat)?),
        Configuration::Flat(length) => Box::new(FlatPlayer::new(seat, length)?),
        Configuration::Mcts(settings) => {
            let school = school(&seat, settings.policy.gifl.as_ref())?;
            Box::new(Mcts::new(seat, settings, school)?)
        }
        Configuration::Guided(settings, names) => guided_player(seat, settings, &names)?,
        Configuration::Sarsa(settings) => Box::new(SarsaPlayer::new(seat, settings)?),
        Configuration::AlphaBeta(settings) => {
            let school = school(&seat, settings.gifl.as_ref())?;
            let outline = match &seat.analyst {
                Some(_) => outline(&seat, &analysis(&seat)?, settings.symmetries)?,
                None => Outline::plain(seat.role, seat.machine.roles().len()),
            };
            Box::new(AlphaBeta::new(seat, &settings, outline, &Blind, school)?)
        }
        Configuration::Heuristic(settings, names) => heuristic_player(seat, &settings, &names)?,
        Configuration::Kuhl(settings) => kuhl_player(seat, &settings)?,
        Configuration::Flux(settings, fuzzy) => flux_player(seat, &settings, fuzzy)?,
        Configuration::Td(search, settings) => td_player(seat, search, &settings)?,
        Configuration::Agon(settings, otherwise) => {
            let mut machine = seat.machine.fork();
            match seat.playouts.is_some() && agon::suits(&mut *machine, seat.seed)? {
                true => {
                    let school = school(&seat, settings.gifl.as_ref())?;
                    Box::new(Agon::new(seat, settings, school)?)
                }
                false => Box::new(Mcts::new(seat, otherwise, None)?),
            }
        }
    })
}

/// Alpha-beta with one heuristic: that of its role, if there are several names with `|` between.
fn heuristic_player(
    seat: Seat,
    settings: &AlphaBetaSettings,
    names: &str,
) -> Result<Box<dyn Player>, PlayerError> {
    let analysis = analysis(&seat)?;
    let leaning = leaning(&seat, &analysis, seat.role, names)?;
    let outline = outline(&seat, &analysis, settings.symmetries)?;
    Ok(Box::new(AlphaBeta::new(seat, settings, outline, &leaning, None)?))
}

/// UCT in whose playouts every role follows its heuristic.
fn guided_player(
    seat: Seat,
    settings: MctsSettings,
    names: &str,
) -> Result<Box<dyn Player>, PlayerError> {
    let leanings = leanings(&seat, names)?;
    let mut player = Mcts::new(seat, settings, None)?;
    player.lean(leanings);
    Ok(Box::new(player))
}

/// The heuristics of all roles, by their names.
pub(crate) fn leanings(seat: &Seat, names: &str) -> Result<Vec<Box<dyn Evaluation>>, PlayerError> {
    let analysis = analysis(seat)?;
    let leaning = |role: Role| -> Result<Box<dyn Evaluation>, PlayerError> {
        Ok(Box::new(leaning(seat, &analysis, role, names)?))
    };
    seat.machine.role_ids().map(leaning).collect()
}

/// The heuristic of a role, by its name, or by that of its place if there are several names with `|` between.
fn leaning(
    seat: &Seat,
    analysis: &Analysis,
    role: Role,
    names: &str,
) -> Result<Leaning, PlayerError> {
    let names: Vec<&str> = names.split('|').map(str::trim).collect();
    let name = names[role.0 as usize % names.len()];
    let extras = Extras { mobility: true, goal: true };
    let mut heuristics = heuristics(features(analysis), role, extras);
    let known: Vec<String> = heuristics.iter().map(Heuristic::to_string).collect();
    let Some(place) = known.iter().position(|known| known == name) else {
        return Err(PlayerError::Heuristic { name: name.to_owned(), known });
    };
    let heuristic = heuristics.swap_remove(place);
    let needs_goal = matches!(heuristic.subject, Subject::Goal(_));
    let goal = needs_goal.then(|| fuzzy(seat, analysis, role, FuzzySettings::default()));
    let goal = goal.transpose()?;
    Leaning::new(&heuristic, goal.as_ref()).ok_or(PlayerError::NoRules)
}

/// Alpha-beta with many heuristics, by several workers.
fn kuhl_player(seat: Seat, settings: &KuhlSettings) -> Result<Box<dyn Player>, PlayerError> {
    let analysis = analysis(&seat)?;
    let mut heuristics = heuristics(features(&analysis), seat.role, settings.extras);
    let known = seat.memory.heuristics.iter().filter(|(role, _)| *role == seat.role);
    let known: Vec<Heuristic> = known.map(|(_, heuristic)| heuristic.clone()).collect();
    heuristics.retain(|heuristic| !known.contains(heuristic));
    let goal =
        settings.extras.goal.then(|| fuzzy(&seat, &analysis, seat.role, FuzzySettings::default()));
    let goal = goal.transpose()?;
    let outline = outline(&seat, &analysis, false)?;
    let (machine, seed) = (Mutex::new(seat.machine.fork()), seat.seed);
    let (workers, settings) = (settings.workers, settings.clone());
    let hire: Hire = Box::new(move |number| {
        let machine = machine.lock().unwrap_or_else(PoisonError::into_inner).fork();
        let seed = seed.wrapping_add(1 + number as u64);
        Box::new(Worker::new(machine, outline.clone(), &settings, goal.clone(), seed))
    });
    Ok(Box::new(Kuhl::new(seat, workers, Deck { known, others: heuristics }, hire)?))
}

/// Alpha-beta that judges states by how near goals are.
fn flux_player(
    seat: Seat,
    settings: &AlphaBetaSettings,
    logic: FuzzySettings,
) -> Result<Box<dyn Player>, PlayerError> {
    let analysis = analysis(&seat)?;
    let fuzzy = fuzzy(&seat, &analysis, seat.role, logic)?;
    let outline = outline(&seat, &analysis, settings.symmetries)?;
    Ok(Box::new(AlphaBeta::new(seat, settings, outline, &fuzzy, None)?))
}

/// Judges states by what was learnt about features.
fn td_player(
    seat: Seat,
    search: TdSearch,
    settings: &TdSettings,
) -> Result<Box<dyn Player>, PlayerError> {
    let analysis = analysis(&seat)?;
    let learnt = match &settings.file {
        Some(file) => learnt(&seat, file)?,
        None => study(&seat, &analysis, settings)?,
    };
    let own = learnt.get(seat.role.0 as usize).cloned().flatten();
    let own = own.ok_or_else(|| PlayerError::Features {
        file: settings.file.clone().unwrap_or_default(),
        error: "nothing was learnt about this role".to_owned(),
    })?;
    Ok(match search {
        TdSearch::AlphaBeta(settings) => {
            let outline = outline(&seat, &analysis, settings.symmetries)?;
            Box::new(AlphaBeta::new(seat, &settings, outline, &own, None)?)
        }
        TdSearch::Mcts(settings) => {
            // Those about whom nothing was learnt are taken to want the opposite.
            let judge = |it: Option<Judgement>| -> Box<dyn Evaluation> {
                match it {
                    Some(judgement) => Box::new(judgement),
                    None => Box::new(Opposite(Box::new(own.clone()))),
                }
            };
            let judges = learnt.into_iter().map(judge).collect();
            let mut player = Mcts::new(seat, settings, None)?;
            player.judge_by(judges);
            Box::new(player)
        }
    })
}

/// What a file tells, for each role.
fn learnt(seat: &Seat, file: &str) -> Result<Vec<Option<Judgement>>, PlayerError> {
    let fault = |error: String| PlayerError::Features { file: file.to_owned(), error };
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let rules = analyst.ground_rules().ok_or(PlayerError::NotGround(StopReason::Interrupted))?;
    let text = (seat.texts)(file).map_err(fault)?;
    let learnt = File::read(&text).and_then(|file| file.judgements(rules));
    learnt.map_err(|error| fault(error.to_string()))
}

/// Learns for the own role alone, before the match as long as there is time, or once for all matches.
fn study(
    seat: &Seat,
    analysis: &Analysis,
    settings: &TdSettings,
) -> Result<Vec<Option<Judgement>>, PlayerError> {
    let matches = settings.matches;
    let own = match settings.beforehand {
        true => {
            let study = || judgement(seat, analysis, matches, SEED, &|| 0.0);
            seat.memory.lessons.judgement(seat.role, matches, study)?
        }
        false => {
            let elapsed = || seat.studying.as_ref().map_or(0.0, |elapsed| elapsed());
            judgement(seat, analysis, matches, seat.seed, &elapsed)?
        }
    };
    let roles = seat.machine.role_ids();
    Ok(roles.map(|role| (role == seat.role).then(|| own.clone())).collect())
}

/// Builds features and learns against those who look for their goals.
fn judgement(
    seat: &Seat,
    analysis: &Analysis,
    matches: u64,
    seed: u64,
    elapsed: &dyn Fn() -> f64,
) -> Result<Judgement, PlayerError> {
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let rules = analyst.ground_rules().ok_or(PlayerError::NotGround(StopReason::Interrupted))?;
    let mut rivals: Vec<Box<dyn Rival>> = Vec::new();
    for role in seat.machine.role_ids() {
        rivals.push(Box::new(Greedy(Near(fuzzy(seat, analysis, role, FuzzySettings::default())?))));
    }
    let study = Study { rules, role: seat.role, expanded: STUDIED, matches, seed };
    study.judgement(&mut rivals, elapsed).map_err(|error| match error {
        TdError::Stop(reason) => PlayerError::Stop(reason),
        other => PlayerError::Features { file: "td.matches".to_owned(), error: other.to_string() },
    })
}

/// No more features are looked at before a match.
const STUDIED: usize = 2_000;

/// How near a role's goals are.
fn fuzzy(
    seat: &Seat,
    analysis: &Analysis,
    role: Role,
    logic: FuzzySettings,
) -> Result<Fuzzy, PlayerError> {
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    analyst.fuzzy(analysis, role, logic).map_err(PlayerError::NotGround)
}

/// So many states of random games are looked at where time does not matter …
const WATCHED_STATES: usize = 1000;
/// … and at least so many where it does.
const LEAST_STATES: usize = 50;

/// What the rules say.
fn analysis(seat: &Seat) -> Result<Analysis, PlayerError> {
    if let Some(analysis) = &seat.memory.analysis {
        return Ok((**analysis).clone());
    }
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let watch = match &seat.watching {
        Some(go_on) => Watch { states: LEAST_STATES, go_on: &**go_on, seed: seat.seed },
        None => Watch::states(WATCHED_STATES, seat.seed),
    };
    Ok(analyst.analyze(&mut *seat.machine.fork(), &watch)?)
}

/// What alpha-beta knows about the game.
fn outline(seat: &Seat, analysis: &Analysis, symmetries: bool) -> Result<Outline, StopReason> {
    let mut machine = seat.machine.fork();
    let mut outline = Outline::of(analysis, &mut *machine, seat.role)?;
    if let Some(analyst) = seat.analyst.as_ref().filter(|_| symmetries) {
        let known = seat.memory.symmetries.as_ref();
        let known = known.map(|it| analyst.remembered_symmetries(it, &mut *machine, seat.seed));
        let mut found = match known.transpose()?.flatten() {
            Some(known) => known,
            None => analyst.symmetries(analysis, &mut *machine, seat.seed)?,
        };
        // Where roles are exchanged the value of a state is another for each of them.
        found.retain(Symmetry::keeps_roles);
        outline.symmetries = found;
    }
    Ok(outline)
}

/// Where features are learnt, if they are used.
fn school(seat: &Seat, settings: Option<&GiflSettings>) -> Result<Option<School>, PlayerError> {
    settings.map(|settings| School::new(seat, settings)).transpose()
}

/// A kind of player with its settings.
enum Configuration {
    Random,
    Legal,
    Greedy,
    Flat(usize),
    Mcts(MctsSettings),
    /// With a heuristic of this name in playouts.
    Guided(MctsSettings, String),
    Sarsa(learn::values::Settings),
    AlphaBeta(AlphaBetaSettings),
    /// With a heuristic of this name.
    Heuristic(AlphaBetaSettings, String),
    Kuhl(KuhlSettings),
    Flux(AlphaBetaSettings, FuzzySettings),
    /// By what was learnt about features.
    Td(TdSearch, TdSettings),
    /// In games that suit it, and in others.
    Agon(AgonSettings, MctsSettings),
}

/// Where what is known about features comes from.
struct TdSettings {
    /// A file of what was learnt …
    file: Option<String>,
    /// … or so many matches before the first move …
    matches: u64,
    /// … or before the first match of this process, however long they take, for all matches of it.
    beforehand: bool,
}

/// How states are looked at that are judged by what was learnt.
enum TdSearch {
    AlphaBeta(AlphaBetaSettings),
    Mcts(MctsSettings),
}

fn configure(name: &str, reader: &mut Reader) -> Result<Configuration, PlayerError> {
    match name {
        "random" => Ok(Configuration::Random),
        "legal" => Ok(Configuration::Legal),
        "greedy" => Ok(Configuration::Greedy),
        "mc" => Ok(Configuration::Flat(reader.get("simulation.length", 2000)?)),
        "cadia-2007" => Ok(Configuration::Mcts(mcts(reader, &[])?)),
        "cadia-2008" => Ok(Configuration::Mcts(mcts(reader, &[Part::Mast])?)),
        "cadia-2009" => Ok(Configuration::Mcts(mcts(reader, &[Part::Mast, Part::Rave])?)),
        "cadia-2010" => {
            Ok(Configuration::Mcts(mcts(reader, &[Part::Mast, Part::Rave, Part::Fast])?))
        }
        "uct-values" => Ok(Configuration::Mcts(mcts(reader, &[Part::Values])?)),
        "uct-guided" => {
            let names = reader.get("playout.heuristic", "max.mobility".to_owned())?;
            Ok(Configuration::Guided(mcts(reader, &[])?, names))
        }
        "sarsa" => Ok(Configuration::Sarsa(learn::values::Settings {
            rate: reader.get("sarsa.rate", 0.3)?,
            exploration: reader.get("sarsa.exploration", 0.1)?,
            ..learn::values::Settings::default()
        })),
        "gifl" => Ok(Configuration::Mcts(mcts(reader, &[Part::Gifl])?)),
        "gifl-2009" => {
            Ok(Configuration::Mcts(mcts(reader, &[Part::Mast, Part::Rave, Part::Gifl])?))
        }
        "gifl-alphabeta" => {
            Ok(Configuration::AlphaBeta(alphabeta(reader, &[Part::Gifl], MOST_DEPTH)?))
        }
        "exhaustive" => Ok(Configuration::AlphaBeta(alphabeta(reader, &[], MOST_DEPTH)?)),
        "flux" => flux(reader, MOST_DEPTH),
        "flux-1ply" => flux(reader, 1),
        "td-learner" => {
            let settings = td(reader)?;
            Ok(Configuration::Td(TdSearch::AlphaBeta(alphabeta(reader, &[], 1)?), settings))
        }
        "td-search" => {
            let settings = td(reader)?;
            let search = match reader.get("td.tree", false)? {
                true => TdSearch::Mcts(judging_tree(reader)?),
                false => TdSearch::AlphaBeta(alphabeta(reader, &[], MOST_DEPTH)?),
            };
            Ok(Configuration::Td(search, settings))
        }
        "kuhl" => {
            let settings = alphabeta(reader, &[], MOST_DEPTH)?;
            let kuhl = KuhlSettings {
                workers: reader.get("workers", 4)?,
                megabytes: settings.megabytes,
                others: settings.others,
                extras: Extras {
                    mobility: reader.get("mobility", false)?,
                    goal: reader.get("goal", false)?,
                },
            };
            Ok(match reader.find("heuristic")? {
                Some(heuristic) => Configuration::Heuristic(settings, heuristic),
                None => Configuration::Kuhl(kuhl),
            })
        }
        "agon" => {
            let otherwise = mcts(reader, &[Part::Mast, Part::Rave, Part::Fast])?;
            Ok(Configuration::Agon(agon(reader)?, otherwise))
        }
        _ => Err(PlayerError::Unknown(name.to_owned())),
    }
}

fn agon(reader: &mut Reader) -> Result<AgonSettings, SettingsError> {
    Ok(AgonSettings {
        exploration: reader.get("search.c", 20.0)?,
        leaves: reader.get("search.leaves", 32)?,
        share: reader.get("search.share", 0.7)?,
        best: reader.get("search.best", 0.5)?,
        temperature: reader.get("search.tau", 5.0)?,
        threads: reader.find("threads")?,
        megabytes: reader.get("tree.megabytes", 1000)?,
        length: reader.get("search.length", 500)?,
        gifl: Some(gifl(reader, 1, 0)?).filter(|gifl| gifl.runs > 0 || gifl.file.is_some()),
    })
}

fn td(reader: &mut Reader) -> Result<TdSettings, SettingsError> {
    Ok(TdSettings {
        file: reader.find("td.file")?,
        matches: reader.get("td.matches", 100)?,
        beforehand: reader.get("td.beforehand", false)?,
    })
}

/// The values are those that we chose for what Fluxplayer's papers leave open.
fn flux(reader: &mut Reader, depth: u32) -> Result<Configuration, PlayerError> {
    let settings = alphabeta(reader, &[], depth)?;
    let usual = FuzzySettings::default();
    let truth: f64 = reader.get("fuzzy.p", usual.truth)?;
    let fuzzy = FuzzySettings {
        truth,
        threshold: reader.get("fuzzy.t", truth)?,
        exponent: reader.get("fuzzy.q", usual.exponent)?,
    };
    let is_sense = fuzzy.truth > 0.5
        && fuzzy.truth <= 1.0
        && fuzzy.threshold > 0.5
        && fuzzy.threshold <= fuzzy.truth
        && (1..=1000).contains(&fuzzy.exponent);
    match is_sense {
        true => Ok(Configuration::Flux(settings, fuzzy)),
        false => Err(PlayerError::Fuzzy),
    }
}

fn alphabeta(
    reader: &mut Reader,
    parts: &[Part],
    depth: u32,
) -> Result<AlphaBetaSettings, SettingsError> {
    Ok(AlphaBetaSettings {
        depth: reader.get("search.depth", depth)?,
        megabytes: reader.get("memory.megabytes", 64)?,
        history: reader.get("search.history", true)?,
        symmetries: reader.get("search.symmetries", false)?,
        others: match reader.get("search.equilibrium", false)? {
            true => Others::Equilibrium,
            false => Others::Random,
        },
        threads: reader.find("threads")?,
        gifl: parts.contains(&Part::Gifl).then(|| gifl(reader, 3, 1000)).transpose()?,
    })
}

/// A part of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Mast,
    Rave,
    Fast,
    Gifl,
    Values,
}

/// The settings of a CadiaPlayer with these parts; the values are those of document 002, section 4.1, but for
/// `fast.c` (see [`FastSettings`]).
fn mcts(reader: &mut Reader, parts: &[Part]) -> Result<MctsSettings, SettingsError> {
    let has = |part: Part| parts.contains(&part);
    let guided = has(Part::Mast) || has(Part::Fast);
    Ok(MctsSettings {
        exploration: reader.get("uct.c", 40.0)?,
        rave: has(Part::Rave).then(|| reader.get("rave.k", 500.0)).transpose()?,
        policy: Policy {
            temperature: if guided { reader.get("gibbs.tau", 10.0)? } else { 10.0 },
            mast: has(Part::Mast).then(|| reader.get("mast.unseen", 100.0)).transpose()?,
            fast: has(Part::Fast).then(|| fast(reader)).transpose()?,
            gifl: has(Part::Gifl).then(|| gifl(reader, 3, 1000)).transpose()?,
        },
        nodes: reader.get("tree.nodes", 1_000_000)?,
        length: reader.get("simulation.length", 2000)?,
        inheritance: has(Part::Values).then(|| inheritance(reader)).transpose()?,
    })
}

/// What was learnt tells states apart by less than results of games do, so moves that were seldom tried are preferred less: against
/// `cadia-2007` in breakthrough, 0.05 s for each move, 5 of 12 matches were won with 40, 8 with 10 and 7 with 3.
fn judging_tree(reader: &mut Reader) -> Result<MctsSettings, SettingsError> {
    let exploration = reader.get("uct.c", 10.0)?;
    Ok(MctsSettings { exploration, ..mcts(reader, &[])? })
}

/// Document 000 tries 1 and 100 visits, after 10,000 matches in most games.
fn inheritance(reader: &mut Reader) -> Result<InheritanceSettings, SettingsError> {
    Ok(InheritanceSettings {
        visits: reader.get("values.visits", 1)?,
        matches: reader.get("values.matches", 1000)?,
    })
}

/// Document 004 has `own` 1, `other` 0.5, no trials, and features in playouts only; it does not tell C and the temperature. How
/// the others were found is in `docs/gifl.md`.
fn gifl(reader: &mut Reader, levels: u32, trials: u64) -> Result<GiflSettings, SettingsError> {
    Ok(GiflSettings {
        file: reader.find("gifl.file")?,
        runs: reader.get("gifl.runs", 500)?,
        trials: reader.get("gifl.trials", trials)?,
        levels: reader.get("gifl.levels", levels)?,
        losing: reader.get("gifl.losing", false)?,
        changes: reader.get("gifl.changes", true)?,
        wins_first: reader.get("gifl.wins-first", true)?,
        tree: reader.get("gifl.tree", 30)?,
        decay: reader.get("gifl.c", 0.5)?,
        temperature: reader.get("gifl.tau", 20.0)?,
        own: reader.get("gifl.own", 1.0)?,
        other: reader.get("gifl.other", 1.0)?,
        frequency: reader.get("gifl.frequency", 0.0)?,
        least: reader.get("gifl.least", 1)?,
    })
}

fn fast(reader: &mut Reader) -> Result<FastSettings, SettingsError> {
    Ok(FastSettings {
        lambda: reader.get("fast.lambda", 0.99)?,
        alpha: reader.get("fast.alpha", 0.01)?,
        scale: reader.get("fast.c", 1.0)?,
        weight: reader.get("fast.w", 1.0)?,
        least: reader.get("fast.least", 1.0)?,
    })
}
