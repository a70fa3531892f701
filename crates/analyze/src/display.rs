//! The text form of an analysis and of symmetries, as `agon analyze` prints it. Nothing is derived here.

use crate::{
    Analysis, BoardStructure, Content, Dimension, Fluent, FluentKind, GameSymmetry, OrderRelation,
    Quantity, RoleAnalysis, RoleInfo, TurnOrder,
};
use std::fmt::{self, Display, Formatter};
use term::Term;

/// Number of sets printed for one order relation; the others are only counted.
const MAX_SETS: usize = 3;

/// Number of words in a list above which those in the middle are left out.
const MAX_WORDS: usize = 14;

/// Number of symmetries of each kind that are printed; the others are only counted.
const MAX_SYMMETRIES: usize = 8;

/// Explanation of the signs that [`Fluent::signature`] writes after the name of a fluent.
const LEGEND: &str = "signs of arguments: + input, - output (determined by the inputs), . other";

impl Display for Analysis {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(f, "roles")?;
        write!(f, "{}", self.roles)?;
        if !self.orders.is_empty() {
            writeln!(f, "\norders")?;
        }
        for order in &self.orders {
            write!(f, "{order}")?;
        }
        writeln!(f, "\nstates")?;
        let width = self.fluents.iter().map(|fluent| fluent.signature().len()).max().unwrap_or(0);
        for fluent in &self.fluents {
            let always = if fluent.always_changes { "; changes with every step" } else { "" };
            writeln!(f, "  {:width$}  {}{always}", fluent.signature(), fluent.kind)?;
            for (name, things) in fluent.kind.details() {
                writeln!(f, "  {:width$}  {name} {}", "", shortened(&things, ", "))?;
            }
        }
        if self.fluents.iter().any(|fluent| fluent.arity > 0) {
            writeln!(f, "  {LEGEND}")?;
        }
        let plural = if self.games == 1 { "" } else { "s" };
        writeln!(f, "\nseen in {} states of {} random game{plural}", self.states, self.games)
    }
}

impl Display for RoleAnalysis {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let width = self.roles.iter().map(|role| role.name.len()).max().unwrap_or(0);
        for role in &self.roles {
            writeln!(f, "  {:width$}  {role}", role.name)?;
        }
        let turns = match self.turns {
            TurnOrder::Alone => "one role plays alone",
            TurnOrder::Alternating => "one role chooses at a time",
            TurnOrder::Simultaneous => "several roles choose at once",
        };
        write!(f, "  {turns}")?;
        if let Some(sum) = self.sum.filter(|_| self.roles.len() > 1) {
            write!(f, "; together they get {sum}")?;
        }
        for team in self.teams.iter().filter(|team| team.len() > 1) {
            write!(f, "; {} play together", team.join(" and "))?;
        }
        writeln!(f)
    }
}

/// The goal values and waiting moves of a role, without its name.
impl Display for RoleInfo {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let goals: Vec<String> = self.goals.iter().map(u8::to_string).collect();
        write!(f, "gets {}", shortened(&goals, ", "))?;
        if !self.waits.is_empty() {
            write!(f, "; waits by {}", shortened(&self.waits, ", "))?;
        }
        Ok(())
    }
}

impl Display for OrderRelation {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let chains = self.chains.iter().map(|chain| (chain, ""));
        let cycles = self.cycles.iter().map(|cycle| (cycle, " < again"));
        for (things, end) in chains.chain(cycles).take(MAX_SETS) {
            writeln!(f, "  {}: {}{end}", self.relation, shortened(&texts(things), " < "))?;
        }
        match (self.chains.len() + self.cycles.len()).saturating_sub(MAX_SETS) {
            0 => Ok(()),
            more => writeln!(f, "  {}: and {more} more", self.relation),
        }
    }
}

impl Display for FluentKind {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            FluentKind::Counter(counter) => {
                let way = if counter.is_down { "down" } else { "along" };
                write!(f, "counts the steps {way} {}", counter.order)?;
                f.write_str(if counter.only_counts { ", and nothing else" } else { "" })
            }
            FluentKind::Control => f.write_str("says who has the move"),
            FluentKind::Board(board) => write!(f, "{board}"),
            FluentKind::Quantity(quantity) => write!(f, "{quantity}"),
            FluentKind::Other => f.write_str("structure not recognised"),
        }
    }
}

impl Display for BoardStructure {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let sizes: Vec<String> =
            self.dimensions.iter().map(|dimension| dimension.values.len().to_string()).collect();
        write!(f, "board of {} cells", sizes.join(" x "))?;
        f.write_str(&ordered(&self.dimensions))
    }
}

impl Display for Quantity {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let count: usize = self.inputs.iter().map(|input| input.values.len()).product();
        match (count, self.outputs.len()) {
            (1, 1) => f.write_str("quantity")?,
            (1, count) | (count, 1) => write!(f, "{count} quantities")?,
            (count, outputs) => write!(f, "{count} x {outputs} quantities")?,
        }
        f.write_str(&ordered(&self.outputs))
    }
}

impl Fluent {
    /// Returns a line that describes the fluent. It does not depend on the size of the sample, if that is large enough.
    pub fn summary(&self) -> String {
        let mut line = format!("{}: {}", self.signature(), self.kind);
        if let FluentKind::Board(_) = &self.kind {
            for (name, mut things) in self.kind.details() {
                things.sort_unstable();
                line += &format!("; {name} {}", things.join(", "));
            }
        }
        line
    }

    /// Returns the name with a sign for each argument: `+` for inputs, `-` for outputs, `.` for arguments without
    /// further information.
    fn signature(&self) -> String {
        let mut signs = vec!["."; self.arity];
        let mut set = |arguments: &mut dyn Iterator<Item = usize>, sign| {
            arguments.for_each(|argument| signs[argument] = sign);
        };
        match &self.kind {
            FluentKind::Board(BoardStructure { dimensions, contents, .. }) => {
                set(&mut dimensions.iter().map(|dimension| dimension.argument), "+");
                set(&mut contents.iter().copied(), "-");
            }
            FluentKind::Quantity(Quantity { inputs, outputs }) => {
                set(&mut inputs.iter().map(|dimension| dimension.argument), "+");
                set(&mut outputs.iter().map(|dimension| dimension.argument), "-");
            }
            FluentKind::Counter(_) => set(&mut (0..1), "-"),
            FluentKind::Control | FluentKind::Other => {}
        }
        match self.arity {
            0 => self.name.clone(),
            _ => format!("({} {})", self.name, signs.join(" ")),
        }
    }
}

/// Returns the symmetries of a game in words, a line for each way to rename things and one for the ways to turn the
/// board.
///
/// A turn is written as the axes of the board in their new order; `-` marks those that are reversed.
pub fn symmetry_lines(symmetries: &[GameSymmetry]) -> Vec<String> {
    let turns: Vec<String> = symmetries.iter().filter_map(GameSymmetry::turn).collect();
    let renamings: Vec<String> = symmetries.iter().filter_map(GameSymmetry::renaming).collect();
    let renamed = renamings.iter().take(MAX_SYMMETRIES);
    let mut lines: Vec<String> = turns_line(&turns).into_iter().collect();
    lines.extend(renamed.map(|renaming| format!("the rules stay the same with {renaming}")));
    if let more @ 1.. = renamings.len().saturating_sub(MAX_SYMMETRIES) {
        lines.push(format!("and in {more} more ways"));
    }
    lines
}

/// Returns the line that lists the ways to turn a board; `None` if there are none.
fn turns_line(turns: &[String]) -> Option<String> {
    let count = turns.first()?.split(' ').count();
    let axes = ["x", "y", "z"].into_iter().take(count).collect::<Vec<_>>().join(" ");
    let shown: Vec<String> =
        turns.iter().take(MAX_SYMMETRIES).map(|turn| format!("({turn})")).collect();
    let more = match turns.len().saturating_sub(MAX_SYMMETRIES) {
        0 => String::new(),
        more => format!(" and in {more} more ways"),
    };
    Some(format!(
        "the board ({axes}) can be turned to {}{more}; - reverses an axis",
        shown.join(", ")
    ))
}

impl FluentKind {
    /// Returns lists of values that were observed, each with its title.
    fn details(&self) -> Vec<(&'static str, Vec<String>)> {
        let lists = match self {
            FluentKind::Board(BoardStructure { pieces, markers, .. }) => {
                let phrases = |contents: &[Content]| -> Vec<String> {
                    contents.iter().map(|content| texts(content).join(" ")).collect()
                };
                vec![("pieces", phrases(pieces)), ("markers", phrases(markers))]
            }
            FluentKind::Quantity(Quantity { outputs, .. }) => {
                outputs.iter().map(|output| ("values", texts(&output.values))).collect()
            }
            FluentKind::Counter(_) | FluentKind::Control | FluentKind::Other => Vec::new(),
        };
        lists.into_iter().filter(|(_, things)| !things.is_empty()).collect()
    }
}

/// Returns the relations that order the dimensions, as the end of a sentence; empty if no dimension is ordered.
fn ordered(dimensions: &[Dimension]) -> String {
    let mut orders: Vec<&str> = dimensions.iter().filter_map(|d| d.order.as_deref()).collect();
    let some = if orders.len() < dimensions.len() { "partly " } else { "" };
    orders.dedup();
    if orders.is_empty() {
        return String::new();
    }
    format!(", {some}ordered by {}", orders.join(" and "))
}

fn texts(terms: &[Term]) -> Vec<String> {
    terms.iter().map(Term::to_string).collect()
}

/// Joins words, without those in the middle if there are many.
fn shortened(words: &[String], between: &str) -> String {
    if words.len() <= MAX_WORDS {
        return words.join(between);
    }
    let half = MAX_WORDS / 2;
    let (first, last) = (&words[..half], &words[words.len() - half..]);
    format!("{}{between}...{between}{}", first.join(between), last.join(between))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_name_as_many_axes_as_the_board_has() {
        let line = |turns: &[&str]| {
            let turns: Vec<String> = turns.iter().map(|&turn| turn.to_owned()).collect();
            turns_line(&turns)
        };
        assert_eq!(line(&[]), None);
        let expected = "the board (x) can be turned to (-x); - reverses an axis";
        assert_eq!(line(&["-x"]).as_deref(), Some(expected));
        let expected = "the board (x y) can be turned to (-x y), (y x); - reverses an axis";
        assert_eq!(line(&["-x y", "y x"]).as_deref(), Some(expected));
        let expected = "the board (x y z) can be turned to (-x y -z); - reverses an axis";
        assert_eq!(line(&["-x y -z"]).as_deref(), Some(expected));
        let many = line(&["-x y"; MAX_SYMMETRIES + 3]).unwrap_or_default();
        assert!(many.ends_with("(-x y) and in 3 more ways; - reverses an axis"), "{many}");
    }

    #[test]
    fn signs_are_explained_and_unrecognised_fluents_are_named() {
        let rules = oracle::rules("maze");
        let mut machine = oracle::machine("maze");
        let analysis = crate::analyze(&rules, &mut machine, &crate::Sampling::states(100, 1));
        let text = analysis.expect("it can be played").to_string();
        assert!(text.contains(LEGEND), "{text}");
        assert!(text.contains("(gold .)   structure not recognised"), "{text}");
    }
}
