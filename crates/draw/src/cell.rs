//! Ids of cells and their text form: `0.3.4` is the cell in column 3 and row 4 of the first board. Nothing is placed or
//! drawn here.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Id of a cell within a drawing plan. Columns are counted from the left and rows from the top, as drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CellId {
    /// Index of the board, from 0.
    pub board: u32,
    /// Column on the board, from 0.
    pub column: u32,
    /// Row on the board, from 0.
    pub row: u32,
}

impl Display for CellId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}.{}.{}", self.board, self.column, self.row)
    }
}

/// Error for a text that is not a cell id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidCellId;

impl Display for InvalidCellId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("a cell is named by three numbers such as 0.3.4")
    }
}

impl std::error::Error for InvalidCellId {}

impl FromStr for CellId {
    type Err = InvalidCellId;

    fn from_str(text: &str) -> Result<CellId, InvalidCellId> {
        let mut numbers =
            text.split('.').map(|number| number.parse::<u32>().map_err(|_| InvalidCellId));
        let mut next = || numbers.next().unwrap_or(Err(InvalidCellId));
        let cell = CellId { board: next()?, column: next()?, row: next()? };
        match numbers.next() {
            None => Ok(cell),
            Some(_) => Err(InvalidCellId),
        }
    }
}

impl Serialize for CellId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CellId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CellId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_ids_are_written_and_read() {
        let cell = CellId { board: 0, column: 3, row: 14 };
        assert_eq!(cell.to_string(), "0.3.14");
        assert_eq!("0.3.14".parse(), Ok(cell));
        for text in ["", "0.3", "0.3.4.5", "a.b.c", "0..4", "0.3.99999999999", "-1.0.0"] {
            assert_eq!(text.parse::<CellId>(), Err(InvalidCellId), "{text}");
        }
    }
}
