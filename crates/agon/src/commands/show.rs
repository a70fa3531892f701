//! `agon show`: roles, initial state and sizes of a game.

use crate::Outcome;
use crate::counted::counted;
use crate::rulesheet::RuleSheet;
use analyze::{Analyst, Sampling};
use anyhow::Context;
use draw::DrawingPlan;
use game::{Machine, MachineExt};
use gdl::Rules;
use library::About;
use reason::{Limits, ReferenceMachine};
use std::io::Write;
use std::path::PathBuf;
use term::Term;

/// Show the roles, the initial state, the first moves and the size of a game
///
/// Example: agon show breakthrough
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw the initial state to this file (SVG): as `game.toml` describes it, otherwise as the analysis finds it
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw it as the analysis finds it, even if the game has a description
    #[arg(long, requires = "svg")]
    automatic: bool,
}

/// Number of states of random games that the analysis samples, and their seed.
const STATES: usize = 1000;
const SEED: u64 = 1;

/// Prints roles, initial state and first moves, and draws the initial state.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = sheet.rules()?;
    let (facts, proper): (Vec<_>, Vec<_>) =
        rules.clauses().iter().partition(|clause| clause.body.is_empty());
    let sizes = (rules.relations().len(), facts.len(), proper.len());
    let mut machine = ReferenceMachine::new(rules.clone(), Limits::default())
        .context("the rules cannot be played")?;
    let state = machine.initial_state()?;
    let initial = machine.state_terms(&state);
    let mut legal = Vec::new();
    for role in machine.role_ids() {
        let mut moves = Vec::new();
        machine.legal(&state, role, &mut moves)?;
        legal.push(moves.iter().map(|&action| machine.move_text(action)).collect::<Vec<_>>());
    }
    if let Some(path) = &options.svg {
        let about = sheet.about()?.filter(|_| !options.automatic);
        let plan = plan(about.as_ref(), &rules, &mut machine, &initial)?;
        let picture = plan.picture(&initial).svg(&[]);
        std::fs::write(path, picture).with_context(|| path.display().to_string())?;
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        let value = serde_json::json!({
            "name": sheet.name,
            "roles": machine.roles(),
            "initial": initial.iter().map(Term::as_str).collect::<Vec<_>>(),
            "legal": legal,
            "relations": sizes.0,
            "facts": sizes.1,
            "rules": sizes.2,
        });
        writeln!(out, "{value}")?;
        return Ok(Outcome::Fine);
    }
    let about = sheet.about()?;
    if let Some(about) = &about {
        writeln!(out, "{}\n{}\n", about.title, about.description)?;
    }
    let (relations, facts) = (counted(sizes.0, "relation"), counted(sizes.1, "fact"));
    writeln!(out, "the rules: {relations}, {facts}, {}", counted(sizes.2, "rule"))?;
    for (role, moves) in machine.roles().iter().zip(&legal) {
        writeln!(out, "\nrole {role}, {} at the start:", counted(moves.len(), "legal move"))?;
        write!(out, "{}", columns(moves))?;
    }
    writeln!(out, "\ninitial state, {}:", counted(initial.len(), "fact"))?;
    write!(out, "{}", picture(about.as_ref(), &initial))?;
    Ok(Outcome::Fine)
}

/// Returns the drawing plan of a game: by the description in its `game.toml` if there is one, otherwise by the analysis
/// of the rules.
fn plan(
    about: Option<&About>,
    rules: &Rules,
    machine: &mut dyn Machine,
    initial: &[Term],
) -> anyhow::Result<DrawingPlan> {
    let roles = machine.roles().to_vec();
    if let Some(about) = about.filter(|about| !about.board.is_empty()) {
        return Ok(DrawingPlan::from_description(&about.board, rules, &roles));
    }
    let analyst = Analyst::new(rules.clone());
    let analysis = analyst.analyze(machine, &Sampling::states(STATES, SEED))?;
    Ok(DrawingPlan::from_analysis(&analysis, &analyst, &roles, initial))
}

/// Formats a state for people: the boards of the game if their description is known, then the other facts, grouped by
/// their names.
pub fn picture(about: Option<&About>, facts: &[Term]) -> String {
    let (mut text, rest) = library::draw_as_text(about.map_or(&[], |about| &about.board), facts);
    for group in rest.chunk_by(|one, other| one.name() == other.name()) {
        text += &columns(&group.iter().map(Term::to_string).collect::<Vec<_>>());
    }
    text
}

/// Words side by side, in lines of at most 100 characters.
pub fn columns(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 2 + width > 100 {
            text.push('\n');
            column = 0;
        }
        text.push_str("  ");
        text.push_str(word);
        column += 2 + width;
    }
    text.push('\n');
    text
}
