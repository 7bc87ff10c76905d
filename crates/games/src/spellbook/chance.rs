//! Chance and secret choices (R-CHANCE, R-SECRET).

use facedown_core::{Dealer, Dealt, Lens, Sealed, Seat};

use super::acting::{Acting, count};
use super::event::{Event, backs};
use super::face::CardId;
use super::find::{MOST, in_range, within};
use super::place::Target;
use super::refusal::Refusal;
use super::state::Spellbook;

/// How many dice or coins are thrown at once (R-CHANCE-01).
const MOST_DICE: usize = 20;
/// How many secret choices a player makes in a game (R-SECRET-01).
const MOST_CHOICES: usize = 200;

/// The most things from which chance picks one.
const MOST_PICKED: usize = 50;

impl Spellbook {
    pub(super) fn check_roll(sides: u32, given: u16) -> Result<(), Refusal> {
        in_range(sides.into(), 2, MOST)?;
        within(given.into(), MOST_DICE, "dice")
    }

    pub(super) fn check_flip(given: u16) -> Result<(), Refusal> {
        within(given.into(), MOST_DICE, "coins")
    }

    pub(super) fn check_pick(&self, among: &[Target]) -> Result<(), Refusal> {
        within(among.len(), MOST_PICKED, "things")?;
        among.iter().try_for_each(|&target| self.there(target))
    }

    pub(super) fn check_choice(
        &self,
        seat: Seat,
        choice: &Sealed<Vec<CardId>>,
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        let given = lens.count(choice).unwrap_or(0);
        within(given, MOST_DICE, "choices")?;
        within(self.players[seat].choices.len() + given, MOST_CHOICES, "choices in a game")
    }

    pub(super) fn check_show_choices(&self, seat: Seat) -> Result<(), Refusal> {
        let person = &self.players[seat];
        let left = person.choices.len() > usize::from(person.shown);
        if left { Ok(()) } else { Err(Refusal::NothingChosen) }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    pub(super) fn roll_dice(&mut self, sides: u32, given: u16) -> Dealt<()> {
        let mut results = Vec::with_capacity(given.into());
        for _ in 0..given {
            results.push(self.roll(sides)? + 1);
        }
        self.announce(Event::Rolled { player: self.seat, sides, results });
        Ok(())
    }

    /// Coins are flipped all at once: each is a binary digit of one roll.
    pub(super) fn flip(&mut self, given: u16) -> Dealt<()> {
        let heads = self.roll(1 << given)?.count_ones();
        let heads = u16::try_from(heads).unwrap_or(given);
        self.announce(Event::Flipped { player: self.seat, count: given, heads });
        Ok(())
    }

    pub(super) fn pick_at_random(&mut self, among: &[Target]) -> Dealt<()> {
        let at = self.pick(among.len())?;
        let Some(&picked) = among.get(at) else { return Ok(()) };
        let (among, picked) = (count(among.len()), self.game.aimed(picked));
        self.announce(Event::Picked { player: self.seat, among, picked });
        Ok(())
    }

    /// What is chosen in secret is brought as cards that only their owner sees (R-SECRET-01).
    pub(super) fn choose_secretly(&mut self, choice: &Sealed<Vec<CardId>>) -> Dealt<()> {
        let player = self.seat;
        let cards = self.bring_sealed(choice)?;
        for &card in &cards {
            self.show(card, player)?;
        }
        self.announce(Event::Chose { player, count: count(cards.len()) });
        self.person(player).choices.extend(cards);
        Ok(())
    }

    pub(super) fn show_choices(&mut self) -> Dealt<()> {
        let player = self.seat;
        let person = self.person(player);
        let cards = person.choices[usize::from(person.shown)..].to_vec();
        person.shown = count(person.choices.len());
        for &card in &cards {
            self.reveal(card)?;
        }
        self.announce(Event::ChoicesShown { player, cards: backs(&cards) });
        Ok(())
    }
}
