//! Where things are, and whose they are (R-WHO-02, R-WHO-03).

use facedown_core::{Card, Seat};

use super::piece::Piece;
use super::place::{PieceId, Target, Zone};
use super::refusal::Refusal;
use super::state::{Board, Player, Spellbook};

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) zone: Zone,
    /// On whose side. For the stack: who put it there; for what is set aside: whose it is.
    pub(super) seat: Seat,
    /// The place in the zone.
    pub(super) at: usize,
}

impl Player {
    /// The cards of a zone that holds cards and no pieces.
    pub(super) const fn cards(&self, zone: Zone) -> Option<&Vec<Card>> {
        Some(match zone {
            Zone::Library => &self.library,
            Zone::Hand => &self.hand,
            Zone::Graveyard => &self.graveyard,
            Zone::Exile => &self.exile,
            Zone::Sideboard => &self.sideboard,
            Zone::Battlefield | Zone::Command | Zone::Stack | Zone::Aside => return None,
        })
    }

    /// The same, to be changed.
    pub(super) const fn cards_mut(&mut self, zone: Zone) -> Option<&mut Vec<Card>> {
        Some(match zone {
            Zone::Library => &mut self.library,
            Zone::Hand => &mut self.hand,
            Zone::Graveyard => &mut self.graveyard,
            Zone::Exile => &mut self.exile,
            Zone::Sideboard => &mut self.sideboard,
            Zone::Battlefield | Zone::Command | Zone::Stack | Zone::Aside => return None,
        })
    }
}

/// The zones of a player that hold cards and no pieces.
pub(super) const CARD_ZONES: [Zone; 5] =
    [Zone::Hand, Zone::Graveyard, Zone::Exile, Zone::Library, Zone::Sideboard];

impl Board {
    /// The pieces of a zone on one side.
    pub(super) fn pieces(&self, zone: Zone, seat: Seat) -> &[Piece] {
        match zone {
            Zone::Battlefield => &self.players[seat].battlefield,
            Zone::Command => &self.players[seat].command,
            Zone::Stack => &self.stack,
            _ => &[],
        }
    }

    /// All pieces: of the battlefield, the command zone and the stack.
    pub(super) fn all_pieces(&self) -> impl Iterator<Item = &Piece> {
        let players = self.players.values().iter();
        players
            .flat_map(|player| player.battlefield.iter().chain(&player.command))
            .chain(&self.stack)
    }

    /// The same, to be changed.
    pub(super) fn all_pieces_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        let players = self.players.iter_mut().map(|(_, player)| player);
        players
            .flat_map(|player| player.battlefield.iter_mut().chain(&mut player.command))
            .chain(&mut self.stack)
    }

    /// This piece.
    pub(super) fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.all_pieces().find(|piece| piece.id == id)
    }

    /// This piece, to be changed.
    pub(super) fn piece_mut(&mut self, id: PieceId) -> Option<&mut Piece> {
        self.all_pieces_mut().find(|piece| piece.id == id)
    }

    /// Where a piece is.
    pub(super) fn find_piece(&self, id: PieceId) -> Option<Found> {
        let is_it = |piece: &Piece| piece.id == id;
        for (seat, player) in self.players.iter() {
            for zone in [Zone::Battlefield, Zone::Command] {
                let pieces =
                    if zone == Zone::Command { &player.command } else { &player.battlefield };
                if let Some(at) = pieces.iter().position(is_it) {
                    return Some(Found { zone, seat, at });
                }
            }
        }
        let at = self.stack.iter().position(is_it)?;
        Some(Found { zone: Zone::Stack, seat: self.stack[at].controller, at })
    }

    /// Where a card lies that is no piece and not set aside.
    fn find_card(&self, card: Card) -> Option<Found> {
        self.players.iter().find_map(|(seat, player)| {
            CARD_ZONES.into_iter().find_map(|zone| {
                let at = player.cards(zone)?.iter().position(|&there| there == card)?;
                Some(Found { zone, seat, at })
            })
        })
    }
}

impl Spellbook {
    /// Who has brought this card.
    pub(super) fn owner(&self, card: Card) -> Option<Seat> {
        let brought = |pool: &[Card]| match pool {
            [first, .., last] => (*first..=*last).contains(&card),
            pool => pool.contains(&card),
        };
        let owns = |person: &super::state::Person| {
            brought(&person.pool) || person.commanders.contains(&card)
        };
        self.players.iter().find(|(_, person)| owns(person)).map(|(seat, _)| seat)
    }

    /// Where something is, if it is on the table.
    pub(super) fn find(&self, id: PieceId) -> Option<Found> {
        let piece = || self.board.find_piece(id);
        let Some(card) = id.card() else { return piece() };
        let aside = || {
            let at = self.board.aside.iter().position(|&there| there == card)?;
            Some(Found { zone: Zone::Aside, seat: self.owner(card)?, at })
        };
        piece().or_else(|| self.board.find_card(card)).or_else(aside)
    }

    /// Where something is that has to be there (R-WHO-02).
    pub(super) fn found(&self, id: PieceId) -> Result<Found, Refusal> {
        self.find(id).ok_or(Refusal::Gone { piece: id })
    }

    /// Where something is that has to be the player’s own: in play what they control, elsewhere what they own (R-WHO-03).
    pub(super) fn own(&self, seat: Seat, id: PieceId) -> Result<Found, Refusal> {
        let found = self.found(id)?;
        if found.seat == seat {
            Ok(found)
        } else {
            Err(Refusal::NotYours { piece: id, seat: found.seat })
        }
    }

    /// A piece in play that has to be the player’s own.
    pub(super) fn own_piece(&self, seat: Seat, id: PieceId) -> Result<&Piece, Refusal> {
        let found = self.own(seat, id)?;
        self.in_play(id, found)
    }

    /// A piece that has to be in play, whoever controls it.
    pub(super) fn any_piece(&self, id: PieceId) -> Result<&Piece, Refusal> {
        let found = self.found(id)?;
        self.in_play(id, found)
    }

    fn in_play(&self, id: PieceId, Found { zone, seat, at }: Found) -> Result<&Piece, Refusal> {
        let instead = "move it to the battlefield first";
        let wrong = Refusal::WrongZone { piece: id, zone, instead, rule: "R-ZONE-03" };
        self.board.pieces(zone, seat).get(at).ok_or(wrong)
    }

    /// A player who has to be in the game (R-WHO-01).
    pub(super) fn living(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.players.seats().has(seat) {
            Err(Refusal::NoSuchSeat { seat })
        } else if self.living.contains(seat) {
            Ok(())
        } else {
            Err(Refusal::SeatIsOut { seat })
        }
    }

    /// A player or a thing that has to be there.
    pub(super) fn there(&self, target: Target) -> Result<(), Refusal> {
        match (target, target.piece()) {
            (Target::Seat(seat), _) => self.living(seat),
            (_, Some(id)) => self.found(id).map(drop),
            (_, None) => Ok(()),
        }
    }
}

/// Checks that a list names each thing once, at least one and not too many (R-WHO-04).
pub(super) fn each_once(ids: &[PieceId]) -> Result<(), Refusal> {
    within(ids.len(), MOST_NAMED, "things")?;
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Refusal::Twice { piece: pair[0] }),
        None => Ok(()),
    }
}

/// The same for cards.
pub(super) fn each_card_once(cards: &[Card]) -> Result<(), Refusal> {
    each_once(&cards.iter().map(|&card| PieceId::Card(card)).collect::<Vec<_>>())
}

/// Checks that a number of things is at least one and at most `most` (R-WHO-04).
pub(super) const fn within(given: usize, most: usize, what: &'static str) -> Result<(), Refusal> {
    match given {
        0 => Err(Refusal::Nothing { what }),
        _ if given > most => Err(Refusal::TooMany { given, what, most }),
        _ => Ok(()),
    }
}

/// Checks that a number is in range (R-COUNT-02).
pub(super) fn in_range(given: i64, least: i64, most: i64) -> Result<(), Refusal> {
    if (least..=most).contains(&given) {
        Ok(())
    } else {
        Err(Refusal::OutOfRange { given, least, most })
    }
}

/// How many things one action names at most (R-WHO-04).
pub(super) const MOST_NAMED: usize = 500;
/// The largest number of counters, life or damage (R-COUNT-02).
pub(super) const MOST: i64 = 1_000_000;
