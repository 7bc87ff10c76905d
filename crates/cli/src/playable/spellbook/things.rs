//! Everything on the table that a player can name by a number.

use facedown_core::{Card, Seat};
use facedown_games::spellbook::{CardId, PieceId, PieceView, Side, View, Zone};

use super::library;

/// Something on the table that can be named.
pub(super) struct Thing {
    pub(super) id: PieceId,
    pub(super) zone: Zone,
    /// On whose side it lies; on the stack, who put it there.
    pub(super) seat: Seat,
    pub(super) face: Option<CardId>,
    /// Whether the player looks at it.
    pub(super) is_looked_at: bool,
    /// What is written on a token.
    name: Option<String>,
    marks: String,
}

impl Thing {
    fn card(id: Card, face: Option<CardId>, zone: Zone, seat: Seat) -> Self {
        let (name, marks) = (None, String::new());
        Self { id: id.into(), zone, seat, face, is_looked_at: false, name, marks }
    }

    fn piece(piece: &PieceView, zone: Zone, seat: Seat) -> Option<Self> {
        let id = piece.id.map(PieceId::Card).or(piece.token.map(PieceId::Token))?;
        let more = piece.more.as_deref();
        let spec = more.and_then(|more| more.token.as_deref());
        let face = piece.face.or(spec.and_then(|spec| spec.like));
        let name = spec.map(|spec| spec.name.to_string()).filter(|name| !name.is_empty());
        let mut marks = Vec::new();
        if let Some(more) = more {
            marks.extend(more.counters.iter().map(|c| format!("{} {}", c.count, c.name)));
            marks.extend(more.damage.map(|damage| format!("{damage} damage")));
            marks.extend(more.attacks.map(|_| "attacks".to_owned()));
            marks.extend(more.blocks.map(|_| "blocks".to_owned()));
            marks.extend(more.note.iter().map(ToString::to_string));
        }
        if piece.side == Side::Down {
            marks.push("face down".into());
        }
        if piece.tapped {
            marks.push("tapped".into());
        }
        let own = (|| {
            let spec = spec?;
            Some(format!(" {}/{}", spec.power.as_deref()?, spec.toughness.as_deref()?))
        })();
        let marks =
            if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let marks = own.unwrap_or_default() + &marks;
        Some(Self { id, zone, seat, face, is_looked_at: false, name, marks })
    }

    /// What it is called.
    pub(super) fn name(&self) -> String {
        let known = || self.face.map(library::name);
        self.name.clone().or_else(known).unwrap_or_else(|| "a card".into())
    }

    /// What it is called, with what it costs in a hand, its power and toughness, and what is marked on it.
    pub(super) fn label(&self) -> String {
        let mut label = self.name();
        let words = self.face.and_then(library::words);
        if let Some(front) = words.as_ref().and_then(|words| words.front()) {
            if self.zone != Zone::Battlefield && !front.cost.is_empty() {
                label = format!("{label} {}", front.cost);
            }
            if let (Some(power), Some(toughness)) = (&front.power, &front.toughness) {
                label = format!("{label} {power}/{toughness}");
            }
        }
        label + &self.marks
    }
}

/// Everything that can be named, in the order of its numbers: the player’s hand, what the player looks at, what the
/// player controls, the stack, and what the others control.
pub(super) fn things(view: &View) -> Vec<Thing> {
    let mut things = Vec::new();
    let you = view.you;
    if let Some((seat, player)) = you.and_then(|you| Some((you, view.players.get(you)?))) {
        let hand = player.hand.iter();
        things.extend(hand.map(|shown| Thing::card(shown.id, shown.face, Zone::Hand, seat)));
        if let Some(look) = player.looking
            && let Some(owner) = view.players.get(look.of)
        {
            let zone = if look.hand { Zone::Hand } else { Zone::Library };
            let there = if look.hand { owner.hand } else { owner.library };
            for &card in &look.cards {
                let face = there.iter().find(|shown| shown.id == card).and_then(|s| s.face);
                let thing = Thing::card(card, face, zone, look.of);
                things.push(Thing { is_looked_at: true, ..thing });
            }
        }
    }
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (seat, player) in view.players.iter() {
        let list = if Some(seat) == you { &mut own } else { &mut others };
        for (zone, pieces) in
            [(Zone::Battlefield, player.battlefield), (Zone::Command, player.command)]
        {
            list.extend(pieces.iter().filter_map(|piece| Thing::piece(&piece, zone, seat)));
        }
    }
    let stack = view.stack.iter();
    let stack = stack.filter_map(|piece| Thing::piece(&piece, Zone::Stack, piece.controller));
    things.extend(own.into_iter().chain(stack));
    things.extend(others);
    things
}
