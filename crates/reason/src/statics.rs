//! Relations that depend on neither state nor moves, derived in full without a machine.

use crate::compile::{Compiled, compile_relations};
use crate::estimate::Survey;
use crate::limits::Limits;
use crate::machine::BuildError;
use crate::pool::{GroundTerm, Pool};
use crate::program::{CompiledRules, ProcedureId};
use crate::solver::Solver;
use game::StopReason;
use gdl::{Relation, Rules};
use term::{Term, TermTable};

/// The arguments for which a relation holds.
pub type Row = Vec<Term>;

/// Returns all rows of each of these relations in the order in which they are derived, each row once. The relations
/// must have arguments and depend on neither state nor moves. The limit on steps holds for all of them together.
///
/// ```
/// # use gdl as agon_gdl;
/// let sheet = b"
///     (role you) (legal you go) (goal you 100) terminal
///     (after 1 2) (after 2 3)
///     (<= (before ?y ?x) (after ?x ?y))";
/// let rules = agon_gdl::check("before.kif", sheet).rules.expect("there is no error");
/// let before = rules.symbols().find("before").and_then(|name| rules.find(name));
/// let relations = [before.expect("a rule defines it")];
/// let rows = agon_reason::static_rows(&rules, &relations, agon_reason::Limits::default())?;
/// let texts: Vec<String> = rows[0].iter().map(|row| format!("{} {}", row[0], row[1])).collect();
/// assert_eq!(texts, ["2 1", "3 2"]);
/// # Ok::<(), agon_reason::BuildError>(())
/// ```
pub fn static_rows(
    rules: &Rules,
    relations: &[Relation],
    limits: Limits,
) -> Result<Vec<Vec<Row>>, BuildError> {
    let mut pool = Pool::new(limits.terms);
    let compiled = compile_relations(rules, &mut pool, &Survey::default(), relations);
    let (Compiled { program, stores }, procedures) =
        compiled.map_err(|error| BuildError::of(error, limits))?;
    let mut solver = Solver::new(pool, stores, &program, limits);
    let mut rows = vec![Vec::new(); relations.len()];
    // Relations are derived from the bottom up, so that no question goes deep.
    let mut order: Vec<usize> = (0..relations.len()).collect();
    order.sort_by_key(|&index| rules.relation(relations[index]).component);
    let mut steps = limits.steps;
    for index in order {
        solver.allow_steps(steps);
        rows[index] = all_rows(rules, &program, &mut solver, procedures[index])?;
        steps = steps.saturating_sub(solver.steps());
    }
    Ok(rows)
}

fn all_rows(
    rules: &Rules,
    program: &CompiledRules,
    solver: &mut Solver,
    procedure: ProcedureId,
) -> Result<Vec<Row>, StopReason> {
    let mut answers: Vec<GroundTerm> = Vec::new();
    solver.ask(program, procedure, &[], &mut answers)?;
    let term = |&id: &GroundTerm| solver.pool.term(rules.symbols(), id);
    let width = program.procedures[procedure].answer_width;
    Ok(answers.chunks_exact(width).map(|row| row.iter().map(term).collect()).collect())
}
