//! Jumps of the server's wall clock by days, forward and back, while it runs and while it is down.
//!
//! The server reads the error of its wall clock from a file. All jumps are whole days, so the true time of an entry can be
//! computed, as long as a trial takes less than half a day.

use std::fs;
use std::path::{Path, PathBuf};

use facedown_core::Dice;
use facedown_server::time::WallTime;

use super::server::now;
use crate::Failure;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The errors of the wall clock in days.
const DAYS: [i64; 6] = [0, 1, -1, 60, -60, 0];

/// The file in this folder that has the error of the wall clock.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("skew")
}

/// Changes the error of the wall clock at random.
pub(crate) fn jump(folder: &Path, dice: &mut Dice) -> Result<(), Failure> {
    let days = dice.pick(&DAYS).copied().unwrap_or_default();
    // Renamed into place, because the server may read it at any moment.
    let new = folder.join("skew.new");
    fs::write(&new, (days * DAY).to_string())
        .and_then(|()| fs::rename(&new, file(folder)))
        .map_err(Failure::io("the file with the error of the wall clock"))
}

/// The true time behind a wall-clock time that is wrong by whole days.
pub(crate) fn true_time(said: WallTime) -> WallTime {
    let [said, now] = [said, now()].map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let days = (said - now + DAY / 2).div_euclid(DAY);
    WallTime::from_millis((said - days * DAY).try_into().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_true_time_is_found_after_any_jump() {
        let now = i64::try_from(now().as_millis()).expect("a time");
        for days in DAYS {
            for ago in [0, 1_000, DAY / 3] {
                let time = |millis: i64| WallTime::from_millis(millis.try_into().expect("a time"));
                assert_eq!(true_time(time(now - ago + days * DAY)), time(now - ago));
            }
        }
    }
}
