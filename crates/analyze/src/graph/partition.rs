//! Ordered partitions of vertices, and their refinement: vertices of a cell that have different numbers of neighbours in some other
//! cell are told apart, until none are. All that happens depends on the form of the graph alone, not on the numbers of vertices.

use super::Neighbours;
use std::collections::VecDeque;

/// An ordered partition. A cell is named by the place where it starts.
#[derive(Clone, Debug)]
pub struct Partition {
    /// All vertices, cell by cell.
    order: Vec<u32>,
    /// Where each vertex stands in it.
    places: Vec<u32>,
    /// The cell of each vertex.
    cells: Vec<u32>,
    /// The size of the cell that starts at a place.
    sizes: Vec<u32>,
    count: usize,
}

/// What refinement needs besides a partition, kept from one to the next.
pub struct Refiner<'a> {
    directions: [&'a Neighbours; 2],
    waiting: VecDeque<u32>,
    waits: Vec<bool>,
    counts: Vec<u32>,
    touched: Vec<u32>,
    /// The work done: vertices and edges looked at.
    pub steps: u64,
}

impl Partition {
    /// Vertices of the same colour share a cell.
    pub fn new(colours: &[u32]) -> Partition {
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

    /// The vertices, cell by cell: a numbering if every cell has one.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Where each vertex stands.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Whether every cell has one vertex.
    pub fn is_discrete(&self) -> bool {
        self.count == self.order.len()
    }

    /// The first of the smallest cells with more than one vertex.
    pub fn target(&self) -> &[u32] {
        let large = self.starts().filter(|&start| self.sizes[start as usize] > 1);
        self.cell(large.min_by_key(|&start| self.sizes[start as usize]).unwrap_or(0))
    }

    /// All cells.
    fn starts(&self) -> impl Iterator<Item = u32> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let size = self.sizes.get(start as usize)?;
            start += size;
            Some(start - size)
        })
    }

    fn cell(&self, start: u32) -> &[u32] {
        &self.order[start as usize..(start + self.sizes[start as usize]) as usize]
    }

    /// Makes a vertex the first of its cell, and a cell of its own; that cell.
    fn single_out(&mut self, vertex: u32) -> u32 {
        let start = self.cells[vertex as usize];
        let first = self.order[start as usize];
        self.order.swap(start as usize, self.places[vertex as usize] as usize);
        self.places[first as usize] = self.places[vertex as usize];
        self.places[vertex as usize] = start;
        self.cut(start, start + 1);
        start
    }

    /// Makes two cells of one, the second from `middle` on.
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
    /// For graphs with these neighbours in both directions.
    pub fn new(directions: [&'a Neighbours; 2], vertices: usize) -> Refiner<'a> {
        Refiner {
            directions,
            waiting: VecDeque::new(),
            waits: vec![false; vertices],
            counts: vec![0; vertices],
            touched: Vec::new(),
            steps: 0,
        }
    }

    /// Refines by all cells. What comes back is a number that is the same for graphs of the same form.
    pub fn refine_all(&mut self, partition: &mut Partition) -> u64 {
        partition.starts().for_each(|cell| self.wait(cell));
        self.refine(partition)
    }

    /// Gives a vertex a cell of its own, and refines by that. The vertex must share its cell.
    pub fn single_out(&mut self, partition: &mut Partition, vertex: u32) -> u64 {
        let cell = partition.single_out(vertex);
        self.wait(cell);
        self.refine(partition)
    }

    fn wait(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.waits[cell as usize], true) {
            self.waiting.push_back(cell);
        }
    }

    fn refine(&mut self, partition: &mut Partition) -> u64 {
        let mut trace = 0;
        while let Some(cell) = self.waiting.pop_front() {
            self.waits[cell as usize] = false;
            if partition.is_discrete() {
                continue;
            }
            // The cell may be cut while it is used, by neighbours within it: it is used as it was.
            let splitter = partition.cell(cell).to_vec();
            for direction in 0..2 {
                self.split_by(partition, &splitter, direction, &mut trace);
            }
            trace = mixed(trace, u64::from(cell));
        }
        mixed(trace, partition.count as u64)
    }

    /// Tells vertices apart by how many neighbours they have among these.
    fn split_by(
        &mut self,
        partition: &mut Partition,
        splitter: &[u32],
        direction: usize,
        trace: &mut u64,
    ) {
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

    /// Splits a cell by the counts of these of its vertices, which are in the order of their counts; the others have none.
    fn split(&mut self, partition: &mut Partition, touched: &[u32], trace: &mut u64) {
        let start = partition.cells[touched[0] as usize];
        let size = partition.sizes[start as usize];
        let end = start + size;
        // Those with the highest counts go to the end.
        for (place, &vertex) in (start..end).rev().zip(touched.iter().rev()) {
            let other = partition.order[place as usize];
            let old = partition.places[vertex as usize];
            partition.order[old as usize] = other;
            partition.places[other as usize] = old;
            partition.order[place as usize] = vertex;
            partition.places[vertex as usize] = place;
        }
        let counts = &self.counts;
        let count =
            |place: u32, partition: &Partition| counts[partition.order[place as usize] as usize];
        let first_touched = end - touched.len() as u32;
        let mut cuts = vec![start];
        *trace = mixed(*trace, u64::from(start));
        for place in first_touched..end {
            let is_new =
                place == first_touched || count(place, partition) != count(place - 1, partition);
            if is_new {
                *trace = mixed(*trace, u64::from(place) << 32 | u64::from(count(place, partition)));
                if place > start {
                    cuts.push(place);
                }
            }
        }
        for &cut in cuts[1..].iter().rev() {
            partition.cut(start, cut);
        }
        // All parts but the greatest are enough, if the whole was used before.
        let greatest = cuts.iter().copied().rev().max_by_key(|&cut| partition.sizes[cut as usize]);
        let was_waiting = self.waits[start as usize];
        for &cut in &cuts {
            if cuts.len() > 1 && (was_waiting || Some(cut) != greatest) {
                self.wait(cut);
            }
        }
        self.steps += touched.len() as u64;
    }
}

/// A number from two, without a pattern.
pub fn mixed(one: u64, other: u64) -> u64 {
    let mut number = (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 27)
}
