//! The lines of output, which serialise straight from the table.

use facedown_core::{
    Game, LoggedEvent, Recipient, Refusal, Refused, Seats, Standing, Table, Viewer,
};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The result of one step. The fields are written in this order.
#[derive(Serialize)]
#[serde(bound = "")]
pub(crate) struct StepReport<'a, G: Game> {
    pub(crate) scenario: &'a str,
    pub(crate) step: usize,
    pub(crate) seat: Option<u64>,
    pub(crate) action: Option<&'a RawValue>,
    pub(crate) refused: Option<&'a RefusedLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unexpected: Option<&'a str>,
    pub(crate) waiting_on: Seats,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) may_act: Option<Seats>,
    pub(crate) outcome: Option<Standing>,
    pub(crate) events: Events<'a, G>,
    pub(crate) legal: Legal<'a, G>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) views: Option<Views<'a, G>>,
}

/// The output line of a scenario that cannot be played.
#[derive(Serialize)]
pub(crate) struct ErrorLine<'a> {
    pub(crate) scenario: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    pub(crate) error: ErrorReport,
}

/// The error within an [`ErrorLine`].
#[derive(Serialize)]
pub(crate) struct ErrorReport {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
}

/// Why an action was refused.
#[derive(Serialize)]
pub(crate) struct RefusedLine {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<&'static str>,
}

impl<R: Refusal> From<Refused<R>> for RefusedLine {
    fn from(refused: Refused<R>) -> Self {
        let rule = match &refused {
            Refused::Rules(refusal) => Some(refusal.rule()),
            _ => None,
        };
        Self { kind: refused.kind(), message: refused.to_string(), rule }
    }
}

/// The events of a step: public ones, and private ones by seat.
#[derive(Serialize)]
#[serde(bound = "")]
pub(crate) struct Events<'a, G: Game> {
    public: ToEverybody<'a, G>,
    private: ToSeats<'a, G>,
}

impl<'a, G: Game> Events<'a, G> {
    pub(crate) const fn new(heard: &'a [LoggedEvent<G::Event>]) -> Self {
        Self { public: ToEverybody(heard), private: ToSeats(heard) }
    }
}

struct ToEverybody<'a, G: Game>(&'a [LoggedEvent<G::Event>]);

impl<G: Game> Serialize for ToEverybody<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = self.0.iter().filter(|heard| heard.told.to == Recipient::Everybody);
        serializer.collect_seq(public.map(|heard| &heard.told.event))
    }
}

struct ToSeats<'a, G: Game>(&'a [LoggedEvent<G::Event>]);

impl<G: Game> Serialize for ToSeats<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seat_of = |heard: &LoggedEvent<G::Event>| match heard.told.to {
            Recipient::Everybody => None,
            Recipient::Seat(seat) => Some(seat),
        };
        let seats: Seats = self.0.iter().filter_map(seat_of).collect();
        serializer.collect_map(seats.iter().map(|seat| {
            let told = self.0.iter().filter(|heard| seat_of(heard) == Some(seat));
            (seat.index(), told.map(|heard| &heard.told.event).collect::<Vec<_>>())
        }))
    }
}

/// The legal actions of each seat that may act, with the seat's own sealed values open.
pub(crate) struct Legal<'a, G: Game>(pub(crate) &'a Table<G>);

impl<G: Game> Serialize for Legal<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = self.0.may_act();
        serializer.collect_map(seats.iter().map(|seat| (seat.index(), self.0.legal_for(seat))))
    }
}

/// The views of each seat and of a spectator.
pub(crate) struct Views<'a, G: Game>(pub(crate) &'a Table<G>);

impl<G: Game> Serialize for Views<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(table) = self;
        let seats = table.seats().all().iter();
        let seats = seats.map(|seat| (ViewerKey::Seat(seat.index()), table.view(seat.into())));
        let spectator = (ViewerKey::Spectator, table.view(Viewer::Spectator));
        serializer.collect_map(seats.chain([spectator]))
    }
}

/// The key of a view: a seat's number, or `spectator`.
#[derive(Serialize)]
#[serde(untagged)]
enum ViewerKey {
    Seat(usize),
    #[serde(serialize_with = "spectator")]
    Spectator,
}

fn spectator<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("spectator")
}
