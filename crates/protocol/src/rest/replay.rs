//! The requests for replays and scenarios.

use std::fmt;
use std::str::FromStr;

use facedown_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Whose view of a game to show, as a query parameter: the number of a seat, or `spectator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewerParam(pub Viewer);

/// The query of `GET /tables/{id}/replay`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayFilter {
    /// Whose view to show; the caller's own if it is missing.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub sight: Option<ViewerParam>,
}

/// `POST /replay`: replays any game. One of `share` and `record` is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayOf {
    /// The share code of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub share: Option<String>,
    /// The record of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub record: Option<Box<RawValue>>,
    /// Whose view to show; a spectator's if it is missing.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub sight: Option<ViewerParam>,
}

/// The messages that a viewer would have got: a welcome after the deal, and all updates since then.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Replay {
    /// The messages, in order.
    #[cfg_attr(feature = "ts", ts(type = "Array<FromServer>"))]
    pub frames: Vec<Box<RawValue>>,
}

/// A finished game with all cards open: the response to `GET /tables/{id}/summary` and `POST /summary`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameSummary {
    /// The view at the end with all cards open, in the game's own format.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Box<RawValue>,
    /// The statistics, in the order in which they are shown.
    pub statistics: Vec<Statistic>,
    /// The share code, with which anybody can replay the game.
    pub share: String,
}

/// How a table without a house has ended, and what its open keys show: the response to `GET /tables/{id}/audit` of a player's own
/// machine. A server has no such path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AuditReport {
    /// Who cheated and how, a sentence for each.
    pub findings: Vec<String>,
    /// How everything was checked; `null` if the keys are not open.
    pub checked: Option<String>,
    /// Why the table has ended; `null` if the game was played to its end.
    pub ending: Option<String>,
}

/// A statistic of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistic {
    /// What is counted. The game's message `statistic-…` has the words for it.
    pub key: String,
    /// The number of each seat.
    pub numbers: Vec<u32>,
    /// When the numbers grew, in order.
    pub moments: Vec<StatisticMoment>,
}

/// A moment at which a number grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StatisticMoment {
    /// The seat whose number grew.
    pub seat: Seat,
    /// The number of actions at that moment.
    pub at: usize,
}

/// `POST /summary`: summarises any game. One of `share` and `record` is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SummaryOf {
    /// Its share code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub share: Option<String>,
    /// Its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub record: Option<Box<RawValue>>,
}

/// The query of `GET /tables/{id}/scenario`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioFilter {
    /// The number of actions of the scenario; all if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub actions: Option<usize>,
}

/// `POST /scenario`: makes a scenario of any game. One of `share` and `record` is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioOf {
    /// The share code of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub share: Option<String>,
    /// The record of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub record: Option<Box<RawValue>>,
    /// The number of actions of the scenario; all if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub actions: Option<usize>,
}

/// The parameter is neither the number of a seat nor `spectator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name a seat by its number, or \"spectator\"")]
pub struct InvalidViewer;

impl FromStr for ViewerParam {
    type Err = InvalidViewer;

    fn from_str(text: &str) -> Result<Self, InvalidViewer> {
        if text == "spectator" {
            return Ok(Self(Viewer::Spectator));
        }
        let seat = text.parse().ok().and_then(Seat::new).ok_or(InvalidViewer)?;
        Ok(Self(Viewer::Seat(seat)))
    }
}

impl fmt::Display for ViewerParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Viewer::Spectator => f.write_str("spectator"),
            Viewer::Seat(seat) => write!(f, "{}", seat.index()),
        }
    }
}

impl Serialize for ViewerParam {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ViewerParam {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
