//! One WebSocket connection, as its table sees it.

use std::sync::{Arc, OnceLock};

use facedown_protocol::{Bye, ByeReason, FromServer};

use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::origin::Origin;
use crate::outlet::{Frame, Outlet, SendError};

/// One WebSocket connection, as its table sees it. Dropping it closes its queue.
pub struct Connection {
    /// An id that is unique in this server.
    pub id: u64,
    /// The authenticated player, if the client sent a token.
    pub caller: Option<Caller>,
    /// Whether the client sent the table's code, which lets it see a private table.
    pub has_code: bool,
    /// The network address that it counts for; `None` inside this process.
    pub origin: Option<Origin>,
    /// The queue of outgoing frames.
    out: Arc<dyn Outlet>,
    /// Why the table has ended it, if it has.
    end: Arc<OnceLock<ByeReason>>,
}

impl Connection {
    /// A connection of this caller, whose messages go to `out`. If the table ends it, `end` is set to the reason.
    pub fn new(
        id: u64,
        caller: Option<Caller>,
        out: Arc<dyn Outlet>,
        end: Arc<OnceLock<ByeReason>>,
    ) -> Self {
        Self { id, caller, has_code: false, origin: None, out, end }
    }

    /// Puts a frame into the connection's queue. Returns `false` if the connection has ended or its queue is full; a client
    /// that does not read is disconnected, and may reconnect.
    pub(crate) fn deliver(&self, metrics: &Metrics, frame: &Frame) -> bool {
        metrics.frames.inc();
        metrics.bytes.inc_by(frame.payload_len() as u64);
        match self.out.send(frame) {
            Ok(()) => true,
            Err(SendError::Closed) => false,
            Err(SendError::Full) => {
                metrics.slow.inc();
                let _ = self.end.set(ByeReason::Slow);
                false
            }
        }
    }

    /// Ends the connection with this reason, after what is in its queue has been sent.
    pub fn say_bye(self, reason: ByeReason) {
        let _ = self.end.set(reason);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.out.close();
    }
}

/// The message that ends a connection.
pub fn bye(reason: ByeReason) -> FromServer<'static> {
    FromServer::Bye(Bye { reason })
}
