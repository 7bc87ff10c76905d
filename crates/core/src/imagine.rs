//! Imagining: a table sampled at random that fits what one lens sees.

use crate::card::Card;
use crate::dice::Dice;
use crate::fit;
use crate::game::{Face, Game};
use crate::house::House;
use crate::ledger::{Ledger, LedgerRow};
use crate::lens::{Lens, Sight};

/// A dealer that could be the real one for all that this lens can see.
///
/// It fits what the lens shows now, and what the game says that everybody can rule out
/// ([`Game::rules_out`]); what else the viewer remembers or can conclude is for the one who imagines to add.
///
/// The faces that the viewer cannot see are dealt at random under the handles that it cannot see, within
/// the deck each handle came from. Of a deck whose list the viewer does not know, the unseen faces stay
/// unknown: verbs that need one return [`DealError::Pending`](crate::DealError::Pending). The imagined house
/// tells nobody anything, and its shuffles and rolls come from `dice`.
///
/// An imagined player sees what everybody knows the real one to see. What a seat knows because it arranged
/// cards, and so nobody else can tell, its imagined self does not know.
///
/// The result depends on nothing but the public state, the lens and the dice: the unseen faces are put in order before they
/// are dealt, so where they really lie cannot matter.
pub fn imagine<G: Game>(game: &G, lens: &Lens<G::Face>, dice: &mut Dice) -> House<G> {
    let mut ledger = redeal(lens, dice, |card, face| !game.rules_out(card, face));
    for row in ledger.rows_mut() {
        // That another seat knows where it tucked a card is known; which card it knows is not.
        row.audience = row.audience.as_known_to(lens.viewer());
        if is_hidden(lens, row) && !lens.ledger().knows_list(row.deck, lens.viewer()) {
            row.face = None;
        }
    }
    House::imagined(ledger, Dice::new(&dice.seed()))
}

/// The ledger with the faces that this lens cannot see dealt anew, each within its deck and where it may be.
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

fn is_hidden<F>(lens: &Lens<F>, row: &LedgerRow<F>) -> bool {
    match lens.sight() {
        Sight::Hindsight => false,
        Sight::Of(viewer) => !row.audience.includes(viewer),
    }
}
