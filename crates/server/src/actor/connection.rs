//! One connection, as its table has it.

use std::sync::{Arc, OnceLock};

use facedown_protocol::{Bye, ByeReason, FromServer};

use crate::identity::Caller;
use crate::metrics::Metrics;
use crate::origin::Origin;
use crate::outlet::{Outlet, Stuck, TextFrame};

/// One connection, as its table has it.
pub struct Connection {
    /// Which connection, among all of the house.
    pub id: u64,
    /// Who it is, if they said so.
    pub caller: Option<Caller>,
    /// Whether they may know of the table though they do not belong there: they brought its code.
    pub has_code: bool,
    /// Where it comes from, if it is one of a client.
    pub origin: Option<Origin>,
    /// Where its messages go.
    out: Arc<dyn Outlet>,
    /// Why it ends.
    end: Arc<OnceLock<ByeReason>>,
}

impl Connection {
    /// A connection of this caller, whose messages go there. Why it ends, if the table ends it, is said in `end`.
    pub fn new(
        id: u64,
        caller: Option<Caller>,
        out: Arc<dyn Outlet>,
        end: Arc<OnceLock<ByeReason>>,
    ) -> Self {
        Self { id, caller, has_code: false, origin: None, out, end }
    }

    /// Puts a frame into the connection's queue. A client that does not read is disconnected, and may come back.
    pub(super) fn deliver(&self, metrics: &Metrics, frame: &TextFrame) -> bool {
        metrics.frames.inc();
        metrics.bytes.inc_by(frame.text_len() as u64);
        match self.out.send(frame) {
            Ok(()) => true,
            Err(Stuck::Gone) => false,
            Err(Stuck::Full) => {
                metrics.slow.inc();
                let _ = self.end.set(ByeReason::Slow);
                false
            }
        }
    }

    /// Ends it: what is in the queue is still sent, then this.
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
