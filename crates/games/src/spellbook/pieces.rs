//! What lies on the table: tapping, turning over, notes, counters, arrows, piles, control (R-TAP, R-SIDE, R-MARK, R-COUNT).

use facedown_core::{Dealer, Dealt, Seat};

use super::acting::{Acting, count};
use super::details::Marks;
use super::event::Event;
use super::find::{MOST, each_once, in_range, within};
use super::piece::{Arrow, Designation, add_counters, count_of};
use super::place::{PieceId, Side, Target, Zone};
use super::refusal::Refusal;
use super::state::{Counted, Spellbook};
use super::words::Name;

/// How many arrows and piles there are at most.
const MOST_ARROWS: usize = 100;

impl Spellbook {
    /// Tapping is open to all: people tap each other’s things, and the log says who did (R-TAP-01).
    pub(super) fn check_tap(&self, pieces: &[PieceId]) -> Result<(), Refusal> {
        each_once(pieces)?;
        pieces.iter().try_for_each(|&id| self.any_piece(id).map(drop))
    }

    pub(super) fn check_turn(&self, seat: Seat, id: PieceId) -> Result<(), Refusal> {
        if let PieceId::Token(token) = id {
            return Err(Refusal::IsToken { token });
        }
        self.own_piece(seat, id).map(drop)
    }

    pub(super) fn check_set(&self, seat: Seat, id: PieceId, marks: &Marks) -> Result<(), Refusal> {
        if *marks == Marks::default() {
            return Err(Refusal::Nothing { what: "mark" });
        }
        self.own_piece(seat, id).map(drop)
    }

    /// Counters are open to all (R-COUNT-01, R-COUNT-02).
    pub(super) fn check_count(&self, on: Target, counter: &Name, by: i32) -> Result<(), Refusal> {
        self.there(on)?;
        if counter.trim().is_empty() {
            return Err(Refusal::NoName);
        }
        if by == 0 {
            return Err(Refusal::Nothing { what: "counter" });
        }
        let (before, names) = self.counters(on, counter);
        if before == 0 && names >= MOST_ARROWS {
            return Err(Refusal::TooMany {
                given: names + 1,
                what: "kinds of counters",
                most: names,
            });
        }
        let after = i64::from(before) + i64::from(by);
        if (0..=MOST).contains(&after) {
            return Ok(());
        }
        let before = i64::from(before);
        in_range(by.into(), -before, MOST - before)
    }

    /// How many counters of this name something has, and of how many names.
    fn counters(&self, on: Target, name: &str) -> (i32, usize) {
        let counters = match (on, on.piece()) {
            (Target::Seat(seat), _) => Some(&self.board.players[seat].counters),
            (_, Some(id)) => match self.board.piece(id) {
                Some(piece) => piece.more().map(|more| &more.counters),
                None => self.board.counted.iter().find_map(|counted| {
                    (Some(counted.card) == id.card()).then_some(&counted.counters)
                }),
            },
            (_, None) => None,
        };
        counters.map_or((0, 0), |counters| (count_of(counters, name), counters.len()))
    }

    pub(super) fn check_arrow(&self, from: Target, to: Target) -> Result<(), Refusal> {
        self.there(from)?;
        self.there(to)?;
        if let (true, Some(piece)) = (from == to, from.piece()) {
            return Err(Refusal::AtItself { piece });
        }
        within(self.board.arrows.len() + 1, MOST_ARROWS, "arrows")
    }

    pub(super) fn check_attach(
        &self,
        seat: Seat,
        id: PieceId,
        to: Option<Target>,
    ) -> Result<(), Refusal> {
        self.own_piece(seat, id)?;
        match to {
            Some(to) if to.piece() == Some(id) => Err(Refusal::AtItself { piece: id }),
            Some(to) => self.there(to),
            None => Ok(()),
        }
    }

    pub(super) fn check_piles(&self, piles: &[Vec<PieceId>]) -> Result<(), Refusal> {
        let all: Vec<PieceId> = piles.iter().flatten().copied().collect();
        if piles.is_empty() {
            return Ok(());
        }
        within(piles.len(), MOST_ARROWS, "piles")?;
        each_once(&all)?;
        all.iter().try_for_each(|&id| self.found(id).map(drop))
    }

    pub(super) fn check_control(&self, seat: Seat, id: PieceId, to: Seat) -> Result<(), Refusal> {
        self.own_piece(seat, id)?;
        self.living(to)
    }

    pub(super) fn check_designate(&self, what: &Name, seat: Option<Seat>) -> Result<(), Refusal> {
        if what.trim().is_empty() {
            return Err(Refusal::NoName);
        }
        let Some(seat) = seat else { return Ok(()) };
        within(self.board.designations.len() + 1, MOST_ARROWS, "designations")?;
        self.living(seat)
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    pub(super) fn tap(&mut self, pieces: &[PieceId], tapped: bool) {
        for &id in pieces {
            if let Some(piece) = self.board().piece_mut(id) {
                piece.tapped = tapped;
            }
        }
        let (player, pieces) = (self.seat, self.game.all_named(pieces));
        self.announce(if tapped {
            Event::Tapped { player, pieces }
        } else {
            Event::Untapped { player, pieces }
        });
    }

    /// Untaps what does not stay tapped (R-TAP-02).
    pub(super) fn untap_all(&mut self, seat: Seat) {
        let mut untapped = 0;
        for piece in &mut self.player(seat).battlefield {
            let stays = piece.more().is_some_and(|more| more.stays_tapped == Some(true));
            if piece.tapped && !stays {
                piece.tapped = false;
                untapped += 1;
            }
        }
        self.announce(Event::UntappedAll { player: seat, count: count(untapped) });
    }

    /// Turns a card over (R-SIDE-01 to R-SIDE-03).
    pub(super) fn turn(&mut self, id: PieceId, side: Side) -> Dealt<()> {
        if let Some(card) = id.card().filter(|_| side.is_up()) {
            self.reveal(card)?;
        }
        if let Some(piece) = self.board().piece_mut(id) {
            piece.side = side;
        }
        let piece = self.game.named(id);
        self.announce(Event::Turned { player: self.seat, piece, side });
        Ok(())
    }

    pub(super) fn set(&mut self, id: PieceId, marks: &Marks) {
        let Marks { power, toughness, note, colours, stays_tapped, phased } = marks.clone();
        if let Some(piece) = self.board().piece_mut(id) {
            piece.change(|more| {
                let text = |new: Option<Name>, old: &mut Option<Name>| {
                    if let Some(new) = new {
                        *old = (!new.is_empty()).then_some(new);
                    }
                };
                text(power, &mut more.power);
                text(toughness, &mut more.toughness);
                if let Some(note) = note {
                    more.note = (!note.is_empty()).then_some(note);
                }
                more.colours = colours.or(more.colours);
                let flag = |new: Option<bool>, old: Option<bool>| new.or(old).filter(|&set| set);
                more.stays_tapped = flag(stays_tapped, more.stays_tapped);
                more.phased = flag(phased, more.phased);
            });
        }
        let piece = self.game.named(id);
        self.announce(Event::Marked { player: self.seat, piece, marks: marks.clone() });
    }

    pub(super) fn count_on(&mut self, on: Target, counter: &Name, by: i32) {
        let board = self.board();
        match (on, on.piece()) {
            (Target::Seat(seat), _) => add_counters(&mut board.players[seat].counters, counter, by),
            (_, Some(id)) => match (board.piece_mut(id), id.card()) {
                (Some(piece), _) => {
                    piece.change(|more| add_counters(&mut more.counters, counter, by));
                }
                (None, Some(card)) => {
                    let at = board.counted.iter().position(|counted| counted.card == card);
                    let at = at.unwrap_or_else(|| {
                        board.counted.push(Counted { card, counters: Vec::new() });
                        board.counted.len() - 1
                    });
                    add_counters(&mut board.counted[at].counters, counter, by);
                    board.counted.retain(|counted| !counted.counters.is_empty());
                }
                (None, None) => {}
            },
            (_, None) => {}
        }
        let (left, _) = self.game.counters(on, counter);
        let (player, on, counter) = (self.seat, self.game.aimed(on), counter.clone());
        self.announce(Event::CountersChanged { player, on, counter, by, count: left });
    }

    pub(super) fn arrow(&mut self, from: Target, to: Target) {
        let by = self.seat;
        self.board().arrows.push(Arrow { by, from, to });
        let (from, to) = (self.game.aimed(from), self.game.aimed(to));
        self.announce(Event::ArrowDrawn { player: by, from, to });
    }

    pub(super) fn clear_arrows(&mut self) {
        let by = self.seat;
        self.board().arrows.retain(|arrow| arrow.by != by);
        self.announce(Event::ArrowsCleared { player: by });
    }

    pub(super) fn attach(&mut self, id: PieceId, to: Option<Target>) {
        if let Some(piece) = self.board().piece_mut(id) {
            piece.change(|more| more.attached = to);
        }
        let (piece, to) = (self.game.named(id), to.map(|to| self.game.aimed(to)));
        self.announce(Event::Attached { player: self.seat, piece, to });
    }

    pub(super) fn make_piles(&mut self, piles: &[Vec<PieceId>]) {
        self.board().piles = piles.to_vec();
        let piles = piles.iter().map(|pile| count(pile.len())).collect();
        self.announce(Event::PilesMade { player: self.seat, piles });
    }

    /// Gives control of something to another player; who controls a face-down card may look at it (R-CONTROL-01).
    pub(super) fn control(&mut self, id: PieceId, to: Seat) {
        let piece = self.game.named(id);
        self.hand_over(id, to);
        self.announce(Event::ControlChanged { player: self.seat, piece, to });
    }

    pub(super) fn hand_over(&mut self, id: PieceId, to: Seat) {
        let Some(found) = self.game.board.find_piece(id) else { return };
        let now = self.game.board.turn.number;
        let board = self.board();
        if found.zone == Zone::Battlefield && found.seat != to {
            let piece = board.players[found.seat].battlefield.remove(found.at);
            board.players[to].battlefield.push(piece);
        }
        let Some(piece) = board.piece_mut(id) else { return };
        let is_new = piece.controller != to;
        piece.controller = to;
        if is_new {
            piece.since = now;
            piece.change(|more| (more.attacks, more.blocks, more.spot) = (None, None, None));
        }
    }

    /// Gives a designation to somebody or takes it away. Each is in one pair of hands (R-MARK-04).
    pub(super) fn designate(&mut self, what: &Name, seat: Option<Seat>) {
        let designations = &mut self.board().designations;
        designations.retain(|designation| designation.what != *what);
        if let Some(seat) = seat {
            designations.push(Designation { what: what.clone(), seat });
        }
        self.announce(Event::Designated { player: self.seat, what: what.clone(), seat });
    }
}
