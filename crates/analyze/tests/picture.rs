//! The drawing of a game's structures.

use analyze::{Watch, picture};
use circuit::CircuitMachine;
use game::Machine;

#[test]
fn orders_and_boards_are_drawn() {
    let rules = library::find("minichess").expect("it is bundled").rules();
    let rules = gdl::check("minichess", rules.as_bytes()).rules.expect("it has no errors");
    let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
    let mut machine: Box<dyn Machine> = Box::new(machine.expect("it is small"));
    let analysis = analyze::analyze(&rules, &mut *machine, &Watch::states(1000, 1)).unwrap();
    let initial = machine.initial_state().unwrap();
    let svg = picture(&analysis, &machine.state_texts(&initial));
    for text in ["succ, an order", "nextcolumn, an order", "cell, a board of 4 x 4 cells"] {
        assert!(svg.contains(text), "{text}");
    }
    // Ten, four and four things in order, and sixteen cells; what is on them, once each.
    assert_eq!(svg.matches("width=\"44\"").count(), 10 + 4 + 4 + 16);
    for piece in [">wk<", ">wr<", ">bk<"] {
        assert_eq!(svg.matches(piece).count(), 1, "{piece}");
    }
}
