//! Dealing faces so that none lies where it cannot be.

use crate::dice::Dice;

/// How often a plain shuffle is tried before the faces are fitted one by one.
const SHUFFLES: usize = 16;
/// How many swaps for each card mix what was fitted.
const SWAPS: usize = 16;

/// Puts `items` in random order so that `allows(place, item)` holds for all of them.
///
/// A shuffle that happens to fit is one of those that fit, each as likely as any other. Where that is too
/// rare, the items are fitted as in a matching and then mixed by many random swaps that keep the fit: close
/// to even, and always done. If nothing fits at all, the order is just random.
pub(crate) fn deal<T: Copy>(items: &mut [T], dice: &mut Dice, allows: impl Fn(usize, T) -> bool) {
    for _ in 0..SHUFFLES {
        dice.shuffle(items);
        if items.iter().enumerate().all(|(place, &item)| allows(place, item)) {
            return;
        }
    }
    let Some(chosen) = matching(items.len(), |place, at| allows(place, items[at])) else { return };
    let fitted: Vec<T> = chosen.iter().map(|&at| items[at]).collect();
    items.copy_from_slice(&fitted);
    for _ in 0..SWAPS * items.len() {
        let (a, b) = (dice.place(items.len()), dice.place(items.len()));
        if allows(a, items[b]) && allows(b, items[a]) {
            items.swap(a, b);
        }
    }
}

/// For each of `count` places a thing that fits there, each thing once; nothing if there is no such way.
fn matching(count: usize, fits: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut taken_by: Vec<Option<usize>> = vec![None; count];
    for place in 0..count {
        let mut seen = vec![false; count];
        if !augment(place, &fits, &mut seen, &mut taken_by) {
            return None;
        }
    }
    let mut chosen = vec![0; count];
    for (thing, place) in taken_by.into_iter().enumerate() {
        chosen[place?] = thing;
    }
    Some(chosen)
}

/// Finds something for this place, moving others to something else where need be.
fn augment(
    place: usize,
    fits: &impl Fn(usize, usize) -> bool,
    seen: &mut [bool],
    taken_by: &mut [Option<usize>],
) -> bool {
    for thing in 0..taken_by.len() {
        if seen[thing] || !fits(place, thing) {
            continue;
        }
        seen[thing] = true;
        if taken_by[thing].is_none_or(|other| augment(other, fits, seen, taken_by)) {
            taken_by[thing] = Some(place);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    fn dice(number: u64) -> Dice {
        Dice::numbered(&Seed::from_text("fit"), number)
    }

    #[test]
    fn what_is_ruled_out_never_happens_even_if_one_way_alone_is_left() {
        // Place p allows only items up to p: there is exactly one way.
        for number in 0..50 {
            let mut items: Vec<usize> = (0..12).collect();
            deal(&mut items, &mut dice(number), |place, item| item <= place);
            assert_eq!(items, (0..12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn all_ways_that_fit_come_about_as_often() {
        // Five items, none in its own place: 44 ways.
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..4_400 {
            let mut items: Vec<usize> = (0..5).collect();
            deal(&mut items, &mut dice(number), |place, item| item != place);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 44);
        assert!(counts.values().all(|&count| (60..=145).contains(&count)), "{counts:?}");
    }

    #[test]
    fn rare_ways_are_mixed_as_well() {
        // Two halves of eight that cannot cross: a plain shuffle fits once in 12,870 times.
        let mut firsts = [0; 8];
        for number in 0..1_600 {
            let mut items: Vec<usize> = (0..16).collect();
            deal(&mut items, &mut dice(number), |place, item| (place < 8) == (item < 8));
            assert!(items[..8].iter().all(|&item| item < 8));
            firsts[items[0]] += 1;
        }
        assert!(firsts.iter().all(|count| (140..=260).contains(count)), "{firsts:?}");
    }

    #[test]
    fn where_nothing_fits_the_order_is_just_random() {
        let mut items = vec![1, 2, 3];
        deal(&mut items, &mut dice(0), |_, _| false);
        items.sort_unstable();
        assert_eq!(items, [1, 2, 3]);
    }
}
