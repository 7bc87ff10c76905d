//! What one viewer sees of the table.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Lens, OwnFace, Seat, Shown, Sparse, Standing};
use serde::Serialize;

use super::event::open;
use super::kind::Kind;
use super::state::{HAND, HerdCard, HerdingCats, PILE, Phase, Player, Then};

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
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
    pub players: BySeat<PlayerView>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView {
    /// The hand, in the order in which it is held.
    pub hand: ArrayVec<Shown<Kind>, HAND>,
    /// The herd.
    pub herd: ArrayVec<HerdView, PILE>,
    /// The discard pile, oldest first.
    pub discard: ArrayVec<DiscardView, PILE>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    you: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Kind>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    players: Sparse<OwnPlayer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct OwnPlayer {
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    hand: Sparse<OwnFace<Kind>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    herd: Sparse<OwnHerd>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    discard: Sparse<OwnDiscard>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    out: Sparse<OwnFace<Kind>>,
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

impl HerdingCats {
    pub(super) fn own_through(&self, lens: &Lens<Kind>) -> Own {
        let public = lens.public();
        let player = |seat: Seat, player: &Player| {
            let own = OwnPlayer {
                hand: lens.own_faces(&player.hand),
                herd: Sparse::of(player.herd.iter().map(|&herd| {
                    let (own, all) =
                        [lens, &public].map(|lens| self.herd_view(seat, herd, lens)).into();
                    (own != all).then(|| OwnHerd {
                        face: own.card.face.filter(|_| all.card.face.is_none()),
                        identity: own.identity.filter(|_| all.identity.is_none()),
                    })
                })),
                discard: Sparse::of(player.discard.iter().map(|discard| {
                    let printed = lens.own_face(discard.card)?.face;
                    (printed != discard.identity).then_some(OwnDiscard { printed })
                })),
                out: lens.own_faces(&player.out),
            };
            let OwnPlayer { hand, herd, discard, out } = &own;
            let is_empty =
                hand.is_empty() && herd.is_empty() && discard.is_empty() && out.is_empty();
            (!is_empty).then_some(own)
        };
        let on_table = self.phase.on_the_table().and_then(|card| lens.own_face(card));
        Own {
            you: lens.seat(),
            played: on_table.map(|own| own.face),
            players: Sparse::of(self.players.iter().map(|(seat, cards)| player(seat, cards))),
        }
    }

    pub(super) fn view_through(&self, lens: &Lens<Kind>) -> View {
        View {
            you: lens.seat(),
            turn: self.turn,
            now: self.phase,
            played: self.phase.on_the_table().and_then(|card| lens.face(card)),
            players: self.players.map(|seat, player| PlayerView {
                hand: player.hand.iter().map(|&card| lens.shown(card)).collect(),
                herd: player.herd.iter().map(|&herd| self.herd_view(seat, herd, lens)).collect(),
                discard: player
                    .discard
                    .iter()
                    .map(|discard| DiscardView {
                        card: open(discard.card, discard.identity),
                        printed: lens.face(discard.card).filter(|&face| face != discard.identity),
                    })
                    .collect(),
                out: player.out.map(|card| lens.shown(card)),
            }),
            standing: (self.phase == Phase::Over).then(|| self.score()),
        }
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
