//! Group commit: what all tables have to write at the moment goes to the disk together.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{Line, Store, StoreError};
use crate::metrics::Metrics;

/// How many lines are written together at most.
const MOST: usize = 1024;

/// Writes the journals. While it waits for the disk, what comes in gathers for the next time.
#[derive(Clone)]
pub struct Writer {
    orders: mpsc::Sender<Order>,
}

struct Order {
    line: Line,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    /// Begins to write into this store. The task ends when the last writer is gone, with everything written.
    pub fn start(
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
    ) -> (Self, tokio::task::JoinHandle<()>) {
        let (orders, incoming) = mpsc::channel(MOST);
        (Self { orders }, tokio::spawn(run(store, incoming, metrics)))
    }

    /// Adds a line to a journal. When this has ended well, the line is durable.
    pub async fn append(&self, line: Line) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        self.orders.send(Order { line, done }).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }
}

async fn run(store: Arc<dyn Store>, mut incoming: mpsc::Receiver<Order>, metrics: Arc<Metrics>) {
    let mut orders = Vec::new();
    let (mut lines, mut waiting) = (Vec::new(), Vec::new());
    while incoming.recv_many(&mut orders, MOST).await > 0 {
        for order in orders.drain(..) {
            lines.push(order.line);
            waiting.push(order.done);
        }
        metrics.commits.inc();
        metrics.lines.inc_by(lines.len() as u64);
        match store.append(&lines).await {
            Ok(()) => {
                for done in waiting.drain(..) {
                    // Whoever no longer waits need not be told.
                    let _ = done.send(Ok(()));
                }
            }
            Err(error) => {
                tracing::error!(%error, lines = lines.len(), "the journal could not be written");
                for done in waiting.drain(..) {
                    let _ = done.send(Err(StoreError::Closed));
                }
            }
        }
        lines.clear();
    }
}
