//! The catalogue of faults of rule sheets, and a list of faults of limited length. The explanation of
//! each kind of fault is a file under `faults/`. Finding and displaying faults is done elsewhere.

use term::Span;

/// Severity of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The rules are not valid GDL, or do not describe a game; they cannot be played.
    Error,
    /// The rules can be played, but probably do not mean what their author intended.
    Warning,
}

/// The way in which a fault is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FoundBy {
    /// Reading and checking the rules finds it.
    Reading,
    /// Playing the game finds it.
    Playing,
}

macro_rules! catalogue {
    ($($kind:ident $name:literal $severity:ident $found:ident),* $(,)?) => {
        /// Kind of a fault.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum FaultKind {
            $(
                #[doc = concat!("`", $name, "`")]
                $kind,
            )*
        }

        impl FaultKind {
            /// Every kind, in the order of the catalogue.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$kind),*];

            /// Returns the name of the kind, which never changes, as in `unsafe-variable`.
            pub fn name(self) -> &'static str {
                match self { $(FaultKind::$kind => $name),* }
            }

            /// Returns the severity of the kind.
            pub fn severity(self) -> Severity {
                match self { $(FaultKind::$kind => Severity::$severity),* }
            }

            /// Returns the way in which faults of the kind are found.
            pub fn found_by(self) -> FoundBy {
                match self { $(FaultKind::$kind => FoundBy::$found),* }
            }

            /// Returns a text in Markdown: a description of the kind, its consequences, an example and the
            /// corrected example.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(FaultKind::$kind => include_str!(concat!("../faults/", $name, ".md"))),*
                }
            }
        }
    };
}

catalogue! {
    InvalidUtf8 "invalid-utf8" Error Reading,
    FileTooLarge "file-too-large" Error Reading,
    UnclosedParenthesis "unclosed-parenthesis" Error Reading,
    UnopenedParenthesis "unopened-parenthesis" Error Reading,
    NestingTooDeep "nesting-too-deep" Error Reading,
    ExpectedName "expected-name" Error Reading,
    VariableAsSentence "variable-as-sentence" Error Reading,
    MisplacedKeyword "misplaced-keyword" Error Reading,
    KeywordArity "keyword-arity" Error Reading,
    KeywordAsFunction "keyword-as-function" Error Reading,
    ForbiddenHead "forbidden-head" Error Reading,
    ForbiddenBody "forbidden-body" Error Reading,
    MissingRole "missing-role" Error Reading,
    MissingLegal "missing-legal" Error Reading,
    MissingGoal "missing-goal" Error Reading,
    MissingTerminal "missing-terminal" Error Reading,
    ArityMismatch "arity-mismatch" Error Reading,
    VariableInFact "variable-in-fact" Error Reading,
    UnsafeVariable "unsafe-variable" Error Reading,
    DependsOnState "depends-on-state" Error Reading,
    DependsOnDoes "depends-on-does" Error Reading,
    UnstratifiedNegation "unstratified-negation" Error Reading,
    UnrestrictedRecursion "unrestricted-recursion" Error Reading,
    EmptyBody "empty-body" Warning Reading,
    EmptyArguments "empty-arguments" Warning Reading,
    ExplicitAnd "explicit-and" Warning Reading,
    EmptyDisjunction "empty-disjunction" Warning Reading,
    NestedDisjunction "nested-disjunction" Warning Reading,
    RelationAndFunction "relation-and-function" Warning Reading,
    UndefinedRelation "undefined-relation" Warning Reading,
    UndefinedFluent "undefined-fluent" Warning Reading,
    UndefinedMove "undefined-move" Warning Reading,
    UnusedRelation "unused-relation" Warning Reading,
    UndeclaredRole "undeclared-role" Warning Reading,
    InconsistentCase "inconsistent-case" Warning Reading,
    HiddenInformation "hidden-information" Warning Reading,
    NoLegalMove "no-legal-move" Error Playing,
    NoGoalValue "no-goal-value" Error Playing,
    SeveralGoalValues "several-goal-values" Error Playing,
    GoalOutOfRange "goal-out-of-range" Error Playing,
    LimitReached "limit-reached" Error Playing,
    EndlessPlay "endless-play" Warning Playing,
    NeverWon "never-won" Warning Playing,
}

impl FaultKind {
    /// Returns the kind with this name; `None` if there is no such kind.
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// One fault of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Place of the fault; `None` if it concerns the sheet as a whole.
    pub span: Option<Span>,
    /// Description of this fault, in one sentence without a full stop.
    pub message: String,
    /// Advice for fixing the fault, in one sentence without a full stop.
    pub hint: String,
}

/// The faults of one sheet. All faults are counted, but only the first [`Faults::KEPT`] are kept, because
/// a hostile file can have a fault in every byte.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    errors: usize,
    warnings: usize,
}

impl Faults {
    /// Largest number of faults that are kept.
    pub const KEPT: usize = 200;

    /// Adds a fault. `texts` makes its message and hint; it is called only if the fault is kept.
    pub fn add<S: Into<String>>(
        &mut self,
        kind: FaultKind,
        span: impl Into<Option<Span>>,
        texts: impl FnOnce() -> (String, S),
    ) {
        match kind.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        let full = self.kept.len() >= Self::KEPT;
        if full && !self.make_room_for(kind) {
            return;
        }
        let (message, hint) = texts();
        self.kept.push(Fault { kind, span: span.into(), message, hint: hint.into() });
    }

    /// Removes a warning to make room for an error, so that a refused sheet always shows a reason. Returns whether
    /// there is room now.
    fn make_room_for(&mut self, kind: FaultKind) -> bool {
        let is_warning = |fault: &Fault| fault.kind.severity() == Severity::Warning;
        let place = self.kept.iter().rposition(is_warning);
        match place.filter(|_| kind.severity() == Severity::Error) {
            Some(place) => {
                self.kept.remove(place);
                true
            }
            None => false,
        }
    }

    /// Returns the faults that were kept, in the order of their places.
    pub fn kept(&self) -> &[Fault] {
        &self.kept
    }

    /// Returns the number of errors found.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the number of warnings found.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Returns the number of faults that were found but not kept.
    pub fn dropped(&self) -> usize {
        self.errors + self.warnings - self.kept.len()
    }

    /// Sorts the faults by their places; faults of the whole sheet come last.
    pub(crate) fn sort(&mut self) {
        self.kept.sort_by_key(|fault| (fault.span.map_or(u32::MAX, |span| span.start), fault.kind));
    }
}
