//! Minichess on a board of three by three cells.

use crate::confirm;
use crate::minichess::Board;

#[test]
fn minichess_3x3_counts_are_confirmed() {
    confirm::<Board<3>>("minichess-3x3");
}
