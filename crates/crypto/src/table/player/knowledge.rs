//! What a player learns from an entry, and how its knowledge follows the cards.

use std::collections::BTreeMap;

use facedown_core::Seat;

use super::super::message::{Message, Pile};
use super::super::waiting::{PendingLook, Waiting};
use super::super::{PileState, masked};
use super::Player;
use crate::masked::MaskedCard;
use crate::share::multiples;

/// Parts of the table's state that are needed after an entry has changed it.
pub(super) struct PriorState {
    /// The cards that the player is about to see, with their key.
    look: Option<(PendingLook, Vec<MaskedCard>, usize)>,
    /// The cards that are about to be re-masked in place.
    remasked: Vec<MaskedCard>,
    /// The cards that are about to lose the layer of a player who has left.
    piles: Option<BTreeMap<Pile, PileState>>,
}

impl PriorState {
    pub(super) fn new(player: &Player) -> Self {
        let table = player.table();
        let look = match &table.waiting {
            Waiting::Shares(look) if look.viewer == Some(player.seat) => Some(look),
            _ => None,
        };
        let look = look.and_then(|look| {
            let cards = table.looked_at(look).ok()?;
            Some((look.clone(), masked(&cards), cards.first()?.key))
        });
        let remasked = match &table.waiting {
            Waiting::Remask { pile, places, .. } => table.at(*pile, places).unwrap_or_default(),
            _ => Vec::new(),
        };
        let recovery = matches!(table.waiting, Waiting::Recovery { .. });
        Self { look, remasked: masked(&remasked), piles: recovery.then(|| table.piles.clone()) }
    }

    /// Whether cards are about to be re-masked in place.
    pub(super) fn is_remasking(&self) -> bool {
        !self.remasked.is_empty()
    }

    /// Updates what the player knows after the entry.
    pub(super) fn learn(self, player: &mut Player, author: Seat, message: Message) {
        match message {
            Message::Shares(shares) => {
                let Some((mut look, cards, key)) = self.look else { return };
                if matches!(player.table().waiting, Waiting::Shares(_)) {
                    return;
                }
                // The last shares are in the message; the table no longer has them.
                if look.shares.put(author, shares.points().to_vec()).is_ok() {
                    player.read(&look, &cards, key);
                }
            }
            // Everybody knows the points of fresh cards of a secret list, but not their faces.
            Message::BringSecret { pile, cards } => {
                let lying = masked(player.table().pile(pile));
                player.known.extend(lying.into_iter().zip(cards));
            }
            Message::Remasked(remasked) => {
                player.follow(remasked.cards().iter().zip(self.remasked));
            }
            Message::Recovered(_)
                if !matches!(player.table().waiting, Waiting::Recovery { .. }) =>
            {
                for (pile, state) in self.piles.unwrap_or_default() {
                    let now = masked(player.table().pile(pile));
                    for (old, new) in state.cards.iter().zip(now) {
                        if let Some(&point) = player.known.get(&old.masked) {
                            player.known.insert(new, point);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

impl Player {
    /// Reads cards with the others' shares and its own, which stays private.
    fn read(&mut self, look: &PendingLook, cards: &[MaskedCard], key: usize) {
        let Ok(key) = self.key(key) else { return };
        let blinds: Vec<_> = cards.iter().map(|card| *card.c1()).collect();
        let own = multiples(key.secret(), &blinds);
        for (index, (card, own)) in cards.iter().zip(&own).enumerate() {
            let others = look.shares.values().filter_map(|list| list.get(index));
            let point = card.unmask(others.chain([own]));
            self.known.insert(*card, point);
        }
    }

    /// Carries this player's knowledge over to cards that were re-masked, given as pairs of new and old.
    pub(super) fn follow<'a>(
        &mut self,
        moved: impl IntoIterator<Item = (&'a MaskedCard, MaskedCard)>,
    ) {
        for (after, before) in moved {
            if let Some(&point) = self.known.get(&before) {
                self.known.insert(*after, point);
            }
        }
    }
}
