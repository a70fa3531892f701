//! Straight-line code over words of 512 lanes: what the lanes' circuits become before they are run.

/// How many values or outputs a program may have, so that offsets in bytes fit into 31 bits.
const MAX_WORDS: usize = 1 << 24;

/// A word that a program reads or computes: first the inputs, then the random words, then the masks, then
/// the results of the operations, numbered through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);

/// A gate of three inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gate {
    /// Bit `4a + 2b + c` is the gate's answer to the inputs a, b, c.
    pub table: u8,
    /// The inputs. A gate that needs fewer repeats one of them and does not depend on it.
    pub inputs: [Value; 3],
}

/// A program: computes the outputs from the inputs.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// How many words are read from the input buffer.
    pub inputs: u32,
    /// How many words are read from the buffer of random bits.
    pub randoms: u32,
    /// How many masks are read: 64 bits that are repeated for all lanes of a word.
    pub masks: u32,
    /// The gates; each uses only what comes before it.
    pub gates: Vec<Gate>,
    /// What is written to the output buffer, in its order.
    pub outputs: Vec<Value>,
}

impl Program {
    /// The value of the first gate.
    pub fn first_gate(&self) -> u32 {
        self.inputs + self.randoms + self.masks
    }

    /// How many values there are.
    pub fn values(&self) -> usize {
        self.sources() + self.gates.len()
    }

    /// Checks that every gate uses only what comes before it and that every output is computed; says what
    /// is wrong otherwise.
    pub fn verify(&self) -> Result<(), String> {
        let sources = self.sources();
        if self.values().max(self.outputs.len()) > MAX_WORDS {
            return Err(format!("more than {MAX_WORDS} values or outputs"));
        }
        for (index, gate) in self.gates.iter().enumerate() {
            let own = sources + index;
            if let Some(input) = gate.inputs.iter().find(|input| input.0 as usize >= own) {
                return Err(format!("gate {index}, value {own}, uses the later value {}", input.0));
            }
        }
        let late = self.outputs.iter().position(|output| output.0 as usize >= self.values());
        late.map_or(Ok(()), |index| {
            Err(format!("output {index} is value {}, which does not exist", self.outputs[index].0))
        })
    }

    /// How many values are given rather than computed; unlike [`Program::first_gate`] it cannot overflow.
    fn sources(&self) -> usize {
        self.inputs as usize + self.randoms as usize + self.masks as usize
    }
}
