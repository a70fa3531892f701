//! What can be wrong with a rule sheet: the catalogue of faults, and a list that cannot grow
//! without bound. The long explanation of each fault is a text under `faults/`.

use crate::source::Span;

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The rules are not GDL, or do not describe a game; they cannot be played.
    Error,
    /// The rules can be played, but probably say something other than was meant.
    Warning,
}

/// How a fault is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FoundBy {
    /// By reading the rules.
    Reading,
    /// By playing the game.
    Playing,
}

macro_rules! catalogue {
    ($($kind:ident $name:literal $severity:ident $found:ident),* $(,)?) => {
        /// The kinds of fault.
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

            /// The stable name, for people and programs.
            pub fn name(self) -> &'static str {
                match self { $(FaultKind::$kind => $name),* }
            }

            /// Whether the sheet can still be played.
            pub fn severity(self) -> Severity {
                match self { $(FaultKind::$kind => Severity::$severity),* }
            }

            /// Whether reading finds it or play does.
            pub fn found_by(self) -> FoundBy {
                match self { $(FaultKind::$kind => FoundBy::$found),* }
            }

            /// What the fault is, why it matters, an example and its correction.
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
    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// One fault of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which kind of fault.
    pub kind: FaultKind,
    /// Where it is; `None` for what concerns the sheet as a whole.
    pub span: Option<Span>,
    /// What is wrong here, in one sentence without a full stop.
    pub message: String,
    /// How to mend it, in one sentence without a full stop.
    pub hint: String,
}

/// The faults of one sheet. Every fault is counted, the first [`Faults::KEPT`] are kept: a hostile
/// file of a hundred million closing parentheses must not become a hundred million messages.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    errors: usize,
    warnings: usize,
}

impl Faults {
    /// How many faults are kept.
    pub const KEPT: usize = 200;

    /// Adds a fault; the texts are only made if it is kept.
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

    /// Errors push warnings out: a sheet must not be refused without showing why.
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

    /// The faults that were kept, in the order of their places.
    pub fn kept(&self) -> &[Fault] {
        &self.kept
    }

    /// How many errors were found.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings were found.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// How many faults were found but not kept.
    pub fn dropped(&self) -> usize {
        self.errors + self.warnings - self.kept.len()
    }

    /// Puts the faults in the order of their places; those of the whole sheet come last.
    pub(crate) fn sort(&mut self) {
        self.kept.sort_by_key(|fault| (fault.span.map_or(u32::MAX, |span| span.start), fault.kind));
    }
}
