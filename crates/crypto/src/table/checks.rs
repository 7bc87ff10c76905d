//! When the proofs of a message are verified: immediately, in a batch, or not at all.

use super::Fault;
use crate::batch::Equation;

/// How the proofs of a message are treated.
pub(super) enum ProofChecks<'a> {
    /// They are verified immediately, so that the invalid one is found.
    Immediate,
    /// They are collected here and verified in a batch.
    Deferred(&'a mut Vec<Equation>),
    /// They are not verified, because the player has just made them itself.
    Skip,
}

impl ProofChecks<'_> {
    /// Verifies or collects the equation of a proof. If there is no equation, the message is refused immediately.
    pub(super) fn check<E: Into<Fault>>(
        &mut self,
        wrong: E,
        claim: impl FnOnce() -> Result<Equation, E>,
    ) -> Result<(), Fault> {
        match self {
            Self::Skip => Ok(()),
            Self::Immediate => {
                let holds = claim().map_err(Into::into)?.holds();
                if holds { Ok(()) } else { Err(wrong.into()) }
            }
            Self::Deferred(claims) => {
                claims.push(claim().map_err(Into::into)?);
                Ok(())
            }
        }
    }
}
