//! Builds drawing plans from the results of the analysis, whatever the words of the rules are.
//!
//! Each fluent becomes a label or the draft of a board (`fluents`); drafts with the same cells are put on one board
//! (`boards`), whose cells are arranged by what the rules say about their neighbours (`cell_arrangement`).

mod boards;
mod cell_arrangement;
mod domains;
mod draft;
mod fluents;
mod missing_cells;
mod natural_order;
mod neighbours;

use crate::appearance::{Appearances, KnownContents};
use crate::labels::{LabelRules, LabelledFact};
use crate::plan::DrawingPlan;
use analyze::{Analysis, Analyst};
use cell_arrangement::Relations;
use domains::Domains;
use draft::BoardDraft;
use std::collections::HashMap;
use term::Term;

impl DrawingPlan {
    /// Builds a plan from the results of the analysis and from the rules and static relations of an analyst of the same
    /// game; `initial` are the facts of the initial state.
    pub fn from_analysis(
        analysis: &Analysis,
        analyst: &Analyst,
        roles: &[String],
        initial: &[Term],
    ) -> DrawingPlan {
        let mut builder = PlanBuilder {
            analysis,
            domains: Domains::of(analyst.rules()),
            relations: Relations::of(analyst, analysis),
            initial: FactTable::of_facts(initial),
            drafts: Vec::new(),
            labels: Vec::new(),
        };
        analysis.fluents.iter().for_each(|fluent| builder.add_fluent(fluent));
        let labels = LabelRules::Listed(std::mem::take(&mut builder.labels));
        let appearances = Appearances::new(roles, &builder.known_contents());
        DrawingPlan::new(builder.into_boards(), labels, appearances, analyst.rules())
    }
}

/// Largest number of columns or rows of a table of facts that is not a board of the game.
const MAX_TABLE_SIDE: usize = 16;

/// A plan that is being built.
struct PlanBuilder<'a> {
    analysis: &'a Analysis,
    domains: Domains,
    relations: Relations<'a>,
    initial: FactTable,
    drafts: Vec<BoardDraft<'a>>,
    labels: Vec<LabelledFact>,
}

impl PlanBuilder<'_> {
    /// Returns the contents of cells that are known before any state is drawn: those that random games have shown,
    /// without those that mean an empty cell, and the names of fluents that only mark cells.
    fn known_contents(&self) -> Vec<KnownContents> {
        let mut contents = Vec::new();
        for draft in &self.drafts {
            if draft.contents.is_empty() {
                contents.push((vec![draft.fluent.name.clone()], None));
            } else {
                let seen = draft.seen.iter().filter(|seen| draft.empty.as_ref() != Some(seen));
                contents.extend(seen.map(|seen| (seen.clone(), None)));
            }
        }
        contents
    }
}

/// The arguments of facts, by name and number of arguments.
struct FactTable(HashMap<(String, usize), Vec<Vec<String>>>);

impl FactTable {
    /// Creates the table of these facts. Facts without arguments are left out.
    fn of_facts(facts: &[Term]) -> FactTable {
        let mut table = HashMap::<_, Vec<Vec<String>>>::new();
        for fact in facts.iter().filter(|fact| fact.arity() > 0) {
            let arguments = fact.argument_texts().map(str::to_owned).collect();
            table.entry((fact.name().to_owned(), fact.arity())).or_default().push(arguments);
        }
        FactTable(table)
    }

    /// Returns the arguments of each fact of this name with this number of arguments.
    fn of(&self, name: &str, arity: usize) -> &[Vec<String>] {
        self.0.get(&(name.to_owned(), arity)).map_or(&[], Vec::as_slice)
    }
}
