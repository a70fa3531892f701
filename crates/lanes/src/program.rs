//! Programs of the lanes: gates of three inputs over words of 512 lanes, in the order in which they are computed. They
//! are made by `step` and translated by `code`.

/// Largest number of words or outputs of a program, so that offsets in bytes fit into 31 bits.
const MAX_WORDS: usize = 1 << 24;

/// The number of a word that a program reads or computes: first the inputs, then the random words, then the masks, then
/// the results of the gates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WordId(pub u32);

/// A gate that computes any function of three inputs, given by its table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableGate {
    /// Bit `4a + 2b + c` is the value of the gate for the inputs a, b, c.
    pub table: u8,
    /// The three inputs. A gate that needs fewer repeats one of them.
    pub inputs: [WordId; 3],
}

/// A program that computes its outputs from inputs, random words and masks.
#[derive(Clone, Debug, Default)]
pub struct LaneProgram {
    /// Number of words that are read from the input buffer.
    pub inputs: u32,
    /// Number of words that are read from the buffer of random bits.
    pub randoms: u32,
    /// Number of masks that are read. A mask has 64 bits, which are repeated for all lanes of a word.
    pub masks: u32,
    /// The gates. Each uses only words with lower numbers than its own.
    pub gates: Vec<TableGate>,
    /// The words that are written to the output buffer, in its order.
    pub outputs: Vec<WordId>,
}

impl LaneProgram {
    /// Returns the number of the first gate's word.
    pub fn first_gate(&self) -> u32 {
        self.inputs + self.randoms + self.masks
    }

    /// Returns the number of all words.
    pub fn values(&self) -> usize {
        self.sources() + self.gates.len()
    }

    /// Checks that every gate uses only words with lower numbers and that every output exists.
    ///
    /// # Errors
    /// A description of the first violation.
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

    /// Returns the number of words that are given, like [`LaneProgram::first_gate`] but without overflow.
    fn sources(&self) -> usize {
        self.inputs as usize + self.randoms as usize + self.masks as usize
    }
}
