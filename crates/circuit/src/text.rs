//! Circuits as text: a plain form with numbers, which can be read again; a form for people with the names of facts and
//! moves; and a graph for Graphviz.
//!
//! The plain form has one input, gate or output on a line:
//!
//! ```text
//! facts 2
//! roles 1
//! actions 0 0           # the role of each
//! g0 = and f0 !a1       # gates are numbered from the first AND
//! g1 = and g0 !f1 o0    # o0: role 0 makes a move that is not an action
//! legal 0 = on
//! next 1 = !g1
//! terminal = f1
//! goal 0 100 = f1
//! goal 0 other = off    # any value that is not a number from 0 to 100
//! ```
//!
//! Legal moves and next facts that are not mentioned are off. `#` begins a comment.

use crate::circuit::{Action, Circuit, Gate, GoalValue, Outputs, PerGate, Signal};
use crate::names::Names;
use game::{Fact, Role, Vocabulary};
use std::fmt::{self, Display, Formatter};

impl Circuit {
    /// Writes the circuit in its plain form.
    pub fn to_text(&self) -> String {
        CircuitText { circuit: self, labels: Labels::plain(self), plain: true }.to_string()
    }

    /// Reads a circuit in its plain form.
    ///
    /// # Errors
    /// If the text is not a circuit. The error contains the line of the fault.
    ///
    /// ```
    /// let text = "facts 2\nroles 1\nactions 0\ng0 = and f0 !a0\nterminal = !g0\n";
    /// let circuit = agon_circuit::Circuit::from_text(text)?;
    /// assert_eq!((circuit.ands().len(), circuit.operand_count()), (1, 2));
    /// assert_eq!(circuit.to_text(), text);
    /// # Ok::<(), agon_circuit::text::TextError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Circuit, TextError> {
        let mut reader = CircuitReader::default();
        for (line, number) in text.lines().zip(1..) {
            reader.line(line).map_err(|message| TextError { line: number, message })?;
        }
        let line = text.lines().count();
        let circuit = reader.finish().map_err(|message| TextError { line, message })?;
        circuit.verify().map_err(|message| TextError { line, message })?;
        Ok(circuit)
    }
}

/// Returns the circuit as text with the names of its facts and moves.
pub fn named<'a>(circuit: &'a Circuit, names: &Names) -> impl Display + use<'a> {
    CircuitText { circuit, labels: Labels::named(circuit, names), plain: false }
}

/// Returns the circuit as a graph for Graphviz. A circle at the end of an edge means the inverse.
pub fn dot<'a>(circuit: &'a Circuit, names: &Names) -> impl Display + use<'a> {
    GraphvizText { circuit, labels: Labels::named(circuit, names) }
}

/// A fault because of which a text is not a circuit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TextError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Description of the fault.
    pub message: String,
}

/// The names of inputs and outputs.
struct Labels {
    /// The names of all inputs, in the order of their ids.
    inputs: Vec<String>,
    legal: Vec<String>,
    next: Vec<String>,
    roles: Vec<String>,
}

impl Labels {
    fn plain(circuit: &Circuit) -> Labels {
        let numbers = |count: usize| (0..count).map(|number| number.to_string()).collect();
        let (facts, actions) = (circuit.fact_count(), circuit.action_roles().len());
        let with = |letter: char, count: usize| (0..count).map(move |n| format!("{letter}{n}"));
        let inputs = std::iter::once("on".to_owned())
            .chain(with('f', facts))
            .chain(with('a', actions))
            .chain(with('o', circuit.role_count()));
        Labels {
            inputs: inputs.collect(),
            legal: numbers(actions),
            next: numbers(facts),
            roles: numbers(circuit.role_count()),
        }
    }

    fn named(circuit: &Circuit, names: &Names) -> Labels {
        let next: Vec<String> =
            circuit.facts().map(|fact| names.fact_term(fact).to_string()).collect();
        let roles = names.role_names();
        let legal: Vec<String> = circuit
            .actions()
            .map(|(action, role)| {
                let action = names.move_term(names.move_of_action(action));
                format!("{} {action}", roles[role.0 as usize])
            })
            .collect();
        let inputs = std::iter::once("on".to_owned())
            .chain(next.iter().map(|fact| format!("fact:{fact}")))
            .chain(legal.iter().map(|action| format!("does:({action})")))
            .chain(roles.iter().map(|role| format!("other:{role}")));
        Labels { inputs: inputs.collect(), legal, next, roles: roles.to_vec() }
    }

    /// Returns the name of a gate.
    fn gate(&self, gate: Gate) -> String {
        match self.inputs.get(gate.index()) {
            Some(label) => label.clone(),
            None => format!("g{}", gate.index() - self.inputs.len()),
        }
    }

    fn signal(&self, signal: Signal) -> String {
        match signal {
            Signal::FALSE => "off".to_owned(),
            _ if signal.is_inverted() => format!("!{}", self.gate(signal.gate())),
            _ => self.gate(signal.gate()),
        }
    }

    /// Iterates over the outputs with their names, without legal moves and next facts that are always off.
    fn outputs<'a>(&'a self, outputs: &'a Outputs) -> impl Iterator<Item = (String, Signal)> + 'a {
        let labelled = |kind: &'static str, labels: &'a [String], signals: &'a [Signal]| {
            let all = labels.iter().zip(signals.iter().copied());
            all.filter(|&(_, signal)| signal != Signal::FALSE)
                .map(move |(label, signal)| (format!("{kind} {label}"), signal))
        };
        let goals = self.roles.iter().zip(&outputs.goals).flat_map(|(role, goals)| {
            goals.iter().map(move |&(value, signal)| (goal_label(role, value), signal))
        });
        labelled("legal", &self.legal, &outputs.legal)
            .chain(labelled("next", &self.next, &outputs.next))
            .chain([("terminal".to_owned(), outputs.terminal)])
            .chain(goals)
    }
}

fn goal_label(role: &str, value: GoalValue) -> String {
    let value = value.map_or("other".to_owned(), |value| value.to_string());
    format!("goal {role} {value}")
}

/// A circuit to be written as text.
struct CircuitText<'a> {
    circuit: &'a Circuit,
    labels: Labels,
    /// Whether the text begins with the numbers of inputs.
    plain: bool,
}

impl Display for CircuitText<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let CircuitText { circuit, labels, plain } = self;
        if *plain {
            let actions = circuit.action_roles().iter().map(|role| format!(" {}", role.0));
            writeln!(f, "facts {}\nroles {}", circuit.fact_count(), circuit.role_count())?;
            writeln!(f, "actions{}", actions.collect::<String>())?;
        }
        for and in circuit.ands() {
            write!(f, "{} = and", labels.gate(and))?;
            for &operand in circuit.operands(and) {
                write!(f, " {}", labels.signal(operand))?;
            }
            writeln!(f)?;
        }
        for (label, signal) in labels.outputs(&circuit.outputs) {
            writeln!(f, "{label} = {}", labels.signal(signal))?;
        }
        Ok(())
    }
}

/// A circuit to be written for Graphviz.
struct GraphvizText<'a> {
    circuit: &'a Circuit,
    labels: Labels,
}

impl Display for GraphvizText<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let GraphvizText { circuit, labels } = self;
        writeln!(f, "digraph circuit {{\n  rankdir=LR;")?;
        for gate in self.used_inputs() {
            let label = quoted(&labels.gate(gate));
            writeln!(f, "  n{gate} [shape=ellipse, label={label}];")?;
        }
        for and in circuit.ands() {
            writeln!(f, "  n{and} [shape=box, label=\"{}: and\"];", labels.gate(and))?;
            for &operand in circuit.operands(and) {
                edge(f, operand, &format!("n{and}"))?;
            }
        }
        for ((label, signal), number) in labels.outputs(&circuit.outputs).zip(0..) {
            let label = quoted(&label);
            writeln!(f, "  out{number} [shape=box, style=rounded, label={label}];")?;
            edge(f, signal, &format!("out{number}"))?;
        }
        writeln!(f, "}}")
    }
}

impl GraphvizText<'_> {
    /// Iterates over the inputs that gates or outputs use.
    fn used_inputs(&self) -> impl Iterator<Item = Gate> + use<> {
        let GraphvizText { circuit, labels } = self;
        let mut used = PerGate::new(circuit, false);
        let operands = circuit.ands().flat_map(|and| circuit.operands(and)).copied();
        let outputs = labels.outputs(&circuit.outputs).map(|(_, signal)| signal);
        for signal in operands.chain(outputs) {
            used[signal.gate()] = true;
        }
        circuit.inputs().filter(move |&gate| used[gate])
    }
}

fn edge(f: &mut Formatter, from: Signal, to: &str) -> fmt::Result {
    let inverse = if from.is_inverted() { " [arrowhead=odot]" } else { "" };
    writeln!(f, "  n{} -> {to}{inverse};", from.gate())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Largest number of facts, actions or roles that is accepted.
const MAX_INPUTS: u32 = 1 << 24;

/// A reader of the plain form.
#[derive(Default)]
struct CircuitReader {
    facts: Option<u32>,
    roles: Option<u32>,
    actions: Option<Vec<Role>>,
    /// The circuit, from the first line that is not about the inputs.
    circuit: Option<Circuit>,
}

impl CircuitReader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Ok(()),
            ["facts" | "roles" | "actions", ..] if self.circuit.is_some() => {
                Err("facts, roles and actions come before all else".to_owned())
            }
            ["facts", count] => number(count).map(|count| self.facts = Some(count)),
            ["roles", count] => number(count).map(|count| self.roles = Some(count)),
            ["actions", ref roles @ ..] => {
                let roles = roles.iter().map(|role| number(role).map(Role));
                roles.collect::<Result<_, _>>().map(|roles| self.actions = Some(roles))
            }
            [gate, "=", "and", ref operands @ ..] => self.gate(gate, operands),
            [ref output @ .., "=", signal] => self.output(output, signal),
            _ => Err(format!("`{}` is neither an input, a gate nor an output", line.trim())),
        }
    }

    /// Returns the circuit so far; the first call makes it from the lines about the inputs.
    fn circuit(&mut self) -> Result<&mut Circuit, String> {
        let circuit = match self.circuit.take() {
            Some(circuit) => circuit,
            None => self.begin()?,
        };
        Ok(self.circuit.insert(circuit))
    }

    fn begin(&mut self) -> Result<Circuit, String> {
        let (Some(facts), Some(roles), Some(actions)) =
            (self.facts, self.roles, self.actions.take())
        else {
            return Err("the lines `facts`, `roles` and `actions` must come first".to_owned());
        };
        if let Some(role) = actions.iter().find(|role| role.0 >= roles) {
            return Err(format!("an action is of role {}, which does not exist", role.0));
        }
        let mut circuit = Circuit::new(facts, actions, roles);
        circuit.outputs = Outputs {
            legal: vec![Signal::FALSE; circuit.action_roles().len()],
            next: vec![Signal::FALSE; facts as usize],
            terminal: Signal::FALSE,
            goals: vec![Vec::new(); roles as usize],
            others: Vec::new(),
        };
        Ok(circuit)
    }

    fn gate(&mut self, gate: &str, operands: &[&str]) -> Result<(), String> {
        let circuit = self.circuit()?;
        let expected = format!("g{}", circuit.ands().len());
        if gate != expected {
            return Err(format!("the next gate is {expected}, not {gate}"));
        }
        let operands: Result<Vec<Signal>, String> =
            operands.iter().map(|operand| signal(circuit, operand)).collect();
        circuit.and(operands?);
        Ok(())
    }

    fn output(&mut self, output: &[&str], source: &str) -> Result<(), String> {
        let circuit = self.circuit()?;
        let source = signal(circuit, source)?;
        let outputs = &mut circuit.outputs;
        match *output {
            ["legal", index] => *entry(&mut outputs.legal, index)? = source,
            ["next", index] => *entry(&mut outputs.next, index)? = source,
            ["terminal"] => outputs.terminal = source,
            ["goal", role, value] => {
                entry(&mut outputs.goals, role)?.push((goal_value(value)?, source));
            }
            _ => return Err(format!("there is no output `{}`", output.join(" "))),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Circuit, String> {
        self.circuit()?;
        Ok(self.circuit.expect("it was just begun"))
    }
}

fn number(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|&number| number <= MAX_INPUTS);
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to {MAX_INPUTS}"))
}

fn goal_value(text: &str) -> Result<GoalValue, String> {
    match text {
        "other" => Ok(None),
        _ => match text.parse() {
            Ok(value @ 0..=100) => Ok(Some(value)),
            _ => Err(format!("`{text}` is neither a number from 0 to 100 nor `other`")),
        },
    }
}

fn entry<'a, T>(list: &'a mut [T], index: &str) -> Result<&'a mut T, String> {
    let at = number(index)? as usize;
    list.get_mut(at).ok_or_else(|| format!("there is no number {at}"))
}

/// Reads a signal of the part of the circuit that has been read.
fn signal(circuit: &Circuit, text: &str) -> Result<Signal, String> {
    let (inverted, name) = match text.strip_prefix('!') {
        Some(name) => (true, name),
        None => (false, text),
    };
    let unknown = || format!("there is no signal `{text}` before this line");
    let mut letters = name.chars();
    let letter = letters.next();
    let index = |count: usize| {
        let index = letters.as_str().parse::<u32>().ok();
        index.filter(|&index| (index as usize) < count).ok_or_else(unknown)
    };
    let signal = match (name, letter) {
        ("on", _) => Signal::TRUE,
        ("off", _) => Signal::FALSE,
        (_, Some('f')) => circuit.fact(Fact(index(circuit.fact_count())?)),
        (_, Some('a')) => circuit.action(Action(index(circuit.action_roles().len())?)),
        (_, Some('o')) => circuit.other_move(Role(index(circuit.role_count())?)),
        (_, Some('g')) => {
            let and = circuit.ands().nth(index(circuit.ands().len())? as usize);
            Signal::of(and.ok_or_else(unknown)?)
        }
        _ => return Err(unknown()),
    };
    Ok(signal.invert_if(inverted))
}
