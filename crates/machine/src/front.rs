//! What a user looks at, and what the user says: a terminal, a page, or a bot.

use std::future::Future;
use std::io;
use std::time::Duration;

use facedown_core::{Game, Seats};
use facedown_peers::{CannotLeave, Desk};

/// What a user looks at.
pub trait Front<G: Game> {
    /// Something has happened at the table, or it is shown for the first time.
    fn changed(&mut self, desk: &Desk<G>) -> io::Result<()>;

    /// A frame of the desk, as a server would send it.
    fn frame(&mut self, frame: Vec<u8>) -> io::Result<()>;

    /// The connection to the relay has changed.
    fn link(&mut self, state: LinkState<'_>) -> io::Result<()>;

    /// These players are connected to the relay.
    fn presence(&mut self, here: Seats) -> io::Result<()>;

    /// The game is over, and these players' machines have not signed how. They are waited for this long at most, or until the user
    /// leaves.
    fn unsigned(&mut self, by: Seats, limit: Duration) -> io::Result<()>;

    /// What the user does next. It may be dropped at any moment without losing anything.
    fn input(&mut self) -> impl Future<Output = Input>;
}

/// What a user does.
pub enum Input {
    /// Says a frame to the desk, as a client says it to a server.
    Say(Vec<u8>),
    /// Closes its connection to the desk, and may say hello again.
    HangUp,
    /// Asks for a page of the log, before this number.
    Log(Option<u64>, tokio::sync::oneshot::Sender<Vec<u8>>),
    /// Leaves for now. If the game is over, no further signatures are waited for.
    Leave,
    /// Leaves for good, as soon as the table is idle, while the others play on. The answer says whether that goes.
    Farewell(tokio::sync::oneshot::Sender<Result<(), CannotLeave>>),
}

/// The connection to the relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState<'a> {
    /// It is open, and everything that the relay has was heard.
    Open,
    /// It is lost, or could not be opened.
    Lost {
        /// Why.
        why: &'a str,
        /// When it is tried again.
        again_in: Duration,
    },
}
