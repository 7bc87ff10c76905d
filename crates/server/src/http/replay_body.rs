//! Replays as answers: made a few at a time, kept in bounded memory, and not kept for a client that does not read.

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

/// How many bytes a permit of [`Replays::memory`] stands for.
const PER_PERMIT: u32 = 1024;

/// About how much is given to the connection at a time.
const CHUNK: usize = 64 * 1024;

/// How many replays are made at a time, and how much of them waits to be sent.
pub(crate) struct Replays {
    making: Semaphore,
    memory: Arc<Semaphore>,
    permits: u32,
}

impl Replays {
    pub(crate) fn new(limits: &Limits) -> Self {
        // Half of the machine, so that those who play do not wait for those who look back.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = (limits.replay_bytes / PER_PERMIT).max(1);
        Self {
            making: Semaphore::new((cores / 2).max(1)),
            memory: Arc::new(Semaphore::new(permits as usize)),
            permits,
        }
    }
}

/// A replay that this address may ask for.
pub(super) struct Admitted(Pass);

/// A replay whose turn it is to be made. Whatever takes memory is read only now.
pub(super) struct Turn<'a> {
    pass: Pass,
    making: SemaphorePermit<'a>,
    house: &'a Hub,
}

/// What was made, and the memory that it takes.
pub(super) struct Made {
    parts: Vec<Bytes>,
    length: usize,
    held: (Pass, OwnedSemaphorePermit),
}

impl Admitted {
    /// Counts a replay for this address.
    pub(super) fn new(house: &Hub, origin: Origin) -> Result<Self, Refusal> {
        let now = house.shared.clock.now();
        if !house.gate.admits(origin, Charge::Replay, now) {
            return Err(Refusal::plain(Kind::TooFast));
        }
        let pass = house.gate.begin_replay(origin, now);
        pass.map(Self).ok_or_else(|| Refusal::plain(Kind::TooManyReplays))
    }

    /// Waits until it is its turn.
    pub(super) async fn turn(self, house: &Hub) -> Result<Turn<'_>, Refusal> {
        let making = house.replays.making.acquire().await;
        let making = making.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        Ok(Turn { pass: self.0, making, house })
    }
}

impl Turn<'_> {
    /// Makes it where it keeps nobody waiting, for a whole game takes some milliseconds. Ends when there is memory for it;
    /// the next one is not made before.
    pub(super) async fn make(
        self,
        work: impl FnOnce() -> Result<Vec<Bytes>, Refusal> + Send + 'static,
    ) -> Result<Made, Refusal> {
        let closed = |_| Refusal::plain(Kind::Unavailable);
        let Replays { memory, permits: all, .. } = &self.house.replays;
        let made = tokio::task::spawn_blocking(work).await;
        let parts = made.map_err(|_| Refusal::plain(Kind::Internal))??;
        let length = parts.iter().map(Bytes::len).sum::<usize>();
        let permits = u32::try_from(length.div_ceil(PER_PERMIT as usize)).unwrap_or(u32::MAX);
        let memory = Arc::clone(memory).acquire_many_owned(permits.min(*all)).await;
        drop(self.making);
        Ok(Made { parts, length, held: (self.pass, memory.map_err(closed)?) })
    }
}

impl Made {
    /// The parts, one after the other. A client that takes nothing for long gets no more.
    pub(super) fn into_response(self, house: &Hub) -> Response {
        let patience = Duration::from_millis(house.gate.limits().write_millis);
        let Self { parts, length, held } = self;
        let (chunks, body) = mpsc::channel::<Bytes>(1);
        tokio::spawn(async move {
            let mut waiting = Vec::new();
            let mut parts = parts.into_iter().peekable();
            while let Some(part) = parts.next() {
                waiting.extend_from_slice(&part);
                if waiting.len() < CHUNK && parts.peek().is_some() {
                    continue;
                }
                let chunk = Bytes::from(std::mem::take(&mut waiting));
                if chunks.send_timeout(chunk, patience).await.is_err() {
                    break;
                }
            }
            drop(held);
        });
        let stream = futures_util::stream::unfold(body, |mut body| async move {
            let chunk = body.recv().await?;
            Some((Ok::<_, Infallible>(chunk), body))
        });
        // With its length, so that what was broken off cannot pass for the whole.
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::CONTENT_LENGTH, length.to_string()),
        ];
        (headers, Body::from_stream(stream)).into_response()
    }
}
