//! The list of all players.
//!
//! A player is one row ([`PlayerKind`]) in the file of its family under `players/`; a family is one line of
//! `FAMILIES`. `agon players`, the tables of docs/players.md and the forms of the arena are made from the rows.

mod agon;
mod alphabeta;
mod cadia;
mod error;
mod flux;
mod gifl;
mod guided;
mod kuhl;
mod monte_carlo;
mod preparation;
mod simple;
mod td;
mod values;

use crate::settings::{PlayerSettings, Reader, Setting};
use crate::solution::SolutionFollower;
use crate::{Player, Seat};
pub(crate) use cadia::plain_uct;
pub use cadia::tree_values;
pub use error::PlayerError;
pub(crate) use guided::role_heuristics;
use std::fmt::{self, Display, Formatter};

/// The rows of each family, in the order in which lists show them.
const FAMILIES: &[&[PlayerKind]] = &[
    simple::PLAYERS,
    monte_carlo::PLAYERS,
    cadia::PLAYERS,
    gifl::PLAYERS,
    values::PLAYERS,
    guided::PLAYERS,
    kuhl::PLAYERS,
    flux::PLAYERS,
    td::PLAYERS,
    alphabeta::PLAYERS,
    agon::PLAYERS,
];

/// Name of the strongest player, as its row says.
pub const STRONGEST: &str = strongest();

const fn strongest() -> &'static str {
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            if FAMILIES[family][row].is_strongest {
                return FAMILIES[family][row].name;
            }
            row += 1;
        }
        family += 1;
    }
    panic!("no player is the strongest")
}

/// Makes a player for a seat, with the settings that it was made with.
pub(crate) type Constructor = Box<dyn FnOnce(Seat) -> Result<Box<dyn Player>, PlayerError>>;

/// A kind of player: everything that is known about it before a match.
pub struct PlayerKind {
    /// Name, as people write it.
    pub name: &'static str,
    /// Description in one line, which goes on from the name.
    pub description: &'static str,
    /// Key and section of the document that it follows.
    pub document: Option<&'static str>,
    /// Conditions without which it cannot be made.
    pub requires: &'static [PlayerCondition],
    /// Conditions under which it plays better, but which it does not require.
    pub uses: &'static [PlayerCondition],
    /// Use of memory, and the setting that limits it.
    pub memory: MemoryUse,
    /// Whether it has done best in experiments against the others (`lab/results/agon-against-cadia-full.md`,
    /// `lab/results/against-flux-full.md`); true for one player.
    pub is_strongest: bool,
    /// Whether its search can prove the value of a state, so that it solves small games.
    pub proves_values: bool,
    /// Settings with values that make it read other settings than usual.
    pub variants: &'static [&'static str],
    /// Reads the settings, and returns how to make the player.
    pub(crate) configure: fn(&mut Reader) -> Result<Constructor, PlayerError>,
}

/// A condition on games, or on what is known about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCondition {
    /// The rules are known, and not only a machine that plays by them.
    Rules,
    /// The rules can be grounded and compiled.
    CompiledRules,
    /// Many games can be played at once, in lanes.
    Lanes,
    /// The game has two roles.
    TwoRoles,
    /// The game has two roles, one of which moves at a time.
    TwoRolesInTurn,
    /// A file of knowledge is given, which tells something about the game.
    Knowledge,
}

impl PlayerCondition {
    /// Checks that a seat fulfils the condition, as far as that can be told without playing.
    fn check(self, seat: &Seat) -> Result<(), PlayerError> {
        match self {
            PlayerCondition::Rules => seat.analyst.as_ref().map(|_| ()).ok_or(PlayerError::NoRules),
            PlayerCondition::CompiledRules => {
                let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
                analyst.model().map(|_| ()).map_err(PlayerError::NotCompiled)
            }
            PlayerCondition::Lanes
            | PlayerCondition::TwoRoles
            | PlayerCondition::TwoRolesInTurn
            | PlayerCondition::Knowledge => Ok(()),
        }
    }
}

impl Display for PlayerCondition {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            PlayerCondition::Rules => "the rules",
            PlayerCondition::CompiledRules => "rules that can be compiled",
            PlayerCondition::Lanes => "lanes (many games at once)",
            PlayerCondition::TwoRoles => "two roles",
            PlayerCondition::TwoRolesInTurn => "two roles that take turns",
            PlayerCondition::Knowledge => "a file of knowledge",
        })
    }
}

/// The part of a player that takes memory, and the setting that limits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryUse {
    /// No part that grows.
    Little,
    /// Values of all states that were met; no setting limits them.
    Values,
    /// A tree with at most `tree.nodes` nodes.
    TreeNodes,
    /// A tree of at most `tree.megabytes`; without lanes, one with at most `tree.nodes` nodes.
    TreeBytes,
    /// This number of transposition tables, each of `memory.megabytes`.
    Tables(usize),
}

/// Number of nodes of a tree that are assumed to fit in a MiB: 2,000 do in connect four, fewer in games with more
/// moves.
const NODES_PER_MEGABYTE: usize = 1000;

impl MemoryUse {
    /// Returns the settings by which a player takes about this much memory in MiB, as NAME=VALUE.
    fn limited_to(self, megabytes: usize) -> Vec<String> {
        let megabytes = megabytes.max(1);
        let nodes = megabytes.saturating_mul(NODES_PER_MEGABYTE);
        match self {
            MemoryUse::Little | MemoryUse::Values => Vec::new(),
            MemoryUse::TreeNodes => vec![format!("tree.nodes={nodes}")],
            MemoryUse::TreeBytes => vec![
                format!("tree.megabytes={megabytes}"),
                format!("tree.nodes={}", nodes.saturating_mul(2)),
            ],
            // Everything else that such a player keeps takes as much again as its tables.
            MemoryUse::Tables(count) => {
                vec![format!("memory.megabytes={}", megabytes.div_ceil(2 * count))]
            }
        }
    }
}

impl Display for MemoryUse {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            MemoryUse::Little => f.write_str("little"),
            MemoryUse::Values => f.write_str("values of all states met"),
            MemoryUse::TreeNodes => f.write_str("tree (`tree.nodes`)"),
            MemoryUse::TreeBytes => f.write_str("tree (`tree.megabytes`)"),
            MemoryUse::Tables(1) => f.write_str("transposition table (`memory.megabytes`)"),
            MemoryUse::Tables(_) => {
                f.write_str("a transposition table for each worker (`memory.megabytes`)")
            }
        }
    }
}

impl PlayerKind {
    /// The row of a player without a name, and without anything that need not be stated.
    const PLAIN: PlayerKind = PlayerKind {
        name: "",
        description: "",
        document: None,
        requires: &[],
        uses: &[],
        memory: MemoryUse::Little,
        is_strongest: false,
        proves_values: false,
        variants: &[],
        configure: |_| Err(PlayerError::Unknown(String::new())),
    };

    /// Returns all settings of the player, in the order in which it reads them.
    ///
    /// # Panics
    ///
    /// If the player refuses its own defaults or a variant of its row; a test tries all rows.
    pub fn settings(&self) -> Vec<Setting> {
        let read = |given: &PlayerSettings| {
            let mut reader = Reader::new(given);
            (self.configure)(&mut reader).map(|_| reader.declared())
        };
        let mut all = read(&PlayerSettings::default()).expect("a player accepts its defaults");
        for &variant in self.variants {
            let mut given = PlayerSettings::default();
            given.add(variant).expect("a variant is a setting with a value");
            let read = read(&given).expect("a player accepts its variants");
            let added = read.into_iter().filter(|it| all.iter().all(|known| known.key != it.key));
            let added: Vec<Setting> = added.collect();
            all.extend(added.into_iter().map(|it| Setting { only_with: Some(variant), ..it }));
        }
        all
    }

    /// Checks that a seat has everything without which the player cannot be made.
    pub fn check_requirements(&self, seat: &Seat) -> Result<(), PlayerError> {
        self.requires.iter().try_for_each(|condition| condition.check(seat))
    }

    /// Returns settings by which the player takes about this much memory, in MiB.
    pub fn limited_to(&self, megabytes: usize) -> PlayerSettings {
        let mut settings = PlayerSettings::default();
        for text in self.memory.limited_to(megabytes) {
            settings.add(&text).expect("it is a setting with a value");
        }
        settings
    }
}

/// Returns all players, in the order in which lists show them.
pub fn all() -> impl Iterator<Item = &'static PlayerKind> + Clone {
    FAMILIES.iter().copied().flatten()
}

/// Returns the player of this name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static PlayerKind> {
    all().find(|kind| kind.name == name)
}

/// Checks that a player of this name exists and accepts these settings.
pub fn check(name: &str, settings: &PlayerSettings) -> Result<(), PlayerError> {
    configure(name, settings).map(|_| ())
}

/// Makes the player of this name for a seat.
pub fn build(
    name: &str,
    settings: &PlayerSettings,
    seat: Seat,
) -> Result<Box<dyn Player>, PlayerError> {
    let construct = configure(name, settings)?;
    find(name).map_or(Ok(()), |kind| kind.check_requirements(&seat))?;
    let solution = seat.knowledge.solution.clone().filter(|_| seat.machine.roles().len() == 1);
    let (machine, role) = (seat.machine.fork(), seat.role);
    let player = construct(seat)?;
    Ok(match solution {
        Some(solution) => Box::new(SolutionFollower::new(player, machine, role, solution)?),
        None => player,
    })
}

fn configure(name: &str, settings: &PlayerSettings) -> Result<Constructor, PlayerError> {
    let kind = find(name).ok_or_else(|| PlayerError::Unknown(name.to_owned()))?;
    let mut reader = Reader::new(settings);
    let construct = (kind.configure)(&mut reader)?;
    reader.finish(name)?;
    Ok(construct)
}

/// Makes a constructor from a function, so that its types can be inferred.
fn constructor<P: Player + 'static, E: Into<PlayerError>>(
    construct: impl FnOnce(Seat) -> Result<P, E> + 'static,
) -> Result<Constructor, PlayerError> {
    Ok(Box::new(move |seat| Ok(Box::new(construct(seat).map_err(Into::into)?))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_complete() {
        let mut names = BTreeSet::new();
        for kind in all() {
            let name = kind.name;
            assert!(names.insert(name), "{name} is there twice");
            assert!(kind.description.len() > 20, "{name}: {}", kind.description);
            for setting in kind.settings() {
                let key = setting.key;
                assert!(!setting.default.is_empty(), "{name}: {key} has no default");
                assert!(!setting.values.is_empty(), "{name}: {key} has no values");
                assert!(setting.meaning.split(' ').count() > 3, "{name}: {key} has no meaning");
            }
            assert!(kind.requires.iter().all(|it| !kind.uses.contains(it)), "{name}");
        }
        let strongest: Vec<&str> =
            all().filter(|kind| kind.is_strongest).map(|kind| kind.name).collect();
        assert_eq!(strongest, [STRONGEST]);
    }

    #[test]
    fn one_key_has_one_meaning_for_all_players() {
        let mut meanings = std::collections::BTreeMap::new();
        for kind in all() {
            for setting in kind.settings() {
                let known = meanings.entry(setting.key).or_insert(setting.meaning);
                assert_eq!(*known, setting.meaning, "{}: {}", kind.name, setting.key);
            }
        }
    }

    #[test]
    fn defaults_and_limits_of_memory_are_accepted_as_given_values() {
        for kind in all() {
            check(kind.name, &kind.limited_to(0)).expect(kind.name);
            check(kind.name, &kind.limited_to(64)).expect(kind.name);
            for setting in kind.settings() {
                let mut given = PlayerSettings::default();
                given.add(&format!("{}={}", setting.key, setting.default)).unwrap();
                setting.only_with.into_iter().for_each(|with| given.add(with).unwrap());
                let is_words = setting.default.contains(' ');
                assert!(is_words || check(kind.name, &given).is_ok(), "{} {given:?}", kind.name);
            }
        }
    }
}
