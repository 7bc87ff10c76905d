//! Group commit: what all tables have to write at the moment goes to the disk together.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{JournalLine, Store, StoreError};
use crate::metrics::Metrics;

/// How many lines are written together at most.
pub(super) const MOST: usize = 1024;

/// How far apart two writings begin at least. A house with little to do writes at once; one with much to do would
/// otherwise spend its time on writing a few lines as often as the disk can, and nobody notices so little a wait.
const COMMIT_INTERVAL: Duration = Duration::from_millis(5);

/// Writes the journals. While it waits for the disk, what comes in gathers for the next time.
#[derive(Clone)]
pub struct Writer {
    orders: mpsc::Sender<WriteRequest>,
}

struct WriteRequest {
    /// They are written together or not at all.
    lines: Vec<JournalLine>,
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
    pub async fn append(&self, line: JournalLine) -> Result<(), StoreError> {
        self.append_all(vec![line]).await
    }

    /// Adds lines to a journal, all or none. When this has ended well, they are durable.
    pub async fn append_all(&self, lines: Vec<JournalLine>) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        self.orders.send(WriteRequest { lines, done }).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }
}

async fn run(
    store: Arc<dyn Store>,
    mut incoming: mpsc::Receiver<WriteRequest>,
    metrics: Arc<Metrics>,
) {
    let mut orders = Vec::new();
    let (mut lines, mut waiting) = (Vec::new(), Vec::new());
    let mut next = Instant::now();
    while !orders.is_empty() || incoming.recv_many(&mut orders, MOST).await > 0 {
        if Instant::now() < next {
            tokio::time::sleep_until(next).await;
            while orders.len() < MOST
                && let Ok(order) = incoming.try_recv()
            {
                orders.push(order);
            }
        }
        next = Instant::now() + COMMIT_INTERVAL;
        for order in orders.drain(..fitting(&orders)) {
            lines.extend(order.lines);
            waiting.push(order.done);
        }
        let count = lines.len();
        match store.append(std::mem::take(&mut lines)).await {
            Ok(()) => {
                metrics.commits.inc();
                metrics.lines.inc_by(count as u64);
                for done in waiting.drain(..) {
                    // Whoever no longer waits need not be told.
                    let _ = done.send(Ok(()));
                }
            }
            Err(error) => {
                // The store itself says once in the log that it fails.
                tracing::debug!(%error, lines = count, "the journal could not be written");
                for done in waiting.drain(..) {
                    let _ = done.send(Err(StoreError::NotWritten));
                }
            }
        }
    }
}

/// How many of these orders can be written together. The others wait for the next time.
fn fitting(orders: &[WriteRequest]) -> usize {
    let mut lines = 0;
    let fit = orders.iter().take_while(|order| {
        lines += order.lines.len();
        lines <= MOST
    });
    // One that is too long by itself is refused by the store, and must not stay for ever.
    fit.count().max(1)
}
