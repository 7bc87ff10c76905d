//! Responses with replays: made a few at a time, in bounded memory, and dropped if a client does not read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use facedown_protocol::{Kind, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, mpsc};

use crate::gate::{Charge, Pass};
use crate::hub::Hub;
use crate::limits::Limits;
use crate::origin::Origin;

/// How many bytes one permit of [`Replays::memory`] stands for.
const BYTES_PER_PERMIT: u32 = 1024;

/// About how many bytes are sent at a time.
const CHUNK_SIZE: usize = 64 * 1024;

/// Limits how many replays are made at a time, and how many bytes of them wait to be sent.
pub(crate) struct Replays {
    making: Semaphore,
    memory: Arc<Semaphore>,
    permits: u32,
}

impl Replays {
    pub(crate) fn new(limits: &Limits) -> Self {
        // At most half of the processors, so that replays do not slow down games.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = (limits.replay_bytes / BYTES_PER_PERMIT).max(1);
        Self {
            making: Semaphore::new((cores / 2).max(1)),
            memory: Arc::new(Semaphore::new(permits as usize)),
            permits,
        }
    }
}

/// A replay that was admitted by the limits of its address.
pub(super) struct Admitted(Pass);

/// A replay whose turn it is. What needs memory is loaded only now.
pub(super) struct ReplayTurn<'a> {
    pass: Pass,
    making: SemaphorePermit<'a>,
    hub: &'a Hub,
}

/// A finished replay, and the permits for its memory.
pub(super) struct Made {
    parts: Vec<Bytes>,
    length: usize,
    held: (Pass, OwnedSemaphorePermit),
}

impl Admitted {
    /// Charges a replay to this address.
    pub(super) fn new(hub: &Hub, origin: Origin) -> Result<Self, Refusal> {
        let now = hub.shared.clock.now();
        if !hub.gate.charge(origin, Charge::Replay, now) {
            return Err(Refusal::plain(Kind::TooFast));
        }
        let pass = hub.gate.admit_replay(origin, now);
        pass.map(Self).ok_or_else(|| Refusal::plain(Kind::TooManyReplays))
    }

    /// Waits for its turn.
    pub(super) async fn turn(self, hub: &Hub) -> Result<ReplayTurn<'_>, Refusal> {
        let making = hub.replays.making.acquire().await;
        let making = making.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        Ok(ReplayTurn { pass: self.0, making, hub })
    }
}

impl ReplayTurn<'_> {
    /// Makes the replay on a blocking thread, since a whole game takes some milliseconds. Completes when there is memory for
    /// the result; the turn ends only then.
    pub(super) async fn make(
        self,
        work: impl FnOnce() -> Result<Vec<Bytes>, Refusal> + Send + 'static,
    ) -> Result<Made, Refusal> {
        let closed = |_| Refusal::plain(Kind::Unavailable);
        let Replays { memory, permits: all, .. } = &self.hub.replays;
        let made = tokio::task::spawn_blocking(work).await;
        let parts = made.map_err(|_| Refusal::plain(Kind::Internal))??;
        let length = parts.iter().map(Bytes::len).sum::<usize>();
        let permits = u32::try_from(length.div_ceil(BYTES_PER_PERMIT as usize)).unwrap_or(u32::MAX);
        let memory = Arc::clone(memory).acquire_many_owned(permits.min(*all)).await;
        drop(self.making);
        Ok(Made { parts, length, held: (self.pass, memory.map_err(closed)?) })
    }
}

impl Made {
    /// Streams the parts. The stream ends early if the client does not read for long.
    pub(super) fn into_response(self, hub: &Hub) -> Response {
        let write_timeout = Duration::from_millis(hub.gate.limits().write_millis);
        let Self { parts, length, held } = self;
        let (chunks, body) = mpsc::channel::<Bytes>(1);
        tokio::spawn(async move {
            let mut waiting = Vec::new();
            let mut parts = parts.into_iter().peekable();
            while let Some(part) = parts.next() {
                waiting.extend_from_slice(&part);
                if waiting.len() < CHUNK_SIZE && parts.peek().is_some() {
                    continue;
                }
                let chunk = Bytes::from(std::mem::take(&mut waiting));
                if chunks.send_timeout(chunk, write_timeout).await.is_err() {
                    break;
                }
            }
            drop(held);
        });
        let stream = futures_util::stream::unfold(body, |mut body| async move {
            let chunk = body.recv().await?;
            Some((Ok::<_, Infallible>(chunk), body))
        });
        // With its length, so that a client notices if the stream ended early.
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::CONTENT_LENGTH, length.to_string()),
        ];
        (headers, Body::from_stream(stream)).into_response()
    }
}
