//! Files of knowledge as options of commands.

use crate::rulesheet::RuleSheet;
use analyze::Analyst;
use engine::prior_knowledge::{GameSource, NewKnowledge, add_knowledge};
use game::Machine;
use std::path::Path;

/// Adds knowledge about the game of a sheet, which `argument` names on the command line, to a file. Returns the name of
/// the game in the file. The analyst and the machine must be of the game.
pub fn add(
    file: &Path,
    (sheet, argument): (&RuleSheet, &str),
    analyst: &Analyst,
    machine: &mut dyn Machine,
    new_knowledge: Vec<NewKnowledge>,
) -> anyhow::Result<String> {
    let (name, text) = (game_name(argument), String::from_utf8_lossy(&sheet.bytes));
    let source = GameSource { name: &name, text: &text, analyst };
    Ok(add_knowledge(file, source, machine, new_knowledge)?)
}

/// Returns the name of a game in files of knowledge: that of a bundled game, or of its file or folder.
pub fn game_name(argument: &str) -> String {
    let path = Path::new(argument.strip_suffix("/rules.kif").unwrap_or(argument));
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
