//! A lens: the only way to look at faces. It shows only those that its viewer may see.

use std::fmt;

use crate::card::{Card, Shown};
use crate::ledger::Ledger;
use crate::seat::Seat;

/// Who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Somebody who does not play, and sees only what is public.
    Spectator,
    /// A player.
    Seat(Seat),
}

impl Viewer {
    /// The viewer's seat, if it is a player.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Spectator => None,
            Self::Seat(seat) => Some(seat),
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spectator => f.write_str("spectator"),
            Self::Seat(seat) => seat.fmt(f),
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// What a lens lets through.
#[derive(Clone, Copy)]
pub(crate) enum Sight {
    /// What this viewer may see.
    Of(Viewer),
    /// What everybody sees. Others judge what this seat does: what the seat alone sees may be anything.
    OnBehalf(Seat),
    /// Everything, for the replay after the game. Only a finished table gives this out.
    Hindsight,
}

/// The table's faces as one viewer may see them.
///
/// A lens shows the cards that have its viewer in their audience, and no others. It cannot be created, pointed at another
/// viewer or taken apart outside this crate:
///
/// ```
/// # use facedown_core::{Card, Lens, Viewer};
/// fn view(lens: &Lens<u8>, card: Card) -> Option<u8> {
///     lens.face(card)
/// }
/// ```
/// ```compile_fail,E0616
/// # use facedown_core::{Card, Lens, Viewer};
/// fn view(lens: &Lens<u8>, card: Card) -> Option<u8> {
///     lens.ledger.face(card)
/// }
/// ```
/// ```compile_fail,E0451
/// # use facedown_core::{Card, Lens, Viewer};
/// fn view<'a>(lens: &Lens<'a, u8>, card: Card) -> Option<u8> {
///     Lens { sight: todo!(), ..*lens }.face(card)
/// }
/// ```
/// ```compile_fail,E0277
/// # use facedown_core::{Card, Lens, Viewer};
/// fn view(lens: &Lens<u8>, card: Card) -> String {
///     format!("{lens:?}")
/// }
/// ```
pub struct Lens<'a, F> {
    ledger: &'a Ledger<F>,
    sight: Sight,
}

impl<F> Clone for Lens<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Lens<'_, F> {}

impl<'a, F> Lens<'a, F> {
    pub(crate) const fn new(ledger: &'a Ledger<F>, sight: Sight) -> Self {
        Self { ledger, sight }
    }

    pub(crate) const fn ledger(&self) -> &'a Ledger<F> {
        self.ledger
    }

    pub(crate) const fn sight(&self) -> Sight {
        self.sight
    }

    /// The viewer that this lens belongs to. Hindsight counts as a spectator's.
    pub const fn viewer(&self) -> Viewer {
        match self.sight {
            Sight::Of(viewer) => viewer,
            Sight::OnBehalf(seat) => Viewer::Seat(seat),
            Sight::Hindsight => Viewer::Spectator,
        }
    }

    /// The seat that this lens belongs to, if it is a player's.
    pub const fn seat(&self) -> Option<Seat> {
        self.viewer().seat()
    }

    /// A spectator's lens, which shows what everybody sees.
    #[must_use]
    pub const fn public(&self) -> Self {
        Self { ledger: self.ledger, sight: Sight::Of(Viewer::Spectator) }
    }

    /// Whether this lens sees everything, because the game is over.
    pub const fn is_hindsight(&self) -> bool {
        matches!(self.sight, Sight::Hindsight)
    }
}

impl<F: Copy> Lens<'_, F> {
    /// The card's face, if this viewer may see it.
    pub fn face(&self, card: Card) -> Option<F> {
        self.ledger.seen(card, self.sight)
    }

    /// Whether the card may have a face that fits, as far as this lens can tell.
    ///
    /// The rules use it in `permits` for a card that an action does not turn over, where what its author sees on it
    /// decides. The author's own lens looks at the face, and a card that it does not see fits nothing. Where others
    /// judge the action without a house, a card that its author sees may be anything that does not lie open elsewhere.
    pub fn could_be(&self, card: Card, fits: impl Fn(F) -> bool) -> bool {
        match (self.face(card), self.sight) {
            (Some(face), _) => fits(face),
            (None, Sight::OnBehalf(seat)) => {
                self.ledger.may_be_seen_by(card, seat) && self.ledger.could_be(card, fits)
            }
            (None, _) => false,
        }
    }

    /// The card as it is sent to this viewer.
    pub fn shown(&self, card: Card) -> Shown<F> {
        Shown { id: card, face: self.face(card) }
    }
}
