//! The distribution of playouts to lanes.

use super::BatchRequest;
use crate::word::LANES;

/// Several playouts of one state, which a lane plays one after the other.
#[derive(Clone, Copy, Default)]
pub struct PlayoutJob {
    /// The index of the state.
    pub state: u32,
    /// Number of playouts of the state.
    pub times: u32,
}

/// The jobs that no lane has been given yet. The playouts of every state are divided into the same number of jobs, its
/// shares.
pub struct Jobs {
    states: u32,
    shares: u32,
    /// Number of playouts of the larger shares of each state; the other shares have one playout less.
    pub most: u32,
    /// Number of the larger shares of each state, which come first.
    full: u32,
    /// The state and the share of the next job.
    next: (u32, u32),
}

impl Jobs {
    /// Divides the playouts of a request. `filling` is the cost of putting states into lanes, and `spread` the standard
    /// deviation of the lengths of playouts, both measured in games.
    pub fn new(request: &BatchRequest, filling: f64, spread: f64) -> Jobs {
        let (states, times) = (request.states.len() as u32, request.times);
        let for_each_lane = f64::from(states) * f64::from(times) / LANES as f64;
        let enough = (LANES as u32).div_ceil(states.max(1)).min(times).max(1);
        let sizes = std::iter::successors(Some(times.div_ceil(enough)), |&size| {
            (size > 1).then(|| size.div_ceil(2))
        });
        let loss = |&size: &u32| loss(f64::from(size), for_each_lane, filling, spread);
        let best = sizes.min_by(|a, b| loss(a).total_cmp(&loss(b))).unwrap_or(1).max(1);
        let shares = times.div_ceil(best);
        if shares == 0 {
            return Jobs { states: 0, shares, most: 0, full: 0, next: (0, 0) };
        }
        let most = times.div_ceil(shares);
        Jobs { states, shares, most, full: times - (most - 1) * shares, next: (0, 0) }
    }

    /// Whether there are jobs that wait.
    pub fn wait(&self) -> bool {
        self.next.0 < self.states
    }

    /// Returns the number of jobs that wait.
    pub fn len(&self) -> u64 {
        let (state, share) = self.next;
        u64::from(self.states - state) * u64::from(self.shares) - u64::from(share)
    }
}

impl Iterator for Jobs {
    type Item = PlayoutJob;

    fn next(&mut self) -> Option<PlayoutJob> {
        if !self.wait() {
            return None;
        }
        let (state, share) = self.next;
        self.next = if share + 1 < self.shares { (state, share + 1) } else { (state + 1, 0) };
        Some(PlayoutJob { state, times: self.most - u32::from(share >= self.full) })
    }
}

/// Returns the time lost with jobs of `size` playouts, measured in playouts of each lane: until a lane is given its
/// next job, and in the end, when some lanes have nothing to do while others play their last job. If lanes are given
/// jobs as often as is best, waiting and filling cost the same. The longest sum of the lengths of `n` games, of all
/// lanes, is about three deviations longer than the mean: `3 spread √n`.
fn loss(size: f64, for_each_lane: f64, filling: f64, spread: f64) -> f64 {
    let giving =
        if size >= for_each_lane { filling } else { for_each_lane * (2.0 * filling / size).sqrt() };
    giving + 3.0 * spread * size.sqrt()
}
