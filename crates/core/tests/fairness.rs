//! Shuffles are uniform: χ² tests over many fixed seeds, so that the result is the same every time.

use facedown_core::{Dice, Seed};

/// The χ² statistic of these counts against a uniform distribution.
fn chi_squared(counts: &[u32]) -> f64 {
    let sum: f64 = counts.iter().copied().map(f64::from).sum();
    let mean = sum / counts.iter().map(|_| 1.0).sum::<f64>();
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// Shuffles a row of `LEN` with `number` different dice.
fn shuffles<const LEN: usize>(number: u64) -> impl Iterator<Item = [usize; LEN]> {
    let seed = Seed::from_text("fairness");
    (0..number).map(move |i| {
        // Half of them are streams of one seed, the other half have different seeds.
        let mut dice = if i % 2 == 0 {
            Dice::numbered(&seed, i)
        } else {
            Dice::new(&Seed::from_text(&format!("fairness {i}")))
        };
        let mut row = std::array::from_fn(|place| place);
        dice.shuffle(&mut row);
        row
    })
}

#[test]
fn each_card_comes_to_each_place_equally_often() {
    let mut counts = [[0; 28]; 28];
    for row in shuffles::<28>(28_000) {
        for (place, &card) in row.iter().enumerate() {
            counts[card][place] += 1;
        }
    }
    // With 27 degrees of freedom, one χ² in a million is above 78. There are 28 of them.
    for (card, counts) in counts.iter().enumerate() {
        assert!(chi_squared(counts) < 78.0, "card {card}: χ² = {}", chi_squared(counts));
    }
    // All together have 27 · 27 = 729 degrees of freedom: the mean of the sum is 729, its standard deviation 38.
    let sum: f64 = counts.iter().map(|counts| chi_squared(counts)).sum();
    assert!((729.0 - 4.0 * 38.0..729.0 + 4.0 * 38.0).contains(&sum), "sum of χ² = {sum}");
}

#[test]
fn each_order_comes_equally_often() {
    let mut counts = [0; 120];
    for row in shuffles::<5>(60_000) {
        // The rank of the order among all 120: each digit is the number of later cards that are smaller.
        let rank = (0..5).fold(0, |rank, i| {
            rank * (5 - i) + row[i + 1..].iter().filter(|&&later| later < row[i]).count()
        });
        counts[rank] += 1;
    }
    // With 119 degrees of freedom, one χ² in a thousand is above 173 and one in a thousand below 76.
    let chi_squared = chi_squared(&counts);
    assert!((76.0..173.0).contains(&chi_squared), "χ² = {chi_squared}");
}

#[test]
fn each_number_is_rolled_equally_often() {
    for n in [2, 3, 6, 7, 52, 100] {
        let mut dice = Dice::new(&Seed::from_text(&format!("a die with {n} sides")));
        let mut counts = vec![0; n as usize];
        for _ in 0..n * 1000 {
            counts[dice.below(n) as usize] += 1;
        }
        // Four standard deviations above the mean, and some more because the distribution is skewed.
        let degrees = f64::from(n - 1);
        let limit = degrees + 4.0 * (2.0 * degrees).sqrt() + 5.0;
        assert!(chi_squared(&counts) < limit, "{n} sides: χ² = {}", chi_squared(&counts));
    }
}
