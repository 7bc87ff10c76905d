//! The server's source of randomness: the system, or a seed in tests.

use std::sync::{Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use facedown_core::{Dice, Seed};

/// The characters of codes: none that can be mistaken for another.
const CODE_ALPHABET: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A source of random bytes for secrets.
pub struct RandomSource(Source);

enum Source {
    System,
    Fixed(Box<Mutex<Dice>>),
}

/// The system provides no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this system provides no random numbers ({0}); the server cannot start without them")]
pub struct RandomSourceError(#[from] getrandom::Error);

impl RandomSource {
    /// The system's random numbers, if they are available.
    pub fn system() -> Result<Self, RandomSourceError> {
        getrandom::fill(&mut [0; 32])?;
        Ok(Self(Source::System))
    }

    /// Bytes that this seed determines. For tests only: anyone who knows the seed can compute every secret.
    pub fn fixed(seed: &Seed) -> Self {
        Self(Source::Fixed(Box::new(Mutex::new(Dice::new(seed)))))
    }

    /// Random bytes.
    ///
    /// # Panics
    ///
    /// If the system no longer provides random numbers. It did when the server started, and without them no secret can be
    /// made.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => {
                #[allow(clippy::expect_used)]
                getrandom::fill(&mut bytes).expect("the system provides random numbers");
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

    /// A random seed.
    pub fn seed(&self) -> Seed {
        Seed::new(self.bytes())
    }

    /// `N` random bytes as URL-safe base64.
    pub fn text<const N: usize>(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<N>())
    }

    /// An id that can stand on a command line: it begins with a letter, not like an option. 127 bits.
    pub fn id(&self) -> String {
        let mut bytes = self.bytes::<16>();
        bytes[0] &= 0x7f;
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A code that a person can read out: twelve letters and digits, 60 bits.
    pub fn code(&self) -> String {
        self.bytes::<12>()
            .map(|byte| char::from(CODE_ALPHABET[usize::from(byte % 32)]))
            .iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_begin_with_a_letter() {
        let random = RandomSource::fixed(&Seed::new([7; 32]));
        for _ in 0..200 {
            let id = random.id();
            assert!(id.starts_with(|first: char| first.is_ascii_alphabetic()), "{id}");
            assert_eq!(id.len(), 22);
        }
    }
}
