//! The rules of Small: the deal, and who may do what.

use std::ops::RangeInclusive;

use facedown_core::{
    BySeat, Card, Counted, Dealer, Dealt, Dice, Game, Lens, Sealed, Seat, SeatCount, Seats, Shown,
    Standing, Tuck, Window,
};

use super::{
    Action, Event, Face, Options, Phase, Player, Question, Refusal, Small, Statistics, Twist, View,
};

impl<T: Twist> Game for Small<T> {
    const NAME: &'static str = "small";
    const INITIALS: &'static str = "sm";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<usize> = 2..=4;

    type Face = Face;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Event = Event;
    type View<'a> = View;
    type Own<'a> = View;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        let rounds = options.rounds;
        if (1..=5).contains(&rounds) { Ok(()) } else { Err(Refusal::Rounds { rounds }) }
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, dealer: &mut D) -> Dealt<Self> {
        // R-SMALL-01
        let faces = [Face::Pearl, Face::Ruby, Face::Stone, Face::Stone].repeat(seats.get());
        let mut pile: Vec<Card> = dealer.bring(&faces)?.into_iter().collect();
        // R-SMALL-02
        if T::SHUFFLES {
            dealer.shuffle(&pile)?;
        }
        let mut players = BySeat::new(seats, |_| Player::default());
        for (seat, player) in players.iter_mut() {
            player.hand = pile.drain(..2).collect();
            for &card in &player.hand {
                dealer.show(card, seat)?;
            }
            let hand = player.hand.iter().map(|&card| Shown::back(card)).collect();
            dealer.tell(seat, Event::Dealt { seat, hand });
        }
        let hands = players.map(|_, player| player.hand.clone());
        let turn = T::begins(&hands, SEAT_0, dealer)?;
        let turns_left = options.rounds * seats.get();
        // R-SMALL-03
        let phase = Phase::Stash { window: Window::first_come(seats.all()) };
        Ok(Self { seats, turn, turns_left, phase, pile, players, twist: T::default() })
    }

    fn waiting_on(&self) -> Seats {
        match &self.phase {
            Phase::Turn => self.turn.only(),
            Phase::Stash { window }
            | Phase::Doubt { window, .. }
            | Phase::Charms { window }
            | Phase::Agree { window } => window.waiting_on(),
            Phase::Over => Seats::NONE,
        }
    }

    fn legal(&self, seat: Seat, lens: &Lens<Face>, out: &mut Vec<Action>) {
        self.let_overhear(seat, lens);
        match self.phase {
            Phase::Stash { .. } => out.extend(
                Face::ALL.map(|face| Action::Stash { charm: Sealed::new(seat, vec![face]) }),
            ),
            Phase::Turn => self.legal_turns(seat, out),
            Phase::Doubt { .. } => out.extend([Action::Doubt, Action::Pass]),
            Phase::Charms { .. } => out.extend([Action::Open, Action::Pass]),
            Phase::Agree { .. } => out.push(Action::Agree),
            Phase::Over => {}
        }
    }

    fn permits(&self, seat: Seat, action: &Action, lens: &Lens<Face>) -> Result<(), Refusal> {
        let verdict = match (self.phase, action) {
            (Phase::Stash { .. }, Action::Stash { charm }) => match lens.count(charm) {
                Some(1) => Ok(()),
                _ => Err(Refusal::NotACharm),
            },
            (Phase::Turn, action) => self.permits_turn(seat, action, lens),
            (Phase::Doubt { .. }, Action::Doubt | Action::Pass)
            | (Phase::Charms { .. }, Action::Open | Action::Pass)
            | (Phase::Agree { .. }, Action::Agree) => Ok(()),
            _ => Err(Refusal::NotNow),
        };
        verdict.inspect_err(|_| self.twist.refused())
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        match action {
            Action::Stash { charm } => self.stash(seat, charm, dealer),
            Action::Draw => self.draw(seat, dealer),
            Action::Lay { card } => self.lay(seat, *card, dealer),
            Action::Bury { card, depth } => self.bury(seat, *card, depth, dealer),
            Action::Lend { card, to } => self.lend(seat, *card, *to, dealer),
            Action::Call { seat: of } => self.call(seat, *of, dealer),
            Action::Doubt => self.doubt(seat, dealer),
            Action::Pass => self.pass(seat, dealer),
            Action::Open => self.open(seat, dealer),
            Action::Agree => {
                self.agree(seat, dealer);
                Ok(())
            }
        }
    }

    fn answer(question: Question, faces: &[Face]) -> bool {
        faces.iter().any(|&face| match question {
            Question::Gem => face.is_gem(),
            Question::Pearl => face == Face::Pearl,
        })
    }

    fn witness(event: &mut Event, lens: &Lens<Face>) {
        for card in event.cards() {
            card.face = card.face.or(lens.face(card.id));
        }
    }

    fn own(&self, lens: &Lens<Face>) -> View {
        self.seen_through(lens)
    }

    fn view(&self, lens: &Lens<Face>) -> View {
        self.seen_through(lens)
    }

    // R-SMALL-13
    fn standing(&self) -> Option<Standing> {
        if self.phase != Phase::Over {
            return None;
        }
        let scores = self.players.map(|_, player| player.score);
        let best = scores.values().iter().max().copied();
        let winners = scores.iter().filter(|&(_, &score)| Some(score) == best);
        Some(Standing { winners: winners.map(|(seat, _)| seat).collect(), scores })
    }

    // R-SMALL-14
    fn is_out(&self, seat: Seat) -> bool {
        T::MOVES_ARE_LAST && self.waiting_on().contains(seat)
    }

    fn fallback(&self, seat: Seat, _: &Lens<Face>, _: &mut Dice) -> Action {
        match self.phase {
            Phase::Stash { .. } => Action::Stash { charm: Sealed::new(seat, vec![Face::Stone]) },
            Phase::Turn if self.pile.is_empty() => Action::Call { seat: self.seats.after(seat) },
            Phase::Turn => Action::Draw,
            Phase::Doubt { .. } | Phase::Charms { .. } => Action::Pass,
            Phase::Agree { .. } | Phase::Over => Action::Agree,
        }
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        self.pile.iter().for_each(|&card| visit(card));
        for player in self.players.values() {
            player.hand.iter().chain(&player.row).chain(&player.charm).for_each(|&c| visit(c));
        }
        // A laid card is in nobody's hand and nobody's row while it may still be doubted.
        if let Phase::Doubt { card, .. } = self.phase {
            visit(card);
        }
    }
}

impl<T: Twist> Counted for Small<T> {
    type Statistics = Statistics;

    fn tally(
        &self,
        seat: Seat,
        action: &Action,
        lens: &Lens<Face>,
        events: &[Event],
        statistics: &mut BySeat<Statistics>,
    ) {
        self.count(seat, action, lens, statistics);
        for event in events {
            if let Event::Drew { seat, card } = event {
                statistics[*seat].draws_seen += u32::from(card.face.is_some());
            }
        }
    }

    fn numbers(of: &Statistics) -> Vec<(&'static str, u32)> {
        vec![
            ("laid", of.laid),
            ("bluffs", of.bluffs),
            ("doubts", of.doubts),
            ("draws_seen", of.draws_seen),
        ]
    }
}

/// The seat that begins.
pub(super) const SEAT_0: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

impl<T: Twist> Small<T> {
    /// Gives a twist the chance to remember what it sees through this lens. The rules themselves need no look.
    fn let_overhear(&self, seat: Seat, lens: &Lens<Face>) {
        let player = &self.players[seat];
        let seen = |card: Card| lens.face(card).map(|face| (card, face));
        for (card, face) in player.hand.iter().copied().filter_map(seen) {
            self.twist.overhear(seat, card, face);
        }
        if let Some((card, face)) = player.charm.and_then(seen) {
            self.twist.overhear_charm(seat, card, face);
        }
    }

    fn legal_turns(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.pile.is_empty() {
            out.push(Action::Draw);
        }
        let others = self.seats.all().without(seat);
        for &card in &self.players[seat].hand {
            out.push(Action::Lay { card });
            let depths = (0..=u16::MAX).take(self.pile.len() + 1 + T::OFFERS_DEEPER);
            out.extend(
                depths.map(|depth| Action::Bury { card, depth: Sealed::new(seat, Tuck(depth)) }),
            );
            out.extend(others.iter().map(|to| Action::Lend { card, to }));
        }
        out.extend(others.iter().map(|seat| Action::Call { seat }));
    }

    fn permits_turn(&self, seat: Seat, action: &Action, lens: &Lens<Face>) -> Result<(), Refusal> {
        let holds = |card: Card| {
            let held = self.players[seat].hand.contains(&card);
            if held { Ok(()) } else { Err(Refusal::NotInHand { card: self.twist.named(card) }) }
        };
        let another = |other: Seat| {
            let is = self.seats.has(other) && other != seat;
            if is { Ok(()) } else { Err(Refusal::NotAnother { seat: other }) }
        };
        match action {
            Action::Draw if self.pile.is_empty() => Err(Refusal::EmptyPile),
            Action::Draw => Ok(()),
            Action::Lay { card } => {
                let held = self.players[seat].hand.contains(card);
                let believed = self.twist.believes(seat, *card, lens.face(*card), held);
                if believed { Ok(()) } else { Err(Refusal::NotInHand { card: *card }) }
            }
            Action::Bury { card, depth } => {
                holds(*card)?;
                let pile = self.pile.len();
                let there = |Tuck(depth): &Tuck| usize::from(*depth) <= pile;
                let fits = if T::LOOKS_INTO_SEALED {
                    lens.open(depth).is_some_and(there)
                } else {
                    lens.allows(depth, there)
                };
                if fits { Ok(()) } else { Err(Refusal::TooDeep { pile }) }
            }
            Action::Lend { to, card } if T::PERMITS_LENDING_TO_ONESELF && *to == seat => {
                holds(*card)
            }
            Action::Lend { card, to } => holds(*card).and_then(|()| another(*to)),
            Action::Call { seat: of } => another(*of),
            _ => Err(Refusal::NotNow),
        }
    }
}
