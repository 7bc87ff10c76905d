//! The threads on which bots think: as many as the machine has processors, however many tables have bots.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Of so many jobs one is for a table of bots alone, even if people wait for all the others.
const SHARE: u32 = 4;

/// Something for a bot to think about.
pub struct Job {
    /// Whether people play at the table. They go before tables of bots alone.
    pub for_people: bool,
    /// How many actions the bot can choose from.
    #[cfg(test)]
    pub choices: usize,
    /// The thinking itself. It passes on what comes of it.
    pub work: Box<dyn FnOnce() + Send>,
}

/// Where bots think.
pub trait Think: Send + Sync {
    /// Does this as soon as it can. A table asks for the next job only when the last one is done, so tables take turns.
    fn think(&self, job: Job);
}

/// Threads on which bots think. They end when this is dropped, with what they are doing done.
pub struct Thinkers {
    shared: Arc<ThinkQueue>,
    /// Where the system has no thread left, whoever asks has to wait for the answer.
    has_threads: bool,
}

#[derive(Default)]
struct ThinkQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    people: VecDeque<Job>,
    bots: VecDeque<Job>,
    /// How many jobs for people were begun since the last one for bots.
    in_a_row: u32,
    is_closed: bool,
}

impl Thinkers {
    /// As many threads as the machine has processors.
    pub fn new() -> Self {
        Self::with_threads(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// So many threads.
    pub fn with_threads(threads: usize) -> Self {
        let mut thinkers = Self { shared: Arc::default(), has_threads: false };
        for _ in 0..threads.max(1) {
            let shared = Arc::clone(&thinkers.shared);
            match std::thread::Builder::new().name("bots".into()).spawn(move || shared.run()) {
                Ok(_) => thinkers.has_threads = true,
                Err(error) => tracing::error!(%error, "a thread for bots could not be started"),
            }
        }
        thinkers
    }
}

impl Default for Thinkers {
    fn default() -> Self {
        Self::new()
    }
}

impl Think for Thinkers {
    fn think(&self, job: Job) {
        if !self.has_threads {
            return do_it(job);
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

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl ThinkQueue {
    fn run(&self) {
        while let Some(job) = self.next() {
            do_it(job);
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
        let is_bots_turn = self.people.is_empty() || self.in_a_row + 1 >= SHARE;
        if is_bots_turn && let Some(job) = self.bots.pop_front() {
            self.in_a_row = 0;
            return Some(job);
        }
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.people.pop_front()
    }
}

/// A bot that fails takes nothing with it but itself. Its table hears of it: what it waits for is dropped.
fn do_it(job: Job) {
    let _ = catch_unwind(AssertUnwindSafe(job.work));
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn job(for_people: bool, work: impl FnOnce() + Send + 'static) -> Job {
        Job { for_people, choices: 0, work: Box::new(work) }
    }

    /// Six hundred tables whose bots think for as long as the test likes, on a runtime with a single thread for what
    /// blocks. Where each took a thread of the runtime, nobody else would get one.
    #[test]
    fn hundreds_of_tables_of_bots_take_no_thread_from_anybody_else() {
        let thinkers = Thinkers::with_threads(2);
        let (begun, beginnings) = mpsc::channel();
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for table in 0..600 {
            let (begun, wait) = (begun.clone(), Arc::clone(&wait));
            thinkers.think(job(false, move || {
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
        assert!(beginnings.try_recv().is_err(), "two threads, and three tables at once");
        drop(go_on);
        let mut tables: Vec<_> = (2..600).map(|_| beginnings.recv().unwrap()).collect();
        tables.sort_unstable();
        assert!(tables.into_iter().eq(2..600), "every table has its turn");
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
        let thinkers = Thinkers::with_threads(1);
        let (told, done) = mpsc::channel();
        let lost = told.clone();
        thinkers.think(job(true, move || {
            // Resumed and not raised, so that the test's output stays clean.
            let _lost = lost;
            std::panic::resume_unwind(Box::new("a bot that fails"));
        }));
        thinkers.think(job(true, move || told.send(7).unwrap()));
        assert_eq!(done.recv(), Ok(7));
    }
}
