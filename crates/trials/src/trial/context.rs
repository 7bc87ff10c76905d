//! What all clients of a trial share: where the server is, how far they have come, and what has gone wrong.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::client::Client;
use facedown_protocol::Token;
use serde_json::Value;
use tokio::sync::{Notify, watch};

/// How long to wait before a request is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(3);

/// What all clients of a trial share.
pub(crate) struct TrialContext {
    client: watch::Sender<Option<Client>>,
    steps: AtomicU64,
    kill_at: AtomicU64,
    pub(crate) due: Notify,
    stop: AtomicBool,
    wrong: Mutex<Vec<String>>,
    broken: watch::Sender<bool>,
    pub(crate) acknowledged: AtomicU64,
    pub(crate) again: AtomicU64,
    /// How many requests the server refused because it could not write.
    pub(crate) unavailable: AtomicU64,
    pub(crate) connections: AtomicU64,
    pub(crate) finished: AtomicU64,
}

impl TrialContext {
    pub(crate) fn new() -> Self {
        Self {
            client: watch::Sender::new(None),
            steps: AtomicU64::new(0),
            kill_at: AtomicU64::new(u64::MAX),
            due: Notify::new(),
            stop: AtomicBool::new(false),
            wrong: Mutex::default(),
            broken: watch::Sender::new(false),
            acknowledged: AtomicU64::new(0),
            again: AtomicU64::new(0),
            unavailable: AtomicU64::new(0),
            connections: AtomicU64::new(0),
            finished: AtomicU64::new(0),
        }
    }

    /// Sets the client of the running server; `None` while it is down.
    pub(crate) fn set_client(&self, client: Option<Client>) {
        self.client.send_replace(client);
    }

    /// A client of the server, as soon as it runs.
    pub(crate) async fn client(&self) -> Client {
        let mut seen = self.client.subscribe();
        loop {
            let now = seen.borrow_and_update().clone();
            if let Some(client) = now {
                return client;
            }
            // It fails only when the context has been dropped, and then nobody is waiting.
            let _ = seen.changed().await;
        }
    }

    /// Counts a step: a client is about to send something, or was welcomed. Kills are timed in steps.
    pub(crate) fn step(&self) {
        if self.steps.fetch_add(1, Relaxed) + 1 == self.kill_at.load(Relaxed) {
            self.due.notify_one();
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    /// Schedules the next kill after `steps` steps.
    pub(crate) fn arm(&self, steps: u64) {
        self.kill_at.store(self.steps() + steps, Relaxed);
    }

    /// From now on no table is created.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Records that something is wrong.
    pub(crate) fn report(&self, what: String) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).push(what);
        self.broken.send_replace(true);
        self.due.notify_one();
    }

    /// Ends when something is wrong.
    pub(crate) async fn broken(&self) {
        let mut seen = self.broken.subscribe();
        let _ = seen.wait_for(|broken| *broken).await;
    }

    pub(crate) fn is_broken(&self) -> bool {
        *self.broken.borrow()
    }

    pub(crate) fn wrongs(&self) -> Vec<String> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Repeats a request until there is an answer.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&Token>,
        body: Option<&Value>,
    ) -> (u16, String) {
        loop {
            let asked = async { self.client().await.ask(method, path, token, body).await };
            let answer = tokio::select! {
                answer = asked => answer,
                () = self.broken() => return (0, "the trial was stopped".into()),
            };
            match answer {
                Ok((503, _)) => {
                    self.unavailable.fetch_add(1, Relaxed);
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
                Ok(answer) => return answer,
            }
        }
    }

    /// Waits a little before the next attempt.
    pub(crate) async fn pause(&self) {
        tokio::time::sleep(RETRY_DELAY).await;
    }
}
