//! The schedule of a tournament: all its matches, in the order in which they are played.

use super::{Tournament, TournamentError};

/// Largest number of matches of a tournament; their list needs memory.
const MOST: usize = 1_000_000;

/// A match of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledMatch {
    /// Number of the game in the tournament.
    pub game: usize,
    /// Numbers of the players, in the order of the roles that need one.
    pub players: Vec<usize>,
    /// Number of the match among those of these players in this game, from 0. The roles are rotated by it.
    pub number: u32,
}

impl ScheduledMatch {
    /// Returns the schedule. `roles` is the number of roles of each game that need a player: in a game of two roles all
    /// pairs of players meet, in a game of three all groups of three, and each player plays a puzzle alone.
    ///
    /// The first matches of all groups in all games come before the second match of any, so that an unfinished
    /// tournament has results for all players.
    pub fn all(
        tournament: &Tournament,
        roles: &[usize],
    ) -> Result<Vec<ScheduledMatch>, TournamentError> {
        let mut groups = Vec::new();
        for (game, (name, &roles)) in tournament.games.iter().zip(roles).enumerate() {
            let players = tournament.players.len();
            if players < roles {
                let game = name.clone();
                return Err(TournamentError::TooFewPlayers { game, roles, players });
            }
            for group in Groups::new(players, roles) {
                groups.push((game, group));
                if groups.len().saturating_mul(tournament.matches as usize) > MOST {
                    return Err(TournamentError::TooMany(MOST));
                }
            }
        }
        let numbers = 0..tournament.matches;
        Ok(numbers
            .flat_map(|number| groups.iter().map(move |(game, group)| (number, *game, group)))
            .map(|(number, game, group)| ScheduledMatch {
                game,
                players: rotated(group, number),
                number,
            })
            .collect())
    }
}

fn rotated(group: &[usize], number: u32) -> Vec<usize> {
    let mut players = group.to_vec();
    if !players.is_empty() {
        players.rotate_left(number as usize % group.len());
    }
    players
}

/// All groups of a given size of the players 0, 1, …, each in ascending order.
struct Groups {
    players: usize,
    next: Option<Vec<usize>>,
}

impl Groups {
    fn new(players: usize, size: usize) -> Groups {
        Groups { players, next: (size <= players).then(|| (0..size).collect()) }
    }
}

impl Iterator for Groups {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let group = self.next.take()?;
        let size = group.len();
        // The last place that can still move on does, and those after it follow closely.
        let place = (0..size).rev().find(|&place| group[place] < self.players - size + place);
        self.next = place.map(|place| {
            let mut following = group.clone();
            (place..size).for_each(|at| following[at] = group[place] + 1 + at - place);
            following
        });
        Some(group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a tournament of three games and three players, two of which are the same: only two kinds of players are
    /// sure to need no settings.
    fn tournament(matches: u32) -> Tournament {
        let lists = "games = ['a', 'b', 'c']\nplayers = ['random', 'legal']\nsimulations = 1";
        let mut tournament = Tournament::read(&format!("{lists}\nmatches = {matches}")).unwrap();
        tournament.players.push(tournament.players[0].clone());
        tournament
    }

    #[test]
    fn groups_are_counted_in_order() {
        let groups = |players, size| Groups::new(players, size).collect::<Vec<_>>();
        assert_eq!(groups(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(groups(3, 1), [[0], [1], [2]]);
        assert_eq!(groups(3, 3), [[0, 1, 2]]);
        assert_eq!(groups(6, 3).len(), 20);
        assert_eq!(groups(2, 3).len(), 0);
        assert_eq!(groups(2, 0), [Vec::<usize>::new()]);
    }

    #[test]
    fn everybody_meets_everybody_in_all_roles() {
        let schedule = ScheduledMatch::all(&tournament(2), &[2, 1, 3]).unwrap();
        assert_eq!(schedule.len(), 2 * (3 + 3 + 1));
        assert_eq!(schedule[0], ScheduledMatch { game: 0, players: vec![0, 1], number: 0 });
        assert_eq!(schedule[7], ScheduledMatch { game: 0, players: vec![1, 0], number: 1 });
        assert_eq!(schedule[13], ScheduledMatch { game: 2, players: vec![1, 2, 0], number: 1 });
    }

    #[test]
    fn too_much_and_too_little_is_reported() {
        let error = ScheduledMatch::all(&tournament(1), &[2, 4, 1]).unwrap_err().to_string();
        assert_eq!(error, "`b` has 4 roles for players, and the tournament has only 3 players");
        let error =
            ScheduledMatch::all(&tournament(1_000_000), &[2, 1, 1]).unwrap_err().to_string();
        assert_eq!(error, "these are more than 1000000 matches");
    }
}
