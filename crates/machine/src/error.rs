//! Why a machine cannot go on.

use facedown_protocol::relay::StampError;

use crate::agreed::Disagreement;
use crate::net::NetError;
use crate::stamps::RelayProof;
use crate::store::StoreError;

/// Why a machine cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The relay cannot be reached, or refuses.
    #[error(transparent)]
    Net(#[from] NetError),
    /// What has to be kept cannot be kept or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table is not what was agreed.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    /// The relay has stamped two different things with one number. The proof convinces anybody.
    #[error("the relay has stamped two different entries with number {}: it tells different players different things. Play on at another relay", .0.number())]
    RelayConvicted(Box<RelayProof>),
    /// The relay breaks its promises, which does not convict it.
    #[error("the relay breaks its promises: {0}. Nothing is lost here; play on at another relay")]
    RelayBroken(StampError),
    /// The relay has fewer entries than this machine.
    #[error(
        "the relay has {theirs} entries of this table, and this machine has heard {ours}: it has lost some. Nothing is lost here; ask its operator to restore them"
    )]
    RelayForgot {
        /// How many entries the relay has.
        theirs: u64,
        /// How many this machine has.
        ours: u64,
    },
    /// The relay takes nothing of this player, although it is connected.
    #[error(
        "the relay has not passed on this player's entries for {0} seconds; try again later, or play on at another relay"
    )]
    NotPassedOn(u64),
    /// This machine has said that somebody is gone, and the table still waits.
    #[error(
        "somebody is silent, and for {0} seconds the table has not gone on without them: the other players do not say so, or the relay's clock stands still. Nothing is lost here; ask the others, or play on at another relay"
    )]
    NobodyGone(u64),
    /// Nobody came for a long time.
    #[error("not all seats were taken within {0} minutes")]
    NobodyCame(u64),
    /// The table was closed before its game began.
    #[error("this table was closed before its game began; make a new one")]
    Closed,
    /// The relay says that the table is over, which it is not.
    #[error(
        "the relay has put this table away before its game was over, because nobody came for long; what was played until then is in its chain"
    )]
    PutAway,
    /// There is no such game here, or not these rules or options.
    #[error("{0}")]
    Table(String),
    /// The system gives no random numbers.
    #[error("the system provides no random numbers: {0}")]
    Random(getrandom::Error),
    /// What the user looks at has failed.
    #[error(transparent)]
    Front(#[from] std::io::Error),
    /// The user leaves for now.
    #[error("left")]
    Left,
    /// The player has left for good, and the others play on.
    #[error("you have left this table; you may watch it")]
    Farewell,
}

/// What kind of trouble an error is, for exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Somebody broke a promise, and it shows.
    Cheated,
    /// What the user asked for does not go.
    Usage,
    /// A file is damaged.
    Damaged,
    /// A file cannot be read or written.
    Files,
    /// Something is not there now, and may be later.
    Away,
    /// The user has left.
    Left,
}

impl Error {
    /// What kind of trouble it is.
    pub const fn trouble(&self) -> Trouble {
        match self {
            Self::Net(error) => error.trouble(),
            Self::Store(error) => error.trouble(),
            Self::Disagreement(_) | Self::RelayConvicted(_) | Self::RelayBroken(_) => {
                Trouble::Cheated
            }
            Self::RelayForgot { .. }
            | Self::NotPassedOn(_)
            | Self::NobodyGone(_)
            | Self::NobodyCame(_)
            | Self::PutAway => Trouble::Away,
            Self::Closed | Self::Table(_) => Trouble::Usage,
            Self::Random(_) | Self::Front(_) => Trouble::Files,
            Self::Left | Self::Farewell => Trouble::Left,
        }
    }
}
