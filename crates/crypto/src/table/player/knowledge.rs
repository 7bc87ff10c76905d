//! What a player learns from an entry, and how its knowledge follows the cards.

use std::collections::BTreeMap;

use facedown_core::Seat;

use super::super::message::{Message, Pile};
use super::super::waiting::{Look, Waiting};
use super::super::{Heap, masked};
use super::Player;
use crate::masked::MaskedCard;
use crate::share::multiples;

/// What the table no longer says once an entry has been taken in.
pub(super) struct Before {
    /// The cards that the player is about to see, with their key.
    look: Option<(Look, Vec<MaskedCard>, usize)>,
    /// The cards that are about to be re-masked where they lie.
    remasked: Vec<MaskedCard>,
    /// The cards that are about to lose the layer of a player who has left.
    piles: Option<BTreeMap<Pile, Heap>>,
}

impl Before {
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

    /// Whether cards are about to be re-masked where they lie.
    pub(super) fn is_remasking(&self) -> bool {
        !self.remasked.is_empty()
    }

    /// What the player knows after the entry.
    pub(super) fn learn(self, player: &mut Player, author: Seat, message: Message) {
        match message {
            Message::Shares(shares) => {
                let Some((mut look, cards, key)) = self.look else { return };
                if matches!(player.table().waiting, Waiting::Shares(_)) {
                    return;
                }
                // The last shares are in the message: the table no longer has them.
                if look.shares.put(author, shares.points().to_vec()).is_ok() {
                    player.read(&look, &cards, key);
                }
            }
            // Everybody sees where a fresh card of a secret list lies, though not what it is.
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
                for (pile, heap) in self.piles.unwrap_or_default() {
                    let now = masked(player.table().pile(pile));
                    for (old, new) in heap.cards.iter().zip(now) {
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
    /// Reads cards with the others' shares and its own, which it keeps to itself.
    fn read(&mut self, look: &Look, cards: &[MaskedCard], key: usize) {
        let Ok(key) = self.key(key) else { return };
        let blinds: Vec<_> = cards.iter().map(|card| *card.blind()).collect();
        let own = multiples(key.secret(), &blinds);
        for (index, (card, own)) in cards.iter().zip(&own).enumerate() {
            let others = look.shares.values().filter_map(|list| list.get(index));
            let point = card.unmask(others.chain([own]));
            self.known.insert(*card, point);
        }
    }

    /// What this player knows follows the cards that it has re-masked itself: which card came from where.
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
