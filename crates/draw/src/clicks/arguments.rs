//! The argument words of moves and facts: every name or variable that is an argument, with its place.

use crate::plan::BoardFact;
use analyze::Sentence;
use term::Term;

/// A word that is an argument.
pub(super) struct ArgumentWord<W, A> {
    /// The word at this place.
    pub word: W,
    /// Name of the relation or function that the word is an argument of.
    pub applied: A,
    /// Number of arguments of that relation or function.
    pub arity: usize,
    /// Index of the word among those arguments.
    pub argument: usize,
}

/// An argument word of a move or a pattern.
pub(super) type TermArgument = ArgumentWord<Term, String>;

/// Place of an argument: name and number of arguments of the relation or function, and index of the argument.
pub(super) type ArgumentPlace = (String, usize, usize);

impl<W, A: AsRef<str>> ArgumentWord<W, A> {
    /// Whether the word stands at this place.
    pub fn is_at(&self, (applied, arity, argument): &ArgumentPlace) -> bool {
        self.applied.as_ref() == applied && self.arity == *arity && self.argument == *argument
    }
}

/// Returns the place of a cell variable in the facts of a board; `None` if they do not have it.
pub(super) fn variable_place(fact: &BoardFact, variable: usize) -> Option<ArgumentPlace> {
    let variable = fact.cell_variables.get(variable)?;
    let words = term_arguments(fact.pattern.term());
    let word = words.into_iter().find(|word| word.word.as_str() == variable)?;
    Some((word.applied, word.arity, word.argument))
}

/// Returns the argument words of a term, from left to right.
pub(super) fn term_arguments(term: &Term) -> Vec<TermArgument> {
    let mut words = Vec::new();
    let mut open: Vec<TermArgument> = direct_arguments(term).collect();
    open.reverse();
    while let Some(argument) = open.pop() {
        if argument.word.arity() == 0 {
            words.push(argument);
        } else {
            let first = open.len();
            open.extend(direct_arguments(&argument.word));
            open[first..].reverse();
        }
    }
    words
}

/// Returns the arguments of a term itself, which may have arguments of their own.
fn direct_arguments(term: &Term) -> impl Iterator<Item = TermArgument> + '_ {
    let (applied, arity) = (term.name(), term.arity());
    let arguments = term.arguments().enumerate();
    arguments.map(move |(argument, word)| ArgumentWord {
        word,
        applied: applied.to_owned(),
        arity,
        argument,
    })
}

/// Returns the argument words of a sentence of the rules, names and variables, from left to right.
pub(super) fn sentence_arguments(sentence: &Sentence) -> Vec<ArgumentWord<&Sentence, &str>> {
    let mut words = Vec::new();
    let mut open = vec![(sentence, "", 0, 0)];
    while let Some((sentence, applied, arity, argument)) = open.pop() {
        match sentence {
            Sentence::Applied(name, arguments) if !arguments.is_empty() => {
                let inner = arguments.iter().enumerate().rev();
                open.extend(
                    inner
                        .map(|(argument, inner)| (inner, name.as_str(), arguments.len(), argument)),
                );
            }
            _ if !applied.is_empty() => {
                words.push(ArgumentWord { word: sentence, applied, arity, argument })
            }
            _ => {}
        }
    }
    words
}
