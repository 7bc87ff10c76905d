//! Moving things between zones, and who sees them on the way (R-MOVE-01 to R-MOVE-04).

use facedown_core::{Card, Dealer, Dealt, Seat};

use super::acting::Acting;
use super::event::{Event, Moved};
use super::find::{Found, each_once};
use super::piece::{Piece, Spot};
use super::place::{At, PieceId, Place, Side, Target, Zone};
use super::refusal::Refusal;
use super::state::Spellbook;

/// Something that was taken up and is about to be put down.
pub(super) struct Taken {
    pub(super) id: PieceId,
    owner: Seat,
    from: Zone,
    /// What it was in play.
    piece: Option<Piece>,
}

impl Spellbook {
    pub(super) fn check_move(
        &self,
        seat: Seat,
        pieces: &[PieceId],
        to: Place,
        side: Option<Side>,
    ) -> Result<(), Refusal> {
        each_once(pieces)?;
        self.check_place(seat, to, side)?;
        pieces.iter().try_for_each(|&id| {
            let found = self.own(seat, id)?;
            Self::check_leaving(id, found, to.zone, side)
        })
    }

    /// Checks a place for a player’s things (R-ZONE-02, R-MOVE-02, R-SIDE-02).
    pub(super) fn check_place(
        &self,
        seat: Seat,
        to: Place,
        side: Option<Side>,
    ) -> Result<(), Refusal> {
        let Place { zone, seat: beside, at } = to;
        match beside {
            Some(other) if zone == Zone::Battlefield => self.living(other)?,
            Some(other) if other != seat => return Err(Refusal::OwnersZone { zone }),
            _ => {}
        }
        let is_list = matches!(zone, Zone::Library | Zone::Graveyard | Zone::Exile);
        let fits = match at {
            At::Top => true,
            At::Bottom => is_list,
            At::Nth(_) | At::RandomTop | At::RandomBottom => zone == Zone::Library,
            At::Spot { x, y } => zone == Zone::Battlefield && x <= 1000 && y <= 1000,
        };
        if !fits {
            return Err(Refusal::NoSuchPlace { zone });
        }
        let may_lie = match side {
            None | Some(Side::Up) => true,
            Some(Side::Down) => matches!(
                zone,
                Zone::Battlefield | Zone::Stack | Zone::Exile | Zone::Aside | Zone::Library
            ),
            Some(Side::Back) => matches!(zone, Zone::Battlefield | Zone::Stack | Zone::Command),
        };
        if may_lie { Ok(()) } else { Err(Refusal::NoSuchSide { zone }) }
    }

    /// Checks that a thing may leave the zone in which it is for another (R-HAND-02, R-TOKEN-03).
    pub(super) fn check_leaving(
        id: PieceId,
        found: Found,
        to: Zone,
        side: Option<Side>,
    ) -> Result<(), Refusal> {
        let stays_hidden = match to {
            Zone::Battlefield | Zone::Stack | Zone::Exile => side == Some(Side::Down),
            Zone::Library | Zone::Aside | Zone::Sideboard => side != Some(Side::Up),
            Zone::Hand | Zone::Graveyard | Zone::Command => false,
        };
        if found.zone == Zone::Hand && stays_hidden {
            return Err(Refusal::LeavesUnseen);
        }
        match id {
            PieceId::Token(token) if side == Some(Side::Down) => Err(Refusal::IsToken { token }),
            _ => Ok(()),
        }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    pub(super) fn move_pieces(
        &mut self,
        pieces: &[PieceId],
        to: Place,
        side: Option<Side>,
        tapped: bool,
    ) -> Dealt<()> {
        let beside = to.seat.unwrap_or(self.seat);
        if let (At::Spot { x, y }, None, false) = (to.at, side, tapped)
            && self.lies_beside(pieces, beside)
        {
            self.slide(pieces, Spot { x, y });
            return Ok(());
        }
        let taken = self.take_all(pieces);
        let moved = Self::moved(&taken);
        let ids: Vec<PieceId> = taken.iter().map(|taken| taken.id).collect();
        self.put(taken, to, side)?;
        if tapped && to.zone == Zone::Battlefield {
            for id in ids {
                if let Some(piece) = self.board().piece_mut(id) {
                    piece.tapped = true;
                }
            }
        }
        self.announce(Event::Moved { player: self.seat, pieces: moved, to, seat: beside });
        Ok(())
    }

    /// Whether all of these lie on this side of the battlefield already.
    fn lies_beside(&self, pieces: &[PieceId], seat: Seat) -> bool {
        let there = &self.game.board.players[seat].battlefield;
        pieces.iter().all(|id| there.iter().any(|piece| piece.id == *id))
    }

    /// Moves things to another spot of their side. That is not worth a word.
    fn slide(&mut self, pieces: &[PieceId], spot: Spot) {
        for &id in pieces {
            if let Some(piece) = self.board().piece_mut(id) {
                piece.change(|more| more.spot = Some(spot));
            }
        }
    }

    fn moved(taken: &[Taken]) -> Vec<Moved> {
        taken
            .iter()
            .map(|taken| {
                let spec = taken.piece.as_ref().and_then(Piece::spec);
                let name = spec.map(|spec| spec.name.clone());
                let piece = super::event::Named::of(taken.id, name);
                Moved { piece, owner: taken.owner, from: taken.from }
            })
            .collect()
    }

    /// Takes things up.
    pub(super) fn take_all(&mut self, ids: &[PieceId]) -> Vec<Taken> {
        ids.iter().filter_map(|&id| self.take(id)).collect()
    }

    /// Takes cards up.
    pub(super) fn take_cards(&mut self, cards: &[Card]) -> Vec<Taken> {
        cards.iter().filter_map(|&card| self.take(PieceId::Card(card))).collect()
    }

    pub(super) fn take(&mut self, id: PieceId) -> Option<Taken> {
        let Found { zone, seat, at } = self.game.find(id)?;
        let board = self.board();
        let piece = match zone {
            Zone::Battlefield => Some(board.players[seat].battlefield.remove(at)),
            Zone::Command => Some(board.players[seat].command.remove(at)),
            Zone::Stack => Some(board.stack.remove(at)),
            _ => None,
        };
        if zone == Zone::Aside {
            board.aside.remove(at);
        } else if let Some(cards) = board.players[seat].cards_mut(zone) {
            cards.remove(at);
        }
        if let Some(card) = id.card() {
            board.counted.retain(|counted| counted.card != card);
        }
        if zone == Zone::Hand {
            self.person(seat).stale = true;
        }
        let owner = piece.as_ref().map_or(seat, |piece| piece.owner);
        Some(Taken { id, owner, from: zone, piece })
    }

    /// Puts things down. The first one ends up on top, or the last one lowest.
    pub(super) fn put(&mut self, taken: Vec<Taken>, to: Place, side: Option<Side>) -> Dealt<()> {
        // A commander is known by its handle, so it never lies where cards are mixed (R-COM-04).
        let is_mixed = matches!(to.zone, Zone::Hand | Zone::Library | Zone::Sideboard);
        let (commanders, taken): (Vec<Taken>, Vec<Taken>) = taken.into_iter().partition(|taken| {
            is_mixed && taken.id.card().is_some_and(|card| self.game.is_commander(card))
        });
        if !commanders.is_empty() {
            self.put(commanders, Place::of(Zone::Command), Some(Side::Up))?;
        }
        for taken in &taken {
            self.uncover(taken, to.zone, side)?;
        }
        let random = matches!(to.at, At::RandomTop | At::RandomBottom);
        if random {
            // Those of each owner among themselves: a card stays its owner's.
            for owner in self.game.players.seats().all().iter() {
                let own = taken.iter().filter(|taken| taken.owner == owner);
                let cards: Vec<Card> = own.filter_map(|taken| taken.id.card()).collect();
                self.shuffle(&cards)?;
            }
        }
        let stays_in_play =
            |taken: &Taken| taken.from == Zone::Battlefield && to.zone == Zone::Battlefield;
        let left = taken.iter().filter(|taken| !stays_in_play(taken)).map(|taken| taken.id);
        let left: Vec<PieceId> = left.collect();
        self.forget(&left);
        if to.zone.has_pieces() {
            for taken in taken {
                self.put_piece(taken, to, side);
            }
            return Ok(());
        }
        let seats: Vec<Seat> = self.game.players.seats().all().iter().collect();
        for owner in seats {
            let of_owner = taken.iter().filter(|taken| taken.owner == owner);
            let cards: Vec<Card> = of_owner.filter_map(|taken| taken.id.card()).collect();
            if !cards.is_empty() {
                self.put_cards(owner, &cards, to)?;
            }
        }
        Ok(())
    }

    /// Shows what everybody sees when it moves (R-MOVE-03, R-SIDE-04).
    fn uncover(&mut self, taken: &Taken, to: Zone, side: Option<Side>) -> Dealt<()> {
        let Some(card) = taken.id.card() else { return Ok(()) };
        let was_down = taken.piece.as_ref().is_some_and(|piece| piece.side == Side::Down);
        let leaves_play = match taken.from {
            Zone::Battlefield => to != Zone::Battlefield,
            Zone::Stack => to != Zone::Battlefield && to != Zone::Stack,
            _ => false,
        };
        let keeps_side = was_down && !leaves_play && side.is_none();
        let is_up = match to {
            Zone::Graveyard | Zone::Command => true,
            Zone::Exile => side != Some(Side::Down),
            Zone::Battlefield | Zone::Stack => side.map_or(!keeps_side, Side::is_up),
            Zone::Hand | Zone::Library | Zone::Aside | Zone::Sideboard => side == Some(Side::Up),
        };
        if is_up || was_down && leaves_play {
            self.reveal(card)?;
        }
        Ok(())
    }

    fn put_piece(&mut self, taken: Taken, Place { zone, seat, at }: Place, side: Option<Side>) {
        let Taken { id, owner, piece, from } = taken;
        let controller = match zone {
            Zone::Command => owner,
            _ => seat.unwrap_or(self.seat),
        };
        let now = self.game.board.turn.number;
        let is_ability = piece
            .as_ref()
            .and_then(Piece::spec)
            .is_some_and(|spec| spec.kind == super::token::TokenKind::Ability);
        if is_ability || matches!(id, PieceId::Token(_)) && zone == Zone::Command && from != zone {
            return;
        }
        let written = piece.as_ref().and_then(|piece| piece.more()?.token.clone());
        let was = piece.as_ref().map_or(Side::Up, |piece| piece.side);
        let mut piece = match piece {
            // What stays in play keeps everything that is marked on it.
            Some(piece) if from == zone && zone != Zone::Stack => piece,
            _ => Piece::new(id, owner, controller, was, now),
        };
        if piece.controller != controller {
            piece.since = now;
        }
        piece.controller = controller;
        // Everybody sees what has left play (R-SIDE-02).
        let is_seen = from == Zone::Battlefield && zone != from || zone == Zone::Command;
        piece.side = side.unwrap_or(if is_seen && was == Side::Down { Side::Up } else { was });
        piece.change(|more| {
            more.token = written;
            if let At::Spot { x, y } = at {
                more.spot = Some(Spot { x, y });
            }
        });
        let board = self.board();
        match zone {
            Zone::Battlefield => board.players[controller].battlefield.push(piece),
            Zone::Command => board.players[controller].command.push(piece),
            _ => board.stack.push(piece),
        }
    }

    /// Puts cards of one owner into a zone of cards.
    pub(super) fn put_cards(&mut self, owner: Seat, cards: &[Card], to: Place) -> Dealt<()> {
        match to.zone {
            Zone::Hand => return self.enter_hand(owner, cards),
            Zone::Aside => {
                self.board().aside.extend(cards);
                return Ok(());
            }
            Zone::Sideboard if self.game.living.contains(owner) => {
                for &card in cards {
                    self.show(card, owner)?;
                }
            }
            _ => {}
        }
        let top_first = to.zone == Zone::Library;
        let Some(list) = self.player(owner).cards_mut(to.zone) else { return Ok(()) };
        let from_top = match to.at {
            At::Bottom | At::RandomBottom => list.len(),
            At::Nth(above) => usize::from(above).min(list.len()),
            At::Top | At::RandomTop | At::Spot { .. } => 0,
        };
        if top_first {
            list.splice(from_top..from_top, cards.iter().copied());
        } else {
            let at = list.len() - from_top;
            list.splice(at..at, cards.iter().rev().copied());
        }
        Ok(())
    }

    /// Puts cards into their owner’s hand, who sees them.
    pub(super) fn enter_hand(&mut self, owner: Seat, cards: &[Card]) -> Dealt<()> {
        for &card in cards {
            if self.game.living.contains(owner) {
                self.show(card, owner)?;
            }
        }
        if let Some(to) = self.game.players[owner].hand_shown {
            self.show_all(cards, to)?;
        }
        self.person(owner).stale = true;
        self.player(owner).hand.extend(cards);
        Ok(())
    }

    /// What was aimed at things that are gone is gone as well (R-MOVE-04).
    pub(super) fn forget(&mut self, gone: &[PieceId]) {
        let is_gone = |id: PieceId| gone.contains(&id);
        let is_it = |target: Target| target.piece().is_some_and(is_gone);
        let board = self.board();
        board.arrows.retain(|arrow| !is_it(arrow.from) && !is_it(arrow.to));
        board.piles.iter_mut().for_each(|pile| pile.retain(|&there| !is_gone(there)));
        for piece in board.all_pieces_mut() {
            let aims = piece.more().is_some_and(|more| {
                more.attached.is_some_and(is_it)
                    || more.attacks.is_some_and(is_it)
                    || more.blocks.is_some_and(is_gone)
            });
            if aims {
                piece.change(|more| {
                    more.attached = more.attached.filter(|&to| !is_it(to));
                    more.attacks = more.attacks.filter(|&to| !is_it(to));
                    more.blocks = more.blocks.filter(|&to| !is_gone(to));
                });
            }
        }
    }
}
