//! The match around its games: decks, who begins, mulligans, sideboards (R-DECK, R-BEGIN, R-MUL, R-MATCH).

use std::sync::Arc;

use facedown_core::{BySeat, Card, CardOrder, Dealer, Dealt, Lens, Sealed, Seat, SeatCount, Seats};

use super::acting::{Acting, count};
use super::event::{Event, backs};
use super::face::CardId;
use super::find::each_card_once;
use super::options::{Format, Mulligans, Options};
use super::piece::Piece;
use super::place::{PieceId, Side};
use super::refusal::Refusal;
use super::state::{Board, Person, Phase, Player, Spellbook};
use super::turn::{Step, Turn};

/// How many cards a player brings at most (R-DECK-03).
pub(super) const MOST_BROUGHT: usize = 500;
/// How many cards a hand begins with (R-MUL-01).
pub(super) const FIRST_HAND: u16 = 7;

/// How many cards a deck and a sideboard may have (R-DECK-03).
const fn sizes(format: Format, commanders: usize) -> (usize, usize, usize) {
    match format {
        Format::Free => (1, MOST_BROUGHT, MOST_BROUGHT),
        Format::Constructed => (60, MOST_BROUGHT, 15),
        Format::Limited => (40, MOST_BROUGHT, MOST_BROUGHT),
        Format::Commander => (100 - commanders, 100 - commanders, 11),
    }
}

impl Spellbook {
    /// A table at which nobody has brought a deck yet.
    pub(super) fn new(options: &Options, seats: SeatCount) -> Self {
        let first = seats.first();
        Self {
            options: options.clone(),
            phase: Phase::Decks { waiting: seats.all() },
            board: Arc::new(Board::new(seats, first, options.starting_life())),
            players: BySeat::new(seats, |_| Person::default()),
            living: seats.all(),
            left: Seats::NONE,
            request: None,
            games_played: 0,
            winners: Seats::NONE,
            loser: None,
            past: Vec::new(),
        }
    }

    /// R-DECK-01, R-DECK-03, R-COM-01
    pub(super) fn check_deck(
        &self,
        seat: Seat,
        cards: &Sealed<Vec<CardId>>,
        main: u16,
        commanders: &[CardId],
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        let Phase::Decks { waiting } = self.phase else {
            let now = "the decks are brought; play with the one that you have";
            return Err(Refusal::NotNow { now, rule: "R-DECK-01" });
        };
        if !waiting.contains(seat) {
            let now = "your deck is brought; wait for the others";
            return Err(Refusal::NotNow { now, rule: "R-DECK-01" });
        }
        let (format, given) = (self.options.format, commanders.len());
        let wanted = match format {
            Format::Commander if !(1..=2).contains(&given) => Some("one or two"),
            Format::Constructed | Format::Limited if given > 0 => Some("none"),
            _ if given > 4 => Some("at most four"),
            _ => None,
        };
        if let Some(wanted) = wanted {
            return Err(Refusal::WrongCommanders { given, wanted });
        }
        let (main, all) = (usize::from(main), lens.count(cards).unwrap_or(0));
        let (least, most, most_beside) = sizes(format, given);
        if all > MOST_BROUGHT {
            return Err(Refusal::DeckTooLarge { cards: all, most: MOST_BROUGHT });
        }
        if main > all || all == 0 {
            return Err(Refusal::DeckIncomplete { main, cards: all });
        }
        Self::check_sizes(main, all - main, (least, most, most_beside))
    }

    const fn check_sizes(
        main: usize,
        beside: usize,
        (least, most, most_beside): (usize, usize, usize),
    ) -> Result<(), Refusal> {
        if main < least {
            return Err(Refusal::DeckTooSmall { cards: main, least });
        }
        if main > most {
            return Err(Refusal::DeckTooLarge { cards: main, most });
        }
        if beside > most_beside {
            return Err(Refusal::SideboardTooLarge { cards: beside, most: most_beside });
        }
        Ok(())
    }

    pub(super) fn check_first(&self, seat: Seat, first: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::FirstPlayer { chooser } if chooser == seat => self.living(first),
            Phase::FirstPlayer { .. } => {
                let now = "somebody else says who begins; wait for them";
                Err(Refusal::NotNow { now, rule: "R-BEGIN-02" })
            }
            _ => {
                let now = "who begins is said before a game; play on";
                Err(Refusal::NotNow { now, rule: "R-BEGIN-02" })
            }
        }
    }

    fn check_mulligans(&self, seat: Seat) -> Result<(), Refusal> {
        let now = match self.phase {
            Phase::Mulligans { waiting } if waiting.contains(seat) => return Ok(()),
            Phase::Mulligans { .. } => "you have kept your hand; wait for the others",
            _ => "hands are kept before a game begins; play on",
        };
        Err(Refusal::NotNow { now, rule: "R-MUL-01" })
    }

    /// How many cards go to the bottom after so many mulligans (R-MUL-03).
    fn to_bottom(&self, mulligans: u16) -> usize {
        let free = u16::from(self.options.mulligan == Mulligans::FreeFirst);
        usize::from(mulligans.saturating_sub(free))
    }

    pub(super) fn check_mulligan(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_mulligans(seat)?;
        let hand = self.board.players[seat].hand.len();
        let after = self.to_bottom(self.players[seat].mulligans + 1);
        if after > hand { Err(Refusal::TooManyMulligans) } else { Ok(()) }
    }

    pub(super) fn check_keep(&self, seat: Seat, bottom: &[Card]) -> Result<(), Refusal> {
        self.check_mulligans(seat)?;
        let (given, wanted) = (bottom.len(), self.to_bottom(self.players[seat].mulligans));
        if given != wanted {
            return Err(Refusal::WrongBottom { given, wanted });
        }
        if bottom.is_empty() {
            return Ok(());
        }
        each_card_once(bottom)?;
        let hand = &self.board.players[seat].hand;
        let strange = bottom.iter().find(|card| !hand.contains(card));
        strange.map_or(Ok(()), |&card| Err(Refusal::NotInHand { card }))
    }

    fn check_between(&self, seat: Seat) -> Result<(), Refusal> {
        let now = match self.phase {
            Phase::Sideboarding { waiting } if waiting.contains(seat) => return Ok(()),
            Phase::Sideboarding { .. } => "you are ready; wait for the others",
            _ => "that is done between two games of a match; play on",
        };
        Err(Refusal::NotNow { now, rule: "R-MATCH-03" })
    }

    pub(super) fn check_ready(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_between(seat)
    }

    pub(super) fn check_sideboard(
        &self,
        seat: Seat,
        order: &Sealed<CardOrder>,
        main: u16,
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        self.check_between(seat)?;
        let person = &self.players[seat];
        let (cards, main) = (person.pool.len(), usize::from(main));
        if main > cards {
            return Err(Refusal::DeckIncomplete { main, cards });
        }
        Self::check_sizes(main, cards - main, sizes(self.options.format, person.commanders.len()))?;
        let fits = lens.allows(order, |order| order.is_of(cards));
        if fits { Ok(()) } else { Err(Refusal::WrongOrder { cards }) }
    }
}

impl Board {
    /// An empty table before the first turn.
    pub(super) fn new(seats: SeatCount, first: Seat, life: i32) -> Self {
        Self {
            turn: Turn {
                number: 0,
                active: first,
                step: Step::Untap,
                first,
                extra: Vec::new(),
                usual: first,
            },
            players: BySeat::new(seats, |_| Player { life, ..Player::default() }),
            stack: Vec::new(),
            aside: Vec::new(),
            piles: Vec::new(),
            arrows: Vec::new(),
            holds: Seats::NONE,
            designations: Vec::new(),
            counted: Vec::new(),
            next_token: 0,
        }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Brings a deck; its owner sees the sideboard, and everybody the commanders (R-DECK-01, R-DECK-02, R-COM-01).
    pub(super) fn bring_deck(
        &mut self,
        cards: &Sealed<Vec<CardId>>,
        main: u16,
        commanders: &[CardId],
    ) -> Dealt<()> {
        let player = self.seat;
        let pool = self.bring_sealed(cards)?;
        let commanders = if commanders.is_empty() { Vec::new() } else { self.bring(commanders)? };
        for &card in &commanders {
            self.reveal(card)?;
        }
        let beside = pool.len().saturating_sub(main.into());
        let event = Event::DeckBrought {
            player,
            cards: main,
            sideboard: count(beside),
            commanders: backs(&commanders),
        };
        let person = self.person(player);
        (person.pool, person.commanders, person.main) = (pool, commanders, main);
        self.lay_out(player);
        for card in self.game.board.players[player].sideboard.clone() {
            self.show(card, player)?;
        }
        self.announce(event);
        if let Phase::Decks { waiting } = &mut self.game.phase {
            *waiting = waiting.without(player);
        }
        self.begin_when_ready()
    }

    /// Lays a player’s cards out as before a game.
    pub(super) fn lay_out(&mut self, seat: Seat) {
        let Person { pool, commanders, main, .. } = &self.game.players[seat];
        let (library, sideboard) = pool.split_at(pool.len().min(usize::from(*main)));
        let (library, sideboard) = (library.to_vec(), sideboard.to_vec());
        let commander = |&card| Piece::new(PieceId::Card(card), seat, seat, Side::Up, 0);
        let command = commanders.iter().map(commander).collect();
        let player = self.player(seat);
        (player.library, player.sideboard, player.command) = (library, sideboard, command);
    }

    /// Goes on to the next game when nobody is waited for (R-BEGIN-01, R-BEGIN-02).
    pub(super) fn begin_when_ready(&mut self) -> Dealt<()> {
        let living = self.game.living;
        let ready = match self.game.phase {
            Phase::Decks { waiting } | Phase::Sideboarding { waiting } => {
                waiting.and(living).is_empty()
            }
            _ => false,
        };
        if !ready {
            return Ok(());
        }
        for seat in living.iter() {
            let library = self.game.board.players[seat].library.clone();
            self.shuffle(&library)?;
            // Its handles lie in the order of the list, which tells more than how many there are.
            let beside = self.game.board.players[seat].sideboard.clone();
            self.mix(seat, &beside)?;
        }
        let loser = self.game.loser.filter(|&seat| living.contains(seat));
        let chooser = if let Some(seat) = loser {
            seat
        } else {
            let at = self.pick(living.len())?;
            living.iter().nth(at).unwrap_or(self.seat)
        };
        self.game.loser = None;
        self.game.phase = Phase::FirstPlayer { chooser };
        self.announce(Event::ChooserFound { player: chooser });
        Ok(())
    }

    /// Settles who begins, and deals the first hands (R-BEGIN-02, R-MUL-01).
    pub(super) fn choose_first(&mut self, first: Seat) -> Dealt<()> {
        let turn = &mut self.board().turn;
        (turn.active, turn.first, turn.usual) = (first, first, first);
        self.game.phase = Phase::Mulligans { waiting: self.game.living };
        self.announce(Event::FirstChosen { player: self.seat, first });
        for seat in self.game.living.iter() {
            self.draw(seat, FIRST_HAND)?;
        }
        Ok(())
    }

    /// R-MUL-02
    pub(super) fn mulligan(&mut self) -> Dealt<()> {
        let player = self.seat;
        self.person(player).mulligans += 1;
        let mulligans = self.game.players[player].mulligans;
        self.announce(Event::MulliganTaken { player, mulligans });
        let own = self.player(player);
        let hand = std::mem::take(&mut own.hand);
        own.library.extend(hand);
        let library = own.library.clone();
        self.shuffle(&library)?;
        self.draw(player, FIRST_HAND)
    }

    /// R-MUL-03
    pub(super) fn keep(&mut self, bottom: &[Card]) -> Dealt<()> {
        let player = self.seat;
        let own = self.player(player);
        own.hand.retain(|card| !bottom.contains(card));
        own.library.extend(bottom);
        let cards = count(own.hand.len());
        self.announce(Event::HandKept { player, cards, bottom: count(bottom.len()) });
        if let Phase::Mulligans { waiting } = &mut self.game.phase {
            *waiting = waiting.without(player);
        }
        self.play_when_kept()
    }

    /// Begins to play when everybody has kept a hand.
    pub(super) fn play_when_kept(&mut self) -> Dealt<()> {
        let living = self.game.living;
        let Phase::Mulligans { waiting } = self.game.phase else { return Ok(()) };
        if !waiting.and(living).is_empty() {
            return Ok(());
        }
        self.game.phase = Phase::Playing;
        let first = self.game.board.turn.first;
        let first = living.first_from(first).unwrap_or(first);
        self.announce(Event::GameBegan { first, game: self.game.games_played + 1 });
        self.begin_turn(first)
    }

    /// Changes deck and sideboard (R-MATCH-03).
    pub(super) fn sideboard(&mut self, order: &Sealed<CardOrder>, main: u16) -> Dealt<()> {
        let player = self.seat;
        let pool = self.game.players[player].pool.clone();
        self.arrange(&pool, order)?;
        self.person(player).main = main;
        self.lay_out(player);
        let beside = pool.len().saturating_sub(main.into());
        self.announce(Event::Sideboarded { player, cards: main, sideboard: count(beside) });
        Ok(())
    }

    pub(super) fn ready(&mut self) -> Dealt<()> {
        let player = self.seat;
        self.announce(Event::Readied { player });
        if let Phase::Sideboarding { waiting } = &mut self.game.phase {
            *waiting = waiting.without(player);
        }
        self.begin_when_ready()
    }
}
