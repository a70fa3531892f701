//! Reads the layout of a board from a text such as `a7---d7`: each word is the name of a cell, and runs of `-`, `|`,
//! `/` and `\` are lines between cells; a run of `#` is a block. Any text can be read.

use super::{CELL, Caption, CellForm, CellPlace, LINE_WIDTH, LineSegment};
use crate::MAX_SIDE;

/// Cells, lines and captions read from a text.
#[derive(Debug, Default)]
pub(super) struct TextLayout {
    pub places: Vec<CellPlace>,
    pub lines: Vec<LineSegment>,
    pub captions: Vec<Caption>,
    pub size: (f64, f64),
}

/// Least distance between the centres of two cells.
const PITCH: f64 = CELL + 4.0;
/// Largest number of lines of a text that are read.
const MAX_ROWS: usize = MAX_SIDE;
/// Largest number of characters of a line that are read.
const MAX_LINE: usize = 4 * MAX_ROWS;

/// The name of a cell in the text: its line, and the columns of its first character and after its last one.
struct PlaceName<'a> {
    name: &'a str,
    row: usize,
    begin: usize,
    end: usize,
}

impl PlaceName<'_> {
    /// Returns the column of the middle of the name, in characters.
    fn middle_column(&self) -> f64 {
        (self.begin + self.end) as f64 / 2.0
    }
}

/// Reads a layout from a text.
pub(super) fn read(text: &str) -> TextLayout {
    let rows: Vec<Vec<char>> =
        text.lines().take(MAX_ROWS).map(|line| line.chars().take(MAX_LINE).collect()).collect();
    let names = place_names(text);
    let page = TextPage::new(&rows, &names);
    let is_joined = page.is_joined();
    let places = names.iter().map(|word| CellPlace {
        column: word.begin as u32,
        row: word.row as u32,
        key: vec![word.name.to_owned()],
        middle: page.point(word.middle_column(), word.row as f64),
        size: CELL,
        form: if is_joined { CellForm::Spot } else { CellForm::Square { is_dark: false } },
    });
    let places = places.collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let size = page.point(width as f64, rows.len() as f64 - 1.0);
    let size = (size.0 + CELL / 2.0, size.1 + CELL / 2.0 + 4.0);
    TextLayout { places, lines: page.lines(), captions: page.other_characters(), size }
}

/// Returns the names of cells in a text.
fn place_names(text: &str) -> Vec<PlaceName<'_>> {
    let mut found = Vec::new();
    for (row, line) in text.lines().take(MAX_ROWS).enumerate() {
        let mut begin = 0;
        for (name, is_name) in library::layout_words(line) {
            let end = begin + name.chars().count();
            if is_name && end <= MAX_LINE {
                found.push(PlaceName { name, row, begin, end });
            }
            begin = end;
        }
    }
    found
}

/// A text with the distances between its characters and lines, chosen so that no two cells overlap.
struct TextPage<'a> {
    rows: &'a [Vec<char>],
    names: &'a [PlaceName<'a>],
    /// Distance between two columns of the text.
    across: f64,
    /// Distance between two lines of the text.
    down: f64,
}

impl<'a> TextPage<'a> {
    fn new(rows: &'a [Vec<char>], names: &'a [PlaceName<'a>]) -> TextPage<'a> {
        let beside = names.windows(2).filter(|pair| pair[0].row == pair[1].row);
        let nearest = beside
            .map(|pair| pair[1].middle_column() - pair[0].middle_column())
            .fold(f64::MAX, f64::min);
        let columns = if nearest == f64::MAX { 4.0 } else { nearest };
        let below = names.windows(2).map(|pair| pair[1].row - pair[0].row).filter(|&rows| rows > 0);
        let lines = below.min().unwrap_or(1);
        TextPage { rows, names, across: PITCH / columns.max(1.0), down: PITCH / lines as f64 }
    }

    /// Returns the point of the picture at a column and a line of the text.
    fn point(&self, column: f64, row: f64) -> (f64, f64) {
        (
            column * self.across + CELL / 2.0 - self.across / 2.0 + 4.0,
            row * self.down + CELL / 2.0 + 2.0,
        )
    }

    /// Returns the character at a column and a line; a space outside the text.
    fn char(&self, column: usize, row: usize) -> char {
        self.rows.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    }

    /// Returns the name that covers this character, if one does.
    fn name_at(&self, column: usize, row: usize) -> Option<&PlaceName<'a>> {
        self.names.iter().find(|word| word.row == row && (word.begin..word.end).contains(&column))
    }

    /// Whether the lines of the text join cells; otherwise they are walls.
    fn is_joined(&self) -> bool {
        self.names.iter().any(|word| {
            let beside = [self.char(word.end, word.row), self.char(word.end + 1, word.row)];
            let above = word.row.checked_sub(1).map_or(' ', |row| self.char(word.begin, row));
            let is_run = beside[0] == '-' || (beside[0] == ' ' && beside[1] == '-');
            is_run || matches!(above, '|' | '/' | '\\')
        })
    }

    /// Returns the point to which a line that meets this character leads: the centre of a cell or a corner; `None` for
    /// other characters.
    fn target(&self, column: usize, row: usize) -> Option<(f64, f64)> {
        if let Some(word) = self.name_at(column, row) {
            return Some(self.point(word.middle_column(), row as f64));
        }
        let is_corner = matches!(self.char(column, row), '+' | '|' | '-');
        is_corner.then(|| self.point(column as f64 + 0.5, row as f64))
    }

    /// Returns all lines of the text.
    fn lines(&self) -> Vec<LineSegment> {
        let rows = self.rows.iter().enumerate();
        let cells = rows.flat_map(|(row, line)| (0..line.len()).map(move |column| (column, row)));
        cells.filter_map(|(column, row)| self.line_from(column, row)).collect()
    }

    /// Returns the line of which this character is the first; `None` if a line goes on here, or none is here.
    fn line_from(&self, column: usize, row: usize) -> Option<LineSegment> {
        let sign = self.rows[row][column];
        let goes_on_from_left = || column > 0 && self.char(column - 1, row) == sign;
        let goes_on_from_above = || row > 0 && self.char(column, row - 1) == sign;
        match sign {
            '-' if !goes_on_from_left() => Some(self.horizontal(column, row)),
            '|' if !goes_on_from_above() => Some(self.vertical(column, row)),
            '/' => Some(self.diagonal(column, row, false)),
            '\\' => Some(self.diagonal(column, row, true)),
            '#' if !goes_on_from_left() => Some(self.block(column, row)),
            _ => None,
        }
    }

    /// Returns the line for a run of `-`. It ends in the cells beside the run, also if a space separates them from it.
    fn horizontal(&self, begin: usize, row: usize) -> LineSegment {
        let end = (begin..).find(|&column| self.char(column, row) != '-').unwrap_or(begin);
        let before = begin.checked_sub(1).and_then(|column| {
            let near = self.target(column, row);
            near.or_else(|| {
                self.name_at(column.checked_sub(1)?, row)
                    .and_then(|word| self.target(word.begin, row))
            })
        });
        let far = || self.name_at(end + 1, row).and_then(|word| self.target(word.begin, row));
        let after = self.target(end, row).or_else(far);
        let from = before.unwrap_or_else(|| self.point(begin as f64, row as f64));
        let to = after.unwrap_or_else(|| self.point(end as f64, row as f64));
        LineSegment { from, to, width: LINE_WIDTH }
    }

    /// Returns the line for a run of `|`. If one end is a cell, the line is moved to the centre of that cell.
    fn vertical(&self, column: usize, begin: usize) -> LineSegment {
        let end = (begin..).find(|&row| self.char(column, row) != '|').unwrap_or(begin);
        let above = begin.checked_sub(1).and_then(|row| self.target(column, row));
        let below = self.target(column, end);
        let middle = column as f64 + 0.5;
        let from = above.unwrap_or_else(|| self.point(middle, begin as f64 - 0.5));
        let to = below.unwrap_or_else(|| self.point(middle, end as f64 - 0.5));
        let is_place =
            |row: Option<usize>| row.is_some_and(|row| self.name_at(column, row).is_some());
        match (is_place(begin.checked_sub(1)), is_place(Some(end))) {
            (true, false) => LineSegment { from, to: (from.0, to.1), width: LINE_WIDTH },
            (false, true) => LineSegment { from: (to.0, from.1), to, width: LINE_WIDTH },
            _ => LineSegment { from, to, width: LINE_WIDTH },
        }
    }

    /// Returns the line for one `/` or `\`. It ends in the cells nearest to its ends.
    fn diagonal(&self, column: usize, row: usize, falls: bool) -> LineSegment {
        let beside = |is_left: bool, by: usize| {
            if is_left { column.checked_sub(by) } else { Some(column + by) }
        };
        let end = |is_left: bool, row: Option<usize>, edge: f64| {
            let near = row.and_then(|row| {
                (0..=2)
                    .find_map(|by| self.name_at(beside(is_left, by)?, row))
                    .map(|word| (word, row))
            });
            let free = self.point(column as f64 + if is_left { 0.0 } else { 1.0 }, edge);
            near.map_or(free, |(word, row)| self.point(word.middle_column(), row as f64))
        };
        let from = end(falls, row.checked_sub(1), row as f64 - 0.5);
        let to = end(!falls, Some(row + 1), row as f64 + 0.5);
        LineSegment { from, to, width: LINE_WIDTH }
    }

    /// Returns the line for a run of `#`: a block at least as wide as a name.
    fn block(&self, begin: usize, row: usize) -> LineSegment {
        let end = (begin..).find(|&column| self.char(column, row) != '#').unwrap_or(begin);
        let name = self.names.first().map_or(1, |word| word.end - word.begin);
        let end = end.max(begin + name);
        let (from, to) = (self.point(begin as f64, row as f64), self.point(end as f64, row as f64));
        LineSegment { from, to, width: self.down.min(PITCH) * 0.8 }
    }

    /// Returns corners, and characters without a meaning in layouts, as captions.
    fn other_characters(&self) -> Vec<Caption> {
        let mut captions = Vec::new();
        for (row, line) in self.rows.iter().enumerate() {
            for (column, &sign) in line.iter().enumerate() {
                let is_line = matches!(sign, ' ' | '\t' | '-' | '|' | '/' | '\\' | '#');
                if is_line || self.name_at(column, row).is_some() {
                    continue;
                }
                let text = if sign == '+' { "•".to_owned() } else { sign.to_string() };
                captions.push(Caption { at: self.point(column as f64 + 0.5, row as f64), text });
            }
        }
        captions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middle(layout: &TextLayout, name: &str) -> (f64, f64) {
        layout.places.iter().find(|place| place.key == [name]).unwrap().middle
    }

    fn has_line(layout: &TextLayout, from: (f64, f64), to: (f64, f64)) -> bool {
        layout.lines.iter().any(|line| line.from == from && line.to == to)
    }

    #[test]
    fn lines_join_cells() {
        let layout = read("a7------d7\n|       |\na4 -- b4\n \\   /\n   c1");
        let at = |name| middle(&layout, name);
        assert!(has_line(&layout, at("a7"), at("d7")));
        assert!(has_line(&layout, at("a7"), at("a4")));
        assert!(has_line(&layout, at("a4"), at("b4")));
        assert!(has_line(&layout, at("a4"), at("c1")));
        assert!(has_line(&layout, at("b4"), at("c1")));
        assert!(layout.places.iter().all(|place| place.form == CellForm::Spot));
    }

    #[test]
    fn walls_separate_cells() {
        let layout = read("+---+---+\n|1,1 2,1|\n+---+---+");
        let ((left, y), (right, _)) = (middle(&layout, "1,1"), middle(&layout, "2,1"));
        assert_eq!(right - left, PITCH);
        assert!(layout.lines.iter().all(|line| line.from != (left, y) && line.to != (left, y)));
        let wall = layout.lines.iter().find(|line| line.from.0 == line.to.0).unwrap();
        assert!(wall.from.0 < left && wall.from.1 < y && wall.to.1 > y, "{wall:?}");
        assert_eq!(layout.places[0].form, CellForm::Square { is_dark: false });
    }

    #[test]
    fn any_text_can_be_read() {
        for text in
            ["", "\n\n", "|||\n|||", "----", "/\\/\\\n\\/\\/", "#", "é-ü", "(<&\"'>)", "a\u{301}|"]
        {
            read(text);
        }
        assert_eq!(read(&"x ".repeat(10_000)).places.len(), 2 * MAX_ROWS);
    }
}
