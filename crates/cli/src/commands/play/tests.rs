//! Tests of whole sessions with a simulated clock.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use facedown_core::{Deal, SeatCount, Seed, Table};
use facedown_games::herding_cats::{HerdingCats, Options};

use super::agents::{self, Agents};
use super::console::Console;
use super::file::SaveFile;
use super::session::Session;

mod exploding_kittens;
mod spellbook;

/// An output buffer that can still be read after the session has ended.
#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<u8>>>);

impl Page {
    /// The text without colour codes.
    fn text(&self) -> String {
        let text = String::from_utf8(self.0.borrow().clone()).unwrap();
        anstream::adapter::strip_str(&text).to_string()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays a game with a clock of ten seconds in which every answer takes `pace`.
fn played(pace: Duration) -> String {
    let options = Options { challenge_clock: Some(10), ..Options::default() };
    let deal = Deal::from_seed(Seed::from_text("slow"));
    let bots = ["timid".to_owned(), "timid".to_owned()];
    let agents = Agents::<HerdingCats>::new(&bots, &deal).unwrap();
    let table = Table::new(options, SeatCount::new(3).unwrap(), deal).unwrap();
    let file = SaveFile::new(None, None, &table).unwrap();
    let paper = Page::default();
    // In a window the second choice is to challenge. If there is only one choice, "1" takes it.
    let answers = Box::new(io::Cursor::new("2\n1\n".repeat(500)));
    let console = Console::slow(answers, Box::new(paper.clone()), pace);
    Session::new(table, agents::names::<HerdingCats>("Ann", &bots), agents, file, console)
        .play()
        .unwrap();
    paper.text()
}

#[test]
fn an_answer_in_time_counts() {
    let page = played(Duration::from_secs(10));
    assert!(page.contains("You challenge") && !page.contains("Too late"), "{page}");
}

#[test]
fn an_answer_that_comes_too_late_is_a_pass() {
    let page = played(Duration::from_secs(11));
    assert!(page.contains("Too late, the time is up. Done for you: Pass."), "{page}");
    assert!(!page.contains("You challenge"), "{page}");
    let asked = page.matches("(10 seconds)").count();
    assert_eq!(page.matches("Too late").count(), asked, "{page}");
}
