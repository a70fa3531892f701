//! An analysis for people.

use crate::{Analysis, Board, Content, Dimension, Fluent, Kind, Order, Quantity, Roles, Turns};
use std::fmt::{self, Display, Formatter};

/// More sets that one relation orders are only counted.
const MOST_SETS: usize = 3;

/// More words than this are cut short in the middle.
const MOST_WORDS: usize = 14;

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
        let plural = if self.games == 1 { "" } else { "s" };
        writeln!(f, "\nseen in {} states of {} random game{plural}", self.states, self.games)
    }
}

impl Display for Roles {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let width = self.roles.iter().map(|role| role.name.len()).max().unwrap_or(0);
        for role in &self.roles {
            let goals: Vec<String> = role.goals.iter().map(u8::to_string).collect();
            write!(f, "  {:width$}  gets {}", role.name, shortened(&goals, ", "))?;
            if !role.waits.is_empty() {
                write!(f, "; waits by {}", shortened(&role.waits, ", "))?;
            }
            writeln!(f)?;
        }
        let turns = match self.turns {
            Turns::Alone => "alone",
            Turns::Alternating => "one role chooses at a time",
            Turns::Simultaneous => "several roles choose at once",
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

impl Display for Order {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let chains = self.chains.iter().map(|chain| (chain, ""));
        let cycles = self.cycles.iter().map(|cycle| (cycle, " < again"));
        for (things, end) in chains.chain(cycles).take(MOST_SETS) {
            writeln!(f, "  {}: {}{end}", self.relation, shortened(things, " < "))?;
        }
        match (self.chains.len() + self.cycles.len()).saturating_sub(MOST_SETS) {
            0 => Ok(()),
            more => writeln!(f, "  {}: and {more} more", self.relation),
        }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Kind::Counter(counter) => {
                let way = if counter.is_down { "down" } else { "along" };
                write!(f, "counts the steps {way} {}", counter.order)?;
                f.write_str(if counter.only_counts { ", and nothing else" } else { "" })
            }
            Kind::Control => f.write_str("says who has the move"),
            Kind::Board(board) => write!(f, "{board}"),
            Kind::Quantity(quantity) => write!(f, "{quantity}"),
            Kind::Other => f.write_str("something else"),
        }
    }
}

impl Display for Board {
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
    /// What it is, in a line that is the same however long random games are watched, if that is long enough.
    pub fn summary(&self) -> String {
        let mut line = format!("{}: {}", self.signature(), self.kind);
        if let Kind::Board(_) = &self.kind {
            for (name, mut things) in self.kind.details() {
                things.sort_unstable();
                line += &format!("; {name} {}", things.join(", "));
            }
        }
        line
    }

    /// It with a sign for each argument: `+` for inputs, `-` for outputs, `.` for what says nothing more.
    fn signature(&self) -> String {
        let mut signs = vec!["."; self.arity];
        let mut set = |arguments: &mut dyn Iterator<Item = usize>, sign| {
            arguments.for_each(|argument| signs[argument] = sign);
        };
        match &self.kind {
            Kind::Board(Board { dimensions, contents, .. }) => {
                set(&mut dimensions.iter().map(|dimension| dimension.argument), "+");
                set(&mut contents.iter().copied(), "-");
            }
            Kind::Quantity(Quantity { inputs, outputs }) => {
                set(&mut inputs.iter().map(|dimension| dimension.argument), "+");
                set(&mut outputs.iter().map(|dimension| dimension.argument), "-");
            }
            Kind::Counter(_) => set(&mut (0..1), "-"),
            Kind::Control | Kind::Other => {}
        }
        match self.arity {
            0 => self.name.clone(),
            _ => format!("({} {})", self.name, signs.join(" ")),
        }
    }
}

impl Kind {
    /// What was seen: lists with their names.
    fn details(&self) -> Vec<(&'static str, Vec<String>)> {
        let lists = match self {
            Kind::Board(Board { pieces, markers, .. }) => {
                let phrases = |contents: &[Content]| -> Vec<String> {
                    contents.iter().map(|content| content.join(" ")).collect()
                };
                vec![("pieces", phrases(pieces)), ("markers", phrases(markers))]
            }
            Kind::Quantity(Quantity { outputs, .. }) => {
                outputs.iter().map(|output| ("values", output.values.clone())).collect()
            }
            Kind::Counter(_) | Kind::Control | Kind::Other => Vec::new(),
        };
        lists.into_iter().filter(|(_, things)| !things.is_empty()).collect()
    }
}

/// By what dimensions are ordered.
fn ordered(dimensions: &[Dimension]) -> String {
    let mut orders: Vec<&str> = dimensions.iter().filter_map(|d| d.order.as_deref()).collect();
    let some = if orders.len() < dimensions.len() { "partly " } else { "" };
    orders.dedup();
    match orders.is_empty() {
        true => String::new(),
        false => format!(", {some}ordered by {}", orders.join(" and ")),
    }
}

/// Words one after the other, without those in the middle if they are many.
fn shortened(words: &[String], between: &str) -> String {
    if words.len() <= MOST_WORDS {
        return words.join(between);
    }
    let half = MOST_WORDS / 2;
    let (first, last) = (&words[..half], &words[words.len() - half..]);
    format!("{}{between}...{between}{}", first.join(between), last.join(between))
}
