//! Checks a proof that a relay has stamped two different things with one number.

use std::io::Write;

use anstyle::Style;
use facedown_crypto::Codec;
use facedown_machine::RelayProof;
use facedown_peers::StampedChain;
use facedown_protocol::relay::Hex;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Verify, bad, good};
use crate::failure::Failure;

/// What no other file that this program writes has.
#[derive(Deserialize)]
struct Shape {
    #[serde(rename = "relay")]
    _relay: IgnoredAny,
    #[serde(rename = "one")]
    _one: IgnoredAny,
    #[serde(rename = "other")]
    _other: IgnoredAny,
}

/// Whether a file is a proof against a relay, even a damaged one.
pub(super) fn looks_like_proof(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Shape>(bytes).is_ok()
}

impl Verify {
    /// Checks a proof. Returns whether it convicts the relay, and that is the relay of the chains in the files before.
    pub(super) fn check_proof(
        &self,
        file: &str,
        bytes: &[u8],
        seen: &[(String, StampedChain)],
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        if self.commitment.is_some() || self.head.is_some() {
            return Err(Failure::Usage(
                "a proof against a relay has no commitment and no head; leave them out".into(),
            ));
        }
        let proof: RelayProof = serde_json::from_slice(bytes)
            .map_err(|error| Failure::damaged(file, format_args!("this is no proof: {error}")))?;
        let holds = proof.holds();
        let (of, not_of): (Vec<_>, Vec<_>) =
            seen.iter().partition(|(_, chain)| is_about(&proof, chain));
        let ok = holds && not_of.is_empty();
        let (relay, genesis, number) = (proof.relay(), proof.genesis(), proof.number());
        if self.json {
            let of: Vec<&String> = of.iter().map(|(chain, _)| chain).collect();
            let findings = json!({
                "file": file, "ok": ok, "convicts": holds, "relay": relay, "genesis": genesis,
                "number": number, "chains": of,
            });
            writeln!(out, "{findings}")?;
            return Ok(ok);
        }
        let bold = Style::new().bold();
        writeln!(out, "{bold}{file}{bold:#}: a proof against a relay")?;
        if holds {
            good(out, &format!("it has stamped two different things with number {number}"))?;
            writeln!(out, "    this convicts the relay with the key {relay}")?;
            writeln!(out, "    at the table whose genesis has the SHA-256 {genesis}")?;
        } else {
            bad(out, "it proves nothing: its stamps are not both the relay’s, or say the same")?;
        }
        for (chain, _) in of {
            good(out, &format!("that is the relay and the table of {chain}"))?;
        }
        for (chain, _) in &not_of {
            bad(out, &format!("that is not the relay and the table of {chain}"))?;
        }
        if seen.is_empty() {
            writeln!(
                out,
                "    name a chain of your table before it, to see whether it is about it"
            )?;
        }
        Ok(ok)
    }
}

/// Whether a proof is about the relay and the table of a chain.
fn is_about(proof: &RelayProof, chain: &StampedChain) -> bool {
    let relay = chain.genesis.relay().map(|key| Hex(key.to_bytes()));
    let genesis = Hex(Sha256::digest(chain.genesis.to_bytes()).into());
    relay == Some(proof.relay()) && genesis == proof.genesis()
}
