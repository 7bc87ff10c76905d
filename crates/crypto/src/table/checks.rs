//! What becomes of the proofs in a message: checked at once, collected, or known to be right.

use super::Fault;
use crate::fold::Equation;

/// When proofs are checked.
pub(super) enum Checks<'a> {
    /// At once, to name who is wrong.
    Now,
    /// Together with others: they are collected here.
    Later(&'a mut Vec<Equation>),
    /// Not at all: they are the player's own, made a moment ago for this very table.
    Own,
}

impl Checks<'_> {
    /// Checks a proof, or collects what it claims. Without a claim the message is refused at once.
    pub(super) fn check<E: Into<Fault>>(
        &mut self,
        wrong: E,
        claim: impl FnOnce() -> Result<Equation, E>,
    ) -> Result<(), Fault> {
        match self {
            Self::Own => Ok(()),
            Self::Now => {
                let holds = claim().map_err(Into::into)?.holds();
                if holds { Ok(()) } else { Err(wrong.into()) }
            }
            Self::Later(claims) => {
                claims.push(claim().map_err(Into::into)?);
                Ok(())
            }
        }
    }
}
