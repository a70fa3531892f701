//! Tables of gates with three inputs, and their changes when inputs become constant, inverted, equal to another or
//! exchanged.

/// The bits of a table for which the first, second and third input is 1.
pub(super) const INPUT_ONE: [u8; 3] = [0xF0, 0xCC, 0xAA];

/// Whether a table of the first two inputs is AND, OR, XOR, or AND with one input inverted.
pub(super) fn is_operation(table: u8) -> bool {
    matches!(table, 0b1100_0000 | 0b1111_1100 | 0b0011_1100 | 0b0000_1100 | 0b0011_0000)
}

/// Returns the distance of two bits of a table that differ in one input.
fn stride(place: usize) -> u32 {
    4 >> place
}

/// Returns the table for a known input, on which it no longer depends.
pub(super) fn restrict(table: u8, place: usize, bit: bool) -> u8 {
    let one = INPUT_ONE[place];
    if bit {
        (table & one) | (table & one) >> stride(place)
    } else {
        (table & !one) | (table & !one) << stride(place)
    }
}

/// Whether the value of the gate depends on an input.
pub(super) fn depends(table: u8, place: usize) -> bool {
    restrict(table, place, false) != restrict(table, place, true)
}

/// Returns the table for the complement of an input.
pub(super) fn invert_input(table: u8, place: usize) -> u8 {
    let one = INPUT_ONE[place];
    (restrict(table, place, false) & one) | (restrict(table, place, true) & !one)
}

/// Returns the table for a second input that equals the first; it depends only on the first.
pub(super) fn merge_inputs(table: u8, first: usize, second: usize) -> u8 {
    let one = INPUT_ONE[first];
    (restrict(table, second, true) & one) | (restrict(table, second, false) & !one)
}

/// Returns the table with two inputs exchanged.
pub(super) fn swap_inputs(table: u8, first: usize, second: usize) -> u8 {
    if first == second {
        return table;
    }
    let mut order = [0, 1, 2];
    order.swap(first, second);
    permute_inputs(table, order)
}

/// Returns the table with its inputs in another order: its first input is the old input `order[0]`.
pub(super) fn permute_inputs(table: u8, order: [usize; 3]) -> u8 {
    (0..8u8).fold(0, |permuted, row| {
        let mut old = 0;
        for (new_place, &old_place) in order.iter().enumerate() {
            let bit = row >> (2 - new_place) & 1;
            old |= bit << (2 - old_place);
        }
        permuted | (table >> old & 1) << row
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(table: u8, a: u8, b: u8, c: u8) -> u8 {
        table >> (4 * a + 2 * b + c) & 1
    }

    #[test]
    fn tables_are_transformed_as_their_inputs() {
        for table in 0..=255u8 {
            for row in 0..8u8 {
                let (a, b, c) = (row >> 2, row >> 1 & 1, row & 1);
                assert_eq!(bit(restrict(table, 1, true), a, b, c), bit(table, a, 1, c));
                assert_eq!(bit(invert_input(table, 2), a, b, c), bit(table, a, b, 1 - c));
                assert_eq!(bit(merge_inputs(table, 0, 2), a, b, c), bit(table, a, b, a));
                assert_eq!(bit(permute_inputs(table, [1, 2, 0]), a, b, c), bit(table, c, a, b));
            }
        }
    }
}
