//! Tables with known hands, and short words for what is done at them.

use facedown_core::{Card, Deal, Dice, Game, Refused, Rig, Seat, SeatCount, Seed, Table, Viewer};
use facedown_games::exploding_kittens::{
    Action, Event, ExplodingKittens, Kind, Options, Phase, Refusal, Set,
};

pub(crate) type EkTable = Table<ExplodingKittens>;

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn count(seats: usize) -> SeatCount {
    SeatCount::new(seats).unwrap()
}

pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// The options of a set and nothing else.
pub(crate) fn only(set: Set) -> Options {
    Options { set, ..Options::default() }
}

/// Kinds by their names: `nope attack tacocat`.
pub(crate) fn kinds(names: &str) -> Vec<Kind> {
    names.split_whitespace().map(kind).collect()
}

pub(crate) fn kind(name: &str) -> Kind {
    serde_json::from_str(&format!("\"{name}\"")).unwrap()
}

/// A table that is set up before it is dealt.
pub(crate) struct Scene {
    options: Options,
    hands: Vec<Vec<Kind>>,
    pile: Vec<Kind>,
    later: Vec<Vec<Kind>>,
}

impl Scene {
    /// These hands, besides a Defuse each, which comes first.
    pub(crate) fn new(json: &str, hands: &[&str]) -> Self {
        let hands = hands.iter().map(|hand| kinds(hand)).collect();
        Self { options: options(json), hands, pile: Vec::new(), later: Vec::new() }
    }

    /// What lies on top of the pile. The rest lies below in the order of the list of kinds, Exploding and
    /// Imploding Kittens last.
    pub(crate) fn pile(mut self, top: &str) -> Self {
        self.pile = kinds(top);
        self
    }

    /// How the cards lie after a shuffle in the game.
    pub(crate) fn then(mut self, order: &str) -> Self {
        self.later.push(kinds(order));
        self
    }

    /// Deals; seat 0 begins.
    pub(crate) fn deal(self) -> EkTable {
        self.deal_by(ExplodingKittens::RULES)
    }

    /// Deals by this version of the rules; seat 0 begins.
    pub(crate) fn deal_by(self, rules: u32) -> EkTable {
        let seats = self.hands.len();
        let dealt: Vec<Kind> = self.hands.concat();
        let mut pool: Vec<Kind> = pool(self.options.set);
        remove(&mut pool, &dealt);
        let mut shuffles = vec![[dealt, pool.clone()].concat()];
        for hand in &self.hands {
            shuffles.push([&[Kind::Defuse], &hand[..]].concat());
        }
        let (defuses, exploding) = brought(self.options.set, seats);
        let mut rest = pool;
        rest.extend(std::iter::repeat_n(Kind::Defuse, defuses - seats));
        rest.extend(std::iter::repeat_n(Kind::ExplodingKitten, exploding));
        rest.extend(self.options.set.implodes().then_some(Kind::ImplodingKitten));
        remove(&mut rest, &self.pile);
        shuffles.push([self.pile, rest].concat());
        shuffles.extend(self.later);
        let rig = Rig { shuffles, rolls: vec![0], mixes: vec![] };
        Table::by_rules(rules, self.options, count(seats), Deal::Rigged(rig)).unwrap()
    }
}

/// All cards of a set that are shuffled before the deal.
pub(crate) fn pool(set: Set) -> Vec<Kind> {
    let copies = |kind: Kind| std::iter::repeat_n(kind, kind.sheet().copies.of(set));
    Kind::ALL.iter().copied().flat_map(copies).collect()
}

/// How many Defuses and Exploding Kittens are played with.
pub(crate) fn brought(set: Set, seats: usize) -> (usize, usize) {
    let defuses = match set {
        Set::Published if seats == 2 => 4,
        Set::Published => 6,
        _ => 5,
    };
    (defuses, if set.streaks() { seats } else { seats - 1 })
}

#[track_caller]
fn remove(from: &mut Vec<Kind>, these: &[Kind]) {
    for kind in these {
        let at = from.iter().position(|other| other == kind);
        from.remove(at.unwrap_or_else(|| panic!("there are too few {kind}s for this scene")));
    }
}

/// A card of this kind that this seat holds and sees, the first from the left.
#[track_caller]
pub(crate) fn held(table: &EkTable, index: usize, name: &str) -> Card {
    let lens = table.lens(seat(index).into());
    let hand = &table.game().players[seat(index)].hand;
    let found = hand.iter().find(|&&card| lens.face(card) == Some(kind(name)));
    *found.unwrap_or_else(|| panic!("seat {index} sees no {name} in hand"))
}

/// An action as JSON, or as its name and its values: `play nope target=1`, `pair tacocat tacocat target=2`,
/// `draw`. A kind of card stands for one that the seat holds, each for another.
#[track_caller]
pub(crate) fn action(table: &EkTable, index: usize, text: &str) -> Action {
    if text.starts_with('{') {
        return serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut fields = serde_json::Map::new();
    fields.insert("type".into(), name.into());
    let lens = table.lens(seat(index).into());
    let mut hand = table.game().players[seat(index)].hand.to_vec();
    let mut cards = Vec::new();
    for word in words {
        if let Some((field, value)) = word.split_once('=') {
            let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
            fields.insert(field.into(), value);
            continue;
        }
        let at = hand.iter().position(|&card| lens.face(card) == Some(kind(word)));
        let at = at.unwrap_or_else(|| panic!("seat {index} sees no {word} in hand"));
        cards.push(hand.remove(at).id());
    }
    match (name, cards.as_slice()) {
        (_, []) => {}
        ("pair" | "triple", _) => drop(fields.insert("cards".into(), cards.into())),
        (_, [card, ..]) => drop(fields.insert("card".into(), (*card).into())),
    }
    let value = serde_json::Value::Object(fields);
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Does one thing after another, given as seat and action, and gives what was told by them to anyone.
#[track_caller]
pub(crate) fn play(table: &mut EkTable, steps: &[(usize, &str)]) -> Vec<Event> {
    let before = table.heard().len();
    for &(index, text) in steps {
        let action = action(table, index, text);
        if let Err(refused) = table.act(seat(index), action) {
            panic!("seat {index}, {text}: {refused}");
        }
    }
    table.heard()[before..].iter().map(|heard| heard.told.event.clone()).collect()
}

/// Plays a card and lets everybody pass.
#[track_caller]
pub(crate) fn unopposed(table: &mut EkTable, index: usize, text: &str) {
    play(table, &[(index, text)]);
    pass_all(table);
}

/// Everybody who is asked passes.
pub(crate) fn pass_all(table: &mut EkTable) {
    while matches!(table.game().phase, Phase::Nope { .. }) {
        let next = table.waiting_on().iter().next().unwrap();
        table.act(next, Action::Pass {}).map(|_| ()).unwrap();
    }
}

/// Why the rules refuse this. Nothing has changed by it.
#[track_caller]
pub(crate) fn refused(table: &mut EkTable, index: usize, text: &str) -> Refusal {
    let before = (table.game().clone(), table.log().len(), table.heard().len());
    let act = action(table, index, text);
    let Err(Refused::Rules(refusal)) =
        table.act(seat(index), act).map(|_| ()).map_err(|error| error.refused)
    else {
        panic!("{text} is not refused by the rules")
    };
    assert_eq!(before, (table.game().clone(), table.log().len(), table.heard().len()));
    refusal
}

/// All who can look on.
pub(crate) fn viewers(table: &EkTable) -> Vec<Viewer> {
    let seats = table.seats().all();
    seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

/// Who sees what this card is.
pub(crate) fn seen_by(table: &EkTable, card: Card) -> Vec<Viewer> {
    let mut viewers = viewers(table);
    viewers.retain(|&viewer| table.lens(viewer).face(card).is_some());
    viewers
}

/// A random game from this seed, to its end, with what `after` sees of it after each action.
pub(crate) fn random_game(
    seed: &str,
    (seats, options): (usize, Options),
    mut after: impl FnMut(&EkTable),
) -> EkTable {
    let deal = Deal::from_seed(Seed::from_text(seed));
    let mut table = EkTable::new(options, count(seats), deal).unwrap();
    let mut dice = Dice::new(&Seed::from_text("somebody"));
    while !table.game().waiting_on().is_empty() {
        let next = table.waiting_on().iter().nth(dice.place(table.waiting_on().len())).unwrap();
        let action = dice.pick(&table.legal(next)).unwrap().clone();
        table.act(next, action).map(|_| ()).unwrap();
        after(&table);
    }
    table
}
