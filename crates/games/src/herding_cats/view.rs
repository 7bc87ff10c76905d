//! What one viewer sees of the table.

use facedown_core::{
    Card, Lens, OwnFaces, Seat, Show, Shown, ShownCards, ShownList, ShownSeats, Sparse,
    SparseSeats, Standing,
};
use serde::Serialize;

use super::event::open;
use super::kind::Kind;
use super::state::{Discard, HerdCard, HerdingCats, Phase, Player, Then};

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View<'a> {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// Whose turn it is.
    pub turn: Seat,
    /// What the table is waiting for. The same for everybody.
    pub now: Phase,
    /// What is printed on the card that was played and lies on the table, if the viewer may see that: whoever played it
    /// does, and the others once it has been turned over (R-CHAL-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub played: Option<Kind>,
    /// What lies before each player.
    pub players: ShownSeats<'a, Player, PlayerSight<'a>>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView<'a> {
    /// The hand, in the order in which it is held.
    pub hand: ShownCards<'a, Kind>,
    /// The herd.
    pub herd: ShownList<'a, HerdCard, HerdSight<'a>>,
    /// The discard pile, oldest first.
    pub discard: ShownList<'a, Discard, Lens<'a, Kind>>,
    /// The two cards out of the game, whose faces nobody sees until it is over (R-SET-03).
    pub out: [Shown<Kind>; 2],
}

/// What one viewer sees of a card in a herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HerdView {
    /// Which card, and what is printed on it for those who may see that.
    #[serde(flatten)]
    pub card: Shown<Kind>,
    /// What it counts as, if the viewer can know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub identity: Option<Kind>,
    /// Whether it lies face up and so is protected.
    pub face_up: bool,
}

/// What one viewer sees of a card on a discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DiscardView {
    /// Which card, and what it shows: what it counted as.
    #[serde(flatten)]
    pub card: Shown<Kind>,
    /// What is printed on it, if that is something else and the viewer may see it (R-HERD-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub printed: Option<Kind>,
}

/// What one player sees beyond what everybody sees.
#[derive(Clone, Serialize)]
pub struct Own<'a> {
    you: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Kind>,
    #[serde(skip_serializing_if = "SparseSeats::is_empty")]
    players: SparseSeats<'a, Player, OwnPlayerSight<'a>>,
}

#[derive(Clone, Copy, Serialize)]
struct OwnPlayer<'a> {
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    hand: OwnFaces<'a, Kind>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    herd: Sparse<'a, HerdCard, OwnHerdSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    discard: Sparse<'a, Discard, OwnDiscardSight<'a>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    out: OwnFaces<'a, Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct OwnHerd {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    face: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct OwnDiscard {
    printed: Kind,
}

/// Shows one viewer what lies before the players.
#[derive(Clone, Copy)]
pub struct PlayerSight<'a> {
    game: &'a HerdingCats,
    lens: Lens<'a, Kind>,
}

impl<'a> Show<(Seat, &'a Player)> for PlayerSight<'a> {
    type Seen = PlayerView<'a>;

    fn show(&self, &(holder, player): &(Seat, &'a Player)) -> PlayerView<'a> {
        let Self { game, lens } = *self;
        PlayerView {
            hand: lens.cards(&player.hand),
            herd: ShownList::new(&player.herd, HerdSight { game, holder, lens }),
            discard: ShownList::new(&player.discard, lens),
            out: player.out.map(|card| lens.shown(card)),
        }
    }
}

/// Shows the cards of one herd to one viewer.
#[derive(Clone, Copy)]
pub struct HerdSight<'a> {
    game: &'a HerdingCats,
    holder: Seat,
    lens: Lens<'a, Kind>,
}

impl Show<HerdCard> for HerdSight<'_> {
    type Seen = HerdView;

    fn show(&self, herd: &HerdCard) -> HerdView {
        self.game.herd_view(self.holder, *herd, &self.lens)
    }
}

impl Show<Discard> for Lens<'_, Kind> {
    type Seen = DiscardView;

    fn show(&self, discard: &Discard) -> DiscardView {
        DiscardView {
            card: open(discard.card, discard.identity),
            printed: self.face(discard.card).filter(|&face| face != discard.identity),
        }
    }
}

/// Shows what one viewer sees of a herd and not everybody.
#[derive(Clone, Copy)]
struct OwnHerdSight<'a>(HerdSight<'a>);

impl Show<HerdCard> for OwnHerdSight<'_> {
    type Seen = Option<OwnHerd>;

    fn show(&self, herd: &HerdCard) -> Option<OwnHerd> {
        // Most cards are seen by all alike, and that is quickly told.
        if !herd.stolen && self.0.lens.own_face(herd.card).is_none() {
            return None;
        }
        let everybody = HerdSight { lens: self.0.lens.public(), ..self.0 }.show(herd);
        let own = self.0.show(herd);
        (own != everybody).then(|| OwnHerd {
            face: own.card.face.filter(|_| everybody.card.face.is_none()),
            identity: own.identity.filter(|_| everybody.identity.is_none()),
        })
    }
}

/// Shows what one viewer sees of a discard pile and not everybody.
#[derive(Clone, Copy)]
struct OwnDiscardSight<'a>(Lens<'a, Kind>);

impl Show<Discard> for OwnDiscardSight<'_> {
    type Seen = Option<OwnDiscard>;

    fn show(&self, discard: &Discard) -> Option<OwnDiscard> {
        let printed = self.0.own_face(discard.card)?.face;
        (printed != discard.identity).then_some(OwnDiscard { printed })
    }
}

/// Shows what one viewer sees of what lies before one player and not everybody.
#[derive(Clone, Copy)]
struct OwnPlayerSight<'a>(PlayerSight<'a>);

impl<'a> Show<(Seat, &'a Player)> for OwnPlayerSight<'a> {
    type Seen = Option<OwnPlayer<'a>>;

    fn show(&self, &(holder, player): &(Seat, &'a Player)) -> Option<OwnPlayer<'a>> {
        let PlayerSight { game, lens } = self.0;
        let own = OwnPlayer {
            hand: lens.own_faces(&player.hand),
            herd: Sparse::new(&player.herd, OwnHerdSight(HerdSight { game, holder, lens })),
            discard: Sparse::new(&player.discard, OwnDiscardSight(lens)),
            out: lens.own_faces(&player.out),
        };
        let OwnPlayer { hand, herd, discard, out } = &own;
        let is_empty = hand.is_empty() && herd.is_empty() && discard.is_empty() && out.is_empty();
        (!is_empty).then_some(own)
    }
}

impl HerdingCats {
    pub(super) fn own_through<'a>(&'a self, lens: &Lens<'a, Kind>) -> Own<'a> {
        let on_table = self.phase.on_the_table().and_then(|card| lens.own_face(card));
        Own {
            you: lens.seat(),
            played: on_table.map(|own| own.face),
            players: SparseSeats::new(&self.players, OwnPlayerSight(self.player_sight(lens))),
        }
    }

    pub(super) fn view_through<'a>(&'a self, lens: &Lens<'a, Kind>) -> View<'a> {
        View {
            you: lens.seat(),
            turn: self.turn,
            now: self.phase,
            played: self.phase.on_the_table().and_then(|card| lens.face(card)),
            players: ShownSeats::new(&self.players, self.player_sight(lens)),
            standing: (self.phase == Phase::Over).then(|| self.score()),
        }
    }

    const fn player_sight<'a>(&'a self, lens: &Lens<'a, Kind>) -> PlayerSight<'a> {
        PlayerSight { game: self, lens: *lens }
    }

    /// A herd card as this viewer sees it. A stolen one is for the thief alone, until it is turned over
    /// (R-CATNIP-01, R-INT-06, R-END-02).
    fn herd_view(&self, holder: Seat, herd: HerdCard, lens: &Lens<Kind>) -> HerdView {
        let over = self.phase == Phase::Over;
        let is_open = !herd.stolen || herd.face_up || over || self.is_identified(herd.card);
        if !is_open && lens.seat() != Some(holder) && !lens.is_hindsight() {
            return HerdView { card: Shown::back(herd.card), identity: None, face_up: false };
        }
        HerdView {
            card: lens.shown(herd.card),
            identity: herd.identity.or_else(|| lens.face(herd.card)),
            face_up: herd.face_up || herd.stolen && over,
        }
    }

    /// Whether everybody was just told what this card is, because its holder was challenged (R-INT-05).
    fn is_identified(&self, card: Card) -> bool {
        matches!(self.phase, Phase::Penalty { then: Then::Substitute { presented, .. }, .. } if presented == card)
    }
}
