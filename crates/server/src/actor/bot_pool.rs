//! The thread pool of the bots: as many threads as processors, however many tables have bots.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// One of this many jobs is for a table without people, even while jobs for people are waiting.
const BOT_TABLE_SHARE: u32 = 4;

/// A decision that a bot has to make.
pub struct Job {
    /// Whether people play at the table. Such jobs come before those of tables without people.
    pub for_people: bool,
    /// How many actions the bot can choose from.
    #[cfg(test)]
    pub choices: usize,
    /// Makes the decision and passes on the result.
    pub work: Box<dyn FnOnce() + Send>,
}

/// Runs the decisions of bots.
pub trait BotExecutor: Send + Sync {
    /// Runs a job as soon as possible. A table has at most one job at a time, so tables take turns.
    fn run(&self, job: Job);
}

/// The threads on which bots think. They end when this is dropped, each after its current job.
pub struct BotPool {
    shared: Arc<PoolState>,
    /// `false` if no thread could be started. Jobs then run on the caller's thread.
    has_threads: bool,
}

#[derive(Default)]
struct PoolState {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    people: VecDeque<Job>,
    bots: VecDeque<Job>,
    /// How many jobs for people were started since the last one for bots.
    in_a_row: u32,
    is_closed: bool,
}

impl BotPool {
    /// Starts as many threads as the machine has processors.
    pub fn new() -> Self {
        Self::with_threads(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Starts this many threads.
    pub fn with_threads(threads: usize) -> Self {
        let mut bot_pool = Self { shared: Arc::default(), has_threads: false };
        for _ in 0..threads.max(1) {
            let shared = Arc::clone(&bot_pool.shared);
            match std::thread::Builder::new().name("bots".into()).spawn(move || shared.run()) {
                Ok(_) => bot_pool.has_threads = true,
                Err(error) => tracing::error!(%error, "a thread for bots could not be started"),
            }
        }
        bot_pool
    }
}

impl Default for BotPool {
    fn default() -> Self {
        Self::new()
    }
}

impl BotExecutor for BotPool {
    fn run(&self, job: Job) {
        if !self.has_threads {
            return run_job(job);
        }
        let mut queue = self.shared.lock();
        if job.for_people {
            queue.people.push_back(job);
        } else {
            queue.bots.push_back(job);
        }
        drop(queue);
        self.shared.changed.notify_one();
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl PoolState {
    fn run(&self) {
        while let Some(job) = self.next() {
            run_job(job);
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(job) = queue.next() {
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn next(&mut self) -> Option<Job> {
        let is_bots_turn = self.people.is_empty() || self.in_a_row + 1 >= BOT_TABLE_SHARE;
        if is_bots_turn && let Some(job) = self.bots.pop_front() {
            self.in_a_row = 0;
            return Some(job);
        }
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.people.pop_front()
    }
}

/// Runs a job. A panic of a bot stays inside: its table notices that the sender of the result was dropped.
fn run_job(job: Job) {
    let _ = catch_unwind(AssertUnwindSafe(job.work));
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn job(for_people: bool, work: impl FnOnce() + Send + 'static) -> Job {
        Job { for_people, choices: 0, work: Box::new(work) }
    }

    /// Six hundred tables whose bots think until the test ends, next to a runtime with a single blocking thread. If bots
    /// used that thread, nothing else could.
    #[test]
    fn hundreds_of_tables_of_bots_take_no_thread_from_anybody_else() {
        let bot_pool = BotPool::with_threads(2);
        let (begun, beginnings) = mpsc::channel();
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for table in 0..600 {
            let (begun, wait) = (begun.clone(), Arc::clone(&wait));
            bot_pool.run(job(false, move || {
                let _ = begun.send(table);
                let _ = wait.lock().unwrap().recv();
            }));
        }
        let first = [beginnings.recv().unwrap(), beginnings.recv().unwrap()];
        assert!(first.contains(&0) && first.contains(&1), "{first:?}");
        let runtime =
            tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        let answer = runtime.block_on(async { tokio::task::spawn_blocking(|| 42).await });
        assert_eq!(answer.unwrap(), 42);
        assert!(beginnings.try_recv().is_err(), "three jobs at once on two threads");
        drop(go_on);
        let mut tables: Vec<_> = (2..600).map(|_| beginnings.recv().unwrap()).collect();
        tables.sort_unstable();
        assert!(tables.into_iter().eq(2..600), "every table gets its turn");
    }

    #[test]
    fn people_go_first_and_bots_are_not_forgotten() {
        let mut queue = Queue::default();
        let (told, names) = mpsc::channel();
        for number in 0..6 {
            for (for_people, name) in [(false, 'b'), (true, 'p')] {
                let told = told.clone();
                let work = move || told.send(format!("{name}{number}")).unwrap();
                let line = if for_people { &mut queue.people } else { &mut queue.bots };
                line.push_back(job(for_people, work));
            }
        }
        while let Some(job) = queue.next() {
            (job.work)();
        }
        drop(told);
        let order: Vec<String> = names.iter().collect();
        assert_eq!(order.join(" "), "p0 p1 p2 b0 p3 p4 p5 b1 b2 b3 b4 b5");
    }

    #[test]
    fn a_bot_that_fails_takes_no_thread_with_it() {
        let bot_pool = BotPool::with_threads(1);
        let (told, done) = mpsc::channel();
        let lost = told.clone();
        bot_pool.run(job(true, move || {
            // `resume_unwind` does not print a panic message into the test's output.
            let _lost = lost;
            std::panic::resume_unwind(Box::new("a bot that fails"));
        }));
        bot_pool.run(job(true, move || told.send(7).unwrap()));
        assert_eq!(done.recv(), Ok(7));
    }
}
