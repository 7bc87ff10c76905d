//! A dealer that records each verb and what each recipient learnt by it.

use facedown_core::{
    Arrangement, Card, Cards, Dealer, Dealt, Game, House, Recipient, Sealed, Seat, Seats, Viewer,
};

use crate::violation::text;

/// One use of a verb, and what somebody learnt by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VerbUse {
    /// The verb and the cards, which are public.
    pub(crate) verb: String,
    /// Who learnt something, and what.
    pub(crate) lesson: Option<(Recipient, String)>,
}

impl VerbUse {
    /// What this viewer learnt.
    pub(crate) fn lesson_for(&self, viewer: Viewer) -> Option<&str> {
        let (to, lesson) = self.lesson.as_ref()?;
        to.reaches(viewer).then_some(lesson)
    }
}

/// A house whose verbs are recorded.
pub(crate) struct Tracer<'a, G: Game> {
    house: &'a mut House<G>,
    verb_uses: Vec<VerbUse>,
    moves: Vec<Move<G::Face>>,
}

/// How the faces moved. Only the suite learns this.
pub(crate) enum Move<F> {
    /// New cards were brought; `owner` is set if their list is secret.
    Brought { faces: Vec<F>, owner: Option<Seat> },
    /// The faces moved under these cards.
    Moved { cards: Vec<Card>, before: Vec<F>, after: Vec<F>, how: How },
    /// A die was rolled.
    Rolled(u32),
}

/// What moved the faces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// A shuffle.
    Shuffled,
    /// A seat, in an order of its choice.
    Arranged,
    /// A seat, in random order.
    Mixed,
}

impl<'a, G: Game> Tracer<'a, G> {
    pub(crate) const fn new(house: &'a mut House<G>) -> Self {
        Self { house, verb_uses: Vec::new(), moves: Vec::new() }
    }

    pub(crate) fn into_verb_uses(self) -> Vec<VerbUse> {
        self.verb_uses
    }

    pub(crate) fn into_moves(self) -> Vec<Move<G::Face>> {
        self.moves
    }

    fn note(&mut self, verb: String, lesson: Option<(Recipient, String)>) {
        self.verb_uses.push(VerbUse { verb, lesson });
    }

    /// What a seat that has moved these cards still sees of them.
    fn kept(&self, seat: Seat, cards: &[Card]) -> (Recipient, String) {
        let lens = self.house.lens(seat.into());
        let seen: Vec<_> = cards.iter().map(|&card| lens.face(card)).collect();
        (Recipient::Seat(seat), text(&seen))
    }

    fn under(&self, cards: &[Card]) -> Vec<G::Face> {
        let mut copy = self.house.clone();
        cards.iter().filter_map(|&card| copy.reveal(card).ok()).collect()
    }

    /// Moves the faces under these cards and records them before and after, even if it fails: a rigged shuffle that fails
    /// still shows which faces were to be shuffled.
    fn shift(
        &mut self,
        cards: &[Card],
        how: How,
        verb: impl FnOnce(&mut House<G>) -> Dealt<()>,
    ) -> Dealt<()> {
        let before = self.under(cards);
        let done = verb(self.house);
        let after = self.under(cards);
        self.moves.push(Move::Moved { cards: cards.to_vec(), before, after, how });
        done
    }
}

impl<G: Game> Dealer<G> for Tracer<'_, G> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        self.note(format!("bring {}", text(faces)), None);
        self.moves.push(Move::Brought { faces: faces.to_vec(), owner: None });
        self.house.bring(faces)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        let cards = self.house.bring_sealed(owner, faces)?;
        // The list is secret, but everybody sees how many cards there are.
        let number = Some((Recipient::Everybody, text(&cards.len())));
        self.note(format!("bring sealed cards of {owner}"), number);
        let brought: Vec<Card> = cards.into_iter().collect();
        self.moves.push(Move::Brought { faces: self.under(&brought), owner: Some(owner) });
        Ok(cards)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.note(format!("shuffle {}", text(cards)), None);
        self.shift(cards, How::Shuffled, |house| house.shuffle(cards))
    }

    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()> {
        self.house.show(card, seat)?;
        let face = text(&self.house.lens(seat.into()).face(card));
        self.note(format!("show {card} to {seat}"), Some((Recipient::Seat(seat), face)));
        Ok(())
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        let face = self.house.reveal(card)?;
        self.note(format!("reveal {card}"), Some((Recipient::Everybody, text(&face))));
        Ok(face)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        let answer = self.house.ask(cards, question)?;
        self.note(
            format!("ask about {}", text(cards)),
            Some((Recipient::Everybody, text(&answer))),
        );
        Ok(answer)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.note(format!("conceal {card} but for {keep}"), None);
        self.house.conceal(card, keep)
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        self.shift(cards, How::Arranged, |house| house.arrange(seat, cards, order))?;
        self.note(format!("{seat} arranges {}", text(cards)), Some(self.kept(seat, cards)));
        Ok(())
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        self.shift(cards, How::Mixed, |house| house.mix(seat, cards))?;
        self.note(format!("{seat} mixes {}", text(cards)), Some(self.kept(seat, cards)));
        Ok(())
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        let rolled = self.house.roll(sides)?;
        self.moves.push(Move::Rolled(rolled));
        self.note(format!("roll a die of {sides}"), Some((Recipient::Everybody, text(&rolled))));
        Ok(rolled)
    }

    fn announce(&mut self, event: G::Event) {
        self.note("announce".to_owned(), None);
        self.house.announce(event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        self.note(format!("tell {seat}"), None);
        self.house.tell(seat, event);
    }
}

/// The face under each handle of a house.
pub(crate) fn faces<G: Game>(house: &House<G>) -> Vec<Option<G::Face>> {
    let mut copy = house.clone();
    house.cards().into_iter().map(|card| copy.reveal(card).ok()).collect()
}
