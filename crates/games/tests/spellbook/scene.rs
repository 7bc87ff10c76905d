//! Tables with known decks, and short words for what is done at them.

use facedown_core::{Card, Deal, Game, Refused, Rig, Seat, SeatCount, Table, Viewer};
use facedown_games::spellbook::{
    Action, CardId, Event, Options, Phase, PieceId, Player, Refusal, Spellbook, Zone,
};
use serde_json::{Value, json};

pub(crate) type SbTable = Table<Spellbook>;

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// The card with this name.
pub(crate) fn face(name: &str) -> CardId {
    CardId::of_words(name).unwrap()
}

/// Cards by their names.
pub(crate) fn faces(names: &str) -> Vec<CardId> {
    names.split_whitespace().map(face).collect()
}

/// A table that is set up before the decks are shuffled.
pub(crate) struct Scene {
    options: Options,
    decks: Vec<String>,
    sideboards: Vec<String>,
    commanders: Vec<String>,
    rig: Rig<CardId>,
}

impl Scene {
    /// Everybody's deck as it lies after the first shuffle, the top card first.
    pub(crate) fn new(json: &str, decks: &[&str]) -> Self {
        let none = vec![String::new(); decks.len()];
        let shuffles = decks.iter().map(|deck| faces(deck)).collect();
        Self {
            options: options(json),
            decks: decks.iter().map(|&deck| deck.to_owned()).collect(),
            sideboards: none.clone(),
            commanders: none,
            rig: Rig { shuffles, rolls: vec![0], mixes: Vec::new() },
        }
    }

    pub(crate) fn sideboard(mut self, index: usize, names: &str) -> Self {
        names.clone_into(&mut self.sideboards[index]);
        self
    }

    pub(crate) fn commander(mut self, index: usize, names: &str) -> Self {
        names.clone_into(&mut self.commanders[index]);
        self
    }

    /// How cards lie after the next shuffle in the game.
    pub(crate) fn shuffle(mut self, order: &str) -> Self {
        self.rig.shuffles.push(faces(order));
        self
    }

    /// What chance says next.
    pub(crate) fn roll(mut self, number: u32) -> Self {
        self.rig.rolls.push(number);
        self
    }

    /// The table before anybody has brought a deck.
    pub(crate) fn table(&self) -> SbTable {
        let seats = SeatCount::new(self.decks.len()).unwrap();
        Table::new(self.options.clone(), seats, Deal::Rigged(self.rig.clone())).unwrap()
    }

    /// What a player brings.
    pub(crate) fn deck(&self, index: usize) -> Value {
        let cards = [faces(&self.decks[index]), faces(&self.sideboards[index])].concat();
        let main = faces(&self.decks[index]).len();
        let commanders = faces(&self.commanders[index]);
        json!({"type": "bring-deck", "cards": cards, "main": main, "commanders": commanders})
    }

    /// The table with all decks brought; seat 0 says who begins.
    pub(crate) fn brought(&self) -> SbTable {
        let mut table = self.table();
        for index in 0..self.decks.len() {
            act(&mut table, index, self.deck(index));
        }
        table
    }

    /// The table when seat 0 has begun to play, in the untap step.
    pub(crate) fn play(&self) -> SbTable {
        let mut table = self.brought();
        act(&mut table, 0, json!({"type": "choose-first", "seat": 0}));
        for index in 0..self.decks.len() {
            act(&mut table, index, json!({"type": "keep"}));
        }
        assert_eq!(table.game().phase, Phase::Playing);
        table
    }
}

/// Two players with seven cards each in hand and six in the library: `a1` to `a7`, `a8` to `a13`, and the same with b.
pub(crate) fn duel() -> Scene {
    with("{}")
}

/// The same with these options.
pub(crate) fn with(options: &str) -> Scene {
    Scene::new(options, &[&deck('a', 13), &deck('b', 13)])
}

/// The same with three or four players.
pub(crate) fn pod(options: &str, players: usize) -> Scene {
    let decks: Vec<String> = ('a'..='d').take(players).map(|name| deck(name, 13)).collect();
    Scene::new(options, &decks.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Names of so many cards.
pub(crate) fn deck(name: char, cards: usize) -> String {
    (1..=cards).map(|number| format!("{name}{number}")).collect::<Vec<_>>().join(" ")
}

pub(crate) fn action(value: Value) -> Action {
    let written = value.to_string();
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{written}: {error}"))
}

/// Does something, and gives what anybody was told by it.
#[track_caller]
pub(crate) fn act(table: &mut SbTable, index: usize, value: Value) -> Vec<Event> {
    let before = table.heard().len();
    let written = value.to_string();
    if let Err(refused) = table.act(seat(index), action(value)) {
        panic!("seat {index}, {written}: {refused}");
    }
    table.heard()[before..].iter().map(|heard| heard.told.event.clone()).collect()
}

/// What a viewer was told by the last action, as JSON.
pub(crate) fn told(table: &SbTable, viewer: impl Into<Viewer>) -> Vec<Value> {
    let last = table.log().len();
    let stream = table.stream(viewer.into()).filter(|heard| heard.at == last);
    stream.map(|heard| serde_json::to_value(&heard.told.event).unwrap()).collect()
}

/// Why the rules refuse this. Nothing has changed by it.
#[track_caller]
pub(crate) fn refused(table: &mut SbTable, index: usize, value: Value) -> Refusal {
    let snapshot = |table: &SbTable| {
        (serde_json::to_string(table.game()).unwrap(), table.log().len(), table.heard().len())
    };
    let before = snapshot(table);
    let written = value.to_string();
    let tried = table.act(seat(index), action(value)).map(|_| ()).map_err(|error| error.refused);
    let Err(Refused::Rules(refusal)) = tried else {
        panic!("{written} is not refused by the rules")
    };
    assert_eq!(before, snapshot(table));
    refusal
}

/// The short name and the rule of a refusal.
#[track_caller]
pub(crate) fn refusal(
    table: &mut SbTable,
    index: usize,
    value: Value,
) -> (&'static str, &'static str) {
    let refusal = refused(table, index, value);
    let sentence = refusal.to_string();
    assert!(sentence.contains(';'), "it says what to do: {sentence}");
    (facedown_core::Refusal::kind(&refusal), facedown_core::Refusal::rule(&refusal))
}

/// What a player has on the table.
pub(crate) fn player(table: &SbTable, index: usize) -> &Player {
    &table.game().board.players[seat(index)]
}

/// The names of cards as a viewer sees them, `?` where it does not.
pub(crate) fn seen(table: &SbTable, viewer: impl Into<Viewer>, cards: &[Card]) -> String {
    let lens = table.lens(viewer.into());
    let names = cards.iter().map(|&card| {
        lens.face(card).and_then(|face| face.words().map(str::to_owned)).unwrap_or("?".into())
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The cards of a zone as a viewer sees them.
pub(crate) fn zone(table: &SbTable, viewer: impl Into<Viewer>, index: usize, zone: Zone) -> String {
    let player = player(table, index);
    let pieces = |pieces: &[facedown_games::spellbook::Piece]| -> Vec<Card> {
        pieces.iter().filter_map(|piece| piece.id.card()).collect()
    };
    let cards = match zone {
        Zone::Library => player.library.clone(),
        Zone::Hand => player.hand.clone(),
        Zone::Graveyard => player.graveyard.clone(),
        Zone::Exile => player.exile.clone(),
        Zone::Sideboard => player.sideboard.clone(),
        Zone::Battlefield => pieces(&player.battlefield),
        Zone::Command => pieces(&player.command),
        Zone::Stack => pieces(&table.game().board.stack),
        Zone::Aside => table.game().board.aside.clone(),
    };
    seen(table, viewer, &cards)
}

/// The library as its owner sees it.
pub(crate) fn library(table: &SbTable, index: usize) -> String {
    zone(table, seat(index), index, Zone::Library)
}

/// A card that its owner sees, by its name, wherever it is.
#[track_caller]
pub(crate) fn card(table: &SbTable, index: usize, name: &str) -> u16 {
    let lens = table.lens(seat(index).into());
    let mut found = None;
    table.game().cards(&mut |card| {
        if lens.face(card) == Some(face(name)) {
            found = Some(card);
        }
    });
    found.unwrap_or_else(|| panic!("seat {index} sees no {name}")).id()
}

/// The same as a piece.
#[track_caller]
pub(crate) fn piece(table: &SbTable, index: usize, name: &str) -> Value {
    json!({"card": card(table, index, name)})
}

/// Puts a card from the hand into play, and gives its name as a piece.
#[track_caller]
pub(crate) fn deploy(table: &mut SbTable, index: usize, name: &str) -> Value {
    let id = piece(table, index, name);
    act(table, index, json!({"type": "move", "pieces": [id], "to": {"zone": "battlefield"}}));
    id
}

/// A piece as it lies there.
#[track_caller]
pub(crate) fn lying<'t>(table: &'t SbTable, id: &Value) -> &'t facedown_games::spellbook::Piece {
    let id: PieceId = serde_json::from_value(id.clone()).unwrap();
    let board = &table.game().board;
    let all = board.players.values().iter();
    let mut all = all.flat_map(|p| p.battlefield.iter().chain(&p.command)).chain(&board.stack);
    all.find(|piece| piece.id == id).expect("the piece lies there")
}

/// An order of so many cards in which these come first.
pub(crate) fn order(cards: usize, first: &[u16]) -> Value {
    let count = u16::try_from(cards).unwrap();
    let rest = (0..count).filter(|place| !first.contains(place));
    json!(first.iter().copied().chain(rest).collect::<Vec<_>>())
}

/// The order of a player's hand in which the cards with these names come first.
#[track_caller]
pub(crate) fn hand_order(table: &SbTable, index: usize, names: &[&str]) -> Value {
    let hand = &player(table, index).hand;
    let place = |name: &&str| {
        let card = card(table, index, name);
        u16::try_from(hand.iter().position(|there| there.id() == card).unwrap()).unwrap()
    };
    order(hand.len(), &names.iter().map(place).collect::<Vec<_>>())
}
