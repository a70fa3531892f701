//! scratch
use game::Machine;
use std::time::Instant;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let Some(rules) = gdl::check(&path, &bytes).rules else { continue };
        if rules.has_hidden_information() {
            continue;
        }
        let start = Instant::now();
        let go_on = || start.elapsed().as_secs() < 60;
        let limits = circuit::Limits { go_on: &go_on, ..Default::default() };
        let name = path.rsplit('/').next().unwrap();
        let b = match circuit::build(&rules, &limits) {
            Ok(b) => b,
            Err(e) => {
                println!("{:8.3} {name} STOP {:?}", start.elapsed().as_secs_f64(), e);
                continue;
            }
        };
        let t1 = start.elapsed().as_secs_f64();
        let (raw, raw_e) = (b.circuit.gates(), b.circuit.edges());
        let mut m = circuit::CircuitMachine::from_built(b);
        let t2 = start.elapsed().as_secs_f64();
        let mut player = game::playout::Player::default();
        let mut random = game::random(1);
        let (mut games, mut steps) = (0u64, 0u64);
        let s = Instant::now();
        while s.elapsed().as_secs_f64() < 0.5 {
            let p = player
                .play_while(&mut m, &mut random, 2000, &|| s.elapsed().as_secs_f64() < 1.5)
                .unwrap();
            let Some(p) = p else { break };
            games += 1;
            steps += p.length as u64;
        }
        let e = s.elapsed().as_secs_f64();
        println!(
            "{:8.3} {t2:8.3} {name} instances {} facts {} actions {} raw {raw}/{raw_e} gates {} edges {} games {games} steps/s {:.0} playouts/s {:.0}",
            t1,
            m.instances(),
            m.names().facts(),
            m.names().actions.len(),
            m.circuit().gates(),
            m.circuit().edges(),
            steps as f64 / e,
            games as f64 / e
        );
    }
}
