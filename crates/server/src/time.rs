//! Where the house has its time from. Tests drive it by hand, so that none has to sleep.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::oneshot;

/// Milliseconds since 1970.
pub type Millis = u64;

/// Something that ends at a certain time.
pub type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A clock that the house goes by.
pub trait Clock: Send + Sync + 'static {
    /// What time it is.
    fn now(&self) -> Millis;

    /// Ends when it is this time, or at once if that is past.
    fn wait_until(&self, time: Millis) -> Waiting;
}

/// The clock of the machine.
///
/// It never goes back: if the machine's clock is set back, time stands still until it has caught up.
#[derive(Default)]
pub struct SystemClock {
    latest: std::sync::atomic::AtomicU64,
}

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX);
        self.latest.fetch_max(now, std::sync::atomic::Ordering::Relaxed).max(now)
    }

    fn wait_until(&self, time: Millis) -> Waiting {
        let left = Duration::from_millis(time.saturating_sub(self.now()));
        Box::pin(tokio::time::sleep(left))
    }
}

/// A clock that stands still until it is told to go on.
#[derive(Clone, Default)]
pub struct DrivenClock(Arc<Mutex<Driven>>);

#[derive(Default)]
struct Driven {
    now: Millis,
    sleepers: Vec<(Millis, oneshot::Sender<()>)>,
}

impl DrivenClock {
    /// A clock that shows this time.
    pub fn new(now: Millis) -> Self {
        Self(Arc::new(Mutex::new(Driven { now, sleepers: Vec::new() })))
    }

    /// Moves on by so much, and wakes whoever has waited for it.
    pub fn advance(&self, by: Duration) {
        let mut driven = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        driven.now += Millis::try_from(by.as_millis()).unwrap_or(Millis::MAX);
        let now = driven.now;
        let (due, later): (Vec<_>, Vec<_>) =
            driven.sleepers.drain(..).partition(|(time, _)| *time <= now);
        driven.sleepers = later;
        for (_, sleeper) in due {
            // Whoever no longer waits need not be woken.
            let _ = sleeper.send(());
        }
    }
}

impl Clock for DrivenClock {
    fn now(&self) -> Millis {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).now
    }

    fn wait_until(&self, time: Millis) -> Waiting {
        let mut driven = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if time <= driven.now {
            return Box::pin(std::future::ready(()));
        }
        let (wake, woken) = oneshot::channel();
        driven.sleepers.retain(|(_, sleeper)| !sleeper.is_closed());
        driven.sleepers.push((time, wake));
        Box::pin(async move {
            // A clock that is gone never strikes.
            if woken.await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}
