//! Where the house has its chance from: the system, or a seed in tests.

use std::sync::{Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use facedown_core::{Dice, Seed};

/// What codes are made of: nothing that looks like something else.
const LEGIBLE: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A source of bytes that nobody can guess.
pub struct RandomSource(Source);

enum Source {
    System,
    Fixed(Box<Mutex<Dice>>),
}

/// The system has no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this system gives no random numbers ({0}); the house cannot open without them")]
pub struct NoChance(#[from] getrandom::Error);

impl RandomSource {
    /// The system's own, if it works.
    pub fn system() -> Result<Self, NoChance> {
        getrandom::fill(&mut [0; 32])?;
        Ok(Self(Source::System))
    }

    /// What this seed determines: for tests alone, since anyone who knows the seed can guess everything.
    pub fn fixed(seed: &Seed) -> Self {
        Self(Source::Fixed(Box::new(Mutex::new(Dice::new(seed)))))
    }

    /// Fresh bytes.
    ///
    /// # Panics
    ///
    /// If the system stops giving random numbers. It gave some when the house opened, and without them there is no
    /// secret to be had, so nothing can go on.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => {
                #[allow(clippy::expect_used)]
                getrandom::fill(&mut bytes).expect("the system's random numbers have ended");
            }
            Source::Fixed(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                for byte in &mut bytes {
                    *byte = dice.word().to_le_bytes()[0];
                }
            }
        }
        bytes
    }

    /// A fresh seed.
    pub fn seed(&self) -> Seed {
        Seed::new(self.bytes())
    }

    /// A text of `N` fresh bytes that fits into a URL.
    pub fn text<const N: usize>(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<N>())
    }

    /// A code that a person can read out: twelve letters and digits, some 60 bits.
    pub fn code(&self) -> String {
        self.bytes::<12>().map(|byte| char::from(LEGIBLE[usize::from(byte % 32)])).iter().collect()
    }
}
