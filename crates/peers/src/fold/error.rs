//! Why an entry was not heard, why an action cannot be taken, and why a table cannot go on.

use facedown_core::{Card, NotAccepted, PeerError, Refusal, Seat};
use facedown_crypto::places::{self, ActError, Ending, Place, TaskError, Undecided};

use crate::faces::FaceError;
use crate::posted::PostedError;
use crate::verdict::Verdict;

/// What an entry has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "after an action there is something to show, and something may be due"]
pub enum Heard {
    /// The same was heard before.
    Known,
    /// It came too late: something else has happened at its head. Nobody is to blame.
    Stale,
    /// It was noted; the deal or the action goes on.
    Noted,
    /// The cards are dealt.
    Dealt,
    /// The action of this seat is carried out.
    Acted(Seat),
    /// This seat has left. What was under way goes on without it.
    Left(Seat),
    /// It counts as a vote that somebody has left, or that its author is at this head.
    Counted,
    /// The table has ended.
    Ended(Ending),
}

/// Why an entry was not heard. Nothing has changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NotHeard<R: Refusal> {
    /// The cards refuse it. If its author is to blame, there is a verdict.
    #[error("the entry is refused: {0}")]
    Refused(places::Refusal),
    /// A vote that somebody has left whom nobody waits for.
    #[error("nobody waits for {0}, so its silence means nothing")]
    NotAwaited(Seat),
    /// A farewell of somebody without whom the table cannot go on.
    #[error("{0} cannot leave while the others need its keys")]
    Needed(Seat),
    /// What was posted is no action.
    #[error(transparent)]
    NoAction(PostedError),
    /// The action turns over what is no card, so whoever brought it cheated.
    #[error("there is no face on card {card}")]
    NoFace {
        /// The card.
        card: Card,
    },
    /// The action says what is on a card of which its author could give the share.
    #[error("the action only says what is on card {card}; its share belongs to it")]
    OnlySaid {
        /// The card.
        card: Card,
    },
    /// The rules do not accept the action.
    #[error(transparent)]
    NotAccepted(NotAccepted<R>),
    /// This machine cannot tell whether it is right.
    #[error(transparent)]
    Rules(PeerError<R>),
    /// The table does not go on.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// Why a table does not go on on this machine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Stuck {
    /// The author of an action said of a card what is not on it.
    #[error("somebody said of a card what is not on it; see the verdicts")]
    FalseWord,
    /// A card has no face, or none that it can have.
    #[error("there is no such card as the one at place {}; the open keys show who brought it", .0.map_or(u16::MAX, |place| place.0))]
    NoFace(Option<Place>),
    /// A card has a face that this machine's viewer sees elsewhere.
    #[error("card {0} cannot be what it is; somebody cheated, and the open keys show who")]
    Impossible(Card),
    /// Somebody has left, and the table cannot go on without.
    #[error("somebody has left the table")]
    Left,
    /// This machine's player has left. The others play on, and it may watch.
    #[error("you have left this table; watch it as a spectator")]
    Gone,
    /// The player has said something that this machine does not know of.
    #[error(
        "you have said something at this table that this machine does not know of: its log is older than that, or another machine has your keys"
    )]
    Forgotten,
    /// The rules and the cards disagree, which only a mistake in this program explains.
    #[error("the rules and the cards disagree: {0}; report this as a bug")]
    Bug(String),
}

/// Why an action cannot be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CannotAct<R: Refusal> {
    /// The rules do not permit it, or something is still being carried out.
    #[error(transparent)]
    Rules(#[from] PeerError<R>),
    /// An action has been posted and has not come back yet.
    #[error("another action was posted just now; wait until it has come back")]
    Posted,
    /// A face of this game cannot be encoded.
    #[error(transparent)]
    Face(#[from] FaceError),
    /// The action does not fit into an entry.
    #[error(transparent)]
    TooLong(PostedError),
    /// The cards refuse it.
    #[error(transparent)]
    Cards(#[from] ActError),
    /// The table does not go on.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// Why this machine cannot make the entry that is due from it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The cards do not know what to do.
    #[error("the entry that is due cannot be made: {0}")]
    Cards(String),
    /// A choice of this player is missing.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl From<FaceError> for Stuck {
    fn from(error: FaceError) -> Self {
        Self::Bug(error.to_string())
    }
}

impl From<TaskError> for Stuck {
    fn from(error: TaskError) -> Self {
        Self::Bug(error.to_string())
    }
}

/// An entry that was refused, and the verdict on its author if that is to blame.
pub(crate) struct Refused<R: Refusal> {
    pub(crate) why: NotHeard<R>,
    pub(crate) verdict: Option<Verdict>,
}
