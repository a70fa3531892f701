//! The kernel for any processor, in plain Rust.

use super::{Backend, Kernel, Square};
use crate::code::{CodeError, GateGraph, Interpreter, RunnableCode, Translation};
use crate::compaction::Compaction;
use crate::random::RandomState;
use crate::word::{Half, PARTS, Word};
use game::Fact;

/// The kernel for any processor.
pub(super) struct Portable;

/// A program that is interpreted in plain Rust.
struct PortableCode(Interpreter);

impl RunnableCode<Word> for PortableCode {
    #[allow(unsafe_code)]
    unsafe fn run(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        scratch: &mut [Word],
    ) {
        self.0.run(input, random, masks, output, scratch);
    }
}

impl Kernel for Portable {
    fn backend(&self) -> Backend {
        Backend::Portable
    }
}

pub(super) fn translate(graph: &GateGraph, _with_half: bool) -> Result<Translation, CodeError> {
    let interpreter = Interpreter::new(graph);
    let statistics = interpreter.statistics();
    Ok(Translation { whole: Box::new(PortableCode(interpreter)), half: None, statistics })
}

pub(super) fn fill_random(state: &mut RandomState, words: &mut [Word]) {
    words.iter_mut().for_each(|word| *word = Word(state.next()));
}

/// Transposes a square: exchanges the upper right and the lower left quarter, then the same in each quarter, down to
/// single bits (Warren, Hacker's Delight, section 7-3).
pub(super) fn transpose(square: &mut Square) {
    exchange::<32>(square, 0x0000_0000_FFFF_FFFF);
    exchange::<16>(square, 0x0000_FFFF_0000_FFFF);
    exchange::<8>(square, 0x00FF_00FF_00FF_00FF);
    exchange::<4>(square, 0x0F0F_0F0F_0F0F_0F0F);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

/// Exchanges the upper bits of the first row of each pair at a distance with the lower bits of the second.
fn exchange<const DISTANCE: usize>(square: &mut Square, low: u64) {
    for pair in square.chunks_exact_mut(2 * DISTANCE) {
        let (first, second) = pair.split_at_mut(DISTANCE);
        for (one, other) in first.iter_mut().zip(second) {
            let difference = (*one >> DISTANCE ^ *other) & low;
            *other ^= difference;
            *one ^= difference << DISTANCE;
        }
    }
}

pub(super) fn join(words: &mut [Word], rows: [&[u64]; PARTS]) {
    for (row, word) in words.iter_mut().enumerate() {
        *word = Word(rows.map(|rows| rows[row]));
    }
}

#[inline(always)]
pub(super) fn replace(words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
    for (word, fact) in words.iter_mut().zip(facts) {
        *word = lanes.choose(states[fact.0 as usize], *word);
    }
}

#[inline(always)]
pub(super) fn count(lanes: Word) -> u64 {
    lanes.0.iter().map(|part| u64::from(part.count_ones())).sum()
}

pub(super) fn gather(compaction: &Compaction, words: &[Word], halves: &mut [Half]) {
    for (half, word) in halves.iter_mut().zip(words) {
        *half = Half(compaction.sources().each_ref().map(|sources| {
            let bytes = sources.bytes().into_iter().zip(word.0).map(|(sources, bits)| {
                let ones = sources.into_iter().enumerate();
                ones.fold(0, |byte, (at, source)| byte | (bits >> source & 1) << at)
            });
            bytes.enumerate().fold(0, |part, (at, byte)| part | byte << (8 * at))
        }));
    }
}

pub(super) fn scatter(compaction: &Compaction, half: Half) -> Word {
    compaction.scatter_by(half, deposit)
}

/// Returns the lowest bits of a number, moved to the bits of a mask.
fn deposit(bits: u64, mask: u64) -> u64 {
    let (mut result, mut rest) = (0, mask);
    for at in 0..mask.count_ones() {
        result |= (bits >> at & 1) << rest.trailing_zeros();
        rest &= rest - 1;
    }
    result
}
