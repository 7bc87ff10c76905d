//! The requests that look at a game again.

use std::fmt;
use std::str::FromStr;

use facedown_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// As whom a game is looked at: the number of a seat, or `spectator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewerParam(pub Viewer);

/// The question of `GET /tables/{id}/replay`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayFilter {
    /// As whom; if it is missing, as oneself.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub sight: Option<ViewerParam>,
}

/// `POST /replay`: a game that was played anywhere. One of `share` and `record` is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReplayOf {
    /// Its share code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub share: Option<String>,
    /// Its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub record: Option<Box<RawValue>>,
    /// As whom; if it is missing, as a spectator.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub sight: Option<ViewerParam>,
}

/// What a viewer was sent: a welcome as of the deal, and all updates since then.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Replay {
    /// The messages, in order.
    #[cfg_attr(feature = "ts", ts(type = "Array<FromServer>"))]
    pub frames: Vec<Box<RawValue>>,
}

/// The question of `GET /tables/{id}/scenario`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioFilter {
    /// After how many actions it ends; if it is missing, after all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub actions: Option<usize>,
}

/// `POST /scenario`: a game that was played anywhere. One of `share` and `record` is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioOf {
    /// Its share code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub share: Option<String>,
    /// Its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub record: Option<Box<RawValue>>,
    /// After how many actions it ends; if it is missing, after all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub actions: Option<usize>,
}

/// Neither the number of a seat nor `spectator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name a seat by its number, or \"spectator\"")]
pub struct NobodysSight;

impl FromStr for ViewerParam {
    type Err = NobodysSight;

    fn from_str(text: &str) -> Result<Self, NobodysSight> {
        if text == "spectator" {
            return Ok(Self(Viewer::Spectator));
        }
        let seat = text.parse().ok().and_then(Seat::new).ok_or(NobodysSight)?;
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
