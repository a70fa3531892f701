//! Cuts: up to three nodes from which another node can be computed, with the table of the gate that does it.

/// Up to three nodes from which a node can be computed, and the table of the gate that computes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The nodes in ascending order; unused places hold [`NO_NODE`].
    pub(super) leaves: [u32; 3],
    /// Bit `4c + 2b + a` is the value of the node for the values a, b, c of the leaves.
    pub(super) table: u8,
    /// The area flow: estimated number of gates that compute the node, in which a shared gate counts in parts.
    pub(super) flow: f32,
    /// One bit for each leaf, its number modulo 32: most pairs of cuts are told apart without comparing their leaves.
    signature: u32,
}

/// Fills the places of [`Cut::leaves`] that have no leaf, if a cut has fewer than three. It is greater than the number of
/// every node.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The tables of the gates that return the first, the second and the third leaf unchanged.
pub(super) const LEAF: [u8; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];

impl Cut {
    /// Returns the number of leaves.
    pub(super) fn len(&self) -> usize {
        self.leaves.iter().filter(|&&leaf| leaf != NO_NODE).count()
    }

    /// Returns the cut of a node that consists of the node itself.
    pub(super) fn single(node: u32) -> Cut {
        let signature = 1 << (node % 32);
        Cut { leaves: [node, NO_NODE, NO_NODE], table: LEAF[0], flow: 0.0, signature }
    }

    /// Returns the leaves in ascending order.
    pub(super) fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().copied().filter(|&leaf| leaf != NO_NODE)
    }

    /// Returns the cut of an AND whose operands have these cuts; `None` if it has more than three leaves. Its table is
    /// yet to be found, because most cuts are not kept.
    pub(super) fn join(left: &Cut, right: &Cut) -> Option<Cut> {
        let signature = left.signature | right.signature;
        if signature.count_ones() > 3 {
            return None;
        }
        let mut leaves = [NO_NODE; 3];
        let (mut i, mut j, mut count) = (0, 0, 0);
        loop {
            let l = left.leaves.get(i).copied().unwrap_or(NO_NODE);
            let r = right.leaves.get(j).copied().unwrap_or(NO_NODE);
            let least = l.min(r);
            if least == NO_NODE {
                break;
            }
            if count == 3 {
                return None;
            }
            leaves[count] = least;
            count += 1;
            i += usize::from(l == least);
            j += usize::from(r == least);
        }
        Some(Cut { leaves, table: 0, flow: 0.0, signature })
    }

    /// Finds the table of the cut of an AND whose operands have these cuts, of which some are inverted.
    pub(super) fn find_table(&mut self, left: &Cut, right: &Cut, invert: [bool; 2]) {
        let [left, right] = [(left, invert[0]), (right, invert[1])].map(|(cut, invert)| {
            let table = cut.table_over(&self.leaves);
            if invert { !table } else { table }
        });
        self.table = left & right;
    }

    /// Returns the table for other leaves, which include those of this cut.
    fn table_over(&self, leaves: &[u32; 3]) -> u8 {
        let (mut table, mut own) = (self.table, 0);
        for (place, leaf) in leaves.iter().enumerate() {
            if self.leaves.get(own) == Some(leaf) {
                own += 1;
            } else {
                table = with_input(table, place);
            }
        }
        table
    }

    /// Whether every leaf of this cut is a leaf of the other cut too.
    pub(super) fn within(&self, other: &Cut) -> bool {
        self.signature & !other.signature == 0
            && self.leaves().all(|leaf| other.leaves.contains(&leaf))
    }
}

/// Returns the table with another input at a place, on which the value does not depend; later inputs move up, and the
/// last one must not have mattered.
fn with_input(table: u8, place: usize) -> u8 {
    let bit = |row: u8| table >> row & 1;
    match place {
        0 => (bit(0) | bit(1) << 2 | bit(2) << 4 | bit(3) << 6) * 0b11,
        1 => (table & 0b11 | (table & 0b1100) << 2) * 0b101,
        _ => (table & 0b1111) * 0b1_0001,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a table for the values of its inputs.
    fn value(table: u8, inputs: [bool; 3]) -> bool {
        let row = inputs.iter().rev().fold(0, |row, &input| 2 * row + u8::from(input));
        table >> row & 1 == 1
    }

    #[test]
    fn the_table_of_a_joined_cut_is_the_and_of_both() {
        let (b, c) = (Cut::single(7), Cut::single(9));
        let mut bc = Cut::join(&b, &c).expect("two leaves");
        bc.find_table(&b, &c, [false, true]);
        let a = Cut::single(3);
        let mut all = Cut::join(&bc, &a).expect("three leaves");
        all.find_table(&bc, &a, [true, false]);
        assert_eq!(all.leaves, [3, 7, 9]);
        for row in 0..8 {
            let [a, b, c] = [0, 1, 2].map(|bit| row >> bit & 1 == 1);
            assert_eq!(value(all.table, [a, b, c]), a && (!b || c), "{a} {b} {c}");
        }
        assert!(Cut::join(&all, &Cut::single(8)).is_none(), "four leaves");
        assert!(bc.within(&all) && !all.within(&bc));
    }

    #[test]
    fn leaves_with_the_same_bit_of_the_signature_are_told_apart() {
        let (one, other) = (Cut::single(1), Cut::single(33));
        assert!(!one.within(&other));
        assert_eq!(Cut::join(&one, &other).expect("two leaves").len(), 2);
    }

    #[test]
    fn an_added_input_does_not_matter_and_others_keep_their_meaning() {
        for table in (0..16).map(|half| half * 0b1_0001) {
            for (a, b, new) in (0..8).map(|row| (row & 1 == 1, row & 2 == 2, row & 4 == 4)) {
                let expected = value(table, [a, b, false]);
                assert_eq!(value(with_input(table, 0), [new, a, b]), expected);
                assert_eq!(value(with_input(table, 1), [a, new, b]), expected);
                assert_eq!(value(with_input(table, 2), [a, b, new]), expected);
            }
        }
    }
}
