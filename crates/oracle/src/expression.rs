//! Rule sheets as nested expressions, which can be printed and shrunk.

use std::fmt;

/// A word, or a list in parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A name, a variable or a number.
    Word(String),
    /// The parts of a list.
    List(Vec<Expression>),
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Expression::Word(word) => f.write_str(word),
            Expression::List(parts) => {
                let parts: Vec<String> = parts.iter().map(Expression::to_string).collect();
                write!(f, "({})", parts.join(" "))
            }
        }
    }
}

/// Returns the text of a sheet, with a rule on each line.
pub fn text(sheet: &[Expression]) -> String {
    sheet.iter().map(|rule| format!("{rule}\n")).collect()
}

/// Removes parts from a sheet that fails, as long as it still fails. No sheet with one part less than the result fails.
pub fn shrink(
    mut sheet: Vec<Expression>,
    fails: impl Fn(&[Expression]) -> bool,
) -> Vec<Expression> {
    while let Some(smaller) = smaller(&sheet).into_iter().find(|sheet| fails(sheet)) {
        sheet = smaller;
    }
    sheet
}

/// Returns all lists in which one part is left out, replaced by a part of its own, or made smaller itself.
fn smaller(parts: &[Expression]) -> Vec<Vec<Expression>> {
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut without = parts.to_vec();
        without.remove(index);
        found.push(without);
        let Expression::List(inner) = part else {
            continue;
        };
        let instead = inner.iter().cloned().chain(smaller(inner).into_iter().map(Expression::List));
        found.extend(instead.map(|expression| {
            let mut with = parts.to_vec();
            with[index] = expression;
            with
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shrunk_sheet_still_fails() {
        let word = |text: &str| Expression::Word(text.to_owned());
        let sheet =
            vec![word("a"), Expression::List(vec![word("b"), Expression::List(vec![word("c")])])];
        let small = shrink(sheet, |sheet| text(sheet).contains('c'));
        assert_eq!(text(&small), "c\n");
    }
}
