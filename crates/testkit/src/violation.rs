//! What can be wrong with a game, in enough detail for its author to find it.

use std::fmt;

use facedown_core::{Card, DealError, Seat, SeatCount, Viewer};
use serde::Serialize;

/// A property that does not hold, and where that was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {breach}")]
pub struct Violation {
    /// Where it was found.
    pub place: Box<Location>,
    /// What is wrong.
    pub breach: Box<Breach>,
}

/// Where a violation was found: enough to play the same game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The game's name.
    pub game: &'static str,
    /// The options, as JSON.
    pub options: String,
    /// How many seats there are.
    pub seats: SeatCount,
    /// The number of the game, which determines its seed.
    pub number: u64,
    /// The number of actions before it.
    pub step: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, options, seats, number, step } = self;
        let seats = seats.get();
        write!(f, "{game} {options}, {seats} seats, game {number}, after {step} actions")
    }
}

/// Something that a viewer learns about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are clear
pub enum Aspect {
    State,
    WaitingOn,
    MayAct,
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
    /// The record of the game.
    Record,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Breach {
    /// A viewer can distinguish two worlds that differ only in what it may not see.
    #[error(
        "{viewer} notices what it may not see, by {aspect:?}: {here} here, {there} in another world"
    )]
    Noticed {
        /// The viewer.
        viewer: Viewer,
        /// What differs.
        aspect: Aspect,
        /// Its value in the real world.
        here: String,
        /// Its value in the other world.
        there: String,
    },
    /// The dealer disclosed something to everybody, and no event reports it.
    #[error("the dealer discloses to everybody, but no public event tells of it: {verb}")]
    SilentDisclosure {
        /// What the dealer disclosed.
        verb: String,
    },
    /// The dealer showed a seat something that is neither in its view nor in its events.
    #[error("{seat} is shown a card, but neither its view nor its events have it: {verb}")]
    UnseenShow {
        /// The seat.
        seat: Seat,
        /// What the dealer showed.
        verb: String,
    },
    /// The public view with a viewer's own part over it is not the viewer's view.
    #[error("the own part of {viewer} over the public view is {together}, and its view is {view}")]
    OwnPart {
        /// The viewer.
        viewer: Viewer,
        /// The public view with the own part over it.
        together: String,
        /// The viewer's view.
        view: String,
    },
    /// A lens no longer shows a face that its viewer has seen, although the card can be followed.
    #[error(
        "{viewer} saw that a card is {face}, and no longer does after the verb `{verb}`; \
         mix it among others, or leave it in sight and out of the view"
    )]
    Forgotten {
        /// The viewer.
        viewer: Viewer,
        /// The face.
        face: String,
        /// The verb.
        verb: String,
    },
    /// A hidden handle has the same face in every deal.
    #[error("card {card} is hidden after the deal, but it is {face} for every seed")]
    HandleTellsFace {
        /// The handle.
        card: Card,
        /// Its face.
        face: String,
    },
    /// The faces of a hidden handle do not have the distribution of a fair shuffle.
    #[error(
        "the faces of card {card} are not distributed as by a shuffle: chi-squared {chi_squared}, at most {bound}"
    )]
    UnevenHandle {
        /// The handle.
        card: Card,
        /// The chi-squared statistic.
        chi_squared: u32,
        /// Its largest acceptable value.
        bound: u32,
    },
    /// `legal` lists what `permits` refuses.
    #[error("`legal` gives {seat} {action}, but `permits` refuses it: {refusal}")]
    LegalButRefused {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it is refused.
        refusal: String,
    },
    /// `permits` permits what `legal` does not list.
    #[error("`permits` lets {seat} do {action}, but `legal` does not list it")]
    PermittedButNotLegal {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// `permits` permits what then cannot be done.
    #[error("`permits` lets {seat} do {action}, but it cannot be done: {why}")]
    PermittedButImpossible {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it cannot be done.
        why: String,
    },
    /// `legal` lists an action twice.
    #[error("`legal` gives {seat} {action} twice")]
    LegalTwice {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// `permits` refused an action that could then be carried out.
    #[error("`permits` refuses {action} by {seat}, and then lets it through")]
    RefusedButDone {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        action: String,
    },
    /// Refused actions changed something.
    #[error("refused actions changed {what}; the last of them was {action} by {seat}")]
    RefusalChanges {
        /// The seat that acted last.
        seat: Seat,
        /// The last action.
        action: String,
        /// What differs.
        what: &'static str,
    },
    /// The same seed and actions do not give the same table.
    #[error(
        "the same table, {how}, is not the same: {what} is {here} the first time, then {there}"
    )]
    NotTheSame {
        /// How the table was restored.
        how: &'static str,
        /// What differs.
        what: &'static str,
        /// The first value.
        here: String,
        /// The second value.
        there: String,
    },
    /// A share code or record of the table cannot be read.
    #[error("the table cannot be read back {how}: {why}")]
    Unreadable {
        /// What it was read from.
        how: &'static str,
        /// The error.
        why: String,
    },
    /// A damaged share code or record was accepted.
    #[error("{what} that is damaged at character {at} is accepted")]
    DamageUnnoticed {
        /// What was damaged.
        what: &'static str,
        /// The damaged character.
        at: usize,
    },
    /// A card is in no zone, in several, or not at the table.
    #[error("card {card} is in {zones} zones; it must be in 1")]
    Zones {
        /// The card.
        card: Card,
        /// The number of zones that it is in.
        zones: usize,
    },
    /// A game has too many actions.
    #[error("the game has not ended")]
    Endless,
    /// A seat may act and has no legal action.
    #[error("{seat} may act, but `legal` lists nothing for it")]
    Stuck {
        /// The seat.
        seat: Seat,
    },
    /// The table is waiting for a seat that was out of the game.
    #[error("the table is waiting for {seat}, which was out of the game before")]
    OutAndAwaited {
        /// The seat.
        seat: Seat,
    },
    /// The table is waiting for a seat that may not act.
    #[error("the table is waiting for {seat}, which may not act")]
    MayNotAct {
        /// The seat.
        seat: Seat,
    },
    /// A seat may act although the game is over.
    #[error("{seat} may act, but the game is over")]
    ActsAfterTheEnd {
        /// The seat.
        seat: Seat,
    },
    /// The table is waiting for nobody and has no outcome, or the other way round.
    #[error("a game has an outcome when it waits for nobody, and only then")]
    NoOutcome,
    /// The fallback for an absent player is not permitted.
    #[error("the fallback of {seat}, {action}, is refused: {refusal}")]
    FallbackRefused {
        /// The seat.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it is refused.
        refusal: String,
    },
    /// An imagined table is not possible for its viewer.
    #[error("the table that {viewer} imagines is wrong: {what}")]
    Misimagined {
        /// The viewer.
        viewer: Viewer,
        /// What is wrong.
        what: &'static str,
    },
    /// Without a house, a machine does not accept an action that its author may take.
    #[error("the machine of {viewer} does not accept {action} by {seat}: {why}")]
    Unaccepted {
        /// Whose machine it is.
        viewer: Viewer,
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
        /// Why it is not accepted.
        why: String,
    },
    /// Without a house, two machines judge an action differently, so their tables part.
    #[error("{action} by {seat}: the machine of {viewer} says {here}, another says {there}")]
    JudgedDifferently {
        /// Whose machine it is.
        viewer: Viewer,
        /// Who acts.
        seat: Seat,
        /// The action.
        action: String,
        /// What this machine says.
        here: String,
        /// What the spectator's machine says.
        there: String,
    },
    /// Without a house, two machines derive different things.
    #[error("the machine of {viewer} derives other {what} than the others")]
    MachinesDiffer {
        /// Whose machine it is.
        viewer: Viewer,
        /// What differs.
        what: &'static str,
    },
    /// Without a house, a machine cannot go on.
    #[error("the machine of {viewer} cannot go on: {why}")]
    HeldUp {
        /// Whose machine it is.
        viewer: Viewer,
        /// The machine's own error.
        why: String,
    },
    /// Without a house, a viewer gets something else than from a house that deals the same.
    #[error("{viewer} gets another {aspect:?} without a house: {machine}; a house says {house}")]
    UnlikeHouse {
        /// The viewer.
        viewer: Viewer,
        /// What differs.
        aspect: Aspect,
        /// What the machine says.
        machine: String,
        /// What the house says.
        house: String,
    },
    /// Without a house, an action that a house permits looks like a cheat.
    #[error("the machine of {viewer} holds an honest action against its author")]
    FalselyExposed {
        /// Whose machine it is.
        viewer: Viewer,
    },
    /// All players but one together notice what none of them may see.
    #[error(
        "all but {seat} notice together what they may not see, by {what}: {here} here, {there} in another world"
    )]
    CoalitionNotices {
        /// The player who is alone.
        seat: Seat,
        /// What differs.
        what: &'static str,
        /// What it is in the real world.
        here: String,
        /// What it is in the other world.
        there: String,
    },
    /// The dealer could not carry out a verb.
    #[error("the dealer cannot carry it out: {0}")]
    DealError(DealError),
    /// The table cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// Players bring secret lists, and nobody has said which other lists there are.
    #[error(
        "players bring secret lists; tell the suite which other faces may be in them, with `Suite::with_other_faces`"
    )]
    SecretListUntried,
    /// No secret list ever had other faces.
    #[error(
        "no secret list ever had other faces; give the suite other faces for those in the lists"
    )]
    NoOtherList,
    /// Nothing was tested.
    #[error("nothing was compared; give the suite options and games that can be played")]
    NothingCompared,
}

/// A value as JSON, to compare and to report.
pub(crate) fn text<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}
