//! The stack, and things that are no cards (R-STACK, R-TOKEN).

use std::sync::Arc;

use facedown_core::{Card, Dealer, Dealt, Seat};

use super::acting::Acting;
use super::event::Event;
use super::find::within;
use super::piece::Piece;
use super::place::{PieceId, Place, Side, Zone};
use super::refusal::Refusal;
use super::state::{Spellbook, Tax};
use super::token::{TokenKind, TokenSpec};
use super::words::Prose;

/// How many tokens there are at most on one table (R-TOKEN-01).
const MOST_TOKENS: usize = 1000;

/// The most bytes of words on all tokens of a table.
const MOST_WORDS: usize = 256 * 1024;

impl Spellbook {
    /// Checks that there is room for so many more tokens (R-TOKEN-01).
    fn check_room(&self, more: usize) -> Result<(), Refusal> {
        within(more, MOST_TOKENS, "tokens")?;
        let tokens = self.board.all_pieces().filter(|piece| piece.id.card().is_none()).count();
        // Their numbers are not used again in a game.
        let numbers = usize::from(u16::MAX - self.board.next_token);
        within(tokens + more, MOST_TOKENS, "tokens")?;
        within(more, numbers, "more tokens in this game")
    }

    pub(super) fn check_token(&self, spec: &TokenSpec, given: u16) -> Result<(), Refusal> {
        if !matches!(spec.kind, TokenKind::Token | TokenKind::Emblem) {
            return Err(Refusal::WrongKind);
        }
        if spec.name.trim().is_empty() {
            return Err(Refusal::NoName);
        }
        self.check_words(spec, given)?;
        self.check_room(given.into())
    }

    /// Every viewer is sent what is written on tokens (R-TOKEN-01).
    fn check_words(&self, spec: &TokenSpec, given: u16) -> Result<(), Refusal> {
        let there = self.board.all_pieces().filter_map(|piece| piece.spec().map(TokenSpec::bytes));
        let more = spec.bytes() * usize::from(given);
        within(there.sum::<usize>() + more, MOST_WORDS, "bytes of words on tokens")
    }

    pub(super) fn check_copy(&self, id: PieceId, given: u16) -> Result<(), Refusal> {
        let piece = self.any_piece(id)?;
        if piece.side == Side::Down {
            return Err(Refusal::CopiesFaceDown { piece: id });
        }
        if let Some(spec) = piece.spec() {
            self.check_words(spec, given)?;
        }
        self.check_room(given.into())
    }

    pub(super) fn check_cast(&self, seat: Seat, card: Card, side: Side) -> Result<(), Refusal> {
        let found = self.own(seat, card.into())?;
        if found.zone == Zone::Stack {
            let instead = "it is cast already; resolve it";
            let (piece, zone) = (card.into(), found.zone);
            return Err(Refusal::WrongZone { piece, zone, instead, rule: "R-STACK-01" });
        }
        Self::check_leaving(card.into(), found, Zone::Stack, Some(side))
    }

    pub(super) fn check_ability(&self, source: Option<PieceId>) -> Result<(), Refusal> {
        source.map_or(Ok(()), |source| self.found(source).map(drop))?;
        self.check_room(1)
    }

    pub(super) fn check_resolve(&self, seat: Seat, id: PieceId, to: Place) -> Result<(), Refusal> {
        let found = self.own(seat, id)?;
        if found.zone != Zone::Stack {
            let instead = "name something on the stack";
            let zone = found.zone;
            return Err(Refusal::WrongZone { piece: id, zone, instead, rule: "R-STACK-03" });
        }
        self.check_place(seat, to, None)
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// The number of a new token. Numbers are not used again in a game.
    fn new_token(&mut self) -> u16 {
        let board = self.board();
        let token = board.next_token;
        board.next_token = token.saturating_add(1);
        token
    }

    pub(super) fn make_tokens(&mut self, spec: &TokenSpec, given: u16, tapped: bool) {
        let (player, now) = (self.seat, self.game.board.turn.number);
        let (first, kind) = (self.game.board.next_token, spec.kind);
        let name = spec.name.clone();
        let spec = Arc::new(spec.clone());
        for _ in 0..given {
            let id = PieceId::Token(self.new_token());
            let mut piece = Piece::new(id, player, player, Side::Up, now);
            piece.tapped = tapped;
            piece.change(|more| more.token = Some(Arc::clone(&spec)));
            let own = self.player(player);
            let is_emblem = kind == TokenKind::Emblem;
            if is_emblem { own.command.push(piece) } else { own.battlefield.push(piece) }
        }
        self.announce(Event::TokensMade { player, kind, name, first, count: given });
    }

    /// Makes copies of something face up (R-TOKEN-02).
    pub(super) fn copy(&mut self, id: PieceId, given: u16) -> Dealt<()> {
        let Some(piece) = self.game.board.piece(id).cloned() else { return Ok(()) };
        let on_stack = self.game.board.find_piece(id).is_some_and(|at| at.zone == Zone::Stack);
        // Everybody sees a card that lies face up, so that this tells nobody anything.
        let mut spec = match (piece.spec(), id.card()) {
            (Some(spec), _) => spec.clone(),
            (None, Some(card)) => {
                TokenSpec { like: Some(self.reveal(card)?), ..TokenSpec::default() }
            }
            (None, None) => TokenSpec::default(),
        };
        let is_ability = spec.kind == TokenKind::Ability;
        if !is_ability {
            spec.kind = TokenKind::Copy;
        }
        let (player, now) = (self.seat, self.game.board.turn.number);
        let (first, kind) = (self.game.board.next_token, spec.kind);
        let name = spec.name.clone();
        let spec = Arc::new(spec);
        for _ in 0..given {
            let token = PieceId::Token(self.new_token());
            let mut copy = Piece::new(token, player, player, piece.side, now);
            copy.change(|more| (more.token, more.source) = (Some(Arc::clone(&spec)), Some(id)));
            let board = self.board();
            if on_stack {
                board.stack.push(copy);
            } else {
                board.players[player].battlefield.push(copy);
            }
        }
        self.announce(Event::TokensMade { player, kind, name, first, count: given });
        Ok(())
    }

    /// Casts a card; from the command zone, its tax goes up (R-STACK-01, R-COM-02).
    pub(super) fn cast(&mut self, card: Card, side: Side) -> Dealt<()> {
        let player = self.seat;
        let Some(found) = self.game.find(card.into()) else { return Ok(()) };
        let taken = self.take_cards(&[card]);
        self.put(taken, Place::of(Zone::Stack), Some(side))?;
        let is_commander = self.game.players[player].commanders.contains(&card);
        let from = found.zone;
        let tax = (is_commander && from == Zone::Command).then(|| self.tax_mut(player, card).casts);
        if tax.is_some() {
            let casts = &mut self.tax_mut(player, card).casts;
            *casts = casts.saturating_add(1);
        }
        let piece = self.game.named(card.into());
        self.announce(Event::Cast { player, piece, from, tax });
        Ok(())
    }

    pub(super) fn tax_mut(&mut self, seat: Seat, card: Card) -> &mut Tax {
        let taxes = &mut self.player(seat).tax;
        let at = taxes.iter().position(|tax| tax.card == card).unwrap_or_else(|| {
            taxes.push(Tax { card, casts: 0 });
            taxes.len() - 1
        });
        &mut taxes[at]
    }

    pub(super) fn ability(&mut self, source: Option<PieceId>, text: &Prose) {
        let (player, now) = (self.seat, self.game.board.turn.number);
        let token = self.new_token();
        let mut piece = Piece::new(PieceId::Token(token), player, player, Side::Up, now);
        let spec =
            TokenSpec { kind: TokenKind::Ability, text: text.clone(), ..TokenSpec::default() };
        piece.change(|more| (more.token, more.source) = (Some(Arc::new(spec)), source));
        self.board().stack.push(piece);
        let source = source.map(|source| self.game.named(source));
        self.announce(Event::AbilityUsed { player, token, source, text: text.clone() });
    }

    /// Takes something off the stack (R-STACK-03).
    pub(super) fn resolve(&mut self, id: PieceId, to: Place) -> Dealt<()> {
        let piece = self.game.named(id);
        let Some(taken) = self.take(id) else { return Ok(()) };
        self.put(vec![taken], to, None)?;
        self.announce(Event::Resolved { player: self.seat, piece, to: to.zone });
        Ok(())
    }
}
