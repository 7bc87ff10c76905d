//! What can be wrong with a game, said so that its author can find it.

use std::fmt;

use facedown_core::{Card, DealError, Seat, SeatCount, Viewer};
use serde::Serialize;

/// A property that does not hold, and where that was seen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {breach}")]
pub struct Violation {
    /// Where it was seen.
    pub place: Box<Place>,
    /// What is wrong.
    pub breach: Box<Breach>,
}

/// Where something was seen: enough to play the same game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game's name.
    pub game: &'static str,
    /// The options, as JSON.
    pub options: String,
    /// How many seats there are.
    pub seats: SeatCount,
    /// The number of the game, which determines its seed.
    pub number: u64,
    /// After how many actions.
    pub step: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, options, seats, number, step } = self;
        let seats = seats.get();
        write!(f, "{game} {options}, {seats} seats, game {number}, after {step} actions")
    }
}

/// Something that a viewer gets to know of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Aspect {
    State,
    WaitingOn,
    Clock,
    Standing,
    View,
    Own,
    Legal,
    Fallback,
    Refusal,
    Events,
    Statistics,
    /// Which verbs of the dealer were used, and on which cards.
    Verbs,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Breach {
    /// Somebody can tell two worlds apart that differ only in what they may not see.
    #[error(
        "{viewer} notices what it may not see, by {aspect:?}: {here} here, {there} in another world"
    )]
    Noticed {
        /// Who notices.
        viewer: Viewer,
        /// By what.
        aspect: Aspect,
        /// How it is.
        here: String,
        /// How it would be if the unseen cards lay otherwise.
        there: String,
    },
    /// The dealer told everybody something, and no event says so.
    #[error("the dealer discloses to everybody, but no public event tells of it: {verb}")]
    SilentDisclosure {
        /// What the dealer disclosed.
        verb: String,
    },
    /// The dealer showed a seat something that it never gets to see.
    #[error("{seat} is shown a card, but neither its view nor its events have it: {verb}")]
    UnseenShow {
        /// Who was shown it.
        seat: Seat,
        /// What the dealer showed.
        verb: String,
    },
    /// The public view with a viewer's own part over it is not the viewer's view.
    #[error("the own part of {viewer} over the public view is {together}, and its view is {view}")]
    OwnPart {
        /// Whose part.
        viewer: Viewer,
        /// The public view with the own part over it.
        together: String,
        /// The viewer's view.
        view: String,
    },
    /// A lens no longer shows what its viewer has seen, although the card can be followed.
    #[error(
        "{viewer} has seen that a card is {face}, and no longer does after the dealer was to {verb}; \
         mix it among others, or leave it in sight and out of the view"
    )]
    Forgotten {
        /// Who should still see it.
        viewer: Viewer,
        /// What is printed on it.
        face: String,
        /// What the dealer was told to do.
        verb: String,
    },
    /// A hidden handle has the same face in every deal.
    #[error("card {card} is hidden after the deal, and yet it is {face} whatever the seed")]
    HandleTellsFace {
        /// Which handle.
        card: Card,
        /// What always lies there.
        face: String,
    },
    /// A hidden handle has some faces more often than an honest shuffle would give.
    #[error(
        "card {card} has not the faces that shuffles give: chi-squared {chi_squared}, at most {bound}"
    )]
    UnevenHandle {
        /// Which handle.
        card: Card,
        /// How far it is off.
        chi_squared: u32,
        /// How far it may be.
        bound: u32,
    },
    /// `legal` lists what `permits` refuses.
    #[error("`legal` gives {seat} {action}, but `permits` refuses it: {refusal}")]
    LegalButRefused {
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it is refused.
        refusal: String,
    },
    /// `permits` lets through what `legal` does not list.
    #[error("`permits` lets {seat} do {action}, but `legal` does not list it")]
    PermittedButNotLegal {
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// `legal` lists something twice.
    #[error("`legal` gives {seat} {action} twice")]
    LegalTwice {
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// An action was refused when it was asked about, and yet it could be done.
    #[error("`permits` refuses {action} by {seat}, and then lets it through")]
    RefusedButDone {
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// Refused actions changed something.
    #[error("refused actions changed {what}; the last of them was {action} by {seat}")]
    RefusalChanges {
        /// Who acted last.
        seat: Seat,
        /// The last action.
        action: String,
        /// What is different.
        what: &'static str,
    },
    /// The same seed and actions do not give the same table.
    #[error(
        "the same table, {how}, is not the same: {what} is {here} the first time, then {there}"
    )]
    NotTheSame {
        /// How the table was made again.
        how: &'static str,
        /// What is different.
        what: &'static str,
        /// How it was.
        here: String,
        /// How it is now.
        there: String,
    },
    /// A code or record that the table wrote cannot be read.
    #[error("the table cannot be read back {how}: {why}")]
    Unreadable {
        /// From what.
        how: &'static str,
        /// Why not.
        why: String,
    },
    /// A damaged code or record was taken for another table.
    #[error("damaged at character {at}, {what} is read as if it were sound")]
    DamageUnnoticed {
        /// What was damaged.
        what: &'static str,
        /// Where.
        at: usize,
    },
    /// A card is in no zone, in several, or not at the table.
    #[error("card {card} is in {zones} zones; it must be in 1")]
    Zones {
        /// Which card.
        card: Card,
        /// In how many zones it is.
        zones: usize,
    },
    /// A game went on for too long.
    #[error("the game has not ended after so many actions")]
    Endless,
    /// A seat is waited on and has nothing to do.
    #[error("the table waits for {seat}, which has nothing that it may do")]
    Stuck {
        /// Who is waited on.
        seat: Seat,
    },
    /// The game waits for nobody and has no outcome, or the other way round.
    #[error("a game has an outcome when it waits for nobody, and only then")]
    NoOutcome,
    /// What would be done for an absent player is not permitted.
    #[error("the fallback of {seat}, {action}, is refused: {refusal}")]
    FallbackRefused {
        /// Who is absent.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it is refused.
        refusal: String,
    },
    /// An imagined table is not one that the viewer could be at.
    #[error("the table that {viewer} imagines is wrong: {what}")]
    Misimagined {
        /// Who imagines.
        viewer: Viewer,
        /// What is wrong.
        what: &'static str,
    },
    /// The dealer could not carry out what the rules wanted.
    #[error("the dealer cannot carry it out: {0}")]
    DealError(DealError),
    /// The table cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// Nothing was tried, so nothing was shown.
    #[error("nothing was compared; give the suite options and games that can be played")]
    NothingCompared,
}

/// Anything as JSON, to compare and to report.
pub(crate) fn text<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}
