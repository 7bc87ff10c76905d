//! The rules of Loose: who may do what.

use std::ops::RangeInclusive;

use facedown_core::{
    BySeat, Card, CardOrder, Dealer, Dealt, Dice, Game, Lens, Sealed, Seat, SeatCount, Seats,
    Standing,
};

use super::{Action, Event, Face, Flaw, Loose, Options, Player, PlayerView, Refusal, View, Zone};

/// The sizes of decks.
const DECK: RangeInclusive<usize> = 3..=6;
/// How many cards a search finds at most.
const FOUND: usize = 2;
/// The most points.
const MOST: i32 = 1_000_000;

impl<T: Flaw> Game for Loose<T> {
    const NAME: &'static str = "loose";
    const INITIALS: &'static str = "lo";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<usize> = 2..=4;
    const OPEN: bool = true;

    type Face = Face;
    type Options = Options;
    type Action = Action;
    type Question = std::convert::Infallible;
    type Event = Event;
    type View<'a> = View;
    type Own<'a> = View;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        let rounds = options.rounds;
        if (1..=5).contains(&rounds) { Ok(()) } else { Err(Refusal::Rounds { rounds }) }
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, _: &mut D) -> Dealt<Self> {
        Ok(Self {
            seats,
            turn: seats.first(),
            turns_left: options.rounds * seats.get(),
            players: BySeat::new(seats, |_| Player::default()),
            flaw: T::default(),
        })
    }

    // R-LOOSE-01, R-LOOSE-02
    fn waiting_on(&self) -> Seats {
        if self.is_over() {
            Seats::NONE
        } else if self.is_bringing() {
            self.those(|player| !player.has_brought)
        } else {
            self.turn.only()
        }
    }

    // R-LOOSE-02
    fn may_act(&self) -> Seats {
        if self.is_over() && !T::LETS_ACT_AFTER_THE_END {
            return Seats::NONE;
        }
        if self.is_bringing() {
            return self.waiting_on();
        }
        let playing = self.those(|player| !player.has_given_up);
        if T::LETS_THE_AWAITED_ACT { playing } else { playing.without(self.turn) }
    }

    fn legal(&self, seat: Seat, lens: &Lens<Face>, out: &mut Vec<Action>) {
        let player = &self.players[seat];
        let own = player.library.iter().chain(&player.hand).chain(&player.table);
        let seen: Vec<_> = own.map(|&card| lens.face(card)).collect();
        self.flaw.overhear(seat, &seen);
        if self.is_bringing() {
            let all = Face::ALL;
            let decks =
                [all[..3].to_vec(), vec![all[3], all[4], all[3]], [&all[..1], &all].concat()];
            out.extend(decks.map(|deck| Action::Bring { deck: Sealed::new(seat, deck) }));
            return;
        }
        if seat != self.turn && !T::LISTS_FOR_ALL {
            return;
        }
        let cards = player.library.len();
        if player.is_searching {
            let back: Vec<u16> = (0..).take(cards).collect::<Vec<_>>().into_iter().rev().collect();
            let take = |order, count| Action::Take { order: Sealed::new(seat, order), count };
            out.push(take(CardOrder((0..).take(cards).collect()), 0));
            out.extend((cards > 1).then(|| take(CardOrder(back), 1)));
            return;
        }
        out.extend((cards > 0).then(|| Action::Draw { count: 1 + T::OFFERS_MORE * cards }));
        out.extend((cards > 0).then_some(Action::Search {}));
        let others = self.those(|other| !other.has_given_up).without(seat);
        // Of two, nobody gives up who only does what is listed.
        out.extend((cards == 0 && others.len() > 1).then_some(Action::GiveUp {}));
        if let (Some(&card), Some(to)) = (player.hand.first(), others.iter().next()) {
            out.push(Action::Move { cards: vec![card], to: Zone::Table, up: true });
            out.push(Action::Move { cards: player.hand.clone(), to: Zone::Library, up: false });
            out.push(Action::Show { card, to });
        }
        if let Some(&card) = player.table.last() {
            out.push(Action::Move { cards: vec![card], to: Zone::Hand, up: false });
        }
        out.push(Action::Count { by: 1 });
        out.extend((seat == self.turn).then_some(Action::Pass {}));
    }

    fn permits(&self, seat: Seat, action: &Action, lens: &Lens<Face>) -> Result<(), Refusal> {
        let must = |holds: bool, refusal: Refusal| if holds { Ok(()) } else { Err(refusal) };
        let player = &self.players[seat];
        let left = player.library.len();
        if let Action::Bring { deck } = action {
            must(self.is_bringing(), Refusal::NotNow)?;
            let sized = lens.count(deck).is_some_and(|count| DECK.contains(&count));
            let known = |deck: &Vec<Face>| deck.iter().all(|face| Face::ALL.contains(face));
            return must(sized && lens.allows(deck, known), Refusal::NotADeck);
        }
        must(!self.is_bringing(), Refusal::NotNow)?;
        if let Action::Take { order, count } = action {
            must(player.is_searching, Refusal::NotSearching)?;
            let fits = lens.allows(order, |order| order.is_of(left));
            return must(fits && *count <= FOUND.min(left), Refusal::CannotTake);
        }
        must(!player.is_searching, Refusal::Searching)?;
        match action {
            Action::Bring { .. } | Action::Take { .. } => Ok(()),
            Action::Draw { count } => {
                must((1..=left).contains(count), Refusal::CannotDraw { left })
            }
            Action::Search {} => must(left > 0, Refusal::CannotDraw { left }),
            Action::Move { cards, .. } => {
                let own = |card: &Card| player.hand.contains(card) || player.table.contains(card);
                let once = (1..).zip(cards).all(|(next, card)| !cards[next..].contains(card));
                let own = T::MOVES_ANYTHING || cards.iter().all(own);
                must(own && once && !cards.is_empty(), Refusal::NotYours)
            }
            Action::Show { card, to } => {
                must(player.hand.contains(card), Refusal::NotYours)?;
                let other = self.players.get(*to).is_some_and(|other| !other.has_given_up);
                must(other && *to != seat, Refusal::NotAnother { seat: *to })
            }
            Action::Count { by } => {
                let points = player.points.checked_add(*by);
                let fits = points.is_some_and(|points| (-MOST..=MOST).contains(&points));
                must(fits, Refusal::TooMuch)
            }
            Action::Pass {} => must(seat == self.turn, Refusal::NotYourTurn),
            Action::GiveUp {} => must(left == 0, Refusal::PlayOn),
        }
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        self.carry_out(seat, action, dealer)
    }

    fn answer(question: std::convert::Infallible, _: &[Face]) -> bool {
        match question {}
    }

    fn witness(event: &mut Event, lens: &Lens<Face>) {
        for card in event.cards() {
            card.face = card.face.or(lens.face(card.id));
        }
    }

    fn view(&self, lens: &Lens<Face>) -> View {
        let shown = |cards: &[Card]| cards.iter().map(|&card| lens.shown(card)).collect();
        View {
            turn: self.turn,
            turns_left: self.turns_left,
            players: self.players.map(|seat, player| PlayerView {
                library: shown(&player.library),
                hand: shown(&player.hand),
                table: shown(&player.table),
                points: self.flaw.points(seat, player.points),
                is_searching: player.is_searching,
                has_given_up: player.has_given_up,
            }),
        }
    }

    fn own(&self, lens: &Lens<Face>) -> View {
        self.view(lens)
    }

    // R-LOOSE-08, R-LOOSE-09
    fn standing(&self) -> Option<Standing> {
        if !self.is_over() {
            return None;
        }
        let scores = self.players.map(|_, player| player.points);
        let left = self.those(|player| !player.has_given_up);
        let best = left.iter().map(|seat| scores[seat]).max();
        let winners = left.iter().filter(|&seat| Some(scores[seat]) == best).collect();
        Some(Standing { scores, winners })
    }

    // R-LOOSE-10
    fn fallback(&self, seat: Seat, _: &Lens<Face>, _: &mut Dice) -> Action {
        let player = &self.players[seat];
        if self.is_bringing() {
            Action::Bring { deck: Sealed::new(seat, vec![Face::ALL[0]; 3]) }
        } else if player.is_searching {
            let order = CardOrder((0..).take(player.library.len()).collect());
            Action::Take { order: Sealed::new(seat, order), count: 0 }
        } else {
            Action::Pass {}
        }
    }

    // R-LOOSE-09
    fn is_out(&self, seat: Seat) -> bool {
        self.players[seat].has_given_up
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        for player in self.players.values() {
            let zones = [&player.library, &player.hand, &player.table];
            zones.into_iter().flatten().for_each(|&card| visit(card));
        }
    }
}

impl<T: Flaw> Loose<T> {
    pub(super) fn those(&self, are: impl Fn(&Player) -> bool) -> Seats {
        self.players.iter().filter(|(_, player)| are(player)).map(|(seat, _)| seat).collect()
    }

    fn is_bringing(&self) -> bool {
        !self.those(|player| !player.has_brought).is_empty()
    }

    fn is_over(&self) -> bool {
        self.turns_left == 0 || self.those(|player| !player.has_given_up).len() == 1
    }
}
