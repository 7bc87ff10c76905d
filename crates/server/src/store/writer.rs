//! Group commit: the lines of all tables are written in one transaction.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{JournalLine, Store, StoreError};
use crate::metrics::Metrics;

/// The maximum number of lines in a batch.
pub(super) const MAX_BATCH: usize = 1024;

/// The minimum time between the starts of two commits. An idle server commits at once. A busy one would otherwise spend
/// its time on many small commits; nobody notices so short a wait.
const COMMIT_INTERVAL: Duration = Duration::from_millis(5);

/// Appends to the journals. While a commit is under way, further lines are collected for the next one.
#[derive(Clone)]
pub struct Writer {
    requests: mpsc::Sender<WriteRequest>,
}

struct WriteRequest {
    /// All or none of them are written.
    lines: Vec<JournalLine>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    /// Starts the writing task. It ends when the last clone of the writer is dropped and everything is written.
    pub fn start(
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
    ) -> (Self, tokio::task::JoinHandle<()>) {
        let (requests, incoming) = mpsc::channel(MAX_BATCH);
        (Self { requests }, tokio::spawn(run(store, incoming, metrics)))
    }

    /// Appends a line to a journal. On success the line is durable.
    pub async fn append(&self, line: JournalLine) -> Result<(), StoreError> {
        self.append_all(vec![line]).await
    }

    /// Appends lines to a journal, all or none. On success they are durable.
    pub async fn append_all(&self, lines: Vec<JournalLine>) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        self.requests.send(WriteRequest { lines, done }).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }
}

async fn run(
    store: Arc<dyn Store>,
    mut incoming: mpsc::Receiver<WriteRequest>,
    metrics: Arc<Metrics>,
) {
    let mut requests = Vec::new();
    let (mut lines, mut waiting) = (Vec::new(), Vec::new());
    let mut next = Instant::now();
    while !requests.is_empty() || incoming.recv_many(&mut requests, MAX_BATCH).await > 0 {
        if Instant::now() < next {
            tokio::time::sleep_until(next).await;
            while requests.len() < MAX_BATCH
                && let Ok(request) = incoming.try_recv()
            {
                requests.push(request);
            }
        }
        next = Instant::now() + COMMIT_INTERVAL;
        for request in requests.drain(..fitting(&requests)) {
            lines.extend(request.lines);
            waiting.push(request.done);
        }
        let count = lines.len();
        match store.append(std::mem::take(&mut lines)).await {
            Ok(()) => {
                metrics.commits.inc();
                metrics.lines.inc_by(count as u64);
                for done in waiting.drain(..) {
                    // The caller may have been cancelled.
                    let _ = done.send(Ok(()));
                }
            }
            Err(error) => {
                // The store itself has logged the failure.
                tracing::debug!(%error, lines = count, "the journal could not be written");
                for done in waiting.drain(..) {
                    let _ = done.send(Err(StoreError::NotWritten));
                }
            }
        }
    }
}

/// How many of these requests fit into one batch. The others wait for the next one.
fn fitting(requests: &[WriteRequest]) -> usize {
    let mut lines = 0;
    let fit = requests.iter().take_while(|request| {
        lines += request.lines.len();
        lines <= MAX_BATCH
    });
    // A request that is too long for any batch is passed on, so that the store refuses it.
    fit.count().max(1)
}
