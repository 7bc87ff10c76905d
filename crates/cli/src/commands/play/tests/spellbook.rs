//! Games of Spellbook that are typed.

use std::io;
use std::time::Duration;

use facedown_core::{Deal, SeatCount, Seed, Table};
use facedown_games::spellbook::{Options, Spellbook};

use super::super::agents::{self, Agents};
use super::super::console::Console;
use super::super::file::SaveFile;
use super::super::session::Session;
use super::Page;
use crate::playable::Playable;

/// Types these lines against a bot and returns the output.
fn typed(bot: &str, lines: &str) -> String {
    Spellbook::prepare(None, None).unwrap();
    let deal = Deal::from_seed(Seed::from_text("typed"));
    let bots = [bot.to_owned()];
    let agents = Agents::<Spellbook>::new(&bots, &deal).unwrap();
    let table = Table::new(Options::default(), SeatCount::new(2).unwrap(), deal).unwrap();
    let file = SaveFile::new(None, None, &table).unwrap();
    let paper = Page::default();
    let answers = Box::new(io::Cursor::new(lines.to_owned()));
    let console = Console::slow(answers, Box::new(paper.clone()), Duration::ZERO);
    let names = agents::names::<Spellbook>("Ann", &bots);
    Session::new(table, names, agents, file, console).play().unwrap();
    paper.text()
}

#[test]
fn a_game_against_a_goldfish_is_typed_to_its_end() {
    let page = typed(
        "goldfish",
        "\nkeep\nmain\ntoken Robot 9/3\ncounter robot charge 2\nread 1\nmill 2\nend\n\
         main\nattack robot\nhit 9\nend\nmain\nhit 11\n",
    );
    for said in [
        "You brought a deck of 60 cards",
        "Robot 9/3 (2 charge)",
        "You attacked with 1",
        "9 damage to Alder, who is at 11",
        "You win",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let page = typed(
        "goldfish",
        "\nkeep\nend\nplay nonsense\ntap 99\nfrob\nattack 1\ntop 1\nlife much\ntoken\ndraw 0\nconcede\n",
    );
    for said in [
        "there is no nonsense here",
        "there is no 99 here",
        "\"frob\" is no command",
        "lies in another zone",
        "say by how much",
        "give it a name",
        "Alder wins",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("You attacked"), "{page}");
}

#[test]
fn the_player_is_asked_to_block_what_the_apprentice_sends() {
    let page = typed("apprentice", &("\nkeep\n".to_owned() + &"\n".repeat(400) + "concede\n"));
    assert!(page.contains("block N M, or Enter to go on"), "{page}");
    assert!(page.contains("Alder wins"), "{page}");
}
