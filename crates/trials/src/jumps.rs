//! Jumps of the house's wall clock: by days, forward and back, while it runs and while it is down.
//!
//! The house reads from a file by how much its wall clock is wrong. All jumps are whole days, so the true time of an entry
//! can be worked out again, as long as a trial takes less than half a day.

use std::fs;
use std::path::{Path, PathBuf};

use facedown_core::Dice;
use facedown_server::time::WallTime;

use crate::Failure;
use crate::house::now;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// By how many days the wall clock can be wrong.
const DAYS: [i64; 6] = [0, 1, -1, 60, -60, 0];

/// The file that says by how much the wall clock is wrong, in this folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("skew")
}

/// Sets the wall clock to some other day, or right.
pub(crate) fn jump(folder: &Path, dice: &mut Dice) -> Result<(), Failure> {
    let days = dice.pick(&DAYS).copied().unwrap_or_default();
    // Put in place as a whole, for the house may read it at any moment.
    let new = folder.join("skew.new");
    fs::write(&new, (days * DAY).to_string())
        .and_then(|()| fs::rename(&new, file(folder)))
        .map_err(Failure::io("the file that makes the wall clock wrong"))
}

/// The true time of what a wall clock said that is wrong by whole days.
pub(crate) fn true_time(said: WallTime) -> WallTime {
    let [said, now] = [said, now()].map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let days = (said - now + DAY / 2).div_euclid(DAY);
    WallTime::from_millis((said - days * DAY).try_into().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_true_time_is_worked_out_from_any_of_the_jumps() {
        let now = i64::try_from(now().as_millis()).expect("a time");
        for days in DAYS {
            for ago in [0, 1_000, DAY / 3] {
                let time = |millis: i64| WallTime::from_millis(millis.try_into().expect("a time"));
                assert_eq!(true_time(time(now - ago + days * DAY)), time(now - ago));
            }
        }
    }
}
