//! Imagining: a table sampled at random that fits what one lens sees.

use crate::card::Card;
use crate::dice::Dice;
use crate::fit;
use crate::game::{Face, Game};
use crate::house::House;
use crate::ledger::{Ledger, LedgerRow};
use crate::lens::{Lens, Sight};

/// Samples a dealer that could be the real one, as far as this lens can see.
///
/// It is consistent with what the lens shows now and with what everybody can rule out ([`Game::rules_out`]). Whatever
/// else the viewer remembers or can conclude, the caller has to add.
///
/// The faces that the viewer cannot see are dealt at random under the handles that it cannot see, within
/// the deck each handle came from. If the viewer does not know which faces are in a deck, its unseen faces stay unknown,
/// and verbs that need one return [`DealError::Pending`](crate::DealError::Pending). The imagined house keeps no events,
/// and its shuffles and rolls come from `dice`.
///
/// An imagined player sees what everybody knows the real one to see. If a seat knows a card only because it arranged
/// cards, nobody else can tell which card that is, so the imagined player does not know it.
///
/// The result depends only on the public state, the lens and the dice: the unseen faces are sorted before they are dealt,
/// so where they really lie does not matter.
pub fn imagine<G: Game>(game: &G, lens: &Lens<G::Face>, dice: &mut Dice) -> House<G> {
    let mut ledger = redeal(lens, dice, |card, face| !game.rules_out(card, face));
    for row in ledger.rows_mut() {
        // It is public that another seat knows where it tucked a card, but not which card that is.
        row.audience = row.audience.as_known_to(lens.viewer());
        if is_hidden(lens, row) && !lens.ledger().knows_list(row.deck, lens.viewer()) {
            row.face = None;
        }
    }
    House::imagined(ledger, Dice::new(&dice.seed()))
}

/// A copy of the ledger in which the faces that this lens cannot see are dealt again, each within its deck and only
/// where `allows` permits.
pub(crate) fn redeal<F: Face>(
    lens: &Lens<F>,
    dice: &mut Dice,
    allows: impl Fn(Card, F) -> bool,
) -> Ledger<F> {
    let mut ledger = lens.ledger().clone();
    let (mut hidden, mut faces) = (Vec::new(), Vec::new());
    for deck in ledger.decks() {
        hidden.clear();
        faces.clear();
        for (card, row) in ledger.cards().into_iter().zip(ledger.rows()) {
            if row.deck == deck && is_hidden(lens, row) {
                hidden.push(card);
                faces.push(row.face);
            }
        }
        faces.sort_unstable();
        let fits =
            |place: usize, face: Option<F>| face.is_none_or(|face| allows(hidden[place], face));
        fit::deal(&mut faces, dice, fits);
        for (card, &face) in hidden.iter().zip(&faces) {
            ledger.rows_mut()[card.index()].face = face;
        }
    }
    ledger
}

/// A copy of the ledger in which cards of secret lists have other faces: those that this lens cannot see, if its viewer does not know
/// the list.
pub(crate) fn relist<F: Face>(lens: &Lens<F>, mut other: impl FnMut(F) -> F) -> Ledger<F> {
    let mut ledger = lens.ledger().clone();
    for row in ledger.rows_mut() {
        if is_hidden(lens, row) && !lens.ledger().knows_list(row.deck, lens.viewer()) {
            row.face = row.face.map(&mut other);
        }
    }
    ledger
}

fn is_hidden<F>(lens: &Lens<F>, row: &LedgerRow<F>) -> bool {
    match lens.sight() {
        Sight::Hindsight => false,
        Sight::Of(viewer) => !row.audience.includes(viewer),
        Sight::OnBehalf(_) => !row.audience.is_public(),
    }
}
