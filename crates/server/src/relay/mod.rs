//! The relay: tables without a trusted server, whose players' machines do everything but the order of their messages.
//!
//! A [`room::PeerRoom`] is the fold of a journal in which the entries of players are opaque bytes. The relay seats players by
//! their keys, stamps entries and stores them before it tells anybody. It never reads a game, its options, a genesis or an
//! entry.

mod actor;
mod journal;
mod key;
mod opening;
mod post;
mod room;
mod seating;
mod sweep;
mod tables;
mod ws;

use facedown_protocol::relay::SignError;
use facedown_protocol::{Kind, Refusal};

pub(crate) use actor::Message;
pub(crate) use key::RelayKey;
pub(crate) use opening::{Opening, is_peers};
pub(crate) use tables::Relay;
pub(crate) use ws::serve;

/// The refusal of a key, a nonce or a signature.
pub(crate) fn unsigned(why: SignError) -> Refusal {
    let kind = match why {
        SignError::Key | SignError::Nonce => Kind::BadKey,
        SignError::Signature => Kind::BadSignature,
    };
    Refusal::new(kind, why.to_string())
}
