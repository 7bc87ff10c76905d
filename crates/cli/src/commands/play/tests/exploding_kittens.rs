//! Whole games of Exploding Kittens with a player that reads the questions and sometimes types nonsense.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read};
use std::time::Duration;

use facedown_core::{Deal, Dice, SeatCount, Seed, Table};
use facedown_games::exploding_kittens::{ExplodingKittens, Options, Set};

use super::super::agents::{self, Agents};
use super::super::console::Console;
use super::super::file::SaveFile;
use super::super::session::Session;
use super::Page;
use crate::draw::text::width;

/// An input that reads the output before it answers.
struct Reader<A> {
    page: Page,
    /// How many bytes of the output have been read.
    read: usize,
    /// Computes the answer to new output.
    answer: A,
    /// Input that has not been consumed yet.
    typed: Vec<u8>,
}

impl<A: FnMut(&str) -> String> BufRead for Reader<A> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.typed.is_empty() {
            let text = self.page.text();
            let new = text.get(self.read..).unwrap_or_default();
            self.typed = ((self.answer)(new) + "\n").into_bytes();
            self.read = text.len();
        }
        Ok(&self.typed)
    }

    fn consume(&mut self, bytes: usize) {
        self.typed.drain(..bytes);
    }
}

impl<A: FnMut(&str) -> String> Read for Reader<A> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(into)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

/// Plays a whole game with these answers and returns the output.
fn played(
    options: Options,
    players: usize,
    seed: &str,
    answer: impl FnMut(&str) -> String + 'static,
) -> String {
    let deal = Deal::from_seed(Seed::from_text(seed));
    let bots = vec!["random".to_owned(); players - 1];
    let agents = Agents::<ExplodingKittens>::new(&bots, &deal).unwrap();
    let table = Table::new(options, SeatCount::new(players).unwrap(), deal).unwrap();
    let file = SaveFile::new(None, None, &table).unwrap();
    let page = Page::default();
    let reader = Reader { page: page.clone(), read: 0, answer, typed: Vec::new() };
    let console = Console::slow(Box::new(reader), Box::new(page.clone()), Duration::ZERO);
    Session::new(table, agents::names::<ExplodingKittens>("Ann", &bots), agents, file, console)
        .play()
        .unwrap();
    page.text()
}

/// The numbers of the offers.
fn offered(new: &str) -> impl Iterator<Item = (&str, &str)> {
    new.lines().filter_map(|line| {
        let (number, label) = line.strip_prefix("  ")?.split_once(' ')?;
        number.trim().parse::<u32>().is_ok().then_some((number, label))
    })
}

/// Chooses a random numbered offer; if a number is asked for, an end of the range, as a word if there is one.
fn anything(dice: &mut Dice, new: &str) -> String {
    let answer = |dice: &mut Dice, all: &[&str]| (*dice.pick(all).unwrap()).to_owned();
    if new.contains("(1 to 100, Enter: once)") {
        return answer(dice, &["", "1", "100", "once"]);
    }
    if new.contains("top or bottom)") {
        return answer(dice, &["top", "bottom", "0", "BOTTOM"]);
    }
    // Choices may be side by side, and an error message says how many there are.
    let lines = offered(new).flat_map(|(number, label)| [number, label]);
    let complaint = new.lines().filter_map(|line| line.split_once(": type 1 ")).map(|(_, c)| c);
    let words = lines.chain(complaint).flat_map(|part| part.split([' ', ',']));
    let most = words.filter_map(|word| word.parse().ok()).max().unwrap_or(1);
    // Most answers are valid, some are not.
    if dice.below(8) == 0 { "nonsense".into() } else { (1 + dice.below(most)).to_string() }
}

#[test]
fn whole_games_of_all_sets_show_everything_and_fit() {
    let mut wanted: BTreeSet<&str> = [
        "Your turn",
        "turns to take",
        "Nope it? (Enter: Pass)",
        "Nope the Nope? (Enter: Pass)",
        "\n  └ Nope: stopped\n    └ Nope: goes through",
        "Try a card blind",
        "Play a card blind",
        "Which card is your Defuse?",
        "How often do you shuffle? (1 to 100, Enter: once)",
        "do you tuck the kitten?",
        "Which card shall lie on top?",
        "and then?",
        "From whom do you steal?",
        "Steal a card from",
        "Which card do you want from",
        "Mark a card in",
        "at whom?",
        "asks you for a favor",
        "Give a card to the pile",
        "You drew an Exploding Kitten",
        "marks a card in your hand",
        "curses you: you cannot see your own cards",
        "The curse on you is over",
        "□ ",
        "cursed",
        "turns waiting",
        "last turn under attack",
        "upwards, reversed",
        "the Imploding Kitten is in it, face up",
        "The Imploding Kitten lies face up on top of the pile",
        "Exploding Kittens go on top of the pile",
        "and Boots has one",
        "and Boots has none",
        "only the two of you are told",
        "You are out",
        "You win!",
        "Everything turned over",
        "Kittens defused",
    ]
    .into();
    // Play until everything has occurred, and at least some games.
    for game in 0..200 {
        if game >= 60 && wanted.is_empty() {
            return;
        }
        let set = Set::ALL[game % Set::ALL.len()];
        let players = 2 + game / Set::ALL.len() % 4;
        let options = Options { set, any_pairs: game % 7 == 0, ..Options::default() };
        let seed = format!("page {game}");
        let mut dice = Dice::numbered(&Seed::from_text(&seed), 99);
        let page = played(options, players, &seed, move |new| anything(&mut dice, new));
        wanted.retain(|part| !page.contains(part));
        for line in page.lines().filter(|line| !line.contains("ek1.")) {
            assert!(width(line) <= 80, "too wide in game {game}: {line:?}");
            assert!(line == "› " || line.trim_end() == line, "blanks at the end: {line:?}");
            assert!(!line.contains("card #") && !line.contains(".."), "{line:?}");
        }
    }
    panic!("never seen: {wanted:?}");
}

/// Use case 3.3.
#[test]
fn r_shuf_02_a_bad_number_of_shuffles_is_explained_and_asked_again() {
    let mut bad = ["0", "-1", "101", "150", "abc", "1.5", "7"].into_iter();
    let answer = move |new: &str| {
        let asks = new.contains("How often") || new.contains(": type 1 to 100");
        if asks && let Some(next) = bad.next() {
            return next.to_owned();
        }
        // Shuffle, if there is one in hand; otherwise draw.
        let shuffle = offered(new).find(|(_, label)| label.starts_with("Shuffle "));
        let number = shuffle.map_or("1", |(number, _)| number);
        if new.contains("tuck the kitten") { "bottom".to_owned() } else { number.to_owned() }
    };
    let page = played(Options::default(), 2, "shuffle", answer);
    for says in [
        "! 0 is too small: type 1 to 100, or ?",
        "! -1 is too small: type 1 to 100, or ?",
        "! 101 is too large: type 1 to 100, or ?",
        "! 150 is too large: type 1 to 100, or ?",
        "! \"abc\" is not a number: type 1 to 100, or ?",
        "! \"1.5\" is not a number: type 1 to 100, or ?",
        "· You shuffle the pile 7 times.",
    ] {
        assert_eq!(page.matches(says).count(), 1, "{says}\n{page}");
    }
}

#[test]
fn r_def_03_a_bad_place_is_explained_and_asked_again() {
    let games = (0..).map(|game| {
        let mut tried = ["-1", "99", "middle", "to"].into_iter();
        let answer = move |new: &str| {
            let asks = new.contains("tuck the kitten?") || new.contains("top or bottom");
            let place = if asks { tried.next().unwrap_or("bottom") } else { "1" };
            place.to_owned()
        };
        played(Options::default(), 2, &format!("tuck {game}"), answer)
    });
    let page = games.into_iter().find(|page| page.contains("tuck the kitten?")).unwrap();
    for says in
        ["-1 is too small", "99 is too large", "\"middle\" is not", "\"to\" is not a number"]
    {
        assert_eq!(page.matches(says).count(), 1, "{says}\n{page}");
    }
    assert!(page.contains("top or bottom, or ?"), "{page}");
    let knows =
        page.lines().any(|line| line.contains("pile") && line.ends_with("· Exploding Kitten"));
    assert!(knows, "what one tucked in one knows:\n{page}");
}

/// R-NOPE-02, R-NOPE-07: a player without a Nope is not asked, and one answer can cover a whole turn.
#[test]
fn r_nope_07_who_passes_for_the_turn_is_asked_no_more_in_it() {
    let run = |word: &'static str| {
        let answer = move |new: &str| {
            let asks = new.lines().any(|line| line.starts_with("Nope "));
            let answer = if asks {
                word
            } else if new.contains("tuck") {
                "bottom"
            } else {
                "1"
            };
            answer.to_owned()
        };
        let games =
            (0..12).map(|game| played(Options::default(), 4, &format!("pass {game}"), answer));
        games.collect::<String>()
    };
    let (each, once) = (run(""), run("pass all"));
    let asked = |page: &str| page.matches("(Enter: Pass)").count();
    assert!(asked(&each) > asked(&once) && asked(&once) > 0);
    assert!(!once.contains("You say Nope"));
    for page in [each, once] {
        let nopes = page.split("(Enter: Pass)").filter_map(|before| before.lines().rev().nth(1));
        let hands: Vec<&str> = nopes.filter(|line| line.contains("You hold")).collect();
        assert!(hands.iter().all(|hand| hand.contains("Nope")), "{hands:?}");
    }
}
