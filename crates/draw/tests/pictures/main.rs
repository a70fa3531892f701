//! Pictures of games of the library, and of rules and facts that want to do harm.

mod automatic;
mod described;
mod hostile;
mod steps;

use analyze::{Analysis, Watch};
use circuit::CircuitMachine;
use draw::{CellId, Picture, Plan};
use game::Machine;
use game::playout::random_step;
use gdl::{Rules, Scrambler};

/// A game and the facts of some of its states.
struct Subject {
    rules: Rules,
    roles: Vec<String>,
    analysis: Analysis,
    /// The facts of the states of a random game, the initial one first.
    states: Vec<Vec<String>>,
}

impl Subject {
    fn of(name: &str) -> Subject {
        Subject::new(library::find(name).unwrap().rules())
    }

    fn scrambled(name: &str) -> (Subject, Scrambler) {
        let text = library::find(name).unwrap().rules();
        let scrambler = Scrambler::new(text, 5);
        (Subject::new(&scrambler.scramble(text)), scrambler)
    }

    fn new(text: &str) -> Subject {
        let rules = gdl::check("rules", text.as_bytes()).rules.unwrap();
        let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
        let machine: &mut dyn Machine = &mut machine;
        let analysis = analyze::analyze(&rules, machine, &Watch::states(1000, 1)).unwrap();
        let mut state = machine.initial_state().unwrap();
        let mut states = vec![machine.state_texts(&state)];
        let mut random = game::random(3);
        while let Some(next) = random_step(machine, &state, &mut random).unwrap() {
            states.push(machine.state_texts(&next));
            state = next;
        }
        Subject { roles: machine.roles().to_vec(), rules, analysis, states }
    }

    fn found(&self) -> Plan {
        Plan::found(&self.analysis, &self.rules, &self.roles, &self.states[0])
    }

    /// What the analysis finds, in the initial state.
    fn picture(&self) -> Picture {
        self.found().picture(&self.states[0])
    }
}

/// As its `game.toml` says.
fn described(name: &str) -> Plan {
    let game = library::find(name).unwrap();
    let rules = gdl::check("rules", game.rules().as_bytes()).rules.unwrap();
    Plan::described(&game.about().board, &rules, &game.about().roles)
}

fn texts(facts: &[&str]) -> Vec<String> {
    facts.iter().map(|&fact| fact.to_owned()).collect()
}

fn cell(text: &str) -> CellId {
    text.parse().unwrap()
}

/// What is in a cell; nothing if it is empty.
fn content(picture: &Picture, id: &str) -> String {
    let cell = picture.cell(cell(id)).unwrap_or_else(|| panic!("there is no cell {id}"));
    match cell.items.iter().all(|item| item.is_empty()) {
        true => String::new(),
        false => cell.content(),
    }
}

/// The rows of a board from the top, a word for each cell: `.` is empty and `#` a hole.
fn rows(picture: &Picture, board: usize) -> Vec<String> {
    let cells = &picture.boards[board].cells;
    let last = cells.iter().map(|cell| cell.id.row).max().unwrap();
    let row = |row: u32| {
        let cells = cells.iter().filter(|cell| cell.id.row == row).map(|cell| {
            match (cell.is_hole, cell.items.iter().all(|item| item.is_empty())) {
                (true, _) => "#".to_owned(),
                (_, true) => ".".to_owned(),
                _ => cell.content().replace(' ', "-"),
            }
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..=last).map(row).collect()
}
