//! Names that somebody may have meant.

use super::{Catalogue, Named};
use crate::id::CardId;
use crate::name::normalised;

impl Catalogue {
    /// Up to `most` cards whose names are nearly like this, best first: few letters are wrong, or the name begins so, or all its
    /// words are in theirs.
    pub fn suggest(&self, name: &str, most: usize) -> Vec<CardId> {
        let wanted: Vec<char> = normalised(name).chars().take(200).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let text: String = wanted.iter().collect();
        let allowed = wanted.len() / 4 + 1;
        let mut found: Vec<(usize, usize, &str, Named)> = Vec::new();
        let mut rows = Rows::default();
        for (known, named) in self.names() {
            if let Some(distance) = badness(&text, &wanted, known, allowed, &mut rows) {
                found.push((distance, known.len(), known, named));
            }
        }
        found.sort_by_key(|&(distance, length, name, named)| (distance, length, name, named.kind));
        let mut ids: Vec<CardId> = Vec::new();
        for (_, _, _, named) in found {
            if ids.len() < most && !ids.contains(&named.id) {
                ids.push(named.id);
            }
        }
        ids
    }
}

/// How far a name is from the one that was typed, or `None` if it is too far.
fn badness(
    text: &str,
    wanted: &[char],
    known: &str,
    allowed: usize,
    rows: &mut Rows,
) -> Option<usize> {
    if let Some(distance) = rows.distance(wanted, known, allowed) {
        return Some(distance);
    }
    // A part of a name is worth as much as a name with all the mistakes that are allowed.
    let is_long = wanted.len() >= 3;
    if is_long && known.starts_with(text) {
        return Some(allowed);
    }
    let words = || text.split(' ').filter(|word| !word.is_empty());
    let has = |word: &str| known.split([' ', ',', '-']).any(|part| part.starts_with(word));
    (is_long && words().all(has)).then_some(allowed + 1)
}

/// The rows of the table that a distance is computed with, kept from name to name.
#[derive(Default)]
struct Rows {
    known: Vec<char>,
    before: Vec<usize>,
    last: Vec<usize>,
    row: Vec<usize>,
}

impl Rows {
    /// How many letters must be added, dropped, replaced or swapped with the next one, if at most `allowed`.
    fn distance(&mut self, wanted: &[char], known: &str, allowed: usize) -> Option<usize> {
        // A letter has at most four bytes, so most names are out before their letters are counted.
        if known.len() + allowed < wanted.len() || known.len() > 4 * (wanted.len() + allowed) {
            return None;
        }
        self.known.clear();
        self.known.extend(known.chars());
        if self.known.len().abs_diff(wanted.len()) > allowed {
            return None;
        }
        self.last.clear();
        self.last.extend(0..=self.known.len());
        self.before.clone_from(&self.last);
        for (at, &letter) in wanted.iter().enumerate() {
            self.row.clear();
            self.row.push(at + 1);
            for (to, &other) in self.known.iter().enumerate() {
                let replaced = self.last[to] + usize::from(letter != other);
                let mut least = replaced.min(self.last[to + 1] + 1).min(self.row[to] + 1);
                if at > 0 && to > 0 && letter == self.known[to - 1] && wanted[at - 1] == other {
                    least = least.min(self.before[to - 1] + 1);
                }
                self.row.push(least);
            }
            if self.row.iter().all(|&distance| distance > allowed) {
                return None;
            }
            std::mem::swap(&mut self.before, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.row);
        }
        self.last.last().copied().filter(|&distance| distance <= allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_mistakes() {
        let mut rows = Rows::default();
        let mut distance = |one: &str, other: &str, allowed| {
            rows.distance(&one.chars().collect::<Vec<_>>(), other, allowed)
        };
        assert_eq!(distance("otter", "otter", 0), Some(0));
        assert_eq!(distance("otter", "ottr", 1), Some(1));
        assert_eq!(distance("ottre", "otter", 1), Some(1));
        assert_eq!(distance("xotter", "otter", 1), Some(1));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("ca", "abc", 3), Some(3));
        assert_eq!(distance("", "ab", 2), Some(2));
    }
}
