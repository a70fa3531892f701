//! The loops of the interpreter: one for each table of gates that is the cheapest form of some function.

use super::WordGate;
use crate::code::table::permute_inputs;
use crate::word::Word;

/// Splits a table into two tables of the first two inputs: the value where the third input is 0, and whether the third
/// input changes the value.
const fn halves(table: u8) -> (u8, u8) {
    let mut zero = 0;
    let mut change = 0;
    let mut row = 0;
    while row < 4 {
        let (even, odd) = (table >> (2 * row) & 1, table >> (2 * row + 1) & 1);
        zero |= even << row;
        change |= (even ^ odd) << row;
        row += 1;
    }
    (zero, change)
}

/// Returns the table with its inputs permuted so that it takes the fewest operations, and the permutation.
pub(super) fn cheapest_form(table: u8) -> (u8, [usize; 3]) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let forms = orders.map(|order| (permute_inputs(table, order), order));
    forms.into_iter().min_by_key(|&(form, _)| (operations(form), form)).expect("six forms")
}

/// Returns the number of operations that a table takes as `zero ^ third & change`.
fn operations(table: u8) -> u32 {
    let (zero, change) = halves(table);
    let of_two = |table: u8| match table {
        0b0000 | 0b1111 | 0b1100 | 0b1010 => 0,
        0b0011 | 0b0101 | 0b1000 | 0b1110 | 0b0110 | 0b0100 | 0b0010 => 1,
        _ => 2,
    };
    of_two(zero) + of_two(change) + (zero != 0) as u32 + (change != 0b1111) as u32
}

/// Computes a function of two inputs, given by its table.
#[inline(always)]
fn of_two(table: u8, a: u64, b: u64) -> u64 {
    match table {
        0b0000 => 0,
        0b0001 => !(a | b),
        0b0010 => !a & b,
        0b0011 => !a,
        0b0100 => a & !b,
        0b0101 => !b,
        0b0110 => a ^ b,
        0b0111 => !(a & b),
        0b1000 => a & b,
        0b1001 => !(a ^ b),
        0b1010 => b,
        0b1011 => !a | b,
        0b1100 => a,
        0b1101 => a | !b,
        0b1110 => a | b,
        _ => !0,
    }
}

/// Runs gates with one table, which is known at compile time.
#[inline(always)]
fn run_gates<const TABLE: u8>(gates: &[WordGate], words: &mut [Word]) {
    let (zero, change) = const { halves(TABLE) };
    for gate in gates {
        let [a, b, c] = gate.inputs.map(|index| words[index as usize].0);
        let mut result = [0; 8];
        for lane in 0..8 {
            let changed = of_two(change, a[lane], b[lane]) & c[lane];
            result[lane] = of_two(zero, a[lane], b[lane]) ^ changed;
        }
        words[gate.target as usize] = Word(result);
    }
}

/// Defines `run_table`, which runs gates with any of the given tables.
macro_rules! define_run_table {
    ($($table:literal)*) => {
        /// The cheapest form of every table that depends on two or three inputs.
        #[cfg(test)]
        const FORMS: &[u8] = &[$($table),*];

        /// Runs gates with one table, which must be the cheapest form of some table.
        #[inline(always)]
        pub(super) fn run_table(table: u8, gates: &[WordGate], words: &mut [Word]) {
            match table {
                $($table => run_gates::<$table>(gates, words),)*
                _ => unreachable!("table {table:#x} is not a cheapest form"),
            }
        }
    };
}

define_run_table! {
    0x01 0x02 0x03 0x06 0x07 0x08 0x09 0x0a 0x0b 0x16 0x17 0x18 0x19 0x1b 0x1c 0x28 0x29 0x2a 0x2b
    0x2f 0x3e 0x54 0x56 0x57 0x58 0x59 0x5a 0x5b 0x5c 0x5f 0x68 0x69 0x6a 0x6b 0x6e 0x6f 0x7e 0x7f
    0x80 0x81 0x82 0x83 0x87 0x88 0x89 0x8a 0x8b 0x8f 0x94 0x96 0x97 0x98 0x99 0x9a 0x9b 0x9e 0xa8
    0xa9 0xab 0xac 0xad 0xaf 0xbc 0xce 0xd4 0xd7 0xdb 0xde 0xdf 0xe8 0xe9 0xeb 0xec 0xee 0xfd 0xfe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_a_form_that_is_compiled() {
        for table in 0..=255u8 {
            let place = |place: usize| [0xF0u8, 0xCC, 0xAA][place];
            let stride = |place: usize| 4 >> place;
            let depends = |&at: &usize| (table & place(at)) >> stride(at) != table & !place(at);
            if (0..3).filter(depends).count() >= 2 {
                assert!(FORMS.contains(&cheapest_form(table).0), "{table:#x}");
            }
        }
    }
}
