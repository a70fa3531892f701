//! Plans by what the analysis found, whatever the words are.

use crate::arrangement::{Arrangement, Ground, Place, Side, count};
use crate::domains::Domains;
use crate::labels::{Kind as LabelKind, Labels};
use crate::look::Looks;
use crate::neighbours::{self, Diagonal, Position};
use crate::plan::{Board, Holes, Plan, Source};
use crate::statics::Statics;
use crate::{MOST_BESIDE, MOST_CELLS, holes, natural};
use analyze::{Analysis, Dimension, Fluent, Kind, Order, Pairs, Quantity};
use gdl::Rules;
use library::{Pattern, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

impl Plan {
    /// By what the analysis found, whatever the words are; `initial` are the facts of the initial state.
    pub fn found(analysis: &Analysis, rules: &Rules, roles: &[String], initial: &[String]) -> Plan {
        let domains = Domains::of(rules);
        let statics = Statics::of(rules);
        let mut finder = Finder {
            analysis,
            domains,
            statics,
            initial: facts(initial),
            drafts: Vec::new(),
            labels: Vec::new(),
        };
        analysis.fluents.iter().for_each(|fluent| finder.fluent(fluent));
        let labels = Labels::Kinds(std::mem::take(&mut finder.labels));
        let contents = finder.contents();
        let boards = finder.boards();
        Plan::new(boards, labels, Looks::new(roles, &contents), rules)
    }
}

/// A table of facts that are no board has at most so many rows and columns.
const MOST_OF_A_TABLE: usize = 16;

/// The arguments of facts, by name and number of arguments.
type Facts = HashMap<(String, usize), Vec<Vec<String>>>;

fn facts(texts: &[String]) -> Facts {
    let mut facts = Facts::new();
    for text in texts {
        let Some(Term::List(parts)) = Term::read(text) else { continue };
        let mut words = parts.iter().map(Term::to_string);
        let Some(name) = words.next() else { continue };
        let arguments: Vec<String> = words.collect();
        facts.entry((name, arguments.len())).or_default().push(arguments);
    }
    facts
}

struct Finder<'a> {
    analysis: &'a Analysis,
    domains: Domains,
    statics: Statics,
    initial: Facts,
    drafts: Vec<Draft<'a>>,
    labels: Vec<LabelKind>,
}

/// A fluent that lies on a board.
struct Draft<'a> {
    fluent: &'a Fluent,
    axes: Vec<Axis>,
    /// The arguments that are shown.
    contents: Vec<usize>,
    /// What was seen in its cells.
    seen: Vec<Vec<String>>,
    /// Whether it lies on somebody else's board, if one has its cells.
    is_guest: bool,
    empty: Option<Vec<String>>,
}

/// An argument that names cells.
#[derive(Clone, Debug)]
struct Axis {
    argument: usize,
    order: Option<String>,
    values: Vec<String>,
}

impl<'a> Finder<'a> {
    /// What becomes of a kind of fact.
    fn fluent(&mut self, fluent: &'a Fluent) {
        match &fluent.kind {
            Kind::Control => self.label(fluent, "turn"),
            Kind::Counter(_) => self.label(fluent, "step"),
            Kind::Board(board) => {
                self.board(fluent, board);
            }
            Kind::Quantity(quantity) => self.quantity(fluent, quantity),
            Kind::Other => self.other(fluent),
        }
    }

    fn label(&mut self, fluent: &Fluent, label: &str) {
        let (fluent, arity) = (fluent.name.clone(), fluent.arity);
        self.labels.push(LabelKind { fluent, arity, label: label.to_owned() });
    }

    /// Cells and what is in them. Where the analysis could have taken other arguments as well, those that name cells of another
    /// board are meant; and things that are each somewhere in an order are beside each other.
    fn board(&mut self, fluent: &'a Fluent, board: &analyze::Board) {
        let seen = board.pieces.iter().chain(&board.markers).cloned().collect();
        match (board.dimensions.as_slice(), board.contents.as_slice()) {
            ([one, other], _) if one.order != other.order && self.host(fluent).is_some() => {
                let Some((cells, host)) = self.host(fluent) else { return };
                let axes = cells.iter().zip(&host.dimensions);
                let dimensions =
                    axes.map(|(&argument, axis)| Dimension { argument, ..axis.clone() });
                let dimensions: Vec<Dimension> = dimensions.collect();
                let contents = (0..fluent.arity).filter(|argument| !cells.contains(argument));
                self.draft(fluent, &dimensions, contents.collect(), Vec::new(), false);
            }
            ([place], &[thing]) if thing < place.argument && place.order.is_some() => {
                let things = seen_of(board);
                let things = Dimension { argument: thing, order: None, values: things };
                self.draft(fluent, &[things, place.clone()], Vec::new(), Vec::new(), false);
            }
            (dimensions, contents) => {
                self.draft(fluent, dimensions, contents.to_vec(), seen, false);
            }
        }
    }

    /// Another board, ordered in the same way in both directions, two of whose cells' sorts this fluent has exactly twice: those
    /// arguments and the board.
    fn host(&self, fluent: &Fluent) -> Option<(Vec<usize>, &'a analyze::Board)> {
        let others = self.analysis.fluents.iter().filter(|other| other.name != fluent.name);
        others.into_iter().find_map(|other| {
            let Kind::Board(board) = &other.kind else { return None };
            let [one, two] = board.dimensions.as_slice() else { return None };
            let sort =
                |axis: &Dimension| self.domains.sort(&other.name, other.arity, axis.argument);
            let sorts = [sort(one)?, sort(two)?];
            let own = |argument: &usize| {
                let sort = self.domains.sort(&fluent.name, fluent.arity, *argument);
                sort.is_some_and(|sort| sorts.contains(&sort))
            };
            let cells: Vec<usize> = (0..fluent.arity).filter(own).collect();
            let is_ordered = one.order.is_some() && one.order == two.order;
            (is_ordered && cells.len() == 2).then_some((cells, board))
        })
    }

    /// One value is a label; two that are a place are something on a board; values of things are boxes, or a table.
    fn quantity(&mut self, fluent: &'a Fluent, quantity: &Quantity) {
        let Quantity { inputs, outputs } = quantity;
        match (inputs.as_slice(), outputs.as_slice()) {
            ([], [_, _, ..]) if outputs.len() == fluent.arity => {
                self.draft(fluent, outputs, Vec::new(), Vec::new(), true);
            }
            ([], _) => self.label(fluent, &fluent.name),
            // A value for each of the same values: a row or a column in which something is.
            ([input], [output])
                if fluent.arity == 2
                    && input.order.is_some()
                    && input.order == output.order
                    && self.values(input) == self.values(output) =>
            {
                let both = [input.clone(), output.clone()];
                self.draft(fluent, &both, Vec::new(), Vec::new(), false);
            }
            _ => {
                let is_input =
                    |argument: &usize| inputs.iter().any(|input| input.argument == *argument);
                let contents = (0..fluent.arity).filter(|argument| !is_input(argument)).collect();
                self.draft(fluent, inputs, contents, Vec::new(), false);
            }
        }
    }

    /// Facts of one argument are a label, or boxes if there are several of them. If exactly two arguments are of the same sort, they
    /// name cells; and two that can be few things make a table.
    fn other(&mut self, fluent: &'a Fluent) {
        let several = self
            .initial
            .get(&(fluent.name.clone(), fluent.arity))
            .is_some_and(|facts| facts.len() > 1);
        let arguments: Vec<usize> = match fluent.arity {
            1 if several => vec![0],
            1 => return self.label(fluent, &fluent.name),
            2 => vec![0, 1],
            arity => match self.pair(fluent, arity) {
                Some(pair) => pair.to_vec(),
                None => return,
            },
        };
        let arguments = self.coordinates(fluent, &arguments).unwrap_or(arguments);
        let is_table = arguments.len() == 2 && self.pair(fluent, fluent.arity).is_none();
        let dimensions: Vec<Dimension> =
            arguments.iter().map(|&argument| self.dimension(fluent, argument, is_table)).collect();
        let most = if arguments.len() == 1 { MOST_BESIDE } else { MOST_OF_A_TABLE };
        let is_few = |dimension: &Dimension| (1..=most).contains(&dimension.values.len());
        if dimensions.iter().all(is_few) {
            let contents = (0..fluent.arity).filter(|argument| !arguments.contains(argument));
            self.draft(fluent, &dimensions, contents.collect(), Vec::new(), false);
        } else if fluent.arity == 1 {
            self.label(fluent, &fluent.name);
        }
    }

    /// What an argument can be; if that is too much for a table of different things, what it is at the start.
    fn dimension(&self, fluent: &Fluent, argument: usize, is_table: bool) -> Dimension {
        let mut values = self.domains.values(&fluent.name, fluent.arity, argument);
        let facts = self.initial.get(&(fluent.name.clone(), fluent.arity));
        if let Some(facts) =
            facts.filter(|facts| is_table && facts.len() > 1 && values.len() > MOST_OF_A_TABLE)
        {
            let is_first =
                |value: &String| facts.iter().any(|fact| fact.get(argument) == Some(value));
            values.retain(is_first);
        }
        Dimension { argument, order: None, values }
    }

    /// The only argument of two whose values are the cells of a board: a relation says where they lie, or their names do.
    fn coordinates(&self, fluent: &Fluent, arguments: &[usize]) -> Option<Vec<usize>> {
        let are_cells = |argument: &&usize| {
            let values = self.domains.values(&fluent.name, fluent.arity, **argument);
            let (tables, orders) = (&self.statics.tables, &self.analysis.orders);
            neighbours::places(&values, tables, orders).is_some()
                || Arrangement::coordinates(&values).is_some()
        };
        let mut cells = arguments.iter().filter(are_cells);
        let argument = *cells.next()?;
        (arguments.len() == 2 && cells.next().is_none()).then(|| vec![argument])
    }

    /// The only two arguments that are of the same sort.
    fn pair(&self, fluent: &Fluent, arity: usize) -> Option<[usize; 2]> {
        let sort = |argument: usize| self.domains.sort(&fluent.name, arity, argument);
        let pairs = (0..arity).flat_map(|one| (one + 1..arity).map(move |other| [one, other]));
        let mut same =
            pairs.filter(|&[one, other]| sort(one).is_some() && sort(one) == sort(other));
        same.next().filter(|_| same.next().is_none())
    }

    fn draft(
        &mut self,
        fluent: &'a Fluent,
        dimensions: &[Dimension],
        contents: Vec<usize>,
        seen: Vec<Vec<String>>,
        is_guest: bool,
    ) {
        let axes: Vec<Axis> = dimensions
            .iter()
            .map(|dimension| Axis {
                argument: dimension.argument,
                order: dimension.order.clone(),
                values: self.values(dimension),
            })
            .collect();
        let mut draft = Draft { fluent, axes, contents, seen, is_guest, empty: None };
        draft.empty = self.empty(&draft);
        self.drafts.push(draft);
    }

    /// The values of a dimension from the first to the last that was seen, with those between them.
    fn values(&self, dimension: &Dimension) -> Vec<String> {
        let seen: Vec<&str> = dimension.values.iter().map(String::as_str).collect();
        let orders = self.analysis.orders.iter();
        let mut order = orders.filter(|order| dimension.order.as_ref() == Some(&order.relation));
        let Some(chain) = order.next().and_then(|order| order.chain_of(&seen)) else {
            let mut values = dimension.values.clone();
            values.sort_by(|a, b| natural::compare(a, b));
            return values;
        };
        let place =
            |value: Option<&&str>| chain.iter().position(|link| Some(&link.as_str()) == value);
        match (place(seen.first()), place(seen.last())) {
            (Some(first), Some(last)) if first <= last => chain[first..=last].to_vec(),
            _ => dimension.values.clone(),
        }
    }

    /// What stands for an empty cell: in the initial state each cell has one content, and this one is in a third of them at least
    /// and more often than any other.
    fn empty(&self, draft: &Draft) -> Option<Vec<String>> {
        let facts = self.initial.get(&(draft.fluent.name.clone(), draft.fluent.arity))?;
        if draft.contents.is_empty() || draft.seen.len() < 2 || draft.axes.len() < 2 {
            return None;
        }
        let mut cells: BTreeSet<Vec<&String>> = BTreeSet::new();
        let mut counts: BTreeMap<Vec<&String>, usize> = BTreeMap::new();
        for fact in facts {
            let part = |arguments: &mut dyn Iterator<Item = usize>| -> Option<Vec<&String>> {
                arguments.map(|argument| fact.get(argument)).collect()
            };
            if !cells.insert(part(&mut draft.axes.iter().map(|axis| axis.argument))?) {
                return None;
            }
            *counts.entry(part(&mut draft.contents.iter().copied())?).or_default() += 1;
        }
        let (content, &most) = counts.iter().max_by_key(|(_, count)| **count)?;
        let is_single = counts.values().filter(|count| **count == most).count() == 1;
        let is_often = 3 * most >= draft.cells();
        (is_single && is_often).then(|| content.iter().map(|&word| word.clone()).collect())
    }

    /// What is known to lie in cells, in the order in which it was found.
    fn contents(&self) -> Vec<(Vec<String>, Option<String>)> {
        let mut contents = Vec::new();
        for draft in &self.drafts {
            match draft.contents.is_empty() {
                true => contents.push((vec![draft.fluent.name.clone()], None)),
                false => {
                    let seen = draft.seen.iter().filter(|seen| draft.empty.as_ref() != Some(seen));
                    contents.extend(seen.map(|seen| (seen.clone(), None)));
                }
            }
        }
        contents
    }

    /// Puts everything that has the same cells on one board.
    fn boards(self) -> Vec<Board> {
        let (guests, hosts): (Vec<Draft>, Vec<Draft>) =
            self.drafts.into_iter().partition(|draft| draft.is_guest);
        // Those with the most cells come first: the others may lie on them.
        let mut groups: Vec<Vec<Draft>> = Vec::new();
        let mut hosts = hosts;
        hosts.sort_by_key(|draft| std::cmp::Reverse(draft.cells()));
        for draft in hosts.into_iter().chain(guests) {
            let group = groups.iter_mut().find(|group| draft.lies_on(&group[0]));
            match group {
                Some(group) => group.push(draft),
                None => groups.push(vec![draft]),
            }
        }
        let are_several = groups.len() > 1;
        let boards = groups.iter().filter_map(|group| {
            let board = board(group, &self.statics, &self.analysis.orders, &self.initial);
            board.map(|board| (board, group[0].cells()))
        });
        let mut boards: Vec<(Board, usize)> = boards.collect();
        // Boards come before rows of boxes.
        let is_box = |place: &Place| place.ground == Ground::Box;
        boards.sort_by_key(|(board, cells)| {
            (board.arrangement.places.iter().all(is_box), std::cmp::Reverse(*cells))
        });
        let mut room = MOST_CELLS;
        let mut shown = Vec::new();
        for (mut board, cells) in boards {
            if cells > room {
                continue;
            }
            room -= cells;
            if !are_several && board.sources.iter().all(|source| source.place.len() > 1) {
                board.title = None;
            }
            shown.push(board);
        }
        shown
    }
}

impl Draft<'_> {
    fn cells(&self) -> usize {
        self.axes.iter().fold(1, |cells, axis| cells.saturating_mul(axis.values.len()))
    }

    /// Whether its cells are those of another one; a guest's are some of them.
    fn lies_on(&self, host: &Draft) -> bool {
        let is_same = |(own, other): (&Axis, &Axis)| match self.is_guest {
            true => {
                own.order == other.order
                    && own.values.iter().all(|value| other.values.contains(value))
            }
            false => own.values == other.values,
        };
        // Cells that happened not to be seen; other arguments would mean that a cell is something else.
        let is_part = |(own, other): (&Axis, &Axis)| {
            own.order.is_some()
                && own.order == other.order
                && own.values.iter().all(|value| other.values.contains(value))
        };
        let is_whole = self.axes.len() + self.contents.len() == self.fluent.arity;
        let is_same = |pair: (&Axis, &Axis)| is_same(pair) || (is_whole && is_part(pair));
        self.axes.len() > 1
            && self.axes.len() == host.axes.len()
            && self.axes.iter().zip(&host.axes).all(is_same)
    }

    /// The cells in which something is at the start, if two arguments name them.
    fn filled(&self, initial: &Facts) -> Vec<(String, String)> {
        let facts = initial.get(&(self.fluent.name.clone(), self.fluent.arity));
        let cell = |fact: &Vec<String>| {
            let value = |axis: usize| fact.get(self.axes.get(axis)?.argument).cloned();
            Some((value(0)?, value(1)?))
        };
        facts.into_iter().flatten().filter_map(cell).collect()
    }

    fn source(&self) -> Option<Source> {
        let variables: String =
            (0..self.fluent.arity).map(|argument| format!(" ?{argument}")).collect();
        let pattern = Pattern::read(&format!("({}{variables})", self.fluent.name))?;
        let variable = |argument: &usize| format!("?{argument}");
        let contents: Vec<String> = match self.contents.is_empty() {
            true => vec![self.fluent.name.clone()],
            false => self.contents.iter().map(variable).collect(),
        };
        Some(Source {
            pattern,
            place: self.axes.iter().map(|axis| variable(&axis.argument)).collect(),
            contents,
            symbol: None,
            empty: self.empty.clone(),
            is_ground: self.contents.is_empty() && !self.is_guest,
        })
    }
}

/// The board of fluents that have the same cells, if they are not too many.
fn board(group: &[Draft], statics: &Statics, orders: &[Order], initial: &Facts) -> Option<Board> {
    let first = group.first()?;
    if first.cells() == 0 || first.cells() > MOST_CELLS {
        return None;
    }
    let arrangement = arrangement(&first.axes, statics, orders)?;
    let holes = holes_of(group, &arrangement, statics, initial);
    let names: Vec<&str> = group.iter().map(|draft| draft.fluent.name.as_str()).collect();
    Some(Board {
        title: Some(names.join(", ")),
        arrangement: Arc::new(arrangement),
        at: None,
        sources: group.iter().filter_map(Draft::source).collect(),
        shows_first: false,
        holes,
    })
}

/// Which cells of a board are not there: a fluent that has a word for empty cells speaks of all that there are, and else a relation
/// may say it, or which cells can be reached from others.
fn holes_of(
    group: &[Draft],
    arrangement: &Arrangement,
    statics: &Statics,
    initial: &Facts,
) -> Holes {
    let Some(first) = group.first() else { return Holes::None };
    if group.iter().any(|draft| draft.empty.is_some()) {
        return Holes::Silent;
    }
    let [one, other] = first.axes.as_slice() else { return Holes::None };
    let filled: Vec<(String, String)> =
        group.iter().flat_map(|draft| draft.filled(initial)).collect();
    let (columns, rows) = (&one.values, &other.values);
    let said = statics.pairs.iter();
    let said = said.filter_map(|relation| holes::named(&relation.pairs, columns, rows));
    let links = neighbours::links(statics.allowing(), columns, rows);
    let reached = links.iter().filter_map(neighbours::reached);
    let filled = holes::named(&filled, columns, rows).unwrap_or_default();
    let is_board =
        |cells: &HashSet<Position>| holes::are_board(cells, (columns.len(), rows.len()), &filled);
    let Some(cells) = said.chain(reached).find(is_board) else { return Holes::None };
    let name = |&(column, row): &(usize, usize)| {
        vec![one.values[column].clone(), other.values[row].clone()]
    };
    let there: HashSet<usize> =
        cells.iter().filter_map(|cell| arrangement.find(&name(cell))).collect();
    let missing = (0..arrangement.places.len()).filter(|place| !there.contains(place));
    Holes::Known(missing.collect())
}

/// Boxes, rows and columns, layers beside each other, or boards in a board.
fn arrangement(axes: &[Axis], statics: &Statics, orders: &[Order]) -> Option<Arrangement> {
    let side = |axes: &[usize], from: &[Axis], is_down: bool| -> Side {
        let levels = axes.iter().map(|&number| {
            let mut values = from[number].values.clone();
            if is_down {
                values.reverse();
            }
            (number, values)
        });
        levels.collect()
    };
    let (across, down) = match axes.len() {
        1 => {
            let names = &axes[0].values;
            let boxes = || (names.len() <= MOST_BESIDE).then(|| Arrangement::boxes(names));
            if let Some(placed) = placed(names, statics, orders) {
                return Some(placed);
            }
            let grid = Arrangement::coordinates(names);
            return grid.map(|grid| joined(grid, names, &statics.pairs)).or_else(boxes);
        }
        2 if are_letters(&axes[1]) && !are_letters(&axes[0]) => (vec![1], vec![0]),
        2 => (vec![0], vec![1]),
        3 => {
            let layer = layer(axes);
            let others: Vec<usize> = (0..3).filter(|&axis| axis != layer).collect();
            (vec![layer, others[0]], vec![others[1]])
        }
        4 => (vec![0, 2], vec![1, 3]),
        _ => return None,
    };
    let plane = match axes {
        [one, other] => Some((&one.values, &other.values)),
        _ => None,
    };
    let diagonal = plane.and_then(|(columns, rows)| {
        let links = neighbours::links(statics.allowing(), columns, rows);
        links.iter().find_map(|links| neighbours::diagonal(links, columns.len() * rows.len()))
    });
    let is_up = diagonal != Some(Diagonal::Falling);
    let (across, down) = (side(&across, axes, false), side(&down, axes, is_up));
    if count(&across).max(count(&down)) > MOST_BESIDE {
        return None;
    }
    let grid = Arrangement::grid(&across, &down, usize::from(diagonal.is_some()));
    let walls = plane.and_then(|(columns, rows)| {
        let links = neighbours::links(statics.refusing(), columns, rows);
        let walls = links.iter().find_map(neighbours::walls)?;
        let key = |(column, row): Position| vec![columns[column].clone(), rows[row].clone()];
        Some(walls.into_iter().map(|(from, to)| [key(from), key(to)]).collect::<Vec<_>>())
    });
    Some(match walls {
        Some(walls) => grid.walled(&walls),
        None => grid,
    })
}

/// Cells with names where a relation that never changes says that they lie.
fn placed(names: &[String], statics: &Statics, orders: &[Order]) -> Option<Arrangement> {
    let (places, (columns, rows)) = neighbours::places(names, &statics.tables, orders)?;
    if columns.max(rows) > MOST_BESIDE || columns * rows > MOST_CELLS {
        return None;
    }
    let links = neighbours::named_links(&statics.pairs, &statics.tables, &places);
    let diagonal = links.iter().find_map(|links| neighbours::diagonal(links, names.len()));
    let drawn = |(column, row): Position| match diagonal {
        Some(Diagonal::Falling) => (column, row),
        _ => (column, rows - 1 - row),
    };
    let names = names.iter().map(|name| (drawn(places[name]), name.clone())).collect();
    let slant = usize::from(diagonal.is_some());
    Some(Arrangement::named(&names, (columns, rows), slant))
}

fn are_letters(axis: &Axis) -> bool {
    axis.values.iter().all(|value| {
        let mut signs = value.chars();
        signs.next().is_some_and(char::is_alphabetic) && signs.next().is_none()
    })
}

/// Of three axes the one that differs from the others, and else the last.
fn layer(axes: &[Axis]) -> usize {
    let same = |one: usize, other: usize| axes[one].values == axes[other].values;
    match (same(0, 1), same(1, 2), same(0, 2)) {
        (false, true, false) => 0,
        (false, false, true) => 1,
        _ => 2,
    }
}

/// What was seen in the cells of a board, if it is one word each.
fn seen_of(board: &analyze::Board) -> Vec<String> {
    let mut seen: Vec<String> =
        board.pieces.iter().chain(&board.markers).flatten().cloned().collect();
    seen.sort_by(|a, b| natural::compare(a, b));
    seen
}

/// Lines between cells, if a relation that never changes joins all of them.
fn joined(grid: Arrangement, names: &[String], statics: &[Pairs]) -> Arrangement {
    let joins = |relation: &&Pairs| {
        let ends: HashSet<&String> =
            relation.pairs.iter().flat_map(|(one, other)| [one, other]).collect();
        ends.len() == names.len() && names.iter().all(|name| ends.contains(name))
    };
    match statics.iter().find(joins).filter(|relation| relation.pairs.len() <= MOST_CELLS) {
        Some(relation) => grid.joined(&relation.pairs),
        None => grid,
    }
}
