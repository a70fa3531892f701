//! Rules and machines of bundled games by name, and of sheets that a test writes itself.
//!
//! All functions here panic, with the faults of the sheet, if a game cannot be made: a test cannot continue without it.

use circuit::{Limits, Model};
use game::Machine;
use gdl::Rules;
use library::BundledGame;
use propnet::CircuitMachine;
use reason::ReferenceMachine;
use std::sync::Arc;

/// Returns the bundled game of this name.
///
/// # Panics
/// If there is none.
pub fn bundled(name: &str) -> BundledGame {
    library::find(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the rule sheet of a bundled game.
///
/// # Panics
/// If there is no such game.
pub fn sheet(name: &str) -> &'static str {
    bundled(name).rules()
}

/// Returns the rules of a bundled game.
///
/// # Panics
/// If there is no such game.
pub fn rules(name: &str) -> Rules {
    checked(name, sheet(name))
}

/// Returns the compiled model of a bundled game.
///
/// # Panics
/// If there is no such game.
pub fn model(name: &str) -> Arc<Model> {
    model_of(&rules(name))
}

/// Returns the circuit machine of a bundled game.
///
/// # Panics
/// If there is no such game.
pub fn machine(name: &str) -> CircuitMachine {
    CircuitMachine::new(model(name))
}

/// Returns the circuit machine of a bundled game as a trait object.
///
/// # Panics
/// If there is no such game.
pub fn boxed_machine(name: &str) -> Box<dyn Machine> {
    Box::new(machine(name))
}

/// Returns the reference machine of a bundled game, with its default limits.
///
/// # Panics
/// If there is no such game.
pub fn reference(name: &str) -> ReferenceMachine {
    reference_of(rules(name))
}

/// Returns the rules of a sheet.
///
/// # Panics
/// If the sheet has an error.
pub fn rules_of(sheet: impl AsRef<[u8]>) -> Rules {
    checked("the sheet", sheet)
}

/// Returns the compiled model of rules, with the default limits of grounding.
///
/// # Panics
/// If the rules cannot be grounded.
pub fn model_of(rules: &Rules) -> Arc<Model> {
    let model = Model::new(rules, &Limits::default());
    Arc::new(model.unwrap_or_else(|error| panic!("the rules cannot be grounded: {error}")))
}

/// Returns the circuit machine of rules, with the default limits of grounding.
///
/// # Panics
/// If the rules cannot be grounded.
pub fn machine_of(rules: &Rules) -> CircuitMachine {
    CircuitMachine::new(model_of(rules))
}

/// Returns the circuit machine of a sheet, with the default limits of grounding.
///
/// # Panics
/// If the sheet has an error, or its rules cannot be grounded.
pub fn machine_of_sheet(sheet: impl AsRef<[u8]>) -> CircuitMachine {
    machine_of(&rules_of(sheet))
}

/// Returns the reference machine of rules, with its default limits.
///
/// # Panics
/// If the rules hide information from roles or cannot be compiled.
pub fn reference_of(rules: Rules) -> ReferenceMachine {
    let machine = ReferenceMachine::new(rules, reason::Limits::default());
    machine.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the rules of a sheet, with a name for messages.
///
/// # Panics
/// If the sheet has an error.
pub fn checked(name: &str, sheet: impl AsRef<[u8]>) -> Rules {
    let checked = gdl::check(name, sheet.as_ref());
    let faults = checked.faults.kept().iter();
    let shown = faults.map(|fault| gdl::render(&checked.sheet.source, fault));
    checked.rules.unwrap_or_else(|| panic!("{}", shown.collect::<Vec<_>>().join("\n")))
}
