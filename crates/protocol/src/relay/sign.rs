//! What a player signs for a relay: that it joins a table, and that a connection is its own.
//!
//! # Encoding
//!
//! A signature is over a domain separator, the relay's key (32 bytes) and the table's id; a join then has the player's name and
//! nonce (32 bytes), a hello the nonce of the challenge (32 bytes). Texts are preceded by their length in bytes (16 bits,
//! little-endian). So a signature counts for one purpose, at one table of one relay, and a hello for one connection.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

use super::domain;
use super::encoded::Hex;
use super::messages::SeatProof;
use super::requests::Join;
use crate::text::{Name, TableId};

/// Why a key or a signature is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignError {
    /// The bytes are not the one encoding of an Ed25519 key, or anybody could sign with it.
    #[error("this is not an Ed25519 key that can be used; make a new one")]
    Key,
    /// The nonce consists of zeros.
    #[error("give 32 random bytes as the nonce")]
    Nonce,
    /// The signature does not fit the key, the table, the relay or the message.
    #[error(
        "the signature does not fit; sign for this relay and this table, with the key that you name"
    )]
    Signature,
}

/// Checks an Ed25519 key of a player or a relay. A key has several encodings; only the one that signatures are checked with
/// is accepted, as in the genesis of a table.
pub fn check_key(key: &Hex<32>) -> Result<VerifyingKey, SignError> {
    VerifyingKey::from_bytes(&key.0)
        .ok()
        .filter(|found| !found.is_weak() && found.to_edwards().compress().as_bytes() == &key.0)
        .ok_or(SignError::Key)
}

impl Join {
    /// Signs that the player with this key joins this table of this relay.
    pub fn sign(
        player: &SigningKey,
        relay: &Hex<32>,
        table: &TableId,
        name: Name,
        nonce: [u8; 32],
    ) -> Self {
        let signature = player.sign(&join_message(relay, table, &name, &nonce)).to_bytes();
        let key = Hex(player.verifying_key().to_bytes());
        Self { name, key, nonce: Hex(nonce), signature: Hex(signature) }
    }

    /// Verifies that the player with the key asks to join this table of this relay.
    pub fn verify(&self, relay: &Hex<32>, table: &TableId) -> Result<(), SignError> {
        let key = check_key(&self.key)?;
        if self.nonce.0 == [0; 32] {
            return Err(SignError::Nonce);
        }
        let message = join_message(relay, table, &self.name, &self.nonce.0);
        verify(&key, &message, &self.signature)
    }
}

impl SeatProof {
    /// Signs that the connection with this challenge belongs to the player with this key.
    pub fn sign(
        player: &SigningKey,
        relay: &Hex<32>,
        table: &TableId,
        challenge: &Hex<32>,
    ) -> Self {
        let signature = player.sign(&hello_message(relay, table, challenge)).to_bytes();
        Self { key: Hex(player.verifying_key().to_bytes()), signature: Hex(signature) }
    }

    /// Verifies that the connection with this challenge belongs to the player with the key.
    pub fn verify(
        &self,
        relay: &Hex<32>,
        table: &TableId,
        challenge: &Hex<32>,
    ) -> Result<(), SignError> {
        let key = check_key(&self.key)?;
        verify(&key, &hello_message(relay, table, challenge), &self.signature)
    }
}

fn verify(key: &VerifyingKey, message: &[u8], signature: &Hex<64>) -> Result<(), SignError> {
    key.verify_strict(message, &Signature::from_bytes(&signature.0))
        .map_err(|_| SignError::Signature)
}

fn join_message(relay: &Hex<32>, table: &TableId, name: &Name, nonce: &[u8; 32]) -> Vec<u8> {
    let mut message = about(domain::JOIN, relay, table);
    push_text(&mut message, name.as_str());
    message.extend(nonce);
    message
}

fn hello_message(relay: &Hex<32>, table: &TableId, challenge: &Hex<32>) -> Vec<u8> {
    let mut message = about(domain::HELLO, relay, table);
    message.extend(challenge.0);
    message
}

fn about(domain: &[u8], relay: &Hex<32>, table: &TableId) -> Vec<u8> {
    let mut message = domain.to_vec();
    message.extend(relay.0);
    push_text(&mut message, table.as_str());
    message
}

fn push_text(message: &mut Vec<u8>, text: &str) {
    // Names and ids have at most 64 characters.
    message.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
    message.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(seed: u8) -> SigningKey {
        SigningKey::from_bytes(&[seed; 32])
    }

    fn key(seed: u8) -> Hex<32> {
        Hex(player(seed).verifying_key().to_bytes())
    }

    fn table(id: &str) -> TableId {
        TableId::new(id).unwrap()
    }

    #[test]
    fn a_join_counts_for_one_player_one_table_and_one_relay() {
        let name = |name| Name::new(name).unwrap();
        let join = Join::sign(&player(1), &key(9), &table("t"), name("Ann"), [5; 32]);
        assert_eq!(join.verify(&key(9), &table("t")), Ok(()));
        assert_eq!(join.verify(&key(8), &table("t")), Err(SignError::Signature));
        assert_eq!(join.verify(&key(9), &table("u")), Err(SignError::Signature));
        let refused = |change: &dyn Fn(&mut Join)| {
            let mut other = join.clone();
            change(&mut other);
            other.verify(&key(9), &table("t")).unwrap_err()
        };
        assert_eq!(refused(&|join| join.name = name("Bob")), SignError::Signature);
        assert_eq!(refused(&|join| join.nonce = Hex([6; 32])), SignError::Signature);
        assert_eq!(refused(&|join| join.nonce = Hex([0; 32])), SignError::Nonce);
        assert_eq!(refused(&|join| join.key = key(2)), SignError::Signature);
        assert_eq!(refused(&|join| join.signature.0[40] ^= 1), SignError::Signature);
        // The identity: everything that is "signed" with it verifies without the strict check.
        let mut weak = [0; 32];
        weak[0] = 1;
        assert_eq!(refused(&|join| join.key = Hex(weak)), SignError::Key);
        assert_eq!(refused(&|join| join.key = Hex([0xff; 32])), SignError::Key);
    }

    #[test]
    fn a_hello_counts_for_one_challenge_and_is_no_join() {
        let (relay, challenge) = (key(9), Hex([7; 32]));
        let proof = SeatProof::sign(&player(1), &relay, &table("t"), &challenge);
        assert_eq!(proof.verify(&relay, &table("t"), &challenge), Ok(()));
        for (relay, at, challenge) in [
            (relay, table("t"), Hex([8; 32])),
            (relay, table("u"), challenge),
            (key(8), table("t"), challenge),
        ] {
            assert_eq!(proof.verify(&relay, &at, &challenge), Err(SignError::Signature));
        }
        let join = Join {
            name: Name::new("Ann").unwrap(),
            key: proof.key,
            nonce: challenge,
            signature: proof.signature,
        };
        assert_eq!(join.verify(&relay, &table("t")), Err(SignError::Signature));
    }
}
