//! Pictures of games of the library, and of hostile rules and facts.

mod automatic;
mod clicks;
mod described;
mod hostile;

use agon_draw::{CellId, DrawingPlan, Picture};
use analyze::{Analysis, Analyst, Sampling};
use game::playout::random_step;
use game::{Machine, MachineExt};
use gdl::Scrambler;
use term::Term;

/// A game with its analysis and the facts of some of its states.
struct Subject {
    analyst: Analyst,
    roles: Vec<String>,
    analysis: Analysis,
    /// Facts of the states of a random playout, the initial state first.
    states: Vec<Vec<Term>>,
}

impl Subject {
    fn of(name: &str) -> Subject {
        Subject::new(oracle::bundled(name).rules())
    }

    fn scrambled(name: &str) -> (Subject, Scrambler) {
        let text = oracle::bundled(name).rules();
        let scrambler = Scrambler::new(text, 5);
        (Subject::new(&scrambler.scramble(text)), scrambler)
    }

    fn new(text: &str) -> Subject {
        let rules = oracle::rules_of(text);
        let mut machine = oracle::machine_of(&rules);
        let analyst = Analyst::new(rules);
        let analysis = analyst.analyze(&mut machine, &Sampling::states(1000, 1)).unwrap();
        let mut state = machine.initial_state().unwrap();
        let mut states = vec![machine.state_terms(&state)];
        let mut random = game::random(3);
        while let Some(next) = random_step(&mut machine, &state, &mut random).unwrap() {
            states.push(machine.state_terms(&next));
            state = next;
        }
        Subject { roles: machine.roles().to_vec(), analyst, analysis, states }
    }

    /// Returns the plan built from the analysis.
    fn analysed_plan(&self) -> DrawingPlan {
        let Subject { analyst, analysis, roles, states } = self;
        DrawingPlan::from_analysis(analysis, analyst, roles, &states[0])
    }

    /// Returns the picture of the initial state by the plan built from the analysis.
    fn picture(&self) -> Picture {
        self.analysed_plan().picture(&self.states[0])
    }
}

/// Returns the plan built from the description in the game's `game.toml`.
fn described_plan(name: &str) -> DrawingPlan {
    let about = oracle::bundled(name).about();
    DrawingPlan::from_description(&about.board, &oracle::rules(name), &about.roles)
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn term(text: &str) -> Term {
    Term::read(text).expect(text)
}

fn terms(texts: &[&str]) -> Vec<Term> {
    texts.iter().map(|text| term(text)).collect()
}

fn cell(text: &str) -> CellId {
    text.parse().unwrap()
}

/// Contents of a cell in words; an empty text for an empty cell.
fn content(picture: &Picture, id: &str) -> String {
    let cell = picture.cell(cell(id)).unwrap_or_else(|| panic!("there is no cell {id}"));
    if cell.items.iter().all(|item| item.is_empty()) { String::new() } else { cell.content() }
}

/// Rows of a board from the top, one word for each cell: `.` is an empty cell and `#` a missing one.
fn rows(picture: &Picture, board: usize) -> Vec<String> {
    let cells = &picture.boards[board].cells;
    let last = cells.iter().map(|cell| cell.id.row).max().unwrap();
    let row = |row: u32| {
        let cells = cells.iter().filter(|cell| cell.id.row == row).map(|cell| {
            match (cell.is_missing, cell.items.iter().all(|item| item.is_empty())) {
                (true, _) => "#".to_owned(),
                (_, true) => ".".to_owned(),
                _ => cell.content().replace(' ', "-"),
            }
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..=last).map(row).collect()
}
