//! Ways to rename what the rules speak of, and to exchange arguments, that leave the rules the same.

use crate::graph;
use crate::rulegraph::{Applied, FreeGraph};
use crate::sorts::{Sort, Sorts};
use crate::words::split;
use gdl::word::{ROLE, TRUE};
use gdl::{Rules, Symbol};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// Other names for things, for each sort of them, and another order of arguments. What is not mentioned stays.
#[derive(Clone, Debug)]
pub struct Renaming {
    names: BTreeMap<Name, Name>,
    /// For a symbol with so many arguments where each of them goes.
    arguments: BTreeMap<(String, usize), Vec<usize>>,
    sheet: Arc<NamedSorts>,
}

/// The name of an object with its sort, or of what has arguments without.
type Name = (String, Option<Sort>);

/// The sorts of arguments, by the names of symbols.
#[derive(Debug)]
pub struct NamedSorts {
    arguments: BTreeMap<(String, usize, usize), Sort>,
    facts: Sort,
    roles: Sort,
    /// Names that are used for things of several sorts.
    shared: HashSet<String>,
}

/// No more renamings than this are made of those that were found.
pub const MOST_RENAMINGS: usize = 63;
/// The search for them ends after so many steps: about a second.
const MOST_STEPS: u64 = 1_000_000_000;

/// The renamings that leave these rules the same, without that which changes nothing. None if it takes too long to find them.
pub fn renamings(rules: &Rules) -> Vec<Renaming> {
    let sorts = Sorts::of(rules);
    let graph = FreeGraph::new(rules, &sorts);
    let Some(form) = graph::search(&graph.sketch.graph, MOST_STEPS) else { return Vec::new() };
    let named = Named::of(&graph);
    let mut generators: Vec<Vec<u32>> =
        form.generators.iter().map(|generator| named.restricted(generator)).collect();
    generators.retain(|generator| !is_identity(generator));
    let products = products(&generators, named.vertices.len());
    let sheet = Arc::new(NamedSorts::of(rules, &graph, &sorts));
    products.iter().map(|product| named.renaming(rules, &sheet, product)).collect()
}

impl NamedSorts {
    /// The sorts of these rules.
    pub fn of_rules(rules: &Rules) -> Arc<NamedSorts> {
        let sorts = Sorts::of(rules);
        Arc::new(NamedSorts::of(rules, &FreeGraph::new(rules, &sorts), &sorts))
    }

    /// The first argument of a sort: the name of a symbol, its number of arguments, and which of them.
    fn argument(&self, sort: Sort) -> Option<&(String, usize, usize)> {
        self.arguments.iter().find(|&(_, other)| *other == sort).map(|(argument, _)| argument)
    }

    fn of(rules: &Rules, graph: &FreeGraph, sorts: &Sorts) -> NamedSorts {
        let arguments = graph.arguments.keys().flat_map(|&(symbol, count)| {
            let name = rules.symbols().name(symbol);
            (0..count).map(move |place| {
                ((name.to_owned(), count, place), sorts.sort((symbol, count, place)))
            })
        });
        let mut sorts_of: HashMap<Symbol, usize> = HashMap::new();
        graph.symbols.keys().for_each(|&(symbol, _)| *sorts_of.entry(symbol).or_default() += 1);
        let shared = sorts_of.into_iter().filter(|&(_, count)| count > 1);
        NamedSorts {
            shared: shared.map(|(symbol, _)| rules.symbols().name(symbol).to_owned()).collect(),
            arguments: arguments.collect(),
            facts: sorts.sort((TRUE, 1, 0)),
            roles: sorts.sort((ROLE, 1, 0)),
        }
    }
}

/// The vertices of the graph that matter here, with numbers of their own.
struct Named {
    vertices: Vec<u32>,
    numbers: HashMap<u32, u32>,
    symbols: Vec<((Symbol, Option<Sort>), u32)>,
    arguments: Vec<(Applied, Vec<u32>)>,
}

impl Named {
    fn of(graph: &FreeGraph) -> Named {
        let symbols = graph.symbols.values().copied();
        let vertices: Vec<u32> =
            symbols.chain(graph.arguments.values().flatten().copied()).collect();
        let numbers: HashMap<u32, u32> =
            vertices.iter().enumerate().map(|(number, &vertex)| (vertex, number as u32)).collect();
        Named {
            symbols: graph
                .symbols
                .iter()
                .map(|(&symbol, vertex)| (symbol, numbers[vertex]))
                .collect(),
            arguments: graph
                .arguments
                .iter()
                .map(|(&applied, vertices)| {
                    (applied, vertices.iter().map(|vertex| numbers[vertex]).collect())
                })
                .collect(),
            vertices,
            numbers,
        }
    }

    /// What an automorphism of the whole graph does to these.
    fn restricted(&self, generator: &[u32]) -> Vec<u32> {
        self.vertices.iter().map(|&vertex| self.numbers[&generator[vertex as usize]]).collect()
    }

    fn renaming(&self, rules: &Rules, sheet: &Arc<NamedSorts>, permutation: &[u32]) -> Renaming {
        let name = |symbol: Symbol| rules.symbols().name(symbol).to_owned();
        let by_vertex: HashMap<u32, (Symbol, Option<Sort>)> =
            self.symbols.iter().map(|&(symbol, vertex)| (vertex, symbol)).collect();
        let image = |vertex: u32| permutation[vertex as usize];
        let moved = self.symbols.iter().filter(|&&(_, vertex)| image(vertex) != vertex);
        let names = moved.map(|&((symbol, sort), vertex)| {
            let (other, other_sort) = by_vertex[&image(vertex)];
            ((name(symbol), sort), (name(other), other_sort))
        });
        let first_of: HashMap<u32, u32> = self
            .arguments
            .iter()
            .flat_map(|(_, vertices)| (0..).zip(vertices).map(|(number, &vertex)| (vertex, number)))
            .collect();
        let arguments = self.arguments.iter().map(|((symbol, count), vertices)| {
            let places: Vec<usize> =
                vertices.iter().map(|&vertex| first_of[&image(vertex)] as usize).collect();
            ((name(*symbol), *count), places)
        });
        Renaming {
            names: names.collect(),
            arguments: arguments.filter(|(_, places)| !places.is_sorted()).collect(),
            sheet: sheet.clone(),
        }
    }
}

fn is_identity(permutation: &[u32]) -> bool {
    permutation.iter().enumerate().all(|(number, &image)| number as u32 == image)
}

/// What generators and their products do, without that which changes nothing, and only the first if they are many.
fn products(generators: &[Vec<u32>], size: usize) -> Vec<Vec<u32>> {
    let identity: Vec<u32> = (0..size as u32).collect();
    let mut seen: HashSet<Vec<u32>> = HashSet::from_iter([identity.clone()]);
    let mut waiting = VecDeque::from([identity]);
    let mut products = Vec::new();
    while let Some(permutation) = waiting.pop_front() {
        for generator in generators {
            let product: Vec<u32> =
                permutation.iter().map(|&image| generator[image as usize]).collect();
            if seen.insert(product.clone()) {
                if products.len() == MOST_RENAMINGS {
                    return products;
                }
                products.push(product.clone());
                waiting.push_back(product);
            }
        }
    }
    products
}

impl Renaming {
    /// What a fact becomes.
    pub fn fact(&self, fact: &str) -> String {
        self.term(fact, self.sheet.facts)
    }

    /// What a role becomes.
    pub fn role(&self, role: &str) -> String {
        self.term(role, self.sheet.roles)
    }

    fn term(&self, term: &str, sort: Sort) -> String {
        let parts = split(term);
        let [name, arguments @ ..] = &parts[..] else { return term.to_owned() };
        let key = ((*name).to_owned(), arguments.is_empty().then_some(sort));
        let image = self.names.get(&key).map_or(*name, |(image, _)| image);
        if arguments.is_empty() {
            return image.to_owned();
        }
        let count = arguments.len();
        let places = self.arguments.get(&((*name).to_owned(), count));
        let mut images = vec![String::new(); count];
        for (number, argument) in arguments.iter().enumerate() {
            let sort = self.sheet.arguments.get(&((*name).to_owned(), count, number));
            let image =
                sort.map_or_else(|| argument.to_string(), |&sort| self.term(argument, sort));
            images[places.map_or(number, |places| places[number])] = image;
        }
        format!("({image} {})", images.join(" "))
    }
}

/// A renaming in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRenaming {
    /// Names, each with the other one.
    names: Vec<[WrittenName; 2]>,
    /// For a symbol with so many arguments where each of them goes.
    arguments: Vec<(String, usize, Vec<usize>)>,
}

/// A name, and for that of an object an argument of its sort: the name of a symbol, its number of arguments, and which of them.
type WrittenName = (String, Option<(String, usize, usize)>);

impl WrittenRenaming {
    /// The same in other words.
    pub fn in_words(&self, word: &dyn Fn(&str) -> String) -> WrittenRenaming {
        let name = |(name, argument): &WrittenName| -> WrittenName {
            let argument = argument.as_ref();
            (word(name), argument.map(|(symbol, count, place)| (word(symbol), *count, *place)))
        };
        let arguments = self.arguments.iter();
        WrittenRenaming {
            names: self.names.iter().map(|pair| pair.each_ref().map(name)).collect(),
            arguments: arguments
                .map(|(symbol, count, places)| (word(symbol), *count, places.clone()))
                .collect(),
        }
    }
}

impl Renaming {
    /// The renaming in words. What is only compared, and stands in no argument, is left out: facts do not have it.
    pub fn written(&self) -> WrittenRenaming {
        let name = |(name, sort): &Name| -> Option<WrittenName> {
            match sort {
                None => Some((name.clone(), None)),
                Some(sort) => Some((name.clone(), Some(self.sheet.argument(*sort)?.clone()))),
            }
        };
        let names = self.names.iter();
        let arguments = self.arguments.iter();
        WrittenRenaming {
            names: names.filter_map(|(one, other)| Some([name(one)?, name(other)?])).collect(),
            arguments: arguments
                .map(|((symbol, count), places)| (symbol.clone(), *count, places.clone()))
                .collect(),
        }
    }

    /// What was written, for rules with these sorts, if it makes sense: names change places, and so do arguments.
    pub fn read(written: &WrittenRenaming, sheet: &Arc<NamedSorts>) -> Option<Renaming> {
        let name = |(name, argument): &WrittenName| -> Option<Name> {
            let sort = argument.as_ref().map(|argument| sheet.arguments.get(argument).copied());
            match sort {
                None => Some((name.clone(), None)),
                Some(sort) => Some((name.clone(), Some(sort?))),
            }
        };
        let pair = |[one, other]: &[WrittenName; 2]| Some((name(one)?, name(other)?));
        let names: BTreeMap<Name, Name> =
            written.names.iter().map(pair).collect::<Option<BTreeMap<_, _>>>()?;
        let images: BTreeSet<&Name> = names.values().collect();
        let change_places =
            names.len() == written.names.len() && images.into_iter().eq(names.keys());
        let is_order = |(_, count, places): &(String, usize, Vec<usize>)| {
            places.len() == *count && (0..*count).all(|place| places.contains(&place))
        };
        if !change_places || !written.arguments.iter().all(is_order) {
            return None;
        }
        let arguments = written.arguments.iter();
        Some(Renaming {
            names,
            arguments: arguments
                .map(|(symbol, count, places)| ((symbol.clone(), *count), places.clone()))
                .collect(),
            sheet: Arc::clone(sheet),
        })
    }
}

/// `white > black > white, 1 > 3 > 1 in (cell 1), (mark 2 1)`: circles of names, with an argument in which they stand if the name is used
/// for other things too, and for symbols whose arguments move where each of them goes.
impl Display for Renaming {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (mut parts, mut seen) = (Vec::new(), HashSet::new());
        for first in self.names.keys() {
            let mut circle = vec![first];
            while let Some(next) = circle.last().and_then(|last| self.names.get(*last)) {
                circle.push(next);
                if next == first {
                    break;
                }
            }
            // Names that stay, but for things of another sort, are taken there by their arguments.
            let moves = circle.iter().any(|(name, _)| *name != first.0);
            if seen.insert(first) && moves {
                let names: Vec<&str> = circle.iter().map(|(name, _)| name.as_str()).collect();
                parts.push(format!("{}{}", names.join(" > "), self.place(first)));
            }
            seen.extend(circle);
        }
        for ((name, _), places) in &self.arguments {
            let places: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
            parts.push(format!("({name} {})", places.join(" ")));
        }
        f.write_str(&parts.join(", "))
    }
}

impl Renaming {
    /// An argument in which a name stands, if the name is used for other things too.
    fn place(&self, (name, sort): &Name) -> String {
        let Some(sort) = sort.filter(|_| self.sheet.shared.contains(name)) else {
            return String::new();
        };
        let first = self.sheet.argument(sort);
        first.map_or_else(String::new, |(name, _, place)| format!(" in ({name} {})", place + 1))
    }
}
