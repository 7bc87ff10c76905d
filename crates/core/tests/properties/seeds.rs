//! Seeds in hexadecimal, and what players may contribute.

use facedown_core::seed::mix;
use facedown_core::{Commitment, Contribution, Seed};
use proptest::prelude::*;

use crate::{fixed, reread};

/// Deserialises a contribution.
fn read(text: &str) -> Option<Contribution> {
    serde_json::from_value(text.into()).ok()
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn a_seed_is_read_as_it_was_written(bytes: [u8; 32]) {
        let seed = Seed::new(bytes);
        let hex = seed.to_hex();
        prop_assert!(Seed::from_hex(&hex) == Some(seed.clone()));
        prop_assert!(Seed::from_hex(&hex.to_uppercase()) == Some(seed.clone()));
        prop_assert!(Seed::from_text(&hex) == seed);
        prop_assert_eq!(reread(&seed.commitment()), seed.commitment());
    }

    #[test]
    fn a_seed_has_exactly_64_digits(hex in "[0-9a-f]{0,130}") {
        prop_assert_eq!(Seed::from_hex(&hex).is_some(), hex.len() == 64);
        let commitment: Result<Commitment, _> = serde_json::from_value(hex.as_str().into());
        prop_assert_eq!(commitment.is_ok(), hex.len() == 64);
    }

    #[test]
    fn one_wrong_digit_makes_it_no_seed(bytes: [u8; 32], at in 0..64usize, wrong in "[^0-9a-fA-F]") {
        let mut hex = Seed::new(bytes).to_hex();
        hex.replace_range(at..=at, &wrong);
        prop_assert!(Seed::from_hex(&hex).is_none());
        prop_assert!(Seed::from_text(&hex) != Seed::new(bytes));
    }

    #[test]
    fn a_text_always_gives_the_same_seed(text in any::<String>()) {
        prop_assert!(Seed::from_text(&text) == Seed::from_text(&text));
    }

    #[test]
    fn a_contribution_is_short_in_bytes(text in "[a-zé🐈]{0,300}") {
        let fits = text.len() <= Contribution::MAX_BYTES;
        prop_assert_eq!(Contribution::new(text.as_str()).is_some(), fits);
        prop_assert_eq!(read(&text), Contribution::new(text.as_str()));
    }

    #[test]
    fn every_contribution_counts(
        bytes: [u8; 32],
        texts in proptest::collection::vec("[ab]{0,3}", 1..8),
        at: usize,
        other in "[ab]{0,3}",
    ) {
        let contributions = |texts: &[String]| -> Vec<Contribution> {
            texts.iter().map(|text| Contribution::new(text.as_str()).unwrap()).collect()
        };
        let house = Seed::new(bytes);
        let mut changed = texts.clone();
        let at = at % texts.len();
        changed[at] = other;
        let same = mix(&house, &contributions(&texts)) == mix(&house, &contributions(&changed));
        prop_assert_eq!(same, texts == changed);
        prop_assert!(mix(&house, &contributions(&texts)) != house);
    }
}

#[test]
fn the_longest_contribution_has_256_bytes() {
    assert!(Contribution::new("x".repeat(256)).is_some());
    assert!(Contribution::new("x".repeat(257)).is_none());
    assert!(Contribution::new("é".repeat(128)).is_some());
    assert!(Contribution::new("é".repeat(129)).is_none());
}
