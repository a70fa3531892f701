//! Farmers: every player's action is carried out on his own purse and barn,
//! and the market is settled after all three have acted.

use super::Position;

const PLAYERS: usize = 3;
const STEPS: u32 = 10;
const BARN: u32 = 6;
const HIGHEST_PRICE: u32 = 12;
const FARM: u32 = 8;
const FACTORY: u32 = 12;

/// Cotton, cloth, wheat and flour: the goods with even numbers are crops, and
/// the one after a crop is what a factory makes from it.
const GOODS: usize = 4;

#[derive(Clone, Copy)]
struct Player {
    money: u32,
    barn: [u32; GOODS],
    farm: bool,
    factory: bool,
}

#[derive(Clone, Copy)]
enum Action {
    Wait,
    Farm,
    Factory,
    Buy(usize),
    Sell(usize),
    Harvest(usize),
    Make(usize),
}

#[derive(Clone, Copy)]
pub struct World {
    step: u32,
    prices: [u32; GOODS],
    players: [Player; PLAYERS],
}

impl Player {
    fn actions(&self, prices: &[u32; GOODS]) -> Vec<Action> {
        let mut actions = vec![Action::Wait];
        if !self.farm && self.money >= FARM {
            actions.push(Action::Farm);
        }
        if !self.factory && self.money >= FACTORY {
            actions.push(Action::Factory);
        }
        for (good, price) in prices.iter().enumerate() {
            if self.money >= *price && self.barn[good] < BARN {
                actions.push(Action::Buy(good));
            }
            if self.barn[good] > 0 {
                actions.push(Action::Sell(good));
            }
        }
        for crop in (0..GOODS).step_by(2) {
            if self.farm && self.barn[crop] + 2 <= BARN {
                actions.push(Action::Harvest(crop));
            }
            if self.factory && self.barn[crop] > 0 && self.barn[crop + 1] < BARN {
                actions.push(Action::Make(crop));
            }
        }
        actions
    }

    fn act(&mut self, action: Action, prices: &[u32; GOODS]) {
        match action {
            Action::Wait => {}
            Action::Farm => {
                self.money -= FARM;
                self.farm = true;
            }
            Action::Factory => {
                self.money -= FACTORY;
                self.factory = true;
            }
            Action::Buy(good) => {
                self.money -= prices[good];
                self.barn[good] += 1;
            }
            Action::Sell(good) => {
                self.money += prices[good];
                self.barn[good] -= 1;
            }
            Action::Harvest(crop) => self.barn[crop] += 2,
            Action::Make(crop) => {
                self.barn[crop] -= 1;
                self.barn[crop + 1] += 1;
            }
        }
    }
}

impl World {
    fn after(&self, actions: [Action; PLAYERS]) -> Self {
        let mut next = *self;
        next.step += 1;
        for (player, action) in next.players.iter_mut().zip(actions) {
            player.act(action, &self.prices);
        }
        for (good, price) in next.prices.iter_mut().enumerate() {
            let bought = actions.iter().any(|a| matches!(a, Action::Buy(g) if *g == good));
            let sold = actions.iter().any(|a| matches!(a, Action::Sell(g) if *g == good));
            if bought && !sold {
                *price = (*price + 1).min(HIGHEST_PRICE);
            } else if sold && !bought {
                *price = (*price - 1).max(1);
            }
        }
        next
    }
}

impl Position for World {
    fn start() -> Self {
        let player = Player { money: 10, barn: [0; GOODS], farm: false, factory: false };
        World { step: 0, prices: [4, 9, 3, 7], players: [player; PLAYERS] }
    }

    fn successors(&self) -> Vec<Self> {
        if self.step == STEPS {
            return Vec::new();
        }
        let [first, second, third] = self.players.map(|player| player.actions(&self.prices));
        let mut all = Vec::new();
        for a in &first {
            for b in &second {
                all.extend(third.iter().map(|c| self.after([*a, *b, *c])));
            }
        }
        all
    }

    fn moves(&self) -> u64 {
        if self.step == STEPS {
            return 0;
        }
        self.players.iter().map(|player| player.actions(&self.prices).len() as u64).product()
    }
}
