//! Looking at cards and putting them in order: scry, surveil, search (R-LOOK, R-HAND-02).

use facedown_core::{Card, CardOrder, Dealer, Dealt, Lens, Sealed, Seat};

use super::acting::{Acting, count};
use super::details::{Part, Rest, Sorted};
use super::event::{Event, SortedPile, backs};
use super::face::CardId;
use super::find::within;
use super::place::{Side, Zone};
use super::refusal::Refusal;
use super::state::{Looking, Spellbook};

impl Spellbook {
    /// Checks that a player may begin to look at cards (R-LOOK-01).
    pub(super) fn check_look(&self, seat: Seat) -> Result<(), Refusal> {
        match self.players[seat].look {
            Some(_) => Err(Refusal::StillLooking),
            None => Ok(()),
        }
    }

    pub(super) fn check_done(&self, seat: Seat) -> Result<(), Refusal> {
        self.players[seat].look.as_ref().map(drop).ok_or(Refusal::NoLook)
    }

    pub(super) fn check_sort_out(
        &self,
        seat: Seat,
        order: &Sealed<CardOrder>,
        piles: &[Sorted],
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        let look = self.players[seat].look.as_ref().filter(|look| !look.hand);
        let look = look.ok_or(Refusal::NoLook)?;
        for pile in piles {
            // Another player's cards may come into play under the control of either (R-LOOK-05).
            let owner = if pile.to.seat == Some(seat) { seat } else { look.of };
            self.check_place(owner, pile.to, pile.side)?;
        }
        check_piles(look.cards.len(), piles)?;
        check_order(look.cards.len(), order, lens)
    }

    pub(super) fn check_from_hand(
        &self,
        seat: Seat,
        order: &Sealed<CardOrder>,
        piles: &[Sorted],
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        let cards = self.board.players[seat].hand.len();
        if piles.is_empty() {
            return Err(Refusal::Nothing { what: "pile" });
        }
        for pile in piles {
            self.check_place(seat, pile.to, pile.side)?;
        }
        check_piles(cards, piles)?;
        check_order(cards, order, lens)
    }
}

fn check_piles(cards: usize, piles: &[Sorted]) -> Result<(), Refusal> {
    for pile in piles {
        within(pile.count.into(), cards.max(1), "cards of a pile")?;
    }
    let given = piles.iter().map(|pile| usize::from(pile.count)).sum();
    if given > cards { Err(Refusal::PilesTooLarge { given, cards }) } else { Ok(()) }
}

fn check_order(
    cards: usize,
    order: &Sealed<CardOrder>,
    lens: &Lens<CardId>,
) -> Result<(), Refusal> {
    let fits = lens.allows(order, |order| order.is_of(cards));
    if fits { Ok(()) } else { Err(Refusal::WrongOrder { cards }) }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Begins to look at cards of a library (R-LOOK-01).
    pub(super) fn look(&mut self, of: Seat, part: Part) -> Dealt<()> {
        let cards = self.game.part(of, part);
        let player = self.seat;
        self.announce(Event::Looked { player, seat: of, part, count: count(cards.len()) });
        self.see(Looking { of, hand: false, search: false, cards })
    }

    /// Begins to search a library (R-LOOK-02).
    pub(super) fn search(&mut self, of: Seat) -> Dealt<()> {
        let cards = self.game.board.players[of].library.clone();
        let player = self.seat;
        self.announce(Event::Searched { player, seat: of, count: count(cards.len()) });
        self.see(Looking { of, hand: false, search: true, cards })
    }

    /// Looks at another player's hand (R-HAND-03).
    pub(super) fn look_at_hand(&mut self, of: Seat) -> Dealt<()> {
        let cards = self.game.board.players[of].hand.clone();
        let player = self.seat;
        self.announce(Event::HandLooked { player, seat: of, count: count(cards.len()) });
        self.person(of).stale = true;
        self.see(Looking { of, hand: true, search: false, cards })
    }

    fn see(&mut self, look: Looking) -> Dealt<()> {
        let (player, seat) = (self.seat, look.of);
        for &card in &look.cards {
            self.show(card, player)?;
        }
        self.tell(player.only(), &Event::YouSee { seat, cards: backs(&look.cards) });
        self.person(player).look = (!look.cards.is_empty()).then_some(look);
        Ok(())
    }

    /// Puts the cards of a look in order, and ends it (R-LOOK-03, R-LOOK-05).
    pub(super) fn sort_out(
        &mut self,
        order: &Sealed<CardOrder>,
        piles: &[Sorted],
        rest: Rest,
    ) -> Dealt<()> {
        let player = self.seat;
        let Some(look) = self.person(player).look.take() else { return Ok(()) };
        self.arrange(&look.cards, order)?;
        let (piles, back) = self.deal_out(&look.cards, piles)?;
        let seat = look.of;
        self.announce(Event::SortedOut { player, seat, piles, back: count(back.len()), rest });
        if rest == Rest::Shuffle { self.shuffle_after(seat) } else { Ok(()) }
    }

    /// Puts the first of these cards into piles. Returns the piles as everybody is told of them, and the rest.
    fn deal_out<'c>(
        &mut self,
        mut cards: &'c [Card],
        piles: &[Sorted],
    ) -> Dealt<(Vec<SortedPile>, &'c [Card])> {
        let mut told = Vec::with_capacity(piles.len());
        for &Sorted { count: wanted, to, side, reveal } in piles {
            let (pile, rest) = cards.split_at(cards.len().min(wanted.into()));
            cards = rest;
            let taken = self.take_cards(pile);
            if reveal {
                for &card in pile {
                    self.reveal(card)?;
                }
            }
            self.put(taken, to, side)?;
            let is_up = match to.zone {
                Zone::Graveyard | Zone::Command => true,
                Zone::Battlefield | Zone::Stack | Zone::Exile => side != Some(Side::Down),
                Zone::Library | Zone::Hand | Zone::Aside | Zone::Sideboard => {
                    side == Some(Side::Up)
                }
            };
            let seen = if is_up || reveal { backs(pile) } else { Vec::new() };
            told.push(SortedPile { count: count(pile.len()), to, cards: seen });
        }
        Ok((told, cards))
    }

    /// Ends a look (R-LOOK-04).
    pub(super) fn done(&mut self) -> Dealt<()> {
        let player = self.seat;
        let Some(look) = self.person(player).look.take() else { return Ok(()) };
        self.announce(Event::LookEnded { player, seat: look.of });
        match (look.hand, look.search) {
            (true, _) => self.hide(look.of),
            (false, true) => self.shuffle_after(look.of),
            (false, false) => Ok(()),
        }
    }

    /// Shuffles the library of a player after somebody has searched it.
    pub(super) fn shuffle_after(&mut self, seat: Seat) -> Dealt<()> {
        let cards = self.game.board.players[seat].library.clone();
        self.shuffle(&cards)?;
        self.announce(Event::Shuffled { player: seat, cards: count(cards.len()), part: None });
        Ok(())
    }

    /// Puts cards from the hand away, so that nobody can tell which they were (R-HAND-02).
    pub(super) fn put_from_hand(
        &mut self,
        order: &Sealed<CardOrder>,
        piles: &[Sorted],
    ) -> Dealt<()> {
        let player = self.seat;
        let hand = self.game.board.players[player].hand.clone();
        self.arrange(&hand, order)?;
        let (piles, rest) = self.deal_out(&hand, piles)?;
        self.mix(player, rest)?;
        self.announce(Event::PutFromHand { player, piles });
        self.keep_hand_shown(player)
    }

    /// Whoever looks at cards that are mixed now has lost track of them (R-LOOK-06).
    pub(super) fn end_looks(&mut self, mixed: &[Card]) {
        for seat in self.game.players.seats().all().iter() {
            let Some(look) = &self.game.players[seat].look else { continue };
            if look.cards.iter().any(|card| mixed.contains(card)) {
                let of = look.of;
                self.person(seat).look = None;
                self.announce(Event::LookEnded { player: seat, seat: of });
            }
        }
    }

    /// Looks end when their cards are gone, and do not show more than there is (R-LOOK-06).
    pub(super) fn tidy_looks(&mut self) {
        for seat in self.game.players.seats().all().iter() {
            let Some(mut look) = self.game.players[seat].look.take() else { continue };
            let of = &self.game.board.players[look.of];
            let there = if look.hand { &of.hand } else { &of.library };
            look.cards.retain(|card| there.contains(card));
            if look.cards.is_empty() {
                self.announce(Event::LookEnded { player: seat, seat: look.of });
            } else {
                self.person(seat).look = Some(look);
            }
        }
    }
}
