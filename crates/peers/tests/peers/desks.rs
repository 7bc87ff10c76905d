//! Desks: a page at each of them gets what a page at a server would get, and is refused in the same words.

use std::collections::VecDeque;
use std::sync::Arc;

use facedown_core::{Deal, Game, Table, Viewer};
use facedown_crypto::Codec;
use facedown_crypto::places::{Chain, Entry};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::Texas42;
use facedown_peers::{AnyDesk, Desk, Note, Out, audit};
use facedown_protocol::delta::{Shorthand, apply, view_of};
use facedown_protocol::{FromServer, PAD, Update, Welcome};
use facedown_testkit::loose::{Face, Loose};
use serde_json::{Value, json};

use crate::table::{dice, genesis, json as text, seat, seats, seeds};

/// What a page makes of the frames that it gets.
struct Page {
    shorthand: Shorthand,
    n: u64,
    public: Value,
    own: Value,
    legal: Value,
    waiting: Value,
    may_act: Value,
    table: Value,
    /// The events of each update.
    events: Vec<Vec<Value>>,
    acks: Vec<String>,
    refusals: Vec<Value>,
    others: Vec<Value>,
}

impl Page {
    fn new(frame: &[u8]) -> Self {
        let text = std::str::from_utf8(frame).unwrap();
        let FromServer::Welcome(welcome) = FromServer::read(text).unwrap() else {
            panic!("{text}")
        };
        let Welcome { vocabulary, n, view, own, legal, waiting, may_act, table, .. } = welcome;
        let value = |raw: Option<&serde_json::value::RawValue>| {
            raw.map_or(Value::Null, |raw| serde_json::from_str(raw.get()).unwrap())
        };
        Self {
            shorthand: Shorthand::new(vocabulary.into_owned()),
            n,
            public: value(view),
            own: value(own),
            legal: value(legal),
            waiting: serde_json::to_value(waiting).unwrap(),
            may_act: serde_json::to_value(may_act.unwrap_or(waiting)).unwrap(),
            table: serde_json::to_value(table).unwrap(),
            events: Vec::new(),
            acks: Vec::new(),
            refusals: Vec::new(),
            others: Vec::new(),
        }
    }

    fn get(&mut self, frame: &[u8]) {
        assert_eq!(frame.len() % PAD, 0, "every frame is padded");
        let text = std::str::from_utf8(frame).unwrap();
        match FromServer::read(text).unwrap() {
            FromServer::Update(update) => self.update(&update),
            FromServer::Refused(refused) => {
                self.refusals.push(serde_json::to_value(refused).unwrap());
            }
            other => self.others.push(serde_json::to_value(other).unwrap()),
        }
    }

    fn update(&mut self, update: &Update<'_>) {
        assert_eq!(update.n, self.n + 1, "no number is left out");
        self.n = update.n;
        let read = |raw: &serde_json::value::RawValue| serde_json::from_str(raw.get()).unwrap();
        if let Some(delta) = update.view {
            apply(&mut self.public, read(delta), &self.shorthand).unwrap();
        }
        if let Some(delta) = update.own {
            apply(&mut self.own, read(delta), &self.shorthand).unwrap();
        }
        if let Some(delta) = update.table {
            apply(&mut self.table, read(delta), &self.shorthand).unwrap();
        }
        if let Some(waiting) = update.waiting {
            self.waiting = serde_json::to_value(waiting).unwrap();
            self.may_act = serde_json::to_value(update.may_act.unwrap_or(waiting)).unwrap();
        }
        if let Some(legal) = update.legal {
            let list: Vec<Value> = serde_json::from_str(legal.get()).unwrap();
            let long = list.into_iter().map(|short| self.shorthand.lengthen(short).unwrap());
            self.legal = long.collect();
        }
        let events = update.events.iter().map(|event| {
            self.shorthand.lengthen(serde_json::from_str(event.get()).unwrap()).unwrap()
        });
        self.events.push(events.collect());
        self.acks.extend(update.ack.as_ref().map(ToString::to_string));
    }
}

/// Desks around a table, each with a page.
struct Desks {
    all: Vec<Box<dyn AnyDesk>>,
    pages: Vec<Option<Page>>,
    notes: Vec<Vec<Note>>,
    chain: Chain,
    actions: Vec<(usize, Value)>,
}

const HELLO: &[u8] = br#"{"type":"hello","version":2}"#;

impl Desks {
    fn new<G: Game>(options: &str, players: usize, number: u64) -> Self {
        let options: G::Options = serde_json::from_str(options).unwrap();
        let genesis = genesis::<G>(&options, seats(players), number);
        let shorthand = Arc::new(Shorthand::of::<G>());
        let seeds = seeds(seats(players), number);
        let mut desks: Vec<Box<dyn AnyDesk>> = Vec::new();
        for (index, seed) in seeds.into_iter().enumerate() {
            let shorthand = Arc::clone(&shorthand);
            let desk = Desk::<G>::sit(genesis.clone(), seat(index), seed, [], shorthand);
            desks.push(Box::new(desk.unwrap()));
        }
        desks.push(Box::new(Desk::<G>::watch(genesis.clone(), shorthand).unwrap()));
        let pages = desks.iter().map(|_| None).collect();
        let notes = desks.iter().map(|_| Vec::new()).collect();
        let mut table =
            Self { all: desks, pages, notes, chain: Chain::new(genesis), actions: Vec::new() };
        for index in 0..table.all.len() {
            table.say(index, HELLO);
        }
        for index in 0..table.all.len() {
            let out = table.all[index].resume();
            table.deliver(index, out);
        }
        table
    }

    /// Does what a desk wants done, and everything that follows from it, in the order in which it was posted.
    fn deliver(&mut self, index: usize, out: Out) {
        let mut posted: VecDeque<Vec<u8>> = self.show(index, out).into();
        while let Some(entry) = posted.pop_front() {
            self.chain.entries.push(Entry::from_bytes(&entry).unwrap());
            for index in 0..self.all.len() {
                let out = self.all[index].hear(&entry, None).unwrap();
                posted.extend(self.show(index, out));
            }
        }
    }

    /// Keeps the notes and shows the frames. Returns what is to be posted.
    fn show(&mut self, index: usize, out: Out) -> Vec<Vec<u8>> {
        self.notes[index].extend(out.notes);
        for frame in out.frames {
            match &mut self.pages[index] {
                Some(page) => page.get(&frame),
                page => *page = Some(Page::new(&frame)),
            }
        }
        out.post
    }

    fn say(&mut self, index: usize, frame: &[u8]) {
        let out = self.all[index].say(frame);
        self.deliver(index, out);
    }

    fn page(&self, index: usize) -> &Page {
        self.pages[index].as_ref().unwrap()
    }

    fn act(&mut self, index: usize, action: &Value) {
        let id = format!("m{}", self.actions.len());
        let frame = json!({ "type": "act", "id": id, "at": self.page(index).n, "action": action });
        self.say(index, frame.to_string().as_bytes());
        assert_eq!(self.page(index).acks.last(), Some(&id), "{:?}", self.page(index).refusals);
        self.actions.push((index, action.clone()));
    }
}

/// Plays a game by pages, and compares what they have at each step with what a house would have shown them.
fn pages_see_what_a_house_shows<G: Game>(options: &str, players: usize, number: u64) {
    let mut desks = Desks::new::<G>(options, players, number);
    let mut dice = dice("desks", number);
    let snapshot = |desks: &Desks| -> Vec<[String; 5]> {
        let page = |index: usize| {
            let Page { public, own, legal, waiting, events, .. } = desks.page(index);
            let own = if own.is_null() { &json!({}) } else { own };
            // When the keys are open there is one more update, without events.
            let is_closed = desks.page(index).events.len() > desks.actions.len() + 1;
            let events = text(&events[events.len() - 1 - usize::from(is_closed)]);
            [text(&view_of(public, own)), text(public), text(legal), text(waiting), events]
        };
        (0..=players).map(page).collect()
    };
    let mut seen = vec![snapshot(&desks)];
    loop {
        let waiting: Vec<usize> =
            serde_json::from_value(desks.page(players).waiting.clone()).unwrap();
        let Some(&index) = dice.pick(&waiting) else { break };
        let legal = desks.page(index).legal.as_array().unwrap().clone();
        let action = dice.pick(&legal).cloned().unwrap();
        desks.act(index, &action);
        seen.push(snapshot(&desks));
    }
    assert_eq!(desks.page(0).table["state"], "over");
    let record = audit::<G>(&desks.chain).unwrap().record.unwrap();
    let Deal::Dealt(_) = &record.deal else { panic!("it was dealt by its players") };
    let mut house = Table::<G>::new(record.options, record.seats, record.deal).unwrap();
    for (at, seen) in seen.iter().enumerate() {
        for (index, [view, public, legal, waiting, events]) in seen.iter().enumerate() {
            let viewer = if index == players { Viewer::Spectator } else { seat(index).into() };
            let value = |value: Value| text(&value);
            let expected = value(serde_json::to_value(house.view(viewer)).unwrap());
            assert_eq!(*view, expected, "{viewer} after {at}");
            let expected = value(serde_json::to_value(house.view(Viewer::Spectator)).unwrap());
            assert_eq!(*public, expected, "{viewer} after {at}");
            assert_eq!(*waiting, text(&house.waiting_on()));
            let actions = viewer.seat().map(|seat| house.legal_for(seat)).unwrap_or_default();
            if !actions.is_empty() {
                assert_eq!(*legal, value(serde_json::to_value(&actions).unwrap()));
            }
            let told = house.stream(viewer).filter(|heard| heard.at == at);
            let told: Vec<Value> =
                told.map(|heard| serde_json::to_value(&heard.told.event).unwrap()).collect();
            assert_eq!(*events, text(&told), "{viewer} after {at}");
        }
        if let Some((index, action)) = desks.actions.get(at) {
            let action: G::Action = serde_json::from_value(action.clone()).unwrap();
            house.act(seat(*index), action).unwrap();
        }
    }
}

#[test]
fn texas_42() {
    pages_see_what_a_house_shows::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 1);
}

#[test]
fn herding_cats() {
    pages_see_what_a_house_shows::<HerdingCats>("{}", 2, 2);
}

#[test]
fn exploding_kittens() {
    pages_see_what_a_house_shows::<ExplodingKittens>("{}", 2, 3);
}

/// At an open table everybody may act at once: the later of two actions is posted again when the earlier one is carried out.
#[test]
fn players_of_an_open_game_do_not_get_in_each_others_way() {
    let mut desks = Desks::new::<Loose>("{}", 2, 4);
    assert_eq!(desks.page(0).table["open_game"], true);
    for index in 0..2 {
        assert!(desks.page(index).legal.is_null(), "nothing is listed");
        let deck: Vec<_> = Face::ALL[..3].iter().map(|face| json!(face)).collect();
        desks.act(index, &json!({ "type": "bring", "deck": deck }));
    }
    let page = desks.page(1);
    assert_eq!((&page.waiting, &page.may_act), (&json!([0]), &json!([0, 1])));
    let act = |id: &str, action: Value| {
        json!({ "type": "act", "id": id, "action": action }).to_string().into_bytes()
    };
    // Drawing takes some rounds between the machines.
    let first = desks.all[0].say(&act("x0", json!({ "type": "draw", "count": 2 })));
    let second = desks.all[1].say(&act("x1", json!({ "type": "count", "by": 7 })));
    assert_eq!((first.post.len(), second.post.len()), (1, 1));
    desks.deliver(0, first);
    desks.deliver(1, second);
    // While the other acts, one waits for it. Sent again, it is one action; another has to wait.
    let busy = desks.all[0].say(&act("x2", json!({ "type": "draw", "count": 1 })));
    let entry = Entry::from_bytes(&busy.post[0]).unwrap();
    let heard = desks.all[1].hear(&busy.post[0], None).unwrap();
    assert!(!heard.post.is_empty(), "it is its turn to show the card");
    let waits = desks.all[1].say(&act("x3", json!({ "type": "count", "by": 5 })));
    let again = desks.all[1].say(&act("x3", json!({ "type": "count", "by": 5 })));
    let other = desks.all[1].say(&act("x4", json!({ "type": "count", "by": 1 })));
    assert!(waits.is_empty() && again.is_empty() && other.post.is_empty());
    desks.show(1, other);
    assert_eq!(desks.page(1).refusals.last().unwrap()["kind"], "stale");
    desks.show(0, busy);
    desks.chain.entries.push(entry.clone());
    let mut out = Out::default();
    for index in [0, 2] {
        out.extend(desks.all[index].hear(&entry.to_bytes(), None).unwrap());
    }
    out.extend(heard);
    desks.deliver(0, out);
    // What is not permitted any more is refused when its time comes.
    let first = desks.all[0].say(&act("x5", json!({ "type": "pass" })));
    let second = desks.all[1].say(&act("x6", json!({ "type": "pass" })));
    assert!(second.post.is_empty(), "it is not its turn yet");
    desks.show(1, second);
    desks.deliver(0, first);
    let acks = [0, 1].map(|index| desks.page(index).acks.clone());
    assert_eq!(acks, [vec!["m0", "x0", "x2", "x5"], vec!["m1", "x1", "x3"]]);
    let kinds: Vec<_> = desks.page(1).refusals.iter().map(|refused| &refused["kind"]).collect();
    assert_eq!(kinds, ["stale", "not-your-turn"]);
    let points = |index: usize| &desks.page(index).public["players"][1]["points"];
    assert_eq!([0, 1, 2].map(points), [&json!(12); 3]);
}

#[test]
fn wrong_frames_are_refused_as_a_server_refuses_them() {
    let mut desks = Desks::new::<Texas42>("{}", 4, 5);
    let turn: Vec<usize> = serde_json::from_value(desks.page(4).waiting.clone()).unwrap();
    let (turn, other) = (turn[0], (turn[0] + 1) % 4);
    let pass = json!({ "type": "bid", "bid": "pass" });
    let act = |id: &str, at: Value, action: &Value| {
        json!({ "type": "act", "id": id, "at": at, "action": action }).to_string()
    };
    let mut refused = |index: usize, frame: &str| -> Value {
        let before = desks.page(index).refusals.len();
        desks.say(index, frame.as_bytes());
        let refusals = &desks.page(index).refusals;
        assert_eq!(refusals.len(), before + 1, "{frame}");
        refusals.last().unwrap()["kind"].clone()
    };
    assert_eq!(refused(turn, "[]"), "not-json");
    assert_eq!(refused(turn, r#"{"type":"dance"}"#), "unknown-kind");
    assert_eq!(refused(turn, std::str::from_utf8(HELLO).unwrap()), "hello-twice");
    assert_eq!(refused(other, &act("a", json!(1), &pass)), "out-of-turn");
    assert_eq!(refused(turn, &act("b", json!(0), &pass)), "stale");
    assert_eq!(refused(turn, &act("c", json!(1), &json!({ "type": "fly" }))), "no-such-action");
    assert_eq!(refused(4, &act("d", json!(1), &pass)), "not-seated");
    assert_eq!(refused(turn, r#"{"type":"chat","id":"e","text":"hi"}"#), "unavailable");
    let high = json!({ "type": "bid", "bid": { "points": 43 } });
    let kind = refused(turn, &act("f", json!(1), &high));
    assert!(!["internal", "dealer"].contains(&kind.as_str().unwrap()), "{kind}");
    // What is permitted is done once, however often it is sent.
    desks.say(turn, act("g", json!(1), &pass).as_bytes());
    assert_eq!(desks.page(turn).acks, ["g"]);
    desks.say(turn, act("g", json!(1), &pass).as_bytes());
    assert_eq!(desks.page(turn).others.last().unwrap()["n"], 2);
    let mut refused = |index: usize, frame: &str| -> Value {
        desks.say(index, frame.as_bytes());
        desks.page(index).refusals.last().unwrap()["kind"].clone()
    };
    assert_eq!(refused(turn, &act("g", json!(2), &high)), "id-reused");
    desks.say(turn, json!({ "type": "why", "id": "w", "action": pass }).to_string().as_bytes());
    let because = desks.page(turn).others.last().unwrap();
    assert_eq!(
        (&because["type"], &because["refusal"]["kind"]),
        (&json!("because"), &json!("out-of-turn"))
    );
    desks.say(turn, br#"{"type":"ping"}"#);
    assert_eq!(desks.page(turn).others.last().unwrap()["type"], "pong");
}

#[test]
fn who_is_slower_is_told_that_the_table_has_moved_on() {
    let mut desks = Desks::new::<Texas42>("{}", 4, 6);
    let mut dice = dice("slower", 6);
    // Until two may act at once: when a trick is complete, all four agree.
    let able = loop {
        let waiting: Vec<usize> = serde_json::from_value(desks.page(4).waiting.clone()).unwrap();
        if waiting.len() > 1 {
            break waiting;
        }
        let legal = desks.page(waiting[0]).legal.as_array().unwrap().clone();
        desks.act(waiting[0], dice.pick(&legal).unwrap());
    };
    let agree = json!({ "type": "agree-complete-trick" });
    let n = desks.page(0).n;
    let frame = json!({ "type": "act", "id": "x", "at": n, "action": agree }).to_string();
    // Both post for the same head, and the network delivers one after the other.
    let first = desks.all[able[0]].say(frame.as_bytes());
    let second = desks.all[able[1]].say(frame.as_bytes());
    desks.deliver(able[0], first);
    assert_eq!(desks.page(able[0]).acks.last().map(String::as_str), Some("x"));
    assert_eq!(desks.page(able[1]).refusals.last().unwrap()["kind"], "stale");
    // The second comes too late, and nobody is blamed.
    desks.deliver(able[1], second);
    for desk in &desks.all {
        assert_eq!(desk.verdicts(), []);
    }
    desks.act(able[1], &agree);
}

#[test]
fn a_desk_that_starts_again_goes_on_where_it_was() {
    let mut desks = Desks::new::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 8);
    let turn: Vec<usize> = serde_json::from_value(desks.page(4).waiting.clone()).unwrap();
    let turn = turn[0];
    let frame =
        json!({ "type": "act", "id": "m", "at": 1, "action": { "type": "bid", "bid": "pass" } });
    let Out { post, notes, .. } = desks.all[turn].say(frame.to_string().as_bytes());
    // It crashes before anything is sent.
    let genesis = desks.chain.genesis.clone();
    let shorthand = Arc::new(Shorthand::of::<Texas42>());
    let seed = seeds(seats(4), 8)[turn];
    let kept = desks.notes[turn].drain(..).chain(notes);
    let mut again = Desk::<Texas42>::sit(genesis, seat(turn), seed, kept, shorthand).unwrap();
    for entry in &desks.chain.entries {
        let _ = again.hear(&entry.to_bytes(), None).unwrap();
    }
    let out = again.resume();
    assert_eq!(out.post, post, "it posts the same bytes");
    let hello = again.say(br#"{"type":"hello","version":2,"since":0}"#);
    let page = Page::new(&hello.frames[0]);
    assert_eq!((page.n, &page.public), (1, &desks.page(turn).public));
    // Its page, which did not get an answer, asks again; then the entry comes back.
    assert!(again.say(frame.to_string().as_bytes()).is_empty());
    let out = again.hear(&post[0], None).unwrap();
    let mut page = page;
    out.frames.iter().for_each(|frame| page.get(frame));
    assert_eq!(page.acks, ["m"]);
}

#[test]
fn a_desk_plays_for_a_player_who_is_slow() {
    let mut desks = Desks::new::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 9);
    for _ in 0..6 {
        let waiting: Vec<usize> = serde_json::from_value(desks.page(4).waiting.clone()).unwrap();
        let before = desks.page(4).n;
        let out = desks.all[waiting[0]].fall_back();
        desks.deliver(waiting[0], out);
        assert_eq!(desks.page(4).n, before + 1);
    }
}

#[test]
fn a_table_ends_when_most_of_the_others_say_that_somebody_has_left() {
    let mut desks = Desks::new::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 10);
    let waiting: Vec<usize> = serde_json::from_value(desks.page(4).waiting.clone()).unwrap();
    let (gone, mut others) = (waiting[0], (0..4).filter(|index| *index != waiting[0]));
    let (first, second) = (others.next().unwrap(), others.next().unwrap());
    assert!(desks.all[first].forfeit(seat(second)).is_empty(), "nobody waits for this one");
    let vote = desks.all[first].forfeit(seat(gone));
    desks.deliver(first, vote);
    assert_eq!(desks.page(4).table["state"], "playing", "one vote is not enough");
    let vote = desks.all[second].forfeit(seat(gone));
    desks.deliver(second, vote);
    for index in 0..5 {
        assert_eq!(desks.page(index).table["state"], "over");
        assert!(desks.page(index).table["standing"].is_null());
        assert_eq!(desks.all[index].verdicts(), []);
    }
}
