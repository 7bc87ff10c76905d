//! The cards that the bot knows to be in other hands: it saw them before, or an event named them.

use facedown_core::{Card, MAX_SEATS, Seat, Shown};
use facedown_games::exploding_kittens::{Event, Kind};

use super::super::own_eyes::OwnEyes;

/// How many kinds of card there are.
const KINDS: usize = Kind::ALL.len();

/// The kinds that the bot knows to be in each hand. Hands are mixed, so it does not know which cards they are.
#[derive(Clone)]
pub(super) struct Hands {
    held: [[u8; KINDS]; MAX_SEATS],
    /// The cards of the pile that the bot knows.
    pile: Vec<(Card, Kind)>,
    /// The kind that three of a kind have asked for and will get.
    asked_for: Option<Kind>,
}

impl Hands {
    pub(super) const fn new() -> Self {
        Self { held: [[0; KINDS]; MAX_SEATS], pile: Vec::new(), asked_for: None }
    }

    /// Records what the bot can see of the pile.
    pub(super) fn look(&mut self, eyes: &OwnEyes) {
        self.pile.clear();
        let seen = |&card: &Card| Some((card, eyes.face(card)?));
        self.pile.extend(eyes.game.pile.iter().filter_map(seen));
        // It sees its own hand, and need not remember what it sees of others.
        self.held[eyes.me.index()] = [0; KINDS];
        for seat in eyes.rivals() {
            let held = &mut self.held[seat.index()];
            for &card in &eyes.game.players[seat].hand {
                if let Some(kind) = eyes.face(card) {
                    held[kind as usize] = held[kind as usize].saturating_sub(1);
                }
            }
        }
    }

    /// The kinds that the bot knows to be in a hand without seeing them there, with their numbers.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = (Kind, usize)> {
        let held = &self.held[seat.index()];
        let known = Kind::ALL.iter().map(|&kind| (kind, usize::from(held[kind as usize])));
        known.filter(|&(_, count)| count > 0)
    }

    /// How many of a kind the bot knows to be in a hand without seeing them there.
    pub(super) const fn count(&self, seat: Seat, kind: Kind) -> usize {
        self.held[seat.index()][kind as usize] as usize
    }

    pub(super) fn hear(&mut self, event: &Event, me: Option<Seat>) {
        match event {
            Event::Drawn { player, card, .. } => self.drawn(*player, *card),
            Event::Shuffled { .. }
            | Event::Bombed { .. }
            | Event::Collected { .. }
            | Event::Tucked { .. }
            | Event::FutureAltered { .. } => self.pile.clear(),
            Event::Played { player, cards, .. } => {
                cards.iter().for_each(|&card| self.leaves(*player, card.face));
            }
            Event::Noped { player, card, .. }
            | Event::Wasted { player, card }
            | Event::Defused { player, card }
            | Event::GuessedWrong { player, card }
            | Event::Exploding { player, card } => self.leaves(*player, card.face),
            Event::Died { player } | Event::Gave { player, .. } => {
                self.held[player.index()] = [0; KINDS];
            }
            Event::Named { target, kind, has, .. } => {
                self.asked_for = has.then_some(*kind);
                let held = &mut self.held[target.index()][*kind as usize];
                *held = if *has { (*held).max(1) } else { 0 };
            }
            Event::Taken { player, target, card } => {
                let known = self.asked_for.take().or(card.face);
                let is_told = me == Some(*player) || me == Some(*target);
                match known {
                    Some(kind) => self.moves(*target, *player, kind),
                    // The bot will get an event with the card.
                    None if is_told => {}
                    // It may have been any of the known cards.
                    None => self.held[target.index()] = [0; KINDS],
                }
            }
            Event::TakenPrivate { player, target, card, secret: true } => {
                if let Some(kind) = card.face {
                    self.moves(*target, *player, kind);
                }
            }
            _ => {}
        }
    }

    /// A player has drawn a card that the bot may have seen before.
    fn drawn(&mut self, player: Seat, drawn: Shown<Kind>) {
        if let Some(at) = self.pile.iter().position(|&(card, _)| card == drawn.id) {
            let (_, kind) = self.pile.swap_remove(at);
            self.held[player.index()][kind as usize] += 1;
        }
    }

    fn leaves(&mut self, player: Seat, kind: Option<Kind>) {
        if let Some(kind) = kind {
            let held = &mut self.held[player.index()][kind as usize];
            *held = held.saturating_sub(1);
        }
    }

    fn moves(&mut self, from: Seat, to: Seat, kind: Kind) {
        self.leaves(from, Some(kind));
        self.held[to.index()][kind as usize] += 1;
    }
}
