//! The server's clocks: a monotonic clock for everything it measures, and the wall clock for dates.

use std::future::Future;
use std::ops::{Add, Sub};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

/// A span of time in milliseconds.
pub type Millis = u64;

/// A point on the server's monotonic clock, in milliseconds. Everything that the server measures is measured with it:
/// game clocks, limits, grace periods, delays.
///
/// It counts only while the server runs, continues where the last run on the same database ended, and is independent of
/// the wall clock, which can be set at any moment.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(Millis);

/// The date and time of day, in milliseconds since 1970. It can jump, so nothing may be measured with it.
///
/// It cannot be taken for a [`Moment`], nor the other way round:
///
/// ```
/// use facedown_server::time::{Clock, Moment};
/// fn passed(clock: &dyn Clock, earlier: Moment) -> u64 { clock.now().since(earlier) }
/// ```
/// ```compile_fail,E0599
/// use facedown_server::time::{Clock, Moment};
/// fn passed(clock: &dyn Clock, earlier: Moment) -> u64 { clock.wall().since(earlier) }
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct WallTime(Millis);

/// A future that completes at a certain time.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The clocks of a server.
pub trait Clock: Send + Sync + 'static {
    /// The monotonic clock. It never goes back, and it stands while the machine is suspended.
    fn now(&self) -> Moment;

    /// Sets the monotonic clock to this moment, unless it is later already. To be called when a server starts, with the
    /// moment when the last one stopped.
    fn resume(&self, from: Moment);

    /// The wall clock.
    fn wall(&self) -> WallTime;

    /// Completes when the monotonic clock reaches this moment, or at once if it has passed.
    fn wait_until(&self, time: Moment) -> Sleep;
}

impl Moment {
    /// The moment this many milliseconds after the monotonic clock's zero.
    pub const fn from_millis(millis: Millis) -> Self {
        Self(millis)
    }

    /// Milliseconds since the monotonic clock's zero.
    pub const fn as_millis(self) -> Millis {
        self.0
    }

    /// The time from an earlier moment to this one; 0 if that moment is later.
    pub const fn since(self, earlier: Self) -> Millis {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Millis> for Moment {
    type Output = Self;

    fn add(self, millis: Millis) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

impl Sub<Millis> for Moment {
    type Output = Self;

    fn sub(self, millis: Millis) -> Self {
        Self(self.0.saturating_sub(millis))
    }
}

impl WallTime {
    /// The time this many milliseconds after 1970.
    pub const fn from_millis(millis: Millis) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970.
    pub const fn as_millis(self) -> Millis {
        self.0
    }
}

/// The clocks of the machine.
///
/// On Linux the monotonic clock stops while the machine is suspended, which is the same for players as a server that is
/// stopped for a while.
pub struct SystemClock {
    started: Instant,
    /// The monotonic clock at `started`, in milliseconds.
    from: AtomicU64,
    /// A file with the error of the wall clock in milliseconds, for trials.
    skew: Option<PathBuf>,
}

impl SystemClock {
    /// Clocks whose wall clock is wrong by the number of milliseconds in this file. For trials, which change the file while the
    /// server runs.
    pub fn skewed_by(file: PathBuf) -> Self {
        Self { skew: Some(file), ..Self::default() }
    }

    /// When the monotonic clock reaches this moment, exactly. If the remaining time were rounded to milliseconds instead, the
    /// fraction would reveal when the wait began, and with that how long a bot has thought.
    fn instant(&self, time: Moment) -> Instant {
        let from = Moment(self.from.load(Ordering::Relaxed));
        self.started + Duration::from_millis(time.since(from))
    }

    /// By how many milliseconds the wall clock is wrong.
    fn skew(&self) -> i64 {
        let said = self.skew.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        said.and_then(|said| said.trim().parse().ok()).unwrap_or(0)
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { started: Instant::now(), from: AtomicU64::new(0), skew: None }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment(self.from.load(Ordering::Relaxed)) + millis(self.started.elapsed())
    }

    fn resume(&self, from: Moment) {
        let from = from.0.saturating_sub(millis(self.started.elapsed()));
        self.from.fetch_max(from, Ordering::Relaxed);
    }

    fn wall(&self) -> WallTime {
        let now = millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        WallTime(now.saturating_add_signed(self.skew()))
    }

    fn wait_until(&self, time: Moment) -> Sleep {
        Box::pin(tokio::time::sleep_until(self.instant(time).into()))
    }
}

fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}

/// Clocks that move only when a test advances them.
#[derive(Clone, Default)]
pub struct DrivenClock(Arc<Mutex<Driven>>);

#[derive(Default)]
struct Driven {
    now: Moment,
    wall: WallTime,
    sleepers: Vec<(Moment, oneshot::Sender<()>)>,
}

impl DrivenClock {
    /// Both clocks start at this value.
    pub fn new(now: Millis) -> Self {
        let (wall, sleepers) = (WallTime(now), Vec::new());
        Self(Arc::new(Mutex::new(Driven { now: Moment(now), wall, sleepers })))
    }

    /// Advances both clocks, and wakes the waits that are due.
    pub fn advance(&self, by: Duration) {
        let mut driven = self.lock();
        let by = millis(by);
        driven.now = driven.now + by;
        driven.wall = WallTime(driven.wall.0.saturating_add(by));
        let now = driven.now;
        let (due, later): (Vec<_>, Vec<_>) =
            driven.sleepers.drain(..).partition(|(time, _)| *time <= now);
        driven.sleepers = later;
        for (_, sleeper) in due {
            // The waiting future may have been dropped.
            let _ = sleeper.send(());
        }
    }

    /// Sets the wall clock forward. No time passes.
    pub fn set_forward(&self, by: Duration) {
        let mut driven = self.lock();
        driven.wall = WallTime(driven.wall.0.saturating_add(millis(by)));
    }

    /// Sets the wall clock back. No time passes.
    pub fn set_back(&self, by: Duration) {
        let mut driven = self.lock();
        driven.wall = WallTime(driven.wall.0.saturating_sub(millis(by)));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Driven> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for DrivenClock {
    fn now(&self) -> Moment {
        self.lock().now
    }

    fn resume(&self, from: Moment) {
        let mut driven = self.lock();
        driven.now = driven.now.max(from);
    }

    fn wall(&self) -> WallTime {
        self.lock().wall
    }

    fn wait_until(&self, time: Moment) -> Sleep {
        let mut driven = self.lock();
        if time <= driven.now {
            return Box::pin(std::future::ready(()));
        }
        let (wake, woken) = oneshot::channel();
        driven.sleepers.retain(|(_, sleeper)| !sleeper.is_closed());
        driven.sleepers.push((time, wake));
        Box::pin(async move {
            // The clock was dropped, so the time never comes.
            if woken.await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_goes_on_from_where_the_last_one_ended_and_never_back() {
        let clock = SystemClock::default();
        clock.resume(Moment(5_000));
        assert!((5_000..60_000).contains(&clock.now().0));
        clock.resume(Moment(1_000));
        assert!(clock.now() >= Moment(5_000));
    }

    #[test]
    fn a_moment_is_at_the_same_instant_whenever_it_is_asked_for() {
        let clock = SystemClock::default();
        clock.resume(Moment(5_000));
        let due = clock.now() + 700;
        let [first, second] = [(); 2].map(|()| {
            // Waits until the clock is not at the start of a millisecond.
            while clock.started.elapsed().as_micros() % 1_000 < 300 {}
            clock.instant(due)
        });
        assert_eq!(first, second);
        assert_eq!(
            first.duration_since(clock.instant(Moment(5_000))).as_millis(),
            u128::from(due.0 - 5_000)
        );
    }
}
