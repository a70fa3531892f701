//! The abstraction graph: which features are more abstract than others, and the level of each.
//!
//! Follows `guenther`, sections 4.1 to 4.3. Contains no features, only their numbers.

use hashbrown::HashSet;

/// Features, by their numbers, with edges from more abstract features to less abstract ones.
#[derive(Clone, Debug, Default)]
pub struct AbstractionGraph {
    /// The targets of the edges from each feature.
    below: Vec<Vec<u32>>,
    edges: HashSet<(u32, u32)>,
}

impl AbstractionGraph {
    /// Creates a graph of features without edges.
    pub fn new(count: usize) -> AbstractionGraph {
        AbstractionGraph { below: vec![Vec::new(); count], edges: HashSet::new() }
    }

    /// Adds a feature and returns its number.
    pub fn add(&mut self) -> u32 {
        self.below.push(Vec::new());
        self.below.len() as u32 - 1
    }

    /// Returns the number of features.
    pub fn len(&self) -> usize {
        self.below.len()
    }

    /// Whether the graph has no features.
    pub fn is_empty(&self) -> bool {
        self.below.is_empty()
    }

    /// Adds an edge from a feature to a less abstract one.
    pub fn put_above(&mut self, above: u32, below: u32) {
        if above != below && self.edges.insert((above, below)) {
            self.below[above as usize].push(below);
        }
    }

    /// Returns the targets of the edges from a feature.
    pub fn below(&self, feature: u32) -> &[u32] {
        &self.below[feature as usize]
    }

    /// Returns all features in topological order. In a cycle, which the theory excludes, one feature comes first all
    /// the same.
    fn order(&self) -> Vec<u32> {
        let mut is_done = vec![false; self.len()];
        let mut order = Vec::with_capacity(self.len());
        for start in 0..self.len() as u32 {
            if std::mem::replace(&mut is_done[start as usize], true) {
                continue;
            }
            let mut path = vec![(start, 0)];
            while let Some((node, next)) = path.last_mut() {
                match self.below[*node as usize].get(*next) {
                    Some(&below) => {
                        *next += 1;
                        if !std::mem::replace(&mut is_done[below as usize], true) {
                            path.push((below, 0));
                        }
                    }
                    None => {
                        order.push(*node);
                        path.pop();
                    }
                }
            }
        }
        order.reverse();
        order
    }

    /// Returns the level of each feature, from 0 (`guenther`, algorithm 4.3). A feature with nothing below it is as far
    /// from the top as the longest path to it; any other is just above the highest feature below it.
    pub fn levels(&self) -> Vec<u32> {
        let order = self.order();
        let mut places = vec![0; self.len()];
        order.iter().enumerate().for_each(|(place, &node)| places[node as usize] = place);
        let below = |node: u32| -> Vec<u32> {
            let is_later = |other: &&u32| places[**other as usize] > places[node as usize];
            self.below[node as usize].iter().filter(is_later).copied().collect()
        };
        let below: Vec<Vec<u32>> = (0..self.len() as u32).map(below).collect();
        let mut levels = vec![0; self.len()];
        for &node in &order {
            for &other in &below[node as usize] {
                levels[other as usize] = levels[other as usize].max(levels[node as usize] + 1);
            }
        }
        for &node in order.iter().rev() {
            let highest = below[node as usize].iter().map(|&other| levels[other as usize]).min();
            if let Some(highest) = highest {
                levels[node as usize] = highest - 1;
            }
        }
        levels
    }

    /// Returns the transitive reduction: edges that follow from others are removed. Levels stay the same.
    pub fn reduced(&self) -> AbstractionGraph {
        let mut graph = AbstractionGraph::new(self.len());
        for node in 0..self.len() as u32 {
            let mut reached = HashSet::new();
            let mut open: Vec<u32> = Vec::new();
            for &below in &self.below[node as usize] {
                open.extend(self.below[below as usize].iter().filter(|&&it| it != node));
            }
            while let Some(next) = open.pop() {
                if next != node && reached.insert(next) {
                    open.extend(&self.below[next as usize]);
                }
            }
            let direct = self.below[node as usize].iter().filter(|below| !reached.contains(*below));
            direct.for_each(|&below| graph.put_above(node, below));
        }
        graph
    }

    /// Returns the graph of some of the features, which are numbered anew. There is an edge where there is a path.
    pub fn among(&self, some: &[u32]) -> AbstractionGraph {
        let mut places = vec![None; self.len()];
        some.iter()
            .enumerate()
            .for_each(|(place, &node)| places[node as usize] = Some(place as u32));
        let mut graph = AbstractionGraph::new(some.len());
        for (place, &node) in (0..).zip(some) {
            let mut reached = HashSet::new();
            let mut open = self.below[node as usize].clone();
            while let Some(next) = open.pop() {
                if !reached.insert(next) {
                    continue;
                }
                match places[next as usize] {
                    Some(other) => graph.put_above(place, other),
                    None => open.extend(&self.below[next as usize]),
                }
            }
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, edges: &[(u32, u32)]) -> AbstractionGraph {
        let mut graph = AbstractionGraph::new(count);
        edges.iter().for_each(|&(above, below)| graph.put_above(above, below));
        graph
    }

    #[test]
    fn levels_are_those_of_the_document() {
        // Figure 4.1: A to E one below the other, F below E and H, G above F and H.
        let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7];
        let edges = [(a, b), (b, c), (c, d), (d, e), (e, f), (g, f), (g, h), (h, f)];
        let graph = graph(8, &edges);
        assert_eq!(graph.levels(), [0, 1, 2, 3, 4, 5, 3, 4]);
        let reduced = graph.reduced();
        assert!(!reduced.below(g).contains(&f) && reduced.below(g).contains(&h));
        assert_eq!(reduced.levels(), graph.levels());
    }

    #[test]
    fn edges_among_some_features_follow_paths_through_others() {
        let graph = graph(5, &[(0, 1), (1, 2), (2, 3), (0, 4)]);
        let some = graph.among(&[0, 2, 3]);
        assert_eq!(some.below(0), [1]);
        assert_eq!(some.levels(), [0, 1, 2]);
    }

    #[test]
    fn cycles_do_no_harm() {
        let graph = graph(3, &[(0, 1), (1, 0), (1, 2)]);
        let levels = graph.levels();
        assert!(levels.iter().all(|&level| level < 3), "{levels:?}");
        assert_eq!(graph.reduced().len(), 3);
    }
}
