//! The knowledge that finished matches add to a file: the results of players, and the solution of a puzzle.

use super::SeriesMatch;
use crate::PlayerName;
use engine::prior_knowledge::{NewKnowledge, PlayerResults};

/// The goal of a role that wins.
const WON: u8 = 100;

/// Returns the results of each player, and the shortest solution if the game is a puzzle that was solved.
pub fn new_knowledge(players: &[PlayerName], finished: &[SeriesMatch]) -> Vec<NewKnowledge> {
    let numbered = players.iter().enumerate();
    let results = numbered.map(|(number, player)| {
        NewKnowledge::Statistics(player.to_string(), results_of(number, finished))
    });
    results.chain(solution(finished).map(NewKnowledge::Solution)).collect()
}

/// Returns the results of the player with this number.
fn results_of(number: usize, finished: &[SeriesMatch]) -> PlayerResults {
    let mut results = PlayerResults::default();
    for one in finished {
        let Some(goals) = &one.played.goals else { continue };
        let (least, most) = (goals.iter().min(), goals.iter().max());
        let own = one.players.iter().zip(goals).filter(|(player, _)| **player == number);
        for (_, goal) in own {
            results.matches += 1;
            results.goals += u64::from(*goal);
            results.won += u64::from(Some(goal) == most && (least != most || *goal == WON));
            results.drawn += u64::from(least == most && *goal != WON);
        }
    }
    results
}

/// Returns the moves of the shortest match in which a puzzle was solved.
fn solution(finished: &[SeriesMatch]) -> Option<Vec<String>> {
    let solved = finished.iter().filter(|one| one.played.goals.as_deref() == Some(&[WON]));
    let shortest = solved.min_by_key(|one| one.played.length())?;
    // A joint move of one role is that move in parentheses.
    let alone = |joint: &String| Some(term::read_list(joint)?.first()?.to_string());
    Some(shortest.played.moves.iter().filter_map(alone).collect())
}
