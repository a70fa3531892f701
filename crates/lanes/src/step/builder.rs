//! The builder of a program of play: collects its logic, and makes the random choice of a move for every role.

use super::layout::StateLayout;
use super::logic::{Logic, Wire};
use super::map::{InputCounts, map};
use super::select::{choose, random_bits};
use super::wires::CircuitWires;
use super::{StepPlan, StepProgram};
use circuit::Action;
use circuit::choice::{self, possible_actions};
use circuit::exclusions::Needs;
use circuit::phases;
use game::Role;

/// The logic of a program while it is made, and the inputs of the random choice in it.
pub(crate) struct StepBuilder {
    pub(crate) logic: Logic,
    input_counts: InputCounts,
    /// The actions of each role that can be legal.
    actions: Vec<Vec<Action>>,
    /// The places of each role's choice, each with the indexes of actions of which at most one is legal.
    places: Vec<Vec<Vec<usize>>>,
    randoms: Vec<usize>,
    masks: Vec<(Action, u32)>,
}

impl StepBuilder {
    /// Begins a step of a phase whose programs have this number of inputs.
    pub(crate) fn new(plan: &StepPlan, phase: usize, inputs: usize) -> StepBuilder {
        let StepPlan { circuit, phases: known, weight_bits: bits, .. } = *plan;
        let values = phases::evaluate(circuit, &known.facts[phase]);
        let actions = possible_actions(circuit, &values);
        let needs = Needs::of_legal(circuit, &values);
        let places: Vec<Vec<Vec<usize>>> = actions
            .iter()
            .map(|actions| choice::places(circuit, plan.exclusions, &needs, actions))
            .collect();
        let randoms: Vec<usize> =
            places.iter().map(|places| random_bits(places.len(), bits as usize)).collect();
        let mut masks = Vec::new();
        if bits > 1 {
            let choices = actions.iter().zip(&places).filter(|(_, places)| places.len() > 1);
            for &action in choices.flat_map(|(actions, _)| actions) {
                masks.extend((0..bits).map(|bit| (action, bit)));
            }
        }
        let input_counts = InputCounts {
            inputs: inputs as u32,
            randoms: randoms.iter().sum::<usize>() as u32,
            masks: masks.len() as u32,
        };
        let logic = Logic::new(input_counts.inputs + input_counts.randoms + input_counts.masks);
        StepBuilder { logic, input_counts, actions, places, randoms, masks }
    }

    /// Begins a program without a random choice.
    pub(crate) fn without_choice(inputs: usize) -> StepBuilder {
        let input_counts = InputCounts { inputs: inputs as u32, randoms: 0, masks: 0 };
        let logic = Logic::new(input_counts.inputs);
        let (actions, places) = (Vec::new(), Vec::new());
        StepBuilder { logic, input_counts, actions, places, randoms: Vec::new(), masks: Vec::new() }
    }

    /// Chooses a move for every role. Returns the lanes in which some role has none.
    pub(crate) fn choose_moves(&mut self, plan: &StepPlan, wires: &mut CircuitWires) -> Wire {
        let StepBuilder { logic, input_counts, actions, places, randoms, .. } = self;
        let mut random = input_counts.inputs;
        let mut mask = input_counts.inputs + input_counts.randoms;
        let mut none = Vec::new();
        for ((actions, places), &bits) in actions.iter().zip(places.iter()).zip(randoms.iter()) {
            let legal: Vec<Wire> = actions
                .iter()
                .map(|action| wires.get(logic, plan.circuit.outputs.legal[action.0 as usize]))
                .collect();
            let number: Vec<Wire> = (0..bits as u32).map(|bit| logic.input(random + bit)).collect();
            random += bits as u32;
            let mut weights = Vec::new();
            if plan.weight_bits > 1 && places.len() > 1 {
                for _ in actions.iter() {
                    let bits = 0..plan.weight_bits;
                    weights.push(bits.map(|bit| logic.input(mask + bit)).collect());
                    mask += plan.weight_bits;
                }
            }
            let choice = choose(logic, &legal, places, &weights, &number);
            none.push(choice.none);
            for (action, wire) in actions.iter().zip(choice.chosen) {
                wires.set(plan.circuit.action(*action), wire);
            }
        }
        logic.any(&none)
    }

    /// Ends the program and maps its logic to gates of three inputs.
    pub(crate) fn finish(
        self,
        outputs: &[Wire],
        layout: StateLayout,
        goals: Vec<(Role, u8)>,
    ) -> StepProgram {
        let program = map(&self.logic, outputs, &self.input_counts);
        StepProgram { program, layout, masks: self.masks, goals }
    }
}
