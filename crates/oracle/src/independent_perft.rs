//! Hand-written move generators for games of the library, one file per game, which do not use rule sheets.
//!
//! Each of them confirms the counts in the `perft` file of its game, so that these counts rest on two independent
//! descriptions of the game: the rule sheet and the generator here.

mod amazons_6x6;
mod auction;
mod blobwars;
mod bomberman;
mod breakthrough;
mod capture_go;
mod checkers;
mod checkers_barrel_no_kings;
mod checkers_free;
mod chess;
mod chinese_checkers;
mod connect_four;
mod connect_three;
mod dots_and_boxes;
mod eight_puzzle;
mod eight_queens;
mod endgame;
mod farmers;
mod goofspiel;
mod hallway;
mod hex;
mod kalah;
mod lights_out;
mod lines_of_action;
mod merrills;
mod mini_checkers;
mod minichess;
mod minichess_3x3;
mod minichess_5x5;
mod nim;
mod othello;
mod pancakes;
mod pentago;
mod prisoners_dilemma;
mod quarto;
mod racetrack_corridor;
mod roshambo;
mod rubik_2x2x2;
mod skirmish;
mod sudoku;
mod three_trails;
mod tic_tac_toe;
mod tic_tic_toe;

/// A position of a game, small enough to be copied.
trait Position: Copy {
    /// Returns the position before the first move.
    fn start() -> Self;

    /// Returns the positions after each joint move; none once the game is over.
    fn successors(&self) -> Vec<Self>;

    /// Returns the number of joint moves; 0 once the game is over.
    fn moves(&self) -> u64 {
        self.successors().len() as u64
    }
}

/// A move generator for one game of the library.
pub struct Generator {
    /// Name of the game in the library.
    pub game: &'static str,
    /// Name of the source file, as the game's `perft` file gives it.
    pub file: &'static str,
    lines: fn(u32) -> u64,
}

impl Generator {
    /// Returns the number of lines of exactly `depth` joint moves from the initial position.
    pub fn lines(&self, depth: u32) -> u64 {
        (self.lines)(depth)
    }
}

/// Returns the number of lines of exactly `depth` joint moves from `position`.
fn leaves<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves(),
        _ => position.successors().iter().map(|next| leaves(next, depth - 1)).sum(),
    }
}

fn lines<P: Position>(depth: u32) -> u64 {
    leaves(&P::start(), depth)
}

/// Defines the list of generators, and for each file a test that the counts of its games are confirmed.
macro_rules! generators {
    ($($module:ident: $($game:literal => $position:ty),+;)*) => {
        /// All generators of this crate, one for each game.
        pub const GENERATORS: &[Generator] = &[$($(Generator {
            game: $game,
            file: concat!(stringify!($module), ".rs"),
            lines: lines::<$position>,
        }),+),*];

        #[cfg(test)]
        mod counts_are_confirmed {
            $(#[test]
            fn $module() {
                $(super::confirm($game);)+
            })*
        }
    };
}

generators! {
    amazons_6x6: "amazons-6x6" => amazons_6x6::Board;
    auction: "auction" => auction::Sale;
    blobwars: "blobwars" => blobwars::Board;
    bomberman: "bomberman" => bomberman::Town;
    breakthrough: "breakthrough" => breakthrough::Board;
    capture_go: "capture-go-3x3" => capture_go::Board<3>, "capture-go-4x4" => capture_go::Board<4>;
    checkers: "checkers" => checkers::Board<8>;
    checkers_barrel_no_kings: "checkers-barrel-no-kings" => checkers_barrel_no_kings::Barrel;
    checkers_free: "checkers-free" => checkers_free::Draughts;
    chess: "chess" => chess::Board;
    chinese_checkers: "chinese-checkers-3" => chinese_checkers::Star<3, 24>, "chinese-checkers-4" => chinese_checkers::Star<4, 1245>;
    connect_four: "connect-four" => connect_four::Board;
    connect_three: "connect-three-3x3" => connect_three::Board<3>, "connect-three-4x4" => connect_three::Board<4>;
    dots_and_boxes: "dots-and-boxes" => dots_and_boxes::Board;
    eight_puzzle: "eight-puzzle" => eight_puzzle::Board;
    eight_queens: "eight-queens" => eight_queens::Board;
    endgame: "endgame" => endgame::Board;
    farmers: "farmers" => farmers::World;
    goofspiel: "goofspiel" => goofspiel::Hands;
    hallway: "hallway" => hallway::Board;
    hex: "hex" => hex::Board;
    kalah: "kalah" => kalah::Ring;
    lights_out: "lights-out" => lights_out::Lamps;
    lines_of_action: "lines-of-action" => lines_of_action::Board;
    merrills: "merrills" => merrills::Board;
    mini_checkers: "mini-checkers-5" => mini_checkers::Five, "mini-checkers-4" => mini_checkers::Four;
    minichess: "minichess" => minichess::Board<4>;
    minichess_3x3: "minichess-3x3" => minichess_3x3::Board;
    minichess_5x5: "minichess-5x5" => minichess_5x5::Board;
    nim: "nim" => nim::Heap;
    othello: "othello" => othello::Board<othello::Full>, "othello-6x6" => othello::Board<othello::Small>, "nothello" => othello::Board<othello::Diamond>;
    pancakes: "pancakes" => pancakes::Pile;
    pentago: "pentago" => pentago::Board;
    prisoners_dilemma: "prisoners-dilemma" => prisoners_dilemma::RoundsLeft;
    quarto: "quarto" => quarto::Board;
    racetrack_corridor: "racetrack-corridor" => racetrack_corridor::Race;
    roshambo: "roshambo" => roshambo::Standing;
    rubik_2x2x2: "rubik-2x2x2" => rubik_2x2x2::Cube;
    skirmish: "skirmish" => skirmish::Board;
    sudoku: "sudoku" => sudoku::Grid;
    three_trails: "three-trails" => three_trails::Board;
    tic_tac_toe: "tic-tac-toe" => tic_tac_toe::Board, "tic-tac-toe-inverted" => tic_tac_toe::Board;
    tic_tic_toe: "tic-tic-toe" => tic_tic_toe::Board;
}

/// Returns the generator for a game; `None` if the game has none.
pub fn generator(game: &str) -> Option<&'static Generator> {
    GENERATORS.iter().find(|generator| generator.game == game)
}

/// Checks the number of lines of every depth in the `perft` file of a game.
#[cfg(test)]
fn confirm(game: &str) {
    let generator = generator(game).expect("the table has it");
    let recorded = crate::bundled(game).perft();
    assert!(!recorded.is_empty(), "{game}: no counts");
    for (depth, expected) in recorded {
        assert_eq!(generator.lines(depth), expected, "{game}: lines of {depth} moves");
    }
}
