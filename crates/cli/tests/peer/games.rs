//! Four processes play each game to its end.

use std::fs;

use facedown_core::Game;
use facedown_games::exploding_kittens::{self, ExplodingKittens};
use facedown_games::herding_cats::{self, HerdingCats};
use facedown_games::texas_42::{Options, Texas42};

use crate::players::{BotProcess, Relay, all_end, verifies};

fn plays_to_its_end<G: Game>(options: &G::Options) {
    let relay = Relay::start(&format!("game-{}", G::NAME));
    let (link, _) = relay.table::<G>(options, 4);
    let mut bots: Vec<_> = (0..4).map(|number| BotProcess::start(&relay, &link, number)).collect();
    let chain = all_end(&mut bots);
    let findings = verifies(&bots[0].chain());
    assert_eq!(findings["game"], G::NAME);
    assert!(!findings["outcome"].is_null(), "{findings}");
    assert_eq!(findings["bytes"], chain.len());
    let words = |bot: &BotProcess| {
        let said = bot.said();
        said.lines().find_map(|line| line.strip_prefix("Four words: ")).unwrap().to_owned()
    };
    let all: Vec<String> = bots.iter().map(words).collect();
    assert_eq!(all[0].split(' ').count(), 4);
    assert!(all.iter().all(|words| *words == all[0]), "{all:?}");
    for bot in &bots {
        assert!(bot.said().contains("Nobody cheated."), "{}", bot.said());
    }
    // Somebody who comes when all is over can still watch all of it, and gets the same chain.
    let late = relay.folder.join("late.chain");
    let mut watch = crate::players::facedown();
    watch.args(["peer", "watch", &link.to_string(), "--out"]).arg(&late);
    let watched = watch.stdin(std::process::Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&watched.stdout);
    assert!(watched.status.success(), "{said}{}", String::from_utf8_lossy(&watched.stderr));
    assert_eq!(fs::read(late).unwrap(), chain);
    assert!(said.contains(&all[0].replace(' ', "  ")), "{said}");
}

#[test]
fn texas_42() {
    plays_to_its_end::<Texas42>(&Options { marks: 1, ..Options::default() });
}

#[test]
fn herding_cats() {
    plays_to_its_end::<HerdingCats>(&herding_cats::Options::default());
}

#[test]
fn exploding_kittens() {
    plays_to_its_end::<ExplodingKittens>(&exploding_kittens::Options::default());
}
