//! Ordered partitions of vertices and their refinement: cells are split until all vertices of a cell have the same
//! number of neighbours in every cell. The result depends on the structure of the graph alone, not on the numbering of
//! its vertices.

use super::Neighbours;
use std::collections::VecDeque;

/// An ordered partition of vertices into cells. A cell is identified by the place of its first vertex in the order.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// All vertices, cell by cell.
    order: Vec<u32>,
    /// The place of each vertex in the order.
    places: Vec<u32>,
    /// The cell of each vertex.
    cells: Vec<u32>,
    /// The size of the cell that starts at each place; meaningless elsewhere.
    sizes: Vec<u32>,
    /// Number of cells of the partition.
    count: usize,
}

/// Working memory of refinement, kept from one refinement to the next.
pub(super) struct Refiner<'a> {
    /// The successors and the predecessors of each vertex.
    directions: [&'a Neighbours; 2],
    /// The cells by which others have yet to be split, and whether each cell is among them.
    waiting: VecDeque<u32>,
    is_waiting: Vec<bool>,
    /// Number of neighbours of each vertex in the current splitter, and the vertices that have some.
    counts: Vec<u32>,
    touched: Vec<u32>,
    /// Number of vertices and edges examined so far.
    pub(super) steps: u64,
}

impl Partition {
    /// Returns the partition in which vertices share a cell if they have the same colour.
    pub(super) fn new(colours: &[u32]) -> Partition {
        let size = colours.len();
        let mut order: Vec<u32> = (0..size as u32).collect();
        order.sort_by_key(|&vertex| colours[vertex as usize]);
        let mut partition = Partition {
            places: vec![0; size],
            cells: vec![0; size],
            sizes: vec![0; size],
            count: 0,
            order,
        };
        let mut start = 0;
        for place in 0..size {
            let vertex = partition.order[place] as usize;
            if colours[vertex] != colours[partition.order[start] as usize] {
                start = place;
            }
            partition.count += usize::from(start == place);
            partition.places[vertex] = place as u32;
            partition.cells[vertex] = start as u32;
            partition.sizes[start] += 1;
        }
        partition
    }

    /// Returns the vertices, cell by cell. If every cell has one vertex, this is a numbering.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the place of each vertex in the order.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// Whether every cell contains one vertex.
    pub(super) fn is_discrete(&self) -> bool {
        self.count == self.order.len()
    }

    /// Returns the first of the smallest cells with more than one vertex.
    pub(super) fn target_cell(&self) -> &[u32] {
        let large = self.starts().filter(|&start| self.sizes[start as usize] > 1);
        self.cell(large.min_by_key(|&start| self.sizes[start as usize]).unwrap_or(0))
    }

    /// Returns the first place of every cell.
    fn starts(&self) -> impl Iterator<Item = u32> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let size = self.sizes.get(start as usize)?;
            start += size;
            Some(start - size)
        })
    }

    /// Returns the vertices of a cell.
    fn cell(&self, start: u32) -> &[u32] {
        &self.order[start as usize..(start + self.sizes[start as usize]) as usize]
    }

    /// Moves a vertex to the front of its cell and into a cell of its own, which is returned.
    fn individualise(&mut self, vertex: u32) -> u32 {
        let start = self.cells[vertex as usize];
        let first = self.order[start as usize];
        self.order.swap(start as usize, self.places[vertex as usize] as usize);
        self.places[first as usize] = self.places[vertex as usize];
        self.places[vertex as usize] = start;
        self.cut(start, start + 1);
        start
    }

    /// Moves some vertices of a cell to its end, keeping their order; the cell ends before `end`.
    fn move_to_end(&mut self, vertices: &[u32], end: u32) {
        for (place, &vertex) in (0..end).rev().zip(vertices.iter().rev()) {
            let other = self.order[place as usize];
            let old = self.places[vertex as usize];
            self.order[old as usize] = other;
            self.places[other as usize] = old;
            self.order[place as usize] = vertex;
            self.places[vertex as usize] = place;
        }
    }

    /// Splits a cell in two, the second of which starts at `middle`.
    fn cut(&mut self, start: u32, middle: u32) {
        let end = start + self.sizes[start as usize];
        self.sizes[start as usize] = middle - start;
        self.sizes[middle as usize] = end - middle;
        for place in middle..end {
            self.cells[self.order[place as usize] as usize] = middle;
        }
        self.count += 1;
    }
}

impl<'a> Refiner<'a> {
    /// Returns working memory for a graph with these successors and predecessors.
    pub(super) fn new(directions: [&'a Neighbours; 2], vertices: usize) -> Refiner<'a> {
        Refiner {
            directions,
            waiting: VecDeque::new(),
            is_waiting: vec![false; vertices],
            counts: vec![0; vertices],
            touched: Vec::new(),
            steps: 0,
        }
    }

    /// Splits the cells by each other until nothing changes. Returns a hash of the splits, equal for graphs that differ
    /// only in their numbering.
    pub(super) fn refine_all(&mut self, partition: &mut Partition) -> u64 {
        partition.starts().for_each(|cell| self.wait(cell));
        self.refine(partition)
    }

    /// Puts a vertex into a cell of its own and splits others by it. The vertex must not be alone in its cell. Returns
    /// a hash like [`Refiner::refine_all`].
    pub(super) fn individualise(&mut self, partition: &mut Partition, vertex: u32) -> u64 {
        let cell = partition.individualise(vertex);
        self.wait(cell);
        self.refine(partition)
    }

    /// Adds a cell to the queue of cells by which others have yet to be split.
    fn wait(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_waiting[cell as usize], true) {
            self.waiting.push_back(cell);
        }
    }

    /// Splits cells by each of those in the queue, until it is empty.
    fn refine(&mut self, partition: &mut Partition) -> u64 {
        let mut trace = 0;
        while let Some(cell) = self.waiting.pop_front() {
            self.is_waiting[cell as usize] = false;
            if partition.is_discrete() {
                continue;
            }
            // The cell may itself be split meanwhile, by neighbours within it: a copy is used.
            let splitter = partition.cell(cell).to_vec();
            for direction in 0..2 {
                self.split_by(partition, &splitter, direction, &mut trace);
            }
            trace = mixed(trace, u64::from(cell));
        }
        mixed(trace, partition.count as u64)
    }

    /// Splits all cells by the number of neighbours that their vertices have among the splitter.
    fn split_by(
        &mut self,
        partition: &mut Partition,
        splitter: &[u32],
        direction: usize,
        trace: &mut u64,
    ) {
        self.count_neighbours(splitter, direction);
        let mut touched = std::mem::take(&mut self.touched);
        let Refiner { counts, .. } = self;
        touched.sort_unstable_by_key(|&vertex| {
            (partition.cells[vertex as usize], counts[vertex as usize])
        });
        let mut rest = &touched[..];
        while let Some(&first) = rest.first() {
            let cell = partition.cells[first as usize];
            let is_in_cell = |vertex: &&u32| partition.cells[**vertex as usize] == cell;
            let (group, others) = rest.split_at(rest.iter().take_while(is_in_cell).count());
            self.split(partition, group, trace);
            rest = others;
        }
        for &vertex in &touched {
            self.counts[vertex as usize] = 0;
        }
        self.touched = touched;
    }

    /// Counts the neighbours of every vertex among the splitter.
    fn count_neighbours(&mut self, splitter: &[u32], direction: usize) {
        self.touched.clear();
        for &vertex in splitter {
            let neighbours = self.directions[direction].of(vertex);
            self.steps += 1 + neighbours.len() as u64;
            for &neighbour in neighbours {
                if self.counts[neighbour as usize] == 0 {
                    self.touched.push(neighbour);
                }
                self.counts[neighbour as usize] += 1;
            }
        }
    }

    /// Splits one cell by the counts of its vertices. Those with a count above 0 are given, in ascending order of their
    /// counts.
    fn split(&mut self, partition: &mut Partition, touched: &[u32], trace: &mut u64) {
        let start = partition.cells[touched[0] as usize];
        let end = start + partition.sizes[start as usize];
        partition.move_to_end(touched, end);
        let cuts = self.cuts(partition, start, end - touched.len() as u32, end, trace);
        for &cut in cuts[1..].iter().rev() {
            partition.cut(start, cut);
        }
        // If the whole cell was used as a splitter before, all parts but the largest are enough.
        let largest = cuts.iter().copied().rev().max_by_key(|&cut| partition.sizes[cut as usize]);
        let was_waiting = self.is_waiting[start as usize];
        for &cut in &cuts {
            if cuts.len() > 1 && (was_waiting || Some(cut) != largest) {
                self.wait(cut);
            }
        }
        self.steps += touched.len() as u64;
    }

    /// Returns the places where the parts of a cell begin: its start, and every place from `first_touched` on whose
    /// vertex has another count than the one before it.
    fn cuts(
        &self,
        partition: &Partition,
        start: u32,
        first_touched: u32,
        end: u32,
        trace: &mut u64,
    ) -> Vec<u32> {
        let count = |place: u32| self.counts[partition.order[place as usize] as usize];
        let mut cuts = vec![start];
        *trace = mixed(*trace, u64::from(start));
        for place in first_touched..end {
            if place == first_touched || count(place) != count(place - 1) {
                *trace = mixed(*trace, u64::from(place) << 32 | u64::from(count(place)));
                if place > start {
                    cuts.push(place);
                }
            }
        }
        cuts
    }
}

/// Returns a hash of two numbers.
pub(super) fn mixed(one: u64, other: u64) -> u64 {
    let mut number = (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 27)
}
