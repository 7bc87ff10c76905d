//! Sharing: a share code is the whole table, at every point of every game.

use facedown_core::{Deal, Game, Table, share};

use crate::determinism::{damages, replay, rig, same_position, same_table};
use crate::suite::{Report, Suite};
use crate::violation::{Breach, Violation};

/// Plays random games, and after each action encodes the table as a share code and decodes it, with seeded and rigged
/// deals. Also checks that damaged codes are refused.
pub fn sharing<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let table = case.play(suite.longest, |table, _| {
            shared("from its share code", table)?;
            report.comparisons += 1;
            Ok(())
        })?;
        let wrong = |breach| case.violation(table.log().len(), breach);
        let how = "from its share code";
        let (code, read) = shared(how, &table).map_err(wrong)?;
        same_table(suite, how, &table, &read).map_err(wrong)?;
        if case.number == 0 {
            damaged::<G>(&code).map_err(wrong)?;
            let rig = rig(&case, table.log()).map_err(|holdup| wrong(Breach::DealError(holdup)))?;
            let rigged = replay(&table, Deal::Rigged(rig)).map_err(wrong)?;
            shared("from the share code of a rigged deal", &rigged).map_err(wrong)?;
        }
        report.games += 1;
        report.actions += table.log().len();
        report.comparisons += 1;
    }
    report.unless_idle(suite)
}

/// The mean number of characters that an action adds to a share code, over all games of the suite.
pub fn characters_per_action<G: Game>(suite: &Suite<G>) -> Result<f64, Violation> {
    let (mut characters, mut actions) = (0, 0);
    for case in suite.cases() {
        let mut bare = 0;
        let table = case.play(suite.longest, |table, _| {
            if table.log().is_empty() {
                bare = written("as a share code", table)?.len();
            }
            Ok(())
        })?;
        let code = written("as a share code", &table)
            .map_err(|breach| case.violation(table.log().len(), breach))?;
        characters += code.len() - bare;
        actions += table.log().len();
    }
    #[allow(clippy::cast_precision_loss)] // small counts
    Ok(characters as f64 / actions.max(1) as f64)
}

/// The table's code, and the table decoded from it.
fn shared<G: Game>(how: &'static str, table: &Table<G>) -> Result<(String, Table<G>), Breach> {
    let code = written(how, table)?;
    let read = share::decode::<G>(&code);
    let read = read.map_err(|error| Breach::Unreadable { how, why: error.to_string() })?;
    same_position(how, table, &read)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if code.chars().all(is_plain) {
        return Ok((code, read));
    }
    Err(Breach::Unreadable {
        how,
        why: "it has characters that are not allowed in a URL".to_owned(),
    })
}

fn written<G: Game>(how: &'static str, table: &Table<G>) -> Result<String, Breach> {
    share::encode(table).map_err(|error| Breach::Unreadable { how, why: error.to_string() })
}

fn damaged<G: Game>(code: &str) -> Result<(), Breach> {
    let other = |c: char| if c == 'a' { 'b' } else { 'a' };
    for damaged in damages(code, other) {
        if share::decode::<G>(&damaged.text).is_ok() {
            return Err(Breach::DamageUnnoticed { what: "a share code", at: damaged.at });
        }
    }
    Ok(())
}
