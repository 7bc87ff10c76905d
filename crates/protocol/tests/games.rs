//! Whole games over the wire: every client ends up with the right view, and updates are small.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed
#![allow(clippy::print_stderr)] // `--nocapture` shows the sizes

use facedown_core::{Deal, Dice, Game, Seat, SeatCount, Seats, Seed, Table, Viewer, lay_over};
use facedown_protocol::delta::{Shorthand, Tape, apply};
use facedown_protocol::{ClientId, FromServer, PAD, UpdateWriter};
use serde_json::Value;

const GAMES: u64 = 16;

/// The largest allowed median of the players' updates, in bytes.
const MAX_MEDIAN: usize = 128;

/// What the server keeps for a viewer, and what the viewer's client has.
struct Client {
    viewer: Viewer,
    public: Tape,
    own: Tape,
    legal: Vec<u8>,
    /// The public view, and the viewer's own part.
    seen: [Value; 2],
    /// The view that the viewer should have.
    wanted: Value,
}

impl Client {
    fn new<G: Game>(table: &Table<G>, viewer: Viewer) -> Self {
        let (public, own) = (Tape::new(), Tape::new());
        let mut client = Self {
            viewer,
            public,
            own,
            legal: Vec::new(),
            seen: [Value::Null, Value::Null],
            wanted: Value::Null,
        };
        client.look(table);
        client.seen =
            [&client.public, &client.own].map(|tape| serde_json::from_slice(tape.json()).unwrap());
        client
    }

    /// Writes what the viewer sees now.
    fn look<G: Game>(&mut self, table: &Table<G>) {
        self.public.write(&table.view(Viewer::Spectator)).unwrap();
        if self.viewer != Viewer::Spectator {
            self.own.write(&table.own(self.viewer)).unwrap();
        }
        self.wanted = serde_json::to_value(table.view(self.viewer)).unwrap();
    }

    /// The update that the server sends after an action by `seat`.
    fn update<G: Game>(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        before: Seats,
        shorthand: &Shorthand,
    ) -> Vec<u8> {
        let n = table.log().len();
        let mut frame = Vec::new();
        let mut update = UpdateWriter::new(&mut frame, n as u64);
        if self.viewer == Viewer::Seat(seat) {
            update.ack(&ClientId::new(&n.to_string()).unwrap());
        }
        update.events(|events| {
            let heard = table.stream(self.viewer).filter(|heard| heard.at == n);
            for heard in heard {
                let mut tape = Tape::new();
                tape.write(&heard.told.event).unwrap();
                let mut event = Vec::new();
                shorthand.shorten(&tape, &mut event);
                events.json(&event);
            }
        });
        let (public, own) = (self.public.clone(), self.own.clone());
        self.look(table);
        update.view(|out| public.delta(&self.public, shorthand, out));
        update.own(|out| own.delta(&self.own, shorthand, out));
        if let Some(own) = self.viewer.seat().filter(|_| !G::OPEN) {
            let actions = table.legal_for(own);
            let legal = serde_json::to_vec(&actions).unwrap();
            if legal != self.legal && !actions.is_empty() {
                let mut tape = Tape::new();
                tape.write(&actions).unwrap();
                update.legal(|out| shorthand.shorten_each(&tape, out));
            }
            self.legal = legal;
        }
        if table.waiting_on() != before {
            update.waiting(table.waiting_on(), table.may_act());
        }
        update.finish(0);
        frame
    }

    /// Applies the update, as a client does.
    fn hear(&mut self, frame: &[u8], shorthand: &Shorthand) {
        let frame = std::str::from_utf8(frame).unwrap();
        let FromServer::Update(update) = FromServer::read(frame).unwrap() else {
            panic!("{frame}")
        };
        for (part, delta) in self.seen.iter_mut().zip([update.view, update.own]) {
            if let Some(delta) = delta {
                apply(part, serde_json::from_str(delta.get()).unwrap(), shorthand).unwrap();
            }
        }
        let [mut view, own] = self.seen.clone();
        if !own.is_null() {
            lay_over(&mut view, own);
        }
        assert_eq!(view, self.wanted, "{frame}");
    }
}

/// Plays random games of four, or of as many as can play, and returns the length of every update of a player.
fn lengths<G: Game>() -> Vec<usize> {
    let seats = SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).unwrap();
    let mut lengths = Vec::new();
    let shorthand = Shorthand::of::<G>();
    for number in 0..GAMES {
        let seed = Seed::from_text(&format!("updates {number}"));
        let mut dice = Dice::numbered(&seed, 0);
        let mut table =
            Table::<G>::new(G::Options::default(), seats, Deal::from_seed(seed)).unwrap();
        let viewers = seats.all().iter().map(Viewer::Seat).chain([Viewer::Spectator]);
        let mut clients: Vec<_> = viewers.map(|viewer| Client::new(&table, viewer)).collect();
        loop {
            let before = table.waiting_on();
            let Some(seat) = before.iter().nth(dice.place(before.len())) else { break };
            let action = dice.pick(&table.legal(seat)).unwrap().clone();
            table.act(seat, action).unwrap();
            for client in &mut clients {
                let frame = client.update(&table, seat, before, &shorthand);
                client.hear(&frame, &shorthand);
                if client.viewer != Viewer::Spectator {
                    lengths.push(frame.len());
                }
            }
        }
        assert!(table.standing().is_some());
    }
    lengths.sort_unstable();
    lengths
}

#[test]
fn every_client_has_its_view_and_the_median_update_is_small() {
    for &name in facedown_games::NAMES {
        let lengths = facedown_games::with_game!(name, G => lengths::<G>(), else unreachable!());
        let padded: usize = lengths.iter().map(|length| length.next_multiple_of(PAD)).sum();
        let at = |percent: usize| lengths[lengths.len() * percent / 100];
        let (count, sum) = (lengths.len(), lengths.iter().sum::<usize>());
        eprintln!(
            "{name}: {count} updates; bytes: median {}, mean {}, 25 % {}, 75 % {}, 90 % {}, most {}; padded: median {}, mean {}",
            at(50),
            sum / count,
            at(25),
            at(75),
            at(90),
            lengths[count - 1],
            at(50).next_multiple_of(PAD),
            padded / count,
        );
        assert!(at(50) < MAX_MEDIAN, "{name}: the median update has {} bytes", at(50));
    }
}
