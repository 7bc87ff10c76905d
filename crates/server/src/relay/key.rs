//! The relay's signing key.

use ed25519_dalek::SigningKey;
use facedown_protocol::relay::Hex;
use sha2::{Digest, Sha256};

const DOMAIN: &[u8] = b"facedown/relay/v1/key";

/// The key that stamps entries. It is derived from the secret of the database, so it stays the same as long as the database
/// does, and is as well protected. It has no `Debug`.
pub(crate) struct RelayKey(SigningKey);

impl RelayKey {
    /// The key of the database with this secret.
    pub(crate) fn of(secret: &[u8; 32]) -> Self {
        let seed = Sha256::new().chain_update(DOMAIN).chain_update(secret).finalize();
        Self(SigningKey::from_bytes(&seed.into()))
    }

    /// The key that is named in every genesis.
    pub(crate) fn public(&self) -> Hex<32> {
        Hex(self.0.verifying_key().to_bytes())
    }

    pub(super) const fn signing(&self) -> &SigningKey {
        &self.0
    }
}
