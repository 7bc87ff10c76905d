//! What one viewer sees of the table.
//!
//! How to read a [`View`]:
//!
//! - Every card is `{ id, type? }`: its handle, and its face (32 digits, the key of a catalogue) if this viewer may see it. So a
//!   hand of somebody else is a list of handles, a library shows exactly those cards that the viewer has seen and not lost
//!   track of, and a face-down card shows its face to its controller alone. Nothing but `type` differs between viewers, and
//!   `you`.
//! - `battlefield`, `stack` and `command` hold *pieces*: cards and things that are none, with what is marked on them. A piece
//!   is named in actions by `{ card: id }` or `{ token: n }` (`PieceId`). What most pieces do not have is in `more`; a token’s own
//!   words are in `more.token`. Whether a face-down card is known tells `side`, not `type`.
//! - `library` lists its top card first, `graveyard`, `exile` and `stack` their oldest card first.
//! - `players[s].looking` is the look that player s has open: the page shows its `cards` (their faces are in the library or hand
//!   that they lie in) and ends it with `sort-out` or `done`. `order` of `sort-out` is an order of `looking.cards`, that of
//!   `from-hand` one of `hand`, that of `sideboard` one of `library` followed by `sideboard`.
//! - `request` is the one open question: `answers.waiting` have to answer with `agree` or `refuse`.
//! - Everybody who lives may act at any time; `phase` says whom the table waits for.

use std::sync::Arc;

use facedown_core::{
    Card, Lens, OwnFace, OwnFaces, Seat, Seats, Show, ShownCards, ShownList, ShownSeats, Sparse,
    SparseSeats, Standing,
};
use serde::Serialize;

use super::face::CardId;
use super::options::Options;
use super::piece::{Arrow, Counter, Designation, More, Piece};
use super::place::{Audience, PieceId, Side};
use super::state::{CommanderDamage, Counted, Looking, Phase, Player, Request, Spellbook, Tax};
use super::turn::Turn;

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View<'a> {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// What the table is doing.
    pub phase: Phase,
    /// What the table chose.
    pub options: &'a Options,
    /// Who is in the present game.
    pub living: Seats,
    /// The number of the present game, counted from 1.
    pub game: u32,
    /// Whose turn it is.
    pub turn: &'a Turn,
    /// Who has asked the player whose turn it is to wait.
    pub holds: Seats,
    /// What each player has.
    pub players: ShownSeats<'a, Player, PlayerSight<'a>>,
    /// Spells and abilities that wait to resolve, the oldest first.
    pub stack: ShownList<'a, Piece, Lens<'a, CardId>>,
    /// What is set aside.
    pub aside: ShownCards<'a, CardId>,
    /// The piles into which somebody has divided things.
    pub piles: &'a [Vec<PieceId>],
    /// Arrows.
    pub arrows: &'a [Arrow],
    /// Monarch, initiative and the like.
    pub designations: &'a [Designation],
    /// Counters on cards that are no pieces.
    pub counted: &'a [Counted],
    /// The open question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub request: Option<&'a Request>,
    /// How many of the last actions the players can agree to undo.
    pub undoable: usize,
    /// Who can take the last action back at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub take_back: Option<Seat>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView<'a> {
    /// Life.
    pub life: i32,
    /// Counters: poison, energy, any other.
    pub counters: &'a [Counter],
    /// Mana in the pool: white, blue, black, red, green, colourless.
    pub mana: [u32; 6],
    /// How often each commander was cast from the command zone.
    pub tax: &'a [Tax],
    /// Combat damage from commanders.
    pub commander_damage: &'a [CommanderDamage],
    /// The cards to draw from, the top one first.
    pub library: ShownCards<'a, CardId>,
    /// The hand.
    pub hand: ShownCards<'a, CardId>,
    /// What the player controls.
    pub battlefield: ShownList<'a, Piece, Lens<'a, CardId>>,
    /// The discard pile, the oldest card first.
    pub graveyard: ShownCards<'a, CardId>,
    /// What was removed from play.
    pub exile: ShownCards<'a, CardId>,
    /// Commanders and emblems.
    pub command: ShownList<'a, Piece, Lens<'a, CardId>>,
    /// Cards that were brought and not put into the library.
    pub sideboard: ShownCards<'a, CardId>,
    /// The player’s cards after the player has left the game.
    pub gone: ShownCards<'a, CardId>,
    /// What the player has chosen in secret.
    pub choices: ShownCards<'a, CardId>,
    /// The look that the player has open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub looking: Option<&'a Looking>,
    /// The player’s commanders.
    pub commanders: &'a [Card],
    /// How many games the player has won.
    pub wins: u32,
    /// How many mulligans the player has taken in this game.
    pub mulligans: u16,
    /// To whom the top card of the library is kept shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub top_shown: Option<Audience>,
    /// To whom the hand is kept shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hand_shown: Option<Audience>,
}

/// What one viewer sees of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct PieceView {
    /// The card, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Card>,
    /// The card’s face, if the viewer may see it.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub face: Option<CardId>,
    /// The number of the token, if it is no card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u16>,
    /// Whose it is.
    pub owner: Seat,
    /// Who controls it. On the stack: who put it there.
    pub controller: Seat,
    /// Which side is up.
    pub side: Side,
    /// Whether it is tapped.
    pub tapped: bool,
    /// The turn in which it came under its controller’s control.
    pub since: u32,
    /// Everything else, which most pieces do not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Arc<More>>,
}

/// What one player sees beyond what everybody sees.
#[derive(Clone, Serialize)]
pub struct Own<'a> {
    you: Option<Seat>,
    #[serde(skip_serializing_if = "SparseSeats::is_empty")]
    players: SparseSeats<'a, Player, OwnPlayerSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    stack: Sparse<'a, Piece, OwnPieceSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    aside: OwnFaces<'a, CardId>,
}

#[derive(Clone, Serialize)]
struct OwnPlayer<'a> {
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    library: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    hand: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    battlefield: Sparse<'a, Piece, OwnPieceSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    graveyard: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    exile: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    command: Sparse<'a, Piece, OwnPieceSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    sideboard: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    gone: OwnFaces<'a, CardId>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    choices: OwnFaces<'a, CardId>,
}

impl Show<Piece> for Lens<'_, CardId> {
    type Seen = PieceView;

    fn show(&self, piece: &Piece) -> PieceView {
        let token = match piece.id {
            PieceId::Card(_) => None,
            PieceId::Token(token) => Some(token),
        };
        let id = piece.id.card();
        PieceView {
            id,
            face: id.and_then(|card| self.face(card)),
            token,
            owner: piece.owner,
            controller: piece.controller,
            side: piece.side,
            tapped: piece.tapped,
            since: piece.since,
            more: piece.more.clone(),
        }
    }
}

/// Shows the faces of pieces that one viewer sees and not everybody.
#[derive(Clone, Copy)]
struct OwnPieceSight<'a>(Lens<'a, CardId>);

impl Show<Piece> for OwnPieceSight<'_> {
    type Seen = Option<OwnFace<CardId>>;

    fn show(&self, piece: &Piece) -> Option<OwnFace<CardId>> {
        self.0.own_face(piece.id.card()?)
    }
}

/// Shows one viewer what the players have.
#[derive(Clone, Copy)]
pub struct PlayerSight<'a> {
    game: &'a Spellbook,
    lens: Lens<'a, CardId>,
}

impl<'a> Show<(Seat, &'a Player)> for PlayerSight<'a> {
    type Seen = PlayerView<'a>;

    fn show(&self, &(seat, player): &(Seat, &'a Player)) -> PlayerView<'a> {
        let Self { game, lens } = *self;
        let person = &game.players[seat];
        PlayerView {
            life: player.life,
            counters: &player.counters,
            mana: player.mana,
            tax: &player.tax,
            commander_damage: &player.commander_damage,
            library: lens.cards(&player.library),
            hand: lens.cards(&player.hand),
            battlefield: ShownList::new(&player.battlefield, lens),
            graveyard: lens.cards(&player.graveyard),
            exile: lens.cards(&player.exile),
            command: ShownList::new(&player.command, lens),
            sideboard: lens.cards(&player.sideboard),
            gone: lens.cards(&player.gone),
            choices: lens.cards(&person.choices),
            looking: person.look.as_ref(),
            commanders: &person.commanders,
            wins: person.wins,
            mulligans: person.mulligans,
            top_shown: person.top_shown,
            hand_shown: person.hand_shown,
        }
    }
}

/// Shows what one viewer sees of what the players have and not everybody.
#[derive(Clone, Copy)]
struct OwnPlayerSight<'a>(PlayerSight<'a>);

impl<'a> Show<(Seat, &'a Player)> for OwnPlayerSight<'a> {
    type Seen = Option<OwnPlayer<'a>>;

    fn show(&self, &(seat, player): &(Seat, &'a Player)) -> Option<OwnPlayer<'a>> {
        let PlayerSight { game, lens } = self.0;
        let sight = OwnPieceSight(lens);
        let own = OwnPlayer {
            library: lens.own_faces(&player.library),
            hand: lens.own_faces(&player.hand),
            battlefield: Sparse::new(&player.battlefield, sight),
            graveyard: lens.own_faces(&player.graveyard),
            exile: lens.own_faces(&player.exile),
            command: Sparse::new(&player.command, sight),
            sideboard: lens.own_faces(&player.sideboard),
            gone: lens.own_faces(&player.gone),
            choices: lens.own_faces(&game.players[seat].choices),
        };
        let is_empty = own.library.is_empty()
            && own.hand.is_empty()
            && own.battlefield.is_empty()
            && own.graveyard.is_empty()
            && own.exile.is_empty()
            && own.command.is_empty()
            && own.sideboard.is_empty()
            && own.gone.is_empty()
            && own.choices.is_empty();
        (!is_empty).then_some(own)
    }
}

impl Spellbook {
    pub(super) fn own_through<'a>(&'a self, lens: &Lens<'a, CardId>) -> Own<'a> {
        let sight = PlayerSight { game: self, lens: *lens };
        Own {
            you: lens.seat(),
            players: SparseSeats::new(&self.board.players, OwnPlayerSight(sight)),
            stack: Sparse::new(&self.board.stack, OwnPieceSight(*lens)),
            aside: lens.own_faces(&self.board.aside),
        }
    }

    pub(super) fn view_through<'a>(&'a self, lens: &Lens<'a, CardId>) -> View<'a> {
        let board = &*self.board;
        View {
            you: lens.seat(),
            phase: self.phase,
            options: &self.options,
            living: self.living,
            game: self.games_played + 1,
            turn: &board.turn,
            holds: board.holds,
            players: ShownSeats::new(&board.players, PlayerSight { game: self, lens: *lens }),
            stack: ShownList::new(&board.stack, *lens),
            aside: lens.cards(&board.aside),
            piles: &board.piles,
            arrows: &board.arrows,
            designations: &board.designations,
            counted: &board.counted,
            request: self.request.as_ref(),
            undoable: self.past.len(),
            take_back: self.past.last().filter(|past| !past.told).map(|past| past.by),
            standing: self.outcome(),
        }
    }
}
