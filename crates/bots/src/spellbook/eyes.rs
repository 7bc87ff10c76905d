//! The table as one player sees it: the public state, their lens, and the words of the house’s cards.

use facedown_cards::{FaceWords, ours};
use facedown_core::{Card, Lens, Seat};
use facedown_games::spellbook::{
    CardId, Piece, PieceId, Player, Side, Spellbook, Target, TokenSpec,
};

/// The table as one player sees it.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub(super) game: &'a Spellbook,
    pub(super) lens: &'a Lens<'a, CardId>,
    pub(super) me: Seat,
}

/// A creature in play. Of the text, the bot knows the keywords alone.
#[derive(Clone, Debug)]
pub(super) struct Creature {
    pub(super) id: PieceId,
    pub(super) power: i32,
    /// How much more damage kills it.
    pub(super) left: i32,
    pub(super) tapped: bool,
    pub(super) since: u32,
    pub(super) attacks: Option<Target>,
    pub(super) blocks: Option<PieceId>,
    text: String,
}

impl<'a> Eyes<'a> {
    /// What the player has on the table.
    pub(super) fn own(&self) -> &'a Player {
        &self.game.board.players[self.me]
    }

    /// What is printed on a card, if the player can see it and the house has it.
    pub(super) fn words(&self, card: Card) -> Option<FaceWords> {
        front(self.lens.face(card)?)
    }

    /// Whether a card is a land, as far as the player can see.
    pub(super) fn is_land(&self, card: Card) -> bool {
        self.words(card).is_some_and(|words| words.type_line.contains("Land"))
    }

    /// The player’s lands in play, with what is printed on them.
    pub(super) fn lands(&self) -> impl Iterator<Item = (&'a Piece, FaceWords)> {
        let own = self.own().battlefield.iter().filter(|piece| piece.side == Side::Up);
        own.filter_map(|piece| Some((piece, self.words(piece.id.card()?)?)))
            .filter(|(_, words)| words.type_line.contains("Land"))
    }

    /// The creatures that a player controls.
    pub(super) fn creatures(&self, seat: Seat) -> Vec<Creature> {
        let pieces = &self.game.board.players[seat].battlefield;
        pieces.iter().filter_map(|piece| self.creature(piece)).collect()
    }

    /// The creatures of all other players.
    pub(super) fn rivals(&self) -> Vec<Creature> {
        let others = self.game.living.without(self.me).iter();
        others.flat_map(|seat| self.creatures(seat)).collect()
    }

    fn creature(&self, piece: &Piece) -> Option<Creature> {
        let more = piece.more();
        if more.and_then(|more| more.phased) == Some(true) {
            return None;
        }
        let words = match (piece.side, piece.spec(), piece.id.card()) {
            (Side::Down, ..) => face_down(),
            (_, Some(spec), _) => spec.like.and_then(front).unwrap_or_else(|| written(spec)),
            (_, None, card) => self.words(card?)?,
        };
        if !words.type_line.contains("Creature") {
            return None;
        }
        let noted = |note: Option<&str>, printed: Option<&String>| {
            let text = note.or(printed.map(String::as_str)).unwrap_or_default();
            text.parse::<i32>().unwrap_or(0)
        };
        let power = noted(more.and_then(|more| more.power.as_deref()), words.power.as_ref());
        let toughness =
            noted(more.and_then(|more| more.toughness.as_deref()), words.toughness.as_ref());
        let counters = piece.counters("+1/+1").saturating_sub(piece.counters("-1/-1"));
        let damage = more.and_then(|more| more.damage).unwrap_or(0);
        Some(Creature {
            id: piece.id,
            power: power.saturating_add(counters),
            left: toughness.saturating_add(counters).saturating_sub_unsigned(damage),
            tapped: piece.tapped,
            since: piece.since,
            attacks: more.and_then(|more| more.attacks),
            blocks: more.and_then(|more| more.blocks),
            text: words.text,
        })
    }
}

impl Creature {
    /// Whether it has this keyword: a line of its own, explained or not.
    pub(super) fn has(&self, keyword: &str) -> bool {
        let rest = self.text.lines().filter_map(|line| line.strip_prefix(keyword));
        rest.into_iter().any(|rest| rest.is_empty() || rest.starts_with(" ("))
    }

    /// Whether it may attack in this turn.
    pub(super) fn can_attack(&self, turn: u32) -> bool {
        let is_ready = self.since < turn || self.has("Pounce");
        is_ready && !self.tapped && self.power > 0 && !self.text.contains("can’t attack")
    }

    /// Whether it may block another.
    pub(super) fn can_block(&self, attacker: &Self) -> bool {
        let reaches = !attacker.has("Flying") || self.has("Flying");
        reaches && !self.tapped && self.blocks.is_none() && !self.text.contains("or block unless")
    }

    /// Whether its damage kills another.
    pub(super) const fn kills(&self, other: &Self) -> bool {
        self.power >= other.left
    }

    /// What it is worth.
    pub(super) const fn value(&self) -> i32 {
        self.power.saturating_add(self.left)
    }
}

/// What is printed on the front of a card of the house.
pub(super) fn front(face: CardId) -> Option<FaceWords> {
    let card = ours::catalogue().get(facedown_cards::CardId::from_bytes(face.0))?;
    card.faces.into_iter().next()
}

/// What a face-down card counts as.
fn face_down() -> FaceWords {
    let two = || Some("2".to_owned());
    FaceWords {
        type_line: "Creature".into(),
        power: two(),
        toughness: two(),
        ..FaceWords::default()
    }
}

/// What its maker has written on a token.
fn written(spec: &TokenSpec) -> FaceWords {
    let number =
        |words: &Option<facedown_games::spellbook::Name>| words.as_ref().map(ToString::to_string);
    FaceWords {
        name: spec.name.to_string(),
        type_line: spec.line.to_string(),
        text: spec.text.to_string(),
        power: number(&spec.power),
        toughness: number(&spec.toughness),
        ..FaceWords::default()
    }
}
