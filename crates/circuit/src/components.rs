//! Strongly connected components, without recursion: ground rules may depend on each other in chains that are
//! longer than any stack.

/// The groups of nodes that reach each other; a group comes after those it has edges to.
pub fn components<'a>(nodes: usize, edges: impl Fn(u32) -> &'a [u32]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; nodes];
    let mut low = vec![0u32; nodes];
    let mut waiting = vec![false; nodes];
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut groups = Vec::new();
    let mut seen = 0;
    for root in 0..nodes as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let here = node as usize;
            if *edge == 0 {
                order[here] = seen;
                low[here] = seen;
                seen += 1;
                waiting[here] = true;
                stack.push(node);
            }
            if let Some(&target) = edges(node).get(*edge) {
                *edge += 1;
                if order[target as usize] == UNSEEN {
                    path.push((target, 0));
                } else if waiting[target as usize] {
                    low[here] = low[here].min(order[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
            if low[here] == order[here] {
                let first = stack.iter().rposition(|&other| other == node).expect("it waits");
                let group = stack.split_off(first);
                group.iter().for_each(|&member| waiting[member as usize] = false);
                groups.push(group);
            }
        }
    }
    groups
}
