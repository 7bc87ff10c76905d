//! Deals faces at random under constraints on where each may lie.

use crate::dice::Dice;

/// How many unconstrained shuffles are tried before a matching is computed.
const SHUFFLE_ATTEMPTS: usize = 16;
/// How many random swaps per card are tried after the matching.
const SWAPS_PER_CARD: usize = 16;

/// Puts `items` in random order so that `allows(place, item)` holds for all of them.
///
/// If a shuffle happens to fit, every fitting order is equally likely. If that is too rare, the items are placed by
/// bipartite matching and then mixed by many random swaps that keep the constraints: this always succeeds, and the
/// result is close to uniform. If no order fits, the order is just random.
pub(crate) fn deal<T: Copy>(items: &mut [T], dice: &mut Dice, allows: impl Fn(usize, T) -> bool) {
    for _ in 0..SHUFFLE_ATTEMPTS {
        dice.shuffle(items);
        if items.iter().enumerate().all(|(place, &item)| allows(place, item)) {
            return;
        }
    }
    let Some(chosen) = matching(items.len(), |place, at| allows(place, items[at])) else { return };
    let fitted: Vec<T> = chosen.iter().map(|&at| items[at]).collect();
    items.copy_from_slice(&fitted);
    for _ in 0..SWAPS_PER_CARD * items.len() {
        let (a, b) = (dice.place(items.len()), dice.place(items.len()));
        if allows(a, items[b]) && allows(b, items[a]) {
            items.swap(a, b);
        }
    }
}

/// A perfect matching of `count` things to `count` places: the thing at each place, or `None` if there is none.
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

/// Finds a thing for this place, moving the things of other places if necessary (an augmenting path).
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
    fn constraints_hold_even_if_only_one_order_fits() {
        // Place p allows only items up to p, so exactly one order fits.
        for number in 0..50 {
            let mut items: Vec<usize> = (0..12).collect();
            deal(&mut items, &mut dice(number), |place, item| item <= place);
            assert_eq!(items, (0..12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn all_fitting_orders_come_about_equally_often() {
        // Five items, none in its own place: 44 orders.
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
    fn orders_that_a_shuffle_rarely_finds_are_mixed_too() {
        // Two halves of eight that cannot cross: one shuffle in 12,870 fits.
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
    fn if_no_order_fits_the_items_are_only_shuffled() {
        let mut items = vec![1, 2, 3];
        deal(&mut items, &mut dice(0), |_, _| false);
        items.sort_unstable();
        assert_eq!(items, [1, 2, 3]);
    }
}
