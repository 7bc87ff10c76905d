//! The open connections of each token, so that they are closed when the token is revoked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::identity::LookupKey;

/// All open connections that were authenticated with a token.
#[derive(Clone, Default)]
pub(crate) struct Sessions(Arc<Mutex<HashMap<LookupKey, Vec<OpenConnection>>>>);

struct OpenConnection {
    connection: u64,
    revoke: oneshot::Sender<()>,
}

/// The registration of a connection. It ends when this is dropped.
pub(crate) struct SessionGuard {
    all: Sessions,
    lookup_key: LookupKey,
    connection: u64,
    revoked: oneshot::Receiver<()>,
}

impl Sessions {
    /// Registers a connection. To be called before the token is authenticated: a token that is revoked at the same moment is
    /// then either not found, or its connection is closed.
    pub(crate) fn register(&self, lookup_key: LookupKey, connection: u64) -> SessionGuard {
        let (revoke, revoked) = oneshot::channel();
        self.lock().entry(lookup_key).or_default().push(OpenConnection { connection, revoke });
        SessionGuard { all: self.clone(), lookup_key, connection, revoked }
    }

    /// Closes the connections of these tokens.
    pub(crate) fn close_connections(&self, lookup_keys: &[LookupKey]) {
        let open: Vec<OpenConnection> = {
            let mut all = self.lock();
            lookup_keys.iter().filter_map(|lookup_key| all.remove(lookup_key)).flatten().collect()
        };
        for open in open {
            // The connection may have ended in the meantime.
            let _ = open.revoke.send(());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<LookupKey, Vec<OpenConnection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionGuard {
    /// Completes when the token has been revoked.
    pub(crate) async fn revoked(&mut self) {
        if (&mut self.revoked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for SessionGuard {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(open) = all.get_mut(&self.lookup_key) {
            open.retain(|open| open.connection != self.connection);
            if open.is_empty() {
                all.remove(&self.lookup_key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn revoking_a_token_closes_its_connections_and_dropped_ones_are_unregistered() {
        let sessions = Sessions::default();
        let [one, other] = [[1; 16], [2; 16]];
        let [mut first, mut second] = [sessions.register(one, 1), sessions.register(one, 2)];
        let third = sessions.register(other, 3);
        drop(sessions.register(one, 4));
        assert_eq!(sessions.lock()[&one].len(), 2);
        sessions.close_connections(&[one]);
        first.revoked().await;
        second.revoked().await;
        drop((first, second));
        assert_eq!(sessions.lock().keys().collect::<Vec<_>>(), [&other]);
        drop(third);
        assert!(sessions.lock().is_empty());
    }
}
