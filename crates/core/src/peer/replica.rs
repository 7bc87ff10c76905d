//! The dealer of one machine: it runs the rules on the outcomes that are there, and notes what they demand.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::demand::{Answerer, Demand, Outcome, SealedChoice};
use super::knowledge::Knowledge;
use crate::card::{Card, Cards};
use crate::dealer::{Arrangement, CardOrder, DealError, Dealer, Dealt};
use crate::game::Game;
use crate::house::{AddressedEvent, Recipient, named_twice};
use crate::lens::Viewer;
use crate::sealed::Sealed;
use crate::seat::{Seat, SeatCount, Seats};

/// The dealer of one machine, for one run of the rules.
///
/// Verbs that give the rules nothing back are noted, and the rules run on. At the first verb that gives something back
/// which is not there yet, the run stops with [`DealError::Pending`]; its state is dropped.
pub(super) struct Replica<'a, G: Game> {
    seats: SeatCount,
    pub(super) knowledge: Knowledge<G::Face>,
    outcomes: &'a [Outcome<G::Face>],
    turning: Turning<'a, G::Face>,
    pub(super) demands: Vec<Demand<G::Face>>,
    pub(super) told: Vec<AddressedEvent<G::Event>>,
    /// Cards that lay where they lay before the run when somebody learnt their faces here, and who did.
    pub(super) uncovered: Vec<(Recipient, Card, G::Face)>,
    /// The cards that came with the action and were turned over.
    pub(super) turned: Vec<(Card, G::Face)>,
    /// What this machine's viewer has chosen, each with the number of its demand.
    pub(super) choices: Vec<(usize, SealedChoice<G::Face>)>,
    /// What this machine's viewer answers to the question at which the run stopped.
    pub(super) answer: Option<bool>,
    /// How many cards the secret list has that the rules brought.
    pub(super) brought: Option<u16>,
    /// Piles that were shuffled while the rules had made so many demands, because somebody has left.
    renewed: Peekable<IntoIter<(usize, Vec<Card>)>>,
    /// Cards that a seat which has left would be asked about, and that lie open for it.
    told_open: &'a [(Card, G::Face)],
    pub(super) fault: Option<Fault>,
}

/// Which cards the author of an action turns over.
pub(super) enum Turning<'a, F> {
    /// Nobody does: the table is being dealt.
    None,
    /// The author says what is on them, and how many cards the list has that the action brings.
    Attached { author: Seat, turned: &'a [(Card, F)], brought: Option<u16> },
    /// This machine's viewer is the author and finds out which they are: those of which all know that it sees them, or
    /// also those that it knows because it moved them.
    Own { author: Seat, also_secret: bool },
}

/// Why a run cannot be used.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    /// The face of a card that the author sees is missing.
    NotTurned(Card),
    /// The length of a secret list is missing.
    NotBrought,
    /// A face is not possible.
    Contradiction(Card),
    /// What this machine's own viewer sealed is missing.
    ChoiceMissing,
}

impl<'a, G: Game> Replica<'a, G> {
    pub(super) fn new(
        seats: SeatCount,
        knowledge: Knowledge<G::Face>,
        outcomes: &'a [Outcome<G::Face>],
        turning: Turning<'a, G::Face>,
    ) -> Self {
        Self {
            seats,
            knowledge,
            outcomes,
            turning,
            demands: Vec::new(),
            told: Vec::new(),
            uncovered: Vec::new(),
            turned: Vec::new(),
            choices: Vec::new(),
            answer: None,
            brought: None,
            renewed: Vec::new().into_iter().peekable(),
            told_open: &[],
            fault: None,
        }
    }

    /// The same run, in which these piles are shuffled when the rules have made so many demands.
    pub(super) fn with_renewed(mut self, renewed: Vec<(usize, Vec<Card>)>) -> Self {
        self.renewed = renewed.into_iter().peekable();
        self
    }

    /// The same run, in which a question to a seat that has left is answered by these cards.
    pub(super) const fn with_told_open(mut self, cards: &'a [(Card, G::Face)]) -> Self {
        self.told_open = cards;
        self
    }

    /// Shuffles the piles whose time has come.
    fn renew(&mut self) {
        let until = self.demands.len();
        while let Some((_, pile)) = self.renewed.next_if(|(at, _)| *at <= until) {
            self.knowledge.renew(&pile);
        }
    }

    /// Ends the run: piles whose time has not come are shuffled after it.
    pub(super) fn finish(&mut self) {
        for (_, pile) in self.renewed.by_ref() {
            self.knowledge.renew(&pile);
        }
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.knowledge.gone().contains(seat)
    }

    /// Whether the outcomes of all demands so far are there.
    pub(super) const fn is_complete(&self) -> bool {
        self.demands.len() <= self.outcomes.len()
    }

    /// Notes a demand, and returns its outcome if that is there.
    fn demand(&mut self, demand: Demand<G::Face>) -> Option<&'a Outcome<G::Face>> {
        let outcome = self.outcomes.get(self.demands.len());
        self.demands.push(demand);
        outcome
    }

    /// Stops the run for good.
    fn fail<T>(&mut self, fault: Fault) -> Dealt<T> {
        self.fault.get_or_insert(fault);
        Err(DealError::Pending)
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.knowledge.me() == Viewer::Seat(seat)
    }

    /// Every verb about cards begins with this.
    fn check(&mut self, cards: &[Card]) -> Dealt<()> {
        self.renew();
        match cards.iter().find(|&&card| !self.knowledge.holds(card)) {
            Some(&card) => Err(DealError::NoSuchCard(card)),
            None => Ok(()),
        }
    }

    fn check_distinct(&mut self, cards: &[Card]) -> Dealt<()> {
        self.check(cards)?;
        named_twice(cards).map_or(Ok(()), |card| Err(DealError::CardTwice(card)))
    }

    /// Whether no demand of this run names the card, so that it is still what it was before the action.
    fn is_untouched(&self, card: Card) -> bool {
        let mut touched = false;
        for demand in &self.demands {
            demand.each_card(|named| touched |= named == card);
        }
        !touched
    }

    /// Takes in the face of a card. `untouched` cards are what they were before the action.
    fn learn(&mut self, card: Card, face: G::Face, to: Recipient, untouched: bool) -> Dealt<()> {
        // While outcomes are missing, what lies where means nothing yet.
        let is_complete = self.is_complete();
        if !self.knowledge.learn(card, face) && is_complete {
            return self.fail(Fault::Contradiction(card));
        }
        if untouched {
            self.uncovered.push((to, card, face));
        }
        Ok(())
    }

    /// Whether the rules have waited for an outcome in this run. Faces come with an action only up to there: what is
    /// turned over later depends on something that nobody knew when the action was taken.
    fn has_waited(&self) -> bool {
        self.demands.iter().any(Demand::is_waited_for)
    }

    /// The face of a card that the author of the action turns over, if it is one.
    fn turned_by_author(&mut self, card: Card) -> Dealt<Option<G::Face>> {
        if self.has_waited() || !self.is_untouched(card) {
            return Ok(None);
        }
        let (author, face) = match self.turning {
            Turning::None => return Ok(None),
            Turning::Attached { author, turned, .. } => {
                (author, turned.iter().find(|(named, _)| *named == card).map(|(_, face)| *face))
            }
            Turning::Own { author, also_secret } => {
                let openly = self.knowledge.openly_sees(author, card);
                (author, self.knowledge.own_face(card).filter(|_| openly || also_secret))
            }
        };
        match face {
            Some(face) if self.knowledge.may_see(author, card) => {
                self.turned.push((card, face));
                Ok(Some(face))
            }
            None if self.knowledge.openly_sees(author, card) => self.fail(Fault::NotTurned(card)),
            _ => Ok(None),
        }
    }

    /// Who answers about these hidden cards, or what the answer is if that is plain to all.
    fn answerer(&self, cards: &[Card], question: G::Question) -> Dealt<Answer<G::Face>> {
        let faces: Vec<Option<G::Face>> =
            cards.iter().map(|&card| self.knowledge.public_face(card)).collect();
        let answer_if = |hidden: Option<G::Face>| {
            let faces: Vec<G::Face> = faces.iter().filter_map(|face| face.or(hidden)).collect();
            G::answer(question, &faces)
        };
        let mut hidden: Vec<Card> = cards.to_vec();
        hidden.retain(|&card| self.knowledge.public_face(card).is_none());
        if hidden.is_empty() {
            return Ok(Answer::Plain(answer_if(None)));
        }
        if let [card] = hidden[..]
            && let Some(possible) = self.knowledge.possible_faces(card)
        {
            let all = possible.len();
            let yes: Vec<G::Face> =
                possible.into_iter().filter(|&face| answer_if(Some(face))).collect();
            return Ok(match yes.len() {
                0 => Answer::Plain(false),
                some if some == all => Answer::Plain(true),
                _ => Answer::Of(hidden, Answerer::Together { yes }),
            });
        }
        let sees_all =
            |seat: &Seat| hidden.iter().all(|&card| self.knowledge.openly_sees(*seat, card));
        let seat = self.seats.all().iter().find(sees_all).ok_or(DealError::NobodyKnows)?;
        Ok(Answer::Of(hidden, Answerer::Seat(seat)))
    }

    fn tell(&mut self, to: Recipient, mut event: G::Event) {
        if to.reaches(self.knowledge.me()) {
            let viewer = match to {
                Recipient::Everybody => Viewer::Spectator,
                Recipient::Seat(seat) => Viewer::Seat(seat),
            };
            G::witness(&mut event, &self.knowledge.lens(viewer));
            self.told.push(AddressedEvent { to, event });
        }
    }
}

/// The answer to a question, or how it is found.
enum Answer<F> {
    /// By what everybody knows.
    Plain(bool),
    /// By asking about these cards.
    Of(Vec<Card>, Answerer<F>),
}

impl<G: Game> Dealer<G> for Replica<'_, G> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        self.renew();
        let cards = self.knowledge.bring(faces).ok_or(DealError::TooManyCards)?;
        self.demand(Demand::Bring { cards, faces: faces.to_vec() });
        Ok(cards)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        self.renew();
        if self.has_left(owner) {
            let Some(faces) = faces.value() else { return self.fail(Fault::NotBrought) };
            return self.bring(faces);
        }
        let own = faces.value().filter(|_| self.is_own(owner));
        if let Some(list) = own {
            self.choices.push((self.demands.len(), SealedChoice::List(list.clone())));
        }
        let announced = match self.turning {
            Turning::Attached { brought, .. } => brought.map(usize::from),
            Turning::Own { .. } | Turning::None => own.map(Vec::len),
        };
        let Some(count) = announced else {
            return self.fail(Fault::NotBrought);
        };
        if self.is_own(owner) && own.map(Vec::len) != Some(count) {
            return self.fail(Fault::ChoiceMissing);
        }
        let cards = self.knowledge.bring_sealed(owner, count, own.map(Vec::as_slice));
        let cards = cards.ok_or(DealError::TooManyCards)?;
        self.brought = u16::try_from(count).ok();
        self.demand(Demand::BringSealed { owner, cards });
        Ok(cards)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.check_distinct(cards)?;
        self.demand(Demand::Shuffle { cards: cards.to_vec() });
        self.knowledge.shuffle(cards);
        Ok(())
    }

    fn show(&mut self, card: Card, to: Seat) -> Dealt<()> {
        self.check(&[card])?;
        if self.has_left(to) {
            return self.reveal(card).map(|_| ());
        }
        // Everybody knows that this seat knows it already, so nothing has to be done.
        if !self.knowledge.openly_sees(to, card) {
            let untouched = self.is_untouched(card);
            if let Some(Outcome::Face(face)) = self.demand(Demand::Show { card, to }) {
                self.learn(card, *face, Recipient::Seat(to), untouched)?;
            }
        }
        self.knowledge.show(card, to);
        Ok(())
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        self.check(&[card])?;
        if let Some(face) = self.knowledge.public_face(card) {
            return Ok(face);
        }
        let untouched = self.is_untouched(card);
        let face = match self.turned_by_author(card)? {
            Some(face) => {
                self.knowledge.believe(card, face);
                face
            }
            None => match self.demand(Demand::Reveal { card }) {
                Some(Outcome::Face(face)) => *face,
                _ => return Err(DealError::Pending),
            },
        };
        self.learn(card, face, Recipient::Everybody, untouched)?;
        self.knowledge.reveal(card);
        Ok(face)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        self.check(cards)?;
        let (hidden, of) = match self.answerer(cards, question)? {
            Answer::Plain(answer) => return Ok(answer),
            Answer::Of(hidden, of) => (hidden, of),
        };
        let own = matches!(of, Answerer::Seat(seat) if self.is_own(seat)) && self.is_complete();
        let is_own_or_open = own || (self.is_complete() && !self.told_open.is_empty());
        if let [card] = hidden[..] {
            // It is not like the others any more.
            self.knowledge.mix_together(&[card]);
        }
        if let Some(Outcome::Answer(answer)) = self.demand(Demand::Ask { cards: hidden, of }) {
            return Ok(*answer);
        }
        let open = |card: Card| self.told_open.iter().find(|(other, _)| *other == card);
        let face = |&card: &Card| {
            let open = open(card).map(|(_, face)| *face);
            open.or_else(|| self.knowledge.public_face(card))
                .or_else(|| self.knowledge.own_face(card).filter(|_| own))
        };
        let seen: Option<Vec<G::Face>> = cards.iter().map(face).collect();
        self.answer = seen.filter(|_| is_own_or_open).map(|faces| G::answer(question, &faces));
        Err(DealError::Pending)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.check(&[card])?;
        self.knowledge.conceal(card, keep);
        Ok(())
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        self.check_distinct(cards)?;
        if self.has_left(seat) {
            return self.shuffle(cards);
        }
        let number = self.demands.len();
        self.demand(Demand::Arrange { seat, cards: cards.to_vec(), way: A::WAY });
        if !self.is_own(seat) {
            self.knowledge.rearrange(seat, cards, None);
            return Ok(());
        }
        let Some(order) = order.value().map(|order| order.order(cards.len())) else {
            return self.fail(Fault::ChoiceMissing);
        };
        // As in a house, an order that does not fit leaves the cards where they are.
        let order = if order.is_of(cards.len()) { order.0 } else { in_place(cards) };
        self.knowledge.rearrange(seat, cards, Some(&order));
        self.choices.push((number, SealedChoice::Order(CardOrder(order))));
        Ok(())
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        self.check_distinct(cards)?;
        if cards.len() < 2 || (self.has_left(seat) && self.knowledge.all_public(cards)) {
            return Ok(());
        }
        if self.has_left(seat) {
            return self.shuffle(cards);
        }
        let own = self.is_own(seat);
        match self.demand(Demand::Mix { seat, cards: cards.to_vec() }) {
            Some(Outcome::Order(order)) => self.knowledge.rearrange(seat, cards, Some(&order.0)),
            _ if own => self.knowledge.rearrange(seat, cards, Some(&in_place(cards))),
            _ => self.knowledge.rearrange(seat, cards, None),
        }
        Ok(())
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        self.renew();
        match self.demand(Demand::Roll { sides }) {
            Some(Outcome::Rolled(number)) => Ok(*number),
            _ => Err(DealError::Pending),
        }
    }

    fn announce(&mut self, event: G::Event) {
        self.tell(Recipient::Everybody, event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        Replica::tell(self, Recipient::Seat(seat), event);
    }
}

fn in_place(cards: &[Card]) -> Vec<u16> {
    (0..).take(cards.len()).collect()
}
