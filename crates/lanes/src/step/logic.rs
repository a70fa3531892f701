//! The logic of a step while it is made: ANDs of two wires that may be inverted, each made once. Sums, comparisons and
//! choices are built from them; `map` finds gates of three inputs in it.

use hashbrown::HashMap;

/// The output of a node or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wire(u32);

impl Wire {
    /// The wire that is always on.
    pub const TRUE: Wire = Wire(0);
    /// The wire that is always off.
    pub const FALSE: Wire = Wire(1);

    /// Returns the node whose output this is, inverted or not.
    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the inverse of its node's output.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the inverse of this wire if `invert`, else the wire itself.
    pub fn invert_if(self, invert: bool) -> Wire {
        Wire(self.0 ^ u32::from(invert))
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        self.invert_if(true)
    }
}

/// A network of ANDs of two wires. Node 0 is always on; then come the inputs; then the ANDs.
pub struct Logic {
    inputs: u32,
    ands: Vec<[Wire; 2]>,
    known: HashMap<[Wire; 2], Wire>,
}

impl Logic {
    /// Creates a network with this number of inputs and no ANDs.
    pub fn new(inputs: u32) -> Logic {
        Logic { inputs, ands: Vec::new(), known: HashMap::new() }
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// Returns the wire of an input.
    pub fn input(&self, input: u32) -> Wire {
        debug_assert!(input < self.inputs);
        Wire((1 + input) << 1)
    }

    /// Returns the node of the first AND.
    pub fn first_and(&self) -> u32 {
        1 + self.inputs
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.first_and() + self.ands.len() as u32
    }

    /// Returns the operands of an AND.
    pub fn operands(&self, node: u32) -> [Wire; 2] {
        self.ands[(node - self.first_and()) as usize]
    }

    /// Makes the AND of two wires.
    pub fn and(&mut self, left: Wire, right: Wire) -> Wire {
        let key = if left <= right { [left, right] } else { [right, left] };
        match key {
            [Wire::TRUE, other] => return other,
            [Wire::FALSE, _] => return Wire::FALSE,
            [left, right] if left == right => return left,
            [left, right] if left == !right => return Wire::FALSE,
            _ => {}
        }
        if let Some(wire) = self.absorbed(key[0], key[1]).or_else(|| self.absorbed(key[1], key[0]))
        {
            return wire;
        }
        let next = Wire(self.nodes() << 1);
        let Logic { ands, known, .. } = self;
        *known.entry(key).or_insert_with(|| {
            ands.push(key);
            next
        })
    }

    /// Returns the AND of two wires if it follows from one operand of the second and needs no gate.
    fn absorbed(&self, one: Wire, other: Wire) -> Option<Wire> {
        if other.node() < self.first_and() {
            return None;
        }
        let [left, right] = self.operands(other.node());
        if other.is_inverted() {
            // a & !(!a & b) = a
            (left == !one || right == !one).then_some(one)
        } else if left == one || right == one {
            Some(other)
        } else {
            (left == !one || right == !one).then_some(Wire::FALSE)
        }
    }

    /// Makes the OR of two wires.
    pub fn or(&mut self, left: Wire, right: Wire) -> Wire {
        !self.and(!left, !right)
    }

    /// Makes the AND of all wires; always on if there are none.
    pub fn all(&mut self, wires: &[Wire]) -> Wire {
        match *wires {
            [] => Wire::TRUE,
            [single] => single,
            [left, right] => self.and(left, right),
            _ => {
                // Wires are combined in groups of three, the number of inputs of a gate.
                let parts: Vec<Wire> = wires
                    .chunks(3)
                    .map(|part| part.iter().fold(Wire::TRUE, |all, &wire| self.and(all, wire)))
                    .collect();
                self.all(&parts)
            }
        }
    }

    /// Makes the OR of all wires; always off if there are none.
    pub fn any(&mut self, wires: &[Wire]) -> Wire {
        let inverted: Vec<Wire> = wires.iter().map(|&wire| !wire).collect();
        !self.all(&inverted)
    }

    /// Makes the exclusive OR of two wires.
    pub fn xor(&mut self, left: Wire, right: Wire) -> Wire {
        let invert = left.is_inverted() != right.is_inverted();
        let [left, right] = [left, right].map(|wire| wire.invert_if(wire.is_inverted()));
        let neither = self.and(!left, !right);
        let both = self.and(left, right);
        self.and(!neither, !both).invert_if(invert)
    }

    /// Makes the wire that is `yes` where the condition is on, else `no`.
    pub fn choose(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        if yes == no {
            return yes;
        }
        let yes = self.and(condition, yes);
        let no = self.and(!condition, no);
        self.or(yes, no)
    }

    /// Makes the wire that is on where at least two of three are.
    pub fn majority(&mut self, a: Wire, b: Wire, c: Wire) -> Wire {
        let both = self.and(a, b);
        let either = self.or(a, b);
        let with = self.and(c, either);
        self.or(both, with)
    }

    /// Makes the sum of two numbers, lowest bit first. It has one bit more than the longer number.
    pub fn add(&mut self, left: &[Wire], right: &[Wire]) -> Vec<Wire> {
        let mut carry = Wire::FALSE;
        let width = left.len().max(right.len());
        let mut sum = Vec::with_capacity(width + 1);
        for bit in 0..width {
            let [left, right] =
                [left, right].map(|number| number.get(bit).copied().unwrap_or(Wire::FALSE));
            let half = self.xor(left, right);
            sum.push(self.xor(half, carry));
            carry = self.majority(left, right, carry);
        }
        sum.push(carry);
        sum
    }

    /// Makes the wire that is on where the first number is less than the second, and their difference where it is not.
    pub fn subtract(&mut self, left: &[Wire], right: &[Wire]) -> (Wire, Vec<Wire>) {
        let mut borrow = Wire::FALSE;
        let width = left.len().max(right.len());
        let mut difference = Vec::with_capacity(width);
        for bit in 0..width {
            let [left, right] =
                [left, right].map(|number| number.get(bit).copied().unwrap_or(Wire::FALSE));
            let half = self.xor(left, right);
            difference.push(self.xor(half, borrow));
            borrow = self.majority(!left, right, borrow);
        }
        (borrow, difference)
    }
}
