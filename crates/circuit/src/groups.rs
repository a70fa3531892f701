//! Lists of members for each number below a bound, one after the other in a single vector.

/// A list of members for each key; keys are numbered from 0.
pub(crate) struct Groups<T> {
    /// For each key, and one more, the place of its first member.
    pub(crate) firsts: Vec<u32>,
    pub(crate) members: Vec<T>,
}

impl<T: Copy> Groups<T> {
    /// Groups members by their keys, all below `keys`; members with the same key stay in their order.
    pub(crate) fn of(keys: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Groups<T> {
        let mut firsts = vec![0; keys + 1];
        for (key, _) in pairs.clone() {
            firsts[key + 1] += 1;
        }
        for key in 0..keys {
            firsts[key + 1] += firsts[key];
        }
        let mut places = firsts.clone();
        let any = pairs.clone().next();
        let mut members = any.map_or(Vec::new(), |(_, any)| vec![any; firsts[keys] as usize]);
        for (key, member) in pairs {
            let place = &mut places[key];
            members[*place as usize] = member;
            *place += 1;
        }
        Groups { firsts, members }
    }

    /// Returns the members of a key.
    pub(crate) fn get(&self, key: usize) -> &[T] {
        &self.members[self.firsts[key] as usize..self.firsts[key + 1] as usize]
    }
}

impl<T: Copy + Ord> Groups<T> {
    /// Makes groups without keys.
    pub(crate) fn empty() -> Groups<T> {
        Groups { firsts: vec![0], members: Vec::new() }
    }

    /// Adds the next key with these members, sorted and without repetitions.
    pub(crate) fn push_set(&mut self, members: impl Iterator<Item = T>) {
        let first = self.members.len();
        self.members.extend(members);
        self.members[first..].sort_unstable();
        let mut end = first;
        for index in first..self.members.len() {
            if end == first || self.members[index] != self.members[end - 1] {
                self.members[end] = self.members[index];
                end += 1;
            }
        }
        self.members.truncate(end);
        self.firsts.push(end as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_by_key_in_their_order() {
        let groups = Groups::of(3, [(2, 'b'), (0, 'x'), (2, 'a')].into_iter());
        assert_eq!([groups.get(0), groups.get(1), groups.get(2)], [&['x'][..], &[], &['b', 'a']]);
        assert!(Groups::of(1, std::iter::empty::<(usize, char)>()).get(0).is_empty());
    }

    #[test]
    fn sets_are_sorted_and_without_repetitions() {
        let mut groups = Groups::empty();
        groups.push_set([3, 1, 3, 2, 1].into_iter());
        groups.push_set(std::iter::empty());
        groups.push_set([3].into_iter());
        assert_eq!([groups.get(0), groups.get(1), groups.get(2)], [&[1, 2, 3][..], &[], &[3]]);
    }
}
