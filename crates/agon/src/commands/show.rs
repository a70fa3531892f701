//! `agon show`: roles, initial state and sizes of a game.

use crate::Outcome;
use crate::rulesheet::RuleSheet;
use analyze::Watch;
use anyhow::Context;
use draw::Plan;
use game::Machine;
use gdl::Rules;
use library::About;
use reason::{Limits, ReferenceMachine};
use std::io::Write;
use std::path::PathBuf;

/// Show a game: roles, initial state, first moves, sizes
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Draw the initial state to this file (SVG), as the game is described, and else by what the analysis finds
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw it by what the analysis finds even if the game is described
    #[arg(long, requires = "svg")]
    automatic: bool,
}

/// How many states of random games the analysis looks at, and their seed.
const STATES: usize = 1000;
const SEED: u64 = 1;

/// Shows the game.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = sheet.rules()?;
    let (facts, proper): (Vec<_>, Vec<_>) =
        rules.clauses().iter().partition(|clause| clause.body.is_empty());
    let sizes = (rules.relations().len(), facts.len(), proper.len());
    let mut machine = ReferenceMachine::new(rules.clone(), Limits::default())?;
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state()?;
    let initial = machine.state_texts(&state);
    let mut legal = Vec::new();
    for role in machine.role_ids() {
        let mut moves = Vec::new();
        machine.legal(&state, role, &mut moves)?;
        legal.push(moves.iter().map(|&action| machine.move_text(action)).collect::<Vec<_>>());
    }
    if let Some(path) = &options.svg {
        let about = sheet.about()?.filter(|_| !options.automatic);
        let plan = plan(about.as_ref(), &rules, machine, &initial)?;
        let picture = plan.picture(&initial).svg(&[]);
        std::fs::write(path, picture).with_context(|| path.display().to_string())?;
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        let value = serde_json::json!({
            "name": sheet.name,
            "roles": machine.roles(),
            "initial": initial,
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
    writeln!(out, "{} relations, {} facts, {} rules", sizes.0, sizes.1, sizes.2)?;
    for (role, moves) in machine.roles().iter().zip(&legal) {
        let plural = if moves.len() == 1 { "" } else { "s" };
        writeln!(out, "\nrole {role}, {} legal move{plural} at the start:", moves.len())?;
        write!(out, "{}", columns(moves))?;
    }
    writeln!(out, "\ninitial state, {} facts:", initial.len())?;
    write!(out, "{}", picture(about.as_ref(), &initial))?;
    Ok(Outcome::Fine)
}

/// How to draw a game: as it is described, if it is, and else by what the analysis finds.
fn plan(
    about: Option<&About>,
    rules: &Rules,
    machine: &mut dyn Machine,
    initial: &[String],
) -> anyhow::Result<Plan> {
    let roles = machine.roles().to_vec();
    if let Some(about) = about.filter(|about| !about.board.is_empty()) {
        return Ok(Plan::described(&about.board, rules, &roles));
    }
    let analysis = analyze::analyze(rules, machine, &Watch::states(STATES, SEED))?;
    Ok(Plan::found(&analysis, rules, &roles, initial))
}

/// A state for people: the game's boards, if it is known how to draw them, and then the other facts, grouped by their
/// names.
pub fn picture(about: Option<&About>, facts: &[String]) -> String {
    let (mut text, rest) = library::draw(about.map_or(&[], |about| &about.board), facts);
    let name = |text: &str| text.trim_start_matches('(').split(' ').next().map(str::to_owned);
    for group in rest.chunk_by(|a, b| name(a) == name(b)) {
        text += &columns(group);
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
