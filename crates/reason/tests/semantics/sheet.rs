//! Rule sheets as trees, which can be printed and made smaller.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    Word(String),
    List(Vec<Tree>),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Tree::Word(word) => f.write_str(word),
            Tree::List(parts) => {
                let parts: Vec<String> = parts.iter().map(Tree::to_string).collect();
                write!(f, "({})", parts.join(" "))
            }
        }
    }
}

/// The sheet with a rule on each line.
pub fn text(sheet: &[Tree]) -> String {
    sheet.iter().map(|rule| format!("{rule}\n")).collect()
}

/// A sheet that still fails, though every smaller one does not.
pub fn shrink(mut sheet: Vec<Tree>, fails: impl Fn(&[Tree]) -> bool) -> Vec<Tree> {
    while let Some(smaller) = smaller(&sheet).into_iter().find(|sheet| fails(sheet)) {
        sheet = smaller;
    }
    sheet
}

/// The lists with a part left out, replaced by a part of its own, or made smaller itself.
fn smaller(parts: &[Tree]) -> Vec<Vec<Tree>> {
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut without = parts.to_vec();
        without.remove(index);
        found.push(without);
        let Tree::List(inner) = part else {
            continue;
        };
        let instead = inner.iter().cloned().chain(smaller(inner).into_iter().map(Tree::List));
        found.extend(instead.map(|tree| {
            let mut with = parts.to_vec();
            with[index] = tree;
            with
        }));
    }
    found
}

#[test]
fn shrinking_keeps_what_fails() {
    let word = |text: &str| Tree::Word(text.to_owned());
    let sheet = vec![word("a"), Tree::List(vec![word("b"), Tree::List(vec![word("c")])])];
    let small = shrink(sheet, |sheet| text(sheet).contains('c'));
    assert_eq!(text(&small), "c\n");
}
