//! What unit tests share: machines of the library's games.

use circuit::CircuitMachine;
use game::Machine;

/// The machine of a game of the library.
pub fn machine(name: &str) -> Box<dyn Machine> {
    let rules = library::find(name).expect("it is bundled").rules();
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
    Box::new(CircuitMachine::new(&rules, &circuit::Limits::default()).expect("it is small"))
}
