//! Speaking to a relay: HTTP requests about tables, and the WebSocket of one table.

mod http;
mod socket;
mod stream;

use facedown_protocol::{ByeReason, Refusal};

pub use http::{create, info, join};
pub use socket::{Connection, FromConnection, Identity, ToRelay};

use crate::error::Trouble;
use crate::link::RelayUrl;

/// Why a relay could not be spoken to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// It cannot be reached.
    #[error(
        "the relay at {relay} cannot be reached: {why}. Check the link and your connection, or try again later"
    )]
    Unreachable {
        /// The relay.
        relay: String,
        /// What the system says.
        why: String,
    },
    /// It does not answer in time.
    #[error("the relay at {relay} does not answer; try again later")]
    Silent {
        /// The relay.
        relay: String,
    },
    /// Something else is at that address.
    #[error("there is no relay of Facedown at {relay} ({why}); check the link")]
    NoRelay {
        /// The address.
        relay: String,
        /// What the answer was.
        why: String,
    },
    /// The link begins with `https`.
    #[error(
        "this program does not speak https yet; ask for an http:// link, or reach the relay through a tunnel of your own, such as ssh -L"
    )]
    Encrypted,
    /// The relay speaks another version of the protocol.
    #[error("the relay speaks version {theirs} of its protocol, and this program speaks version {ours}; {}", if theirs > ours { "update this program" } else { "ask its operator to update it, or use another relay" })]
    Version {
        /// The relay's version.
        theirs: u32,
        /// This program's version.
        ours: u32,
    },
    /// The relay has another key than when the player sat down.
    #[error(
        "the relay has another key than when you sat down: it is another relay, or somebody sits between you and it. Do not play here"
    )]
    OtherRelay,
    /// The relay refuses.
    #[error("{}", refused(.0))]
    Refused(Refusal),
    /// The relay has closed the connection, and says why.
    #[error("{}", farewell(*.0))]
    Bye(ByeReason),
    /// The connection ended.
    #[error("the connection to the relay has ended: {0}")]
    Ended(String),
}

impl NetError {
    /// What kind of trouble it is.
    pub const fn trouble(&self) -> Trouble {
        match self {
            Self::Unreachable { .. }
            | Self::Silent { .. }
            | Self::Ended(_)
            | Self::NoRelay { .. } => Trouble::Away,
            Self::OtherRelay => Trouble::Cheated,
            Self::Version { .. } | Self::Refused(_) | Self::Bye(_) | Self::Encrypted => {
                Trouble::Usage
            }
        }
    }

    /// Whether it may go away by itself.
    pub fn is_passing(&self) -> bool {
        match self {
            // A proxy in front of a relay that starts again answers with something else.
            Self::Unreachable { .. }
            | Self::Silent { .. }
            | Self::Ended(_)
            | Self::NoRelay { .. } => true,
            Self::Bye(reason) => matches!(
                reason,
                ByeReason::Slow | ByeReason::TooFast | ByeReason::NoHello | ByeReason::Closing
            ),
            Self::Refused(refusal) => {
                ["too-fast", "too-many-connections", "unavailable", "internal"]
                    .contains(&refusal.kind.as_ref())
            }
            _ => false,
        }
    }

    pub(crate) fn unreachable(relay: &RelayUrl, why: &dyn ToString) -> Self {
        let why = why.to_string();
        let why = why.split_once(" (os error").map_or(why.as_str(), |(words, _)| words).to_owned();
        Self::Unreachable { relay: relay.to_string(), why }
    }
}

/// What the relay says, with what to do where its own words are for programs.
fn refused(refusal: &Refusal) -> String {
    match refusal.kind.as_ref() {
        "not-found" => "there is no such table at this relay; it is private and the link lacks the code behind the #, or it is long over: ask for the link again".into(),
        "table-full" => "all seats of this table are taken; watch it with facedown peer watch LINK, or make a new one".into(),
        _ => format!("the relay refuses: {}", refusal.message),
    }
}

/// What a farewell means for a player.
const fn farewell(reason: ByeReason) -> &'static str {
    match reason {
        ByeReason::Replaced => {
            "another program plays this seat with the same key; stop one of them"
        }
        ByeReason::Gone => "the relay has put this table away; its chain is what you have kept",
        ByeReason::Closing => "the relay is stopped",
        ByeReason::TooFast | ByeReason::Slow => "the relay is overloaded",
        ByeReason::TooLarge => {
            "the relay does not take such long entries; it has other limits than this program"
        }
        ByeReason::NoHello => "the relay did not hear this program in time",
        _ => "you are no longer at this table",
    }
}
