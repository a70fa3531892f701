//! Places where their names stand in a text, and the lines between them: `a7---d7`, with `|`, `/` and `\` as well.

use crate::arrangement::{CELL, Edge, Ground, Line, Place};

/// What a text shows.
#[derive(Debug, Default)]
pub struct Layout {
    pub places: Vec<Place>,
    pub lines: Vec<Line>,
    pub edges: Vec<Edge>,
    pub size: (f64, f64),
}

/// How far places are from each other at least.
const PITCH: f64 = CELL + 4.0;
/// Longer texts are cut short.
const MOST_ROWS: usize = crate::MOST_BESIDE;

/// A name in a text: its line, and where it begins and ends.
struct Word<'a> {
    name: &'a str,
    row: usize,
    begin: usize,
    end: usize,
}

impl Word<'_> {
    /// The middle, in characters.
    fn column(&self) -> f64 {
        (self.begin + self.end) as f64 / 2.0
    }
}

/// Reads a text.
pub fn read(text: &str) -> Layout {
    let rows: Vec<Vec<char>> = text
        .lines()
        .take(MOST_ROWS)
        .map(|line| line.chars().take(4 * MOST_ROWS).collect())
        .collect();
    let words = words(text);
    let page = Page::new(&rows, &words);
    let is_joined = page.is_joined();
    let places = words.iter().map(|word| Place {
        column: word.begin as u32,
        row: word.row as u32,
        key: vec![word.name.to_owned()],
        middle: page.point(word.column(), word.row as f64),
        size: CELL,
        ground: if is_joined { Ground::Spot } else { Ground::Square { is_dark: false } },
    });
    let places = places.collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let size = page.point(width as f64, rows.len() as f64 - 1.0);
    let size = (size.0 + CELL / 2.0, size.1 + CELL / 2.0 + 4.0);
    Layout { places, lines: page.lines(), edges: page.others(), size }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for (row, line) in text.lines().take(MOST_ROWS).enumerate() {
        let mut begin = 0;
        for (name, is_name) in library::words(line) {
            let end = begin + name.chars().count();
            if is_name && end <= 4 * MOST_ROWS {
                found.push(Word { name, row, begin, end });
            }
            begin = end;
        }
    }
    found
}

/// A text as a page: how far apart its characters and lines are, so that no two places cover each other.
struct Page<'a> {
    rows: &'a [Vec<char>],
    words: &'a [Word<'a>],
    across: f64,
    down: f64,
}

impl<'a> Page<'a> {
    fn new(rows: &'a [Vec<char>], words: &'a [Word<'a>]) -> Page<'a> {
        let beside = words.windows(2).filter(|pair| pair[0].row == pair[1].row);
        let nearest =
            beside.map(|pair| pair[1].column() - pair[0].column()).fold(f64::MAX, f64::min);
        let columns = if nearest == f64::MAX { 4.0 } else { nearest };
        let below = words.windows(2).map(|pair| pair[1].row - pair[0].row).filter(|&rows| rows > 0);
        let lines = below.min().unwrap_or(1);
        Page { rows, words, across: PITCH / columns.max(1.0), down: PITCH / lines as f64 }
    }

    /// A column, in characters from the left of the first, and a line, as a point of the picture.
    fn point(&self, column: f64, row: f64) -> (f64, f64) {
        (
            column * self.across + CELL / 2.0 - self.across / 2.0 + 4.0,
            row * self.down + CELL / 2.0 + 2.0,
        )
    }

    fn char(&self, column: usize, row: usize) -> char {
        self.rows.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    }

    /// The place whose name covers this character.
    fn word(&self, column: usize, row: usize) -> Option<&Word<'a>> {
        self.words.iter().find(|word| word.row == row && (word.begin..word.end).contains(&column))
    }

    /// Whether lines lead from place to place: walls stand between them.
    fn is_joined(&self) -> bool {
        self.words.iter().any(|word| {
            let beside = [self.char(word.end, word.row), self.char(word.end + 1, word.row)];
            let above = word.row.checked_sub(1).map_or(' ', |row| self.char(word.begin, row));
            let is_run = beside[0] == '-' || (beside[0] == ' ' && beside[1] == '-');
            is_run || matches!(above, '|' | '/' | '\\')
        })
    }

    /// What a line that comes to this character leads to: a place or a corner; the middle of it.
    fn target(&self, column: usize, row: usize) -> Option<(f64, f64)> {
        if let Some(word) = self.word(column, row) {
            return Some(self.point(word.column(), row as f64));
        }
        let is_corner = matches!(self.char(column, row), '+' | '|' | '-');
        is_corner.then(|| self.point(column as f64 + 0.5, row as f64))
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                match self.rows[row][column] {
                    '-' if column == 0 || self.char(column - 1, row) != '-' => {
                        lines.push(self.level(column, row));
                    }
                    '|' if row == 0 || self.char(column, row - 1) != '|' => {
                        lines.push(self.upright(column, row));
                    }
                    '/' => lines.push(self.slanting(column, row, false)),
                    '\\' => lines.push(self.slanting(column, row, true)),
                    '#' if column == 0 || self.char(column - 1, row) != '#' => {
                        lines.push(self.block(column, row));
                    }
                    _ => {}
                }
            }
        }
        lines
    }

    /// A run of `-`, up to what it leads to; a space may be between them.
    fn level(&self, begin: usize, row: usize) -> Line {
        let end = (begin..).find(|&column| self.char(column, row) != '-').unwrap_or(begin);
        let before = begin.checked_sub(1).and_then(|column| {
            let near = self.target(column, row);
            near.or_else(|| {
                self.word(column.checked_sub(1)?, row).and_then(|word| self.target(word.begin, row))
            })
        });
        let far = || self.word(end + 1, row).and_then(|word| self.target(word.begin, row));
        let after = self.target(end, row).or_else(far);
        let from = before.unwrap_or_else(|| self.point(begin as f64, row as f64));
        let to = after.unwrap_or_else(|| self.point(end as f64, row as f64));
        Line { from, to, width: 2.0 }
    }

    /// A run of `|`. A place covers several characters, so that the line is moved to its middle.
    fn upright(&self, column: usize, begin: usize) -> Line {
        let end = (begin..).find(|&row| self.char(column, row) != '|').unwrap_or(begin);
        let above = begin.checked_sub(1).and_then(|row| self.target(column, row));
        let below = self.target(column, end);
        let middle = column as f64 + 0.5;
        let from = above.unwrap_or_else(|| self.point(middle, begin as f64 - 0.5));
        let to = below.unwrap_or_else(|| self.point(middle, end as f64 - 0.5));
        let is_place = |row: Option<usize>| row.is_some_and(|row| self.word(column, row).is_some());
        match (is_place(begin.checked_sub(1)), is_place(Some(end))) {
            (true, false) => Line { from, to: (from.0, to.1), width: 2.0 },
            (false, true) => Line { from: (to.0, from.1), to, width: 2.0 },
            _ => Line { from, to, width: 2.0 },
        }
    }

    /// One `/` or `\`, up to the places at its ends.
    fn slanting(&self, column: usize, row: usize, falls: bool) -> Line {
        let beside = |is_left: bool, by: usize| match is_left {
            true => column.checked_sub(by),
            false => Some(column + by),
        };
        let end = |is_left: bool, row: Option<usize>, edge: f64| {
            let near = row.and_then(|row| {
                (0..=2).find_map(|by| self.word(beside(is_left, by)?, row)).map(|word| (word, row))
            });
            let free = self.point(column as f64 + if is_left { 0.0 } else { 1.0 }, edge);
            near.map_or(free, |(word, row)| self.point(word.column(), row as f64))
        };
        let from = end(falls, row.checked_sub(1), row as f64 - 0.5);
        let to = end(!falls, Some(row + 1), row as f64 + 0.5);
        Line { from, to, width: 2.0 }
    }

    /// A run of `#`: a block that is as wide as a name at least.
    fn block(&self, begin: usize, row: usize) -> Line {
        let end = (begin..).find(|&column| self.char(column, row) != '#').unwrap_or(begin);
        let name = self.words.first().map_or(1, |word| word.end - word.begin);
        let end = end.max(begin + name);
        let (from, to) = (self.point(begin as f64, row as f64), self.point(end as f64, row as f64));
        Line { from, to, width: self.down.min(PITCH) * 0.8 }
    }

    /// Corners and signs that mean nothing to us, as they are.
    fn others(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (row, line) in self.rows.iter().enumerate() {
            for (column, &sign) in line.iter().enumerate() {
                let is_line = matches!(sign, ' ' | '\t' | '-' | '|' | '/' | '\\' | '#');
                if is_line || self.word(column, row).is_some() {
                    continue;
                }
                let text = if sign == '+' { "•".to_owned() } else { sign.to_string() };
                edges.push(Edge { at: self.point(column as f64 + 0.5, row as f64), text });
            }
        }
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middle(layout: &Layout, name: &str) -> (f64, f64) {
        layout.places.iter().find(|place| place.key == [name]).unwrap().middle
    }

    fn has_line(layout: &Layout, from: (f64, f64), to: (f64, f64)) -> bool {
        layout.lines.iter().any(|line| line.from == from && line.to == to)
    }

    #[test]
    fn lines_lead_from_place_to_place() {
        let layout = read("a7------d7\n|       |\na4 -- b4\n \\   /\n   c1");
        let at = |name| middle(&layout, name);
        assert!(has_line(&layout, at("a7"), at("d7")));
        assert!(has_line(&layout, at("a7"), at("a4")));
        assert!(has_line(&layout, at("a4"), at("b4")));
        assert!(has_line(&layout, at("a4"), at("c1")));
        assert!(has_line(&layout, at("b4"), at("c1")));
        assert!(layout.places.iter().all(|place| place.ground == Ground::Spot));
    }

    #[test]
    fn walls_stand_between_places() {
        let layout = read("+---+---+\n|1,1 2,1|\n+---+---+");
        let ((left, y), (right, _)) = (middle(&layout, "1,1"), middle(&layout, "2,1"));
        assert_eq!(right - left, PITCH);
        assert!(layout.lines.iter().all(|line| line.from != (left, y) && line.to != (left, y)));
        let wall = layout.lines.iter().find(|line| line.from.0 == line.to.0).unwrap();
        assert!(wall.from.0 < left && wall.from.1 < y && wall.to.1 > y, "{wall:?}");
        assert_eq!(layout.places[0].ground, Ground::Square { is_dark: false });
    }

    #[test]
    fn any_text_can_be_read() {
        for text in
            ["", "\n\n", "|||\n|||", "----", "/\\/\\\n\\/\\/", "#", "é-ü", "(<&\"'>)", "a\u{301}|"]
        {
            read(text);
        }
        assert_eq!(read(&"x ".repeat(10_000)).places.len(), 2 * MOST_ROWS);
    }
}
