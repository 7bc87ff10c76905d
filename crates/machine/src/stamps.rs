//! Checks what the relay stamps: one chain of stamps, which nobody can change later without showing it.

use ed25519_dalek::VerifyingKey;
use facedown_protocol::relay::{Base64, Hex, StampError, Stamped, Stamps, check_key, convict};
use serde::{Deserialize, Serialize};

/// Everything that the relay has stamped at a table, as far as this machine has heard it.
pub struct StampLog {
    relay: VerifyingKey,
    stamps: Stamps,
    /// All stamped entries, each with the digest of the stamp before.
    all: Vec<(Vec<u8>, [u8; 32])>,
}

/// What a stamped entry is.
#[derive(Debug)]
#[must_use = "a new entry has to be kept and heard"]
pub enum Taken {
    /// The next one.
    New(Stamped),
    /// One that was heard before, exactly like this.
    Known,
}

/// What is wrong with a stamped entry.
#[derive(Debug)]
pub enum StampFault {
    /// It does not follow from those before. That may have begun earlier: the entries from the first on show it.
    DoesNotFollow(StampError),
    /// The relay has stamped something else with this number.
    Convicted(Box<RelayProof>),
}

/// Two stamps of a relay for one number: it has told two players different things. Anybody can check it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelayProof {
    /// The relay's key.
    relay: Hex<32>,
    /// The SHA-256 of the genesis.
    genesis: Hex<32>,
    /// The digest of the stamp before both.
    before: Hex<32>,
    one: Base64,
    other: Base64,
}

impl StampLog {
    /// No stamps yet of this relay, at the table with this genesis.
    pub fn new(relay: VerifyingKey, genesis: &[u8]) -> Self {
        Self { relay, stamps: Stamps::new(genesis), all: Vec::new() }
    }

    /// How many entries there are.
    pub const fn len(&self) -> u64 {
        self.stamps.next()
    }

    /// Whether nothing was stamped yet.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All stamped entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &[u8]> {
        self.all.iter().map(|(bytes, _)| bytes.as_slice())
    }

    /// Takes what the relay says is a stamped entry.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Taken, StampFault> {
        let stamped = Stamped::from_bytes(bytes).map_err(StampFault::DoesNotFollow)?;
        let known = usize::try_from(stamped.number).ok().and_then(|number| self.all.get(number));
        if let Some((known, before)) = known {
            return if known == bytes {
                Ok(Taken::Known)
            } else {
                Err(self.differs(known, &stamped, before))
            };
        }
        let after = self.stamps.check(&self.relay, &stamped).map_err(StampFault::DoesNotFollow)?;
        let before = *self.stamps.before();
        self.all.push((bytes.to_vec(), before));
        self.stamps = after;
        Ok(Taken::New(stamped))
    }

    /// The relay says something else at this number than it did before.
    fn differs(&self, known: &[u8], other: &Stamped, before: &[u8; 32]) -> StampFault {
        let (relay, genesis) = (Hex(self.relay.to_bytes()), Hex(*self.stamps.genesis()));
        let [one, two] = [known.to_vec(), other.to_bytes()].map(Base64);
        let proof = RelayProof { relay, genesis, before: Hex(*before), one, other: two };
        if proof.holds() {
            StampFault::Convicted(Box::new(proof))
        } else {
            // One stamp can be signed in many ways; with one that the relay did not sign it proves nothing.
            StampFault::DoesNotFollow(StampError::Signature(other.number))
        }
    }
}

impl RelayProof {
    /// The number of both stamps.
    pub fn number(&self) -> u64 {
        Stamped::from_bytes(&self.one.0).map_or(0, |stamped| stamped.number)
    }

    /// The key of the relay that it convicts.
    pub fn relay(&self) -> Hex<32> {
        self.relay
    }

    /// The SHA-256 of the genesis of the table.
    pub const fn genesis(&self) -> Hex<32> {
        self.genesis
    }

    /// Whether it convicts the relay.
    pub fn holds(&self) -> bool {
        let Ok(relay) = check_key(&self.relay) else { return false };
        let [one, other] = [&self.one, &self.other].map(|bytes| Stamped::from_bytes(&bytes.0));
        let (Ok(one), Ok(other)) = (one, other) else { return false };
        convict(&relay, &self.genesis.0, (&one, &self.before.0), (&other, &self.before.0))
    }

    /// The proof as a file.
    pub fn to_json(&self) -> String {
        // Plain data, which can be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use facedown_core::Seat;

    use super::*;

    fn relay() -> SigningKey {
        SigningKey::from_bytes(&[1; 32])
    }

    /// Entries with these contents, stamped one after another.
    fn stamped(entries: &[&str]) -> Vec<Vec<u8>> {
        let mut at = Stamps::new(b"genesis");
        let each = entries.iter().map(|entry| {
            let stamped = at.stamp(&relay(), 5, Seat::new(0).unwrap(), entry.as_bytes().to_vec());
            at = at.after(&stamped);
            stamped.to_bytes()
        });
        each.collect()
    }

    fn log(entries: &[&str]) -> StampLog {
        let mut log = StampLog::new(relay().verifying_key(), b"genesis");
        for bytes in stamped(entries) {
            assert!(matches!(log.take(&bytes), Ok(Taken::New(_))));
        }
        log
    }

    #[test]
    fn what_comes_again_is_known_and_what_follows_is_new() {
        let mut log = log(&["a", "b"]);
        for bytes in stamped(&["a", "b"]) {
            assert!(matches!(log.take(&bytes), Ok(Taken::Known)));
        }
        assert!(matches!(log.take(&stamped(&["a", "b", "c"])[2]), Ok(Taken::New(_))));
        assert_eq!(log.len(), 3);
        assert_eq!(log.entries().count(), 3);
    }

    #[test]
    fn a_relay_that_tells_something_else_later_is_convicted() {
        let mut log = log(&["a", "b", "c"]);
        let fork = stamped(&["a", "x", "c", "d"]);
        // The next entry of the fork alone proves nothing; it only does not follow.
        assert!(matches!(log.take(&fork[3]), Err(StampFault::DoesNotFollow(_))));
        assert!(matches!(log.take(&fork[0]), Ok(Taken::Known)));
        let Err(StampFault::Convicted(proof)) = log.take(&fork[1]) else { panic!() };
        assert!(proof.holds());
        assert_eq!(proof.number(), 1);
        let read: RelayProof = serde_json::from_str(&proof.to_json()).unwrap();
        assert_eq!(read, *proof);
        let other_key = SigningKey::from_bytes(&[2; 32]).verifying_key().to_bytes();
        assert!(!RelayProof { relay: Hex(other_key), ..read.clone() }.holds());
        assert!(!RelayProof { other: read.one.clone(), ..read }.holds());
        assert_eq!(log.len(), 3, "nothing has changed");
    }

    #[test]
    fn a_forged_stamp_proves_nothing() {
        let mut log = log(&["a"]);
        let mut forged = stamped(&["a"])[0].clone();
        forged[80] ^= 1;
        assert!(matches!(log.take(&forged), Err(StampFault::DoesNotFollow(_))));
        assert!(matches!(log.take(&[1, 2, 3]), Err(StampFault::DoesNotFollow(_))));
        assert!(matches!(
            log.take(&stamped(&["a", "b", "c"])[2]),
            Err(StampFault::DoesNotFollow(_))
        ));
    }
}
