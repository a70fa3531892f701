//! Minichess on a board of five by five cells.

use crate::confirm;
use crate::minichess::Board;

#[test]
fn minichess_5x5_counts_are_confirmed() {
    confirm::<Board<5>>("minichess-5x5");
}
