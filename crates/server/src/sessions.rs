//! Which open connections were opened with which token, so that they end when the token does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::identity::Mark;

/// All open connections that have shown a token.
#[derive(Clone, Default)]
pub(crate) struct Sessions(Arc<Mutex<HashMap<Mark, Vec<Held>>>>);

struct Held {
    connection: u64,
    pull: oneshot::Sender<()>,
}

/// What ties a connection to its token, for as long as it lasts.
pub(crate) struct SessionGuard {
    all: Sessions,
    mark: Mark,
    connection: u64,
    pulled: oneshot::Receiver<()>,
}

impl Sessions {
    /// Ties a connection to a token. To be done before the token is looked up: one that is taken back at the same moment
    /// is then either not found or pulled.
    pub(crate) fn tie(&self, mark: Mark, connection: u64) -> SessionGuard {
        let (pull, pulled) = oneshot::channel();
        self.lock().entry(mark).or_default().push(Held { connection, pull });
        SessionGuard { all: self.clone(), mark, connection, pulled }
    }

    /// Ends the connections of these tokens.
    pub(crate) fn pull(&self, marks: &[Mark]) {
        let held: Vec<Held> = {
            let mut all = self.lock();
            marks.iter().filter_map(|mark| all.remove(mark)).flatten().collect()
        };
        for held in held {
            // One that has just ended by itself does not hear it.
            let _ = held.pull.send(());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Mark, Vec<Held>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionGuard {
    /// Ends when the token has been taken back.
    pub(crate) async fn pulled(&mut self) {
        if (&mut self.pulled).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for SessionGuard {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(held) = all.get_mut(&self.mark) {
            held.retain(|held| held.connection != self.connection);
            if held.is_empty() {
                all.remove(&self.mark);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_of_the_token_are_pulled_and_those_that_ended_are_forgotten() {
        let leashes = Sessions::default();
        let [one, other] = [[1; 16], [2; 16]];
        let [mut first, mut second] = [leashes.tie(one, 1), leashes.tie(one, 2)];
        let third = leashes.tie(other, 3);
        drop(leashes.tie(one, 4));
        assert_eq!(leashes.lock()[&one].len(), 2);
        leashes.pull(&[one]);
        first.pulled().await;
        second.pulled().await;
        drop((first, second));
        assert_eq!(leashes.lock().keys().collect::<Vec<_>>(), [&other]);
        drop(third);
        assert!(leashes.lock().is_empty());
    }
}
